//! The requests of `API.md`, one function each.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use engine::protocol::analysis::{Query as Question, Settings};
use engine::{DEFAULT_SEED, Playable, PlayerSpec};
use futures_util::stream::{self, Stream, StreamExt};
use games::record::Format;
use games::{Game, GameSpec, Session, TextError, presets, with_game};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::clock::Time;
use crate::doors::Place;
use crate::error::Problem;
use crate::hub::{Hub, inside, longest};
use crate::papers;
use crate::records::{self, Opened};
use crate::runs;
use crate::scene::Scene;
use crate::socket;
use crate::table::{Pair, play};
use crate::thinkers::{BUSY, Urgency};

type App = State<Arc<Hub>>;
type Answer = Result<Json<Value>, Problem>;

/// What a request says about a position.
#[derive(Deserialize)]
pub struct Where {
    game: String,
    position: Option<String>,
    evaluator: Option<String>,
}

impl Where {
    fn game(&self) -> Result<GameSpec, Problem> {
        self.game.parse().map_err(|error: TextError| Problem::wrong(error.within("game")))
    }
}

/// A body; what is wrong with it is told in our own shape.
fn body<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Problem> {
    body.map(|Json(body)| body).map_err(|error| {
        let text = error.body_text();
        let why = text.strip_prefix("Failed to deserialize the JSON body into the target type: ");
        Problem::wrong(TextError::new(why.unwrap_or(&text)))
    })
}

fn value(data: &impl serde::Serialize) -> Value {
    serde_json::to_value(data).expect("it is plain data")
}

pub async fn games() -> Json<Value> {
    let games = presets().map(|preset| {
        let sizes: Vec<String> = preset.sizes.squares().iter().map(u8::to_string).collect();
        let size = if sizes.is_empty() { String::new() } else { preset.sizes.usual()[0].to_string() };
        json!({
            "name": preset.usual(), "preset": preset.name, "title": preset.title, "sizes": sizes, "size": size,
            "about": preset.about
        })
    });
    Json(json!({ "games": games.collect::<Vec<_>>() }))
}

pub async fn rules(Query(at): Query<Where>) -> Answer {
    let game = at.game()?;
    Ok(Json(json!({
        "game": game,
        "title": game.title(),
        "markdown": game.preset().documents.join("\n"),
        "switches": value(&game.switches()),
    })))
}

pub async fn players(State(hub): App, Query(at): Query<Where>) -> Answer {
    let game = at.game()?;
    let (own, explained, levels) = with_game!(game, |rules: G| (
        <G as Playable>::NAMES,
        <G as Playable>::EXPLAINED,
        <G as Playable>::levels(&rules)
    ));
    let entry = |(spec, about): (String, String)| json!({ "spec": spec, "about": about });
    let own = own.iter().filter(|(spec, _)| !spec.contains('('));
    let own = own.map(|&(spec, about)| (spec.to_string(), about.to_string()));
    let players: Vec<Value> = engine::recipe::general(&levels).into_iter().chain(own).map(entry).collect();
    let explains: Vec<&str> = explained
        .iter()
        .map(|name| name.split('(').next().unwrap_or(name))
        .filter(|name| name.parse::<PlayerSpec>().is_ok_and(|spec| explains(&game, &spec)))
        .collect();
    let champions = hub.clone().reading.run(move || Ok(hub.runs.champions(&game))).await?;
    let champions: Vec<Value> = champions.into_iter().map(entry).collect();
    Ok(Json(json!({ "players": players, "champions": champions, "explains": explains })))
}

fn explains(game: &GameSpec, spec: &PlayerSpec) -> bool {
    with_game!(game, |rules: G| spec.explain(&G::start(rules)).is_ok())
}

/// The position that is asked about.
fn session(game: GameSpec, position: Option<&str>) -> Result<Session, Problem> {
    Session::begin(game, position).map_err(|error| Problem::wrong(error.within("position")))
}

pub async fn scene(Query(at): Query<Where>) -> Answer {
    let game = at.game()?;
    let mut scene = value(&Scene::of(&session(game, at.position.as_deref())?));
    scene["fields"] = value(&game.family().fields);
    Ok(Json(scene))
}

pub async fn explain(Query(at): Query<Where>) -> Answer {
    let game = at.game()?;
    let spec = inside(at.evaluator.as_deref().unwrap_or("best").parse().map_err(Problem::wrong)?)?;
    let session = session(game, at.position.as_deref())?;
    with_game!(game, |_rules: G| {
        let line = session.line::<G>().expect("a session is played by the type of its game");
        let told =
            spec.explain(line.position()).map_err(|error| Problem::wrong(error.within("evaluator")))?;
        Ok(Json(value(&told)))
    })
}

pub async fn analyse(State(hub): App, query: Result<Json<Map<String, Value>>, JsonRejection>) -> Answer {
    let mut query = body(query)?;
    query.entry("id").or_insert_with(|| "page".into());
    if !query.contains_key("game") && !query.contains_key("rules") {
        return Err(Problem::wrong("game: which one is wanted here"));
    }
    let settings = Settings {
        game: games::FAMILIES[0].usual(),
        player: "best".parse().expect("every game has it"),
        seed: DEFAULT_SEED,
        threads: 1,
    };
    if let Some(player) = query.get("player").and_then(Value::as_str) {
        let spec: PlayerSpec = player.parse().map_err(Problem::wrong)?;
        let game = query.get("game").or(query.get("rules")).and_then(Value::as_str);
        // An unknown name is told before one that reads a file.
        if let Some(Ok(game)) = game.map(str::parse::<GameSpec>) {
            with_game!(game, |_rules: G| spec.check_names::<G>()).map_err(Problem::wrong)?;
        }
        inside(spec)?;
    }
    let mut question = Question::read(&query, &settings).map_err(Problem::wrong)?;
    question.limits = question.limits.tighter(&longest(&question.player, question.session.game()));
    let &[turn] = &question.turns[..] else {
        return Err(Problem::wrong("analyzeTurns: one turn a question"));
    };
    let asked = hub.thinkers.ask(question, turn, DEFAULT_SEED, Urgency::Analysis);
    let ticket = asked.map_err(|_| Problem::busy(BUSY))?;
    let answer = ticket.last().await.map_err(Problem::failed)?;
    Ok(Json(value(&answer)))
}

/// What a new table is made from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    game: Option<String>,
    position: Option<String>,
    #[serde(default)]
    steps: Vec<String>,
    #[serde(default = "human")]
    first: String,
    #[serde(default = "human")]
    second: String,
    clock: Option<Time>,
    pace: Option<u32>,
    record: Option<String>,
    number: Option<usize>,
}

fn human() -> String {
    "human".into()
}

pub async fn create(
    State(hub): App,
    table: Result<Json<NewTable>, JsonRejection>,
) -> Result<Response, Problem> {
    let new = body(table)?;
    // Long records take a while, and only so many at a time.
    let made = match new.record {
        Some(_) => hub.clone().replaying.run(move || make(&hub, new)).await?,
        None => make(&hub, new)?,
    };
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

fn make(hub: &Hub, new: NewTable) -> Result<Value, Problem> {
    let opened = match (new.record, new.game) {
        (Some(_), Some(_)) => return Err(Problem::wrong("a record says itself which game it is of")),
        (Some(text), None) => records::open(&text, new.number)?,
        (None, Some(game)) => {
            let game = game.parse().map_err(|error: TextError| Problem::wrong(error.within("game")))?;
            let session = play(game, new.position.as_deref(), &new.steps).map_err(Problem::wrong)?;
            Opened { session, date: Some(lab::date::today()), number: 1, games: 1, broken: None }
        }
        (None, None) => return Err(Problem::wrong("a table needs a game or a record")),
    };
    let Opened { session, date, number, games, broken } = opened;
    let seats = Pair { first: new.first, second: new.second };
    let entry = hub.create(session, &seats, new.clock, new.pace, date)?;
    Ok(json!({ "id": entry.table().id, "number": number, "games": games, "broken": broken }))
}

/// A file of games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    record: String,
}

pub async fn records(State(hub): App, file: Result<Json<Records>, JsonRejection>) -> Answer {
    let Records { record } = body(file)?;
    let games = hub.replaying.run(move || Ok(records::list(&record))).await?;
    Ok(Json(json!({ "games": games })))
}

pub async fn table(State(hub): App, Path(id): Path<String>) -> Answer {
    Ok(Json(value(&hub.find(&id)?.table().view(0))))
}

/// How a record is wanted.
#[derive(Deserialize)]
pub struct Form {
    format: Option<String>,
}

pub async fn record(
    State(hub): App,
    Path(id): Path<String>,
    Query(how): Query<Form>,
) -> Result<Response, Problem> {
    let record = hub.find(&id)?.table().record();
    let format = how.format.as_deref().unwrap_or("pgn");
    let wanted = Format::named(format).ok_or_else(|| Problem::wrong("format: pgn, jsonl or sgf"))?;
    let text = wanted.write(&record).map_err(Problem::wrong)?;
    let disposition = format!("attachment; filename=\"game.{format}\"");
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CONTENT_DISPOSITION, &disposition)];
    Ok((headers, text).into_response())
}

pub async fn live(
    State(hub): App,
    Path(id): Path<String>,
    Extension(place): Extension<Place>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let entry = hub.find(&id)?;
    let stay =
        place.stay().ok_or_else(|| Problem::busy("too many watch games here already; try again later"))?;
    // Small buffers: there may be many connections, and messages are short.
    Ok(upgrade
        .max_message_size(socket::MAX_MESSAGE)
        .max_frame_size(socket::MAX_MESSAGE)
        .read_buffer_size(socket::MAX_MESSAGE)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(async move |connection| {
            let _stay = stay;
            socket::serve(hub, entry, connection).await;
        }))
}

pub async fn papers() -> Json<Value> {
    Json(papers::list())
}

pub async fn paper(Path(name): Path<String>) -> Answer {
    papers::paper(&name).map(Json)
}

pub async fn configs() -> Json<Value> {
    let configs = runs::CONFIGS.iter().filter_map(|(name, text)| {
        let experiment = lab::learn::Experiment::read(text).ok()?;
        Some(json!({
            "name": name, "about": runs::about(text), "game": experiment.game(), "player": experiment.player(),
            "epochs": experiment.epochs()
        }))
    });
    Json(json!({ "configs": configs.collect::<Vec<_>>() }))
}

pub async fn estimate(State(hub): App, Path(name): Path<String>) -> Answer {
    hub.clone().measuring.run(move || hub.runs.estimate(&name)).await.map(Json)
}

pub async fn list(State(hub): App) -> Answer {
    let (runs, damaged) = hub.clone().reading.run(move || Ok(hub.runs.list())).await?;
    Ok(Json(json!({ "runs": runs, "damaged": damaged })))
}

/// Which runs to draw together.
#[derive(Deserialize)]
pub struct Several {
    runs: String,
}

pub async fn together(State(hub): App, Query(Several { runs }): Query<Several>) -> Answer {
    hub.clone().reading.run(move || hub.runs.together(&runs)).await.map(Json)
}

/// Which experiment to start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRun {
    config: String,
    epochs: Option<u64>,
}

pub async fn start(State(hub): App, run: Result<Json<NewRun>, JsonRejection>) -> Result<Response, Problem> {
    let NewRun { config, epochs } = body(run)?;
    let name = hub.clone().reading.run(move || hub.runs.start(&config, epochs)).await?;
    Ok((StatusCode::CREATED, Json(json!({ "name": name }))).into_response())
}

pub async fn run(State(hub): App, Path(name): Path<String>) -> Answer {
    hub.clone().reading.run(move || hub.runs.detail(&name)).await.map(Json)
}

pub async fn stop(State(hub): App, Path(name): Path<String>) -> Answer {
    hub.runs.stop(&name)?;
    Ok(Json(json!({})))
}

pub async fn resume(State(hub): App, Path(name): Path<String>) -> Answer {
    hub.clone().reading.run(move || hub.runs.resume(&name)).await?;
    Ok(Json(json!({})))
}

pub async fn sample(State(hub): App, Path((name, number)): Path<(String, usize)>) -> Answer {
    let record = hub.clone().reading.run(move || hub.runs.sample(&name, number)).await?;
    Ok(Json(json!({ "record": record })))
}

pub async fn events(
    State(hub): App,
    Path(name): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let watcher = runs::watch(&hub, &name).await?;
    let events = stream::unfold((watcher, None::<runs::Progress>), async |(mut watcher, told)| {
        watcher.changed().await.ok()?;
        let now = watcher.borrow_and_update().clone();
        let mut events = Vec::new();
        if told.is_some_and(|told| told.epoch != now.epoch) {
            let epoch = json!({ "epoch": now.epoch }).to_string();
            events.push(Ok(Event::default().event("epoch").data(epoch)));
        }
        events.push(Ok(Event::default().event("progress").data(value(&now).to_string())));
        Some((stream::iter(events), (watcher, Some(now))))
    });
    Ok(Sse::new(events.flatten()).keep_alive(KeepAlive::default()))
}

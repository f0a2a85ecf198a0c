//! One query, and its answers.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use games::{Game, Line, MAX_MOVES, Outcome, Session, TextError, with_game};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::MAX_STEPS;
use super::Settings;
use crate::Playable;
use crate::player::{Idea, Limits, Task, Thoughts};
use crate::recipe::{Maker, PlayerSpec};
use crate::rng::Rng;

/// What is wrong with a query, and in which field.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    field: &'static str,
    error: String,
}

impl Problem {
    pub(super) fn new(field: &'static str, error: impl ToString) -> Problem {
        Problem { field, error: error.to_string() }
    }

    /// The answer to the query of this id, as far as it is known.
    pub fn answer_to(&self, id: Option<&str>) -> Value {
        let mut answer = json!({ "error": self.error, "field": self.field });
        if let Some(id) = id {
            answer["id"] = id.into();
        }
        answer
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.error)
    }
}

/// What is asked: a line of play, the turns of it to analyse, and how.
#[derive(Clone, Debug)]
pub struct Query {
    /// The answers carry it.
    pub id: String,
    /// The game that is asked about.
    pub session: Session,
    /// After how many steps to analyse.
    pub turns: Vec<usize>,
    /// Who analyses.
    pub player: PlayerSpec,
    /// How long, for each position.
    pub limits: Limits,
    /// How many of the best steps are wanted.
    pub best: usize,
    /// How often to report while thinking.
    pub every: Option<Duration>,
    /// Larger numbers first.
    pub priority: i64,
    /// Whether the first step of the answer will be played ([`Task::play`]); what is read never says so.
    pub play: bool,
}

/// The fields of a query.
pub(super) const FIELDS: [&str; 13] = [
    "id",
    "game",
    "rules",
    "initialPosition",
    "moves",
    "analyzeTurns",
    "maxVisits",
    "maxDepth",
    "maxTime",
    "best",
    "player",
    "reportDuringSearchEvery",
    "priority",
];

impl Query {
    /// Reads and checks a query: the steps are legal, the turns are there, the player exists.
    pub fn read(object: &Map<String, Value>, settings: &Settings) -> Result<Query, Problem> {
        let id =
            text(object, "id")?.ok_or_else(|| Problem::new("id", "a query has an id, which is a text"))?;
        let (field, name) = match text(object, "game")? {
            Some(name) => ("game", Some(name)),
            None => ("rules", text(object, "rules")?),
        };
        let game = match name {
            Some(name) => name.parse().map_err(|error| Problem::new(field, error))?,
            None => settings.game,
        };
        let player = match text(object, "player")? {
            Some(spec) => spec.parse().map_err(|error| Problem::new("player", error))?,
            None => settings.player.clone(),
        };
        let steps = steps(object)?;
        let turns = turn_list(object, "analyzeTurns")?.unwrap_or_else(|| vec![steps.len()]);
        if turns.iter().any(|&turn| turn > steps.len()) || turns.len() > MAX_STEPS + 1 {
            let error = format!("turns go from 0 to {}, the number of moves", steps.len());
            return Err(Problem::new("analyzeTurns", error));
        }
        let given = Limits {
            nodes: whole(object, "maxVisits", 1, u64::MAX)?,
            depth: whole(object, "maxDepth", 1, 1000)?.map(|depth| depth as u32),
            time: seconds(object, "maxTime")?,
        };
        let mut session = Session::begin(game, text(object, "initialPosition")?)
            .map_err(|error| Problem::new("initialPosition", error))?;
        for (i, step) in steps.iter().enumerate() {
            let wrong =
                |error: TextError| Problem::new("moves", error.within(format_args!("step {}", i + 1)));
            session.read(step).map_err(wrong)?;
        }
        let query = Query {
            id: id.into(),
            session,
            turns,
            limits: if given == Limits::default() { player.default_limits() } else { given },
            player,
            best: whole(object, "best", 1, MAX_MOVES as u64)?.unwrap_or(1) as usize,
            every: seconds(object, "reportDuringSearchEvery")?,
            priority: match object.get("priority") {
                None => 0,
                Some(number) => {
                    number.as_i64().ok_or_else(|| Problem::new("priority", "this is not a whole number"))?
                }
            },
            play: false,
        };
        with_game!(game, |rules: G| {
            query.player.maker::<G>(&rules).map(drop).map_err(|error| Problem::new("player", error))?;
        });
        Ok(query)
    }

    /// Analyses one of the turns; `tell` hears of answers on the way. Raising `stop` ends it early.
    pub fn answer(
        &self,
        turn: usize,
        seed: u64,
        stop: &Arc<AtomicBool>,
        tell: impl FnMut(Answer),
    ) -> Result<Answer, Problem> {
        with_game!(*self.session.game(), |rules: G| {
            // It was checked when the query was read, but a file that it names may have gone since.
            let maker = self.player.maker::<G>(&rules).map_err(|error| Problem::new("player", error))?;
            Ok(self.answer_by(&maker, turn, seed, stop, tell))
        })
    }

    /// The same with a maker that exists already, of the type of the game.
    pub fn answer_by<G: Playable>(
        &self,
        maker: &Maker<G>,
        turn: usize,
        seed: u64,
        stop: &Arc<AtomicBool>,
        mut tell: impl FnMut(Answer),
    ) -> Answer {
        let line =
            self.session.line::<G>().expect("a session is played by the type of its game").prefix(turn);
        if line.outcome().is_some() {
            return self.report(&line, &Thoughts::new(Vec::new(), 0), false);
        }
        let rng = Rng::new(seed).child("turn", turn as u64);
        let mut player = maker(&mut rng.child("player", 0));
        let task = Task { limits: self.limits, best: self.best, play: self.play, stop: stop.clone() };
        let mut told = Instant::now();
        let thoughts = player.think(&line, &task, &mut rng.child("step", 0), &mut |thoughts| {
            if self.every.is_some_and(|every| told.elapsed() >= every) {
                told = Instant::now();
                tell(self.report(&line, thoughts, true));
            }
        });
        self.report(&line, &thoughts, false)
    }

    /// What is thought of the last position of a line; nothing where the game is over.
    fn report<G: Game>(
        &self,
        line: &Line<G>,
        thoughts: &Thoughts<G::Move>,
        is_during_search: bool,
    ) -> Answer {
        let info = |(order, idea): (usize, &Idea<G::Move>)| MoveInfo {
            step: idea.line[0].to_string(),
            visits: idea.visits,
            winrate: winrate(idea.value),
            value: round(idea.value),
            depth: idea.depth,
            prior: idea.prior.map(round),
            order,
            pv: idea.line.iter().map(ToString::to_string).collect(),
        };
        let (side, outcome, best) = (line.to_move(), line.outcome(), thoughts.ideas.first());
        let value = outcome.map(|outcome| outcome.value_for(side)).or(best.map(|best| best.value));
        let value = value.expect("a player has an idea while the game goes on");
        Answer {
            id: self.id.clone(),
            is_during_search,
            turn_number: line.steps().len(),
            move_infos: thoughts.ideas.iter().enumerate().map(info).collect(),
            root_info: RootInfo {
                current_player: Outcome::Win(side).word(),
                visits: thoughts.nodes,
                winrate: winrate(value),
                value: round(value),
                depth: best.map_or(0, |best| best.depth),
                outcome: outcome.map(Outcome::word),
                note: thoughts.note,
            },
        }
    }
}

/// What is known about one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The query's.
    pub id: String,
    /// Whether another answer will follow.
    pub is_during_search: bool,
    /// After how many steps.
    pub turn_number: usize,
    /// The best steps, best first; none where the game is over.
    pub move_infos: Vec<MoveInfo>,
    /// The position as a whole.
    pub root_info: RootInfo,
}

/// What is known about one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfo {
    /// The step.
    #[serde(rename = "move")]
    pub step: String,
    /// Positions looked at for it.
    pub visits: u64,
    /// Its value from 0 to 1, for the side to move.
    pub winrate: f64,
    /// The same from −1 to 1.
    pub value: f64,
    /// Steps looked ahead.
    pub depth: u32,
    /// What a tree search thought of it before it looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    /// 0 for the best step.
    pub order: usize,
    /// The expected play, from this step on.
    pub pv: Vec<String>,
}

/// What is known about the position itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootInfo {
    /// Who is to move, `first` or `second`.
    pub current_player: &'static str,
    /// All positions looked at.
    pub visits: u64,
    /// The value of the best step from 0 to 1, for the side to move.
    pub winrate: f64,
    /// The same from −1 to 1.
    pub value: f64,
    /// How far the search looked.
    pub depth: u32,
    /// How the game ended, where it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// A sentence, where the numbers mean something else than usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// Six digits are more than any search knows.
fn round(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}

fn winrate(value: f32) -> f64 {
    round((1.0 + value) / 2.0)
}

fn text<'a>(object: &'a Map<String, Value>, field: &'static str) -> Result<Option<&'a str>, Problem> {
    match object.get(field) {
        None => Ok(None),
        Some(value) => value.as_str().map(Some).ok_or_else(|| Problem::new(field, "this is not a text")),
    }
}

fn whole(
    object: &Map<String, Value>,
    field: &'static str,
    least: u64,
    most: u64,
) -> Result<Option<u64>, Problem> {
    let Some(value) = object.get(field) else { return Ok(None) };
    let number = value.as_u64().filter(|n| (least..=most).contains(n));
    let error = || Problem::new(field, format!("this is not a whole number from {least} to {most}"));
    number.map(Some).ok_or_else(error)
}

fn seconds(object: &Map<String, Value>, field: &'static str) -> Result<Option<Duration>, Problem> {
    let Some(value) = object.get(field) else { return Ok(None) };
    let number = value.as_f64().filter(|n| (0.001..=1e6).contains(n)).map(Duration::from_secs_f64);
    number.map(Some).ok_or_else(|| Problem::new(field, "this is not a number of seconds, at least 0.001"))
}

fn steps(object: &Map<String, Value>) -> Result<Vec<String>, Problem> {
    let wrong = || Problem::new("moves", "this is not a list of steps, each a text");
    let list = object.get("moves").map_or(Some(&[][..]), |list| list.as_array().map(Vec::as_slice));
    let list = list.ok_or_else(wrong)?;
    if list.len() > MAX_STEPS {
        return Err(Problem::new("moves", format!("a line of play has at most {MAX_STEPS} steps")));
    }
    let step = |value: &Value| match value {
        Value::String(step) => Some(step.clone()),
        Value::Array(pair) if pair.len() == 2 => pair[1].as_str().map(Into::into),
        _ => None,
    };
    list.iter().map(|value| step(value).ok_or_else(wrong)).collect()
}

/// A list of turns, if the field is there.
pub(super) fn turn_list(
    object: &Map<String, Value>,
    field: &'static str,
) -> Result<Option<Vec<usize>>, Problem> {
    let Some(value) = object.get(field) else { return Ok(None) };
    let turns = value.as_array().and_then(|list| {
        list.iter().map(|turn| turn.as_u64().and_then(|turn| usize::try_from(turn).ok())).collect()
    });
    turns.map(Some).ok_or_else(|| Problem::new(field, "this is not a list of whole numbers"))
}

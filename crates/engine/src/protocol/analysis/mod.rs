//! Analysis as questions and answers, one JSON object a line, in the shape of KataGo's analysis engine, for every game.
//!
//! ```text
//! > {"id":"q","game":"awari","moves":["C"],"analyzeTurns":[0,1],"maxVisits":1000}
//! < {"id":"q","isDuringSearch":false,"turnNumber":0,"moveInfos":[{"move":"F","visits":812,"winrate":0.52,…}],"rootInfo":{…}}
//! < {"id":"q","isDuringSearch":false,"turnNumber":1,…}
//! ```
//!
//! **A query** has
//! - `id`: any text; answers carry it;
//! - `game`, or `rules` as KataGo calls it: the game's name with its switches; what the program was started with if absent;
//! - `initialPosition`: a position string; the start of the game if absent;
//! - `moves`: the steps from there, as texts, or as pairs of a side and a step (the side is not looked at);
//! - `analyzeTurns`: after how many steps to analyse, a list; after all of them if absent;
//! - `maxVisits` (positions or simulations; 1,000 for each judgement of a network by `best`), `maxDepth` (steps), `maxTime`
//!   (seconds): how long to think about each position; if all are absent as long as the player's spec says;
//! - `best`: how many of the best steps are wanted; 1 if absent;
//! - `player`: a player spec; what the program was started with if absent;
//! - `reportDuringSearchEvery`: seconds, at the earliest, between answers with `isDuringSearch` true;
//! - `priority`: larger numbers first; 0 if absent; equal ones in their order.
//!
//! Other fields are answered with a `warning` and ignored.
//!
//! **An answer** comes once for each turn: `turnNumber`, `moveInfos`, best first, each with `move`, `visits`, `winrate` (from 0 to 1 for the
//! side to move), `value` (the same from −1 to 1), `depth`, `prior` (where the player has one), `order`, `pv`; and `rootInfo` with `currentPlayer` (`first` or
//! `second`), `visits`, `winrate`, `value`, `depth`, and a `note` where a network judges and visits are its judgements. In a finished game `moveInfos` is empty and `rootInfo` has the `outcome`.
//!
//! **Actions**: `{"id":…,"action":"terminate","terminateId":…}` ends the query of that id (with `turnNumbers` only those turns), `terminate_all`
//! all of them, `query_version` asks for the version; each is answered by itself. What had not begun is answered with `"noResults":true`, what
//! had with what is known.
//!
//! **A wrong line** is answered with `{"error":…,"field":…,"id":…}`, as far as these are known. At the end of the input everything asked
//! is answered first. An answer is a function of query, seed and version unless `maxTime` or an action ends it.

mod query;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::Scope;

use games::GameSpec;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::MAX_LINE;
use super::thinking;
use crate::recipe::PlayerSpec;
pub use query::{Answer, MoveInfo, Problem, Query, RootInfo};

/// What queries need not say.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub game: GameSpec,
    /// Who analyses.
    pub player: PlayerSpec,
    /// Decides every random choice.
    pub seed: u64,
    /// Positions analysed at the same time.
    pub threads: usize,
}

/// Answers queries until the end of the input.
pub fn run(settings: &Settings, input: impl BufRead + Send, output: impl Write) -> io::Result<()> {
    let never = |_: &[u8]| false;
    thinking::converse(input, never, Event::Heard, |scope, sender, events| {
        let mut session =
            Session { settings, asked: 0, waiting: vec![], running: vec![], ended: false, sender, output };
        let result = session.serve(scope, events);
        session.running.iter().for_each(Job::stop);
        result
    })
}

enum Event {
    Heard(io::Result<Option<Vec<u8>>>),
    Answer(Answer),
    /// The last answer of a job.
    Done(Job, Result<Answer, Problem>),
}

/// One position to analyse.
#[derive(Clone)]
struct Job {
    number: u64,
    query: Arc<Query>,
    turn: usize,
    stop: Arc<AtomicBool>,
}

impl Job {
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct Session<'a, W> {
    settings: &'a Settings,
    asked: u64,
    waiting: Vec<Job>,
    running: Vec<Job>,
    ended: bool,
    sender: Sender<Event>,
    output: W,
}

impl<W: Write> Session<'_, W> {
    fn serve<'scope>(&mut self, scope: &'scope Scope<'scope, '_>, events: Receiver<Event>) -> io::Result<()> {
        for event in events {
            match event {
                Event::Heard(Ok(Some(line))) => self.hear(&line)?,
                Event::Heard(Ok(None)) => self.ended = true,
                Event::Heard(Err(error)) => return Err(error),
                Event::Answer(answer) => self.write(&answer)?,
                Event::Done(done, answer) => {
                    self.running.retain(|job| job.number != done.number);
                    match answer {
                        Ok(answer) => self.write(&answer)?,
                        Err(problem) => self.write(&problem.answer_to(Some(&done.query.id)))?,
                    }
                }
            }
            while self.running.len() < self.settings.threads.max(1) && !self.waiting.is_empty() {
                self.start(scope);
            }
            self.output.flush()?;
            if self.ended && self.running.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn write(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.output, object)?;
        writeln!(self.output)
    }

    /// Starts the most urgent job.
    fn start<'scope>(&mut self, scope: &'scope Scope<'scope, '_>) {
        let urgency = |job: &Job| (job.query.priority, std::cmp::Reverse(job.number));
        let Some(at) = (0..self.waiting.len()).max_by_key(|&i| urgency(&self.waiting[i])) else { return };
        let job = self.waiting.remove(at);
        self.running.push(job.clone());
        let (seed, sender) = (self.settings.seed, self.sender.clone());
        scope.spawn(move || {
            let tell = |answer| {
                // A session that has ended listens no more.
                let _ = sender.send(Event::Answer(answer));
            };
            let answer = job.query.answer(job.turn, seed, &job.stop, tell);
            let _ = sender.send(Event::Done(job, answer));
        });
    }

    fn hear(&mut self, line: &[u8]) -> io::Result<()> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let object = match serde_json::from_slice::<Value>(line) {
            _ if line.len() > MAX_LINE => Err(format!("a line has at most {MAX_LINE} bytes")),
            Ok(Value::Object(object)) => Ok(object),
            Ok(_) => Err("a query is a JSON object, such as {\"id\":\"a\",\"moves\":[]}".into()),
            Err(error) => Err(format!("this is not JSON: {error}")),
        };
        let object = match object {
            Ok(object) => object,
            Err(error) => return self.write(&json!({ "error": error })),
        };
        let result = match object.get("action") {
            None => self.ask(&object),
            Some(action) => self.act(&object, action),
        };
        let id = object.get("id").and_then(Value::as_str);
        result.or_else(|problem| self.write(&problem.answer_to(id)))
    }

    fn ask(&mut self, object: &Map<String, Value>) -> Result<(), Problem> {
        let query = Arc::new(Query::read(object, self.settings)?);
        for field in object.keys().filter(|field| !query::FIELDS.contains(&field.as_str())) {
            let warning = "this field is not known here and means nothing";
            let _ = self.write(&json!({ "warning": warning, "field": field, "id": query.id }));
        }
        for &turn in &query.turns {
            let stop = Arc::default();
            self.waiting.push(Job { number: self.asked, query: query.clone(), turn, stop });
            self.asked += 1;
        }
        Ok(())
    }

    fn act(&mut self, object: &Map<String, Value>, action: &Value) -> Result<(), Problem> {
        let mut answer = object.clone();
        match action.as_str() {
            Some(action @ ("terminate" | "terminate_all")) => {
                let id = object.get("terminateId").and_then(Value::as_str).filter(|_| action == "terminate");
                if action == "terminate" && id.is_none() {
                    return Err(Problem::new("terminateId", "the id of a query is wanted here"));
                }
                let turns = query::turn_list(object, "turnNumbers")?;
                self.terminate(|job| {
                    id.is_none_or(|id| job.query.id == id)
                        && turns.as_ref().is_none_or(|turns| turns.contains(&job.turn))
                });
            }
            Some("query_version") => {
                answer.insert("version".into(), env!("CARGO_PKG_VERSION").into());
            }
            _ => {
                let known = "the actions are terminate, terminate_all and query_version";
                return Err(Problem::new("action", known));
            }
        }
        let _ = self.write(&answer);
        Ok(())
    }

    fn terminate(&mut self, meant: impl Fn(&Job) -> bool) {
        self.running.iter().filter(|job| meant(job)).for_each(Job::stop);
        let (ended, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|job| meant(job));
        self.waiting = waiting;
        for job in ended {
            let answer = json!({
                "id": job.query.id, "isDuringSearch": false, "noResults": true, "turnNumber": job.turn
            });
            let _ = self.write(&answer);
        }
    }
}

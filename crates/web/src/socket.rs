//! The live side of a table: one WebSocket, its wishes, its analysis and its review.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use engine::Limits;
use engine::protocol::analysis::Answer;
use engine::review::{Choice, Review};
use games::{Session, Side, TextError};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::error::Problem;
use crate::hub::{self, Entry, Hub};
use crate::scene;
use crate::table::{Pair, Table};
use crate::thinkers::{BUSY, RETRY, Ticket, Urgency};

/// Longer messages end the connection.
pub const MAX_MESSAGE: usize = 4 * 1024;

/// How long an analysis goes on, how often it is told, and how long each position of a review and a hint take.
const ANALYSIS: Limits = limits(20_000_000, 20);
const REVIEW: Limits = limits(30_000, 5);
const HINT: Limits = limits(200_000, 3);
const EVERY: Duration = Duration::from_millis(150);

const fn limits(nodes: u64, seconds: u64) -> Limits {
    Limits { nodes: Some(nodes), time: Some(Duration::from_secs(seconds)), depth: None }
}

/// What a client may say.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Wish {
    Step {
        step: String,
        at: usize,
    },
    Undo {},
    Redo {},
    Go {
        at: usize,
    },
    Resume {},
    Resign {},
    Seats {
        first: String,
        second: String,
    },
    Pace {
        ms: u32,
    },
    Analyse {
        on: bool,
        #[serde(default = "three")]
        best: usize,
        #[serde(default = "best")]
        player: String,
    },
    Review {},
    Hint {},
}

fn three() -> usize {
    3
}

fn best() -> String {
    "best".into()
}

impl Wish {
    /// Does what concerns the table alone; none where a wish is more than that.
    pub fn apply(&self, table: &mut Table) -> Option<Result<(), TextError>> {
        Some(match self {
            Wish::Step { step, at } => table.person_step(*at, step),
            Wish::Undo {} => table.undo(),
            Wish::Redo {} => table.redo(),
            Wish::Go { at } => table.go(*at),
            Wish::Resign {} => table.resign(),
            Wish::Resume {} => {
                table.resume();
                Ok(())
            }
            Wish::Pace { ms } => {
                table.set_pace(*ms);
                Ok(())
            }
            Wish::Seats { .. } | Wish::Analyse { .. } | Wish::Review {} | Wish::Hint {} => return None,
        })
    }

    /// Reads a message.
    pub fn read(text: &str) -> Result<Wish, TextError> {
        serde_json::from_str(text).map_err(|error| TextError::new(format!("this cannot be done: {error}")))
    }
}

/// A connection.
struct Live {
    hub: Arc<Hub>,
    entry: Arc<Entry>,
    socket: WebSocket,
    /// The game as the client knows it.
    known: Option<Session>,
    /// How many best steps are wanted by which player, while analysis is on.
    analysis: Option<(usize, engine::PlayerSpec)>,
    /// The game as it is looked at, and what comes of it.
    ticket: Option<(Session, Ticket)>,
    asides: mpsc::UnboundedSender<Value>,
    review: Option<AbortHandle>,
    hint: Option<AbortHandle>,
}

impl Drop for Live {
    fn drop(&mut self) {
        // Cancel the work of a client that disconnected.
        [self.review.take(), self.hint.take()].into_iter().flatten().for_each(|task| task.abort());
    }
}

/// The client is gone.
struct Gone;

/// Serves a connection until it ends.
pub async fn serve(hub: Arc<Hub>, entry: Arc<Entry>, socket: WebSocket) {
    let mut listener = hub.listen(&entry);
    let (asides, mut heard) = mpsc::unbounded_channel();
    let mut live = Live {
        hub,
        entry,
        socket,
        known: None,
        analysis: None,
        ticket: None,
        asides,
        review: None,
        hint: None,
    };
    let mut seen = None;
    if live.show(&mut seen).await.is_err() {
        return;
    }
    loop {
        let flag = live.entry.table().until_flag();
        let event = tokio::select! {
            changed = listener.news.changed() => match changed {
                Ok(()) => live.show(&mut seen).await,
                Err(_) => return,
            },
            message = live.socket.recv() => match message {
                Some(Ok(Message::Text(text))) => live.hear(text.as_str()).await,
                Some(Ok(Message::Binary(_))) => live.complain("messages are texts").await,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Gone),
            },
            answer = next(&mut live.ticket) => live.analysed(answer).await,
            Some(aside) = heard.recv() => live.send(&aside).await,
            () = sleep(flag) => {
                let _ = live.hub.change(&live.entry, |table| { table.flag(); Ok(()) });
                Ok(())
            }
        };
        if event.is_err() {
            return;
        }
    }
}

/// The message that something went wrong.
fn trouble(sentence: &(impl ToString + ?Sized)) -> Value {
    json!({ "is": "error", "error": sentence.to_string() })
}

/// What came of looking at a game where it stood.
type Analysed = Option<(Session, Result<Answer, TextError>)>;

async fn next(ticket: &mut Option<(Session, Ticket)>) -> Analysed {
    match ticket {
        Some((session, ticket)) => ticket.next().await.map(|answer| (session.clone(), answer)),
        None => std::future::pending().await,
    }
}

async fn sleep(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time + Duration::from_millis(5)).await,
        None => std::future::pending().await,
    }
}

/// A value for the side to move as a value for the first side.
fn for_first(value: f64, side: Side) -> f64 {
    if side == Side::First { value } else { -value }
}

impl Live {
    async fn send(&mut self, message: &impl serde::Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(message).expect("it is plain data");
        // A client that does not read is not waited for.
        let sent =
            tokio::time::timeout(Duration::from_secs(10), self.socket.send(Message::Text(text.into())));
        sent.await.ok().and_then(Result::ok).ok_or(Gone)
    }

    async fn complain(&mut self, sentence: &str) -> Result<(), Gone> {
        self.send(&trouble(sentence)).await
    }

    async fn busy(&mut self) -> Result<(), Gone> {
        self.send(&json!({ "is": "busy", "error": BUSY, "retry": RETRY })).await
    }

    /// Sends the table, and analyses where it is now.
    async fn show(&mut self, seen: &mut Option<u64>) -> Result<(), Gone> {
        let (view, moved) = {
            let table = self.entry.table();
            let session = table.session();
            let keep = self.known.as_ref().map_or(0, |known| known.shared(session));
            let moved = *seen != Some(table.version);
            *seen = Some(table.version);
            self.known = Some(session.clone());
            (table.view(keep), moved)
        };
        self.send(&view).await?;
        if moved { self.analyse().await } else { Ok(()) }
    }

    async fn hear(&mut self, text: &str) -> Result<(), Gone> {
        let done = match Wish::read(text) {
            Ok(wish) => self.fulfil(wish).await?,
            Err(error) => Err(Problem::wrong(error)),
        };
        match done {
            Ok(()) => Ok(()),
            Err(problem) => self.complain(problem.sentence()).await,
        }
    }

    async fn fulfil(&mut self, wish: Wish) -> Result<Result<(), Problem>, Gone> {
        Ok(match wish {
            Wish::Seats { first, second } => {
                let game = self.entry.table().game();
                self.hub.seats(&game, &Pair { first, second }).and_then(|seats| {
                    self.hub.change(&self.entry, |table| {
                        table.sit(seats);
                        Ok(())
                    })
                })
            }
            Wish::Analyse { on: false, .. } => {
                (self.analysis, self.ticket) = (None, None);
                Ok(())
            }
            Wish::Analyse { on: true, best, player } => match self.analyst(&player) {
                Ok(spec) => {
                    self.analysis = Some((best.clamp(1, 10), spec));
                    self.analyse().await?;
                    Ok(())
                }
                Err(problem) => Err(problem),
            },
            Wish::Review {} => {
                self.start_review();
                Ok(())
            }
            Wish::Hint {} => {
                self.hint().await?;
                Ok(())
            }
            _ => self.hub.change(&self.entry, |table| wish.apply(table).unwrap_or(Ok(()))),
        })
    }

    fn analyst(&self, text: &str) -> Result<engine::PlayerSpec, Problem> {
        let game = self.entry.table().game();
        match self.hub.seat(&game, text)? {
            crate::table::Seat::Engine(_, spec) => Ok(spec),
            crate::table::Seat::Human => Err(Problem::wrong("people do not analyse here")),
        }
    }

    /// Begins with the position of the table, if analysis is on.
    async fn analyse(&mut self) -> Result<(), Gone> {
        self.ticket = None;
        let Some((best, spec)) = self.analysis.clone() else { return Ok(()) };
        let (query, session) = {
            let table = self.entry.table();
            if table.result().is_some() {
                return Ok(());
            }
            let mut query = hub::query(&table, spec, ANALYSIS, best, false);
            query.every = Some(EVERY);
            (query, table.session().clone())
        };
        match self.hub.thinkers.ask(query, session.at(), 0, Urgency::Analysis) {
            Ok(ticket) => self.ticket = Some((session, ticket)),
            Err(_) => self.busy().await?,
        }
        Ok(())
    }

    /// Passes an answer on.
    async fn analysed(&mut self, answer: Analysed) -> Result<(), Gone> {
        let Some((session, answer)) = answer else {
            self.ticket = None;
            return Ok(());
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return self.complain(&error.to_string()).await,
        };
        let (at, value) = (session.at(), for_first(answer.root_info.value, session.mover()));
        let mut message = serde_json::to_value(&answer).expect("it is plain data");
        message["is"] = "analysis".into();
        message["at"] = at.into();
        for (number, info) in answer.move_infos.iter().enumerate() {
            message["moveInfos"][number]["cells"] = scene::cells(&session, &info.pv).into();
        }
        self.send(&message).await?;
        self.send(&json!({ "is": "value", "at": at, "value": value })).await
    }

    async fn hint(&mut self) -> Result<(), Gone> {
        let asked = {
            let table = self.entry.table();
            let spec = "best".parse().expect("every game has it");
            let goes_on = table.result().is_none();
            goes_on.then(|| (hub::query(&table, spec, HINT, 1, false), table.session().at()))
        };
        let Some((query, at)) = asked else { return self.complain("the game is over").await };
        match self.hub.thinkers.ask(query, at, 0, Urgency::Step) {
            Err(_) => self.busy().await,
            Ok(ticket) => {
                let asides = self.asides.clone();
                let task = tokio::spawn(async move {
                    let best = ticket.last().await.map(|answer| answer.move_infos.into_iter().next());
                    let message = match best {
                        Ok(Some(best)) => json!({
                            "is": "hint", "at": at, "step": best.step, "pv": best.pv, "value": best.value
                        }),
                        Ok(None) => return,
                        Err(error) => trouble(&error),
                    };
                    let _ = asides.send(message);
                });
                if let Some(earlier) = self.hint.replace(task.abort_handle()) {
                    earlier.abort();
                }
                Ok(())
            }
        }
    }

    fn start_review(&mut self) {
        if let Some(earlier) = self.review.take() {
            earlier.abort();
        }
        let task = review(self.hub.clone(), self.entry.clone(), self.asides.clone());
        self.review = Some(tokio::spawn(task).abort_handle());
    }
}

/// Looks at every position of a game, and tells what every step cost.
async fn review(hub: Arc<Hub>, entry: Arc<Entry>, tell: mpsc::UnboundedSender<Value>) {
    let base = {
        let table = entry.table();
        let spec = "best".parse().expect("every game has it");
        hub::query(&table, spec, REVIEW, 1, false)
    };
    let session = base.session.clone();
    let mut review = Review::default();
    for at in 0..=session.steps() {
        let mut query = base.clone();
        query.turns = vec![at];
        let answer = loop {
            match hub.thinkers.ask(query.clone(), at, 0, Urgency::Analysis) {
                Ok(ticket) => break ticket.last().await,
                Err(_) => tokio::time::sleep(Duration::from_secs(RETRY)).await,
            }
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                let _ = tell.send(trouble(&error));
                return;
            }
        };
        let side = session.mover_after(at);
        let value = answer.root_info.value;
        let made = (at < session.steps()).then(|| session.made(at).step);
        let choice = made.zip(answer.move_infos.into_iter().next()).map(|(step, best)| Choice {
            step,
            best: best.step,
            line: best.pv,
            depth: best.depth,
        });
        if let Some(judged) = review.position(side, value, choice) {
            let mut message = serde_json::to_value(judged).expect("it is plain data");
            message["is"] = "review".into();
            let _ = tell.send(message);
        }
        if tell.send(json!({ "is": "value", "at": at, "value": for_first(value, side) })).is_err() {
            return;
        }
    }
    let summary = Side::BOTH.map(|side| review.summary(side, session.game().side_name(side)));
    let _ = tell.send(json!({ "is": "reviewed", "summary": summary }));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn wishes_are_read() {
        let wish = Wish::read(r#"{"do":"step","step":"c3","at":4}"#).unwrap();
        assert_eq!(wish, Wish::Step { step: "c3".into(), at: 4 });
        let wish = Wish::read(r#"{"do":"analyse","on":true}"#).unwrap();
        assert_eq!(wish, Wish::Analyse { on: true, best: 3, player: "best".into() });
        for wrong in ["", "[]", "{}", r#"{"do":"fly"}"#, r#"{"do":"undo","x":1}"#, r#"{"do":"go","at":-1}"#] {
            assert!(Wish::read(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]
        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,80}|\\{\"do\":\"[a-z]{0,9}\"(,\"[a-z]{1,6}\":[0-9a-z\"\\[\\]{}.-]{0,12}){0,3}\\}") {
            if let Err(error) = Wish::read(&text) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}

//! The live side of a table: one WebSocket, its wishes, its analysis and its review.

mod advice;
mod wish;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use engine::Limits;
use engine::protocol::analysis::Answer;
use games::{Session, Side, TextError};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::error::Problem;
use crate::hub::{self, Entry, Hub};
use crate::scene;
pub use crate::socket::wish::Wish;
use crate::table::{Pair, Seat};
use crate::thinkers::{BUSY, RETRY, Ticket, Urgency};

/// Longer messages end the connection.
pub const MAX_MESSAGE: usize = 4 * 1024;

/// How long an analysis goes on, and how often it is told.
const ANALYSIS: Limits = limits(20_000_000, 20);
const EVERY: Duration = Duration::from_millis(150);

const fn limits(nodes: u64, seconds: u64) -> Limits {
    Limits { nodes: Some(nodes), time: Some(Duration::from_secs(seconds)), depth: None }
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
            Seat::Engine(_, spec) => Ok(spec),
            Seat::Human => Err(Problem::wrong("people do not analyse here")),
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
}

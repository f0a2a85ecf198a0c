//! The live side of a table: one WebSocket, its wishes, its analysis and its review.

mod advice;
mod wish;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use engine::Limits;
use engine::protocol::analysis::{Answer, Query};
use games::{Session, Side, TextError};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::error::Problem;
use crate::hub::{self, Entry, Hub};
use crate::scene;
pub use crate::socket::wish::Wish;
use crate::table::{Pair, Seat, Table};
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
    /// Work beside the game; it ends with the connection.
    review: JoinSet<()>,
    hint: JoinSet<()>,
    /// The version of the table that the client has seen.
    seen: Option<u64>,
    /// The client is gone.
    gone: bool,
}

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
        review: JoinSet::new(),
        hint: JoinSet::new(),
        seen: None,
        gone: false,
    };
    live.show().await;
    while !live.gone {
        let flag = live.entry.table().until_flag();
        tokio::select! {
            changed = listener.news.changed() => match changed {
                Ok(()) => live.show().await,
                Err(_) => return,
            },
            message = live.socket.recv() => match message {
                Some(Ok(Message::Text(text))) => live.hear(text.as_str()).await,
                Some(Ok(Message::Binary(_))) => live.complain("messages are texts").await,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            answer = next(&mut live.ticket) => live.analysed(answer).await,
            Some(aside) = heard.recv() => live.send(&aside).await,
            () = sleep(flag) => {
                let _ = live.hub.change(&live.entry, |table| { table.flag(); Ok(()) });
            }
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

impl Live {
    async fn send(&mut self, message: &impl serde::Serialize) {
        let text = serde_json::to_string(message).expect("it is plain data");
        if !self.gone {
            // A client that does not read is not waited for.
            let sent = self.socket.send(Message::Text(text.into()));
            self.gone = !matches!(tokio::time::timeout(Duration::from_secs(10), sent).await, Ok(Ok(())));
        }
    }

    async fn complain(&mut self, sentence: &str) {
        self.send(&trouble(sentence)).await;
    }

    async fn busy(&mut self) {
        self.send(&json!({ "is": "busy", "error": BUSY, "retry": RETRY })).await;
    }

    /// Sends the table, and analyses where it is now.
    async fn show(&mut self) {
        let (view, moved) = {
            let table = self.entry.table();
            let session = table.session();
            let keep = self.known.as_ref().map_or(0, |known| known.shared(session));
            let moved = self.seen.replace(table.version) != Some(table.version);
            self.known = Some(session.clone());
            (table.view(keep), moved)
        };
        self.send(&view).await;
        if moved {
            self.analyse().await;
        }
    }

    async fn hear(&mut self, text: &str) {
        if let Err(problem) = self.fulfil(text).await {
            self.complain(&problem.sentence).await;
        }
    }

    async fn fulfil(&mut self, text: &str) -> Result<(), Problem> {
        match Wish::read(text).map_err(Problem::wrong)? {
            Wish::Seats { first, second } => {
                let game = self.entry.table().game();
                let seats = self.hub.seats(&game, &Pair { first, second })?;
                let sit = |table: &mut Table| {
                    table.sit(seats);
                    Ok(())
                };
                self.hub.change(&self.entry, sit)?;
            }
            Wish::Analyse { on: false, .. } => (self.analysis, self.ticket) = (None, None),
            Wish::Analyse { on: true, best, player } => {
                self.analysis = Some((best.clamp(1, 10), self.analyst(&player)?));
                self.analyse().await;
            }
            Wish::Review {} => self.start_review(),
            Wish::Hint {} => self.hint().await,
            wish => self.hub.change(&self.entry, |table| wish.apply(table).unwrap_or(Ok(())))?,
        }
        Ok(())
    }

    fn analyst(&self, text: &str) -> Result<engine::PlayerSpec, Problem> {
        let game = self.entry.table().game();
        match self.hub.seat(&game, text)? {
            Seat::Engine(_, spec) => Ok(spec),
            Seat::Human => Err(Problem::wrong("people do not analyse here")),
        }
    }

    /// Begins with the position of the table, if analysis is on.
    async fn analyse(&mut self) {
        self.ticket = None;
        let Some((best, spec)) = self.analysis.clone() else { return };
        let (query, session) = {
            let table = self.entry.table();
            if table.result().is_some() {
                return;
            }
            let query = hub::query(&table, spec, ANALYSIS, best, false);
            (Query { every: Some(EVERY), ..query }, table.session().clone())
        };
        match self.hub.thinkers.ask(query, session.at(), 0, Urgency::Analysis) {
            Ok(ticket) => self.ticket = Some((session, ticket)),
            Err(_) => self.busy().await,
        }
    }

    /// Passes an answer on.
    async fn analysed(&mut self, answer: Analysed) {
        let (session, answer) = match answer {
            None => return self.ticket = None,
            Some((_, Err(error))) => return self.complain(&error.to_string()).await,
            Some((session, Ok(answer))) => (session, answer),
        };
        let (at, value) = (session.at(), answer.root_info.value);
        // For the first side, where an answer has it for the side to move.
        let value = if session.mover() == Side::First { value } else { -value };
        let mut message = serde_json::to_value(&answer).expect("it is plain data");
        message["is"] = "analysis".into();
        message["at"] = at.into();
        for (number, info) in answer.move_infos.iter().enumerate() {
            message["moveInfos"][number]["cells"] = scene::cells(&session, &info.pv).into();
        }
        self.send(&message).await;
        self.send(&json!({ "is": "value", "at": at, "value": value })).await;
    }
}

//! A table from outside: as clients see it, as it is kept on disk, and as a record.

use games::session::{Ended, Made};
use games::{GameSpec, Record, Side, TextError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Pair, Seat, Table, play};
use crate::clock::{self, Clock};
use crate::scene::Scene;

/// What is kept of a table on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    pub game: GameSpec,
    pub start: String,
    pub steps: Vec<String>,
    pub at: usize,
    pub seats: Pair<String>,
    pub pace: u32,
    pub stated: Option<Ended>,
    #[serde(default)]
    pub date: Option<String>,
    pub clock: Option<clock::Kept>,
    #[serde(default)]
    pub paused: bool,
}

/// A table as clients see it. What may be long is written straight away, without a copy as JSON values.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    #[serde(flatten)]
    short: Value,
    steps: Vec<Made>,
    scene: Scene,
}

impl Table {
    /// A table as it was left.
    pub fn restore(id: String, kept: &Kept, seats: Pair<Seat>) -> Result<Table, TextError> {
        let mut session = play(kept.game, Some(&kept.start), &kept.steps)?;
        if let Some(stated) = &kept.stated {
            session.end(Some(stated.outcome()), Some(&stated.how));
        }
        session.go(kept.at.min(session.steps()))?;
        let mut table = Table::new(id, session, seats, None)?;
        table.date = kept.date.clone();
        table.pace = kept.pace;
        table.clock = kept.clock.as_ref().map(Clock::restore);
        table.paused = (kept.paused || table.is_back()) && table.engine().is_some();
        Ok(table)
    }

    /// What to keep.
    pub fn kept(&self) -> Kept {
        Kept {
            game: *self.session.game(),
            start: self.session.position(0),
            steps: self.session.typed(),
            at: self.session.at(),
            seats: self.seat_texts(),
            pace: self.pace,
            stated: self.session.stated().cloned(),
            date: self.date.clone(),
            clock: self.clock.as_ref().map(Clock::kept),
            paused: self.paused,
        }
    }

    fn seat_texts(&self) -> Pair<String> {
        Pair { first: self.seats.first.text().into(), second: self.seats.second.text().into() }
    }

    /// What clients see; they know the first `keep` steps already.
    pub fn view(&self, keep: usize) -> View {
        let (session, game) = (&self.session, self.session.game());
        let steps = (keep..session.steps()).map(|number| session.made(number)).collect();
        let mut short = json!({
            "is": "table",
            "id": self.id,
            "game": game,
            "formats": game.family().formats.iter().map(|format| format.name()).collect::<Vec<_>>(),
            "title": game.title(),
            "names": self.names(),
            "seats": self.seat_texts(),
            "start": session.position(0),
            "keep": keep,
            "at": session.at(),
            "result": self.result(),
            "thinking": self.thinking,
            "paused": self.paused,
            "pace": self.pace,
            "clock": self.clock.as_ref().map(Clock::view),
        });
        if let Some(trouble) = &self.trouble {
            short["trouble"] = trouble.as_str().into();
        }
        View { short, steps, scene: Scene::of(session) }
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = self.session.record();
        let [first, second] = Side::BOTH.map(|side| match self.seats.of(side) {
            Seat::Human => "a person",
            Seat::Engine(text, _) => text,
        });
        record.set_players(first, second);
        let date = self.date.as_deref().unwrap_or("????.??.??");
        for (name, value) in [("Event", "a game on the page"), ("Date", date)] {
            record.set_tag(name, value).expect("they are tags that can be set");
        }
        record
    }
}

//! Records opened on the page: read as everywhere, so that one bad game of a file does not hide the others.

use games::record::{Entry, read_each};
use games::{Outcome, Session};
use serde_json::{Value, json};

use crate::error::Problem;

/// So many games of a file are listed.
const LISTED: usize = 1_000;

/// A game of a file, as far as it obeys the rules.
pub struct Opened {
    pub session: Session,
    pub date: Option<String>,
    /// Which game of the file it is, and how many there are.
    pub number: usize,
    pub games: usize,
    /// Why it goes no further.
    pub broken: Option<String>,
}

/// Opens one game of a file, counted from 1; by default the first that can be read.
pub fn open(text: &str, wanted: Option<usize>) -> Result<Opened, Problem> {
    let (mut found, mut wrong, mut games) = (None, None, 0);
    for entry in read_each(text) {
        games += 1;
        match entry {
            Ok(record) if found.is_none() && wanted.is_none_or(|number| number == games) => {
                found = Some((games, record));
            }
            Err(error) if wanted.is_none_or(|number| number == games) => wrong = wrong.or(Some(error)),
            _ => {}
        }
    }
    let Some((number, record)) = found else {
        return Err(match wrong {
            Some(error) => Problem::wrong(error),
            None if games == 0 => Problem::wrong("there is no game in this file"),
            None => Problem::wrong(format!("the file has games 1 to {games}")),
        });
    };
    let (session, broken) = Session::replay_far(&record).map_err(Problem::wrong)?;
    let date = record.tag("Date").map(String::from);
    Ok(Opened { session, date, number, games, broken: broken.map(|error| error.to_string()) })
}

/// The games of a file in a line each: the players by the tags that name them, White first, or why a game cannot be read.
pub fn list(text: &str) -> Vec<Value> {
    let line = |entry: Entry| match entry {
        Ok(record) => {
            let players = ["White", "Black"].map(|tag| record.tag(tag));
            let result = record.result.map(Outcome::word);
            json!({ "game": record.game, "players": players, "steps": record.steps.len(), "result": result, "error": null })
        }
        Err(error) => json!({ "error": error.to_string() }),
    };
    read_each(text).take(LISTED).map(line).collect()
}

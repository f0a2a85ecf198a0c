//! Records that somebody opens on the page: read as everywhere, so that one bad game of a file does not hide the others.

use games::record::{Record, read_each};
use games::{Outcome, Session};
use serde::Serialize;

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

/// Opens one game of a file, counted from 1; where nobody says which, the first that can be read.
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

/// A game of a file in a line.
#[derive(Serialize)]
pub struct Line {
    game: Option<String>,
    /// The players by the tags that name them, White first.
    players: [Option<String>; 2],
    steps: usize,
    result: Option<&'static str>,
    /// Why it cannot be read.
    error: Option<String>,
}

/// The games of a file.
pub fn list(text: &str) -> Vec<Line> {
    let line = |entry: Result<Record, _>| match entry {
        Ok(record) => Line {
            game: Some(record.game.to_string()),
            players: ["White", "Black"].map(|tag| record.tag(tag).map(String::from)),
            steps: record.steps.len(),
            result: record.result.map(Outcome::word),
            error: None,
        },
        Err(error) => {
            let error: games::TextError = error;
            Line { game: None, players: [None, None], steps: 0, result: None, error: Some(error.to_string()) }
        }
    };
    read_each(text).take(LISTED).map(line).collect()
}

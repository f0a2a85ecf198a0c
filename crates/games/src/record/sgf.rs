//! SGF, the format of Go programs, for Capture Go. The text itself is the business of [`crate::capture_go::sgf`]; here
//! its properties become tags.
//!
//! SGF says less than the other formats: of tags only those are written that SGF has a property for, or whose names are
//! capitals.

use super::{Entry, RESERVED, RESIGNATION, Record, RecordError, TERMINATION};
use crate::capture_go::{CaptureGo, sgf};
use crate::game::{Outcome, Side};
use crate::spec::GameSpec;

/// The properties that mean the same as a tag.
const PROPERTIES: [(&str, &str); 7] = [
    ("EV", "Event"),
    ("PC", "Site"),
    (DATE, "Date"),
    ("RO", "Round"),
    ("PW", "White"),
    ("PB", "Black"),
    ("AN", "Annotator"),
];

const DATE: &str = "DT";

/// The record of a text that has one game. Steps are not judged here; one by the wrong colour names it, `black:e5`.
pub fn read(text: &str) -> Entry {
    let sgf::Record { line, rest, result, resigned, properties, comments } = sgf::read(text)?;
    let mut record = Record::of(GameSpec::CaptureGo(*crate::Game::rules(line.start())), &line);
    let mut mover = crate::Game::to_move(line.position());
    for (side, step) in rest {
        let colour = if side == Side::First { "black:" } else { "white:" };
        record.steps.push(format!("{}{step}", if side == mover { "" } else { colour }));
        mover = side.other();
    }
    record.result = result;
    if resigned {
        record.set_tag(TERMINATION, RESIGNATION)?;
    }
    for (name, value) in properties.iter().filter(|(name, _)| !RESERVED.contains(&name.as_str())) {
        let tag =
            PROPERTIES.iter().find(|(property, _)| property == name).map_or(name.as_str(), |(_, tag)| tag);
        record.set_tag(tag, &if name == DATE { date(value, '-', ".") } else { value.clone() })?;
    }
    for (after, text) in comments {
        let comment = record.comments.entry(after).or_default();
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&text);
    }
    Ok(record)
}

/// The record as text. SGF draws the board, so that the steps must obey the rules.
pub fn write(record: &Record) -> Result<String, RecordError> {
    let line = record.replay::<CaptureGo>()?;
    let property = |(tag, value): &(String, String)| {
        let name = PROPERTIES.iter().find(|(_, known)| known == tag).map_or(tag.as_str(), |(name, _)| name);
        (name.to_string(), if name == DATE { date(value, '.', "-") } else { value.clone() })
    };
    let properties = record.tags().iter().map(property).collect();
    let comments = record.written_comments().map(|(after, text)| (after, text.to_string())).collect();
    let resigned = record.tag(TERMINATION) == Some(RESIGNATION)
        && line.outcome().is_none()
        && matches!(record.result, Some(Outcome::Win(_)));
    let rest = Vec::new();
    Ok(sgf::write(&sgf::Record { line, rest, result: record.result, resigned, properties, comments }))
}

/// A whole date with its parts set apart as the other format does it: SGF has 2026-11-15, PGN 2026.11.15.
fn date(text: &str, from: char, to: &str) -> String {
    let parts: Vec<&str> = text.split(from).collect();
    let digits = |part: &&str, n: usize| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
    match parts.as_slice() {
        [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2) => parts.join(to),
        _ => text.into(),
    }
}

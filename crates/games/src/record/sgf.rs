//! SGF, the format of Go programs, for Capture Go. The text itself is the business of [`crate::capture_go::sgf`]; here
//! its properties become tags.
//!
//! SGF says less than the other formats: of tags only those are written that SGF has a property for, or whose names are
//! capitals.

use super::{Record, RecordError};
use crate::capture_go::{CaptureGo, sgf};
use crate::spec::GameSpec;
use crate::text::TextError;

/// The properties that mean the same as a tag.
const PROPERTIES: [(&str, &str); 6] =
    [("EV", "Event"), ("PC", "Site"), ("DT", "Date"), ("RO", "Round"), ("PW", "White"), ("PB", "Black")];

/// The record of a text that has one game.
pub fn read(text: &str) -> Result<Record, TextError> {
    let sgf::Record { line, result, properties, comments } = sgf::read(text)?;
    let mut record = Record::of(GameSpec::CaptureGo(*crate::Game::rules(line.start())), &line);
    record.result = result;
    for (name, value) in properties {
        let tag =
            PROPERTIES.iter().find(|(property, _)| *property == name).map_or(name.as_str(), |(_, tag)| tag);
        record.set_tag(tag, &value)?;
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
    let property = |tag: &str| {
        PROPERTIES.iter().find(|(_, known)| *known == tag).map_or(tag, |(property, _)| property).to_string()
    };
    let properties = record.tags().iter().map(|(tag, value)| (property(tag), value.clone())).collect();
    let comments = record.written_comments().map(|(after, text)| (after, text.to_string())).collect();
    Ok(sgf::write(&sgf::Record { line, result: record.result, properties, comments }))
}

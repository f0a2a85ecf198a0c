//! One game a line, as a JSON object:
//!
//! ```text
//! {"schema":1,"game":"seega:7","rules_version":1,"start":null,"steps":["d6","d2"],"result":null,"tags":{"Round":"1"}}
//! ```
//!
//! `start` is a position string or null, `result` is `first`, `second`, `draw` or null. Comments, where there are any,
//! stand in `"comments":{"2":"after the second step"}`.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::{Entry, MOST_STEPS, MOST_TAGS, ROSTER, Record, too_many_steps, too_many_tags, without_mark};
use crate::game::Outcome;
use crate::spec::GameSpec;
use crate::text::{TextError, plain, quote, text_error};

/// The version of this format; raised when a key changes its meaning.
const SCHEMA: u32 = 1;

/// Longer lines are not read: a short step takes ten times its bytes in memory.
const LONGEST: usize = 4 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    schema: u32,
    game: GameSpec,
    rules_version: u32,
    #[serde(default)]
    start: Option<String>,
    steps: Vec<String>,
    #[serde(default)]
    result: Option<String>,
    #[serde(default)]
    tags: Tags,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<usize, String>,
}

/// The record as one line, its end included.
pub fn write(record: &Record) -> String {
    let entry = Written {
        schema: SCHEMA,
        game: record.game,
        rules_version: record.rules_version,
        start: record.start.clone(),
        steps: record.steps.clone(),
        result: record.result.map(|outcome| outcome.word().into()),
        tags: Tags(record.tags.clone()),
        comments: record.written_comments().map(|(after, text)| (after, text.into())).collect(),
    };
    let mut line = serde_json::to_string(&entry).expect("a record is plain data");
    line.push('\n');
    line
}

/// The records of a text, see [`read_each`], or the first error.
pub fn read(text: &str) -> Result<Vec<Record>, TextError> {
    read_each(text).collect()
}

/// Every game of a text, or why its line cannot be read; blank lines are skipped. Errors name the line.
pub fn read_each(text: &str) -> impl Iterator<Item = Entry> + '_ {
    without_mark(text)
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(i, line)| read_line(line).map_err(|e| e.within(format_args!("line {}", i + 1))))
}

/// The one key that lines of every schema have.
#[derive(Deserialize)]
struct Schema {
    schema: u32,
}

fn unknown_schema(schema: u32) -> TextError {
    text_error!("schema {schema} is not known; this program reads schema {SCHEMA}")
}

fn read_line(line: &str) -> Entry {
    if line.len() > LONGEST {
        return Err(text_error!("a game has at most {LONGEST} bytes"));
    }
    let entry: Written = serde_json::from_str(line).map_err(|e| {
        // What another schema means by its keys is not for this one to judge.
        if let Ok(Schema { schema }) = serde_json::from_str(line)
            && schema != SCHEMA
        {
            return unknown_schema(schema);
        }
        TextError::new(plain(&e.to_string()).replace(" at line 1 column ", ", at column "))
    })?;
    if entry.schema != SCHEMA {
        return Err(unknown_schema(entry.schema));
    }
    let result = match entry.result.as_deref() {
        None => None,
        Some(word) => Some(Outcome::from_word(word).ok_or_else(|| {
            text_error!("{} is no result: first, second, draw, or null without quotes", quote(word))
        })?),
    };
    if entry.steps.len() > MOST_STEPS {
        return Err(too_many_steps());
    }
    for (i, step) in entry.steps.iter().enumerate() {
        // So that every record can be written as PGN.
        if !super::pgn::is_step(step) {
            return Err(text_error!("step {}: {} is not a step of any game", i + 1, quote(step)));
        }
    }
    if let Some((after, _)) = entry.comments.last_key_value().filter(|(after, _)| **after > entry.steps.len())
    {
        return Err(text_error!("a comment after step {after}, but there are {} steps", entry.steps.len()));
    }
    let record = Record { start: entry.start, result, ..Record::new(entry.game) };
    let mut record = record.by_version(entry.rules_version);
    record.steps = entry.steps;
    record.comments = entry.comments.into_iter().filter(|(_, text)| !text.is_empty()).collect();
    for (name, value) in entry.tags.0 {
        record.set_tag(&name, &value)?;
    }
    Ok(record)
}

/// Tags in their order.
#[derive(Default)]
struct Tags(Vec<(String, String)>);

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("tags with texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags: Vec<(String, String)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    if tags.len() >= MOST_TAGS + ROSTER.len() {
                        return Err(de::Error::custom(too_many_tags()));
                    }
                    if tags.iter().any(|(known, _)| *known == name) {
                        return Err(de::Error::custom(format!("the tag {} is set twice", quote(&name))));
                    }
                    tags.push((name, value));
                }
                Ok(Tags(tags))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

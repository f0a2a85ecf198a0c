//! The two forms of every report, lines for people and one JSON object for programs, and what is said beside it.

use std::io::{self, Write};

use anyhow::Result;
use serde::Serialize;

/// Raised when a field of a JSON report changes its meaning or goes away.
const SCHEMA: u32 = 1;

/// The report of a command for programs: an object in one line, made field by field.
pub struct Report(String);

impl Report {
    /// Begins the report of a command.
    pub fn of(command: &str) -> Report {
        Report(format!("{{\"schema\":{SCHEMA}")).field("command", command)
    }

    /// Adds a field.
    pub fn field(mut self, name: &str, value: impl Serialize) -> Report {
        self.0 += &format!(",\"{name}\":{}", serde_json::to_string(&value).expect("it is plain data"));
        self
    }

    /// Adds the fields of an object.
    pub fn fields(mut self, object: impl Serialize) -> Report {
        let object = serde_json::to_string(&object).expect("it is plain data");
        self.0 += &format!(",{}", object.trim_start_matches('{').strip_suffix('}').unwrap_or_default());
        self
    }

    /// Adds a field if there is a value for it.
    pub fn some(self, name: &str, value: Option<impl Serialize>) -> Report {
        match value {
            Some(value) => self.field(name, value),
            None => self,
        }
    }

    /// Writes the line.
    pub fn print(self, out: &mut impl Write) -> Result<()> {
        Ok(writeln!(out, "{}}}", self.0)?)
    }
}

/// Says something on stderr; that stderr is closed is no error.
pub fn aside(sentence: &str) {
    let _ = writeln!(io::stderr(), "{sentence}");
}

//! The two forms of every report, lines for people and one JSON object for programs, and what is said beside it.

use std::io::{self, Write};

use anyhow::Result;
use serde::Serialize;

/// Raised when a field of a JSON report changes its meaning or goes away.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Object<'a, T> {
    schema: u32,
    command: &'a str,
    #[serde(flatten)]
    report: &'a T,
}

/// Writes the report of a command as one line of JSON.
pub fn json(out: &mut impl Write, command: &str, report: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, &Object { schema: SCHEMA, command, report })?;
    writeln!(out)?;
    Ok(())
}

/// Says something on stderr; that stderr is closed is no error.
pub fn aside(sentence: &str) {
    let _ = writeln!(io::stderr(), "{sentence}");
}

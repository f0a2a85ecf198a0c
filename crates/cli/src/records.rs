//! Files of games, in the format that a file's name asks for.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use games::record::{Record, jsonl, pgn, read_any, sgf};
use games::{GameSpec, TextError};

use crate::args;

/// How a game is written down.
pub enum Format {
    Pgn,
    Jsonl,
    Sgf,
}

impl Format {
    /// The format for a game in this file.
    pub fn of(path: &Path, game: &GameSpec) -> Result<Format, TextError> {
        let wrong = |why: &str| Err(TextError::new(format!("{}: {why}", path.display())));
        match path.extension().and_then(|end| end.to_str()) {
            Some("pgn") => Ok(Format::Pgn),
            Some("jsonl") => Ok(Format::Jsonl),
            Some("sgf") if matches!(game, GameSpec::CaptureGo(_)) => Ok(Format::Sgf),
            Some("sgf") => wrong("only Capture Go is written as .sgf; this game is as .pgn or .jsonl"),
            _ => wrong("the name of a record ends in .pgn, .jsonl or, for Capture Go, .sgf"),
        }
    }
}

/// Writes one game into a file of its own.
pub fn write(path: &Path, record: &Record) -> Result<()> {
    let text = match Format::of(path, &record.game)? {
        Format::Pgn => pgn::write(record),
        Format::Jsonl => jsonl::write(record),
        Format::Sgf => sgf::write(record)?,
    };
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A file that games are written into, one after the other.
pub struct Writer {
    path: PathBuf,
    format: Format,
    file: fs::File,
}

impl Writer {
    /// A new, empty file; one that was there is replaced.
    pub fn create(path: &Path, game: &GameSpec) -> Result<Writer> {
        let format = match Format::of(path, game)? {
            Format::Sgf => {
                let why = "a file of several games ends in .jsonl or .pgn";
                return Err(TextError::new(format!("{}: {why}", path.display())).into());
            }
            format => format,
        };
        let file = fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Writer { path: path.into(), format, file })
    }

    /// Adds a game.
    pub fn write(&mut self, record: &Record) -> Result<()> {
        let text = match self.format {
            Format::Pgn => pgn::write(record) + "\n",
            Format::Jsonl | Format::Sgf => jsonl::write(record),
        };
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The games of a file, and at least one.
pub fn read(path: &Path) -> Result<Vec<Record>> {
    let records = read_any(&args::read(path)?).map_err(|error| error.within(path.display()))?;
    if records.is_empty() {
        return Err(TextError::new(format!("{}: there is no game in this file", path.display())).into());
    }
    Ok(records)
}

/// One game of a file, counted from 1.
pub fn one(path: &Path, number: usize) -> Result<Record> {
    let mut records = read(path)?;
    match number.checked_sub(1).filter(|&index| index < records.len()) {
        Some(index) => Ok(records.swap_remove(index)),
        None => {
            let (file, last) = (path.display(), records.len());
            Err(TextError::new(format!("--game {number}: {file} has games 1 to {last}")).into())
        }
    }
}

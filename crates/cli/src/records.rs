//! Files of games, in the format that a file's name asks for.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use games::record::{Entry, Format, Record, jsonl, pgn, read_each};
use games::{GameSpec, TextError};

use crate::args;

/// The format for a game in this file.
pub fn format(path: &Path, game: &GameSpec) -> Result<Format, TextError> {
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    let format =
        end.as_deref().and_then(Format::named).filter(|format| game.family().formats.contains(format));
    format.ok_or_else(|| {
        let ends: Vec<String> =
            game.family().formats.iter().map(|format| format!(".{}", format.name())).collect();
        let ends = ends.join(" or ");
        TextError::new(format!("{}: a record of {} ends in {ends}", path.display(), game.preset().title))
    })
}

/// A file that games are written into, one after the other.
pub struct Writer {
    path: PathBuf,
    format: Format,
    file: fs::File,
}

impl Writer {
    /// A new file, or one whose games stay before the new ones.
    pub fn open(path: &Path, game: &GameSpec) -> Result<Writer> {
        let format = format(path, game)?;
        if format == Format::Sgf {
            let why = "a file of several games ends in .jsonl or .pgn";
            return Err(TextError::new(format!("{}: {why}", path.display())).into());
        }
        let file = fs::OpenOptions::new().append(true).create(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        let mut writer = Writer { path: path.into(), format, file };
        // A last line without an end would run into the next game.
        if fs::read(path).is_ok_and(|text| !text.is_empty() && !text.ends_with(b"\n")) {
            writer.put("\n")?;
        }
        Ok(writer)
    }

    /// Adds a game.
    pub fn write(&mut self, record: &Record) -> Result<()> {
        let text = match self.format {
            Format::Pgn => pgn::write(record) + "\n",
            Format::Jsonl | Format::Sgf => jsonl::write(record),
        };
        self.put(&text)
    }

    fn put(&mut self, text: &str) -> Result<()> {
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// A file of games, at least one. A game that cannot be read does not hide the others.
pub struct File {
    path: PathBuf,
    text: String,
    /// How many games it has.
    pub games: usize,
}

impl File {
    /// Reads a file, and counts its games.
    pub fn open(path: &Path) -> Result<File> {
        let text = args::read(path)?;
        let games = read_each(&text).count();
        if games == 0 {
            return Err(TextError::new(format!("{}: there is no game in this file", path.display())).into());
        }
        Ok(File { path: path.into(), text, games })
    }

    /// Its games, one after the other: of a long file only one is held.
    pub fn each(&self) -> impl Iterator<Item = Entry> {
        read_each(&self.text).map(|entry| entry.map_err(|error| error.within(self.path.display())))
    }

    /// One of its games, counted from 1: one of the game that was named, if one was.
    pub fn game(&self, number: usize, named: Option<GameSpec>) -> Result<Record, TextError> {
        let (file, last) = (self.path.display(), self.games);
        let found = number.checked_sub(1).and_then(|index| self.each().nth(index));
        let record = found.unwrap_or_else(|| {
            Err(TextError::new(format!("--game {number}: {file} has games 1 to {last}")))
        })?;
        match named.filter(|&game| game != record.game) {
            Some(game) => {
                let name = record.game;
                Err(TextError::new(format!("{file}: this is a game of {name}, not of {game}")))
            }
            None => Ok(record),
        }
    }
}

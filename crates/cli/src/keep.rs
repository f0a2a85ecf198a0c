//! A file that a game is kept in while it is played: what stood in it stays, and the game is written again after every
//! step, so that nothing is lost when the program is stopped.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use games::record::{Format, Record};
use games::{GameSpec, TextError};
use lab::disk;

use crate::records;

/// Where one game goes.
pub struct Keep {
    path: PathBuf,
    format: Format,
    /// The games of others.
    before: Vec<u8>,
}

impl Keep {
    /// Makes sure that the game can be written there, and changes nothing yet.
    pub fn open(path: &Path, game: &GameSpec) -> Result<Keep> {
        let format = records::format(path, game)?;
        let name = path.display();
        let cannot = || format!("cannot write {name}");
        let before = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(cannot),
            Ok(about) if !about.is_file() => {
                return Err(TextError::new(format!("{name}: a game is kept in an ordinary file")).into());
            }
            Ok(_) if format == Format::Sgf => {
                let why = "this file exists, and .sgf holds one game: choose another name";
                return Err(TextError::new(format!("{name}: {why}")).into());
            }
            Ok(about) if about.permissions().readonly() => {
                return Err(anyhow!("the file is read-only")).with_context(cannot);
            }
            Ok(_) => fs::read(path).with_context(|| format!("cannot read {name}"))?,
        };
        let keep = Keep { path: resolved(path), format, before };
        disk::try_replace(&keep.path).and_then(|()| disk::sweep_beside(&keep.path)).with_context(cannot)?;
        Ok(keep)
    }

    /// Whether this is the file of that name.
    pub fn is(&self, path: &Path) -> bool {
        self.path == resolved(path)
    }

    /// Writes the game as it stands now, in place of how it stood before. A game without steps is none.
    pub fn write(&self, record: &Record) -> Result<()> {
        let mut text = self.before.clone();
        if !record.steps.is_empty() {
            if !text.is_empty() && !text.ends_with(b"\n") {
                text.push(b'\n');
            }
            if self.format == Format::Pgn && !text.is_empty() && !text.ends_with(b"\n\n") {
                text.push(b'\n');
            }
            text.extend(self.format.write(record)?.bytes());
        }
        if text.is_empty() && !self.path.exists() {
            return Ok(());
        }
        replace(&self.path, &text)
    }
}

/// The file behind links and dots.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.into())
}

/// Writes a file so that either the old or the new one stands there, whatever happens meanwhile.
pub fn replace(path: &Path, text: &[u8]) -> Result<()> {
    disk::replace(path, text).with_context(|| format!("cannot write {}", path.display()))
}

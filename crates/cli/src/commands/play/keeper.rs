//! The files that a game is kept in: that of `--record`, written after every step, and those of `save`.

use std::path::Path;

use anyhow::Result;
use games::GameSpec;
use games::record::Record;

use crate::keep::Keep;

/// Where a game goes.
pub struct Keeper {
    files: Vec<Keep>,
    /// The first of the files is that of `--record`.
    always: bool,
    /// Steps have been made that no file has.
    loose: bool,
}

impl Keeper {
    /// With the file of `--record`, if there is one.
    pub fn new(record: Option<Keep>) -> Self {
        Keeper { always: record.is_some(), files: record.into_iter().collect(), loose: false }
    }

    /// The game has changed.
    pub fn keep(&mut self, record: &Record) -> Result<()> {
        self.loose = true;
        if self.always {
            self.files[0].write(record)?;
            self.loose = false;
        }
        Ok(())
    }

    /// Keeps the game in a file that a person names; named again, the file has the game once, as it stands then.
    pub fn save(&mut self, path: &Path, game: &GameSpec, record: &Record) -> Result<()> {
        match self.files.iter().find(|file| file.is(path)) {
            Some(file) => file.write(record)?,
            None => {
                let file = Keep::open(path, game)?;
                file.write(record)?;
                self.files.push(file);
            }
        }
        self.loose = false;
        Ok(())
    }

    /// Whether leaving now would lose something.
    pub fn is_loose(&self) -> bool {
        self.loose
    }
}

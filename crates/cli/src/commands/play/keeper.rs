//! The files that a game is kept in: that of `--record`, written after every step, and those of `save`.

use std::path::Path;

use anyhow::Result;
use games::GameSpec;
use games::record::Record;

use crate::keep::Keep;

/// Where a game goes.
pub struct Keeper {
    record: Option<Keep>,
    saved: Vec<Keep>,
    /// Steps have been made that no file has.
    loose: bool,
}

impl Keeper {
    /// With the file of `--record`, if there is one.
    pub fn new(record: Option<Keep>) -> Self {
        Keeper { record, saved: Vec::new(), loose: false }
    }

    /// The game has changed.
    pub fn keep(&mut self, record: &Record) -> Result<()> {
        self.loose = true;
        if let Some(file) = &self.record {
            file.write(record)?;
            self.loose = false;
        }
        Ok(())
    }

    /// Keeps the game in a file that a person names; named again, the file has the game once, as it stands then.
    pub fn save(&mut self, path: &Path, game: &GameSpec, record: &Record) -> Result<()> {
        let known = |files: &[Keep]| files.iter().position(|file| file.is(path));
        if let Some(file) = self.record.as_ref().filter(|file| file.is(path)) {
            file.write(record)?;
        } else if let Some(index) = known(&self.saved) {
            self.saved[index].write(record)?;
        } else {
            let file = Keep::open(path, game)?;
            file.write(record)?;
            self.saved.push(file);
        }
        self.loose = false;
        Ok(())
    }

    /// Whether leaving now would lose something.
    pub fn is_loose(&self) -> bool {
        self.loose
    }
}

//! Why a run, a tournament or a file of games could not go on.

use std::io;
use std::path::{Path, PathBuf};

use games::TextError;
use thiserror::Error;

/// What went wrong, in one sentence; everything can be resumed from what is on the disk.
#[derive(Debug, Error)]
pub enum RunError {
    /// The system says no.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// Another program is writing this file or in this folder.
    #[error("{}: another program is writing here; wait for it or take another folder", .0.display())]
    Busy(PathBuf),
    /// What is there was begun with another setting: what it has, and what is asked for.
    #[error("{}: this is of another setting: it has {} where {} is asked for; take another folder", .0.display(), .1, .2)]
    Other(PathBuf, String, String),
    /// A file or a player says something that makes no sense.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// What the system says, with the path that it is about.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, RunError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, RunError> {
        self.map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => RunError::Busy(path.into()),
            _ => RunError::Io(path.into(), error),
        })
    }
}

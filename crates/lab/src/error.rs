//! Why a run could not go on.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use games::TextError;

use crate::job::ExecutorError;
use crate::journal::JournalError;

/// What went wrong, in one sentence; a run can always be resumed from what is on the disk.
#[derive(Debug)]
pub enum RunError {
    /// The system says no.
    #[allow(missing_docs)]
    Io { path: PathBuf, error: io::Error },
    /// Another program is writing in the folder.
    Busy(PathBuf),
    /// The folder has a run with another configuration.
    #[allow(missing_docs)]
    Other { folder: PathBuf, found: String, wanted: String },
    #[allow(missing_docs)]
    Journal(JournalError),
    #[allow(missing_docs)]
    Executor(ExecutorError),
    /// A file says something that makes no sense.
    Text(TextError),
}

impl RunError {
    pub(crate) fn io(path: &Path, error: io::Error) -> RunError {
        RunError::Io { path: path.into(), error }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            RunError::Busy(folder) => write!(
                f,
                "{}: another program is training here; wait for it or take another folder",
                folder.display()
            ),
            RunError::Other { folder, found, wanted } => {
                let differ =
                    found.lines().zip(wanted.lines()).find(|(a, b)| a != b && !a.starts_with("epochs"));
                let (a, b) = differ.unwrap_or(("one configuration", "another"));
                write!(
                    f,
                    "{}: the run there has {a} where {b} is asked for; take another folder",
                    folder.display()
                )
            }
            RunError::Journal(error) => error.fmt(f),
            RunError::Executor(error) => error.fmt(f),
            RunError::Text(error) => error.fmt(f),
        }
    }
}

// The sentence has everything in it that its causes would say.
impl std::error::Error for RunError {}

impl From<JournalError> for RunError {
    fn from(error: JournalError) -> Self {
        RunError::Journal(error)
    }
}

impl From<ExecutorError> for RunError {
    fn from(error: ExecutorError) -> Self {
        RunError::Executor(error)
    }
}

impl From<TextError> for RunError {
    fn from(error: TextError) -> Self {
        RunError::Text(error)
    }
}

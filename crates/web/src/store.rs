//! Tables on disk: one file each, replaced as a whole with every change, so that a restart finds the games in progress.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lab::disk;

use crate::table::Kept;

/// More tables than this are not kept.
pub const MOST: usize = 100_000;

/// A folder of tables.
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The folder is made if it is not there.
    pub fn open(folder: &Path) -> io::Result<Store> {
        fs::create_dir_all(folder)?;
        Ok(Store { folder: folder.into() })
    }

    /// Where a table is kept. Names come from outside, so only those that [`is_id`] can be files.
    fn path(&self, id: &str) -> Option<PathBuf> {
        is_id(id).then(|| self.folder.join(format!("{id}.json")))
    }

    /// Keeps a table.
    pub fn save(&self, id: &str, kept: &Kept) -> io::Result<()> {
        let path = self.path(id).ok_or(io::ErrorKind::InvalidInput)?;
        let text = serde_json::to_vec(kept).expect("it is plain data");
        disk::replace(&path, &text)
    }

    /// A table as it was kept; none where there is none. A file that cannot be read is an error.
    pub fn load(&self, id: &str) -> io::Result<Option<Kept>> {
        let Some(path) = self.path(id) else { return Ok(None) };
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map(Some)
                .map_err(|error| io::Error::other(format!("{}: {error}", path.display()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// How many tables there are.
    pub fn count(&self) -> usize {
        fs::read_dir(&self.folder).map_or(0, Iterator::count)
    }
}

/// Whether a text is a name that [`new_id`] gives.
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// A name that nobody guesses.
pub fn new_id() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_the_folder() {
        let store = Store::open(&std::env::temp_dir()).unwrap();
        for name in ["../../../etc/passwd", "", "0123456789abcde/", "0123456789ABCDEF", "..%2f..%2f12345678"]
        {
            assert!(store.path(name).is_none(), "{name}");
        }
        assert!(is_id(&new_id()) && new_id() != new_id());
    }
}

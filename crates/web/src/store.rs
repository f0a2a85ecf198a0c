//! Tables on disk: one file each, replaced as a whole with every change, so that a restart finds the games in progress.
//!
//! A file has two lines: the table, and the sum of the first line, so that a damaged file is noticed. One server at a time has a folder.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use lab::disk::{self, Sum};

use crate::table::Kept;

/// More tables than this are not kept.
pub const MOST: usize = 100_000;

/// A folder of tables.
pub struct Store {
    folder: PathBuf,
    /// The folder is locked.
    _lock: File,
}

impl Store {
    /// The folder is made if it is not there. What a killed server left of files that it replaced is removed.
    pub fn open(folder: &Path) -> io::Result<Store> {
        fs::create_dir_all(folder)?;
        let lock = disk::lock(folder).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                io::Error::other("another server keeps its games there; --tables names another folder")
            }
            _ => error,
        })?;
        disk::sweep(folder)?;
        Ok(Store { folder: folder.into(), _lock: lock })
    }

    /// Where a table is kept. Names come from outside, so only those that [`is_id`] can be files.
    fn path(&self, id: &str) -> Option<PathBuf> {
        is_id(id).then(|| self.folder.join(format!("{id}.json")))
    }

    /// Keeps a table.
    pub fn save(&self, id: &str, kept: &Kept) -> io::Result<()> {
        let path = self.path(id).ok_or(io::ErrorKind::InvalidInput)?;
        disk::replace(&path, written(kept).as_bytes())
    }

    /// A table as it was kept; none where there is none. A file that cannot be read is an error.
    pub fn load(&self, id: &str) -> io::Result<Option<Kept>> {
        let Some(path) = self.path(id) else { return Ok(None) };
        match fs::read(&path) {
            Ok(bytes) => {
                let damaged = || io::Error::other(format!("{}: this file is damaged", path.display()));
                read(&bytes).map(Some).ok_or_else(damaged)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// How many tables there are.
    pub fn count(&self) -> usize {
        let is_table = |entry: &fs::DirEntry| {
            entry.file_name().to_str().and_then(|name| name.strip_suffix(".json")).is_some_and(is_id)
        };
        fs::read_dir(&self.folder).map_or(0, |all| all.flatten().filter(is_table).count())
    }
}

/// A table and the sum of its line.
fn written(kept: &Kept) -> String {
    let table = serde_json::to_string(kept).expect("it is plain data");
    let sum = serde_json::to_string(&Sum::of(table.as_bytes())).expect("it is plain data");
    format!("{table}\n{sum}\n")
}

/// The table of a file, if it is whole. Files of earlier versions have no sum.
fn read(bytes: &[u8]) -> Option<Kept> {
    let text = str::from_utf8(bytes).ok()?;
    if let Some((table, sum)) = text.split_once('\n')
        && sum != format!("{}\n", serde_json::to_string(&Sum::of(table.as_bytes())).ok()?)
    {
        return None;
    }
    serde_json::from_str(text.lines().next()?).ok()
}

/// Whether a text is a name that [`new_id`] gives.
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// A name that cannot be guessed.
pub fn new_id() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pair;

    #[test]
    fn names_cannot_leave_the_folder() {
        for name in ["../../../etc/passwd", "", "0123456789abcde/", "0123456789ABCDEF", "..%2f..%2f12345678"]
        {
            assert!(!is_id(name), "{name}");
        }
        assert!(is_id(&new_id()) && new_id() != new_id());
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let seats = Pair { first: "human".into(), second: "level:3".into() };
        let (game, start) = ("seega:5".parse().unwrap(), "...../...../...../...../..... w place 0 0".into());
        let steps = ["a1", "a2"].map(String::from).into();
        let date = Some("2026.11.15".into());
        let kept = Kept {
            game,
            start,
            steps,
            at: 2,
            seats,
            pace: 600,
            stated: None,
            date,
            clock: None,
            paused: false,
        };
        let text = written(&kept);
        assert_eq!(read(text.as_bytes()).unwrap().steps, kept.steps);
        // Earlier versions wrote the first line only.
        assert!(read(text.lines().next().unwrap().as_bytes()).is_some());
        for bit in 0..text.len() * 8 {
            let mut flipped = text.clone().into_bytes();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&flipped).is_none(), "bit {bit}");
        }
        let whole = text.find('\n').unwrap();
        assert!(
            (0..text.len())
                .filter(|&length| length != whole)
                .all(|length| read(&text.as_bytes()[..length]).is_none())
        );
    }
}

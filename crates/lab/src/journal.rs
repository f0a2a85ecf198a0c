//! A file of finished work that survives being killed: lines are only ever appended, each with a checksum in front, and
//! what is behind the first line that is not whole is done again.
//!
//! ```text
//! 9a71bb4c {"pairs of":"this tournament", …}
//! 03f2a911 {"pair":0, …}
//! ```
//!
//! The first line says what the file is about. Killed anywhere, the file is a beginning of the file that an undisturbed run would
//! have written, and perhaps a torn line, which is cut off.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{At, RunError, disk};

/// Lines are on the disk after at most this long.
const SYNC: Duration = Duration::from_secs(1);

/// A journal that is written; it is locked meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

/// What was found in a journal.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The whole lines after the first.
    pub lines: Vec<String>,
    /// What was cut off, in a sentence; none where everything was whole.
    pub cut: Option<String>,
}

impl Journal {
    /// Opens a journal about something, or begins it; folders are made.
    pub fn open(path: &Path, about: &str) -> Result<(Journal, Found), RunError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).at(path)?;
        }
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).at(path)?;
        disk::hold(&file).at(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).at(path)?;
        let (mut lines, whole) = whole_lines(&bytes);
        let cut = (whole < bytes.len()).then(|| {
            let gone = bytes[whole..].split_inclusive(|&b| b == b'\n').count();
            format!(
                "{}: line {} is not whole; what stood there is done again",
                path.display(),
                lines.len() + 1
            ) + &if gone > 1 { format!(", with {} lines after it", gone - 1) } else { String::new() }
        });
        if bytes[whole..].contains(&b'\n') {
            // More than a torn end: it is kept, to be looked at.
            fs::write(disk::name_aside(path), &bytes).at(path)?;
        }
        file.set_len(whole as u64).at(path)?;
        file.seek(SeekFrom::End(0)).at(path)?;
        let mut journal = Journal { path: path.into(), file, synced: Instant::now() };
        if lines.is_empty() {
            journal.append(about)?;
        } else {
            let found = lines.remove(0);
            if found != about {
                let same = found.bytes().zip(about.bytes()).take_while(|(a, b)| a == b).count();
                let part =
                    |text: &str| games::text::quote(text.get(same.saturating_sub(20)..).unwrap_or(text));
                return Err(RunError::Other(path.into(), part(&found), part(about)));
            }
        }
        Ok((journal, Found { lines, cut }))
    }

    /// Appends a line.
    pub fn append(&mut self, line: &str) -> Result<(), RunError> {
        debug_assert!(!line.contains('\n'), "a line is one line");
        let written =
            self.file.write_all(format!("{:08x} {line}\n", crc32c::crc32c(line.as_bytes())).as_bytes());
        written.at(&self.path)?;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// What was appended is on the disk.
    pub fn sync(&mut self) -> Result<(), RunError> {
        self.synced = Instant::now();
        self.file.sync_data().at(&self.path)
    }
}

/// The lines up to the first that is not whole, and how many bytes they are.
fn whole_lines(bytes: &[u8]) -> (Vec<String>, usize) {
    let (mut lines, mut whole) = (Vec::new(), 0);
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let text = std::str::from_utf8(line).ok().and_then(|line| line.strip_suffix('\n'));
        let Some((sum, text)) = text.and_then(|line| line.split_once(' ')) else { break };
        if sum != format!("{:08x}", crc32c::crc32c(text.as_bytes())) {
            break;
        }
        lines.push(text.into());
        whole += line.len();
    }
    (lines, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("petteia-journal-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder.join("lines")
    }

    fn write(path: &Path, lines: &[&str]) -> Vec<u8> {
        let (mut journal, found) = Journal::open(path, "numbers").unwrap();
        for line in &lines[found.lines.len()..] {
            journal.append(line).unwrap();
        }
        drop(journal);
        fs::read(path).unwrap()
    }

    /// Cut or changed at any byte, the journal is noticed to be damaged there, and written on to the same bytes.
    #[test]
    fn every_cut_and_every_flip_is_repaired() {
        let path = scratch("cuts");
        let lines = ["one", "{\"two\": 2}", "", "four"];
        let right = write(&path, &lines);
        assert_eq!(
            Journal::open(&path, "numbers").unwrap().1,
            Found { lines: lines.map(String::from).into(), cut: None }
        );
        let (about, first) = (right.iter().position(|&b| b == b'\n').unwrap() + 1, &right);
        for length in 0..right.len() {
            fs::write(&path, &first[..length]).unwrap();
            assert_eq!(write(&path, &lines), right, "cut after {length} bytes");
        }
        for at in about..right.len() {
            for bit in [0, 3, 7] {
                let mut flipped = right.clone();
                flipped[at] ^= 1 << bit;
                fs::write(&path, &flipped).unwrap();
                let found = Journal::open(&path, "numbers").unwrap().1;
                assert!(found.cut.is_some() && found.lines.len() < lines.len(), "bit {bit} of byte {at}");
                assert_eq!(write(&path, &lines), right, "bit {bit} of byte {at}");
            }
        }
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn one_writes_and_about_one_thing() {
        let path = scratch("busy");
        let journal = Journal::open(&path, "numbers up to 5").unwrap();
        assert!(matches!(Journal::open(&path, "numbers up to 5"), Err(RunError::Busy(_))));
        drop(journal);
        let error = Journal::open(&path, "numbers up to 6").unwrap_err().to_string();
        assert!(
            error.contains("it has \"numbers up to 5\" where \"numbers up to 6\" is asked for"),
            "{error}"
        );
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}

//! The files of a run: those that it appends to, and how they are read.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use games::TextError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{FILES, RunError, events};
use crate::At;
use crate::disk::{self, Appended, Sum};

/// The files that a run appends to, from where a checkpoint left them.
pub struct Logs {
    paths: [PathBuf; 3],
    files: [Appended; 3],
}

impl Logs {
    /// Opens them; what is behind these sums is cut off.
    pub fn open(folder: &Path, sums: &[Sum; 3]) -> Result<Logs, RunError> {
        let paths = FILES.map(|name| folder.join(name));
        let open = |i: usize| Appended::open(&paths[i], sums[i]).at(&paths[i]);
        let files = [open(0)?, open(1)?, open(2)?];
        let mut logs = Logs { paths, files };
        if sums[1] == Sum::default() {
            logs.append([b"", &events::header(), b""])?;
        }
        Ok(logs)
    }

    /// Appends to each.
    pub fn append(&mut self, parts: [&[u8]; 3]) -> Result<(), RunError> {
        let mut all = self.files.iter_mut().zip(&self.paths).zip(parts);
        all.try_for_each(|((file, path), part)| file.write(part).at(path))
    }

    /// What was appended is on the disk; how the files are now.
    pub fn sync(&mut self) -> Result<[Sum; 3], RunError> {
        let mut sums = [Sum::default(); 3];
        for ((file, path), sum) in self.files.iter_mut().zip(&self.paths).zip(&mut sums) {
            *sum = file.sync().at(path)?;
        }
        Ok(sums)
    }
}

/// Locks a folder while the file is open.
pub fn lock(folder: &Path) -> Result<File, RunError> {
    disk::lock(folder).at(folder)
}

/// Appends one line of JSON to a file that nothing depends on.
pub fn append_line(path: &Path, line: &impl Serialize) -> Result<(), RunError> {
    let line = serde_json::to_string(line).expect("it is plain data") + "\n";
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).at(path)
}

/// The lines of JSON of a file; none if there is no file. A last line that is not whole yet is left out.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, RunError> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.at(path)?,
    };
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let lines = text[..whole].lines().enumerate().map(|(i, line)| {
        serde_json::from_str(line)
            .map_err(|e| TextError::new(format!("{}: line {}: {e}", path.display(), i + 1)).into())
    });
    lines.collect()
}

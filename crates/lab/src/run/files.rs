//! The files of a run.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};
use games::TextError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::RunError;
use super::checkpoint::write_synced;
use super::events::Scalar;
use crate::learn::Epoch;

/// A file that is only ever appended to, from where a checkpoint left it.
pub struct Appended {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Appended {
    /// Opens a file and cuts off what is behind `length`.
    pub fn open(path: &Path, length: u64) -> Result<Appended, RunError> {
        let failed = |error| RunError::io(path, error);
        let mut file =
            OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(failed)?;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Appended { path: path.into(), file, length })
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        self.file.write_all(bytes).map_err(|error| RunError::io(&self.path, error))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// What was written is on the disk.
    pub fn sync(&mut self) -> Result<(), RunError> {
        self.file.sync_data().map_err(|error| RunError::io(&self.path, error))
    }

    pub fn length(&self) -> u64 {
        self.length
    }
}

/// Nobody else can write in a folder while the file is open.
pub fn lock(folder: &Path) -> Result<File, RunError> {
    let path = folder.join("lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|error| RunError::io(&path, error))?;
    match FileExt::try_lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunError::Busy(folder.into())),
        Err(TryLockError::Error(error)) => Err(RunError::io(&path, error)),
    }
}

/// Writes a file whole or not at all.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    if fs::read(path).is_ok_and(|found| found == bytes) {
        return Ok(());
    }
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    write_synced(&fresh, bytes)
        .and_then(|()| fs::rename(&fresh, path))
        .map_err(|error| RunError::io(path, error))
}

/// Appends one line of JSON to a file that nothing depends on.
pub fn append_line(path: &Path, line: &impl Serialize) -> Result<(), RunError> {
    let line = serde_json::to_string(line).expect("it is plain data") + "\n";
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| RunError::io(path, error))
}

/// The lines of JSON of a file; none if there is no file. A last line that is not whole yet is left out.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, RunError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(RunError::io(path, error)),
    };
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let lines = text[..whole].lines().enumerate().map(|(i, line)| {
        serde_json::from_str(line)
            .map_err(|e| TextError::new(format!("{}: line {}: {e}", path.display(), i + 1)).into())
    });
    lines.collect()
}

/// The curves of a generation.
pub fn scalars(epoch: &Epoch, labels: &[String]) -> Vec<Scalar> {
    let scalar = |tag: String, value: f64| Scalar { tag, value: value as f32 };
    let share = |n: u64| n as f64 / epoch.games.max(1) as f64;
    let mut all = vec![
        scalar("games/first side wins".into(), share(epoch.first)),
        scalar("games/draws".into(), share(epoch.draws)),
        scalar("games/second side wins".into(), share(epoch.second)),
        scalar("games/steps".into(), epoch.length),
    ];
    for population in &epoch.populations {
        let name = &population.name;
        let kinds = ["best", "mean", "worst", "sum"];
        for (kind, value) in kinds.iter().zip(population.fitness.iter().flatten()) {
            all.push(scalar(format!("fitness of {name}/{kind}"), *value));
        }
        all.push(scalar(format!("diversity/{name}"), population.diversity));
        for (label, weight) in labels.iter().zip(&population.champion) {
            all.push(scalar(format!("weights of {name}/{label}"), f64::from(*weight)));
        }
    }
    all
}

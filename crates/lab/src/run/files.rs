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

/// What stands between a line's object and its checksum.
const SUM: &str = ",\"crc\":\"";

/// Appends an object as a line of JSON to a file that nothing depends on; its last key is the checksum of the rest.
pub fn append_line(path: &Path, line: &impl Serialize) -> Result<(), RunError> {
    let text = serde_json::to_string(line).expect("it is plain data");
    let text = text.trim_end_matches('}');
    let line = format!("{text}{SUM}{:08x}\"}}\n", crc32c::crc32c(text.as_bytes()));
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).at(path)
}

/// The lines of such a file that are as they were written.
pub fn read_sound_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, RunError> {
    let bytes = match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        bytes => bytes.at(path)?,
    };
    let sound = |line: &[u8]| {
        let (text, sum) = std::str::from_utf8(line).ok()?.rsplit_once(SUM)?;
        let fits = sum == format!("{:08x}\"}}", crc32c::crc32c(text.as_bytes()));
        fits.then(|| serde_json::from_str(&format!("{text}}}")).ok())?
    };
    Ok(bytes.split(|&byte| byte == b'\n').filter_map(sound).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A changed line is left out; the others stay.
    #[test]
    fn a_flipped_bit_takes_its_line_away() {
        let path = std::env::temp_dir().join(format!("petteia-lines-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let lines = [("one", 1), ("two", 2)].map(|(name, n)| serde_json::json!({ "name": name, "n": n }));
        lines.iter().for_each(|line| append_line(&path, line).unwrap());
        let whole = std::fs::read(&path).unwrap();
        let read = || read_sound_lines::<serde_json::Map<String, serde_json::Value>>(&path).unwrap();
        assert_eq!(read().into_iter().map(serde_json::Value::Object).collect::<Vec<_>>(), lines);
        for (at, bit) in (0..whole.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << bit;
            std::fs::write(&path, &flipped).unwrap();
            let read = read();
            assert!(read.len() < 2, "bit {bit} of byte {at}: {read:?}");
            assert!(read.into_iter().all(|line| lines.contains(&line.into())), "bit {bit} of byte {at}");
        }
        std::fs::remove_file(path).unwrap();
    }
}

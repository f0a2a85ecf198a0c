//! The state of a run on the disk: written beside the old one, synced, and only then put in its place; the one before stays.
//!
//! A file is one line of text, a checksum of the rest (CRC-32C), and the state in postcard's format. Whatever is torn or
//! changed is noticed, and the one before is used.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::learn::State;

/// What a run needs to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint<S = State> {
    /// What the run is about; a checkpoint of another one is of no use.
    pub identity: String,
    /// How long the files were that a run appends to.
    pub lengths: Vec<u64>,
    /// What has been learnt.
    pub state: S,
}

const MAGIC: &[u8] = b"petteia checkpoint 1\n";
const NOW: &str = "checkpoint";
const BEFORE: &str = "checkpoint.previous";
const FRESH: &str = "checkpoint.new";
const DAMAGED: &str = "checkpoint.damaged";

impl<S: Serialize + DeserializeOwned> Checkpoint<S> {
    fn bytes(&self) -> Vec<u8> {
        let state = postcard::to_stdvec(self).expect("a state is plain data");
        [MAGIC, &crc32c::crc32c(&state).to_le_bytes(), &state].concat()
    }

    /// The checkpoint in a file's bytes; nothing if they are not whole.
    pub fn parse(bytes: &[u8]) -> Option<Checkpoint<S>> {
        let (sum, state) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<4>()?;
        (u32::from_le_bytes(*sum) == crc32c::crc32c(state)).then(|| postcard::from_bytes(state).ok())?
    }

    /// Writes it into a folder. Killed anywhere in between, the folder has a whole checkpoint, this or the last one.
    pub fn save(&self, folder: &Path) -> Result<(), (PathBuf, io::Error)> {
        let path = |name: &str| folder.join(name);
        let failed = |name: &str| {
            let path = path(name);
            move |error| (path, error)
        };
        write_synced(&path(FRESH), &self.bytes()).map_err(failed(FRESH))?;
        if path(NOW).exists() {
            fs::rename(path(NOW), path(BEFORE)).map_err(failed(BEFORE))?;
        }
        fs::rename(path(FRESH), path(NOW)).map_err(failed(NOW))?;
        // The names themselves are on the disk only when the folder is.
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed(NOW))
    }

    /// The newest whole checkpoint in a folder for which `usable` has nothing to say against it, and sentences about those that were
    /// passed over. A damaged one is put aside, so that it cannot take the place of a whole one.
    pub fn load(
        folder: &Path,
        usable: impl Fn(&Checkpoint<S>) -> Result<(), String>,
    ) -> Result<(Option<Checkpoint<S>>, Vec<String>), (PathBuf, io::Error)> {
        let mut notes = Vec::new();
        for name in [NOW, BEFORE] {
            let path = folder.join(name);
            let bytes = match fs::read(&path) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err((path, error)),
            };
            let found = Checkpoint::parse(&bytes).ok_or_else(|| "it is not whole".to_string());
            match found.and_then(|found| usable(&found).map(|()| found)) {
                Ok(found) => return Ok((Some(found), notes)),
                Err(why) => {
                    notes.push(format!("{}: {why}; the run goes on from the one before", path.display()));
                    fs::rename(&path, folder.join(DAMAGED)).map_err(|error| (path, error))?;
                }
            }
        }
        Ok((None, notes))
    }
}

/// Writes a file whose bytes are on the disk afterwards.
pub fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Coevolution, Config};

    fn checkpoint(epoch: u64) -> Checkpoint {
        let config = Config::parse(
            "game = 'awari'\nplayer = 'davis2002'\nepochs = 3\nscheme = { kind = 'everybody' }\n\
             score = { kind = 'points', win = 3, draw = 1, loss = 0 }\noptimizer = { kind = 'es', population = 3, survivors = 1 }",
        );
        let learner = Coevolution::new(&config.unwrap()).unwrap();
        let mut state = learner.state().clone();
        state.epoch = epoch;
        Checkpoint { identity: "this".into(), lengths: vec![3, 4], state }
    }

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("petteia-checkpoint-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Every single bit of the newest checkpoint matters, and so does every length: the one before is used.
    #[test]
    fn every_flip_and_every_cut_is_noticed() {
        let whole = checkpoint(2).bytes();
        assert_eq!(Checkpoint::<State>::parse(&whole), Some(checkpoint(2)));
        for at in 0..whole.len() {
            assert_eq!(Checkpoint::<State>::parse(&whole[..at]), None, "cut after {at} bytes");
            for bit in 0..8 {
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << bit;
                assert_eq!(Checkpoint::<State>::parse(&flipped), None, "bit {bit} of byte {at}");
            }
        }
    }

    #[test]
    fn the_one_before_is_kept_and_used() {
        let folder = scratch("before");
        let load = || Checkpoint::<State>::load(&folder, |_| Ok(())).unwrap();
        assert_eq!(load(), (None, Vec::new()));
        checkpoint(1).save(&folder).unwrap();
        checkpoint(2).save(&folder).unwrap();
        assert_eq!(load(), (Some(checkpoint(2)), Vec::new()));
        let mut bytes = fs::read(folder.join(NOW)).unwrap();
        bytes[40] ^= 16;
        fs::write(folder.join(NOW), &bytes).unwrap();
        let (found, notes) = load();
        assert_eq!(found, Some(checkpoint(1)));
        assert!(notes.len() == 1 && notes[0].contains("it is not whole"), "{notes:?}");
        // The damaged one is out of the way: the next save does not push the whole one out.
        checkpoint(2).save(&folder).unwrap();
        assert_eq!(load(), (Some(checkpoint(2)), Vec::new()));
        assert_eq!(Checkpoint::<State>::parse(&fs::read(folder.join(BEFORE)).unwrap()), Some(checkpoint(1)));
        // Killed between the two renames, only the one before is there.
        fs::remove_file(folder.join(NOW)).unwrap();
        assert_eq!(load().0, Some(checkpoint(1)));
        fs::remove_dir_all(folder).unwrap();
    }
}

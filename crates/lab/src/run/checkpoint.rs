//! The state of a run on the disk, with the sums of the files that belong to it; the checkpoint before stays beside it.
//!
//! A file is one line of text, a checksum of the rest (CRC-32C), and the rest in postcard's format. Whatever is torn or changed is
//! noticed. A damaged checkpoint is put aside, and the one before is used; where a whole one no longer fits the other files, nothing is
//! touched, because it may be possible to put them back.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use games::TextError;
use serde::{Deserialize, Serialize};

use super::{FILES, RunError};
use crate::At;
use crate::disk::{self, Sum};

/// What a run needs to go on; the state last, so that the sums can be read without it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// What the run is about; a checkpoint of another one is of no use.
    pub identity: String,
    /// The files that a run appends to, as they were.
    pub sums: [Sum; 3],
    /// What had been learnt, as the learner writes it.
    pub state: Vec<u8>,
}

const MAGIC: &[u8] = b"petteia checkpoint ";
const VERSION: &[u8] = b"2\n";
const NOW: &str = "checkpoint";
const BEFORE: &str = "checkpoint.previous";
/// An identity and the sums are shorter.
const HEAD: u64 = 1 << 16;

/// Why bytes are no checkpoint that can be used.
#[derive(Debug, PartialEq)]
enum Unusable {
    Damaged,
    /// It begins like one, but with the number of another version.
    Foreign,
}

impl Checkpoint {
    fn bytes(&self) -> Vec<u8> {
        let rest = postcard::to_stdvec(self).expect("it is plain data");
        [MAGIC, VERSION, &crc32c::crc32c(&rest).to_le_bytes(), &rest].concat()
    }

    fn parse(bytes: &[u8]) -> Result<Checkpoint, Unusable> {
        let numbered = bytes.strip_prefix(MAGIC).ok_or(Unusable::Damaged)?;
        let Some(summed) = numbered.strip_prefix(VERSION) else {
            let number = numbered.first().is_some_and(u8::is_ascii_digit) && numbered.get(1) == Some(&b'\n');
            return Err(if number { Unusable::Foreign } else { Unusable::Damaged });
        };
        let whole =
            summed.split_first_chunk::<4>().filter(|(sum, rest)| **sum == crc32c::crc32c(rest).to_le_bytes());
        let found = whole.and_then(|(_, rest)| postcard::from_bytes(rest).ok());
        found.ok_or(Unusable::Damaged)
    }

    /// Writes it into a folder. Killed anywhere in between, the folder has a whole checkpoint, this or the last one.
    pub fn save(&self, folder: &Path) -> Result<(), RunError> {
        let path = folder.join(NOW);
        disk::replace_keeping(&path, &self.bytes(), &folder.join(BEFORE)).at(&path)
    }

    /// The newest whole checkpoint of a folder, and sentences about those that were passed over.
    pub fn load(folder: &Path, identity: &str) -> Result<(Option<Checkpoint>, Vec<String>), RunError> {
        let (found, damaged) = Checkpoint::newest(folder)?;
        if let Some(found) = &found {
            found.check(folder, identity)?;
        }
        // Only now, when nothing more can be wrong, is anything moved.
        let then = if found.is_some() { "goes on from the one before" } else { "starts anew" };
        let notes = damaged.iter().map(|name| {
            let path = folder.join(name);
            let aside = disk::put_aside(&path).at(&path)?;
            Ok(format!(
                "{}: it is not whole; the run {then} (it is kept as {})",
                path.display(),
                aside.display()
            ))
        });
        Ok((found, notes.collect::<Result<_, RunError>>()?))
    }

    /// The newest whole checkpoint, and the names of damaged ones.
    pub fn newest(folder: &Path) -> Result<(Option<Checkpoint>, Vec<&'static str>), RunError> {
        let mut damaged = Vec::new();
        for name in [NOW, BEFORE] {
            let path = folder.join(name);
            let bytes = match fs::read(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                bytes => bytes.at(&path)?,
            };
            match Checkpoint::parse(&bytes) {
                Ok(found) => return Ok((Some(found), damaged)),
                Err(Unusable::Damaged) => damaged.push(name),
                Err(Unusable::Foreign) => {
                    let why = "this checkpoint was written by another version of the program; resume the run with that one, or \
                               train in another folder";
                    return Err(TextError::new(why).within(path.display()).into());
                }
            }
        }
        Ok((None, damaged))
    }

    /// That the other files of the folder are still those that it belongs to.
    fn check(&self, folder: &Path, identity: &str) -> Result<(), RunError> {
        if self.identity != identity {
            let why = "the checkpoint is of another configuration than config.toml, or of other rules of the game; put the file back \
                       as it was, or take another folder";
            return Err(TextError::new(why).within(folder.display()).into());
        }
        (0..FILES.len()).try_for_each(|file| fits(folder, file, &self.sums))
    }
}

/// That one of the files that a run appends to begins as a checkpoint knows it.
fn fits(folder: &Path, file: usize, sums: &[Sum; 3]) -> Result<(), RunError> {
    let (path, Sum { length, .. }) = (folder.join(FILES[file]), sums[file]);
    let found = Sum::of_file(&path, length).at(&path)?;
    if found == sums[file] {
        return Ok(());
    }
    let what = match found.length < length {
        true => format!("it has {} of the {length} bytes that the checkpoint knows of", found.length),
        false => format!("its first {length} bytes have changed since the checkpoint was made"),
    };
    let why =
        format!("{what}; put the file back as it was, or take another folder (nothing was changed here)");
    Err(TextError::new(why).within(path.display()).into())
}

/// The path of one of the files that a run appends to, for whoever only looks. It must be as the program wrote it, as far as a
/// checkpoint knows it; what came since then has no checksum yet.
pub fn checked(folder: &Path, name: &str) -> Result<PathBuf, RunError> {
    let file = FILES.iter().position(|known| *known == name).expect("a file that a run appends to");
    // Only where something does not fit is the state read as well, which can be long: what is damaged may be the checkpoint.
    if sums(folder).is_none_or(|sums| fits(folder, file, &sums).is_err()) {
        match Checkpoint::newest(folder) {
            Ok((Some(found), _)) => fits(folder, file, &found.sums)?,
            // There is none yet, or it is of another version of the program.
            Ok((None, _)) | Err(RunError::Text(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(folder.join(name))
}

/// What the checkpoint says of the files, from its first bytes; whether it is whole is not asked.
fn sums(folder: &Path) -> Option<[Sum; 3]> {
    let mut head = Vec::new();
    File::open(folder.join(NOW)).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let rest = head.strip_prefix(MAGIC)?.strip_prefix(VERSION)?.get(4..)?;
    let (_identity, sums): (String, _) = postcard::from_bytes(rest).ok()?;
    Some(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(number: u8) -> Checkpoint {
        Checkpoint { identity: "this".into(), sums: [Sum::default(); 3], state: vec![number; 30] }
    }

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("petteia-checkpoint-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Every single bit of a checkpoint matters, and so does every length.
    #[test]
    fn every_flip_and_every_cut_is_noticed() {
        let whole = checkpoint(2).bytes();
        assert_eq!(Checkpoint::parse(&whole), Ok(checkpoint(2)));
        for at in 0..whole.len() {
            assert!(Checkpoint::parse(&whole[..at]).is_err(), "cut after {at} bytes");
            for bit in 0..8 {
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << bit;
                assert!(Checkpoint::parse(&flipped).is_err(), "bit {bit} of byte {at}");
            }
        }
    }

    #[test]
    fn the_one_before_is_kept_and_used() {
        let folder = scratch("before");
        let load = || Checkpoint::load(&folder, "this").unwrap();
        assert_eq!(load(), (None, Vec::new()));
        checkpoint(1).save(&folder).unwrap();
        checkpoint(2).save(&folder).unwrap();
        assert_eq!(load(), (Some(checkpoint(2)), Vec::new()));
        let damage = |name: &str| {
            let mut bytes = fs::read(folder.join(name)).unwrap();
            bytes[40] ^= 16;
            fs::write(folder.join(name), &bytes).unwrap();
        };
        damage(NOW);
        let (found, notes) = load();
        assert_eq!(found, Some(checkpoint(1)));
        assert!(notes.len() == 1 && notes[0].contains("it is not whole; the run goes on from"), "{notes:?}");
        // The damaged one is out of the way: the next save does not push the whole one out.
        checkpoint(2).save(&folder).unwrap();
        assert_eq!(load(), (Some(checkpoint(2)), Vec::new()));
        assert_eq!(Checkpoint::parse(&fs::read(folder.join(BEFORE)).unwrap()), Ok(checkpoint(1)));
        // Killed between the two renames, only the one before is there.
        fs::remove_file(folder.join(NOW)).unwrap();
        assert_eq!(load().0, Some(checkpoint(1)));
        // Damaged ones have names of their own.
        checkpoint(3).save(&folder).unwrap();
        checkpoint(4).save(&folder).unwrap();
        damage(NOW);
        damage(BEFORE);
        let (found, notes) = load();
        assert!(
            found.is_none() && notes.iter().all(|note| note.contains("the run starts anew")),
            "{notes:?}"
        );
        for name in ["checkpoint.damaged", "checkpoint.damaged-2", "checkpoint.previous.damaged"] {
            assert!(folder.join(name).exists(), "{name}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// A whole checkpoint is never put aside: it says what does not fit, and everything stays as it was.
    #[test]
    fn what_does_not_fit_is_named_and_nothing_is_lost() {
        let folder = scratch("fit");
        let log = folder.join(FILES[0]);
        fs::write(&log, "one\ntwo\n").unwrap();
        let sums = [Sum::of(b"one\ntwo\n"), Sum::default(), Sum::default()];
        Checkpoint { sums, ..checkpoint(1) }.save(&folder).unwrap();
        let before = fs::read(folder.join(NOW)).unwrap();
        let error = || Checkpoint::load(&folder, "this").unwrap_err().to_string();
        fs::write(&log, "one\ntw").unwrap();
        assert!(error().contains("metrics.jsonl: it has 6 of the 8 bytes"), "{}", error());
        fs::write(&log, "one\ntwi\nthree").unwrap();
        assert!(error().contains("metrics.jsonl: its first 8 bytes have changed"), "{}", error());
        fs::remove_file(&log).unwrap();
        assert!(error().contains("metrics.jsonl: it has 0 of the 8 bytes"), "{}", error());
        fs::write(&log, "one\ntwo\nthree").unwrap();
        assert!(Checkpoint::load(&folder, "this").unwrap().1.is_empty());
        assert!(Checkpoint::load(&folder, "that").unwrap_err().to_string().contains("another configuration"));
        assert_eq!(fs::read(folder.join(NOW)).unwrap(), before);
        let older = [b"petteia checkpoint 1\n", &before[MAGIC.len() + VERSION.len()..]].concat();
        fs::write(folder.join(NOW), older).unwrap();
        assert!(
            error().contains("checkpoint: this checkpoint was written by another version"),
            "{}",
            error()
        );
        fs::remove_dir_all(folder).unwrap();
    }
}

//! What was read of the files of runs, for as long as the files stay as they were.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use lab::run;

use crate::error::Problem;
use crate::locked;

/// The files that say everything about a run. Its journal grows with every game, and nothing here is read from it.
const FILES: [&str; 5] = [run::CONFIG, run::METRICS, run::TIMES, run::GAMES, "checkpoint"];

/// Length and time of change of each file.
type Stamp = Vec<Option<(u64, SystemTime)>>;

fn stamp(folder: &Path) -> Stamp {
    let of = |name: &str| {
        let file = fs::metadata(folder.join(name)).ok()?;
        Some((file.len(), file.modified().ok()?))
    };
    FILES.map(of).into()
}

/// What is known of one run, and how its files were before it was read.
type Known<T> = Arc<Mutex<Option<(Stamp, Result<T, Problem>)>>>;

/// One thing that is read of runs, by the names of their folders.
pub struct Cache<T> {
    known: Mutex<HashMap<String, Known<T>>>,
    most: usize,
}

impl<T: Clone> Cache<T> {
    /// Remembers so many runs.
    pub fn new(most: usize) -> Cache<T> {
        Cache { known: Mutex::default(), most }
    }

    /// What `read` says about the folder of a run; it is asked again only where a file has changed, and by one at a time.
    pub fn get(&self, folder: &Path, read: impl FnOnce(&Path) -> Result<T, Problem>) -> Result<T, Problem> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = {
            let mut all = locked(&self.known);
            if all.len() >= self.most && !all.contains_key(&name) {
                all.clear();
            }
            all.entry(name).or_default().clone()
        };
        let mut known = locked(&known);
        // Before it is read: what changes meanwhile is read again the next time.
        let now = stamp(folder);
        match &*known {
            Some((then, found)) if *then == now => found.clone(),
            _ => {
                let found = read(folder);
                *known = Some((now, found.clone()));
                found
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn files_are_read_again_only_when_they_have_changed() {
        let folder = std::env::temp_dir().join(format!("petteia-web-cache-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let (cache, reads) = (Cache::new(2), Cell::new(0));
        let look = |name: &str| {
            cache.get(&folder.join(name), |folder| {
                reads.set(reads.get() + 1);
                fs::read_to_string(folder.join(run::METRICS)).map_err(Problem::failed)
            })
        };
        let write = |name: &str, text: &str| {
            fs::create_dir_all(folder.join(name)).unwrap();
            fs::write(folder.join(name).join(run::METRICS), text).unwrap();
        };
        write("a", "one\n");
        assert!((0..5).all(|_| look("a").unwrap() == "one\n") && reads.get() == 1);
        write("a", "one\ntwo\n");
        assert!((0..5).all(|_| look("a").unwrap() == "one\ntwo\n") && reads.get() == 2);
        // What cannot be read is not tried again either, until there is something else.
        assert!(look("b").is_err() && look("b").is_err() && reads.get() == 3);
        write("b", "three\n");
        assert!(look("b").unwrap() == "three\n" && reads.get() == 4);
        // A third one: those before are forgotten, and nothing grows without end.
        write("c", "four\n");
        assert!(look("c").unwrap() == "four\n" && cache.known.lock().unwrap().len() == 1);
        fs::remove_dir_all(folder).unwrap();
    }
}

//! Games that are written down as they end, so that long comparisons go on where they were stopped or killed.
//!
//! A comparison asks for games again and again and makes sentences of them. Behind a [`Kept`] executor it does not notice which of
//! them were played before: it is called again with the same jobs, and only what is not in the journal is played.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use games::{Outcome, TextError};
use serde::{Deserialize, Serialize};

use super::{Entrant, Executor, ExecutorError, GameRecord, Job, Watch};
use crate::journal::{Journal, JournalError};

/// Plays by another executor and keeps the games in a file.
pub struct Kept<'a> {
    executor: &'a dyn Executor,
    book: Mutex<Book>,
    heard: &'a Heard<'a>,
}

/// Hears how many of the games that were asked for were found in the file, and how many were played; it may end everything.
pub type Heard<'a> = dyn Fn(u64, u64) -> ControlFlow<()> + Sync + 'a;

struct Book {
    journal: Journal,
    known: HashMap<String, GameRecord>,
    /// Games that were asked for, and found or played.
    found: u64,
    played: u64,
}

/// A game as the journal has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    job: String,
    game: GameRecord,
}

impl<'a> Kept<'a> {
    /// Opens the journal of games about something, or begins it. A sentence tells what was found damaged.
    pub fn open(
        path: &Path,
        about: &str,
        executor: &'a dyn Executor,
        heard: &'a Heard<'a>,
    ) -> Result<(Kept<'a>, Option<String>), JournalError> {
        let (journal, lines) = Journal::open(path, about)?;
        // A line that this program cannot read is a game to play again.
        let entries = lines.lines.iter().filter_map(|line| serde_json::from_str::<Entry>(line).ok());
        let known = entries.map(|entry| (entry.job, entry.game)).collect();
        let book = Mutex::new(Book { journal, known, found: 0, played: 0 });
        Ok((Kept { executor, book, heard }, lines.cut))
    }
}

impl Executor for Kept<'_> {
    fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), ExecutorError> {
        let mut book = self.book.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let Book { journal, known, found, played } = &mut *book;
        let names = names(jobs);
        let mut planned = HashSet::new();
        let missing = jobs.iter().zip(&names);
        let missing = missing.filter(|&(_, name)| !known.contains_key(name) && planned.insert(name));
        let (missing, new): (Vec<Job>, Vec<&String>) = missing.map(|(job, name)| (job.clone(), name)).unzip();
        let (mut due, mut stopped, mut failed) = (0, false, None);
        // Tells the games that are due and there; `new` is the one that has just been played.
        let mut tell = |known: &HashMap<String, GameRecord>, new: Option<&String>| {
            while let Some((name, record)) = names.get(due).and_then(|name| known.get_key_value(name)) {
                *(if Some(name) == new { &mut *played } else { &mut *found }) += 1;
                due += 1;
                if (self.heard)(*found, *played).is_break() {
                    stopped = true;
                    return ControlFlow::Break(());
                }
                watch(due - 1, record.clone())?;
            }
            ControlFlow::Continue(())
        };
        if tell(known, None).is_continue() {
            self.executor.stream(&missing, &mut |number, game| {
                let entry = Entry { job: new[number].clone(), game };
                let line = serde_json::to_string(&entry).expect("a game is plain data");
                if let Err(error) = journal.append(&line) {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
                known.insert(entry.job, entry.game);
                tell(known, Some(new[number]))
            })?;
        }
        match failed.or_else(|| journal.sync().err()) {
            Some(error) => Err(TextError::new(error.to_string()).into()),
            None if stopped => Err(TextError::new("it was stopped before all games were there").into()),
            None => Ok(()),
        }
    }
}

/// Names of jobs, as good as unique: checksums of either player and of the rest.
fn names(jobs: &[Job]) -> Vec<String> {
    fn sum(thing: &impl Serialize) -> u32 {
        crc32c::crc32c(&postcard::to_allocvec(thing).expect("it is plain data"))
    }
    let mut names = Vec::with_capacity(jobs.len());
    // Numbers are many, and neighbours usually have the same.
    let mut last: Option<(&[Entrant; 2], [u32; 2])> = None;
    for Job { game, players, start, opening, longest, rng } in jobs {
        let sums = match last {
            Some((same, sums)) if same == players => sums,
            _ => players.each_ref().map(sum),
        };
        last = Some((players, sums));
        let rest = sum(&(game, game.rules_version(), start, opening, longest, rng));
        names.push(format!("{:08x}{:08x}{rest:08x}", sums[0], sums[1]));
    }
    names
}

/// Plays nothing and counts: every game is a draw without a step. It tells how many games a comparison will ask for.
#[derive(Default)]
pub struct Planned {
    games: AtomicU64,
}

impl Planned {
    /// How many games were asked for.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }
}

impl Executor for Planned {
    fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), ExecutorError> {
        for number in 0..jobs.len() {
            self.games.fetch_add(1, Ordering::Relaxed);
            let nothing = GameRecord { steps: Vec::new(), outcome: Outcome::Draw, forfeit: None };
            if watch(number, nothing).is_break() {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::job::{Pairing, Threads};

    const STOP: &str = "it was stopped before all games were there";

    fn jobs(seed: u64, weights: f32) -> Vec<Job> {
        let pairing = Pairing { game: "awari".parse().unwrap(), start: None, opening: 2, longest: 300, seed };
        let spec: engine::PlayerSpec = "davis2002(depth=1)".parse().unwrap();
        let learnt = Entrant::new(spec, Default::default()).with_weights(vec![weights; 6].into());
        let random = Entrant::new("random".parse().unwrap(), Default::default());
        (0..5).flat_map(|pair| pairing.jobs([&learnt, &random], pair).unwrap()).collect()
    }

    /// Plays the jobs of two lists, stopped after so many games: what there was, how many were found, and the file.
    fn play(path: &PathBuf, stop: u64) -> (Result<Vec<GameRecord>, ExecutorError>, u64, Vec<u8>) {
        let seen = AtomicU64::new(0);
        let heard = |found, played| {
            seen.store(found, Ordering::Relaxed);
            if found + played == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let threads = Threads::new(2);
        let (kept, _) = Kept::open(path, "a test", &threads, &heard).unwrap();
        let both = kept.run(&jobs(1, 1.0)).and_then(|one| Ok([one, kept.run(&jobs(2, 1.0))?].concat()));
        drop(kept);
        (both, seen.into_inner(), fs::read(path).unwrap())
    }

    /// Stopped anywhere, or cut anywhere, the file is written on to the same bytes, and nothing is played twice.
    #[test]
    fn what_was_stopped_goes_on() {
        let folder = std::env::temp_dir().join(format!("petteia-kept-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let whole = folder.join("whole");
        let (games, found, bytes) = play(&whole, 0);
        let games = games.unwrap();
        let alone = [jobs(1, 1.0), jobs(2, 1.0)].concat();
        assert_eq!(games, Threads::new(1).run(&alone).unwrap(), "the same as without a file");
        assert_eq!((games.len(), found), (20, 0));
        assert_eq!(play(&whole, 0), (Ok(games.clone()), 20, bytes.clone()), "all are found");
        for stop in [1, 7, 10, 13, 20] {
            let path = folder.join(format!("stopped-{stop}"));
            let (none, _, beginning) = play(&path, stop);
            assert_eq!(none, Err(TextError::new(STOP).into()));
            assert!(bytes.starts_with(&beginning), "{stop}");
            assert_eq!(play(&path, 0), (Ok(games.clone()), stop, bytes.clone()), "{stop}");
            fs::write(&path, &bytes[..bytes.len() * stop as usize / 21]).unwrap();
            assert_eq!(play(&path, 0).2, bytes, "cut off");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Another seed, another side and other numbers are other games.
    #[test]
    fn names_tell_games_apart() {
        let lists = [jobs(1, 1.0), jobs(2, 1.0), jobs(1, 1.5)];
        let all: HashSet<String> = lists.iter().flat_map(|jobs| names(jobs)).collect();
        assert_eq!(all.len(), 30);
        assert_eq!(names(&lists[0]), names(&lists[0].clone()));
        let counted = Planned::default();
        counted.run(&lists.concat()).unwrap();
        assert_eq!(counted.games(), 30);
    }
}

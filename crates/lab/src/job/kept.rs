//! Games that are written down as they end, so that long comparisons go on where they were stopped or killed.
//!
//! A comparison asks for games again and again and makes sentences of them. Behind a [`Kept`] executor it does not notice which of
//! them were played before: it is called again with the same jobs, and only what is not in the journal is played. Players that
//! name a file are taken for the same as long as its name is: a learner that rewrites such files needs a journal for each.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use games::{Outcome, TextError};
use serde::{Deserialize, Serialize};

use super::{Entrant, Executor, GameRecord, Job, Watch};
use crate::journal::Journal;
use crate::{At, RunError};

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
    ended: Option<Ended>,
}

/// Why games that were asked for are not there.
#[derive(Debug)]
pub enum Ended {
    /// The listener ended it.
    Stopped,
    /// They could not be written down.
    Failed(RunError),
}

/// A game as the journal has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    job: String,
    game: GameRecord,
}

impl<'a> Kept<'a> {
    /// Opens the journal of games about something, or begins it, also where it is about something else. Sentences tell what is played
    /// again because it was damaged or is about something else.
    pub fn open(
        path: &Path,
        about: &str,
        executor: &'a dyn Executor,
        heard: &'a Heard<'a>,
    ) -> Result<(Kept<'a>, Vec<String>), RunError> {
        let mut notes = Vec::new();
        let (journal, found) = match Journal::open(path, about) {
            Err(RunError::Other(..)) => {
                let path_ = path.display();
                notes.push(format!("{path_}: these games are of another program and are played again"));
                fs::remove_file(path).at(path)?;
                Journal::open(path, about)?
            }
            opened => opened?,
        };
        notes.extend(found.cut);
        let entries: Vec<Entry> =
            found.lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let unread = found.lines.len() - entries.len();
        if unread > 0 {
            notes.push(format!("{}: {unread} games cannot be read and are played again", path.display()));
        }
        let known = entries.into_iter().map(|entry| (entry.job, entry.game)).collect();
        let book = Mutex::new(Book { journal, known, found: 0, played: 0, ended: None });
        Ok((Kept { executor, book, heard }, notes))
    }

    /// Why a run of jobs was an error, if it was not for the jobs.
    pub fn ended(self) -> Option<Ended> {
        self.book.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).ended
    }
}

impl Executor for Kept<'_> {
    fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), TextError> {
        let mut book = self.book.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let Book { journal, known, found, played, ended } = &mut *book;
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
        if tell(known, None).is_continue() && !missing.is_empty() {
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
            failed = failed.or_else(|| journal.sync().err());
        }
        *ended = failed.map(Ended::Failed).or(stopped.then_some(Ended::Stopped));
        match ended {
            Some(_) => Err(TextError::new("it ended before all games were there")),
            None => Ok(()),
        }
    }
}

/// Names of jobs that tell them apart: checksums of either player and of the rest, and what is drawn first.
fn names(jobs: &[Job]) -> Vec<String> {
    fn sum(thing: &impl Serialize) -> u32 {
        crc32c::crc32c(&serde_json::to_vec(thing).expect("it is plain data"))
    }
    let mut names = Vec::with_capacity(jobs.len());
    // Numbers are many, and neighbours usually have the same.
    let mut last: Option<(&[Entrant; 2], [u32; 2])> = None;
    for Job { game, players, start, opening, longest, rng } in jobs {
        let [first, second] = match last {
            Some((same, sums)) if same == players => sums,
            _ => players.each_ref().map(sum),
        };
        last = Some((players, [first, second]));
        let rest = sum(&(game, game.rules_version(), start, opening, longest));
        names.push(format!("{first:08x}{second:08x}{rest:08x}{:016x}", rng.clone().bits()));
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
    fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), TextError> {
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
    use std::path::PathBuf;

    use super::*;
    use crate::job::{Pairing, Threads};

    fn jobs(seed: u64, weights: f32) -> Vec<Job> {
        let pairing = Pairing { game: "awari".parse().unwrap(), start: None, opening: 2, longest: 300, seed };
        let spec: engine::PlayerSpec = "davis2002(depth=1)".parse().unwrap();
        let learnt = Entrant::new(spec, Default::default()).with_weights(vec![weights; 6].into());
        let random = Entrant::new("random".parse().unwrap(), Default::default());
        (0..5).flat_map(|pair| pairing.jobs([&learnt, &random], pair).unwrap()).collect()
    }

    /// Plays the jobs of two lists, stopped after so many games: what there was, how many were found, and the file.
    fn play(path: &PathBuf, stop: u64) -> (Result<Vec<GameRecord>, TextError>, u64, Vec<u8>) {
        let seen = AtomicU64::new(0);
        let heard = |found, played| {
            seen.store(found, Ordering::Relaxed);
            if found + played == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let threads = Threads::new(2);
        let (kept, notes) = Kept::open(path, "a test", &threads, &heard).unwrap();
        assert!(notes.is_empty() || stop == 0, "{notes:?}");
        let both = kept.run(&jobs(1, 1.0)).and_then(|one| Ok([one, kept.run(&jobs(2, 1.0))?].concat()));
        assert_eq!(matches!(kept.ended(), Some(Ended::Stopped)), both.is_err());
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
            assert!(none.is_err(), "{stop}");
            assert!(bytes.starts_with(&beginning), "{stop}");
            assert_eq!(play(&path, 0), (Ok(games.clone()), stop, bytes.clone()), "{stop}");
            fs::write(&path, &bytes[..bytes.len() * stop as usize / 21]).unwrap();
            assert_eq!(play(&path, 0).2, bytes, "cut off");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    /// What another program has written, and what cannot be read, is played again, and it is said.
    #[test]
    fn foreign_games_are_not_taken() {
        let path = std::env::temp_dir().join(format!("petteia-foreign-{}", std::process::id()));
        let (threads, heard) = (Threads::new(1), |_, _| ControlFlow::Continue(()));
        let mut journal = Journal::open(&path, "this program").unwrap().0;
        journal.append("{\"job\":\"of tomorrow\"}").unwrap();
        drop(journal);
        for (about, said) in [("this program", "1 games cannot be read"), ("another", "of another program")] {
            let (kept, notes) = Kept::open(&path, about, &threads, &heard).unwrap();
            assert!(notes.len() == 1 && notes[0].contains(said), "{notes:?}");
            assert!(kept.book.lock().unwrap().known.is_empty());
        }
        fs::remove_file(&path).unwrap();
    }

    /// Another seed, another side, other numbers, limits and rules are other games.
    #[test]
    fn names_tell_games_apart() {
        let lists = [jobs(1, 1.0), jobs(2, 1.0), jobs(1, 1.5)];
        let mut all: HashSet<String> = lists.iter().flat_map(|jobs| names(jobs)).collect();
        assert_eq!(all.len(), 30);
        let counted = Planned::default();
        counted.run(&lists.concat()).unwrap();
        assert_eq!(counted.games(), 30);
        let changes: [fn(&mut Job); 5] = [
            |job| job.longest += 1,
            |job| job.game = "awari:romein".parse().unwrap(),
            |job| job.opening.clear(),
            |job| job.players[1].limits.depth = Some(20),
            |job| job.players[1].limits.nodes = Some(20),
        ];
        for change in changes {
            let mut job = lists[0][0].clone();
            change(&mut job);
            assert!(all.insert(names(&[job])[0].clone()));
        }
    }
}

//! Runs: a learner in a folder, which survives whatever happens to the program.
//!
//! | file | what it holds |
//! |---|---|
//! | `config.toml` | the configuration, also what was left out of it |
//! | `run.json` | the program, its version and commit, the version of the rules |
//! | `metrics.jsonl` | every generation in numbers, one line each ([`Epoch`]) |
//! | `events.out.tfevents.0.petteia` | the same for TensorBoard |
//! | `games.jsonl` | some games of every generation, as records |
//! | `champion-….toml` | the best of each population, as the player's spec reads it |
//! | `checkpoint`, `checkpoint.previous` | the state after the last generation that was saved, and the one before |
//! | `games.journal` | the games since then |
//! | `times.jsonl` | how long generations took: the only file that two equal runs do not share |
//! | `lock` | held by the program that writes here |
//!
//! Files are appended to, and a checkpoint knows how long they were: what was written after it is cut off and written again.
//! So a run that was killed anywhere, any number of times, ends with the same bytes as one that was left alone.

mod checkpoint;
mod error;
pub mod events;
mod files;
mod overview;

use std::collections::VecDeque;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use games::record::jsonl;
use games::{GameSpec, TextError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use self::checkpoint::Checkpoint;
pub use self::error::RunError;
pub(crate) use self::files::{Appended, append_line, lock, read_lines, write_atomic};
pub use self::overview::{Overview, is_network, overview};
use crate::job::{Executor, GameRecord, Job};
use crate::journal::{Journal, JournalError};
use crate::learn::{Coevolution, Config, Epoch, Learner};

/// The configuration of a run, in its folder.
pub const CONFIG: &str = "config.toml";
/// Its generations.
pub const METRICS: &str = "metrics.jsonl";
/// Its sample games.
pub const GAMES: &str = "games.jsonl";
/// How long they took.
pub const TIMES: &str = "times.jsonl";
/// What a run appends to.
const FILES: [&str; 3] = [METRICS, EVENTS, GAMES];
const EVENTS: &str = "events.out.tfevents.0.petteia";
const ABOUT: &str = "run.json";
const JOURNAL: &str = "games.journal";

/// What made a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The program's version.
    pub petteia: String,
    /// The commit that it was built from, if that is known.
    pub commit: Option<String>,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// What computed with a network when the run began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

/// How long a generation took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// Which one, from 1.
    pub epoch: u64,
    /// Its games, and how many of them were played now and not found in the journal.
    pub games: u64,
    #[allow(missing_docs)]
    pub played: u64,
    /// Seconds of everything, and of the games alone.
    pub seconds: f64,
    #[allow(missing_docs)]
    pub playing: f64,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// When all generations are over.
    Never,
    /// When this one is.
    AfterEpoch,
    /// At once.
    Now,
}

/// What a run tells while it goes on.
pub enum News<'a> {
    /// Games played in this session, and those that it will play, as far as it can be known.
    #[allow(missing_docs)]
    Games { played: u64, all: u64, epoch: u64 },
    /// A generation is over.
    Epoch(&'a Epoch),
}

/// A run that nobody else writes.
pub struct Run {
    folder: PathBuf,
    config: Config,
    learner: Coevolution,
    metrics: Appended,
    events: Appended,
    games: Appended,
    journal: Journal,
    /// Games that the journal had.
    found: VecDeque<GameRecord>,
    _lock: File,
}

impl Run {
    /// Begins a run in a folder, or goes on with it if it has the same configuration. Sentences tell what was found damaged.
    pub fn begin(config: &Config, folder: &Path, about: &About) -> Result<(Run, Vec<String>), RunError> {
        let identity = config.identity();
        let same = |text: &str| Ok(Config::parse(text)?.identity() == identity);
        let lock = prepare(folder, config.game, &config.to_toml(), about, &same)?;
        Run::load(folder, config.clone(), lock)
    }

    /// Goes on with a run; with more generations, if that is asked for.
    pub fn resume(folder: &Path, epochs: Option<u64>) -> Result<(Run, Vec<String>), RunError> {
        let mut config = read_config(folder)?;
        let lock = lock(folder)?;
        if let Some(epochs) = epochs {
            config.epochs = epochs;
            write_atomic(&folder.join(CONFIG), config.to_toml().as_bytes())?;
        }
        Run::load(folder, config, lock)
    }

    fn load(folder: &Path, config: Config, lock: File) -> Result<(Run, Vec<String>), RunError> {
        let identity = config.identity();
        let (found, mut notes) = Checkpoint::load_of(folder, &identity)?;
        let (learner, lengths) = match found {
            Some(Checkpoint { state, lengths, .. }) => (Coevolution::resume(&config, state)?, lengths),
            None => (Coevolution::new(&config)?, vec![0, 0, 0]),
        };
        let [metrics, events, games] = open_files(folder, &lengths)?;
        let (journal, found) = open_journal(folder, &identity, learner.epochs(), &mut notes)?;
        let (folder, found) = (folder.to_path_buf(), found.into());
        Ok((Run { folder, config, learner, metrics, events, games, journal, found, _lock: lock }, notes))
    }

    /// What is learnt, and how.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// How many generations are over.
    pub fn epoch(&self) -> u64 {
        self.learner.epochs()
    }

    /// The best of each population by now, with its name.
    pub fn champions(&self) -> Vec<(String, Vec<f32>)> {
        self.learner.champions()
    }

    /// Goes on until all generations are over, or it is told to stop. Answers whether all are over.
    pub fn train(
        &mut self,
        executor: &dyn Executor,
        stop: &dyn Fn() -> Stop,
        watch: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, RunError> {
        let mut played = 0;
        while self.epoch() < self.config.epochs && stop() == Stop::Never {
            let (began, before, mut playing) = (Instant::now(), played, 0.0);
            let mut planned = 0;
            let epoch = loop {
                let jobs = self.learner.plan()?;
                planned += jobs.len() as u64;
                let left = self.config.epochs - self.epoch();
                let all = before + planned * left;
                let start = Instant::now();
                let number = self.epoch() + 1;
                let records = self.play(&jobs, executor, stop, &mut || {
                    played += 1;
                    watch(News::Games { played, all: all.max(played), epoch: number });
                })?;
                playing += start.elapsed().as_secs_f64();
                let Some(records) = records else {
                    self.journal.sync()?;
                    return Ok(false);
                };
                if let Some(epoch) = self.learner.absorb(&jobs, &records)? {
                    break epoch;
                }
            };
            self.write(&epoch)?;
            // By the number alone, whenever the run was stopped: the games since then are in the journal.
            if epoch.epoch == self.config.epochs || epoch.epoch.is_multiple_of(self.config.checkpoint) {
                self.save()?;
            }
            let seconds = began.elapsed().as_secs_f64();
            let time =
                Time { epoch: epoch.epoch, games: epoch.games, played: played - before, seconds, playing };
            files::append_line(&self.folder.join(TIMES), &time)?;
            watch(News::Epoch(&epoch));
        }
        self.journal.sync()?;
        self.write_champions()?;
        Ok(self.epoch() >= self.config.epochs)
    }

    /// The records of jobs: from the journal as far as it goes, then played and written down. None if it was stopped.
    fn play(
        &mut self,
        jobs: &[Job],
        executor: &dyn Executor,
        stop: &dyn Fn() -> Stop,
        heard: &mut dyn FnMut(),
    ) -> Result<Option<Vec<GameRecord>>, RunError> {
        let known = self.found.len().min(jobs.len());
        let mut records: Vec<GameRecord> = self.found.drain(..known).collect();
        let (mut failed, journal) = (None, &mut self.journal);
        executor.stream(&jobs[known..], &mut |_, record| {
            let line = serde_json::to_string(&record).expect("a record is plain data");
            if let Err(error) = journal.append(&line) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            records.push(record);
            heard();
            if stop() == Stop::Now { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        failed.map_or(Ok(()), Err)?;
        Ok((records.len() == jobs.len()).then_some(records))
    }

    /// Appends a generation to the files.
    fn write(&mut self, epoch: &Epoch) -> Result<(), RunError> {
        let line = serde_json::to_string(epoch).expect("it is plain data") + "\n";
        self.metrics.write(line.as_bytes())?;
        let labels = (self.config.genome()?.labels)();
        self.events.write(&events::scalars(epoch.epoch, &files::scalars(epoch, &labels)))?;
        let games: String = epoch.samples.iter().map(jsonl::write).collect();
        self.games.write(games.as_bytes())
    }

    /// Makes a checkpoint; the journal begins anew.
    fn save(&mut self) -> Result<(), RunError> {
        let files = [&mut self.metrics, &mut self.events, &mut self.games];
        let (identity, state) = (self.config.identity(), self.learner.state().clone());
        self.journal = save(&self.folder, identity, files, state, self.learner.epochs())?;
        Ok(())
    }

    /// The best of each population as files that a player's spec can name.
    fn write_champions(&self) -> Result<(), RunError> {
        let genome = self.config.genome()?;
        let Config { game, player, seed, .. } = &self.config;
        for (name, weights) in self.champions() {
            let about = format!("{game}, {player}: {name} after {} epochs, seed {seed}", self.epoch());
            let name = format!("champion-{}.{}", name.to_lowercase(), genome.extension);
            write_atomic(&self.folder.join(name), (genome.file)(&weights, &about)?.as_bytes())?;
        }
        Ok(())
    }
}

/// Takes a folder for a run: nobody else writes there while the file is open. A run that is there already must be the `same` by its
/// configuration.
pub(crate) fn prepare(
    folder: &Path,
    game: GameSpec,
    config: &str,
    about: &About,
    same: &dyn Fn(&str) -> Result<bool, TextError>,
) -> Result<File, RunError> {
    fs::create_dir_all(folder).map_err(|error| RunError::io(folder, error))?;
    let (path, lock) = (folder.join(CONFIG), lock(folder)?);
    if path.exists() {
        let found = fs::read_to_string(&path).map_err(|error| RunError::io(&path, error))?;
        if !same(&found).map_err(|e| e.within(path.display()))? {
            return Err(RunError::Other { folder: folder.into(), found, wanted: config.into() });
        }
    } else {
        let about = About { rules_version: game.rules_version(), ..about.clone() };
        let about = serde_json::to_string(&about).expect("it is plain data") + "\n";
        write_atomic(&folder.join(ABOUT), about.as_bytes())?;
    }
    write_atomic(&path, config.as_bytes())?;
    Ok(lock)
}

impl<S: Serialize + DeserializeOwned> Checkpoint<S> {
    /// The newest checkpoint of a run that its files still reach.
    pub(crate) fn load_of(
        folder: &Path,
        identity: &str,
    ) -> Result<(Option<Checkpoint<S>>, Vec<String>), RunError> {
        let usable = |checkpoint: &Checkpoint<S>| {
            // One of another configuration is whole, and must not be put aside.
            if checkpoint.identity != identity {
                return Ok(());
            }
            for (path, &length) in FILES.map(|name| folder.join(name)).iter().zip(&checkpoint.lengths) {
                if fs::metadata(path).map_or(0, |file| file.len()) < length {
                    return Err(format!("{} is shorter than it was then", path.display()));
                }
            }
            Ok(())
        };
        let found = Checkpoint::load(folder, usable).map_err(|(path, error)| RunError::Io { path, error })?;
        if found.0.as_ref().is_some_and(|checkpoint| checkpoint.identity != identity) {
            let why = "the checkpoint is of another configuration than config.toml, or of another version of the program; put \
                       the file back as it was, or take another folder";
            return Err(TextError::new(format!("{}: {why}", folder.display())).into());
        }
        Ok(found)
    }
}

/// The files that a run appends to, from where a checkpoint left them.
pub(crate) fn open_files(folder: &Path, lengths: &[u64]) -> Result<[Appended; 3], RunError> {
    let open = |i: usize| Appended::open(&folder.join(FILES[i]), lengths.get(i).copied().unwrap_or(0));
    let (metrics, mut events, games) = (open(0)?, open(1)?, open(2)?);
    if events.length() == 0 {
        events.write(&events::header())?;
    }
    Ok([metrics, events, games])
}

/// Makes a checkpoint after a generation; the journal begins anew.
pub(crate) fn save<S: Serialize + DeserializeOwned>(
    folder: &Path,
    identity: String,
    files: [&mut Appended; 3],
    state: S,
    epoch: u64,
) -> Result<Journal, RunError> {
    let mut lengths = Vec::new();
    for file in files {
        file.sync()?;
        lengths.push(file.length());
    }
    let checkpoint = Checkpoint { identity, lengths, state };
    checkpoint.save(folder).map_err(|(path, error)| RunError::Io { path, error })?;
    let path = folder.join(JOURNAL);
    fs::remove_file(&path).map_err(|error| RunError::io(&path, error))?;
    Ok(Journal::open(&path, &journal_about(&checkpoint.identity, epoch))?.0)
}

/// The configuration of a run in a folder.
pub fn read_config(folder: &Path) -> Result<Config, RunError> {
    let path = folder.join(CONFIG);
    let text = fs::read_to_string(&path).map_err(|error| RunError::io(&path, error))?;
    Config::parse(&text).map_err(|e: TextError| e.within(path.display()).into())
}

/// Whether some program writes in a folder now.
pub fn is_running(folder: &Path) -> bool {
    folder.join("lock").exists() && matches!(lock(folder), Err(RunError::Busy(_)))
}

/// The generations of a run so far.
pub fn read_metrics(folder: &Path) -> Result<Vec<Epoch>, RunError> {
    files::read_lines(&folder.join(METRICS))
}

/// How long they took; the last time of each counts.
pub fn read_times(folder: &Path) -> Result<Vec<Time>, RunError> {
    files::read_lines(&folder.join(TIMES))
}

fn journal_about(identity: &str, epoch: u64) -> String {
    format!("games after epoch {epoch} of {identity}")
}

/// The journal of the games after a checkpoint. One of an earlier checkpoint was left by a program that was killed right after it
/// had made the next; it has nothing that is not in there.
pub(crate) fn open_journal<T: DeserializeOwned>(
    folder: &Path,
    identity: &str,
    epoch: u64,
    notes: &mut Vec<String>,
) -> Result<(Journal, Vec<T>), RunError> {
    let (path, about) = (folder.join(JOURNAL), journal_about(identity, epoch));
    let opened = match Journal::open(&path, &about) {
        Err(JournalError::Other { .. }) => {
            fs::remove_file(&path).map_err(|error| RunError::io(&path, error))?;
            Journal::open(&path, &about)
        }
        opened => opened,
    };
    let (journal, found) = opened?;
    notes.extend(found.cut);
    let records = found.lines.iter().map(|line| {
        serde_json::from_str(line).map_err(|e| TextError::new(format!("{}: {e}", path.display())).into())
    });
    Ok((journal, records.collect::<Result<_, RunError>>()?))
}

//! Runs: a learner in a folder, which survives whatever happens to the program.
//!
//! | file | what it holds |
//! |---|---|
//! | `config.toml` | the configuration, also what was left out of it, with checksums in its last line |
//! | `run.json` | the program, its version and commit, the version of the rules |
//! | `metrics.jsonl` | every generation in numbers, one line each ([`Epoch`]) |
//! | `events.out.tfevents.0.petteia` | the same for TensorBoard |
//! | `games.jsonl` | some games of every generation, as records |
//! | `champion-….toml` | the best of each population, as the player's spec reads it |
//! | `network.safetensors`, `networks/` | the newest network, where one learns, and that of every generation |
//! | `checkpoint`, `checkpoint.previous` | the state after the last generation that was saved, and the one before |
//! | `games.journal` | the games since then |
//! | `times.jsonl` | how long generations took: the only file that two equal runs do not share |
//! | `lock` | held by the program that writes here |
//!
//! Files are appended to, and a checkpoint knows their lengths and checksums: what was written after it is cut off and written again.
//! So a run that was killed anywhere, any number of times, ends with the same bytes as one that was left alone. Where something else
//! has changed a file, the run is neither resumed nor shown, and the file is named.

mod about;
mod checkpoint;
mod events;
mod files;
mod overview;

use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Instant;

use games::TextError;
use games::record::jsonl;
use serde::{Deserialize, Serialize};

pub use self::about::About;
use self::checkpoint::Checkpoint;
pub use self::checkpoint::checked;
use self::files::{Logs, lock};
pub use self::overview::{
    Overview, champions, is_running, learner, overview, read_config, read_metrics, read_times,
};
use crate::journal::Journal;
use crate::learn::{Desk, Epoch, Experiment, Learner, Means, News, Stop};
use crate::{At, RunError, disk};

/// The configuration of a run, in its folder.
pub const CONFIG: &str = "config.toml";
/// Its generations.
pub const METRICS: &str = "metrics.jsonl";
/// Its sample games.
pub const GAMES: &str = "games.jsonl";
/// How long they took.
pub const TIMES: &str = "times.jsonl";
const EVENTS: &str = "events.out.tfevents.0.petteia";
const JOURNAL: &str = "games.journal";
/// What a run appends to.
const FILES: [&str; 3] = [METRICS, EVENTS, GAMES];

/// How long a generation took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// Which one, from 1.
    pub epoch: u64,
    /// Its games.
    pub games: u64,
    /// Those that were played now, and not found in the journal.
    pub played: u64,
    /// Seconds of everything.
    pub seconds: f64,
    /// Seconds of the games alone.
    pub playing: f64,
}

/// A run, locked for this program.
pub struct Run {
    folder: PathBuf,
    experiment: Experiment,
    learner: Box<dyn Learner>,
    logs: Logs,
    journal: Journal,
    /// Games that the journal had.
    found: VecDeque<String>,
    lock: File,
}

impl Run {
    /// Begins a run in a folder, or goes on with it if it has the same configuration. Sentences tell what was found damaged.
    pub fn begin(
        experiment: &Experiment,
        folder: &Path,
        about: &About,
    ) -> Result<(Run, Vec<String>), RunError> {
        fs::create_dir_all(folder).at(folder)?;
        let lock = lock(folder)?;
        if folder.join(CONFIG).exists() {
            let found = about::sealed_config(folder)?;
            let same = Experiment::read(&found).map_err(|e| e.within(folder.join(CONFIG).display()))?;
            if same.identity() != experiment.identity() {
                let longer = same.clone().with_epochs(experiment.epochs());
                if let Some(why) = same.fixed_epochs().filter(|_| longer.identity() == experiment.identity())
                {
                    return Err(TextError::new(why).within(folder.join(CONFIG).display()).into());
                }
                let wanted = experiment.to_toml();
                let mut lines = found.lines().zip(wanted.lines());
                let differ = lines.find(|(a, b)| a != b && !a.starts_with("epochs"));
                let (a, b) = differ.unwrap_or(("one configuration", "another"));
                return Err(RunError::Other(folder.into(), a.into(), b.into()));
            }
        } else {
            About { rules_version: experiment.game().rules_version(), ..about.clone() }.write(folder)?;
        }
        Run::load(folder, experiment.clone(), lock)
    }

    /// Goes on with a run; with another number of generations, if that is asked for.
    pub fn resume(folder: &Path, epochs: Option<u64>) -> Result<(Run, Vec<String>), RunError> {
        let path = folder.join(CONFIG);
        about::config_text(folder)?;
        let (lock, within) = (lock(folder)?, |error: TextError| error.within(path.display()));
        let found = Experiment::read(&about::sealed_config(folder)?).map_err(within)?;
        let experiment = epochs.map_or(found.clone(), |epochs| found.clone().with_epochs(epochs));
        if let Some(why) = found.fixed_epochs().filter(|_| experiment.identity() != found.identity()) {
            return Err(within(TextError::new(why)).into());
        }
        experiment.check().map_err(within)?;
        Run::load(folder, experiment, lock)
    }

    fn load(folder: &Path, experiment: Experiment, lock: File) -> Result<(Run, Vec<String>), RunError> {
        let (had, identity) = (overview::epochs_of(folder)?, experiment.identity());
        if had > experiment.epochs() {
            let why =
                format!("this run has had {had} epochs; for fewer take another folder (nothing was changed)");
            return Err(TextError::new(why).within(folder.display()).into());
        }
        let (found, mut notes) = Checkpoint::load(folder, &identity)?;
        let learner = experiment.learner(found.as_ref().map(|found| &found.state[..]))?;
        about::write_config(folder, &experiment.to_toml())?;
        disk::sweep(folder).at(folder)?;
        let logs = Logs::open(folder, &found.map_or_else(Default::default, |found| found.sums))?;
        let (journal, found) = open_journal(folder, &identity, learner.epoch(), &mut notes)?;
        Ok((Run { folder: folder.into(), experiment, learner, logs, journal, found, lock }, notes))
    }

    /// What is learnt, and how.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// What learns it.
    pub fn learner(&self) -> &dyn Learner {
        &*self.learner
    }

    /// How many generations are over.
    pub fn epoch(&self) -> u64 {
        self.learner.epoch()
    }

    /// Ends the work; the run stays locked while the file is open.
    pub fn into_lock(self) -> File {
        self.lock
    }

    /// Goes on until all generations are over, or it is told to stop. Answers whether all are over.
    pub fn train(
        &mut self,
        means: &Means<'_>,
        stop: &dyn Fn() -> Stop,
        watch: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, RunError> {
        let mut before = 0;
        while self.epoch() < self.experiment.epochs() && stop() == Stop::Never {
            let began = Instant::now();
            let epoch = self.epoch() + 1;
            let mut desk = Desk {
                folder: &self.folder,
                means,
                journal: &mut self.journal,
                found: &mut self.found,
                stop,
                watch,
                epoch,
                left: self.experiment.epochs() + 1 - epoch,
                before,
                planned: 0,
                played: 0,
                seconds: 0.0,
            };
            let learnt = self.learner.generation(&mut desk)?;
            let (played, playing) = (desk.played, desk.seconds);
            let Some(epoch) = learnt else {
                self.journal.sync()?;
                return Ok(false);
            };
            before += played;
            self.write(&epoch)?;
            // By the number alone, whenever the run was stopped: the games since then are in the journal.
            if epoch.epoch == self.experiment.epochs()
                || epoch.epoch.is_multiple_of(self.experiment.checkpoint())
            {
                self.save()?;
            }
            let seconds = began.elapsed().as_secs_f64();
            let time = Time { epoch: epoch.epoch, games: epoch.games, played, seconds, playing };
            files::append_line(&self.folder.join(TIMES), &time)?;
            watch(News::Epoch(&epoch));
        }
        self.journal.sync()?;
        self.learner.write(&self.folder)?;
        Ok(self.epoch() >= self.experiment.epochs())
    }

    /// Appends a generation to the files.
    fn write(&mut self, epoch: &Epoch) -> Result<(), RunError> {
        let line = serde_json::to_string(epoch).expect("it is plain data") + "\n";
        let events = events::scalars(epoch.epoch, &epoch.scalars(&self.learner.labels()));
        let games: String = epoch.samples.iter().map(jsonl::write).collect();
        self.logs.append([line.as_bytes(), &events, games.as_bytes()])
    }

    /// Makes a checkpoint; the journal begins anew.
    fn save(&mut self) -> Result<(), RunError> {
        let (identity, sums, state) = (self.experiment.identity(), self.logs.sync()?, self.learner.state());
        let checkpoint = Checkpoint { identity, sums, state };
        checkpoint.save(&self.folder)?;
        let path = self.folder.join(JOURNAL);
        fs::remove_file(&path).at(&path)?;
        self.journal = Journal::open(&path, &journal_about(&checkpoint.identity, self.epoch()))?.0;
        Ok(())
    }
}

fn journal_about(identity: &str, epoch: u64) -> String {
    format!("games after epoch {epoch} of {identity}")
}

/// The journal of the games after a checkpoint, and its lines. One of an earlier checkpoint was left by a program that was killed right
/// after it had made the next; it has nothing that is not in there.
fn open_journal(
    folder: &Path,
    identity: &str,
    epoch: u64,
    notes: &mut Vec<String>,
) -> Result<(Journal, VecDeque<String>), RunError> {
    let (path, about) = (folder.join(JOURNAL), journal_about(identity, epoch));
    let opened = match Journal::open(&path, &about) {
        Err(RunError::Other(..)) => {
            fs::remove_file(&path).at(&path)?;
            Journal::open(&path, &about)
        }
        opened => opened,
    };
    let (journal, found) = opened?;
    notes.extend(found.cut);
    Ok((journal, found.lines.into()))
}

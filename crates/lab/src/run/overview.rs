//! Looking at a run: what is in its folder. Nothing is written and no player is built, so that a run can be looked at while it goes on,
//! and when files that it used are gone. What is damaged is named, and not shown.

use std::fs;
use std::path::Path;

use games::{GameSpec, TextError};
use serde::{Deserialize, Serialize};

use super::about::config_text;
use super::checkpoint::{Checkpoint, checked};
use super::{CONFIG, METRICS, TIMES, Time, files};
use crate::learn::{Champion, Epoch, Experiment, Learner};
use crate::{At, RunError};

/// What a run is, and how far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overview {
    /// The game and its rules.
    pub game: GameSpec,
    /// What learns.
    pub player: String,
    /// Whether that is a network.
    pub network: bool,
    /// Everything random follows from it.
    pub seed: u64,
    /// Generations that are over.
    pub epoch: u64,
    /// Those that there will be.
    pub epochs: u64,
    /// Games of all generations.
    pub games: u64,
}

/// What is counted in a line of the metrics, whatever learns.
#[derive(Deserialize)]
struct Count {
    epoch: u64,
    games: u64,
}

/// The run of a folder in a line.
pub fn overview(folder: &Path) -> Result<Overview, RunError> {
    let (experiment, counts) =
        (read_config(folder)?, files::read_lines::<Count>(&checked(folder, METRICS)?)?);
    Ok(Overview {
        game: experiment.game(),
        player: experiment.player(),
        network: matches!(experiment, Experiment::Network(_)),
        seed: experiment.seed(),
        epoch: counts.last().map_or(0, |count| count.epoch),
        epochs: experiment.epochs(),
        games: counts.iter().map(|count| count.games).sum(),
    })
}

/// How many generations have been written down, also those that no checkpoint has yet. What is torn or damaged ends them.
pub(super) fn epochs_of(folder: &Path) -> Result<u64, RunError> {
    let path = folder.join(METRICS);
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        bytes => bytes.at(&path)?,
    };
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let counts = lines.map_while(|line| serde_json::from_slice::<Count>(line).ok()).zip(1..);
    Ok(counts.take_while(|(count, number)| count.epoch == *number).count() as u64)
}

/// The configuration of a run in a folder.
pub fn read_config(folder: &Path) -> Result<Experiment, RunError> {
    let read = Experiment::read(&config_text(folder)?);
    read.map_err(|e| e.within(folder.join(CONFIG).display()).into())
}

/// Whether some program writes in a folder now.
pub fn is_running(folder: &Path) -> bool {
    folder.join("lock").exists() && matches!(files::lock(folder), Err(RunError::Busy(_)))
}

/// The generations of a run so far.
pub fn read_metrics(folder: &Path) -> Result<Vec<Epoch>, RunError> {
    files::read_lines(&checked(folder, METRICS)?)
}

/// How long they took, as far as that can be read; the last time of each counts.
pub fn read_times(folder: &Path) -> Result<Vec<Time>, RunError> {
    files::read_sound_lines(&folder.join(TIMES))
}

/// The learner of a run as its newest checkpoint has it, which must be whole.
pub fn learner(folder: &Path, experiment: &Experiment) -> Result<Box<dyn Learner>, RunError> {
    let (found, damaged) = Checkpoint::newest(folder)?;
    if let Some(name) = damaged.first() {
        let why = "it is not whole; petteia resume RUN puts it aside and goes on from the one before";
        return Err(TextError::new(why).within(folder.join(name).display()).into());
    }
    Ok(experiment.learner(found.as_ref().map(|found| &found.state[..]))?)
}

/// The best of each population of a run by now, or its network; none before the first generation is over.
pub fn champions(folder: &Path) -> Result<Vec<Champion>, RunError> {
    let (experiment, epochs) = (read_config(folder)?, read_metrics(folder)?);
    let Some(last) = epochs.last() else { return Ok(Vec::new()) };
    match experiment.champions(last, folder)? {
        Some(champions) => Ok(champions),
        None => Ok(learner(folder, &experiment)?.champions(folder)?),
    }
}

//! Learners: populations of players that improve by meeting each other, and networks that play against themselves.
//!
//! A learner learns one generation (an *epoch*) after another. Where its games are written down, when it is saved and who hears of it is
//! not its business; [`crate::run`] has the loop, and gives it a [`Desk`] for every generation.
//!
//! | part | what it is |
//! |---|---|
//! | [`Experiment`] | what is to be learnt, as a file says it: one of two kinds of configuration |
//! | [`Learner`] | learns it; [`Coevolution`] or [`policy_iteration::PolicyIteration`] |
//! | [`Epoch`] | a generation in numbers |
//! | [`Config`], [`Scheme`], [`Score`] | of populations: everything, who meets whom, what a game is worth; [`crate::optim`] makes scores into better numbers |
//! | [`policy_iteration`] | all about networks |

pub mod anchors;
mod coevolution;
mod config;
mod desk;
mod epoch;
mod experiment;
pub mod policy_iteration;
pub(crate) mod ranges;
mod scheme;
mod score;
mod settings;
mod stage;

use std::path::Path;

use engine::PlayerSpec;
use games::TextError;

pub use anchors::Anchors;
pub use coevolution::Coevolution;
pub use config::{Choice, Config, Duel, Fitness};
pub use desk::{Desk, Means, News, Stop};
pub use epoch::{Epoch, Match, Summary, Training};
pub use experiment::Experiment;
pub use scheme::{Member, Scheme, Standings};
pub use score::Score;
pub use settings::configured;

use crate::RunError;

/// What learns in a run.
pub trait Learner: Send {
    /// How many generations are over.
    fn epoch(&self) -> u64;

    /// Everything that changes from one generation to the next: what a checkpoint holds.
    fn state(&self) -> Vec<u8>;

    /// The next generation; none if it was stopped on the way. Then the learner is of no use any more, but another one can be opened
    /// where it began.
    fn generation(&mut self, desk: &mut Desk<'_>) -> Result<Option<Epoch>, RunError>;

    /// What the numbers of its champions mean, where they are few.
    fn labels(&self) -> Vec<String>;

    /// The best that it has by now; the folder is its run's.
    fn champions(&self, folder: &Path) -> Result<Vec<Champion>, TextError>;

    /// Writes them into files that a player's spec can name.
    fn write(&self, folder: &Path) -> Result<(), RunError>;
}

/// The best that has been learnt: of a population, or the network.
#[derive(Clone, Debug, PartialEq)]
pub struct Champion {
    /// What it is called in its run.
    pub name: String,
    /// Its file in the folder of the run.
    pub file: String,
    /// The player, with everything it needs.
    pub player: PlayerSpec,
}

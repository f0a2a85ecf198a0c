//! Learners: populations of players that improve by meeting each other.
//!
//! A learner plans games, hears how they ended, plans again, and after some of these rounds a generation (an *epoch*) is over.
//! Who plays the games, on how many machines, and what happens to the results is not its business; [`crate::run`] has the loop.
//!
//! | part | what it is |
//! |---|---|
//! | [`Config`] | game, player, populations, and the three values below, as a file says them |
//! | [`Scheme`] | who meets whom |
//! | [`Score`] | what a game is worth |
//! | [`crate::optim`] | how scores become better numbers |
//! | [`Coevolution`] | all of it together |

mod coevolution;
mod config;
pub mod policy_iteration;
mod scheme;
mod score;
mod settings;
mod stage;

pub use coevolution::{Coevolution, Epoch, State, Summary};
pub use config::{Config, Duel, Fitness};
pub use scheme::{Member, Scheme, Table};
pub use score::Score;
pub use settings::configured;

use games::TextError;

use crate::job::{GameRecord, Job};

/// Somebody who learns from games.
pub trait Learner: Send {
    /// The games that it wants played next.
    fn plan(&mut self) -> Result<Vec<Job>, TextError>;

    /// How the planned games ended, in their order. Something comes back when they were the last of a generation.
    fn absorb(&mut self, jobs: &[Job], records: &[GameRecord]) -> Result<Option<Epoch>, TextError>;
}

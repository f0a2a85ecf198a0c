//! Policy iteration: a network plays against itself with a search, learns from what the search found and how the games ended, and plays again.
//!
//! Aljaafreh and Al-Oudat (2019) have it for the placing stage of Seejeh, with minimax for the moving stage; every difference of ours is a
//! setting of [`Config`]. Turns of several steps are steps of one side: the network says who stands how, and the mover is asked
//! of the position.
//!
//! | part | what it is |
//! |---|---|
//! | [`Config`] | game, network, how it plays and learns, as a file says them |
//! | [`underway`] | one game of self-play |
//! | [`selfplay`] | many of them, whose positions are judged together |
//! | [`lessons`] | what is learnt from games |
//! | [`PolicyIteration`] | all of it: a learner |

mod config;
mod learner;
pub mod lessons;
pub mod selfplay;
mod summary;
pub mod underway;

use std::path::{Path, PathBuf};

pub use config::{Anchors, Config, Design, Gate, Learn, Planes, Play};
pub use learner::PolicyIteration;

/// The newest network that plays, in the folder of a run; that of every generation is in a folder there.
pub const NETWORK: &str = "network.safetensors";
const NETWORKS: &str = "networks";

/// The network of a generation, in the folder of a run.
pub fn network_of(folder: &Path, epoch: u64) -> PathBuf {
    folder.join(NETWORKS).join(format!("{epoch:04}.safetensors"))
}

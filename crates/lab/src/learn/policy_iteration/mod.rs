//! Policy iteration: a network plays against itself with a search, learns from what the search found and how the games ended, and plays again.
//!
//! Aljaafreh and Al-Oudat (2019) have it for the placing stage of Seejeh, with minimax for the moving stage; every difference of ours is a
//! setting of [`Config`]. Turns of several steps are steps of one side: the network says who stands how, and the mover is asked
//! of the position.
//!
//! | part | what it is |
//! |---|---|
//! | [`Config`] | game, network, how it plays and learns, as a file says them |
//! | [`table`] | one game of self-play |
//! | [`selfplay`] | many of them, whose positions are judged together |
//! | [`lessons`] | what is learnt from games |
//! | [`PolicyRun`] | all of it in a folder |

mod config;
pub mod lessons;
mod run;
pub mod selfplay;
mod summary;
pub mod table;

pub use config::{Anchors, Config, Design, Gate, Learn, Planes, Play};
pub use run::{Means, NETWORK, News, PolicyRun, network_of, read_config, read_metrics};
pub use summary::{Generation, Match};

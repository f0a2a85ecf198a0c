//! Choosing a step: players, limits, randomness, and the protocols that other programs speak.

pub mod bench;
pub mod checksum;
pub mod eval;
pub mod explain;
pub mod games;
pub mod parallel;
pub mod player;
pub mod protocol;
pub mod recipe;
pub mod review;
pub mod rng;
pub mod search;

pub use explain::Explanation;
pub use games::Playable;
pub use player::{Idea, Limits, Player, RandomPlayer, Task, Thoughts};
pub use recipe::PlayerSpec;
pub use rng::{DEFAULT_SEED, Rng};

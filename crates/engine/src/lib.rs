//! Choosing a step: players, limits, randomness, and the protocols that other programs speak.

pub mod bench;
pub mod eval;
pub mod explain;
pub mod parallel;
pub mod player;
pub mod protocol;
pub mod review;
pub mod rng;
pub mod search;
pub mod spec;

pub use explain::Explanation;
pub use player::{Decision, Idea, Limits, Player, RandomPlayer, Task, Thoughts};
pub use rng::{DEFAULT_SEED, Rng};
pub use spec::{Playable, PlayerSpec};

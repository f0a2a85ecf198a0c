//! Learning and measuring. So far: matches between two players, and the optimisers.

pub mod arena;
pub mod optim;

pub use arena::{Contest, Tally};

//! Learning and measuring. So far: matches between two players.

pub mod arena;

pub use arena::{Contest, Tally};

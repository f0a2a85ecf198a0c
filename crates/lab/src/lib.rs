//! Learning and measuring.

pub mod arena;
pub mod stats;

pub use arena::Contest;
pub use stats::Tally;

//! Learning and measuring: optimisers, games as jobs, other programs as players, matches, tournaments, and what results say.

pub mod arena;
mod config;
pub mod date;
pub mod disk;
mod error;
pub mod job;
pub mod journal;
pub mod learn;
pub mod optim;
pub mod program;
pub mod report;
pub mod reproduce;
pub mod run;
pub mod stats;
pub mod tournament;
pub mod tune;

pub(crate) use error::At;
pub use error::RunError;
pub use job::{Entrant, Executor, GameRecord, Job, Threads};
pub use stats::Tally;

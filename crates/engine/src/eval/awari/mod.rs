//! Evaluators of Awari: the six terms of Davis and Kendall, and our own.

pub mod pits;
pub mod players;
pub mod six;

pub use pits::PitTables;
pub use six::{Searcher, SixTerms, Weights};

use crate::search::{Options, Shape};

/// How Awari is searched best.
pub const OPTIONS: Options = Options {
    shape: Shape { forced_free: true, quiescence: 6, ..Shape::PLAIN },
    table: 16,
    table_depth: 2,
    aspiration: 8_000,
    killers: true,
    history: true,
    scout: true,
    reductions: true,
};

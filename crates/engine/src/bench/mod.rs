//! Measurements of speed, for `petteia bench search`: one function per measurement, one file per game.

mod awari;
mod capture_go;
mod clock;
mod seega;

pub use clock::Clock;
use serde::Serialize;

/// One measured number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What was measured.
    pub name: String,
    /// The result, in `unit`.
    pub value: f64,
    /// `nodes/s`, `s/game`, ….
    pub unit: &'static str,
    /// What it should be at least, or at most where `unit` is a time.
    pub goal: f64,
    /// How much work was measured: nodes, games, depth.
    pub work: String,
}

impl Line {
    /// So much work of one kind in the time since the clock was started, `goal` of it a second being enough.
    fn rate(name: &str, done: u64, clock: &Clock, what: &str, unit: &'static str, goal: f64) -> Line {
        let value = done as f64 / clock.elapsed().as_secs_f64();
        Line { name: name.into(), value, unit, goal, work: format!("{done} {what}") }
    }
}

/// Every measurement of search speed, one thread.
pub const MEASUREMENTS: [fn() -> Line; 5] = [
    seega::nodes_per_second,
    seega::seconds_per_game,
    awari::six_terms,
    awari::our_evaluator,
    capture_go::network_evaluations,
];

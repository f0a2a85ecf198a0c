//! Measurements of speed, for `petteia bench search`: what a measurement is. [`crate::games`] has those of each game.

mod stopwatch;

use games::Game;
use serde::Serialize;
pub use stopwatch::Stopwatch;

use crate::player::Limits;
use crate::search::{AlphaBeta, Evaluator};

/// One measured number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speed {
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

impl Speed {
    /// Positions a second that a search looks at, so many from the end of each line.
    pub(crate) fn search<G: Game>(
        name: &str,
        mut search: AlphaBeta<G, impl Evaluator<G>>,
        lines: &[games::Line<G>],
        each: u64,
        goal: f64,
    ) -> Speed {
        let limits = Limits { nodes: Some(each), ..Limits::default() };
        let began = Stopwatch::start();
        let mut nodes = 0;
        for line in lines {
            search.clear();
            search.search(line, &limits.into(), &mut |_, _| {});
            nodes += search.nodes();
        }
        Speed::rate(name, nodes, &began, "nodes", "nodes/s", goal)
    }

    /// So much work of one kind in the time since the clock was started, `goal` of it a second being enough.
    pub(crate) fn rate(
        name: &str,
        done: u64,
        clock: &Stopwatch,
        what: &str,
        unit: &'static str,
        goal: f64,
    ) -> Speed {
        let value = done as f64 / clock.elapsed().as_secs_f64();
        Speed { name: name.into(), value, unit, goal, work: format!("{done} {what}") }
    }
}

//! Alpha-beta on Awari.

use games::Game;
use games::awari::{Awari, Rules};

use super::{OPTIONS, PitTables, SixTerms, SixWeights};
use crate::bench::Speed;
use crate::rng::Rng;
use crate::search::{AlphaBeta, Evaluator};

/// Positions looked at from each of six.
const NODES: u64 = 500_000;

/// Six positions after 0, 6, …, 30 random steps: with the six terms of Davis and Kendall, and with our own evaluator.
pub const SPEEDS: [fn() -> Speed; 2] = [
    || measure("Awari, six terms", SixTerms::new(SixWeights::OURS)),
    || measure("Awari, our evaluator", PitTables::shipped()),
];

fn measure(name: &str, evaluator: impl Evaluator<Awari>) -> Speed {
    let lines: Vec<_> = (0..6).map(|number| opening(number * 6)).collect();
    Speed::search(name, AlphaBeta::new(evaluator, OPTIONS), &lines, NODES, 10e6)
}

/// A line of random steps, the same every time, after which the game goes on.
fn opening(length: usize) -> games::Line<Awari> {
    (0..)
        .map(|attempt| {
            let mut rng = Rng::new(2026).child("bench", length as u64).child("attempt", attempt);
            let mut line = games::Line::new(Awari::start(&Rules::DAVIS2002));
            while let Some(step) = line.position().pick(&mut |n| rng.below(n))
                && line.steps().len() < length
            {
                line.push(step);
            }
            line
        })
        .find(|line| line.outcome().is_none())
        .expect("some random opening does not end the game")
}

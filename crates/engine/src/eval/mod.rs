//! Evaluators that every game has: judging a position without looking ahead.

pub mod net;

use games::Game;

use crate::games::Playable;
use crate::search::{Evaluator, Score};

/// Knows nothing but who has won.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blank;

impl<G: Game> Evaluator<G> for Blank {
    fn score(&mut self, _position: &G) -> Score {
        0
    }
}

/// The plainest evaluator: counts what has been taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl<G: Playable> Evaluator<G> for Material {
    fn score(&mut self, position: &G) -> Score {
        position.material()
    }
}

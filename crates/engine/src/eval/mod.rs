//! Evaluators: judging a position without looking ahead.

pub mod awari;
pub mod capture_go;
mod material;
pub mod net;
pub mod seega;
pub mod siege;

pub use material::Material;

use games::Game;

use crate::search::{Evaluator, Score};

/// Knows nothing but who has won.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blank;

impl<G: Game> Evaluator<G> for Blank {
    fn score(&mut self, _position: &G) -> Score {
        0
    }
}

//! How deep the papers look, and their player as a whole.

use games::Game;
use games::seega::{Bits, Rules, Seega};

use super::linear::Linear;
use super::weights::LinearWeights;
use crate::player::Limits;
use crate::rng::Rng;
use crate::search::{AlphaBetaPlayer, Biased, Options, Score, Shape, UNIT};

/// The depth of the search by the number of pieces on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// The printed formulas for a board of 24 pieces, scaled to others, within the ranges that the texts name: with
    /// q = 24·pieces/full board, 2 + ⌊0.3·q⌋ (2 to 10) while placing, 4 + ⌊0.02·(q − 12)²⌋ (4 to 6) while moving.
    #[default]
    Papers,
    /// The printed formulas by the pieces themselves, kept within the ranges that the texts name: on 7×7 already 10 from 27
    /// pieces on while placing, and 6 from 48 down to 22 while moving.
    Clamped,
    /// The printed formulas on every board: 2 + ⌊0.3·pieces⌋, 4 + ⌊0.02·(pieces − 12)²⌋. Up to 29 on 7×7.
    AsPrinted,
    /// This depth everywhere.
    Fixed(u32),
}

impl Schedule {
    /// How deep to look in a position.
    pub fn depth<B: Bits>(self, position: &Seega<B>) -> u32 {
        let pieces =
            position.pieces(games::Side::First).count() + position.pieces(games::Side::Second).count();
        self.depth_at(position.is_placing(), pieces, position.rules().pieces() * 2)
    }

    /// The depth with so many pieces on a board that holds `full` after phase one.
    pub fn depth_at(self, placing: bool, pieces: u32, full: u32) -> u32 {
        // Whole numbers: q is a fraction with denominator `unit`.
        let (q, unit) = match self {
            Schedule::Fixed(depth) => return depth,
            Schedule::Papers => (24 * pieces, full),
            Schedule::Clamped | Schedule::AsPrinted => (pieces, 1),
        };
        let depth = if placing {
            2 + 3 * q / (10 * unit)
        } else {
            let off = q.abs_diff(12 * unit);
            4 + off * off / (50 * unit * unit)
        };
        match self {
            Schedule::AsPrinted => depth,
            _ if placing => depth.clamp(2, 10),
            _ => depth.clamp(4, 6),
        }
    }
}

/// The random bias on leaf scores: about a hundredth of what one piece is worth to Table I's Black. The papers say only
/// that it is very small.
pub const BIAS: Score = UNIT / 1_000;

/// Plain alpha-beta, and what makes it faster without changing its answer.
pub const PAPER_OPTIONS: Options = Options {
    shape: Shape::PLAIN,
    table: 17,
    table_depth: 1,
    aspiration: 0,
    reductions: false,
    ..Options::FULL
};

/// The papers' player: alpha-beta with the linear evaluator, biased a little.
pub type PaperPlayer<B> = AlphaBetaPlayer<Seega<B>, Biased<Linear<B>>>;

/// A player as the papers play it: the answer of plain minimax at the depth of the schedule, every step costing depth.
/// `rng` decides the bias; one player is made for one game.
pub fn paper_player<B: Bits>(
    rules: &Rules,
    weights: LinearWeights,
    schedule: Schedule,
    bias: Score,
    rng: &mut Rng,
) -> PaperPlayer<B> {
    let evaluator = Biased::new(Linear::new(rules.size, weights), bias, rng.bits());
    AlphaBetaPlayer::new(evaluator, PAPER_OPTIONS, Limits::default())
        .with_depth(Box::new(move |position| schedule.depth(position)))
}

//! How much one quiet step of phase two can gain at most, so that a search need not look at steps that are too weak.
//!
//! A quiet step moves one piece by one cell. Material stays; every other feature changes by little:
//! - e = 1/((n − 1)·pieces): mass distance changes by at most e and entrapment by at most 2e, on one axis only;
//! - clustering: at most two pieces find company along the step and three across it, so that both of the mover's together
//!   change by at most 5/pieces;
//! - corners and borders change by what the piece leaves and enters.

use games::Game;
use games::seega::{Bits, Blocked, Exchange, Seega};

use super::linear::{Linear, black_moves, weighted};
use crate::search::{Ceiling, Score};

impl<B: Bits> Linear<B> {
    /// What [`crate::search::Evaluator::ceiling`] promises, while moving.
    #[inline]
    pub(super) fn quiet_ceiling(&self, position: &Seega<B>) -> Option<Ceiling> {
        let rules = position.rules();
        // A quiet step that leaves the other side blocked may win more than the features say; a line that it closes too.
        let may_end = !matches!(rules.blocked, Blocked::Skip | Blocked::Pass)
            || rules.exchange != Exchange::Off
            || rules.line_capture;
        if position.is_placing() || may_end || position.steps_to_limit() <= 1 {
            return None;
        }
        let f = self.frame.features(position);
        let w = &self.weights.moving;
        let black = black_moves(position);
        let own = position.pieces(position.to_move());

        let share = self.frame.share[own.count() as usize];
        let e = self.frame.one_file * share;
        let company = 5.0 * share;
        let half_material = 0.5 * f.material.abs();
        let product = |trapped: f32, mass: f32| trapped.abs() * e + (mass + e) * 2.0 * e;
        let across = product(f.trapped_across, f.mass_across);
        let along = product(f.trapped_along, f.mass_along);
        let trapped = (f.trapped_across - f.trapped_along).abs();
        let still = |rows: f32, columns: f32| (rows - columns).abs() * 2.0 * e;
        let moved = company * (trapped + 2.0 * e);
        let (black_still, white_still) =
            (still(f.black_rows, f.black_columns), still(f.white_rows, f.white_columns));
        let (own_cluster, own_moved) = if black { (w[1], w[4]) } else { (w[2], w[5]) };

        let gain = own_cluster.abs() * half_material * company
            + w[3].abs() * 0.5 * across.max(along)
            + w[4].abs() * black_still
            + w[5].abs() * white_still
            + own_moved.abs() * moved
            + w[6].abs() * half_material * e
            + self.rim_gain(own, position.empty());
        let sum = weighted(&self.weights, &f, false);
        let mover = if black { sum } else { -sum };
        // One more than rounding can add up to.
        let quiet = ((mover + gain) * self.scale) as Score + ROUNDING;
        let enemy = position.pieces(position.to_move().other());
        Some(Ceiling { quiet, captures: can_capture(own, enemy, position.empty()) })
    }

    /// The best change of corners and borders: a step onto a corner or off it stays on the edge.
    #[inline]
    fn rim_gain(&self, own: B, empty: B) -> f32 {
        let (plus, minus) = (0.5 * self.weights.moving[7], self.weights.moving[8]);
        let corner = 0.25 * (plus + minus);
        let edge = self.frame.one_border * (plus - minus);
        let corners = self.frame.corners;
        let mut best = edge.abs();
        if !(empty & corners & (own & self.frame.edges).beside()).is_empty() {
            best = best.max(corner);
        }
        if !(own & corners & empty.beside()).is_empty() {
            best = best.max(-corner);
        }
        best
    }
}

/// Whether a step of one's own piece takes an enemy: onto an empty cell, beside which an enemy stands with one's own piece
/// behind it.
#[inline]
fn can_capture<B: Bits>(own: B, enemy: B, empty: B) -> bool {
    let row = B::ROW;
    let behind = (own << 1 & enemy) << 1
        | (own >> 1 & enemy) >> 1
        | (own << row & enemy) << row
        | (own >> row & enemy) >> row;
    !(behind & empty & own.beside()).is_empty()
}

/// Sums of a few numbers below ten in single precision are exact to about a millionth; scores have 100,000 a unit.
const ROUNDING: Score = 4;

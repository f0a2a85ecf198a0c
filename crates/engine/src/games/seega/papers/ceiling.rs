//! How much one quiet step of phase two can gain at most, so that a search need not look at steps that are too weak.
//!
//! A quiet step moves one piece by one cell. Material stays; every other feature changes by little:
//! - e = 1/((n − 1)·pieces): mass distance changes by at most e and entrapment by at most 2e, on one axis only;
//! - q = one pair's share of clustering: the mover's clustering changes by at most q along the step, 2q across it;
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

        let e = self.frame.one_file * self.frame.share[own.count() as usize];
        let q3 = 3.0 * self.frame.one_pair;
        let half_material = 0.5 * f.material.abs();
        let product = |trapped: f32, mass: f32| trapped.abs() * e + (mass + e) * 2.0 * e;
        let across = product(f.trapped_across, f.mass_across);
        let along = product(f.trapped_along, f.mass_along);
        let trapped = (f.trapped_across - f.trapped_along).abs();
        let still = |rows: f32, columns: f32| (rows - columns).abs() * 2.0 * e;
        let moved = q3 * (trapped + 2.0 * e);
        let (black_still, white_still) =
            (still(f.black_rows, f.black_columns), still(f.white_rows, f.white_columns));
        let (own_cluster, own_moved) = if black { (w[1], w[4]) } else { (w[2], w[5]) };

        let gain = own_cluster.abs() * half_material * q3
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

    /// The best change of corners and borders: a piece's worth on a corner, on another edge cell and inside (0).
    #[inline]
    fn rim_gain(&self, own: B, empty: B) -> f32 {
        let (plus, minus) = (0.5 * self.weights.moving[7], self.weights.moving[8]);
        let corner = 0.25 * (plus + minus);
        let edge = self.frame.one_border * (plus - minus);
        let (corners, edges) = (self.frame.corners, self.frame.edges);
        let on_edge = own & edges;
        let reached = own.beside() & empty;
        let movable = own & empty.beside();
        let mut best = edge.abs();
        if !(on_edge.beside() & reached & corners).is_empty() {
            best = best.max(corner - edge);
        }
        if !(movable & corners).is_empty() {
            best = best.max(edge - corner);
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

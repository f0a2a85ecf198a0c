//! The weighted sum as an evaluator.

use games::seega::{Bits, Colour, Seega};
use games::{Game, Side};

use super::compound::{MOVING, PLACING, Recipe, moving, placing};
use super::features::{Features, Frame};
use super::weights::LinearWeights;
use crate::search::{Ceiling, Evaluator, Score, UNIT};

/// The papers' evaluator on a board of one size.
#[derive(Clone, Debug)]
pub struct Linear<B> {
    pub(super) frame: Frame<B>,
    pub(super) weights: LinearWeights,
    pub(super) scale: f32,
}

/// No sum leaves this range, in units: it leaves room for a random bias below a decided score.
const MOST: f32 = 8.0;

impl<B: Bits> Linear<B> {
    /// The evaluator with these weights, for positions of this size.
    pub fn new(size: u8, weights: LinearWeights) -> Self {
        // Heavy weights are scaled down together, which keeps the order of all positions.
        let bound = bound(&weights.placing, &PLACING).max(bound(&weights.moving, &MOVING));
        let scale = if bound > MOST { MOST / bound } else { 1.0 };
        Linear { frame: Frame::new(size), weights, scale: scale * UNIT as f32 }
    }

    /// The weights.
    pub fn weights(&self) -> &LinearWeights {
        &self.weights
    }

    /// s₁ or s₂ of the papers: how good a position is for Black.
    #[inline]
    pub fn sum(&self, position: &Seega<B>) -> f32 {
        let features = self.frame.features(position);
        weighted(&self.weights, &features, position.is_placing())
    }
}

/// The weighted sum of the compound features of one phase, added up from the first to the last.
#[inline(always)]
pub(super) fn weighted(weights: &LinearWeights, features: &Features, is_placing: bool) -> f32 {
    fn dot<const N: usize>(w: &[f32; N], c: [f32; N]) -> f32 {
        let mut sum = 0.0;
        for i in 0..N {
            sum += w[i] * c[i];
        }
        sum
    }
    if is_placing { dot(&weights.placing, placing(features)) } else { dot(&weights.moving, moving(features)) }
}

#[inline(always)]
pub(super) fn black_moves<B: Bits>(position: &Seega<B>) -> bool {
    (position.to_move() == Side::First) == (position.rules().first == Colour::Black)
}

fn bound(weights: &[f32], recipes: &[Recipe]) -> f32 {
    weights.iter().zip(recipes).map(|(w, r)| w.abs() * f32::from(r.most)).sum()
}

impl<B: Bits> Evaluator<Seega<B>> for Linear<B> {
    #[inline]
    fn score(&mut self, position: &Seega<B>) -> Score {
        let black = (self.sum(position) * self.scale) as Score;
        if black_moves(position) { black } else { -black }
    }

    #[inline]
    fn ceiling(&mut self, position: &Seega<B>) -> Option<Ceiling> {
        self.quiet_ceiling(position)
    }
}

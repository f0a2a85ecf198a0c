//! Our own judge of Seega and Seejeh: linear in a few dozen counts, fitted to the results of its own games.
//!
//! Phase one counts where pieces stand and what can be taken from the centre. Phase two counts pieces, steps, steps
//! that are safe, pieces that hang, structure, and, because games must be finished within forty quiet steps, how close
//! the stronger side stands to the weaker and how much safe room that one has left.
//!
//! A search that always wants the same arrangement reaches it and then waits there until the forty steps are over. So the
//! stronger side has several plans, and the quiet count of the position that is searched says which is tried. Within one
//! search the plan is fixed and scores depend on nothing that the position's key leaves out.

mod explain;
mod features;
mod fit;
mod weights;

pub use features::{MOVING, PLACING};
pub(super) use fit::sum;
pub use weights::SiegeWeights;

use features::{Moving, Placing, Zones};
use games::seega::{Bits, Exchange, Rules, Seega};
use games::{Game, Side};

use crate::search::{DECIDED, Evaluator, Options, Score, Shape};

/// Scores per logit.
const LOGIT: f64 = 50_000.0;
/// Estimates beyond this are pressed together, so that even the largest stay estimates.
const STEEP: Score = 400_000;

/// So many quiet steps are given to a plan.
const PATIENCE: u16 = 10;

/// The search that suits this evaluator.
pub const OPTIONS: Options =
    Options { shape: Shape { forced_free: true, quiescence: 8, ..Shape::PLAIN }, table: 20, ..Options::FULL };

/// How much worse than an even position a draw is to the default player: a little more than a logit. Behind a wall that
/// cannot be passed it then opens the board while it does not stand much worse.
pub const CONTEMPT: Score = 60_000;

/// Everything that depends on the numbers of pieces alone, for one pair of numbers.
#[derive(Clone, Debug)]
struct Stage {
    /// Material and tempo, for the side on move.
    base: Score,
    /// What a count is worth for the side with the first number of pieces.
    moving: Moving,
}

/// The evaluator for boards of one size.
#[derive(Clone, Debug)]
pub struct SeegaEvaluator<B: Bits> {
    zones: Zones<B>,
    /// By plan, own and enemy number of pieces.
    stages: Vec<Stage>,
    plan: usize,
    plans: usize,
    /// By placements made: the value of starting and the worth of counts for the starting side and for the other.
    placing: Vec<(Score, [Placing; 2])>,
    /// Pieces of one side on the full board.
    full: u32,
}

impl<B: Bits> SeegaEvaluator<B> {
    /// The evaluator that ships.
    pub fn new(rules: &Rules) -> Self {
        Self::with_weights(rules, &SiegeWeights::shipped())
    }

    /// An evaluator with other weights.
    pub fn with_weights(rules: &Rules, weights: &SiegeWeights) -> Self {
        let full = rules.pieces();
        let scaled = |logits: f64| (logits * LOGIT).round() as Score;
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let row = weights.to_row();
        let placing = &row[7 + 4 * MOVING.len()..];
        let plans = 1 + weights.plans.len();
        let mut stages = Vec::new();
        for plan in 0..plans {
            let moving = weights.moving_by_plan(plan);
            for (own, enemy) in (0..=full).flat_map(|own| (0..=full).map(move |enemy| (own, enemy))) {
                let stage = weights::stage(own, enemy, full);
                let base =
                    dot(&weights.material, &weights::material(own, enemy)) + dot(&weights.tempo, &stage);
                let worth = |i: usize| scaled(dot(&moving[i], &stage));
                stages.push(Stage { base: scaled(base), moving: std::array::from_fn(worth) });
            }
        }
        let at = |placed: u32| {
            let part = f64::from(placed) / f64::from(2 * full);
            let mixed = |w: &[f64]| scaled(w[0] * (1.0 - part) + w[1] * part);
            let worth = |side: usize| {
                std::array::from_fn(|i| mixed(&placing[4 * i + 2 * side..4 * i + 2 * side + 2]))
            };
            (mixed(&weights.start), [worth(0), worth(1)])
        };
        SeegaEvaluator {
            zones: Zones::new(rules.size, rules.centre_safe),
            stages,
            plan: 0,
            plans,
            placing: (0..=2 * full).map(at).collect(),
            full,
        }
    }

    fn stage(&self, own: u32, enemy: u32) -> &Stage {
        let side = self.full as usize + 1;
        &self.stages[(self.plan * side + own as usize) * side + enemy as usize]
    }

    /// While pieces are placed: the side that starts phase two, how many pieces there are, and what is counted of that side and of the
    /// other.
    #[inline]
    fn placing_counts(&self, position: &Seega<B>) -> (Side, u32, [Placing; 2]) {
        let starter = position.rules().starts_moving;
        let (own, enemy) = (position.pieces(starter), position.pieces(starter.other()));
        let counts = [features::placing(&self.zones, own, enemy), features::placing(&self.zones, enemy, own)];
        (starter, own.count() + enemy.count(), counts)
    }

    /// Later: the pieces of the mover and of the other side, of which those that have to be taken off are gone already, and what is
    /// counted of both.
    #[inline]
    fn moving_counts(&self, position: &Seega<B>) -> ([u32; 2], [Moving; 2]) {
        let side = position.to_move();
        let (own, enemy) = (position.pieces(side), position.pieces(side.other()));
        let mine = features::moving(&self.zones, own, enemy, true);
        let yours = features::moving(&self.zones, enemy, own, false);
        ([own.count() - u32::from(position.give()), enemy.count()], [mine, yours])
    }

    fn score_placing(&self, position: &Seega<B>) -> Score {
        let (starter, placed, sides) = self.placing_counts(position);
        let (start, worth) = &self.placing[placed as usize];
        let score = start + product(&worth[0], &sides[0]) - product(&worth[1], &sides[1]);
        if starter == position.to_move() { score } else { -score }
    }

    fn score_moving(&self, position: &Seega<B>) -> Score {
        let ([a, b], counts) = self.moving_counts(position);
        let (mine, yours) = (self.stage(a, b), self.stage(b, a));
        mine.base + product(&mine.moving, &counts[0]) - product(&yours.moving, &counts[1])
            + privilege(position, position.to_move(), a, b)
    }

    /// The numbers that the weights are multiplied with, in the order of [`SiegeWeights::to_row`]: for fitting.
    pub fn terms(&self, position: &Seega<B>) -> Vec<f64> {
        let mut row = vec![0.0; SiegeWeights::LEN];
        if position.is_placing() {
            let (starter, placed, sides) = self.placing_counts(position);
            let sign = if starter == position.to_move() { 1.0 } else { -1.0 };
            let part = f64::from(placed) / f64::from(2 * self.full);
            (row[5], row[6]) = (sign * (1.0 - part), sign * part);
            let blocks = row[7 + 4 * MOVING.len()..].chunks_mut(4);
            for ((block, starters), others) in blocks.zip(sides[0]).zip(sides[1]) {
                for (pair, count) in block.chunks_mut(2).zip([starters, -others]) {
                    let count = sign * f64::from(count);
                    pair.copy_from_slice(&[(1.0 - part) * count, part * count]);
                }
            }
            return row;
        }
        let ([a, b], counts) = self.moving_counts(position);
        row[..3].copy_from_slice(&weights::material(a, b));
        let stages = [weights::stage(a, b, self.full), weights::stage(b, a, self.full)];
        row[3..5].copy_from_slice(&stages[0][..2]);
        for ((block, mine), yours) in row[7..].chunks_mut(4).zip(counts[0]).zip(counts[1]) {
            for ((x, a), b) in block.iter_mut().zip(stages[0]).zip(stages[1]) {
                *x = a * f64::from(mine) - b * f64::from(yours);
            }
        }
        row
    }
}

impl<B: Bits> Evaluator<Seega<B>> for SeegaEvaluator<B> {
    #[inline]
    fn score(&mut self, position: &Seega<B>) -> Score {
        press(if position.is_placing() { self.score_placing(position) } else { self.score_moving(position) })
    }

    fn prepare(&mut self, root: &Seega<B>) -> bool {
        let plan = usize::from(root.quiet() / PATIENCE).min(self.plans - 1);
        std::mem::replace(&mut self.plan, plan) != plan
    }
}

#[inline]
fn product<const N: usize>(worth: &[i32; N], counts: &[i32; N]) -> Score {
    worth.iter().zip(counts).map(|(w, n)| w * n).sum()
}

/// Keeps order and sign, and stays within the estimates.
fn press(score: Score) -> Score {
    let beyond = (score.abs() - STEEP).max(0);
    let room = DECIDED - 1 - STEEP;
    let pressed = i64::from(beyond) * i64::from(room) / i64::from(beyond + room);
    score.signum() * (score.abs().min(STEEP) + pressed as Score)
}

/// What a piece that may be given for two is worth to its side: four fifths of a logit, a guess that was never fitted.
const SPARE: Score = 40_000;

/// What the right to give one piece for two is worth to the side on move.
fn privilege<B: Bits>(position: &Seega<B>, side: Side, own: u32, enemy: u32) -> Score {
    let (first, second) = if side == Side::First { (own, enemy) } else { (enemy, own) };
    let worth = match position.rules().exchange {
        Exchange::Off => return 0,
        Exchange::Any => exchange_of_any(position, first, second),
        Exchange::Untouchable => SPARE * position.spare().count() as Score,
    };
    if side == Side::Second { worth } else { -worth }
}

/// Where any piece may be given, the second side exchanges until the first has lost, and is as good as winning once it
/// has a step.
fn exchange_of_any<B: Bits>(position: &Seega<B>, first: u32, second: u32) -> Score {
    let lose_at = u32::from(position.rules().lose_at);
    let needed = first.saturating_sub(lose_at).div_ceil(2);
    let margin = second as i32 - (needed + lose_at + 1) as i32;
    let worth = if margin >= 0 { 150_000 + 10_000 * margin } else { 10_000 * margin };
    if position.can_slide(Side::Second) { worth } else { worth / 2 }
}

#[cfg(test)]
mod tests;

//! Our own evaluator: reads chains of ataris, and counts liberties, groups and points that are nearer to one colour.

use games::capture_go::{CaptureGo, Step};
use games::{Game, MoveList, Outcome};

use super::tactics::{Stones, forced};
use crate::search::{Evaluator, Score};

/// A win by reading, less some for each step it takes.
const READ: Score = 850_000;

/// What things are worth, in scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A point that one colour reaches before the other.
    pub territory: Score,
    /// An empty point beside a colour's stones.
    pub liberty: Score,
    /// An empty point beside those.
    pub second: Score,
    /// A group.
    pub group: Score,
    /// A group with so many liberties: 2, 3, 4, 5.
    pub weak: [Score; 4],
    /// A capture that the opponent threatens by a chain of ataris.
    pub threat: Score,
    /// To be the side to move.
    pub tempo: Score,
    /// Positions to read for a chain.
    pub reading: u32,
}

impl Weights {
    /// The weights of the default player.
    pub const BEST: Weights = Weights {
        territory: 3_000,
        liberty: 1_000,
        second: 500,
        group: -2_000,
        weak: [-24_000, -10_000, -4_000, -1_000],
        threat: -25_000,
        tempo: 3_000,
        reading: 60,
    };
}

/// The evaluator.
#[derive(Clone, Copy, Debug)]
pub struct Liberties {
    weights: Weights,
}

impl Liberties {
    /// With these weights.
    pub fn new(weights: Weights) -> Liberties {
        Liberties { weights }
    }

    /// The mover's score; `left` forced answers are played out first.
    fn judge(&self, stones: &Stones, left: u32) -> Score {
        let weights = &self.weights;
        let mut budget = weights.reading;
        if let Some(steps) = stones.chain(&mut budget) {
            return READ - 1_000 * steps.min(100) as Score;
        }
        let mut danger = 0;
        for (_, liberties) in stones.groups(stones.own) {
            if liberties & liberties.wrapping_sub(1) == 0 {
                danger |= liberties;
            }
        }
        if danger != 0 {
            let liberties = stones.liberties_after(danger);
            if danger.count_ones() > 1 || liberties & liberties.wrapping_sub(1) == 0 {
                return -READ + 2_000;
            }
            if left > 0 {
                return -self.judge(&stones.after(danger), left - 1);
            }
        }
        let turned = stones.turned();
        let mut score = weights.tempo + self.side(stones) - self.side(&turned) + self.nearer(stones);
        let mut budget = weights.reading;
        if turned.chain(&mut budget).is_some() {
            score += weights.threat;
        }
        score
    }

    /// What counts for the mover of `stones`.
    fn side(&self, stones: &Stones) -> Score {
        let (weights, empty) = (&self.weights, stones.empty());
        let first = stones.grid.around(stones.own) & empty;
        let second = stones.grid.around(first) & empty & !first;
        let mut score =
            weights.liberty * first.count_ones() as Score + weights.second * second.count_ones() as Score;
        for (_, liberties) in stones.groups(stones.own) {
            score += weights.group;
            let count = liberties.count_ones() as usize;
            score += weights.weak.get(count.saturating_sub(2)).copied().unwrap_or(0);
        }
        score
    }

    /// Points that the mover reaches first, less those that the opponent does.
    fn nearer(&self, stones: &Stones) -> Score {
        let (mut own, mut enemy) = (stones.own, stones.enemy);
        let mut free = stones.empty();
        let mut count = 0;
        while free != 0 {
            let (a, b) = (stones.grid.around(own) & free, stones.grid.around(enemy) & free);
            if a | b == 0 {
                break;
            }
            count += (a & !b).count_ones() as Score - (b & !a).count_ones() as Score;
            (own, enemy) = (a & !b, b & !a);
            free &= !(a | b);
        }
        count * self.weights.territory
    }
}

impl Default for Liberties {
    fn default() -> Self {
        Liberties::new(Weights::BEST)
    }
}

impl Evaluator<CaptureGo> for Liberties {
    fn score(&mut self, position: &CaptureGo) -> Score {
        let mover = position.to_move();
        if position.passes() == 1 {
            let [first, second] = position.territory();
            if Outcome::greater(first, second) == Outcome::Win(mover) {
                return READ - 1_000;
            }
        }
        self.judge(&Stones::of(position, mover), 6)
    }

    fn forced(&mut self, position: &CaptureGo, steps: &mut MoveList<Step>) -> bool {
        forced(position, steps)
    }
}

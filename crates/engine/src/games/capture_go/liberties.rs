//! Our own evaluator: reads chains of ataris, and counts liberties, groups and points that are nearer to one colour.

use games::capture_go::{CaptureGo, Step};
use games::{Game, MoveList, Outcome};

use super::tactics::{Stones, forced};
use crate::search::{Evaluator, Score};

/// A win by reading, less some for each step it takes.
const READ: Score = 850_000;

/// A point that one colour reaches before the other.
const TERRITORY: Score = 3_000;
/// An empty point beside a colour's stones.
const LIBERTY: Score = 1_000;
/// An empty point beside those.
const SECOND: Score = 500;
/// A group.
const GROUP: Score = -2_000;
/// A group with so many liberties: 2, 3, 4, 5.
const WEAK: [Score; 4] = [-24_000, -10_000, -4_000, -1_000];
/// A capture that the opponent threatens by a chain of ataris.
const THREAT: Score = -25_000;
/// To be the side to move.
const TEMPO: Score = 3_000;
/// Positions to read for a chain.
const READING: u32 = 60;

/// The evaluator.
#[derive(Clone, Copy, Debug)]
pub struct Liberties;

/// The mover's score; `left` forced answers are played out first.
fn judge(stones: &Stones, left: u32) -> Score {
    let mut budget = READING;
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
            return -judge(&stones.after(danger), left - 1);
        }
    }
    let turned = stones.turned();
    let mut score = TEMPO + side(stones) - side(&turned) + nearer(stones);
    let mut budget = READING;
    if turned.chain(&mut budget).is_some() {
        score += THREAT;
    }
    score
}

/// What counts for the mover of `stones`.
fn side(stones: &Stones) -> Score {
    let empty = stones.empty();
    let first = stones.grid.around(stones.own) & empty;
    let second = stones.grid.around(first) & empty & !first;
    let mut score = LIBERTY * first.count_ones() as Score + SECOND * second.count_ones() as Score;
    for (_, liberties) in stones.groups(stones.own) {
        score += GROUP;
        let count = liberties.count_ones() as usize;
        score += WEAK.get(count.saturating_sub(2)).copied().unwrap_or(0);
    }
    score
}

/// Points that the mover reaches first, less those that the opponent does.
fn nearer(stones: &Stones) -> Score {
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
    count * TERRITORY
}

impl Evaluator<CaptureGo> for Liberties {
    fn score(&mut self, position: &CaptureGo) -> Score {
        let mover = position.to_move();
        if position.passes() == 1 && Outcome::greater(position.territory()) == Outcome::Win(mover) {
            return READ - 1_000;
        }
        judge(&Stones::of(position, mover), 6)
    }

    fn forced(&mut self, position: &CaptureGo, steps: &mut MoveList<Step>) -> bool {
        forced(position, steps)
    }
}

//! Reading: what is captured at once, which steps are forced by that, and which attacks win by one atari after another.
//!
//! ```text
//!   4  .  .  .  .  .      White's c2 has two liberties. Black plays d2, White must run to c3, Black plays c4, …:
//!   3  .  x  .  .  .      a chain of ataris, each of which leaves White one step. It is a ladder if the chain is
//!   2  .  x  o  .  .      long and a net if it is short, and where it ends in a capture Black has won.
//!   1  .  .  x  .  .
//!      a  b  c  d  e
//! ```

use games::capture_go::board::{Grid, points};
use games::capture_go::{CaptureGo, Step};
use games::{Game, MoveList, Side};

/// Cuts the list down to the steps that do not lose at once, if a capture is threatened.
///
/// - A capture wins: one of them is enough.
/// - The opponent threatens to capture at two points: no step prevents both, because groups with different last liberties
///   do not become one by a stone on either. One step stays.
/// - At one point: only a stone there can help. Where it would be suicide, one step stays.
///
/// A pass that ends the game stays in the list, because then no capture follows.
pub fn forced(position: &CaptureGo, steps: &mut MoveList<Step>) -> bool {
    let mover = position.to_move();
    let wins = position.capturing_points(mover);
    if wins != 0 {
        keep(steps, |step| position.point(step) & wins != 0);
        return true;
    }
    let threats = position.capturing_points(mover.other());
    if threats == 0 {
        return steps.len() == 1;
    }
    let only = if threats.count_ones() == 1 { threats } else { 0 };
    keep(steps, |step| position.point(step) & only != 0);
    if position.passes() == 1 && !steps[0].is_pass() {
        steps.push(Step::PASS);
    }
    true
}

/// Keeps the first step of a kind, or the first step of all if there is none of it.
fn keep(steps: &mut MoveList<Step>, kind: impl Fn(Step) -> bool) {
    let first = steps[0];
    steps.retain(|step| kind(*step));
    steps.truncate(1);
    if steps.is_empty() {
        steps.push(first);
    }
}

/// A position as the side to move sees it, without rules about passing.
#[derive(Clone, Copy)]
pub(super) struct Stones {
    pub grid: &'static Grid,
    pub board: u128,
    pub own: u128,
    pub enemy: u128,
}

impl Stones {
    pub fn of(position: &CaptureGo, mover: Side) -> Stones {
        Stones {
            grid: position.grid(),
            board: position.board(),
            own: position.stones(mover),
            enemy: position.stones(mover.other()),
        }
    }

    #[inline]
    pub fn empty(&self) -> u128 {
        self.board & !(self.own | self.enemy)
    }

    /// The same stones with the other side to move.
    #[inline]
    pub fn turned(&self) -> Stones {
        Stones { own: self.enemy, enemy: self.own, ..*self }
    }

    /// After a stone of the mover; the other side is to move.
    #[inline]
    pub fn after(&self, point: u128) -> Stones {
        Stones { own: self.enemy, enemy: self.own | point, ..*self }
    }

    /// The liberties of the mover's group that a new stone would belong to.
    #[inline]
    pub fn liberties_after(&self, point: u128) -> u128 {
        let group = self.grid.flood(point, self.own | point);
        self.grid.around(group) & self.empty() & !point
    }

    /// The groups of one set of stones, each with its liberties.
    #[inline]
    pub fn groups(&self, mut stones: u128) -> impl Iterator<Item = (u128, u128)> + use<> {
        let (grid, empty) = (self.grid, self.empty());
        std::iter::from_fn(move || {
            (stones != 0).then(|| {
                let group = grid.flood(stones & stones.wrapping_neg(), stones);
                stones &= !group;
                (group, grid.around(group) & empty)
            })
        })
    }

    /// The last liberties of groups that have one (of `stones`), and the liberties of those that have two.
    #[inline]
    fn short_of_liberties(&self, stones: u128) -> (u128, u128) {
        let (mut last, mut two) = (0, 0);
        for (_, liberties) in self.groups(stones) {
            let rest = liberties & liberties.wrapping_sub(1);
            if rest == 0 {
                last |= liberties;
            } else if rest & rest.wrapping_sub(1) == 0 {
                two |= liberties;
            }
        }
        (last, two)
    }

    /// In how many steps the mover captures by a chain of captures and ataris, each of which leaves the other side one
    /// answer; none if no such chain is found within `budget` positions. What it finds is a proven win.
    pub fn chain(&self, budget: &mut u32) -> Option<u32> {
        let (last, two) = self.short_of_liberties(self.enemy);
        if last != 0 {
            return Some(1);
        }
        if two == 0 || *budget == 0 {
            return None;
        }
        *budget -= 1;
        let (danger, _) = self.short_of_liberties(self.own);
        let candidates = match danger.count_ones() {
            0 => two,
            // The atari must save the own group at the same time.
            1 => two & danger,
            _ => 0,
        };
        let mut best = None;
        for point in points(candidates) {
            let point = 1 << point;
            // A stone in atari would be taken instead.
            let liberties = self.liberties_after(point);
            if liberties & liberties.wrapping_sub(1) == 0 {
                continue;
            }
            if let Some(steps) = self.after(point).chased(budget) {
                best = Some(steps + 1);
                break;
            }
        }
        best
    }

    /// The same for the side that has just been put into atari: in how many steps it loses.
    fn chased(&self, budget: &mut u32) -> Option<u32> {
        let (wins, _) = self.short_of_liberties(self.enemy);
        if wins != 0 {
            return None;
        }
        let (danger, _) = self.short_of_liberties(self.own);
        match danger.count_ones() {
            0 => None,
            1 => {
                let liberties = self.liberties_after(danger);
                if liberties & liberties.wrapping_sub(1) == 0 {
                    // Suicide, or a group that is still in atari.
                    return Some(2);
                }
                self.after(danger).chain(budget).map(|steps| steps + 1)
            }
            _ => Some(2),
        }
    }
}

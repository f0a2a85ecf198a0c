//! The hand-coded defensive player of Cai, Venayagamoorthy and Wunsch (2010, section 5.3), as its four priorities describe it.
//!
//! It captures if it can, and makes no step after which it is captured at once, if there is another. Among the others, a
//! pass included, it prefers by
//! 1. connection: the fewest empty points between its groups (none: one string);
//! 2. liberties: the most of all its stones; two eyes are better than any number;
//! 3. walls: the most empty points in regions that touch only its own stones;
//! 4. attack: the most enemy groups with two liberties or fewer;
//!
//! each where those before it are equal; what is then still equal is chosen at random. The paper's flowchart is a picture that
//! the text does not repeat, so the measures are ours. In the two printed games every stone of this player joins its
//! string, as here.

use std::sync::atomic::Ordering;

use games::capture_go::{CaptureGo, Step};
use games::{Game, Line, MoveList, Side};

use super::tactics::{Stones, forced};
use crate::player::{Player, Task, Thoughts, Watch};
use crate::rng::Rng;

/// Liberties with two eyes.
const ALIVE: i32 = 1_000;
/// Points between groups that cannot be connected any more.
const CUT_OFF: i32 = 20;

/// The player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defensive;

impl Player<CaptureGo> for Defensive {
    fn think(
        &mut self,
        line: &Line<CaptureGo>,
        task: &Task,
        rng: &mut Rng,
        _watch: Watch<CaptureGo>,
    ) -> Thoughts<Step> {
        let position = line.position();
        let mut steps = MoveList::new();
        position.moves(&mut steps);
        forced(position, &mut steps);
        let mover = position.to_move();
        let goes_on = |(number, _): &(usize, _)| *number == 0 || !task.stop.load(Ordering::Relaxed);
        let ranks: Vec<_> = steps
            .iter()
            .enumerate()
            .take_while(goes_on)
            .map(|(_, &step)| {
                let mut next = *position;
                next.play(step);
                let over = next.outcome().is_some();
                let safe = over || next.capturing_points(mover.other()) == 0;
                (safe, merit(&next, mover))
            })
            .collect();
        let best = ranks.iter().max().expect("a player is asked only while the game goes on");
        let equal: Vec<Step> =
            steps.iter().zip(&ranks).filter(|(_, rank)| *rank == best).map(|(&step, _)| step).collect();
        Thoughts::of(equal[rng.below(equal.len())])
    }
}

/// The four measures, more is better.
fn merit(position: &CaptureGo, side: Side) -> [i32; 4] {
    let stones = Stones::of(position, side);
    let grid = stones.grid;
    let (mut eyes, mut walled) = (0, 0);
    for (region, _) in stones.groups(stones.empty()) {
        let touched = grid.around(region) & stones.board;
        if touched & stones.enemy == 0 && touched & stones.own != 0 {
            eyes += 1;
            walled += region.count_ones() as i32;
        }
    }
    let liberties = (grid.around(stones.own) & stones.empty()).count_ones() as i32;
    let weak = stones.groups(stones.enemy).filter(|(_, liberties)| liberties.count_ones() <= 2).count();
    [-gaps(&stones), if eyes >= 2 { ALIVE } else { liberties }, walled, weak as i32]
}

/// The empty points between the largest group and each other group of the side to move, together.
fn gaps(stones: &Stones) -> i32 {
    let Some((largest, _)) = stones.groups(stones.own).max_by_key(|(group, _)| group.count_ones()) else {
        return 0;
    };
    let (grid, own) = (stones.grid, stones.own);
    let (mut reached, mut gaps) = (largest, 0);
    let mut others = stones.groups(own & !largest).count() as i32;
    while others > 0 {
        let next = reached | grid.around(reached) & stones.empty();
        if next == reached {
            return gaps + others * CUT_OFF;
        }
        reached = next;
        gaps += others;
        let joined = grid.flood(reached | grid.around(reached) & own, reached | own);
        // Groups count as one step away when an empty point touches them.
        reached |= joined & own;
        others = stones.groups(own & !reached).count() as i32;
    }
    gaps
}

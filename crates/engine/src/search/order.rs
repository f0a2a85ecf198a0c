//! The steps of one position, best first: the table's step, captures by size, killers, then history.

use std::hash::Hash;

use arrayvec::ArrayVec;
use games::{Game, MAX_MOVES, MoveList};

use super::alphabeta::Options;
use super::history::History;

/// Steps that are put into order as they are asked for: most positions are settled by the first few.
pub struct Ordered<'a, M> {
    list: &'a MoveList<M>,
    /// Rank, lowest first, above the step's place in the list, which keeps equal ranks in their order: the same tree
    /// every time.
    ranks: ArrayVec<i64, MAX_MOVES>,
}

/// So many steps are found one by one before the rest is sorted.
const SINGLY: usize = 4;

impl<'a, M: Copy + Eq + Hash> Ordered<'a, M> {
    /// Steps without an order yet. (Ranking is a call of its own because a result of this size would be copied.)
    #[inline]
    pub fn new(list: &'a MoveList<M>) -> Self {
        Ordered { list, ranks: ArrayVec::new() }
    }

    /// Ranks the steps of a position `ply` steps from the root.
    #[inline]
    pub fn rank<G: Game<Move = M>>(
        &mut self,
        position: &G,
        known: Option<M>,
        ply: u32,
        history: &History<M>,
        options: &Options,
    ) {
        let rank = |step: M| -> i32 {
            if Some(step) == known {
                return i32::MIN;
            }
            match position.captures(step) {
                0 if options.killers && history.is_killer(step, ply) => -(1 << 24),
                0 if options.history => -history.count(step),
                0 => 0,
                n => -(1 << 25) - n as i32,
            }
        };
        let ranks = self.list.iter().enumerate().map(|(i, &step)| i64::from(rank(step)) << 16 | i as i64);
        self.ranks.extend(ranks);
    }

    /// How many steps there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Step number i; those before it must have been asked for.
    #[inline]
    pub fn get(&mut self, i: usize) -> M {
        let left = &mut self.ranks[i..];
        if i < SINGLY {
            let mut least = 0;
            for j in 1..left.len() {
                if left[j] < left[least] {
                    least = j;
                }
            }
            left.swap(0, least);
        } else if i == SINGLY {
            left.sort_unstable();
        }
        self.list[(self.ranks[i] & 0xFFFF) as usize]
    }

    /// The first i steps, all of which have been asked for.
    pub fn first(&self, i: usize) -> impl Iterator<Item = M> + '_ {
        self.ranks[..i].iter().map(|rank| self.list[(rank & 0xFFFF) as usize])
    }
}

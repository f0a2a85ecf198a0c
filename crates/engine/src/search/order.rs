//! The steps of one position, best first: the table's step, captures by size, killers, then history.

use std::hash::Hash;

use arrayvec::ArrayVec;
use games::{Game, MAX_MOVES, MoveList};

use super::alphabeta::Options;
use super::history::History;

/// Steps that are put into order as they are asked for: most positions are settled by the first few.
pub struct Ordered<'a, M> {
    list: &'a MoveList<M>,
    /// Rank, lowest first, above whether the step captures nothing and its place in the list, which keeps equal ranks
    /// in their order: the same tree every time.
    ranks: ArrayVec<i64, MAX_MOVES>,
}

/// The parts of a rank below its sign and size.
const PLACE: i64 = 0xFFFF;
const QUIET: i64 = 1 << 16;

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
        let killers = if options.killers { history.killers(ply) } else { [None; 2] };
        let nothing_taken = position.is_quiet();
        for (i, &step) in self.list.iter().enumerate() {
            let captures = if nothing_taken { 0 } else { position.captures(step) };
            let rank = match captures {
                _ if Some(step) == known => i32::MIN,
                0 if killers.contains(&Some(step)) => -(1 << 24),
                0 if options.history => -history.count(step),
                0 => 0,
                n => -(1 << 25) - n as i32,
            };
            let quiet = if captures == 0 { QUIET } else { 0 };
            self.ranks.push(i64::from(rank) << 32 | quiet | i as i64);
        }
    }

    /// The step that ranking would put first, and whether it captures nothing, where that can be seen without ranking them
    /// all: the table's step, or a killer where nothing can be taken.
    #[inline]
    pub fn first_at_once<G: Game<Move = M>>(
        &self,
        position: &G,
        known: Option<M>,
        ply: u32,
        history: &History<M>,
        options: &Options,
    ) -> Option<(M, bool)> {
        if let Some(known) = known.filter(|known| self.list.contains(known)) {
            return Some((known, position.captures(known) == 0));
        }
        let killers = if options.killers { history.killers(ply) } else { [None; 2] };
        let killer = *self.list.iter().find(|&&step| killers.contains(&Some(step)))?;
        position.is_quiet().then_some((killer, true))
    }

    /// How many steps there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Step number i of the ranked ones and whether it captures nothing; those before it must have been asked for.
    #[inline]
    pub fn get(&mut self, i: usize) -> (M, bool) {
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
        let rank = self.ranks[i];
        (self.list[(rank & PLACE) as usize], rank & QUIET != 0)
    }

    /// The first i steps, all of which have been asked for.
    pub fn first(&self, i: usize) -> impl Iterator<Item = M> + '_ {
        self.ranks[..i].iter().map(|rank| self.list[(rank & PLACE) as usize])
    }
}

#[cfg(test)]
mod tests {
    use games::capture_go::{CaptureGo, Rules};

    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_first_step_at_once_is_the_first_by_rank() {
        let mut rng = Rng::new(1);
        let mut history = History::new();
        let (mut known_first, mut killer_first) = (0, 0);
        for game in 0..80 {
            let options = Options { killers: game % 4 > 1, ..Options::FULL };
            let mut position = CaptureGo::start(&Rules::cai2010(5, 5));
            let mut last = None;
            while let Some(step) = position.pick(&mut |n| rng.below(n)) {
                let mut list = MoveList::new();
                position.moves(&mut list);
                let any = list[rng.below(list.len())];
                // Of another position with the same key a table may know a step that is not legal here.
                let known = if rng.below(4) == 0 { last } else { Some(any) };
                let known = known.filter(|_| game % 2 == 0);
                let mut steps = Ordered::new(&list);
                let at_once = steps.first_at_once(&position, known, 3, &history, &options);
                steps.rank(&position, known, 3, &history, &options);
                if let Some(first) = at_once {
                    assert_eq!(first, steps.get(0), "{position}");
                    *(if known == Some(first.0) { &mut known_first } else { &mut killer_first }) += 1;
                    assert!(options.killers || known == Some(first.0), "{position}");
                }
                history.refuted(any, 3, 2, list.iter().copied().take(2));
                position.play(step);
                last = Some(step);
            }
        }
        assert!(known_first > 100 && killer_first > 100, "{known_first} and {killer_first}");
    }
}

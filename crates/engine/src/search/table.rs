//! The transposition table: what a search already knows about positions, by their key.
//!
//! A table is made for every game, and writing megabytes takes longer than a short game of weak players. So a thread keeps the
//! memory of its last tables, and a new one starts in a new generation of an old one.

use std::any::Any;
use std::cell::RefCell;

use super::score::{DECIDED, Score};

/// What a stored score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// One stored result.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M> {
    key: u64,
    score: Score,
    depth: i16,
    bound: Bound,
    reach: u8,
    /// The table's generation when it was stored; 0 where nothing is.
    generation: u16,
    /// The best step known.
    pub best: Option<M>,
}

/// A fixed number of places; a newer result takes the place of an older one, unless it is of one step and the older one is not.
#[derive(Clone, Debug)]
pub struct Transpositions<M: 'static> {
    entries: Vec<Entry<M>>,
    mask: u64,
    generation: u16,
}

/// Two players, and two more of another size.
const SPARES: usize = 4;

thread_local! {
    /// Entries and generation of tables that are no longer used.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

impl<M: 'static> Drop for Transpositions<M> {
    fn drop(&mut self) {
        let table: Box<dyn Any> = Box::new((std::mem::take(&mut self.entries), self.generation));
        // At the end of a thread nothing is kept.
        let _ = SPARE.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            if spare.len() == SPARES {
                spare.remove(0);
            }
            spare.push(table);
        });
    }
}

/// The memory of a table of this many places.
fn spare<M: 'static>(places: usize) -> Option<(Vec<Entry<M>>, u16)> {
    SPARE.with_borrow_mut(|spare| {
        let fits = |table: &Box<dyn Any>| {
            table.downcast_ref::<(Vec<Entry<M>>, u16)>().is_some_and(|table| table.0.len() == places)
        };
        let at = spare.iter().position(fits)?;
        spare.remove(at).downcast().ok().map(|table| *table)
    })
}

impl<M: Copy> Transpositions<M> {
    /// A table of 2^bits places, all empty.
    pub fn new(bits: u32) -> Self {
        let mask = (1 << bits) - 1;
        if let Some((entries, generation)) = spare(1 << bits) {
            let mut table = Transpositions { entries, mask, generation };
            table.clear();
            return table;
        }
        let empty =
            Entry { key: 0, score: 0, depth: 0, bound: Bound::Exact, reach: 0, generation: 0, best: None };
        Transpositions { entries: vec![empty; 1 << bits], mask, generation: 1 }
    }

    /// Forgets everything. This is cheap: entries of earlier generations do not count.
    pub fn clear(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.entries.iter_mut().for_each(|entry| entry.generation = 0);
            1
        });
    }

    /// What is stored for a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        let entry = &self.entries[(key & self.mask) as usize];
        (entry.key == key && entry.generation == self.generation).then_some(entry)
    }

    /// Stores a result found `ply` steps from the root by lines of at most `reach` steps.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub fn put(
        &mut self,
        key: u64,
        score: Score,
        depth: i32,
        bound: Bound,
        best: Option<M>,
        ply: u32,
        reach: u8,
    ) {
        let entry = &mut self.entries[(key & self.mask) as usize];
        let same = entry.key == key && entry.generation == self.generation;
        // There are many results of one step, and they cost little to find again.
        if depth <= 1 && !same && entry.generation == self.generation && entry.depth > 1 {
            return;
        }
        let best = if best.is_none() && same { entry.best } else { best };
        let (score, generation) = (further(score, ply as Score), self.generation);
        *entry = Entry { key, score, depth: depth as i16, bound, reach, generation, best };
    }
}

impl<M> Entry<M> {
    /// How many steps the longest line had that the result rests on.
    #[inline]
    pub fn reach(&self) -> u8 {
        self.reach
    }

    /// The score if it settles the window. Only results of exactly this depth count: a deeper one may be better
    /// informed, but then what a search answers would depend on what it happened to look at before. And only results
    /// whose lines all end before a rule counter could end the game, because the key leaves counters out.
    #[inline]
    pub fn settles(
        &self,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: u32,
        steps_to_limit: u32,
    ) -> Option<Score> {
        if i32::from(self.depth) != depth || steps_to_limit <= u32::from(self.reach) {
            return None;
        }
        let score = further(self.score, -(ply as Score));
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        settled.then_some(score)
    }
}

/// Wins are stored by their distance from the position, not from the root, which is so many steps further away.
fn further(score: Score, steps: Score) -> Score {
    match score {
        s if s >= DECIDED => s + steps,
        s if s <= -DECIDED => s - steps,
        s => s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_table_is_empty_though_its_memory_is_old() {
        for round in 0..10 {
            let mut tables: [Transpositions<u8>; 2] = [Transpositions::new(4), Transpositions::new(4)];
            for table in &mut tables {
                assert!((0..16).all(|key| table.get(key).is_none()), "round {round}");
                (0..16).for_each(|key| table.put(key, 7, 1, Bound::Exact, Some(3), 0, 0));
            }
        }
    }

    #[test]
    fn what_is_cleared_stays_forgotten() {
        let mut table: Transpositions<u8> = Transpositions::new(4);
        // More often than there are generations.
        for round in 0..70_000 {
            assert!(table.get(5).is_none(), "round {round}");
            if round % 1_000 == 0 {
                table.put(5, 7, 1, Bound::Exact, Some(3), 0, 0);
                assert_eq!(table.get(5).map(|entry| entry.best), Some(Some(3)));
            }
            table.clear();
        }
    }
}

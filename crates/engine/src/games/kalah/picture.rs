//! What a network sees of Kalah.
//!
//! The mover's row below the other's, pits that face each other in one column. Planes: seeds; none, one, thirteen or more seeds; whether the
//! last seed of a pit falls into its store; all ones; both stores; whether sides may be swapped. Steps: the mover's pits, and swapping.

use games::Game;
use games::kalah::{Kalah, Step};

use crate::eval::net::{Pictured, Shape, fill};

/// Pits in a row.
const PITS: usize = 6;

impl Pictured for Kalah {
    const COLOURS: bool = false;

    fn shape(_rules: &Self::Rules) -> Shape {
        Shape { planes: 9, rows: 2, columns: PITS, steps: PITS + 1 }
    }

    fn picture(&self, paint: &mut impl FnMut(usize, usize, f32)) {
        let sides = [self.to_move(), self.to_move().other()];
        for (row, side) in sides.into_iter().enumerate() {
            for (pit, seeds) in self.row(side).into_iter().enumerate() {
                // The other row runs the other way.
                let cell = row * PITS + if row == 0 { pit } else { PITS - 1 - pit };
                paint(0, cell, f32::from(seeds) / 12.0);
                let classes = [seeds == 0, seeds == 1, seeds > 12, usize::from(seeds) % 13 == PITS - pit];
                (1..).zip(classes).filter(|(_, yes)| *yes).for_each(|(plane, _)| paint(plane, cell, 1.0));
            }
        }
        let store = |side| f32::from(self.store(side)) / 24.0;
        let swap = f32::from(u8::from(self.swap_open()));
        fill(2 * PITS, &[(5, 1.0), (6, store(sides[0])), (7, store(sides[1])), (8, swap)], paint);
    }

    fn step_number(&self, step: Step) -> usize {
        step.pit().map_or(PITS, |pit| pit.place())
    }
}

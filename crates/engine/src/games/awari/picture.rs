//! What a network sees of Awari.
//!
//! The mover's row below the other's, each in sowing order. Planes: seeds; none, one, two, twelve or more seeds; all ones; both stores; steps
//! made. Steps: the mover's pits.

use games::Game;
use games::awari::Awari;

use crate::eval::net::{Pictured, Shape, fill};

impl Pictured for Awari {
    const COLOURS: bool = false;

    fn shape(_rules: &Self::Rules) -> Shape {
        Shape { planes: 9, rows: 2, columns: 6, steps: 6 }
    }

    fn picture(&self, paint: &mut impl FnMut(usize, usize, f32)) {
        for (row, pits) in self.rows().into_iter().enumerate() {
            for (pit, seeds) in pits.into_iter().enumerate() {
                // Pits that face each other are neighbours: the other row runs the other way.
                let cell = row * 6 + if row == 0 { pit } else { 5 - pit };
                paint(0, cell, f32::from(seeds) / 12.0);
                let class = match seeds {
                    0..=2 => Some(1 + usize::from(seeds)),
                    12.. => Some(4),
                    _ => None,
                };
                class.into_iter().for_each(|plane| paint(plane, cell, 1.0));
            }
        }
        let mover = self.to_move();
        let store = |side| f32::from(self.store(side)) / 24.0;
        // Without a limit nothing follows from the counter.
        let made = match self.rules().step_limit {
            0 => 0.0,
            limit => f32::from(self.steps_made()) / f32::from(limit.max(1000)),
        };
        fill(12, &[(5, 1.0), (6, store(mover)), (7, store(mover.other())), (8, made)], paint);
    }

    fn step_number(&self, step: Self::Move) -> usize {
        usize::from(step.pit()) % 6
    }
}

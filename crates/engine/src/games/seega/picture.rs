//! What a network sees of Seega.
//!
//! Planes: own pieces, the other's; all ones; whether the mover began the game; the share of pieces still to be placed; whether pieces are
//! moved; the share of the quiet limit; the piece that goes on capturing; own pieces to be taken off; whether the mover places again. Steps: placing on a cell, four directions from a cell, taking off a cell, passing, ending.

use games::seega::{Bits, Seega, Step};
use games::text::Cell;
use games::{Game, Side};

use crate::eval::net::{Pictured, Shape, fill};

impl<B: Bits> Pictured for Seega<B> {
    fn shape(rules: &Self::Rules) -> Shape {
        let size = usize::from(rules.size);
        Shape { planes: 10, rows: size, columns: size, steps: 6 * size * size + 2 }
    }

    fn picture(&self, paint: &mut impl FnMut(usize, usize, f32)) {
        let rules = self.rules();
        let size = usize::from(rules.size);
        let at = |cell: Cell| usize::from(cell.rank()) * size + usize::from(cell.file());
        let mover = self.to_move();
        for (plane, side) in [mover, mover.other()].into_iter().enumerate() {
            self.pieces(side).cells().for_each(|cell| paint(plane, at(cell), 1.0));
        }
        let all = rules.pieces() * 2;
        let placed = self.count(Side::First) + self.count(Side::Second);
        let left = if self.is_placing() { all - placed } else { 0 };
        let again =
            self.is_placing() && placed % u32::from(rules.placements) + 1 < u32::from(rules.placements);
        // Without a limit nothing follows from the counter.
        let quiet = match rules.quiet_limit {
            0 => 0.0,
            limit => f32::from(self.quiet()) / f32::from(limit),
        };
        let yes = |yes: bool| f32::from(u8::from(yes));
        let planes = [
            (2, 1.0),
            (3, yes(mover == Side::First)),
            (4, left as f32 / all as f32),
            (5, yes(!self.is_placing())),
            (6, quiet),
            (8, f32::from(self.give()) / 2.0),
            (9, yes(again)),
        ];
        fill(size * size, &planes, paint);
        if let Some(cell) = self.chain() {
            paint(7, at(cell), 1.0);
        }
    }

    fn step_number(&self, step: Step) -> usize {
        let size = usize::from(self.rules().size);
        let (cells, at) =
            (size * size, |cell: Cell| usize::from(cell.rank()) * size + usize::from(cell.file()));
        match step {
            Step::Place(cell) => at(cell),
            Step::Slide(from, to) => {
                let direction = match at(to) as isize - at(from) as isize {
                    1 => 0,
                    -1 => 1,
                    n if n > 0 => 2,
                    _ => 3,
                };
                (1 + direction) * cells + at(from)
            }
            Step::TakeOff(cell) => 5 * cells + at(cell),
            Step::Pass => 6 * cells,
            Step::End => 6 * cells + 1,
        }
    }
}

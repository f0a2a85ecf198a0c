//! What a network sees of a position: planes of numbers, always from the mover's side, and a number for every step.

use games::awari::Awari;
use games::capture_go::{self, CaptureGo};
use games::seega::{Bits, Seega, Step};
use games::text::Cell;
use games::{Game, Side};

use super::layers::Shape;

/// A game that a network can look at.
pub trait Pictured: Game {
    /// Raised when the planes or the numbers of steps change; stored in every file.
    const PICTURE_VERSION: u32;

    /// The size of what a network sees, and how many numbers steps have.
    fn shape(rules: &Self::Rules) -> Shape;

    /// What a network sees that is shown the pieces of the two colours alone: the first two planes, the mover's first. None where a
    /// game has no colours.
    fn colours(rules: &Self::Rules) -> Option<Shape> {
        Some(Shape { planes: 2, ..Self::shape(rules) })
    }

    /// Tells every number that is not zero: plane, cell, number.
    fn picture(&self, paint: &mut impl FnMut(usize, usize, f32));

    /// The number of a legal step.
    fn step_number(&self, step: Self::Move) -> usize;
}

/// Fills whole planes: a plane, and the number that all its cells have.
fn fill(cells: usize, planes: &[(usize, f32)], paint: &mut impl FnMut(usize, usize, f32)) {
    for &(plane, number) in planes.iter().filter(|(_, number)| *number != 0.0) {
        (0..cells).for_each(|cell| paint(plane, cell, number));
    }
}

/// Planes: own pieces, the other's; all ones; whether the mover began the game; the share of pieces still to be placed; whether pieces are
/// moved; the share of the quiet limit; the piece that goes on capturing; own pieces to be taken off; whether the mover places again. Steps: placing on a cell, four directions from a cell, taking off a cell, passing, ending.
impl<B: Bits> Pictured for Seega<B> {
    const PICTURE_VERSION: u32 = 1;

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
        let quiet = f32::from(self.quiet()) / f32::from(rules.quiet_limit.max(1));
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

/// The mover's row below the other's, each in sowing order. Planes: seeds; none, one, two, twelve or more seeds; all ones; both stores; steps
/// made. Steps: the mover's pits.
impl Pictured for Awari {
    const PICTURE_VERSION: u32 = 1;

    fn shape(_rules: &Self::Rules) -> Shape {
        Shape { planes: 9, rows: 2, columns: 6, steps: 6 }
    }

    fn colours(_rules: &Self::Rules) -> Option<Shape> {
        None
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
        let made = f32::from(self.steps_made()) / f32::from(self.rules().step_limit.max(1000));
        fill(12, &[(5, 1.0), (6, store(mover)), (7, store(mover.other())), (8, made)], paint);
    }

    fn step_number(&self, step: Self::Move) -> usize {
        usize::from(step.pit()) % 6
    }
}

/// Planes: own stones, the other's; stones of both with one, with two and with more liberties; all ones; whether the mover began the game; whether the
/// other passed. Steps: the points, and passing.
impl Pictured for CaptureGo {
    const PICTURE_VERSION: u32 = 1;

    fn shape(rules: &Self::Rules) -> Shape {
        let (rows, columns) = (usize::from(rules.rows), usize::from(rules.columns));
        Shape { planes: 11, rows, columns, steps: rows * columns + 1 }
    }

    fn picture(&self, paint: &mut impl FnMut(usize, usize, f32)) {
        let rules = self.rules();
        let columns = usize::from(rules.columns);
        let at = |point: capture_go::Step| usize::from(point.row()) * columns + usize::from(point.column());
        let mover = self.to_move();
        for (who, side) in [mover, mover.other()].into_iter().enumerate() {
            for group in self.groups(side) {
                let liberties = self.liberties(group).count_ones().clamp(1, 3) as usize;
                for point in self.points(group) {
                    paint(who, at(point), 1.0);
                    paint(2 * liberties + who, at(point), 1.0);
                }
            }
        }
        let yes = |yes: bool| f32::from(u8::from(yes));
        let planes = [(8, 1.0), (9, yes(mover == Side::First)), (10, yes(self.passes() > 0))];
        fill(usize::from(rules.rows) * columns, &planes, paint);
    }

    fn step_number(&self, step: Self::Move) -> usize {
        let (rows, columns) = (usize::from(self.rules().rows), usize::from(self.rules().columns));
        if step.is_pass() {
            rows * columns
        } else {
            usize::from(step.row()) * columns + usize::from(step.column())
        }
    }
}

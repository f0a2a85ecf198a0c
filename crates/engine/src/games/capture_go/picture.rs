//! What a network sees of Capture Go.
//!
//! Planes: own stones, the other's; stones of both with one, with two and with more liberties; all ones; whether the mover began the game; whether the
//! other passed. Steps: the points, and passing.

use games::capture_go::{CaptureGo, Step};
use games::{Game, Side};

use crate::eval::net::{Pictured, Shape, fill};

impl Pictured for CaptureGo {
    fn shape(rules: &Self::Rules) -> Shape {
        let (rows, columns) = (usize::from(rules.rows), usize::from(rules.columns));
        Shape { planes: 11, rows, columns, steps: rows * columns + 1 }
    }

    fn picture(&self, paint: &mut impl FnMut(usize, usize, f32)) {
        let rules = self.rules();
        let columns = usize::from(rules.columns);
        let at = |point: Step| usize::from(point.row()) * columns + usize::from(point.column());
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

//! Capture Go as the page draws it.

use games::Game;
use games::capture_go::{CaptureGo, Rules, Step};

use super::{Action, Board, Kind, Lines, Shown};

impl Shown for CaptureGo {
    fn board(&self) -> Board {
        Board::Points(Lines::new(self, Step::point, |point| self.stone_at(point)))
    }

    fn action(&self, step: Step) -> Action {
        if step.is_pass() {
            return Action::button(step, "Pass");
        }
        let taken = self.captured_by(self.to_move(), step);
        let Rules { rows, columns, .. } = *self.rules();
        let points = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let takes = points
            .filter(|_| taken != 0)
            .map(|(column, row)| Step::point(column, row))
            .filter(|&point| {
                self.stone_at(point) == Some(self.to_move().other()) && self.group_at(point) & taken != 0
            })
            .map(|point| point.to_string());
        Action { takes: takes.collect(), ..Action::new(step, Kind::Point).to(step) }
    }

    fn task(&self, legal: &[Step]) -> String {
        let passing = legal.iter().any(|step| step.is_pass());
        match (self.passes(), passing) {
            (1, _) => "places a stone; another pass ends the game.".into(),
            (_, true) => "places a stone, or passes.".into(),
            (_, false) => "places a stone.".into(),
        }
    }
}

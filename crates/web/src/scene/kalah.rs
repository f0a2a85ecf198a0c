//! Kalah as the page draws it.

use games::kalah::{Kalah, Step};
use games::{Game, Side};

use super::{Action, Board, Count, Kind, Shown};

impl Shown for Kalah {
    fn board(&self) -> Board {
        Board::pits(self, self.board())
    }

    fn action(&self, step: Step) -> Action {
        let Some(pit) = step.pit() else { return Action::button(step, "Swap sides") };
        let store = ["first", "second"][self.to_move().index()];
        let place = |sown: Option<_>| sown.map_or_else(|| store.into(), |pit| Step::from(pit).to_string());
        let takes = self.captured(step).into_iter().map(|pit| pit.to_string()).collect();
        Action { takes, sows: self.way(pit).map(place).collect(), ..Action::new(step, Kind::Sow).from(step) }
    }

    fn task(&self, legal: &[Step]) -> String {
        let swap = legal.contains(&Step::SWAP);
        if swap { "sows a pit, or swaps sides.".into() } else { "sows a pit.".into() }
    }

    fn counts(&self) -> Vec<Count> {
        let [first, second] = Side::BOTH.map(|side| u32::from(self.store(side)));
        vec![Count { label: "seeds in the store", first, second }]
    }
}

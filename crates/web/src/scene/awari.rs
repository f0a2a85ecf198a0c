//! Awari as the page draws it.

use games::Side;
use games::awari::{Awari, Step};

use super::{Action, Board, Count, Kind, Shown};

impl Shown for Awari {
    fn board(&self) -> Board {
        Board::pits(self, self.board())
    }

    fn action(&self, step: Step) -> Action {
        let from = step.pit();
        let way = (1..).map(|far| (from + far) % 12).filter(|&pit| pit != from);
        let sown = way.take(self.pits()[usize::from(from)].into()).map(|pit| Step::new(pit).to_string());
        Action { sows: sown.collect(), ..Action::new(step, Kind::Sow).from(step) }
    }

    fn task(&self, _legal: &[Step]) -> String {
        "sows a pit.".into()
    }

    fn counts(&self) -> Vec<Count> {
        let [first, second] = Side::BOTH.map(|side| u32::from(self.store(side)));
        vec![Count { label: "seeds captured", first, second }]
    }
}

//! Seega, Seejeh and Kharbga as the page draws them.

use engine::Playable;
use games::seega::{Bits, Blocked, Exchange, Rules, Seega, Step};
use games::text::Cell;
use games::{Game, Side};

use super::{Action, Board, Count, Kind, Lines, Shown, Staying};

impl<B: Bits> Shown for Seega<B>
where
    Seega<B>: Playable + Game<Move = Step, Rules = Rules>,
{
    fn board(&self) -> Board {
        let owner = |cell| Side::BOTH.into_iter().find(|&s| !(self.pieces(s) & B::cell(cell)).is_empty());
        let middle = self.rules().size / 2;
        let centre = Some(Cell::new(middle, middle).to_string());
        Board::Cells(Lines { centre, ..Lines::new(self, Cell::new, owner) })
    }

    fn action(&self, step: Step) -> Action {
        use Step::*;
        match step {
            Place(cell) => Action::new(step, Kind::Place).to(cell),
            Slide(from, to) => {
                let takes = self.taken(self.to_move(), from, to).cells().map(|c| c.to_string()).collect();
                Action { takes, ..Action::new(step, Kind::Slide).from(from).to(to) }
            }
            TakeOff(cell) => {
                Action { takes: vec![cell.to_string()], ..Action::new(step, Kind::TakeOff).from(cell) }
            }
            Pass => Action::button(step, "Pass"),
            End => Action::button(step, "End turn"),
        }
    }

    fn task(&self, legal: &[Step]) -> String {
        let can_end = legal.contains(&Step::End);
        let exchange = legal.iter().any(|step| matches!(step, Step::TakeOff(_)));
        if self.is_placing() {
            let of = usize::from(self.rules().placements);
            let placed = (self.count(Side::First) + self.count(Side::Second)) as usize;
            return match of {
                1 => "places a pebble.".into(),
                2 => format!("places the {} of two pebbles.", ordinal(placed % of + 1)),
                _ => format!("places the {} of {of} pebbles.", ordinal(placed % of + 1)),
            };
        }
        if let Some(blocked) = self.waiting() {
            let name = self.side_name(blocked);
            return match self.rules().blocked {
                Blocked::LosesPiece => {
                    format!("takes off one of {name}'s pebbles, because {name} is blocked.")
                }
                Blocked::TakesPiece => "is blocked and takes off an enemy pebble beside an own one.".into(),
                _ => format!("takes off an own pebble beside one of {name}'s, because {name} is blocked."),
            };
        }
        match (self.give(), self.chain()) {
            (0, Some(cell)) if can_end => format!("may go on capturing with {cell}, or end the turn."),
            (0, Some(cell)) => format!("goes on capturing with {cell}."),
            (0, None) if legal == [Step::Pass] => "is blocked and passes.".into(),
            (0, None) if can_end => "may go on, or end the turn.".into(),
            (0, None) if exchange && self.rules().exchange == Exchange::Untouchable => {
                "moves a pebble, or gives an untouchable one, ringed, for two of the opponent's.".into()
            }
            (0, None) if exchange => {
                "moves a pebble, or takes one of his own off to make the opponent give two.".into()
            }
            (0, None) => "moves a pebble.".into(),
            (1, _) => "has to take off one of his own pebbles.".into(),
            (n, _) => format!("has to take off {n} of his own pebbles."),
        }
    }

    fn counts(&self) -> Vec<Count> {
        let [first, second] = Side::BOTH.map(|side| self.count(side));
        vec![Count { label: "pebbles on the board", first, second }]
    }

    fn kept(&self) -> Vec<Staying> {
        if self.untouchable().is_empty() {
            return Vec::new();
        }
        let own = self.pieces(self.to_move()).cells();
        own.filter_map(|cell| Some(Staying { cell: cell.to_string(), why: self.why_not_given(cell)? }))
            .collect()
    }
}

fn ordinal(n: usize) -> String {
    match n {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        n => format!("{n}th"),
    }
}

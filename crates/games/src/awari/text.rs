//! Awari in words: the position string, remarks and reasons. The words of its board are in `crate::pits`.

use std::fmt;

use super::row::PitSet;
use super::{Awari, Ending, GrandSlam, Rules, Step};
use crate::game::{Game, Side};
use crate::pits::{Board, letter, letters, name, seeds};
use crate::text::{Fields, TextError};

impl fmt::Display for Awari {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.board(), letter(self.to_move()), self.steps)
    }
}

pub(super) fn parse(rules: &Rules, text: &str) -> Result<Awari, TextError> {
    let mut fields = Fields::new(text);
    let (board, mover) = Board::read(&mut fields)?;
    let steps = fields.number("the number of steps made", u16::MAX)?;
    fields.end()?;
    Awari::new(rules, board, mover, steps)
}

/// `A`, `A or B`, `A, B or C`.
fn one_of(side: Side, places: PitSet) -> String {
    let names: Vec<String> = places.iter().map(|place| Step::of(side, place).to_string()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

impl Awari {
    pub(super) fn read_pit(&self, text: &str) -> Result<Step, TextError> {
        let step = Step::meant(text.trim(), self.to_move())?;
        let (side, place) = (self.to_move(), step.place());
        let (we, they) = (name(side), name(side.other()));
        let legal = self.legal();
        let wrong = if legal.is_empty() {
            format!("pit {step}: the game is over. {}", self.reason())
        } else if step.side() != side {
            format!("pit {step} is {they}'s: {we} plays {}", letters(side))
        } else if self.own.pit(place) == 0 {
            format!("pit {step} is empty")
        } else if legal.contains(place) {
            return Ok(step);
        } else if self.other.is_empty() {
            format!("pit {step} does not feed {they}, whose row is empty: play {}", one_of(side, legal))
        } else {
            format!("pit {step} would leave {they} without seeds: play {}", one_of(side, legal))
        };
        Err(TextError::new(wrong))
    }

    pub(super) fn remark_on(&self, mv: Step) -> Option<String> {
        let (we, they) = (name(self.to_move()), name(self.to_move().other()));
        let (sown, taken) = (self.sown(mv.place()), self.captures(mv));
        match self.rules.grand_slam {
            GrandSlam::Wins if sown.slam => {
                Some(format!("{we} captures {taken}, everything {they} has, and wins."))
            }
            GrandSlam::CapturesNothing if sown.slam => {
                Some(format!("The capture would be everything {they} has, so {we} captures nothing."))
            }
            GrandSlam::Forbidden if sown.slam => Some(format!(
                "{we} captures {taken}, everything {they} has: no step leaves {they} any seeds."
            )),
            _ => (taken > 0).then(|| format!("{we} captures {taken}.")),
        }
    }

    pub(super) fn reason_of(&self, ending: Ending) -> String {
        let mover = self.to_move();
        let (we, they) = (name(mover), name(mover.other()));
        let [south, north] = self.final_stores();
        match ending {
            Ending::Majority if south == north => format!("Both sides have {}.", seeds(south)),
            Ending::Majority => {
                let side = if south > north { Side::First } else { Side::Second };
                format!("{} has {}, more than half.", name(side), seeds(south.max(north)))
            }
            Ending::CapturedOut => format!("{they} has captured every seed that {we} had."),
            Ending::NoStep => {
                let left = seeds(self.seeds_left());
                let count = format!("keeps the {left} left: South {south}, North {north}");
                if self.own.is_empty() {
                    format!("{we} has no seeds and {they} {count}.")
                } else {
                    format!("{we} cannot feed {they} and {count}.")
                }
            }
            Ending::StepLimit => {
                format!("{} steps have been made: South {south}, North {north}.", self.steps)
            }
        }
    }
}

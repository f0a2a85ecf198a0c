//! Kalah in words: the position string, remarks and reasons. The words of its board are in `crate::pits`.

use std::fmt;

use super::{Kalah, Rules, STORE, Step};
use crate::game::{Game, Side};
use crate::pits::{Board, Pit, letter, letters, name, seeds};
use crate::text::{Fields, TextError, quote, text_error};

/// The word of a position string where North may swap sides.
const SWAP: &str = "swap";

impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let swap = if self.swap_open { SWAP } else { "-" };
        write!(f, "{} {} {swap}", self.board(), letter(self.mover))
    }
}

pub(super) fn parse(rules: &Rules, text: &str) -> Result<Kalah, TextError> {
    let mut fields = Fields::new(text);
    let (board, mover) = Board::read(&mut fields)?;
    let swap_open = match fields.next("whether North may swap sides")? {
        SWAP => true,
        "-" => false,
        other => {
            return Err(text_error!("{} does not say whether North may swap sides: swap or -", quote(other)));
        }
    };
    fields.end()?;
    Kalah::new(rules, board, mover, swap_open)
}

impl Kalah {
    pub(super) fn read(&self, text: &str) -> Result<Step, TextError> {
        let text = text.trim();
        let (we, over) = (name(self.mover), self.emptied());
        if text.eq_ignore_ascii_case(SWAP) {
            let why = match over {
                Some(_) => format!("the game is over. {}", self.reason()),
                None if self.may_swap() => return Ok(Step::SWAP),
                None if self.swap_open => "North may do so when South's first turn is over".into(),
                None if self.rules.pie => "North may do so in place of his first move alone".into(),
                None => "nobody may do so in this game, where pie is false".into(),
            };
            return Err(text_error!("swap: {why}"));
        }
        let pit = Pit::meant(text, self.mover)?;
        let wrong = if over.is_some() {
            format!("the game is over. {}", self.reason())
        } else if pit.side() != self.mover {
            let they = name(pit.side());
            return Err(text_error!("pit {pit} is {they}'s: {we} plays {}", letters(self.mover)));
        } else if self.rows[self.mover.index()][pit.place()] == 0 {
            return Err(text_error!("pit {pit} is empty"));
        } else {
            return Ok(pit.into());
        };
        Err(text_error!("pit {pit}: {wrong}"))
    }

    pub(super) fn remark_on(&self, step: Step) -> Option<String> {
        let we = name(self.mover);
        let Some(pit) = step.pit() else {
            return Some(format!("{we} swaps sides: the board is turned around."));
        };
        let last = self.last(pit.place());
        match last.captured {
            Some(0) => Some(format!("{we} captures his last seed.")),
            Some(captured) => Some(format!("{we} captures {captured} and his last seed.")),
            None => {
                let mut next = *self;
                next.play(step);
                let again = last.place == STORE && next.outcome().is_none();
                again.then(|| format!("The last seed falls into the store: {we} moves again."))
            }
        }
    }

    pub(super) fn reason_of(&self, emptied: Side) -> String {
        let other = emptied.other();
        let [south, north] = self.final_stores();
        let left = seeds(self.row(other).iter().sum::<u8>());
        let (none, keeps) = (name(emptied), name(other));
        format!("{none} has no seeds and {keeps} keeps the {left} left: South {south}, North {north}.")
    }
}

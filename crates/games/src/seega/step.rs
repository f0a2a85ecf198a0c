//! The steps of the Seega family and their notation: `c4`, `c4-c3`, `xc4`, `pass`, `end`.

use std::fmt;
use std::str::FromStr;

use crate::text::{Cell, TextError, quote, text_error};

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Step {
    /// Put a piece on an empty cell (phase one).
    Place(Cell),
    /// Take a piece from the first cell to the second (phase two).
    Slide(Cell, Cell),
    /// Take one's own piece off the board (the exchange of Seejeh).
    TakeOff(Cell),
    /// Hand the turn over (a blocked side, where the rules know passing).
    Pass,
    /// End a turn that could go on capturing.
    End,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Place(cell) => write!(f, "{cell}"),
            Step::Slide(from, to) => write!(f, "{from}-{to}"),
            Step::TakeOff(cell) => write!(f, "x{cell}"),
            Step::Pass => f.write_str("pass"),
            Step::End => f.write_str("end"),
        }
    }
}

impl FromStr for Step {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Step, TextError> {
        let wrong =
            || text_error!("{} is not a step: c4 places, c4-c3 moves, xc4 takes off, pass, end", quote(text));
        let cell = |text: &str| text.parse::<Cell>().map_err(|_| wrong());
        match text {
            "pass" => Ok(Step::Pass),
            "end" => Ok(Step::End),
            _ => match text.split_once('-') {
                Some((from, to)) => Ok(Step::Slide(cell(from)?, cell(to)?)),
                None => match text.strip_prefix('x') {
                    Some(rest) => Ok(Step::TakeOff(cell(rest)?)),
                    None => Ok(Step::Place(cell(text)?)),
                },
            },
        }
    }
}

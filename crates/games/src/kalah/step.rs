//! One step: sowing a pit, or swapping sides.

use std::fmt;
use std::str::FromStr;

use crate::pits::{PITS, Pit};
use crate::text::TextError;

/// A pit to sow, or `swap`. Ordered A to F, a to f, swap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Step(u8);

impl Step {
    /// North takes South's side, and South North's.
    pub const SWAP: Step = Step(2 * PITS as u8);

    /// The pit that is sown; none if sides are swapped.
    #[inline]
    pub const fn pit(self) -> Option<Pit> {
        if self.0 < Self::SWAP.0 { Some(Pit::new(self.0)) } else { None }
    }
}

impl From<Pit> for Step {
    #[inline]
    fn from(pit: Pit) -> Step {
        Step(pit.pit())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pit() {
            Some(pit) => pit.fmt(f),
            None => f.write_str("swap"),
        }
    }
}

impl FromStr for Step {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Step, TextError> {
        if text == "swap" { Ok(Step::SWAP) } else { text.parse::<Pit>().map(Step::from) }
    }
}

//! The switches of Capture Go.

use serde::{Deserialize, Serialize};

use super::family::SIDES;
use crate::family::Marks;
use crate::spec::GameSpec;
use crate::text::{TextError, text_error};

/// The fewest rows and columns that a board has.
pub const LEAST: u8 = 2;
/// The most.
pub const MOST: u8 = 11;

/// Whose an empty region is that touches both colours, when two passes end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Territory {
    /// The colour with more stones beside it, counting every adjacency; equal numbers: neither.
    Majority,
    /// Neither.
    Neutral,
}

/// Board and switches of one game of Capture Go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Rows, 2 to 11.
    pub rows: u8,
    /// Columns, 2 to 11.
    pub columns: u8,
    /// Whether a side may pass; two passes in a row end the game and the larger territory wins. Where it may not, a
    /// side without a legal step has lost.
    pub passing: bool,
    /// How shared regions count.
    pub territory: Territory,
}

impl Rules {
    /// The rules of Cai, Venayagamoorthy and Wunsch 2010.
    pub const fn cai2010(rows: u8, columns: u8) -> Rules {
        Rules { rows, columns, passing: true, territory: Territory::Majority }
    }

    /// Capture Go without passing, as van der Werf and others solved it on small boards.
    pub const fn ponnuki(rows: u8, columns: u8) -> Rules {
        Rules { passing: false, ..Rules::cai2010(rows, columns) }
    }
}

impl crate::game::Rules for Rules {
    fn check(&self) -> Result<(), TextError> {
        for (key, n) in [("rows", self.rows), ("columns", self.columns)] {
            if !(LEAST..=MOST).contains(&n) {
                return Err(text_error!("{key} = {n}: boards have {LEAST} to {MOST} rows and columns"));
            }
        }
        Ok(())
    }

    fn game(self) -> Option<GameSpec> {
        Some(GameSpec::CaptureGo(self))
    }

    fn board(&self) -> [u8; 2] {
        [self.rows, self.columns]
    }

    fn sides(&self) -> [Marks; 2] {
        SIDES
    }
}

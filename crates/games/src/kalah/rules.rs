//! The switches of Kalah.

use serde::{Deserialize, Serialize};

use crate::family::Marks;
use crate::pits::{self, PITS, SEEDS};
use crate::spec::GameSpec;
use crate::text::{TextError, text_error};

/// As many seeds as a pit can begin with.
const MOST: u8 = SEEDS / (2 * PITS as u8);

/// The switches of one game of Kalah.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Whether a last seed in an empty pit of one's own is captured where nothing lies opposite.
    pub empty_capture: bool,
    /// Whether North may swap sides instead of making his first move.
    pub pie: bool,
    /// Seeds in each pit at the start.
    pub seeds: u8,
}

impl Rules {
    /// OpenSpiel's game `mancala`.
    pub const MANCALA: Rules = Rules { empty_capture: false, pie: false, seeds: 4 };

    /// The seeds of the whole game.
    pub const fn all(&self) -> u8 {
        2 * PITS as u8 * self.seeds
    }
}

impl crate::game::Rules for Rules {
    fn check(&self) -> Result<(), TextError> {
        if (1..=MOST).contains(&self.seeds) {
            return Ok(());
        }
        Err(text_error!("seeds = {}: a number from 1 to {MOST} is right", self.seeds))
    }

    fn game(self) -> Option<GameSpec> {
        Some(GameSpec::Kalah(self))
    }

    fn board(&self) -> [u8; 2] {
        pits::SIZE
    }

    fn sides(&self) -> [Marks; 2] {
        pits::SIDES
    }
}

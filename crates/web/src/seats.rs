//! Who sits at a table, and whatever else there is of each side.

use engine::PlayerSpec;
use games::Side;
use serde::{Deserialize, Serialize};

/// Something of each side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair<T> {
    pub first: T,
    pub second: T,
}

impl<T> Pair<T> {
    pub fn from([first, second]: [T; 2]) -> Pair<T> {
        Pair { first, second }
    }

    pub fn of(&self, side: Side) -> &T {
        [&self.first, &self.second][side.index()]
    }

    pub fn of_mut(&mut self, side: Side) -> &mut T {
        let Pair { first, second } = self;
        [first, second][side.index()]
    }
}

/// Who sits at a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Seat {
    Human,
    /// The text that it was named by, and the player.
    Engine(String, PlayerSpec),
}

impl Seat {
    pub fn text(&self) -> &str {
        match self {
            Seat::Human => "human",
            Seat::Engine(text, _) => text,
        }
    }
}

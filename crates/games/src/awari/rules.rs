//! The switches of Awari.

use serde::{Deserialize, Serialize};

use crate::family::Marks;
use crate::pits;
use crate::spec::GameSpec;

/// What a step does that would leave the opponent without seeds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum GrandSlam {
    /// Capturing every seed on the opponent's side wins at once (Davis & Kendall's rule 7).
    Wins,
    /// A step that leaves the opponent without seeds is illegal unless every step does (Romein & Bal).
    Forbidden,
    /// The step is legal and captures nothing (Abapa, OpenSpiel).
    CapturesNothing,
}

/// What happens when a position (board, stores and mover) occurs again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Repetition {
    /// Nothing happens.
    Ignored,
    /// The game ends and each side takes the seeds of its own row (Abapa, OpenSpiel).
    OwnRow,
    /// The game ends and what is left is split evenly (Romein & Bal).
    Split,
}

/// The switches of one Awari game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// What capturing everything does.
    pub grand_slam: GrandSlam,
    /// What a repeated position does.
    pub repetition: Repetition,
    /// Whether more than half of the seeds, or half each, end the game.
    pub majority_ends: bool,
    /// Steps after which the game ends, counted like a repetition; 0 for no limit.
    pub step_limit: u16,
}

impl Rules {
    /// Davis & Kendall 2002, appendix A.
    pub const DAVIS2002: Rules = Rules {
        grand_slam: GrandSlam::Wins,
        repetition: Repetition::Ignored,
        majority_ends: true,
        step_limit: 250,
    };

    /// Romein & Bal 2002, the rules under which Awari was solved.
    pub const ROMEIN: Rules = Rules {
        grand_slam: GrandSlam::Forbidden,
        repetition: Repetition::Split,
        majority_ends: false,
        step_limit: 0,
    };

    /// Oware Abapa as OpenSpiel plays it.
    pub const ABAPA: Rules = Rules {
        grand_slam: GrandSlam::CapturesNothing,
        repetition: Repetition::OwnRow,
        majority_ends: true,
        step_limit: 1000,
    };
}

impl crate::game::Rules for Rules {
    fn game(self) -> Option<GameSpec> {
        Some(GameSpec::Awari(self))
    }

    fn board(&self) -> [u8; 2] {
        pits::SIZE
    }

    fn sides(&self) -> [Marks; 2] {
        pits::SIDES
    }
}

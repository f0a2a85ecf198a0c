//! What each game has of its own: a folder a game, with its evaluators, what a network sees of it, its levels and its named players.
//!
//! [`Playable`] is all that the rest of the program asks of a game here; [`crate::eval::net::Pictured`] belongs to it.

pub mod awari;
pub mod capture_go;
mod judging;
pub mod kalah;
pub mod seega;

use games::{FAMILIES, TextError, with_game};

use crate::bench::Speed;
use crate::eval::net::Pictured;
use crate::explain::Explanation;
use crate::player::{Limits, Player};
use crate::recipe::{EvaluatorMaker, Genome, Maker, Named, Sum};
use crate::search::{AlphaBetaPlayer, Evaluator, Options, Score};

/// Positions looked at for a step, and how many steps of a hundred are random, from level 1.
pub type Levels = [(u64, u32); 10];

/// The levels of a game that has no others.
pub const LEVELS: Levels = [
    (10, 50),
    (20, 30),
    (50, 18),
    (120, 10),
    (300, 6),
    (1_000, 3),
    (4_000, 1),
    (15_000, 0),
    (100_000, 0),
    (800_000, 0),
];

/// A spec, and what it names in a few words.
pub type About = (&'static str, &'static str);

/// A game that has players.
pub trait Playable: Pictured {
    /// The named players of this game.
    const NAMES: &'static [About] = &[];
    /// The evaluators of this game, besides `best`, `material` and `blank`.
    const EVALUATORS: &'static [About] = &[];

    /// The evaluators of this game whose numbers can be learnt.
    const GENOMES: &'static [Genome] = &[];

    /// The evaluators of this game that are sums of terms, whose weights can be fitted to games.
    const SUMS: &'static [Sum<Self>] = &[];

    /// The named players of this game that remember every position they look at.
    const TREES: &'static [&'static str] = &[];

    /// Whether a position is of the stage in which pieces are placed, where a game has one.
    const PLACING: Option<fn(&Self) -> bool> = None;

    /// The games of this type in the signature of `petteia bench`, and how deep the best player searches each.
    const BENCH: &'static [(&'static str, u32)];

    /// What `petteia bench search` measures.
    const SPEEDS: &'static [fn() -> Speed] = &[];

    /// Whom learners are measured against: those who know nothing, and a paper's player.
    const ANCHORS: &'static [&'static str] = &["random", "greedy"];

    /// Each clearly stronger than the one before: docs/results/ladder.md.
    fn levels(_rules: &Self::Rules) -> Levels {
        LEVELS
    }

    /// By how much the first side is ahead, from −1 to 1; where a game is over, by how much it won.
    fn margin(&self) -> f32;

    /// Counts what has been taken, for the side to move.
    fn material(&self) -> Score;

    /// The evaluator of the best player.
    fn best_evaluator(rules: &Self::Rules) -> Box<dyn Evaluator<Self>>;

    /// What alpha-beta uses in this game.
    const OPTIONS: Options = Options::FULL;

    /// The strongest player there is. Where it needs a network that ships and cannot be read, there is none.
    fn best(rules: &Self::Rules, limits: Limits) -> Result<Box<dyn Player<Self>>, TextError> {
        Ok(Box::new(AlphaBetaPlayer::new(Self::best_evaluator(rules), Self::OPTIONS, limits)))
    }

    /// An evaluator by its name in a spec; nothing if this game has none of that name.
    fn evaluator(_named: &Named, _rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        Ok(None)
    }

    /// The evaluators whose judgement can be taken apart, the first one being asked when none is named.
    const EXPLAINED: &'static [&'static str] = &[];

    /// What an evaluator of [`Playable::EXPLAINED`] sees in a position; nothing for any other.
    fn explain(_named: &Named, _position: &Self) -> Result<Option<Explanation>, TextError> {
        Ok(None)
    }

    /// A player by its name in a spec; nothing if this game has none of that name.
    fn named(_named: &Named, _rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        Ok(None)
    }
}

/// The games of the signature, and how deep the best player searches each.
pub fn bench() -> impl Iterator<Item = (&'static str, u32)> {
    FAMILIES.iter().flat_map(|family| with_game!(family.usual(), |_rules: G| <G as Playable>::BENCH)).copied()
}

/// Every measurement of search speed, one thread.
pub fn speeds() -> impl Iterator<Item = fn() -> Speed> {
    FAMILIES
        .iter()
        .flat_map(|family| with_game!(family.usual(), |_rules: G| <G as Playable>::SPEEDS))
        .copied()
}

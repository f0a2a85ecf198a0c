//! What each game adds: its best player, its evaluators, and the players that have a name of their own.

mod awari;
mod capture_go;
mod judging;
mod seega;

use games::TextError;

use super::{DEFAULT_NODES, EvaluatorMaker, Genome, Maker, Named};
use crate::eval::net::Pictured;
use crate::explain::Explanation;
use crate::player::{Limits, Player};
use crate::search::{AlphaBetaPlayer, Evaluator, Options};

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

/// The players that every game has, with these levels: specs, and what they name in a few words.
pub fn general(levels: &Levels) -> Vec<(String, String)> {
    let mut list = vec![
        ("random".to_string(), "any legal step".to_string()),
        ("greedy".into(), "takes what it can, looks one step ahead".into()),
    ];
    for (i, (nodes, random)) in levels.iter().enumerate() {
        let care = match random {
            0 => String::new(),
            n => format!(", {n} of 100 steps random"),
        };
        list.push((format!("level:{}", i + 1), format!("best with {nodes} positions a step{care}")));
    }
    list.extend([
        ("best".into(), format!(
            "the strongest player; best(nodes=N) or best(ms=N) say how long it thinks, otherwise {DEFAULT_NODES} positions; \
            where it asks a network, a judgement counts as 1000 positions"
        )),
        ("alphabeta".into(), "alpha-beta search; takes depth=, nodes=, ms=, eval=, bias= (size of a random bias of every \
            evaluation, 100000 being one), contempt= (how much less than an even position a draw is worth to it, in the \
            same measure), careless= (how many steps of a hundred are random), and what else than plain minimax it sees, each on or \
            off: quiescence= (captures beyond the depth are followed, but in Capture Go), reductions= (late quiet steps are looked at less deeply \
            first), extensions= (forced steps cost no depth, up to 100 steps from the root; in Capture Go only one step is then looked at where \
            somebody can capture), outcomes= (off: a game that is over is not won or lost, but judged by eval)".into()),
        ("minimax".into(), "the step and the value of plain minimax, found by alpha-beta without anything of that; takes depth=, nodes=, ms=, \
            eval=, outcomes=, bias=, contempt= and careless=".into()),
        ("mcts".into(), "Monte-Carlo tree search; takes sims=, ms=, eval= or net= (a network's file), playout=PLAYER (games that this one plays for both \
            to their ends, not the network, say what positions are worth; without it, eval and net, random games do), \
            opponent=random (within the tree it makes any step), c= (how curious it is) and careless=".into()),
    ]);
    list
}

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

    /// The named players of this game that remember every position they look at.
    const TREES: &'static [&'static str] = &[];

    /// Whether a position is of the stage in which pieces are placed, where a game has one.
    const PLACING: Option<fn(&Self) -> bool> = None;

    /// Each clearly stronger than the one before: docs/results/ladder.md.
    fn levels(_rules: &Self::Rules) -> Levels {
        LEVELS
    }

    /// By how much the first side is ahead, from −1 to 1; where a game is over, by how much it won.
    fn margin(&self) -> f32;

    /// Counts what has been taken.
    fn material() -> Box<dyn Evaluator<Self>>;

    /// The evaluator of the best player.
    fn best_evaluator(rules: &Self::Rules) -> Box<dyn Evaluator<Self>>;

    /// What alpha-beta uses in this game.
    fn options() -> Options {
        Options::FULL
    }

    /// The strongest player there is.
    fn best(rules: &Self::Rules, limits: Limits) -> Box<dyn Player<Self>> {
        Box::new(AlphaBetaPlayer::new(Self::best_evaluator(rules), Self::options(), limits))
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

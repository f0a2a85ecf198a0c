//! Player specs: one string names a player on the command line, in a config, in a job, on the page and over a protocol.
//!
//! | spec | player |
//! |---|---|
//! | `random` | any legal step |
//! | `greedy` | takes what it can, looks one step ahead |
//! | `best` | the strongest player of the game, as long as it may think |
//! | `level:1` … `level:10` | the same, weakened: fewer positions, and in the lower levels some random steps |
//! | `alphabeta(depth=, nodes=, ms=, eval=, quiescence=, reductions=, extensions=, outcomes=, bias=, contempt=, careless=)` | alpha-beta with an evaluator |
//! | `minimax(depth=, eval=, outcomes=)` | the step and the value of plain minimax |
//! | `mcts(sims=, ms=, eval=, net=, playout=, opponent=, c=, careless=)` | Monte-Carlo tree search with an evaluator, a network's file, or games played out by a player; without any by random playouts |
//! | `stages(place=, move=)` | one player places, another one moves, where a game has both |
//!
//! and what [`Playable`](crate::Playable) adds for a game. `eval` is `best`, `material`, `blank`, or one of the game's own. `bias` is the size of a
//! random bias on every evaluation, `contempt` how much less than an even position a draw is worth to the player, `careless` how
//! many steps of a hundred are random. Switches are `on` or `off`: `quiescence` follows captures beyond the depth, `reductions` look
//! at late steps less deeply first, with `extensions` forced steps cost no depth, and without `outcomes` a game that is over is
//! judged by the evaluator.

mod general;
mod genome;
mod grammar;
mod make;
mod named;
mod parts;
mod program;
mod read;

pub use general::general;
pub use genome::{Genome, Sum};
pub use grammar::Call;
pub(crate) use make::carelessly;
pub use make::{EvaluatorMaker, Maker};
pub use named::{FileName, Named, Numbers};
use parts::Part;
pub use program::{Program, Protocol};

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use games::TextError;
use serde::{Deserialize, Serialize};

use crate::player::Limits;
use crate::search::{Opponent, Score};

/// A player as it was written, and what that means; read once, made for every game anew. In files it is a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PlayerSpec {
    call: Call,
    recipe: Arc<Recipe>,
}

/// What a player is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Recipe {
    /// Makes any legal step.
    Random,
    /// Takes what it can, looks one step ahead.
    Greedy,
    /// The strongest player of the game.
    Best(Limits),
    /// The same, weakened so much; from 1.
    Level(usize),
    /// A search with two bounds.
    AlphaBeta(AlphaBeta),
    /// A search that grows a tree.
    Mcts(Mcts),
    /// One player places, another one moves.
    Stages([Box<PlayerSpec>; 2]),
    /// Another program.
    Program(Program),
    /// A player that a game has under a name of its own.
    Named(Named),
}

/// `alphabeta`, and `minimax`, which is the same `plain`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct AlphaBeta {
    pub plain: bool,
    pub limits: Limits,
    pub eval: Eval,
    pub quiescence: bool,
    pub reductions: bool,
    pub extensions: bool,
    pub outcomes: bool,
    pub bias: Score,
    pub contempt: Score,
    pub careless: Option<u32>,
}

/// `mcts`; of `eval` and the two others there is at most one.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Mcts {
    pub limits: Limits,
    pub eval: Option<Eval>,
    pub net: Option<FileName>,
    pub playout: Option<Box<PlayerSpec>>,
    pub opponent: Opponent,
    pub curiosity: Option<f32>,
    pub careless: Option<u32>,
}

/// What judges a position without looking ahead.
#[derive(Clone, Debug, PartialEq)]
pub enum Eval {
    /// The evaluator of the best player.
    Best,
    /// Counts what has been taken.
    Material,
    /// Has no opinion.
    Blank,
    /// One that a game has under a name of its own.
    Named(Named),
}

impl FromStr for PlayerSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<PlayerSpec, TextError> {
        PlayerSpec::read(Call::parse(text)?, None)
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = TextError;

    fn try_from(text: String) -> Result<PlayerSpec, TextError> {
        text.parse()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.call.fmt(f)
    }
}

/// Positions looked at for a step by a player that nothing else limits.
pub const DEFAULT_NODES: u64 = 100_000;

impl PlayerSpec {
    /// The spec as it was written.
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// What it means.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The other program that it names, if it does.
    pub fn program(&self) -> Option<&Program> {
        match &*self.recipe {
            Recipe::Program(program) => Some(program),
            _ => None,
        }
    }

    /// The limits for a player where none are set: [`DEFAULT_NODES`] for a search whose spec says nothing about how
    /// long it thinks, and none for all others, which know when to stop.
    pub fn default_limits(&self) -> Limits {
        let usual = |own: &Limits| {
            let nodes = (*own == Limits::default()).then_some(DEFAULT_NODES);
            Limits { nodes, ..Limits::default() }
        };
        match &*self.recipe {
            Recipe::Best(limits) => usual(limits),
            Recipe::AlphaBeta(search) => usual(&search.limits),
            Recipe::Mcts(search) => usual(&search.limits),
            Recipe::Stages([placer, mover]) => placer.default_limits().tighter(&mover.default_limits()),
            Recipe::Random | Recipe::Greedy | Recipe::Level(_) | Recipe::Program(_) | Recipe::Named(_) => {
                Limits::default()
            }
        }
    }

    /// The same player, of whose steps so many of a hundred are random, unless its spec says how many are.
    pub fn with_careless(&self, percent: u32) -> Result<PlayerSpec, TextError> {
        if self.call.get("careless", false).is_some() {
            return Ok(self.clone());
        }
        let mut call = self.call.clone();
        call.arguments.push((Some("careless".into()), Call::of(&percent.to_string(), call.place)));
        PlayerSpec::read(call, self.weights())
    }

    /// The same player with these numbers in the place of a file. They are part of what is equal, not of the text.
    pub fn with_weights(&self, weights: &Arc<[f32]>) -> PlayerSpec {
        PlayerSpec::read(self.call.clone(), Some(weights)).expect("it has been read before")
    }

    /// The numbers that came beside the spec.
    pub fn weights(&self) -> Option<&Arc<[f32]>> {
        self.recipe.parts().into_iter().find_map(|part| match part {
            Part::Player(Named { numbers: Numbers::Given(weights), .. })
            | Part::Evaluator(Named { numbers: Numbers::Given(weights), .. }) => Some(weights),
            _ => None,
        })
    }
}

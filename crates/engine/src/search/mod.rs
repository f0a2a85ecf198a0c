//! Searches: looking ahead, generic over the game and safe for turns of several steps.

pub mod alphabeta;
mod history;
pub mod mcts;
mod order;
pub mod player;
pub mod score;
pub mod table;
pub mod tree;

pub use alphabeta::{AlphaBeta, Found, Options};
pub use mcts::{
    Branch, Evaluation, LONGEST_PLAYOUT, Leaf, Mcts, Opponent, PlayedOut, Playouts, PolicyEvaluator,
    Selection, Tree, Uniform,
};
pub use player::{AlphaBetaPlayer, Biased, ByPosition, Careless};
pub use score::{Ceiling, DECIDED, Evaluator, Score, UNIT, View, WIN, value_of};
pub use tree::{Shape, minimax};

//! Players of Awari, ready to play.

use games::awari::Awari;

use super::{OPTIONS, PitTables, Searcher, Weights};
use crate::player::Limits;
use crate::search::{AlphaBetaPlayer, Options, Shape};

/// The depth of Davis and Kendall's players.
pub const DAVIS2002_DEPTH: u32 = 7;

/// Our own player, within limits of its own.
pub fn own(limits: Limits) -> AlphaBetaPlayer<Awari, PitTables> {
    AlphaBetaPlayer::new(PitTables::shipped(), OPTIONS, limits)
}

/// A player like those of Davis and Kendall: the six terms with these weights for the side that searches, every line
/// exactly `depth` steps long but those that end the game. Theirs judged these by the six terms as well; with `outcomes` they are
/// won or lost.
pub fn davis2002(weights: Weights, depth: u32, outcomes: bool) -> AlphaBetaPlayer<Awari, Searcher> {
    let shape = Shape { outcomes, ..Shape::PLAIN };
    let options = Options { shape, reductions: false, table: 14, ..OPTIONS };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    AlphaBetaPlayer::new(Searcher::new(weights), options, limits)
}

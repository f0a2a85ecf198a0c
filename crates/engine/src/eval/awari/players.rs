//! Players of Awari, ready to play.

use games::awari::Awari;

use super::{OPTIONS, PitTables, SixTerms, Weights};
use crate::player::Limits;
use crate::search::{AlphaBetaPlayer, Options, Shape};

/// The depth of Davis and Kendall's players.
pub const DAVIS2002_DEPTH: u32 = 7;

/// Our own player, within limits of its own.
pub fn own(limits: Limits) -> AlphaBetaPlayer<Awari, PitTables> {
    AlphaBetaPlayer::new(PitTables::shipped(), OPTIONS, limits)
}

/// A player like those of Davis and Kendall: the six terms with these weights for the side that searches, every line
/// exactly `depth` steps long.
pub fn davis2002(weights: Weights, depth: u32) -> AlphaBetaPlayer<Awari, SixTerms> {
    let weights = if depth.is_multiple_of(2) { weights } else { weights.mirrored() };
    let options = Options { shape: Shape::PLAIN, reductions: false, table: 14, ..OPTIONS };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    AlphaBetaPlayer::new(SixTerms::new(weights), options, limits)
}

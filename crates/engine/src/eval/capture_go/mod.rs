//! Evaluators and players for Capture Go.

pub mod defensive;
pub mod file;
pub mod liberties;
pub mod net;
mod playout;
mod seen;
pub mod tactics;
pub mod tanh;
pub mod uct;

use games::capture_go::CaptureGo;

use crate::player::Limits;
use crate::search::{AlphaBetaPlayer, Options, Shape};

pub use defensive::Defensive;
pub use liberties::{Liberties, Weights};
pub use net::Network;
pub use tactics::forced;
pub use uct::{Settings, Uct};

/// Alpha-beta as it suits Capture Go: the evaluator sees captures itself, so none is followed beyond the depth.
pub const OPTIONS: Options =
    Options { shape: Shape { forced_free: true, ..Shape::PLAIN }, table_depth: 1, ..Options::FULL };

/// The default player where no network ships for the board: [`Liberties`] with alpha-beta.
pub fn player(limits: Limits) -> AlphaBetaPlayer<CaptureGo, Liberties> {
    AlphaBetaPlayer::new(Liberties::default(), OPTIONS, limits)
}

//! The rules of the pebble games, and nothing else: positions, steps, outcomes, notation, symmetry, perft.
//!
//! No search, no input or output, no clock, no randomness. Start with [`Game`], the interface that every game
//! implements; [`Line`] is a game in progress; [`GameSpec`] turns a name such as `seega:7` into rules.

pub mod awari;
pub mod capture_go;
pub mod family;
pub mod game;
pub mod kalah;
pub mod line;
pub mod pits;
pub mod record;
pub mod seega;
pub mod session;
pub mod spec;
pub mod text;

pub use family::{Family, Preset, presets};
pub use game::{Game, MAX_MOVES, MoveList, Outcome, Rules, Side, perft};
pub use line::Line;
pub use record::{Record, RecordError};
pub use session::Session;
pub use spec::{FAMILIES, GameSpec};
pub use text::TextError;

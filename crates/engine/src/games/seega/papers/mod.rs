//! The Seega evaluator of Abdelbar, Ragab and Mitri (2003, 2004): thirteen atomic features, combined into six compound
//! ones while pieces are placed and nine while they move, and a weighted sum of those.
//!
//! The sum is a score for Black. It works for every size and for every game of the Seega family, by the colour of the
//! pieces and not by who starts (in Seejeh, Black does).

mod ceiling;
mod compound;
mod explain;
mod features;
mod linear;
mod schedule;
mod weights;

pub use compound::{MOVING, PLACING, Recipe, moving, placing};
pub use explain::explain;
pub use features::{Features, Frame};
pub use linear::Linear;
pub use schedule::{BIAS, PAPER_OPTIONS, PaperPlayer, Schedule, paper_player};
pub use weights::LinearWeights;

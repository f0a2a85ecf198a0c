//! Networks of policy and value: what they see, the forward pass, their files.
//!
//! | part | what it is |
//! |---|---|
//! | [`Pictured`] | a game as planes of numbers |
//! | [`Architecture`], [`Layer`] | which layers a network has |
//! | [`Network`] | the layers and their weights |
//! | [`Forward`] | the pass from planes to policies and values, many positions at a time |
//! | [`NetEvaluator`] | a network as [`crate::search::PolicyEvaluator`] |
//! | [`mod@file`] | networks as safetensors |
//!
//! Learning is the crate `nets`.

mod evaluator;
pub mod file;
mod forward;
pub mod gemm;
mod layers;
mod network;
mod picture;
mod window;

pub use evaluator::{NetEvaluator, opinions, paint, softmax};
pub use forward::{Forward, Outputs};
pub use layers::{Architecture, Layer, Shape};
pub use network::Network;
pub use picture::{Pictured, fill};
pub use window::{Around, TurnedWindow, Window};

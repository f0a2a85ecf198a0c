//! Training networks of policy and value ([`engine::eval::net`]): targets, gradients, the optimiser, and the devices that compute
//! them.
//!
//! | part | what it is |
//! |---|---|
//! | [`Batch`] | positions as a network sees them, with their targets |
//! | [`Device`] | trains a network on batches: [`Cpu`], or a GPU |
//! | [`Oracle`] | evaluates one fixed network, and is thread-safe |
//! | [`Student`] | a network with the state of its optimiser: all that a checkpoint needs |
//!
//! A batch is cut into pieces of the same size on every machine, and their gradients are added in order: one thread and many
//! give the same bits.

mod adam;
mod backward;
mod batch;
mod cpu;
#[cfg(feature = "cuda")]
mod cuda;

pub use adam::{Rate, Student};
pub use backward::gradient;
pub use batch::{Batch, Losses, Target};
pub use cpu::Cpu;
#[cfg(feature = "cuda")]
pub use cuda::Cuda;

use engine::eval::net::Network;
use games::TextError;

/// Trains a network on batches. Errors are those of a GPU that fails; afterwards the device is of no use.
pub trait Device: Send {
    /// One step of learning; the losses are those before it.
    fn learn(&mut self, batch: &Batch, rate: &Rate) -> Result<Losses, TextError>;

    /// What has been learnt so far.
    fn student(&mut self) -> Result<Student, TextError>;

    /// Evaluates a network, from any thread.
    fn oracle(&self, network: &Network) -> Result<Box<dyn Oracle>, TextError>;
}

/// Evaluates one fixed network, wherever that is computed: numbers for planes, of any game, from any thread. (The same as what a tree
/// search asks is an [`engine::eval::net::NetEvaluator`], which has one thread.)
pub trait Oracle: Send + Sync {
    /// The policy's numbers (by step, then by position) and the values before tanh, for planes as [`engine::eval::net::paint`]
    /// makes them. The answer about a position does not depend on the others.
    fn answer(&self, batch: usize, planes: &[f32]) -> Result<[Vec<f32>; 2], TextError>;
}

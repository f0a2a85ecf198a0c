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

/// Somebody who computes with a network.
pub trait Device: Send {
    /// One step of learning; the losses are those before it.
    fn learn(&mut self, batch: &Batch, rate: &Rate) -> Losses;

    /// What has been learnt so far.
    fn student(&mut self) -> Student;

    /// Somebody who answers questions with a network, from any thread.
    fn oracle(&self, network: &Network) -> Box<dyn Oracle>;
}

/// Somebody who answers questions with one network.
pub trait Oracle: Send + Sync {
    /// The policy's numbers (by step, then by position) and the values before tanh, for planes as [`engine::eval::net::paint`]
    /// makes them. The answer about a position does not depend on the others.
    fn answer(&self, batch: usize, planes: &[f32]) -> [Vec<f32>; 2];
}

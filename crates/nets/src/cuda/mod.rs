//! Learning and asking on an NVIDIA GPU.
//!
//! | part | what it is |
//! |---|---|
//! | [`gpu`] | the libraries, memory, and lanes of work |
//! | [`product`] | products of matrices as cuBLAS wants to be told |
//! | `kernels.cu`, [`work`] | everything else that the GPU computes, compiled when the program starts |
//! | [`pass`] | the forward pass |
//! | [`learner`] | losses, the backward pass, the optimiser |
//! | [`oracle`] | questions from many threads |
//!
//! All numbers have 32 bits and are nowhere rounded to fewer, so that the results are those of the processor but
//! for the order of sums. The same work gives the same bits again on the same machine.

// Every call of a library that is loaded at run time is unsafe, and so is every kernel.
#![allow(unsafe_code)]

mod gpu;
mod learner;
mod oracle;
mod pass;
mod product;
mod work;

use std::sync::Arc;

use engine::eval::net::Network;
use games::TextError;

use crate::{Batch, Device, Losses, Oracle, Rate, Student};
use gpu::Gpu;
use learner::Learner;
use oracle::{CudaOracle, Office};

/// A student on the first GPU of this machine.
pub struct Cuda {
    office: Arc<Office>,
    learner: Learner,
}

impl Cuda {
    /// The error says which library is missing, or that there is no GPU.
    pub fn new(student: Student) -> Result<Cuda, TextError> {
        let office = Arc::new(Office::new(Gpu::new()?));
        let learner = Learner::new(&office.gpu, student)?;
        Ok(Cuda { office, learner })
    }

    /// What the GPU is called.
    pub fn name(&self) -> String {
        self.office.gpu.name()
    }
}

impl Device for Cuda {
    fn learn(&mut self, batch: &Batch, rate: &Rate) -> Result<Losses, TextError> {
        let losses = self.learner.learn(batch, rate);
        losses.map_err(|error| error.within(format_args!("GPU: learning from {} positions", batch.len())))
    }

    fn student(&mut self) -> Result<Student, TextError> {
        self.learner.student().map_err(|error| error.within("GPU: fetching what was learnt"))
    }

    fn oracle(&self, network: &Network) -> Result<Box<dyn Oracle>, TextError> {
        let oracle = CudaOracle::new(self.office.clone(), network);
        Ok(Box::new(oracle.map_err(|error| error.within("GPU: copying a network"))?))
    }
}

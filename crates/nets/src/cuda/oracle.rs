//! Asking a GPU, from many threads at once.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use cudarc::driver::PinnedHostSlice;
use engine::eval::net::Network;
use games::TextError;

use super::gpu::{Buffer, Gpu, Lane, Span, Trying};
use super::pass::Plan;
use crate::Oracle;

/// So many questions are worked on at once; the next ones wait. More would only take memory.
const DESKS: usize = 8;

/// The GPU with the desks at which questions are answered. They are shared by the oracles of all networks, since
/// making one takes time.
pub struct Office {
    pub(super) gpu: Gpu,
    desks: Mutex<Desks>,
    back: Condvar,
}

#[derive(Default)]
struct Desks {
    idle: Vec<Desk>,
    made: usize,
}

/// A lane with memory, which grows with the largest question.
struct Desk {
    lane: Lane,
    slots: Vec<Buffer<f32>>,
    window: Buffer<f32>,
    input: PinnedHostSlice<f32>,
    output: PinnedHostSlice<f32>,
}

impl Office {
    /// Without desks yet.
    pub fn new(gpu: Gpu) -> Office {
        Office { gpu, desks: Mutex::default(), back: Condvar::new() }
    }

    /// Does something at a desk; waits until there is one.
    fn at_desk<T>(&self, work: impl FnOnce(&mut Desk) -> Result<T, TextError>) -> Result<T, TextError> {
        let mut desk = self.take()?;
        let result = work(&mut desk);
        // A desk whose work failed is not used again.
        let mut desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        match &result {
            Ok(_) => desks.idle.push(desk),
            Err(_) => desks.made -= 1,
        }
        drop(desks);
        self.back.notify_one();
        result
    }

    fn take(&self) -> Result<Desk, TextError> {
        let mut desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(desk) = desks.idle.pop() {
                return Ok(desk);
            }
            if desks.made < DESKS {
                // Made while others wait: it takes milliseconds, and happens few times.
                let desk = Desk::new(&self.gpu)?;
                desks.made += 1;
                return Ok(desk);
            }
            desks = self.back.wait(desks).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Desk {
    fn new(gpu: &Gpu) -> Result<Desk, TextError> {
        let lane = gpu.lane()?;
        let (window, input, output) = (lane.room(0)?, lane.desk(0)?, lane.desk(0)?);
        Ok(Desk { lane, slots: Vec::new(), window, input, output })
    }

    /// Makes room for a batch, and says where the outputs are.
    fn prepare(&mut self, plan: &Plan, slots: &[usize], batch: usize) -> Result<Vec<Span>, TextError> {
        // Room for a little more at once: questions that grow by one do not each take new memory.
        let room = batch.next_power_of_two();
        for (&slot, &width) in slots.iter().zip(&plan.widths) {
            if slot >= self.slots.len() {
                self.slots.push(self.lane.room(width * room)?);
            } else if self.slots[slot].len() < width * batch {
                self.slots[slot] = self.lane.room(width * room)?;
            }
        }
        let window = plan.window(batch);
        if self.window.len() < window {
            self.window = self.lane.room(window.max(plan.window(room)))?;
        }
        let (first, heads) = (plan.widths[0], plan.heads());
        for (desk, width) in [(&mut self.input, first), (&mut self.output, heads.iter().sum())] {
            if desk.len() < width * batch {
                *desk = self.lane.desk(width * room)?;
            }
        }
        Ok(slots
            .iter()
            .zip(&plan.widths)
            .map(|(&slot, width)| self.slots[slot].part(0..width * batch))
            .collect())
    }
}

impl Plan {
    /// How many numbers the policy and the value have for each position.
    fn heads(&self) -> [usize; 2] {
        [self.widths[self.widths.len() - 2], self.widths[self.widths.len() - 1]]
    }
}

/// A network on the GPU.
///
/// An answer does not depend on the other positions of its batch; but how many they are may change the last bits,
/// since cuBLAS adds up in another order for matrices of another size.
pub struct CudaOracle {
    office: Arc<Office>,
    plan: Plan,
    slots: Vec<usize>,
    weights: Buffer<f32>,
}

impl CudaOracle {
    /// Copies the network to the GPU.
    pub fn new(office: Arc<Office>, network: &Network) -> Result<CudaOracle, TextError> {
        let (plan, weights) = office.at_desk(|desk| {
            desk.lane.enter()?;
            let weights = desk.lane.room(network.weights().len())?;
            desk.lane.send(network.weights(), weights.all())?;
            // It waits until everything is there: others read it in lanes of their own.
            Ok((Plan::new(network, &desk.lane)?, weights))
        })?;
        Ok(CudaOracle { office, slots: plan.slots(), plan, weights })
    }

    fn ask(&self, desk: &mut Desk, batch: usize, planes: &[f32]) -> Result<[Vec<f32>; 2], TextError> {
        desk.lane.enter()?;
        let outputs = desk.prepare(&self.plan, &self.slots, batch)?;
        let Desk { lane, window, input, output, .. } = desk;
        let [steps, values] = self.plan.heads().map(|width| width * batch);
        let input = &mut input.as_mut_slice().trying("reading pinned memory")?[..planes.len()];
        input.copy_from_slice(planes);
        lane.send(input, outputs[0])?;
        self.plan.forward(lane, self.weights.all(), &outputs, window.all(), batch)?;
        let output = &mut output.as_mut_slice().trying("reading pinned memory")?[..steps + values];
        let (policy, value) = output.split_at_mut(steps);
        lane.fetch(outputs[outputs.len() - 2], policy)?;
        lane.fetch(outputs[outputs.len() - 1], value)?;
        lane.wait()?;
        Ok([policy.to_vec(), value.to_vec()])
    }
}

impl Oracle for CudaOracle {
    fn answer(&self, batch: usize, planes: &[f32]) -> Result<[Vec<f32>; 2], TextError> {
        assert_eq!(planes.len(), self.plan.widths[0] * batch, "planes for {batch} positions");
        if batch == 0 {
            return Ok([Vec::new(), Vec::new()]);
        }
        let answer = self.office.at_desk(|desk| self.ask(desk, batch, planes));
        answer.map_err(|error| error.within(format_args!("GPU: evaluating {batch} positions")))
    }
}

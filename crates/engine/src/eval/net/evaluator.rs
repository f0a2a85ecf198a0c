//! A network as the evaluator of a tree search.

use std::sync::Arc;

use games::MoveList;

use super::forward::{Forward, Outputs};
use super::layers::Shape;
use super::picture::Pictured;
use crate::rng::Rng;
use crate::search::{Evaluation, PolicyEvaluator};

/// Asks a network, many positions at a time.
#[derive(Clone, Debug)]
pub struct NetEvaluator {
    forward: Arc<Forward>,
    outputs: Outputs,
}

impl NetEvaluator {
    /// A judge with room of its own; the network is shared.
    pub fn new(forward: Arc<Forward>) -> NetEvaluator {
        NetEvaluator { forward, outputs: Outputs::default() }
    }
}

/// Shows positions to a network of this shape, as many planes as it has: the numbers of a cell, by position.
pub fn paint<G: Pictured>(positions: &[G], shape: &Shape, input: &mut [f32]) {
    input.fill(0.0);
    let cells = shape.cells();
    for (b, position) in positions.iter().enumerate() {
        position.picture(&mut |plane, cell, x| {
            if plane < shape.planes {
                input[(plane * cells + cell) * positions.len() + b] = x;
            }
        });
    }
}

/// What a network's two outputs say about the positions that it was shown.
pub fn opinions<G: Pictured>(positions: &[G], policy: &[f32], value: &[f32]) -> Vec<Evaluation> {
    let batch = positions.len();
    let mut steps = MoveList::new();
    let one = |(b, position): (usize, &G)| {
        steps.clear();
        position.moves(&mut steps);
        let mut priors: Vec<f32> =
            steps.iter().map(|&step| policy[position.step_number(step) * batch + b]).collect();
        softmax(&mut priors);
        Evaluation::new(libm::tanhf(value[b]), priors)
    };
    positions.iter().enumerate().map(one).collect()
}

/// Numbers become shares of one.
pub fn softmax(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    numbers.iter_mut().for_each(|x| *x = libm::expf(*x - most));
    let sum: f32 = numbers.iter().sum();
    numbers.iter_mut().for_each(|x| *x /= sum);
}

impl<G: Pictured> PolicyEvaluator<G> for NetEvaluator {
    fn evaluate(&mut self, positions: &[G], _rng: &mut Rng) -> Vec<Evaluation> {
        let batch = positions.len();
        if batch == 0 {
            return Vec::new();
        }
        let shape = self.forward.network().shape();
        paint(positions, shape, self.forward.input(batch, &mut self.outputs));
        self.forward.run(batch, &mut self.outputs);
        opinions(positions, self.outputs.policy(), self.outputs.value())
    }

    /// A position in company costs a third of one alone.
    fn width(&self) -> usize {
        8
    }
}

//! A network: its layers and its weights.

use std::ops::Range;

use super::layers::{Architecture, Layer, Shape};
use crate::rng::Rng;

/// A network for games of one shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    architecture: Architecture,
    layers: Vec<Layer>,
    weights: Vec<f32>,
}

impl Network {
    /// A network with these numbers: for every layer its weights, output by output, and its biases.
    pub fn new(shape: Shape, architecture: Architecture, weights: Vec<f32>) -> Option<Network> {
        let layers = architecture.layers(&shape);
        let count: usize = layers.iter().map(|layer| layer.weights() + layer.outputs).sum();
        (weights.len() == count).then_some(Network { shape, architecture, layers, weights })
    }

    /// A network that has learnt nothing: weights by He's rule; the last layer of every block and the two heads start small, so that it begins
    /// with even priors and values near zero.
    pub fn random(shape: Shape, architecture: Architecture, rng: &mut Rng) -> Network {
        let layers = architecture.layers(&shape);
        let mut weights = Vec::new();
        for layer in &layers {
            let small = layer.add.is_some() || !layer.relu;
            let scale = (2.0 / layer.depth() as f64).sqrt() * if small { 0.1 } else { 1.0 };
            weights.extend((0..layer.weights()).map(|_| (scale * rng.normal()) as f32));
            weights.extend((0..layer.outputs).map(|_| 0.0));
        }
        Network { shape, architecture, layers, weights }
    }

    /// What the game looks like to it.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Which network it is.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Its layers.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// All its numbers.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// All its numbers, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Where the weights and the biases of each layer are.
    pub fn ranges(&self) -> Vec<[Range<usize>; 2]> {
        let mut at = 0;
        let range = |layer: &Layer| {
            let middle = at + layer.weights();
            let end = middle + layer.outputs;
            [std::mem::replace(&mut at, end)..middle, middle..end]
        };
        self.layers.iter().map(range).collect()
    }
}

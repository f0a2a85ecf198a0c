//! The optimiser: Adam with decoupled weight decay (Kingma and Ba 2015; Loshchilov and Hutter 2019).

use engine::eval::net::Network;
use serde::{Deserialize, Serialize};

/// How fast it learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// The size of a step.
    pub rate: f32,
    /// How fast weights shrink.
    pub decay: f32,
}

/// A network that learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Student {
    /// The network.
    pub network: Network,
    /// The running mean of the gradient.
    pub mean: Vec<f32>,
    /// The running mean of its square.
    pub square: Vec<f32>,
    /// Steps so far.
    pub steps: u64,
}

/// How much of the two running means stays with every step.
pub const BETA: [f32; 2] = [0.9, 0.999];
/// Keeps Adam from dividing by nothing.
pub const EPSILON: f32 = 1e-8;

impl Student {
    /// One that has not begun.
    pub fn new(network: Network) -> Student {
        let zero = vec![0.0; network.weights().len()];
        Student { network, mean: zero.clone(), square: zero, steps: 0 }
    }

    /// The factors that undo the bias of young means.
    pub fn corrections(steps: u64) -> [f32; 2] {
        BETA.map(|beta| (1.0 / (1.0 - libm::pow(f64::from(beta), steps as f64))) as f32)
    }

    /// One step along a gradient.
    pub fn step(&mut self, gradient: &[f32], rate: &Rate) {
        self.steps += 1;
        let [first, second] = Student::corrections(self.steps);
        let weights = self.network.weights_mut().iter_mut();
        for (((w, &g), m), s) in weights.zip(gradient).zip(&mut self.mean).zip(&mut self.square) {
            *m += (1.0 - BETA[0]) * (g - *m);
            *s += (1.0 - BETA[1]) * (g * g - *s);
            let step = *m * first / ((*s * second).sqrt() + EPSILON);
            *w -= rate.rate * (step + rate.decay * *w);
        }
    }
}

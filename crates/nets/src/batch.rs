//! What a network learns from: positions with what it should have said about them.

use engine::Rng;
use engine::eval::net::{Pictured, Shape, paint, softmax};
use games::MoveList;

/// What a network should have said about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The numbers of the legal steps.
    pub steps: Vec<u16>,
    /// The share that each should have; empty where only the value is learnt.
    pub shares: Vec<f32>,
    /// The result for the mover, from −1 to 1.
    pub value: f32,
}

/// Positions to learn from.
#[derive(Clone, Debug)]
pub struct Batch {
    /// What a network sees of a position.
    shape: Shape,
    /// Position by position, plane by plane.
    planes: Vec<f32>,
    /// One for each position.
    pub targets: Vec<Target>,
}

/// How far a network is from what it should have said, in the mean over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// −Σ share · ln(the network's share), over the positions that teach steps.
    pub policy: f64,
    /// (value − target)².
    pub value: f64,
}

impl Batch {
    /// An empty batch for networks of a shape.
    pub fn new(shape: &Shape) -> Batch {
        Batch { shape: *shape, planes: Vec::new(), targets: Vec::new() }
    }

    /// Positions of random games of at most so many steps, with arbitrary targets; every fifth teaches the value alone. For
    /// checks and measurements.
    pub fn random<G: Pictured>(rules: &G::Rules, count: usize, longest: usize, rng: &mut Rng) -> Batch {
        let mut batch = Batch::new(&G::shape(rules));
        while batch.len() < count {
            let mut position = G::start(rules);
            for _ in 0..rng.below(longest) {
                match position.pick(&mut |n| rng.below(n)) {
                    Some(step) => position.play(step),
                    None => break,
                }
            }
            let mut steps = MoveList::new();
            position.moves(&mut steps);
            if steps.is_empty() {
                continue;
            }
            let mut shares: Vec<f32> = steps.iter().map(|_| rng.uniform() as f32).collect();
            let sum: f32 = shares.iter().sum();
            shares.iter_mut().for_each(|x| *x /= sum);
            if batch.len() % 5 == 4 {
                shares.clear();
            }
            let steps = steps.iter().map(|&step| position.step_number(step) as u16).collect();
            batch.push(&position, Target { steps, shares, value: rng.uniform() as f32 * 2.0 - 1.0 });
        }
        batch
    }

    /// Adds a position.
    pub fn push<G: Pictured>(&mut self, position: &G, target: Target) {
        let at = self.planes.len();
        self.planes.resize(at + self.width(), 0.0);
        paint(std::slice::from_ref(position), &self.shape, &mut self.planes[at..]);
        self.targets.push(target);
    }

    /// How many numbers a position has.
    fn width(&self) -> usize {
        self.shape.planes * self.shape.cells()
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The planes position by position: for those who put them in order elsewhere.
    #[cfg(feature = "cuda")]
    pub(crate) fn rows(&self) -> &[f32] {
        &self.planes
    }

    /// The planes of some positions as a network reads them: the numbers of a cell, by position.
    pub fn planes(&self, positions: std::ops::Range<usize>, input: &mut [f32]) {
        let count = positions.len();
        for (b, planes) in
            self.planes.chunks_exact(self.width()).take(positions.end).skip(positions.start).enumerate()
        {
            planes.iter().enumerate().for_each(|(i, &x)| input[i * count + b] = x);
        }
    }
}

/// The losses of some positions (added up, not their means), and the gradient of their weighted sum with respect to what the network said.
/// `policy` and `value` are its outputs and become the gradients. Positions that teach no steps count for the value alone.
pub fn judge(targets: &[Target], policy: &mut [f32], value: &mut [f32], weight: f32) -> Losses {
    let batch = targets.len();
    let mut losses = Losses::default();
    let said = policy.to_vec();
    policy.fill(0.0);
    for (b, target) in targets.iter().enumerate() {
        let v = libm::tanhf(value[b]);
        losses.value += f64::from(v - target.value).powi(2);
        value[b] = weight * 2.0 * (v - target.value) * (1.0 - v * v);
        if target.shares.is_empty() {
            continue;
        }
        let at = |&step: &u16| usize::from(step) * batch + b;
        let mut shares: Vec<f32> = target.steps.iter().map(|step| said[at(step)]).collect();
        softmax(&mut shares);
        for ((step, &share), &wanted) in target.steps.iter().zip(&shares).zip(&target.shares) {
            if wanted > 0.0 {
                losses.policy -= f64::from(wanted) * f64::from(libm::logf(share.max(1e-30)));
            }
            policy[at(step)] = weight * (share - wanted);
        }
    }
    losses
}

//! Learning on the processor.

use std::sync::Arc;

use engine::eval::net::{Forward, Network, Outputs};
use engine::parallel;
use games::TextError;

use crate::batch::judge;
use crate::{Batch, Device, Losses, Oracle, Rate, Student, gradient};

/// Positions in one piece of a batch: the same on every machine, so that sums are.
const PIECE: usize = 32;

/// A student on so many threads.
pub struct Cpu {
    student: Student,
    threads: usize,
}

impl Cpu {
    /// At least one thread.
    pub fn new(student: Student, threads: usize) -> Cpu {
        Cpu { student, threads: threads.max(1) }
    }
}

impl Device for Cpu {
    fn learn(&mut self, batch: &Batch, rate: &Rate) -> Result<Losses, TextError> {
        let (losses, gradient) = slope(&self.student.network, batch, self.threads);
        self.student.step(&gradient, rate);
        Ok(losses)
    }

    fn student(&mut self) -> Result<Student, TextError> {
        Ok(self.student.clone())
    }

    fn oracle(&self, network: &Network) -> Result<Box<dyn Oracle>, TextError> {
        Ok(Box::new(CpuOracle(Arc::new(Forward::new(network.clone())))))
    }
}

/// The losses of a network on a batch, in the mean, and their gradient.
pub fn slope(network: &Network, batch: &Batch, threads: usize) -> (Losses, Vec<f32>) {
    let forward = &Forward::new(network.clone());
    let count = batch.len().div_ceil(PIECE);
    let pieces = parallel::map(threads, count, |piece| of_piece(forward, batch, piece));
    let (mut losses, mut sum) = (Losses::default(), vec![0.0; network.weights().len()]);
    for (piece, gradient) in &pieces {
        losses.policy += piece.policy;
        losses.value += piece.value;
        sum.iter_mut().zip(gradient).for_each(|(sum, &g)| *sum += g);
    }
    let teaching = batch.targets.iter().filter(|target| !target.shares.is_empty()).count();
    losses.policy /= teaching.max(1) as f64;
    losses.value /= batch.len().max(1) as f64;
    (losses, sum)
}

fn of_piece(forward: &Forward, batch: &Batch, piece: usize) -> (Losses, Vec<f32>) {
    let range = piece * PIECE..batch.len().min(piece * PIECE + PIECE);
    let (count, targets) = (range.len(), &batch.targets[range.clone()]);
    let mut outputs = Outputs::default();
    batch.planes(range, forward.input(count, &mut outputs));
    forward.run(count, &mut outputs);
    let (mut policy, mut value) = (outputs.policy().to_vec(), outputs.value().to_vec());
    let losses = judge(targets, &mut policy, &mut value, 1.0 / batch.len() as f32);
    (losses, gradient(forward, count, &outputs, policy, value))
}

/// A network on whichever thread asks.
struct CpuOracle(Arc<Forward>);

impl Oracle for CpuOracle {
    fn answer(&self, batch: usize, planes: &[f32]) -> Result<[Vec<f32>; 2], TextError> {
        let mut outputs = Outputs::default();
        self.0.input(batch, &mut outputs).copy_from_slice(planes);
        self.0.run(batch, &mut outputs);
        let value = outputs.0.pop().expect("there are two heads");
        Ok([outputs.0.pop().expect("there are two heads"), value])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rng;
    use engine::eval::net::{Architecture, Pictured};
    use games::seega::{Rules, Seega};

    type Board = Seega<u64>;

    fn batch(count: usize, rng: &mut Rng) -> Batch {
        Batch::random::<Board>(&Rules::seejeh(5), count, 60, rng)
    }

    fn tiny(kind: usize, rng: &mut Rng) -> Network {
        let architecture = match kind {
            0 => Architecture::Paper { filters: 3, hidden: 5 },
            _ => Architecture::Residual { filters: 4, blocks: 2, hidden: 3 },
        };
        let mut network = Network::random(Board::shape(&Rules::seejeh(5)), architecture, rng);
        network.weights_mut().iter_mut().for_each(|w| *w += 0.05 * rng.normal() as f32);
        network
    }

    /// The gradient of every layer is what small changes of its numbers do to the loss.
    #[test]
    fn gradients_are_slopes() {
        let mut rng = Rng::new(11);
        for kind in 0..2 {
            let (network, batch) = (tiny(kind, &mut rng), batch(40, &mut rng));
            let (_, gradient) = slope(&network, &batch, 2);
            let loss = |network: &Network| {
                let losses = slope(network, &batch, 1).0;
                // The gradient is of the sum over all positions by their number, also where few teach steps.
                losses.value + losses.policy * 32.0 / 40.0
            };
            for range in network.ranges().into_iter().flatten() {
                // Along the gradient of this layer, and along a random direction of it.
                for random in [false, true] {
                    let part = &gradient[range.clone()];
                    let mut along: Vec<f64> = match random {
                        false => part.iter().map(|&g| f64::from(g)).collect(),
                        true => part.iter().map(|_| rng.normal()).collect(),
                    };
                    let length = along.iter().map(|x| x * x).sum::<f64>().sqrt();
                    along.iter_mut().for_each(|x| *x /= length);
                    let at_shift = |shift: f64| {
                        let mut moved = network.clone();
                        let weights = &mut moved.weights_mut()[range.clone()];
                        weights.iter_mut().zip(&along).for_each(|(w, x)| *w += (shift * x) as f32);
                        loss(&moved)
                    };
                    let slope = (at_shift(2e-4) - at_shift(-2e-4)) / 4e-4;
                    let wanted: f64 = along.iter().zip(part).map(|(x, &g)| x * f64::from(g)).sum();
                    assert!(
                        (slope - wanted).abs() < 1e-3 + 0.05 * wanted.abs(),
                        "{range:?}: {slope} {wanted}"
                    );
                }
            }
        }
    }

    /// One thread and three give the same bits, and a network learns what it is shown.
    #[test]
    fn a_network_learns_by_heart() {
        let mut rng = Rng::new(3);
        for kind in 0..2 {
            let (network, batch) = (tiny(kind, &mut rng), batch(48, &mut rng));
            let mut devices = [1, 3].map(|threads| Cpu::new(Student::new(network.clone()), threads));
            let rate = Rate { rate: 0.01, decay: 1e-4 };
            let first = devices[0].learn(&batch, &rate).unwrap();
            devices[1].learn(&batch, &rate).unwrap();
            for _ in 0..120 {
                let losses = devices.each_mut().map(|device| device.learn(&batch, &rate).unwrap());
                assert_eq!(losses[0], losses[1]);
            }
            let last = devices[0].learn(&batch, &rate).unwrap();
            assert!(last.value < 0.5 * first.value, "{first:?} {last:?}");
            devices[1].learn(&batch, &rate).unwrap();
            assert_eq!(devices[0].student().unwrap(), devices[1].student().unwrap());
            // What it says while learning is what it says when asked.
            let network = devices[0].student().unwrap().network;
            let oracle = devices[0].oracle(&network).unwrap();
            let mut planes = vec![0.0; 10 * 25 * 48];
            batch.planes(0..48, &mut planes);
            let [mut policy, mut value] = oracle.answer(48, &planes).unwrap();
            let losses = judge(&batch.targets, &mut policy, &mut value, 1.0);
            assert!((losses.value / 48.0 - slope(&network, &batch, 1).0.value).abs() < 1e-12);
        }
    }
}

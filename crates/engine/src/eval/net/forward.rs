//! The forward pass: from planes to policies and values, for a batch of positions at once.

use super::gemm::{Packed, Plain, multiply};
use super::network::Network;
use super::window::{Around, Window};

/// A network ready to be asked.
#[derive(Clone, Debug)]
pub struct Forward {
    network: Network,
    around: Around,
    packed: Vec<Packed>,
}

/// The outputs of all layers for a batch; the first is the input. The numbers of a position are `batch` apart.
#[derive(Clone, Debug, Default)]
pub struct Outputs(pub Vec<Vec<f32>>);

impl Outputs {
    /// The policy's numbers before they are made into shares: by step, then by position.
    pub fn policy(&self) -> &[f32] {
        &self.0[self.0.len() - 2]
    }

    /// The values before tanh, by position.
    pub fn value(&self) -> &[f32] {
        &self.0[self.0.len() - 1]
    }
}

impl Forward {
    /// Packs the weights.
    pub fn new(network: Network) -> Forward {
        let pack = |(layer, [weights, _]): (&super::Layer, &[std::ops::Range<usize>; 2])| {
            let (weights, depth) = (&network.weights()[weights.clone()], layer.depth());
            Packed::new(layer.outputs, depth, |row, k| weights[row * depth + k])
        };
        let packed = network.layers().iter().zip(&network.ranges()).map(pack).collect();
        Forward { around: Around::new(network.shape()), packed, network }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The board.
    pub fn around(&self) -> &Around {
        &self.around
    }

    /// Room for the planes of a batch; what it held before is still there.
    pub fn input<'a>(&self, batch: usize, outputs: &'a mut Outputs) -> &'a mut [f32] {
        let shape = self.network.shape();
        outputs.0.resize_with(self.network.layers().len() + 1, Vec::new);
        outputs.0[0].resize(shape.planes * shape.cells() * batch, 0.0);
        &mut outputs.0[0]
    }

    /// Fills in the outputs of all layers; the first is there.
    pub fn run(&self, batch: usize, outputs: &mut Outputs) {
        let cells = self.network.shape().cells();
        let ranges = self.network.ranges();
        for (i, layer) in self.network.layers().iter().enumerate() {
            let (before, after) = outputs.0.split_at_mut(i + 1);
            let (input, out) = (&before[layer.from], &mut after[0]);
            let columns = if layer.taps.is_some() { cells * batch } else { batch };
            out.clear();
            for &bias in &self.network.weights()[ranges[i][1].clone()] {
                out.extend(std::iter::repeat_n(bias, columns));
            }
            match layer.taps {
                Some(taps) => {
                    let window = Window { data: input, around: &self.around, taps, batch };
                    multiply(&self.packed[i], &window, columns, out);
                }
                None => multiply(&self.packed[i], &Plain { data: input, columns }, columns, out),
            }
            if let Some(add) = layer.add {
                out.iter_mut().zip(&before[add]).for_each(|(out, &x)| *out += x);
            }
            if layer.relu {
                out.iter_mut().for_each(|x| *x = x.max(0.0));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Architecture, Shape};
    use super::*;
    use crate::Rng;

    const SHAPE: Shape = Shape { planes: 3, rows: 4, columns: 5, steps: 7 };

    /// Layer by layer as the textbook has it, one position alone.
    fn plainly(network: &Network, planes: &[f32]) -> Vec<Vec<f32>> {
        let (rows, columns) = (SHAPE.rows as i32, SHAPE.columns as i32);
        let mut outputs = vec![planes.to_vec()];
        for (layer, [weights, biases]) in network.layers().iter().zip(network.ranges()) {
            let (weights, biases) = (&network.weights()[weights], &network.weights()[biases]);
            let input = &outputs[layer.from];
            let cells = if layer.taps.is_some() { rows * columns } else { 1 };
            let mut out = Vec::new();
            for o in 0..layer.outputs {
                for cell in 0..cells {
                    let mut sum = f64::from(biases[o]);
                    for i in 0..layer.inputs {
                        let taps = layer.taps.unwrap_or(1);
                        for tap in 0..taps as i32 {
                            let (dr, dc) = if taps == 9 { (tap / 3 - 1, tap % 3 - 1) } else { (0, 0) };
                            let (r, c) = (cell / columns + dr, cell % columns + dc);
                            let inside = (0..rows).contains(&r) && (0..columns).contains(&c);
                            if layer.taps.is_none() || inside {
                                let at = if layer.taps.is_none() {
                                    i
                                } else {
                                    i * 20 + (r * columns + c) as usize
                                };
                                sum += f64::from(weights[(o * layer.inputs + i) * taps + tap as usize])
                                    * f64::from(input[at]);
                            }
                        }
                    }
                    sum += layer.add.map_or(0.0, |add| f64::from(outputs[add][out.len()]));
                    out.push(if layer.relu { sum.max(0.0) } else { sum } as f32);
                }
            }
            outputs.push(out);
        }
        outputs
    }

    #[test]
    fn equals_the_textbook_and_does_not_depend_on_the_batch() {
        let mut rng = Rng::new(5);
        for architecture in [
            Architecture::Paper { filters: 6, hidden: 9 },
            Architecture::Residual { filters: 5, blocks: 2, hidden: 4 },
        ] {
            let mut network = Network::random(SHAPE, architecture, &mut rng);
            network.weights_mut().iter_mut().for_each(|w| *w = *w * 2.0 + 0.02);
            let forward = Forward::new(network);
            // The second batch comes in eights.
            for count in [11, 16] {
                let planes: Vec<Vec<f32>> =
                    (0..count).map(|_| (0..60).map(|_| rng.normal() as f32).collect()).collect();
                let mut outputs = Outputs::default();
                let input = forward.input(count, &mut outputs);
                for (b, planes) in planes.iter().enumerate() {
                    planes.iter().enumerate().for_each(|(i, &x)| input[i * count + b] = x);
                }
                forward.run(count, &mut outputs);
                for (b, planes) in planes.iter().enumerate() {
                    let wanted = plainly(forward.network(), planes);
                    let mut alone = Outputs::default();
                    forward.input(1, &mut alone).copy_from_slice(planes);
                    forward.run(1, &mut alone);
                    for (layer, wanted) in wanted.iter().enumerate() {
                        for (i, &wanted) in wanted.iter().enumerate() {
                            let found = outputs.0[layer][i * count + b];
                            assert!((found - wanted).abs() < 1e-4 * (1.0 + wanted.abs()), "{found} {wanted}");
                            assert_eq!(found, alone.0[layer][i], "layer {layer}");
                        }
                    }
                }
            }
        }
    }
}

//! The backward pass: how every number of a network should change.

use engine::eval::net::gemm::{Packed, Plain, Turned, multiply};
use engine::eval::net::{Forward, Outputs, TurnedWindow, Window};

/// The gradient with respect to all weights, from the outputs of all layers and the gradients with respect to the last two.
pub fn gradient(
    forward: &Forward,
    batch: usize,
    outputs: &Outputs,
    policy: Vec<f32>,
    value: Vec<f32>,
) -> Vec<f32> {
    let network = forward.network();
    let (layers, ranges) = (network.layers(), network.ranges());
    let cells = network.shape().cells();
    let mut gradients = vec![0.0; network.weights().len()];
    let mut back: Vec<Vec<f32>> = outputs.0.iter().map(|_| Vec::new()).collect();
    (back[layers.len() - 1], back[layers.len()]) = (policy, value);
    for (i, layer) in layers.iter().enumerate().rev() {
        let mut here = std::mem::take(&mut back[i + 1]);
        if layer.relu {
            here.iter_mut().zip(&outputs.0[i + 1]).for_each(|(g, &y)| *g = if y > 0.0 { *g } else { 0.0 });
        }
        let columns = if layer.taps.is_some() { cells * batch } else { batch };
        let [weights, biases] = ranges[i].clone();
        for (bias, row) in gradients[biases].iter_mut().zip(here.chunks_exact(columns)) {
            *bias = row.iter().map(|&g| f64::from(g)).sum::<f64>() as f32;
        }
        let input = &outputs.0[layer.from];
        let packed = Packed::new(layer.outputs, columns, |row, k| here[row * columns + k]);
        match layer.taps {
            Some(taps) => {
                let window = Window { data: input, around: forward.around(), taps, batch };
                multiply(&packed, &TurnedWindow(window), layer.depth(), &mut gradients[weights.clone()]);
            }
            None => {
                let turned = Turned { data: input, rows: batch };
                multiply(&packed, &turned, layer.inputs, &mut gradients[weights.clone()]);
            }
        }
        if layer.from > 0 {
            let weights = &network.weights()[weights];
            let taps = layer.taps.unwrap_or(1);
            // The same sum with the weights turned, and the cells around seen from the other end.
            let packed = Packed::new(layer.inputs, layer.outputs * taps, |row, k| {
                weights[(k / taps * layer.inputs + row) * taps + (taps - 1 - k % taps)]
            });
            let before = &mut back[layer.from];
            before.resize(outputs.0[layer.from].len(), 0.0);
            match layer.taps {
                Some(taps) => {
                    let window = Window { data: &here, around: forward.around(), taps, batch };
                    multiply(&packed, &window, columns, before);
                }
                None => multiply(&packed, &Plain { data: &here, columns }, columns, before),
            }
        }
        if let Some(add) = layer.add {
            let before = &mut back[add];
            before.resize(here.len(), 0.0);
            before.iter_mut().zip(&here).for_each(|(sum, &g)| *sum += g);
        }
    }
    gradients
}

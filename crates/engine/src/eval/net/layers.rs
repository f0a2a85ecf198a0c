//! What a network is made of: a list of layers, each with one or two earlier outputs as its input.
//!
//! ```text
//!   paper      planes → 4 × (3×3 convolution, relu) → 2 × (dense, relu) → policy, value
//!   residual   planes → 3×3 convolution, relu → blocks × (3×3, relu, 3×3, + input, relu) → 1×1, relu → policy
//!                                                                                                 → dense, relu → value
//! ```

use games::{TextError, text_error};
use serde::{Deserialize, Serialize};

/// What a game looks like to a network: a board of planes, and numbers for steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Planes of the input.
    pub planes: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Every step of the game has a number below this.
    pub steps: usize,
}

impl Shape {
    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }
}

/// Which network, as a configuration says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Architecture {
    /// Four convolutions and two dense layers, as Aljaafreh and Al-Oudat (2019) have them; they give no sizes.
    Paper {
        /// Filters of each convolution.
        filters: usize,
        /// Units of each dense layer.
        hidden: usize,
    },
    /// A small residual network.
    Residual {
        /// Filters of each convolution.
        filters: usize,
        /// Pairs of convolutions.
        blocks: usize,
        /// Units of the value's dense layer.
        hidden: usize,
    },
}

/// Filters in front of the heads of a residual network.
const NECK: usize = 8;

impl Architecture {
    /// Whether the sizes make sense; the error names the key.
    pub fn check(&self) -> Result<(), TextError> {
        let (filters, blocks, hidden) = match *self {
            Architecture::Paper { filters, hidden } => (filters, 1, hidden),
            Architecture::Residual { filters, blocks, hidden } => (filters, blocks, hidden),
        };
        for (name, n, most) in [("filters", filters, 512), ("blocks", blocks, 40), ("hidden", hidden, 4096)] {
            if !(1..=most).contains(&n) {
                return Err(text_error!("network: {name} is a number from 1 to {most}"));
            }
        }
        Ok(())
    }

    /// The layers for a game; the last two give the policy and the value.
    pub fn layers(&self, shape: &Shape) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::new();
        let flat = shape.cells();
        match *self {
            Architecture::Paper { filters, hidden } => {
                let mut inputs = shape.planes;
                for _ in 0..4 {
                    layers.push(Layer::conv(layers.len(), inputs, filters, 9));
                    inputs = filters;
                }
                layers.push(Layer::dense(4, filters * flat, hidden));
                layers.push(Layer::dense(5, hidden, hidden));
                layers.push(Layer::dense(6, hidden, shape.steps).linear());
                layers.push(Layer::dense(6, hidden, 1).linear());
            }
            Architecture::Residual { filters, blocks, hidden } => {
                layers.push(Layer::conv(0, shape.planes, filters, 9));
                for _ in 0..blocks {
                    let input = layers.len();
                    layers.push(Layer::conv(input, filters, filters, 9));
                    layers.push(Layer { add: Some(input), ..Layer::conv(input + 1, filters, filters, 9) });
                }
                layers.push(Layer::conv(layers.len(), filters, NECK, 1));
                let neck = layers.len();
                layers.push(Layer::dense(neck, NECK * flat, hidden));
                layers.push(Layer::dense(neck, NECK * flat, shape.steps).linear());
                layers.push(Layer::dense(neck + 1, hidden, 1).linear());
            }
        }
        layers
    }
}

/// One layer. Output 0 is the network's input, output `i + 1` that of layer `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Which output it reads.
    pub from: usize,
    /// Channels that a convolution reads, or numbers that a dense layer does.
    pub inputs: usize,
    /// Channels or numbers that it gives.
    pub outputs: usize,
    /// Cells that a convolution looks at, 9 or 1; none for a dense layer.
    pub taps: Option<usize>,
    /// An output that is added before the relu.
    pub add: Option<usize>,
    /// Whether negative results become zero.
    pub relu: bool,
}

impl Layer {
    fn conv(from: usize, inputs: usize, outputs: usize, taps: usize) -> Layer {
        Layer { from, inputs, outputs, taps: Some(taps), add: None, relu: true }
    }

    fn dense(from: usize, inputs: usize, outputs: usize) -> Layer {
        Layer { from, inputs, outputs, taps: None, add: None, relu: true }
    }

    fn linear(self) -> Layer {
        Layer { relu: false, ..self }
    }

    /// How many numbers one output is the weighted sum of.
    pub fn depth(&self) -> usize {
        self.inputs * self.taps.unwrap_or(1)
    }

    /// How many weights it has, besides a bias for each output.
    pub fn weights(&self) -> usize {
        self.outputs * self.depth()
    }

    /// How many numbers it gives for each position.
    pub fn width(&self, shape: &Shape) -> usize {
        self.outputs * if self.taps.is_some() { shape.cells() } else { 1 }
    }
}

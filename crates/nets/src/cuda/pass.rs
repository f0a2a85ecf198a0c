//! The forward pass on a GPU.

use std::ops::Range;

use engine::eval::net::{Around, Layer, Network};
use games::TextError;

use super::gpu::{Buffer, Lane, Span};
use super::product::{Product, Rows};

/// Most numbers of the matrix that a 3×3 convolution reads: it is made for some cells of the board at a time, so
/// that large batches need no more than half a gibibyte for it.
const WINDOW: usize = 1 << 27;

/// What is known of a network before its numbers.
pub struct Plan {
    pub(super) layers: Vec<Layer>,
    pub(super) ranges: Vec<[Range<usize>; 2]>,
    pub(super) cells: usize,
    /// How many numbers every output has for each position; the first is the input.
    pub(super) widths: Vec<usize>,
    /// The nine places of every cell.
    pub(super) table: Buffer<u32>,
}

impl Plan {
    /// The table is there when this returns.
    pub fn new(network: &Network, lane: &Lane) -> Result<Plan, TextError> {
        let (shape, layers) = (network.shape(), network.layers().to_vec());
        let mut widths = vec![shape.planes * shape.cells()];
        widths.extend(layers.iter().map(|layer| layer.width(shape)));
        let around = Around::new(shape);
        let table = lane.room(around.table().len())?;
        lane.send(around.table(), table.all())?;
        lane.wait()?;
        Ok(Plan { layers, ranges: network.ranges(), cells: shape.cells(), widths, table })
    }

    /// Columns of the matrix that a layer gives.
    pub(super) fn columns(&self, layer: &Layer, batch: usize) -> usize {
        if layer.taps.is_some() { self.cells * batch } else { batch }
    }

    /// How many numbers the largest window has, over all layers and both directions.
    pub(super) fn window(&self, batch: usize) -> usize {
        let nine = self.layers.iter().filter(|layer| layer.taps == Some(9));
        let size = |channels: usize| channels * 9 * batch;
        let sizes = nine.flat_map(|layer| [layer.inputs, layer.outputs]).map(size);
        sizes.map(|size| size * at_once(size, self.cells)).max().unwrap_or(0)
    }

    /// Which piece of memory every output is in, when those that are no longer read make room: the last two are
    /// never overwritten.
    pub(super) fn slots(&self) -> Vec<usize> {
        slots(&self.layers)
    }

    /// Fills in all outputs; the first is there.
    pub(super) fn forward(
        &self,
        lane: &Lane,
        weights: Span,
        outputs: &[Span],
        window: Span,
        batch: usize,
    ) -> Result<(), TextError> {
        for (i, layer) in self.layers.iter().enumerate() {
            let [matrix, bias] =
                self.ranges[i].clone().map(|range| weights.from(range.start).first(range.len()));
            let (input, out) = (outputs[layer.from], outputs[i + 1]);
            let columns = self.columns(layer, batch);
            let product = Product {
                rows: layer.outputs,
                columns,
                depth: layer.depth(),
                a: Rows::Plain(layer.depth()),
                b: Rows::Plain(columns),
                c: columns,
                add: false,
            };
            if layer.taps == Some(9) {
                self.convolve(lane, &product, matrix, input, out, window, batch)?;
            } else {
                lane.multiply(&product, matrix, input, out)?;
            }
            lane.finish(out, bias, layer.add.map(|add| outputs[add]), columns, layer.relu)?;
        }
        Ok(())
    }

    /// `product` with the cells around the cells of `input` as its second factor.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn convolve(
        &self,
        lane: &Lane,
        product: &Product,
        matrix: Span,
        input: Span,
        out: Span,
        window: Span,
        batch: usize,
    ) -> Result<(), TextError> {
        for cells in self.pieces(product.depth * batch) {
            let columns = cells.len() * batch;
            lane.window(
                input,
                self.table.all(),
                window,
                [product.depth / 9, self.cells],
                [cells.start, cells.len()],
                batch,
            )?;
            let product = Product { columns, b: Rows::Plain(columns), ..*product };
            lane.multiply(&product, matrix, window, out.from(cells.start * batch))?;
        }
        Ok(())
    }

    /// The cells of the board in pieces small enough, where one cell has a window of this size.
    pub(super) fn pieces(&self, size: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let (cells, step) = (self.cells, at_once(size, self.cells));
        (0..cells).step_by(step).map(move |first| first..cells.min(first + step))
    }
}

/// How many cells of a board have their windows made at once, so that the pieces are about as large as each other.
fn at_once(size: usize, cells: usize) -> usize {
    let most = (WINDOW / size.max(1)).clamp(1, cells);
    cells.div_ceil(cells.div_ceil(most))
}

fn slots(layers: &[Layer]) -> Vec<usize> {
    // The last layer that reads each output; the policy and the value are read by the caller.
    let mut last = vec![0; layers.len() + 1];
    for (i, layer) in layers.iter().enumerate() {
        last[layer.from] = i;
        layer.add.into_iter().for_each(|add| last[add] = i);
    }
    last[layers.len() - 1..].fill(usize::MAX);
    let mut held: Vec<Option<usize>> = vec![Some(0)];
    let mut slots = vec![0];
    for i in 0..layers.len() {
        // What layer `i` reads is still there while it writes.
        let free = held.iter().position(|output| output.is_none_or(|output| last[output] < i));
        let slot = free.unwrap_or(held.len());
        held.resize(held.len().max(slot + 1), None);
        held[slot] = Some(i + 1);
        slots.push(slot);
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::net::{Architecture, Shape};

    /// What has been overwritten is never read.
    #[test]
    fn outputs_stay_while_they_are_read() {
        let shape = Shape { planes: 3, rows: 4, columns: 5, steps: 7 };
        for architecture in [
            Architecture::Paper { filters: 6, hidden: 9 },
            Architecture::Residual { filters: 5, blocks: 3, hidden: 4 },
        ] {
            let layers = architecture.layers(&shape);
            let slots = slots(&layers);
            let mut memory = vec![None; slots.len()];
            memory[slots[0]] = Some(0);
            for (i, layer) in layers.iter().enumerate() {
                for read in [Some(layer.from), layer.add].into_iter().flatten() {
                    assert_eq!(memory[slots[read]], Some(read), "layer {i} of {architecture:?}");
                    assert_ne!(slots[read], slots[i + 1], "layer {i} of {architecture:?}");
                }
                memory[slots[i + 1]] = Some(i + 1);
            }
            for read in [layers.len() - 1, layers.len()] {
                assert_eq!(memory[slots[read]], Some(read));
            }
            assert!(slots.iter().max() < Some(&4), "{slots:?}");
        }
    }

    #[test]
    fn boards_are_cut_evenly() {
        assert_eq!(at_once(1000, 49), 49);
        assert_eq!(at_once(WINDOW / 28, 49), 25);
        assert_eq!(at_once(WINDOW * 2, 49), 1);
        for (size, cells) in [(1, 361), (WINDOW / 7, 361), (WINDOW / 360, 361), (WINDOW, 12)] {
            let step = at_once(size, cells);
            assert!(step >= 1 && step <= cells && (step == 1 || step * size <= WINDOW));
        }
    }
}

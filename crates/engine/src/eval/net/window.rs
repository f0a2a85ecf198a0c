//! What convolutions read: for every cell, the cells around it, zero beyond the edge.
//!
//! The numbers of a channel lie by cell, and those of a cell by position of the batch, so that whole batches are copied at once and
//! a dense layer can read the same memory as plain rows.

use std::ops::Range;

use super::gemm::Source;
use super::layers::Shape;

const NONE: u32 = u32::MAX;
/// No panel is wider.
const WIDEST: usize = 48;
const LANES: usize = 8;

/// Which cells are around which, on one board.
#[derive(Clone, Debug)]
pub struct Around {
    cells: usize,
    /// Nine for each cell, row by row from the cell before.
    nine: Vec<u32>,
}

impl Around {
    /// The neighbourhoods of a board.
    pub fn new(shape: &Shape) -> Around {
        let (rows, columns) = (shape.rows as i32, shape.columns as i32);
        let mut nine = Vec::new();
        for cell in 0..rows * columns {
            for tap in 0..9 {
                let (row, column) = (cell / columns + tap / 3 - 1, cell % columns + tap % 3 - 1);
                let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
                nine.push(if inside { (row * columns + column) as u32 } else { NONE });
            }
        }
        Around { cells: shape.cells(), nine }
    }

    /// The cell at one of the nine places around a cell, if it is on the board.
    fn at(&self, cell: usize, taps: usize, tap: usize) -> Option<usize> {
        let found = if taps == 1 { cell as u32 } else { self.nine[cell * 9 + tap] };
        (found != NONE).then_some(found as usize)
    }

    /// The nine places of every cell, `u32::MAX` beyond the edge: for those who compute elsewhere.
    pub fn table(&self) -> &[u32] {
        &self.nine
    }
}

/// A convolution's input as a matrix: a row for every channel and tap, a column for every cell and position.
pub struct Window<'a> {
    /// The channels.
    pub data: &'a [f32],
    /// The board.
    pub around: &'a Around,
    /// 9 or 1.
    pub taps: usize,
    /// Positions.
    pub batch: usize,
}

impl Source for Window<'_> {
    fn pack(&self, depth: Range<usize>, columns: Range<usize>, width: usize, panel: &mut [f32]) {
        // Where each column lies within a channel, for each tap.
        let count = columns.len();
        let mut places = [[NONE; WIDEST]; 9];
        for (tap, places) in places.iter_mut().take(self.taps).enumerate() {
            for (place, j) in places.iter_mut().zip(columns.clone()) {
                let (cell, position) = (j / self.batch, j % self.batch);
                if let Some(cell) = self.around.at(cell, self.taps, tap) {
                    *place = (cell * self.batch + position) as u32;
                }
            }
        }
        let channel = self.around.cells * self.batch;
        // Eight columns are neighbours in memory where batches come in eights.
        let eights = self.batch.is_multiple_of(LANES) && columns.start.is_multiple_of(LANES);
        for (row, k) in panel.chunks_exact_mut(width).zip(depth) {
            let from = &self.data[k / self.taps * channel..][..channel];
            let (places, row) = (&places[k % self.taps][..count], &mut row[..count]);
            if eights {
                for (to, &[place, ..]) in
                    row.as_chunks_mut::<LANES>().0.iter_mut().zip(places.as_chunks::<LANES>().0)
                {
                    *to = match place {
                        NONE => [0.0; LANES],
                        place => *from[place as usize..].first_chunk().expect("the batch is behind it"),
                    };
                }
            } else {
                for (to, &place) in row.iter_mut().zip(places) {
                    *to = if place == NONE { 0.0 } else { from[place as usize] };
                }
            }
        }
    }
}

/// The same matrix turned: a row for every cell and position, a column for every channel and tap.
pub struct TurnedWindow<'a>(pub Window<'a>);

impl Source for TurnedWindow<'_> {
    fn pack(&self, depth: Range<usize>, columns: Range<usize>, width: usize, panel: &mut [f32]) {
        let Window { data, around, taps, batch } = self.0;
        let channel = around.cells * batch;
        for (to, column) in columns.enumerate() {
            let (from, tap) = (&data[column / taps * channel..][..channel], column % taps);
            let mut k = depth.start;
            while k < depth.end {
                let (cell, position) = (k / batch, k % batch);
                let length = (batch - position).min(depth.end - k);
                let places = panel[(k - depth.start) * width + to..].iter_mut().step_by(width).take(length);
                match around.at(cell, taps, tap) {
                    Some(cell) => {
                        places.zip(&from[cell * batch + position..][..length]).for_each(|(to, &x)| *to = x)
                    }
                    None => places.for_each(|to| *to = 0.0),
                }
                k += length;
            }
        }
    }
}

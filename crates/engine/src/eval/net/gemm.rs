//! Products of matrices, the work of every network: `out[i][j] = start + Σ a[i][k]·b[k][j]`.
//!
//! Every number of the result is one chain of fused multiply-adds over `k` in ascending order, whatever the instruction set,
//! the size of the tiles or the other columns: results are the same bits on every machine and in every batch.

use std::ops::Range;
use std::sync::OnceLock;

/// Depth of one block: the panel of `b` then stays in the first cache.
const DEPTH: usize = 256;

/// Rows and columns of the piece that is kept in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kernel {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Kernel {
    /// The best one of this machine.
    fn here() -> Kernel {
        static BEST: OnceLock<Kernel> = OnceLock::new();
        *BEST.get_or_init(|| *Kernel::all().first().expect("there is always the portable one"))
    }

    /// Those that this machine can run, best first.
    fn all() -> Vec<Kernel> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                all.push(Kernel::Avx512);
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                all.push(Kernel::Avx2);
            }
        }
        all.push(Kernel::Portable);
        all
    }

    const fn tile(self) -> (usize, usize) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => (8, 48),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => (4, 24),
            Kernel::Portable => (4, 24),
        }
    }

    /// Adds the product of a strip of `a` and a panel of `b` to a tile, whose rows are `stride` apart.
    #[inline]
    #[allow(unsafe_code)]
    fn run(self, a: &[f32], b: &[f32], tile: &mut [f32], stride: usize) {
        match self {
            // SAFETY: `all` gives a kernel only where the machine has its instructions, and it is the only source of kernels.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { x86::avx512(a, b, tile, stride) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { x86::avx2(a, b, tile, stride) },
            Kernel::Portable => portable(a, b, tile, stride),
        }
    }
}

fn portable(a: &[f32], b: &[f32], tile: &mut [f32], stride: usize) {
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(24)) {
        for (row, &a) in tile.chunks_mut(stride).zip(a) {
            row.iter_mut().zip(b).for_each(|(sum, &b)| *sum = a.mul_add(b, *sum));
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use std::arch::x86_64::*;

    macro_rules! kernel {
        ($name:ident, $features:literal, $rows:literal, $vectors:literal, $lanes:literal, $load:ident, $store:ident, $set:ident, $fma:ident) => {
            #[target_feature(enable = $features)]
            pub fn $name(a: &[f32], b: &[f32], tile: &mut [f32], stride: usize) {
                const WIDTH: usize = $vectors * $lanes;
                assert!(tile.len() >= ($rows - 1) * stride + WIDTH && a.len() / $rows == b.len() / WIDTH);
                let mut sums = [[$set(0.0); $vectors]; $rows];
                for row in 0..$rows {
                    for v in 0..$vectors {
                        // SAFETY: the tile has `$rows` rows of `WIDTH` numbers, `stride` apart.
                        sums[row][v] = unsafe { $load(tile.as_ptr().add(row * stride + v * $lanes)) };
                    }
                }
                for k in 0..a.len() / $rows {
                    let mut columns = [$set(0.0); $vectors];
                    for v in 0..$vectors {
                        // SAFETY: both have as many pieces, and `k` counts them.
                        columns[v] = unsafe { $load(b.as_ptr().add(k * WIDTH + v * $lanes)) };
                    }
                    for row in 0..$rows {
                        // SAFETY: as above.
                        let factor = $set(unsafe { *a.get_unchecked(k * $rows + row) });
                        for v in 0..$vectors {
                            sums[row][v] = $fma(factor, columns[v], sums[row][v]);
                        }
                    }
                }
                for row in 0..$rows {
                    for v in 0..$vectors {
                        // SAFETY: the tile has `$rows` rows of `WIDTH` numbers, `stride` apart.
                        unsafe { $store(tile.as_mut_ptr().add(row * stride + v * $lanes), sums[row][v]) };
                    }
                }
            }
        };
    }

    kernel!(avx512, "avx512f", 8, 3, 16, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps, _mm512_fmadd_ps);
    kernel!(avx2, "avx2,fma", 4, 3, 8, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps, _mm256_fmadd_ps);
}

/// The left matrix, in the order in which the kernel reads it.
#[derive(Clone, Debug)]
pub struct Packed {
    kernel: Kernel,
    rows: usize,
    depth: usize,
    /// Strips of as many rows as a tile has, each by `k`.
    data: Vec<f32>,
}

impl Packed {
    /// Packs the matrix whose numbers are `at(row, k)`.
    pub fn new(rows: usize, depth: usize, at: impl Fn(usize, usize) -> f32) -> Packed {
        Packed::with(Kernel::here(), rows, depth, at)
    }

    fn with(kernel: Kernel, rows: usize, depth: usize, at: impl Fn(usize, usize) -> f32) -> Packed {
        let (high, _) = kernel.tile();
        let mut data = vec![0.0; rows.div_ceil(high) * high * depth];
        for (strip, numbers) in data.chunks_exact_mut(high * depth).enumerate() {
            for row in strip * high..rows.min(strip * high + high) {
                for k in 0..depth {
                    numbers[k * high + row % high] = at(row, k);
                }
            }
        }
        Packed { kernel, rows, depth, data }
    }
}

/// The right matrix: copies a part of itself to where the kernel reads it.
pub trait Source {
    /// Writes rows `depth` of columns `columns` into `panel`, each row `width` long; what is behind the last column stays.
    fn pack(&self, depth: Range<usize>, columns: Range<usize>, width: usize, panel: &mut [f32]);
}

/// A matrix that lies in memory row by row.
pub struct Plain<'a> {
    /// Its numbers.
    pub data: &'a [f32],
    /// How many in a row.
    pub columns: usize,
}

impl Source for Plain<'_> {
    fn pack(&self, depth: Range<usize>, columns: Range<usize>, width: usize, panel: &mut [f32]) {
        for (row, k) in panel.chunks_exact_mut(width).zip(depth) {
            let from = &self.data[k * self.columns..][columns.clone()];
            row[..from.len()].copy_from_slice(from);
        }
    }
}

/// A matrix that lies in memory column by column.
pub struct Turned<'a> {
    /// Its numbers.
    pub data: &'a [f32],
    /// How many in a column.
    pub rows: usize,
}

impl Source for Turned<'_> {
    fn pack(&self, depth: Range<usize>, columns: Range<usize>, width: usize, panel: &mut [f32]) {
        for (at, column) in columns.enumerate() {
            let from = &self.data[column * self.rows..][depth.clone()];
            panel[at..].iter_mut().step_by(width).zip(from).for_each(|(to, &x)| *to = x);
        }
    }
}

/// Multiplies; `out` holds what the sums start with, row by row.
pub fn multiply(a: &Packed, b: &impl Source, columns: usize, out: &mut [f32]) {
    let (high, wide) = a.kernel.tile();
    assert_eq!(out.len(), a.rows * columns);
    let mut panel = vec![0.0; DEPTH.min(a.depth) * wide];
    let mut tile = [0.0; 8 * 48];
    let tile = &mut tile[..high * wide];
    for j in (0..columns).step_by(wide) {
        let width = wide.min(columns - j);
        for k in (0..a.depth).step_by(DEPTH) {
            let depth = DEPTH.min(a.depth - k);
            let panel = &mut panel[..depth * wide];
            b.pack(k..k + depth, j..j + width, wide, panel);
            for (strip, numbers) in a.data.chunks_exact(high * a.depth).enumerate() {
                let rows = high.min(a.rows - strip * high);
                let at = |row: usize| (strip * high + row) * columns + j;
                let numbers = &numbers[k * high..(k + depth) * high];
                if rows == high && width == wide {
                    a.kernel.run(numbers, panel, &mut out[at(0)..], columns);
                    continue;
                }
                // What does not fill a tile is computed beside.
                for row in 0..rows {
                    tile[row * wide..][..width].copy_from_slice(&out[at(row)..][..width]);
                }
                a.kernel.run(numbers, panel, tile, wide);
                for row in 0..rows {
                    out[at(row)..][..width].copy_from_slice(&tile[row * wide..][..width]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Every kernel gives the bits of the plain chain, at sizes that fill no tile.
    #[test]
    fn all_kernels_agree_bit_for_bit() {
        let mut rng = Rng::new(1);
        for (rows, depth, columns) in [(1, 1, 1), (5, 7, 3), (8, 300, 50), (13, 517, 97), (4, 256, 24)] {
            let mut random = |n: usize| (0..n).map(|_| rng.normal() as f32).collect::<Vec<f32>>();
            let (a, b, start) = (random(rows * depth), random(depth * columns), random(rows * columns));
            let mut wanted = start.clone();
            for (i, sum) in wanted.iter_mut().enumerate() {
                let (row, column) = (i / columns, i % columns);
                for k in 0..depth {
                    *sum = a[row * depth + k].mul_add(b[k * columns + column], *sum);
                }
            }
            let turned: Vec<f32> = (0..columns * depth).map(|i| b[i % depth * columns + i / depth]).collect();
            for kernel in Kernel::all() {
                let packed = Packed::with(kernel, rows, depth, |row, k| a[row * depth + k]);
                let mut found = start.clone();
                multiply(&packed, &Plain { data: &b, columns }, columns, &mut found);
                assert_eq!(found, wanted, "{kernel:?} {rows} {depth} {columns}");
                let mut found = start.clone();
                multiply(&packed, &Turned { data: &turned, rows: depth }, columns, &mut found);
                assert_eq!(found, wanted, "{kernel:?} {rows} {depth} {columns}");
            }
        }
    }
}

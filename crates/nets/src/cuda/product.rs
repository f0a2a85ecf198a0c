//! Products of matrices whose rows lie one after the other, said in the language of cuBLAS, whose columns do.

use cudarc::cublas::GemmConfig;
use cudarc::cublas::sys::cublasOperation_t::{CUBLAS_OP_N, CUBLAS_OP_T};

/// A matrix in memory, or the same memory read turned: how far apart its rows are there.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// As it is.
    Plain(usize),
    /// Rows are columns.
    Turned(usize),
}

/// `c = a · b`, or `c += a · b`: `c` has so many rows and columns, and `a` as many columns as `depth` says.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// Rows of `a` and `c`.
    pub rows: usize,
    /// Columns of `b` and `c`.
    pub columns: usize,
    /// Columns of `a`, rows of `b`.
    pub depth: usize,
    /// How the first matrix lies in memory.
    pub a: Rows,
    /// How the second one does.
    pub b: Rows,
    /// How far apart the rows of `c` are.
    pub c: usize,
    /// Whether the product is added to what is there.
    pub add: bool,
}

impl Product {
    /// How many numbers of `a`, `b` and `c` are reached, from the first to the last.
    pub fn reach(&self) -> [usize; 3] {
        let reach = |rows: Rows, down: usize, across: usize| match rows {
            Rows::Plain(apart) => (down - 1) * apart + across,
            Rows::Turned(apart) => (across - 1) * apart + down,
        };
        [
            reach(self.a, self.rows, self.depth),
            reach(self.b, self.depth, self.columns),
            reach(Rows::Plain(self.c), self.rows, self.columns),
        ]
    }

    /// What cuBLAS is told, with `b` as its first matrix and `a` as its second: memory by rows is the turned
    /// matrix by columns, and the turned product is the product of the turned factors the other way round.
    pub fn config(&self) -> GemmConfig<f32> {
        let operation = |rows: Rows| match rows {
            Rows::Plain(apart) => (CUBLAS_OP_N, apart as i32),
            Rows::Turned(apart) => (CUBLAS_OP_T, apart as i32),
        };
        let ((transa, lda), (transb, ldb)) = (operation(self.b), operation(self.a));
        let (m, n, k) = (self.columns as i32, self.rows as i32, self.depth as i32);
        let beta = if self.add { 1.0 } else { 0.0 };
        GemmConfig { transa, transb, m, n, k, alpha: 1.0, lda, ldb, beta, ldc: self.c as i32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cudarc::cublas::sys::cublasOperation_t;
    use engine::Rng;

    /// What cuBLAS's manual says that it does: all matrices by columns.
    fn sgemm(config: &GemmConfig<f32>, a: &[f32], b: &[f32], c: &mut [f32]) {
        let read = |data: &[f32], op: cublasOperation_t, ld: i32, row: i32, column: i32| match op {
            CUBLAS_OP_N => data[(column * ld + row) as usize],
            _ => data[(row * ld + column) as usize],
        };
        for column in 0..config.n {
            for row in 0..config.m {
                let sum: f32 = (0..config.k)
                    .map(|k| {
                        read(a, config.transa, config.lda, row, k)
                            * read(b, config.transb, config.ldb, k, column)
                    })
                    .sum();
                let c = &mut c[(column * config.ldc + row) as usize];
                *c = config.alpha * sum + if config.beta == 0.0 { 0.0 } else { config.beta * *c };
            }
        }
    }

    #[test]
    fn products_are_what_they_say() {
        let mut rng = Rng::new(1);
        let (rows, columns, depth) = (3, 5, 4);
        for (turn_a, turn_b, add) in (0..8).map(|i| (i & 1 > 0, i & 2 > 0, i & 4 > 0)) {
            // Rows are further apart than they are long, as where a part of a matrix is meant.
            let a = if turn_a { Rows::Turned(rows + 2) } else { Rows::Plain(depth + 1) };
            let b = if turn_b { Rows::Turned(depth + 3) } else { Rows::Plain(columns + 2) };
            let product = Product { rows, columns, depth, a, b, c: columns + 1, add };
            let [x, y, mut z] =
                product.reach().map(|n| (0..n).map(|_| rng.normal() as f32).collect::<Vec<f32>>());
            let at = |data: &[f32], rows: Rows, i: usize, j: usize| match rows {
                Rows::Plain(apart) => data[i * apart + j],
                Rows::Turned(apart) => data[j * apart + i],
            };
            let mut wanted = z.clone();
            for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
                let sum: f32 = (0..depth).map(|k| at(&x, a, i, k) * at(&y, b, k, j)).sum();
                let to = &mut wanted[i * (columns + 1) + j];
                *to = sum + if add { *to } else { 0.0 };
            }
            sgemm(&product.config(), &y, &x, &mut z);
            for (found, wanted) in z.iter().zip(&wanted) {
                assert!((found - wanted).abs() < 1e-5, "{product:?}: {found} {wanted}");
            }
        }
    }
}

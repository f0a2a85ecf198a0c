//! The covariance matrix and its roots.

use nalgebra::{DMatrix, SymmetricEigen};
use serde::{Deserialize, Serialize};

/// A symmetric matrix, of which only the diagonal may be kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Symmetric {
    n: usize,
    pub(super) diagonal: bool,
    /// Row after row, or the diagonal alone.
    pub(super) entries: Vec<f64>,
}

impl Symmetric {
    pub(super) fn identity(n: usize, diagonal: bool) -> Symmetric {
        let entries =
            if diagonal { vec![1.0; n] } else { (0..n * n).map(|k| f64::from(k % (n + 1) == 0)).collect() };
        Symmetric { n, diagonal, entries }
    }

    pub(super) fn times(&self, x: &[f64]) -> Vec<f64> {
        if self.diagonal {
            return self.entries.iter().zip(x).map(|(a, b)| a * b).collect();
        }
        self.entries.chunks_exact(self.n).map(|row| dot(row, x)).collect()
    }

    /// Multiplies by a factor.
    pub(super) fn scale(&mut self, factor: f64) {
        self.entries.iter_mut().for_each(|entry| *entry *= factor);
    }

    /// Adds w·x·xᵀ.
    pub(super) fn add(&mut self, w: f64, x: &[f64]) {
        if self.diagonal {
            self.entries.iter_mut().zip(x).for_each(|(entry, x)| *entry += w * x * x);
            return;
        }
        for (row, &xi) in self.entries.chunks_exact_mut(self.n).zip(x) {
            row.iter_mut().zip(x).for_each(|(entry, xj)| *entry += w * xi * xj);
        }
    }

    /// The symmetric root and its inverse; none where the numbers have gone astray.
    pub(super) fn roots(&self) -> Option<(Symmetric, Symmetric)> {
        let with = |entries: Vec<f64>| Symmetric { entries, ..*self };
        if self.diagonal {
            let roots = |power: fn(f64) -> f64| with(self.entries.iter().map(|&v| power(v)).collect());
            return self.positive(&self.entries).then(|| (roots(f64::sqrt), roots(|v| 1.0 / v.sqrt())));
        }
        let matrix = DMatrix::from_row_slice(self.n, self.n, &self.entries);
        let eigen = SymmetricEigen::try_new(matrix, f64::EPSILON, 0)?;
        if !self.positive(eigen.eigenvalues.as_slice()) {
            return None;
        }
        let assemble = |power: fn(f64) -> f64| {
            let mut sum = with(vec![0.0; self.n * self.n]);
            for (vector, &value) in eigen.eigenvectors.column_iter().zip(&eigen.eigenvalues) {
                sum.add(power(value), vector.as_slice());
            }
            sum
        };
        Some((assemble(f64::sqrt), assemble(|v| 1.0 / v.sqrt())))
    }

    /// Whether these eigenvalues are those of a matrix with which one can still compute.
    fn positive(&self, eigenvalues: &[f64]) -> bool {
        let largest = eigenvalues.iter().fold(0.0, |a: f64, &b| a.max(b));
        largest < 1e100 && eigenvalues.iter().all(|&v| v > 1e-15 * largest && v > 1e-100)
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

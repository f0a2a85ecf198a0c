//! The sequential probability ratio test on pairs: play on until it is decided whether a player is nearer to one
//! difference of strength than to another.
//!
//! The statistic is the generalised log-likelihood ratio of the five results of a pair: the likelihood of the results under
//! the likeliest distribution of strength `elo1`, divided by that under the likeliest of strength `elo0`. Wald's bounds on it
//! keep both errors at 5%. Strength is either the expected score (*logistic* Elo) or the expected score in deviations of a game
//! (*normalised* Elo: how many games it takes to see the difference, whatever the share of draws).
//!
//! M. Van den Bergh, "A practical introduction to the GSPRT", "Normalized Elo" and "Comments on normalized Elo"
//! (2020–2021); D. Siegmund, "Sequential Analysis" (1985).

use serde::Serialize;

use super::{expected, phi};

/// Both errors of the test.
const ERROR: f64 = 0.05;

/// One normalised Elo in deviations of a game: it is one logistic Elo where there are no draws and strengths are near.
const NORMALISED: f64 = std::f64::consts::LN_10 / 800.0;

/// What the bounds of a test mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo from the expected score.
    Logistic,
    /// Elo from the expected score and its deviation.
    Normalised,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The strength is `elo0` rather than `elo1`.
    Lower,
    /// The strength is `elo1` rather than `elo0`.
    Higher,
}

/// A test between two differences of strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The lower strength.
    pub elo0: f64,
    /// The higher strength; above the lower.
    pub elo1: f64,
    /// What both are measured in.
    pub model: Model,
}

impl Sprt {
    /// The logarithm of the likelihood ratio at which the test is decided, with either sign.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// What these pairs say. In a match it is asked after every pair, and once it is decided, it is decided.
    pub fn verdict(&self, pairs: &[u32; 5]) -> Verdict {
        match self.llr(pairs) {
            llr if llr >= Sprt::bound() => Verdict::Higher,
            llr if llr <= -Sprt::bound() => Verdict::Lower,
            _ => Verdict::Open,
        }
    }

    /// The logarithm of the generalised likelihood ratio of `elo1` to `elo0`.
    pub fn llr(&self, pairs: &[u32; 5]) -> f64 {
        if pairs.iter().all(|&k| k == 0) {
            return 0.0;
        }
        let (n, seen) = shares(pairs);
        let [low, high] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => likeliest(&seen, &SCORES.map(|score| score - expected(elo))),
            // A pair has two games, so its deviation is smaller by √2.
            Model::Normalised => likeliest_t(&seen, elo * NORMALISED * std::f64::consts::SQRT_2),
        });
        n * (0..5).map(|i| seen[i] * (high[i] / low[i]).ln()).sum::<f64>()
    }

    /// Likelihood of superiority after a match that this test may have ended: one minus the probability that a player of equal
    /// strength would have done at least as well, a pass counting the more the earlier it came. The ratio is seen as a
    /// Brownian motion between the two bounds (Siegmund's approximation).
    pub fn los(&self, pairs: &[u32; 5]) -> f64 {
        if pairs.iter().all(|&k| k == 0) {
            return 0.5;
        }
        let (n, seen) = shares(pairs);
        let (score, variance) = moments(&seen);
        let [s0, s1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => expected(elo),
            Model::Normalised => 0.5 + elo * NORMALISED * (2.0 * variance).sqrt(),
        });
        let drift = |score: f64, variance: f64| (score - (s0 + s1) / 2.0) * (s1 - s0) / variance;
        // Where the match ended: at the bound, if it went beyond.
        let (slope, bound) = (drift(score, variance), Sprt::bound());
        let end = (n * slope).clamp(-bound, bound);
        let time = if slope == 0.0 { n } else { end / slope };
        // How a player of equal strength would have drifted.
        let variance = variance + (0.5 - score).powi(2);
        let (drift, square) = (drift(0.5, variance), (s1 - s0).powi(2) / variance);
        let deviation = (time * square).sqrt();
        let left = |distance: f64| distance / deviation;
        let reflected = |at: f64, z: f64| times_phi(2.0 * drift / square * at, z);
        let worse = phi(left(end - drift * time))
            + reflected(-bound, left(-2.0 * bound - end + drift * time))
            - reflected(bound, left(end - drift * time - 2.0 * bound));
        worse.clamp(0.0, 1.0)
    }
}

/// exp(exponent)·Φ(z), where the first may be huge and the second tiny.
fn times_phi(exponent: f64, z: f64) -> f64 {
    if z > -5.0 {
        return exponent.exp() * phi(z);
    }
    (exponent - z * z / 2.0).exp() / (-z * std::f64::consts::TAU.sqrt()) * (1.0 - 1.0 / (z * z))
}

/// The scores of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The number of pairs and the share of each kind. A kind that was not seen counts a thousandth of a pair, so that no
/// strength is impossible.
fn shares(pairs: &[u32; 5]) -> (f64, [f64; 5]) {
    let seen = pairs.map(|k| if k == 0 { 1e-3 } else { f64::from(k) });
    let n: f64 = seen.iter().sum();
    (n, seen.map(|k| k / n))
}

/// Mean and variance of a distribution of the five scores.
fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let sum = |f: &dyn Fn(f64) -> f64| SCORES.iter().zip(shares).map(|(&score, p)| p * f(score)).sum::<f64>();
    let mean = sum(&|score| score);
    (mean, sum(&|score| (score - mean).powi(2)))
}

/// The distribution p that makes what was seen likeliest among those with Σ pᵢbᵢ = 0: pᵢ = seenᵢ / (1 + x·bᵢ) for the only x
/// that gives it (the Lagrange condition; the sum falls with x).
fn likeliest(seen: &[f64; 5], b: &[f64; 5]) -> [f64; 5] {
    let least = b.iter().copied().fold(f64::INFINITY, f64::min);
    let most = b.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    // Newton's method, and halving where it would leave the bracket.
    for _ in 0..100 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for i in 0..5 {
            let term = b[i] / (1.0 + x * b[i]);
            sum += seen[i] * term;
            slope -= seen[i] * term * term;
        }
        if sum > 0.0 {
            low = x
        } else {
            high = x
        }
        let next = x - sum / slope;
        let next = if next > low && next < high { next } else { (low + high) / 2.0 };
        if (next - x).abs() <= 1e-14 * x.abs().max(1.0) {
            break;
        }
        x = next;
    }
    std::array::from_fn(|i| seen[i] / (1.0 + x * b[i]))
}

/// The likeliest distribution among those whose mean lies t deviations above a half. The derivative of mean − ½ − t·deviation by
/// pᵢ depends on mean and deviation, so the linear problem is solved again until they stay.
fn likeliest_t(seen: &[f64; 5], t: f64) -> [f64; 5] {
    let mut shares = [0.2; 5];
    for _ in 0..50 {
        let (mean, variance) = moments(&shares);
        let deviation = variance.sqrt();
        let b = SCORES.map(|s| s - 0.5 - t * deviation * (1.0 + ((s - mean) / deviation).powi(2)) / 2.0);
        let next = likeliest(seen, &b);
        let change = (0..5).map(|i| (next[i] - shares[i]).abs()).fold(0.0, f64::max);
        shares = next;
        if change < 1e-13 {
            break;
        }
    }
    shares
}

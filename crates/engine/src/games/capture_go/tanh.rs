//! The hyperbolic tangent by sums, products and one quotient, which are exact to the last bit everywhere, while the
//! functions of system libraries differ.

/// Beyond this the result is taken from here: the tangent differs from 1 by less than a hundred-millionth more.
const FAR: f32 = 9.0;

/// tanh x, wrong by less than 3 × 10⁻⁷.
///
/// Half the argument goes through seven levels of Lambert's continued fraction, t = p/q, and then
/// tanh x = 2t / (1 + t²) = 2pq / (p² + q²).
#[inline]
pub fn tanh(x: f32) -> f32 {
    let half = 0.5 * x.clamp(-FAR, FAR);
    let square = half * half;
    let p = half * (135_135.0 + square * (17_325.0 + square * (378.0 + square)));
    let q = 135_135.0 + square * (62_370.0 + square * (3_150.0 + square * 28.0));
    // Rounding may leave the range by a hair.
    (2.0 * p * q / (p * p + q * q)).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_near_the_truth_and_odd() {
        for i in -200_000..=200_000 {
            let x = i as f32 / 10_000.0;
            let truth = f64::from(x).tanh();
            assert!((f64::from(tanh(x)) - truth).abs() < 3e-7, "tanh {x} is {truth}, not {}", tanh(x));
            assert_eq!(tanh(-x), -tanh(x));
            assert!(tanh(x).abs() <= 1.0);
        }
    }

    #[test]
    fn is_the_same_on_every_machine() {
        let golden = [0.0, 0.1, 0.5, 1.0, 2.0, 5.0, 20.0].map(|x| tanh(x).to_bits());
        assert_eq!(
            golden,
            [0, 1036787389, 1055693471, 1061353430, 1064749700, 1065351693, 1065353216],
            "each of these is a few units of the last place from the truth"
        );
    }
}

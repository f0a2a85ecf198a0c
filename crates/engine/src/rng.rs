//! The one source of randomness: ChaCha8 streams, the same on every machine and for ever.
//!
//! A generator is made from a seed, and children from their parent by a label and an index, never by thread, order of
//! arrival or clock. Ranges, shuffles and the normal distribution are written here, because libraries may change
//! theirs.

use games::game::mix;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};
use serde::{Deserialize, Serialize};

/// The default seed.
pub const DEFAULT_SEED: u64 = 2026;

/// A generator whose state can be stored and resumed exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "State", from = "State")]
pub struct Rng {
    seed: u64,
    words: ChaCha8Rng,
}

/// What has to be stored of a generator.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    seed: u64,
    stream: u64,
    /// Words of 32 bits drawn so far.
    position: u64,
}

/// The step of splitmix64, an odd number near 2⁶⁴ divided by the golden ratio.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng::at(seed, 0)
    }

    fn at(seed: u64, stream: u64) -> Rng {
        // The key is the first 256 bits of splitmix64.
        let mut key = [0; 32];
        for (i, bytes) in key.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&mix(seed.wrapping_add(GAMMA.wrapping_mul(i as u64 + 1))).to_le_bytes());
        }
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(stream);
        Rng { seed, words }
    }

    /// A generator of its own for one part of the work, such as `child("game", 7)`. It depends on where this generator
    /// came from, not on what has been drawn from it; indices are different streams of one key.
    pub fn child(&self, label: &str, index: u64) -> Rng {
        // FNV-1a, which is short and never changes.
        let hash = label
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325, |h: u64, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01B3));
        let seed = [self.seed, self.words.get_stream(), hash]
            .iter()
            .fold(0, |h, part| mix((h ^ part).wrapping_add(GAMMA)));
        Rng::at(seed, index)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.words.next_u64()
    }

    /// A number from 0 to n − 1, all equally likely; n must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "there is no number below 0");
        let n = n as u64;
        // The upper half of bits × n; the few lower halves that would make some numbers likelier are drawn again.
        let mut product = u128::from(self.bits()) * u128::from(n);
        if (product as u64) < n {
            let surplus = n.wrapping_neg() % n;
            while (product as u64) < surplus {
                product = u128::from(self.bits()) * u128::from(n);
            }
        }
        (product >> 64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// A number from 0 up to but not including 1, in steps of 2⁻⁵³.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Fills a slice with numbers from 0 up to but not including 1, in steps of 2⁻²⁴. Each takes one word of 32 bits of
    /// the stream: this is many times faster than asking for them singly.
    pub fn fill_uniform(&mut self, numbers: &mut [f32]) {
        let mut bytes = [0; 4 * 256];
        for chunk in numbers.chunks_mut(256) {
            let bytes = &mut bytes[..4 * chunk.len()];
            self.words.fill_bytes(bytes);
            for (number, word) in chunk.iter_mut().zip(bytes.as_chunks::<4>().0) {
                // Signed, because that converts in one instruction; 24 bits are never negative.
                *number = (u32::from_le_bytes(*word) >> 8) as i32 as f32 * (1.0 / (1 << 24) as f32);
            }
        }
    }

    /// A number of the normal distribution with mean 0 and deviation 1: Marsaglia's polar method. Its twin is thrown
    /// away, so that nothing but the position in the stream has to be stored.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                return x * (-2.0 * ln(square) / square).sqrt();
            }
        }
    }
}

/// The natural logarithm of a positive, normal number, by additions, products and quotients only: these are exact to
/// the last bit everywhere, while the logarithms of system libraries differ.
fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    // ln m = 2 artanh s for s = (m − 1) / (m + 1), |s| < 0.172: twelve terms of the series are enough for 53 bits.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let series = (0..12).rev().fold(0.0, |sum, k| sum * (s * s) + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * s * series
}

impl From<Rng> for State {
    fn from(rng: Rng) -> State {
        State { seed: rng.seed, stream: rng.words.get_stream(), position: rng.words.get_word_pos() as u64 }
    }
}

impl From<State> for Rng {
    fn from(state: State) -> Rng {
        let mut rng = Rng::at(state.seed, state.stream);
        rng.words.set_word_pos(u128::from(state.position));
        rng
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The expected numbers come from a second implementation in another language, written from the definition of
    // ChaCha8 and checked against the published keystream of the zero key.

    #[test]
    fn streams_are_chacha8() {
        assert_eq!(ChaCha8Rng::from_seed([0; 32]).next_u64(), 0xD640_5F89_2FEF_003E);
        let mut rng = Rng::new(0);
        assert_eq!(
            [rng.bits(), rng.bits(), rng.bits()],
            [0xBF94_D133_2D8E_E5E8, 0x3A73_8775_A6DA_5A01, 0x3D46_FF10_C143_EE06]
        );
        let mut rng = Rng::new(2026);
        let ninth = (0..9).map(|_| rng.bits()).last();
        assert_eq!(ninth, Some(0x2995_4995_0CB0_5D16), "the first word of the second block");
    }

    #[test]
    fn children_depend_on_label_and_index_only() {
        let mut parent = Rng::new(2026);
        parent.bits();
        let mut child = parent.child("game", 7);
        let mut grandchild = child.child("step", 3);
        assert_eq!(child.bits(), 0xFF21_E4B5_98B9_9B25);
        assert_eq!(grandchild.bits(), 0x284F_058C_D938_BC3B);
        assert_ne!(parent.child("game", 8).bits(), parent.child("game", 7).bits());
        assert_ne!(parent.child("gane", 7).bits(), parent.child("game", 7).bits());
        assert_ne!(parent.child("game", 8).child("step", 3).bits(), 0x284F_058C_D938_BC3B);
    }

    #[test]
    fn derived_numbers_are_golden() {
        let mut rng = Rng::new(1);
        assert_eq!([1, 2, 6, 49, 1000].map(|n| rng.below(n)), [0, 1, 0, 42, 447]);
        let mut order: Vec<usize> = (0..10).collect();
        Rng::new(1).shuffle(&mut order);
        assert_eq!(order, [1, 5, 8, 3, 7, 2, 6, 0, 4, 9]);
        let mut rng = Rng::new(1);
        assert_eq!(
            [0; 3].map(|_| rng.uniform()),
            [0.9353472563167624, 0.5398518199450362, 0.04785199809910856]
        );
        let mut rng = Rng::new(1);
        let normals = [0; 4].map(|_| rng.normal().to_bits());
        assert_eq!(normals, [0x3fe75b0e1be348d9, 0xbfbfe948685e8851, 0xbfad6dd163b5f61f, 0xc000393648a8444e]);
    }

    #[test]
    fn filling_takes_the_words_of_the_stream_in_order() {
        for (skipped, length) in [(0, 1), (1, 7), (3, 256), (5, 1001)] {
            let (mut rng, mut same) = (Rng::new(1), Rng::new(1));
            for _ in 0..skipped {
                assert_eq!(rng.bits(), same.bits());
            }
            let mut numbers = vec![0.0; 2 * length];
            rng.fill_uniform(&mut numbers);
            for pair in numbers.chunks(2) {
                let bits = same.bits();
                let halves = [bits as u32, (bits >> 32) as u32].map(|word| (word >> 8) as f32 / 16_777_216.0);
                assert_eq!(pair, halves);
            }
            assert_eq!(rng.bits(), same.bits(), "{length} pairs after {skipped}");
        }
        let mut numbers = [0.0; 3];
        let mut rng = Rng::new(1);
        rng.fill_uniform(&mut numbers);
        assert_eq!(numbers.map(|x| (x * 16_777_216.0) as u32), [4_761_781, 15_692_522, 5_872_213]);
    }

    #[test]
    fn distributions_have_their_shape() {
        let mut rng = Rng::new(3);
        let mut counts = [0u32; 7];
        let (mut sum, mut squares, mut beyond) = (0.0, 0.0, 0);
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
            let x = rng.normal();
            sum += x;
            squares += x * x;
            beyond += u32::from(x.abs() > 1.96);
        }
        assert!(counts.iter().all(|&n| n.abs_diff(10_000) < 500), "{counts:?}");
        assert!((sum / 70_000.0).abs() < 0.02 && (squares / 70_000.0 - 1.0).abs() < 0.02);
        assert!(
            beyond.abs_diff(3_500) < 250,
            "one in twenty lies beyond 1.96 deviations, not {beyond} of 70000"
        );
        for x in [f64::MIN_POSITIVE, 1e-10, 0.1, 0.5, 0.71, 0.99999, 1.0, 3.0] {
            assert!((ln(x) - x.ln()).abs() <= 4.0 * f64::EPSILON * x.ln().abs(), "ln {x}");
        }
    }

    #[test]
    fn a_stored_generator_goes_on_where_it_was() {
        let mut rng = Rng::new(9).child("swarm", 2);
        for drawn in 0..40 {
            let text = serde_json::to_string(&rng).unwrap();
            let mut resumed: Rng = serde_json::from_str(&text).unwrap();
            assert_eq!(resumed, rng);
            assert_eq!(resumed.child("a", 1), rng.child("a", 1));
            assert_eq!(resumed.bits(), rng.bits(), "after {drawn} draws");
        }
    }
}

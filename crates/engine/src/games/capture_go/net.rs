//! The network of Cai, Venayagamoorthy and Wunsch (2010): 6,216 numbers that judge a 9×9 board.
//!
//! 81 inputs → 140 windows → 40 → 10 → 1, tanh everywhere, a bias for every unit. An input is −1 for a black stone, 1 for
//! a white one, 0 for an empty point; an output near 1 is good for Black and near −1 for White. Both are the paper's,
//! and independent of the side to move; a search turns the output to its mover's side. The slope λ of tanh(λx) is not given: 1.
//!
//! There is one unit in the first layer for every n×n window, n = 3 to 9: its input is the sum of the stones in it, each
//! times the weight of its point. A point has one weight in all windows, and points that the board's symmetries exchange share it:
//!
//! ```text
//!   0  1  3  6 10  6  3  1  0
//!   1  2  4  7 11  7  4  2  1      the fifteen weights of the points;
//!   3  4  5  8 12  8  5  4  3      the lower half is the upper one mirrored
//!   6  7  8  9 13  9  8  7  6
//!  10 11 12 13 14 13 12 11 10
//! ```
//!
//! Order of the numbers: 15 point weights; 140 biases (windows by size, then by row from the bottom, then by column); 40 × 140
//! weights, unit by unit; 40 biases; 10 × 40 weights; 10 biases; 10 weights; 1 bias.
//!
//! The sums of the first layer are whole numbers, point weights being rounded to multiples of 2⁻¹⁸: so adding and taking away
//! the stones by which a position differs from the one before gives exactly what a fresh sum would.

use games::capture_go::board::points;
use games::capture_go::{CaptureGo, Rules, Step};
use games::text::TextError;
use games::{Game, MoveList, Side, text_error};

use super::seen::Seen;
use super::tactics::forced;
use super::tanh::tanh;
use crate::search::{Evaluator, Score, UNIT};

/// How many numbers there are.
pub const PARAMETERS: usize = 6_216;

const POINTS: usize = 81;
const FREE: usize = 15;
const WINDOWS: usize = 140;
const SECOND: usize = 40;
const THIRD: usize = 10;
/// Numbers are handled eight at a time; rows of ten and of 140 are filled up.
const LANE: usize = 8;
const WIDE: usize = 16;
const WIDE_WINDOWS: usize = 144;

/// Eight numbers side by side.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Lane([f32; LANE]);

impl Lane {
    /// Adds `x` times `weights`. Product and sum are rounded each, as on machines that cannot do both at once.
    #[inline(always)]
    fn add(mut self, x: f32, weights: &Lane) -> Lane {
        for (sum, weight) in self.0.iter_mut().zip(&weights.0) {
            *sum += x * weight;
        }
        self
    }
}

/// The tangents of a layer's sums. One loop over all of them: compilers turn loops over lanes into shuffles.
#[inline(always)]
fn tangents<const LANES: usize, const N: usize>(sums: &[Lane; LANES]) -> [f32; N] {
    let mut out = [0.0; N];
    for (out, lane) in out.chunks_exact_mut(LANE).zip(sums) {
        out.copy_from_slice(&lane.0);
    }
    for x in &mut out {
        *x = tanh(*x);
    }
    out
}

/// Numbers as lanes, the rest filled up with 0.
fn lanes<const N: usize>(numbers: &[f32]) -> [Lane; N] {
    let mut lanes = [Lane::default(); N];
    numbers.iter().enumerate().for_each(|(i, &x)| lanes[i / LANE].0[i % LANE] = x);
    lanes
}

/// The weights of a layer by input, from the same by unit.
fn by_input<const N: usize>(weights: &[f32], inputs: usize) -> Vec<[Lane; N]> {
    let column = |input| weights[input..].iter().step_by(inputs).copied().collect::<Vec<_>>();
    (0..inputs).map(|input| lanes(&column(input))).collect()
}

/// The sums of a layer. Input i goes into chain i mod CHAINS, so that an addition need not wait for the one before; the
/// chains are added in the end. The number of inputs is a multiple of CHAINS.
#[inline(always)]
fn sums<const N: usize, const CHAINS: usize>(
    bias: &[Lane; N],
    inputs: &[f32],
    weights: &[[Lane; N]],
) -> [Lane; N] {
    let mut chains = [[Lane::default(); N]; CHAINS];
    chains[0] = *bias;
    for (inputs, weights) in inputs.chunks_exact(CHAINS).zip(weights.chunks_exact(CHAINS)) {
        for ((chain, &x), weights) in chains.iter_mut().zip(inputs).zip(weights) {
            for i in 0..N {
                chain[i] = chain[i].add(x, &weights[i]);
            }
        }
    }
    let mut sums = chains[0];
    for chain in &chains[1..] {
        for i in 0..N {
            sums[i] = sums[i].add(1.0, &chain[i]);
        }
    }
    sums
}

/// Sums of the first layer are in these parts of one.
const PARTS: f32 = (1 << 18) as f32;
/// Larger point weights are cut, so that no sum overflows.
const LARGEST: f32 = 100.0;

/// The network, with the sums of the last position.
#[derive(Clone, Debug)]
pub struct Network {
    parameters: Vec<f32>,
    /// What a white stone on a point adds to every window.
    stone: Box<[[i32; WIDE_WINDOWS]; POINTS]>,
    first_bias: [f32; WIDE_WINDOWS],
    second: Vec<[Lane; SECOND / LANE]>,
    second_bias: [Lane; SECOND / LANE],
    third: Vec<[Lane; WIDE / LANE]>,
    third_bias: [Lane; WIDE / LANE],
    last: [f32; THIRD],
    last_bias: f32,
    sums: [i32; WIDE_WINDOWS],
    /// The stones that are in the sums.
    stones: [u128; 2],
    seen: Seen,
}

/// The free weight of a point.
fn class(point: usize) -> usize {
    let edge = |n: usize| n.min(8 - n);
    let (a, b) = (edge(point % 9), edge(point / 9));
    let (near, far) = (a.min(b), a.max(b));
    far * (far + 1) / 2 + near
}

/// The windows in order: size, bottom row, left column.
fn windows() -> impl Iterator<Item = (usize, usize, usize)> {
    (3..=9).flat_map(|size| {
        (0..=9 - size).flat_map(move |row| (0..=9 - size).map(move |column| (size, row, column)))
    })
}

impl Network {
    /// The network of a vector of parameters, for these rules. It is an error if their number is wrong, one is no number, or
    /// the board is not 9×9.
    pub fn new(parameters: Vec<f32>, rules: &Rules) -> Result<Network, TextError> {
        if (rules.rows, rules.columns) != (9, 9) {
            let (rows, columns) = (rules.rows, rules.columns);
            return Err(text_error!(
                "the network of cai2010 looks at windows of a 9×9 board and cannot judge {rows}×{columns}"
            ));
        }
        if parameters.len() != PARAMETERS {
            let n = parameters.len();
            return Err(text_error!("a network has {PARAMETERS} parameters, not {n}"));
        }
        if let Some(at) = parameters.iter().position(|x| !x.is_finite()) {
            let x = parameters[at];
            return Err(text_error!("parameter {at} is {x}: parameters are finite numbers"));
        }
        let mut rest = parameters.as_slice();
        let mut next = |n: usize| {
            let (part, tail) = rest.split_at(n);
            rest = tail;
            part
        };
        let free: Vec<i32> =
            next(FREE).iter().map(|w| (w.clamp(-LARGEST, LARGEST) * PARTS).round() as i32).collect();
        let mut stone = Box::new([[0; WIDE_WINDOWS]; POINTS]);
        for (window, (size, row, column)) in windows().enumerate() {
            for point in 0..POINTS {
                let inside = (row..row + size).contains(&(point / 9));
                if inside && (column..column + size).contains(&(point % 9)) {
                    stone[point][window] = free[class(point)];
                }
            }
        }
        let mut first_bias = [0.0; WIDE_WINDOWS];
        first_bias[..WINDOWS].copy_from_slice(next(WINDOWS));
        let second = by_input(next(SECOND * WINDOWS), WINDOWS);
        let second_bias = lanes(next(SECOND));
        let third = by_input(next(THIRD * SECOND), SECOND);
        let third_bias = lanes(next(THIRD));
        let mut last = [0.0; THIRD];
        last.copy_from_slice(next(THIRD));
        let last_bias = next(1)[0];
        Ok(Network {
            stone,
            first_bias,
            second,
            second_bias,
            third,
            third_bias,
            last,
            last_bias,
            sums: [0; WIDE_WINDOWS],
            stones: [0; 2],
            seen: Seen::new(),
            parameters,
        })
    }

    /// The numbers that it was made from.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// The output, from −1 (good for White) to 1 (good for Black).
    pub fn output(&mut self, position: &CaptureGo) -> f32 {
        debug_assert_eq!((position.rules().rows, position.rules().columns), (9, 9));
        let stones = Side::BOTH.map(|side| position.stones(side));
        // A black stone counts −1: taking one away adds.
        for (side, sign) in [(0, -1), (1, 1)] {
            self.change(stones[side] & !self.stones[side], sign);
            self.change(self.stones[side] & !stones[side], -sign);
        }
        self.stones = stones;
        self.forward()
    }

    #[inline]
    fn change(&mut self, stones: u128, sign: i32) {
        for point in points(stones) {
            for (sum, part) in self.sums.iter_mut().zip(&self.stone[point as usize]) {
                *sum += sign * part;
            }
        }
    }

    fn forward(&self) -> f32 {
        let first: [f32; WIDE_WINDOWS] =
            std::array::from_fn(|i| tanh(self.sums[i] as f32 * (1.0 / PARTS) + self.first_bias[i]));
        let second: [f32; SECOND] =
            tangents(&sums::<_, 2>(&self.second_bias, &first[..WINDOWS], &self.second));
        let third: [f32; WIDE] = tangents(&sums::<_, 4>(&self.third_bias, &second, &self.third));
        let mut sum = self.last_bias;
        for (x, weight) in third.iter().zip(&self.last) {
            sum += x * weight;
        }
        tanh(sum)
    }
}

impl Evaluator<CaptureGo> for Network {
    fn score(&mut self, position: &CaptureGo) -> Score {
        let key = position.key();
        let output = self.seen.get(key).unwrap_or_else(|| {
            let output = self.output(position);
            self.seen.put(key, output);
            output
        });
        let black = (output * UNIT as f32) as Score;
        if position.to_move() == Side::First { black } else { -black }
    }

    fn forced(&mut self, position: &CaptureGo, steps: &mut MoveList<Step>) -> bool {
        forced(position, steps)
    }
}

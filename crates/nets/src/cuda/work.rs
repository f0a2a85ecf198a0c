//! The kernels of `kernels.cu` as functions: here their arguments are put in order, and the lengths checked.

use games::TextError;

use super::gpu::Argument::{Count, Number, Place, Wide};
use super::gpu::{Lane, Span};
use crate::Rate;
use crate::adam::{BETA, EPSILON};

/// Threads of a block, where nothing else is said.
const THREADS: usize = 256;

/// Threads of a block of the kernel that adds up rows; it has room for as many sums.
const SUMMING: usize = 1024;

/// What the losses of a batch are computed from.
pub struct Question {
    /// What the network said about steps.
    pub policy: Span,
    /// What it said about the values.
    pub value: Span,
    /// Where the steps of every position begin and end.
    pub starts: Span,
    /// The numbers of the steps.
    pub steps: Span,
    /// The shares that they should have.
    pub shares: Span,
    /// The value that every position should have.
    pub wanted: Span,
}

/// What a step of Adam changes.
pub struct Moving {
    /// The network's numbers.
    pub weights: Span,
    /// What the losses say about them.
    pub gradient: Span,
    /// The running mean of the gradient.
    pub mean: Span,
    /// The running mean of its square.
    pub square: Span,
}

/// Narrow blocks for small batches.
fn threads(columns: usize) -> usize {
    columns.next_multiple_of(32).min(THREADS)
}

impl Lane {
    /// Positions one after the other become planes.
    pub fn lay(&self, rows: Span, planes: Span, width: usize, batch: usize) -> Result<(), TextError> {
        assert!(rows.floats() >= width * batch && planes.floats() >= width * batch, "room for planes");
        let (threads, arguments) = (
            threads(batch),
            [Place(rows.place), Place(planes.place), Count(width as u32), Count(batch as u32)],
        );
        self.launch(&self.kernels.lay, [batch.div_ceil(threads), width, 1], threads as u32, &arguments)
    }

    /// The cells around `count` cells from the `first`, as a matrix, for each of so many channels.
    #[allow(clippy::too_many_arguments)]
    pub fn window(
        &self,
        input: Span,
        table: Span,
        columns: Span,
        [channels, cells]: [usize; 2],
        [first, count]: [usize; 2],
        batch: usize,
    ) -> Result<(), TextError> {
        assert!(first + count <= cells && table.bytes >= cells * 9 * size_of::<u32>(), "cells of the board");
        assert!(input.floats() >= channels * cells * batch, "the input of a window");
        assert!(columns.floats() >= channels * 9 * count * batch, "room for a window");
        let arguments = [
            Place(input.place),
            Place(table.place),
            Place(columns.place),
            Count(cells as u32),
            Count(first as u32),
            Count(batch as u32),
        ];
        let threads = threads(batch).min(128);
        let blocks = [batch.div_ceil(threads), count, channels];
        self.launch(&self.kernels.window, blocks, threads as u32, &arguments)
    }

    /// The bias, what is added, and the relu.
    pub fn finish(
        &self,
        out: Span,
        bias: Span,
        add: Option<Span>,
        columns: usize,
        relu: bool,
    ) -> Result<(), TextError> {
        let rows = bias.floats();
        assert!(
            out.floats() >= rows * columns && add.is_none_or(|add| add.floats() >= rows * columns),
            "an output"
        );
        let arguments = [
            Place(out.place),
            Place(bias.place),
            Place(add.map_or(0, |add| add.place)),
            Count(columns as u32),
            Count(u32::from(relu)),
        ];
        let threads = threads(columns);
        self.launch(&self.kernels.finish, [columns.div_ceil(threads), rows, 1], threads as u32, &arguments)
    }

    /// The way back through the relu, and the gradient of the bias.
    pub fn blame(
        &self,
        gradient: Span,
        out: Span,
        bias: Span,
        columns: usize,
        relu: bool,
    ) -> Result<(), TextError> {
        let rows = bias.floats();
        assert!(
            gradient.floats() >= rows * columns && out.floats() >= rows * columns,
            "a gradient and its output"
        );
        let arguments = [
            Place(gradient.place),
            Place(out.place),
            Place(bias.place),
            Count(columns as u32),
            Count(u32::from(relu)),
        ];
        self.launch(&self.kernels.blame, [rows, 1, 1], SUMMING as u32, &arguments)
    }

    /// Weights of a 3×3 convolution for the way back.
    pub fn turn(&self, weights: Span, turned: Span, inputs: usize, outputs: usize) -> Result<(), TextError> {
        let count = inputs * outputs * 9;
        assert!(weights.floats() >= count && turned.floats() >= count, "room for turned weights");
        let arguments =
            [Place(weights.place), Place(turned.place), Count(inputs as u32), Count(outputs as u32)];
        let blocks = [(outputs * 9).div_ceil(THREADS), inputs, 1];
        self.launch(&self.kernels.turn, blocks, THREADS as u32, &arguments)
    }

    /// Adds numbers to others.
    pub fn accumulate(&self, sum: Span, more: Span) -> Result<(), TextError> {
        let count = more.floats();
        assert!(sum.floats() >= count, "room for a sum");
        let arguments = [Place(sum.place), Place(more.place), Wide(count as u64)];
        self.launch(&self.kernels.accumulate, [count.div_ceil(THREADS), 1, 1], THREADS as u32, &arguments)
    }

    /// The losses of every position, those of the policy first, and their gradient, of which every position has
    /// this weight.
    pub fn judge(
        &self,
        question: &Question,
        policy: Span,
        value: Span,
        losses: Span,
        weight: f32,
        batch: usize,
    ) -> Result<(), TextError> {
        assert!(
            question.value.floats() >= batch && question.wanted.floats() >= batch,
            "a value for every position"
        );
        assert!(question.starts.bytes >= (batch + 1) * size_of::<u32>(), "every position begins and ends");
        assert!(question.steps.bytes >= question.shares.bytes, "a step for every share");
        assert!(policy.bytes >= question.policy.bytes && value.floats() >= batch, "room for gradients");
        assert!(losses.bytes >= 2 * batch * size_of::<f64>(), "room for losses");
        self.clear(policy)?;
        let arguments = [
            Place(question.policy.place),
            Place(question.value.place),
            Place(question.starts.place),
            Place(question.steps.place),
            Place(question.shares.place),
            Place(question.wanted.place),
            Place(policy.place),
            Place(value.place),
            Place(losses.place),
            Number(weight),
            Count(batch as u32),
        ];
        self.launch(&self.kernels.judge, [batch, 1, 1], 32, &arguments)
    }

    /// One step of Adam, with the factors of [`crate::Student::corrections`].
    pub fn adam(&self, moving: &Moving, corrections: [f32; 2], rate: &Rate) -> Result<(), TextError> {
        let count = moving.weights.floats();
        let all = [moving.gradient, moving.mean, moving.square];
        assert!(all.iter().all(|span| span.floats() >= count), "a gradient and means for every weight");
        let arguments = [
            Place(moving.weights.place),
            Place(moving.gradient.place),
            Place(moving.mean.place),
            Place(moving.square.place),
            Count(count as u32),
            Number(1.0 - BETA[0]),
            Number(1.0 - BETA[1]),
            Number(EPSILON),
            Number(corrections[0]),
            Number(corrections[1]),
            Number(rate.rate),
            Number(rate.decay),
        ];
        self.launch(&self.kernels.adam, [count.div_ceil(THREADS), 1, 1], THREADS as u32, &arguments)
    }
}

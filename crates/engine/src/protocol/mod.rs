//! The protocols that match runners, boards and pages speak: [`ugi`] for every game, [`gtp`] for Capture Go, and
//! [`analysis`], questions and answers in JSON, for every game.
//!
//! All are loops over lines of any reader and writer, so that tests can drive them like a program does.

use std::io::{self, BufRead, Read};

pub mod analysis;
mod clock;
pub mod gtp;
mod respondent;
mod thinking;
pub mod ugi;

pub use respondent::Respondent;

/// Longer lines are refused.
pub const MAX_LINE: usize = 1 << 20;

/// No game of the presets has this many steps; longer lines of play are refused, because a repetition is looked for among
/// all earlier positions.
pub const MAX_STEPS: usize = 10_000;

/// The next line without its end, its first bytes where it is longer than [`MAX_LINE`] (one byte too many, so that this
/// shows), or none at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() > MAX_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    } else if line.ends_with(b"\n") {
        line.pop();
    }
    Ok(Some(line))
}

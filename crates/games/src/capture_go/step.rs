//! One step: a stone on a point, or a pass. Columns are lettered as on a Go board, without i.

use std::fmt;
use std::str::FromStr;

use crate::text::{TextError, coordinates, quote, text_error};

/// The letters of the columns.
pub(super) const COLUMNS: &[u8; 11] = b"abcdefghjkl";

/// A stone on a point, such as `e5`, or `pass`. Ordered a1, b1, …, a2, …, pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step(u8);

impl Step {
    /// No stone.
    pub const PASS: Step = Step(0xFF);

    /// A stone on this point, column and row from 0, at most 10.
    #[inline]
    pub const fn point(column: u8, row: u8) -> Step {
        debug_assert!(column < 11 && row < 11);
        Step(row << 4 | column)
    }

    /// Whether no stone is placed.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS.0
    }

    /// 0 for column a. A pass has none; its answer means nothing.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 15
    }

    /// 0 for the bottom row. A pass has none; its answer means nothing.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// Reads a step for a board of this size; the error speaks of that board.
    pub(super) fn read(text: &str, columns: u8, rows: u8) -> Result<Step, TextError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Step::PASS);
        }
        let wrong = || text_error!("{} is no step: a column and a row, such as b2, or pass", quote(text));
        let (letter, row) = coordinates(text).ok_or_else(wrong)?;
        let letters = &COLUMNS[..columns as usize];
        let column = letters.iter().position(|&b| b as char == letter).ok_or_else(|| {
            let last = letters[letters.len() - 1] as char;
            let without = if last > 'i' { " without i" } else { "" };
            text_error!("{}: a column is one of a to {last}{without}", quote(text))
        })?;
        if row > rows.into() {
            return Err(text_error!("{}: a row is one of 1 to {rows}", quote(text)));
        }
        Ok(Step::point(column as u8, row as u8 - 1))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        write!(f, "{}{}", COLUMNS[self.column() as usize] as char, self.row() + 1)
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Step {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Step, TextError> {
        Step::read(text, 11, 11)
    }
}

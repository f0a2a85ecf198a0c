//! Capture Go: players place stones in turn, and the first to capture wins.
//!
//! ```text
//!      a  b  c  d  e
//!   5  .  .  .  .  .  5
//!   4  .  .  x  .  .  4      Black plays d3: White's d2 and c3 have no
//!   3  .  x  o  .  .  3      liberty left, and Black has won.
//!   2  .  .  x  o  x  2
//!   1  .  .  .  x  .  1
//!      a  b  c  d  e
//! ```
//!
//! The rules in words are in `docs/rules/capture-go.md`. Captured stones stay on the board: the last position of a
//! game shows the group without liberties, so that a position alone tells who has won.

pub mod board;
mod family;
mod groups;
mod rules;
pub mod sgf;
mod step;
mod text;

pub use family::FAMILY;
pub use rules::{Rules, Territory};
pub use step::Step;

use crate::game::{Game, MoveList, Outcome, Side, mix};
use crate::text::TextError;

/// A position of Capture Go. `Side::First` is Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CaptureGo {
    stones: [u128; 2],
    /// Steps made so far, passes included.
    steps: u16,
    rules: Rules,
    mover: Side,
    /// Passes in a row up to now.
    passes: u8,
    /// The result, found when the last step was made.
    verdict: Option<Outcome>,
}

const _: () = assert!(size_of::<CaptureGo>() == 48);

impl CaptureGo {
    /// Passes in a row up to now: 2 have ended the game.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Whether the mover may place a stone on this empty point.
    #[inline]
    fn is_open(&self, point: u32, empty: u128) -> bool {
        self.grid().neighbours[point as usize] & empty != 0 || self.is_no_suicide(point, empty)
    }

    /// The same for a point without an empty neighbour: the stone must join a group with another liberty, or capture.
    fn is_no_suicide(&self, point: u32, empty: u128) -> bool {
        let grid = self.grid();
        let (own, enemy) = (self.stones(self.mover), self.stones(self.mover.other()));
        let (near, empty) = (grid.neighbours[point as usize], empty & !(1 << point));
        board::points(near & own).any(|stone| grid.breathes(stone, own, empty))
            || board::points(near & enemy).any(|stone| !grid.breathes(stone, enemy, empty))
    }

    /// The points where the mover may place a stone, if the game is not over.
    fn open_points(&self) -> u128 {
        let empty = self.empty();
        let easy = empty & self.grid().around(empty);
        board::points(empty & !easy)
            .filter(|&point| self.is_no_suicide(point, empty))
            .fold(easy, |set, point| set | 1 << point)
    }

    /// The result of a position, from the position alone.
    fn judge(&self) -> Option<Outcome> {
        let last = self.mover.other();
        if self.breathless(self.mover) != 0 {
            // Both may have such a group: the capturing stone need not have had a liberty.
            Some(Outcome::Win(last))
        } else if self.breathless(last) != 0 {
            Some(Outcome::Win(self.mover))
        } else {
            self.judge_quiet()
        }
    }

    /// The same where it is known that every group has a liberty.
    #[inline]
    fn judge_quiet(&self) -> Option<Outcome> {
        if self.rules.passing {
            (self.passes == 2).then(|| Outcome::greater(self.territory()))
        } else {
            // Two empty points side by side are open to both sides.
            let empty = self.empty();
            let stuck = empty & self.grid().around(empty) == 0 && self.open_points() == 0;
            stuck.then_some(Outcome::Win(self.mover.other()))
        }
    }

    /// Where a point lies after the columns are mirrored (1), the rows are mirrored (2) and rows and columns are
    /// exchanged (4), in this order, each if its bit is set.
    fn seen(&self, point: Step, symmetry: usize) -> Step {
        let Rules { rows, columns, .. } = self.rules;
        let column = if symmetry & 1 == 0 { point.column() } else { columns - 1 - point.column() };
        let row = if symmetry & 2 == 0 { point.row() } else { rows - 1 - point.row() };
        if symmetry & 4 == 0 { Step::point(column, row) } else { Step::point(row, column) }
    }
}

impl Game for CaptureGo {
    type Rules = Rules;
    type Move = Step;

    fn start(rules: &Rules) -> Self {
        CaptureGo { stones: [0; 2], steps: 0, rules: *rules, mover: Side::First, passes: 0, verdict: None }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.mover
    }

    fn moves(&self, out: &mut MoveList<Step>) {
        if self.verdict.is_some() {
            return;
        }
        out.extend(self.points(self.open_points()));
        if self.rules.passing {
            out.push(Step::PASS);
        }
    }

    fn pick(&self, choose: &mut impl FnMut(usize) -> usize) -> Option<Step> {
        if self.verdict.is_some() {
            return None;
        }
        let empty = self.empty();
        let (mut candidates, mut count) = (empty, empty.count_ones());
        while count + u32::from(self.rules.passing) > 0 {
            let choice = choose((count + u32::from(self.rules.passing)) as usize) as u32;
            if choice == count {
                return Some(Step::PASS);
            }
            let point = board::nth(candidates, choice);
            if self.is_open(point, empty) {
                return Some(self.grid().steps[point as usize]);
            }
            // Choosing again among the others keeps the choice among the legal ones uniform.
            candidates &= !(1 << point);
            count -= 1;
        }
        None
    }

    #[inline]
    fn play(&mut self, step: Step) {
        debug_assert_eq!(self.check(step), Ok(()), "{step} in {self}");
        let side = self.mover;
        self.mover = side.other();
        self.steps = self.steps.saturating_add(1);
        if step.is_pass() {
            self.passes += 1;
            self.verdict = self.judge_quiet();
            return;
        }
        self.passes = 0;
        let point = self.index(step);
        self.stones[side.index()] |= 1 << point;
        // Only a group beside the new stone can have lost its last liberty.
        let (grid, enemy, empty) = (self.grid(), self.stones(side.other()), self.empty());
        let captures = board::points(grid.neighbours[point as usize] & enemy)
            .any(|stone| !grid.breathes(stone, enemy, empty));
        self.verdict = if captures { Some(Outcome::Win(side)) } else { self.judge_quiet() };
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.verdict
    }

    fn key(&self) -> u64 {
        let word = |salt: u64, set: u128, shift: u32| {
            mix((set >> shift) as u64 ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        };
        let [black, white] = self.stones;
        let stones = word(1, black, 0) ^ word(2, black, 64) ^ word(3, white, 0) ^ word(4, white, 64);
        mix(stones.wrapping_add((self.passes as u64) << 1 | self.mover.index() as u64))
    }

    fn captures(&self, step: Step) -> u32 {
        // Searches ask this of every step: most have no enemy stone beside them that could be short of liberties.
        let (grid, bit, enemy) = (self.grid(), self.point(step), self.stones(self.mover.other()));
        let empty = self.empty() & !bit;
        let near = if bit == 0 { 0 } else { grid.neighbours[self.index(step) as usize] & enemy };
        if board::points(near).all(|stone| grid.breathes(stone, enemy, empty)) {
            return 0;
        }
        self.captured_by(self.mover, step).count_ones()
    }

    fn is_quiet(&self) -> bool {
        self.capturing_points(self.mover) == 0
    }

    fn parse(rules: &Rules, text: &str) -> Result<Self, TextError> {
        text::parse(rules, text)
    }

    fn read_step(&self, text: &str) -> Result<Step, TextError> {
        self.read(text)
    }

    fn remark(&self, step: Step) -> Option<String> {
        text::remark(self, step)
    }

    fn draw(&self, last: Option<Step>) -> String {
        text::draw(self, last)
    }

    fn reason(&self) -> String {
        text::reason(self)
    }

    fn symmetries(&self) -> usize {
        if self.rules.rows == self.rules.columns { 8 } else { 4 }
    }

    fn transform(&self, symmetry: usize) -> Self {
        let see = |set: u128| {
            self.points(set).fold(0, |seen, point| seen | 1 << self.index(self.seen(point, symmetry)))
        };
        CaptureGo { stones: self.stones.map(see), ..*self }
    }

    fn transform_move(&self, step: Step, symmetry: usize) -> Step {
        if step.is_pass() { step } else { self.seen(step, symmetry) }
    }
}

//! Seega and Seejeh: fill the board with pebbles, then take the opponent's by flanking them.
//!
//! The rules in words, with every switch, are in `docs/rules/seega.md` and `docs/rules/seejeh.md`.
//!
//! ```text
//!      a  b  c  d  e
//!   5  .  .  o  .  .  5
//!   4  .  .  x  .  .  4     White (o) steps c2-c3 and takes c4 and b3: behind them stand c5 and a3.
//!   3  o  x  .  x  .  3
//!   2  .  .  o  .  .  2
//!   1  .  .  .  .  .  1
//! ```

mod bits;
mod blocked;
mod exchange;
mod family;
mod position;
mod rules;
mod step;
mod text;
mod turns;

pub use bits::Bits;
use blocked::Due;
pub use exchange::{Keep, WhyKept};
pub use family::FAMILY;
pub use rules::{AfterCapture, Blocked, Colour, Exchange, QuietResult, Rules};
pub use step::Step;

use crate::game::{Game, MoveList, Outcome, Side, mix};
use crate::text::{Cell, TextError};

/// A position of the Seega family; `B` is `u64` for boards up to 7×7 and `u128` for 9×9.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seega<B: Bits> {
    /// By side.
    pieces: [B; 2],
    rules: Rules,
    /// Single steps of phase two since the last capture or exchange.
    quiet: u16,
    /// Finished turns.
    turns: u16,
    mover: Side,
    /// Placements left in phase one; 0 in phase two.
    to_place: u8,
    /// What the mover has to take off before play goes on.
    due: Due,
    /// The piece that goes on capturing.
    chain: Option<Cell>,
    /// While `opening`: where the first side's first step of phase two started. After it: the mover must vacate a
    /// cell beside this one.
    room: Option<Cell>,
    /// The first side has not finished its first turn of phase two (kept only where it matters, and where that turn
    /// has lost the game).
    opening: bool,
    /// An exchange has just ended the game (`exchange_wins`).
    exchanged: bool,
    /// Computed with every step, because most callers ask.
    outcome: Option<Outcome>,
}

const _: () = assert!(std::mem::size_of::<Seega<u64>>() == 48);
const _: () = assert!(std::mem::size_of::<Seega<u128>>() == 64);

impl<B: Bits> Seega<B> {
    /// The cells of a side's pieces.
    #[inline]
    pub fn pieces(&self, side: Side) -> B {
        self.pieces[side.index()]
    }

    /// How many pieces a side has on the board.
    #[inline]
    pub fn count(&self, side: Side) -> u32 {
        self.pieces(side).count()
    }

    /// All cells of the board.
    #[inline]
    pub fn board(&self) -> B {
        B::BOARDS[self.rules.size as usize]
    }

    /// The cells without a piece.
    #[inline]
    pub fn empty(&self) -> B {
        self.board() & !(self.pieces[0] | self.pieces[1])
    }

    /// The middle of the board.
    #[inline]
    pub fn centre(&self) -> Cell {
        Cell::new(self.rules.size / 2, self.rules.size / 2)
    }

    /// Whether pieces are still being placed.
    #[inline]
    pub fn is_placing(&self) -> bool {
        self.to_place > 0
    }

    /// Single steps of phase two since the last capture or exchange.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The piece that has to, or may, go on capturing.
    pub fn chain(&self) -> Option<Cell> {
        self.chain
    }

    /// How many own pieces the mover has still to take off.
    pub fn give(&self) -> u8 {
        match self.due {
            Due::Nothing => 0,
            Due::One => 1,
            Due::Two => 2,
            Due::Way => u8::from(self.rules.blocked == Blocked::GetsWay),
        }
    }

    /// Whether a side has any piece beside an empty cell.
    #[inline]
    pub fn can_slide(&self, side: Side) -> bool {
        !(self.pieces(side).beside() & self.empty()).is_empty()
    }

    /// The pieces that the step of `side`'s piece from one cell to another takes.
    #[inline]
    pub fn taken(&self, side: Side, from: Cell, to: Cell) -> B {
        let own = self.pieces(side) & !B::cell(from);
        let (to, enemy) = (B::cell(to), self.pieces(side.other()));
        let taken =
            if self.rules.line_capture { B::enclosed(to, own, enemy) } else { B::flanked(to, own, enemy) };
        if self.rules.centre_safe { taken & !B::cell(self.centre()) } else { taken }
    }

    /// Where the piece on `from` can go.
    #[inline]
    fn targets(&self, from: Cell) -> B {
        B::cell(from).beside() & self.empty()
    }

    /// The targets of the piece on `from` that capture something.
    fn capturing_targets(&self, side: Side, from: Cell) -> B {
        let mut capturing = B::NONE;
        for to in self.targets(from).cells() {
            if !self.taken(side, from, to).is_empty() {
                capturing |= B::cell(to);
            }
        }
        capturing
    }

    /// The mover's pieces that may step, outside a chain.
    #[inline]
    fn origins(&self) -> B {
        let movable = self.pieces(self.mover) & self.empty().beside();
        match self.room {
            Some(cell) if !self.opening => {
                let bound = movable & B::cell(cell).beside();
                if bound.is_empty() { movable } else { bound }
            }
            _ => movable,
        }
    }

    /// The four sets of targets, by direction, of all pieces of a side that may step freely.
    #[inline]
    fn directions(&self) -> [B; 4] {
        let (own, empty) = (self.pieces(self.mover), self.empty());
        [own << 1 & empty, own >> 1 & empty, own << B::ROW & empty, own >> B::ROW & empty]
    }
}

impl<B: Bits> Game for Seega<B> {
    type Rules = Rules;
    type Move = Step;
    /// Version 1 knew no untouchable pieces: see [`crate::game::Rules::of_version`].
    const RULES_VERSION: u32 = 2;

    fn start(rules: &Rules) -> Self {
        debug_assert!(!B::BOARDS[rules.size as usize].is_empty(), "the board fits the word");
        Seega {
            pieces: [B::NONE; 2],
            rules: *rules,
            quiet: 0,
            turns: 0,
            mover: Side::First,
            to_place: (rules.pieces() * 2) as u8,
            due: Due::Nothing,
            chain: None,
            room: None,
            opening: false,
            exchanged: false,
            outcome: None,
        }
    }

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.mover
    }

    fn moves(&self, out: &mut MoveList<Step>) {
        if self.outcome.is_some() {
            return;
        }
        if self.is_placing() {
            out.extend((self.empty() & !B::cell(self.centre())).cells().map(Step::Place));
        } else if self.due != Due::Nothing {
            out.extend(self.dues().cells().map(Step::TakeOff));
        } else if let Some(from) = self.chain {
            out.extend(self.capturing_targets(self.mover, from).cells().map(|to| Step::Slide(from, to)));
            if self.rules.after_capture == AfterCapture::SamePieceFree {
                out.push(Step::End);
            }
        } else {
            for from in self.origins().cells() {
                self.targets(from).cells().for_each(|to| out.push(Step::Slide(from, to)));
            }
            if out.is_empty() {
                out.push(Step::Pass);
            } else {
                out.extend(self.offers().cells().map(Step::TakeOff));
            }
        }
    }

    #[inline]
    fn pick(&self, choose: &mut impl FnMut(usize) -> usize) -> Option<Step> {
        if self.outcome.is_some() {
            return None;
        }
        if self.is_placing() {
            let free = self.empty() & !B::cell(self.centre());
            return Some(Step::Place(B::to_cell(free.nth(choose(self.to_place as usize) as u32))));
        }
        if self.due != Due::Nothing || self.chain.is_some() || self.room.is_some() {
            let mut list = MoveList::new();
            self.moves(&mut list);
            return Some(list[choose(list.len())]);
        }
        // Without branches on the answer, which cannot be predicted.
        let directions = self.directions();
        let [right, left, up, down] = directions.map(B::count);
        let (two, three) = (right + left, right + left + up);
        let total = three + down;
        if total == 0 {
            return Some(Step::Pass);
        }
        let perhaps = self.perhaps_offers();
        let mut n = choose((total + perhaps.count()) as usize) as u32;
        if n >= total {
            let offers = self.offers();
            let piece = B::to_cell(perhaps.nth(n - total));
            if !(offers & B::cell(piece)).is_empty() {
                return Some(Step::TakeOff(piece));
            }
            // Chosen again, among the legal steps alone: each is still as likely as the others.
            n = choose((total + offers.count()) as usize) as u32;
            if n >= total {
                return Some(Step::TakeOff(B::to_cell(offers.nth(n - total))));
            }
        }
        let direction = usize::from(n >= right) + usize::from(n >= two) + usize::from(n >= three);
        let to = directions[direction].nth(n - [0, right, two, three][direction]);
        let back = [1, 1u32.wrapping_neg(), B::ROW, B::ROW.wrapping_neg()][direction];
        Some(Step::Slide(B::to_cell(to.wrapping_sub(back)), B::to_cell(to)))
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        debug_assert!(self.why_illegal(mv).is_none(), "{mv} in {self}");
        match mv {
            Step::Place(cell) => self.place(cell),
            Step::Slide(from, to) => self.slide(from, to),
            Step::TakeOff(cell) => self.take_off(cell),
            Step::Pass | Step::End => {
                self.quiet = self.quiet.saturating_add(1);
                self.chain = None;
                self.end_turn();
            }
        }
        if self.outcome.is_none() {
            self.outcome = self.limit_outcome();
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn key(&self) -> u64 {
        let cell = |cell: Option<Cell>| cell.map_or(0xFF, |c| u64::from(c.rank()) << 4 | u64::from(c.file()));
        let state = self.mover as u64
            | (self.is_placing() as u64) << 1
            | (self.opening as u64) << 2
            | (self.due as u64) << 3
            | cell(self.chain) << 8
            | cell(self.room) << 16;
        let boards = self.pieces[0].key(0).rotate_left(32) ^ self.pieces[1].key(0x9E37_79B9_7F4A_7C15);
        mix(boards ^ state.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    fn steps_to_limit(&self) -> u32 {
        let left =
            |limit: u16, now: u16| if limit == 0 { u32::MAX } else { u32::from(limit.saturating_sub(now)) };
        let quiet = left(self.rules.quiet_limit, self.quiet).saturating_add(u32::from(self.to_place));
        quiet.min(left(self.rules.turn_limit, self.turns))
    }

    #[inline]
    fn captures(&self, mv: Step) -> u32 {
        match mv {
            Step::Slide(from, to) => self.taken(self.mover, from, to).count(),
            Step::TakeOff(cell) => (self.pieces(self.mover.other()) & B::cell(cell)).count(),
            _ => 0,
        }
    }

    fn parse(rules: &Rules, text: &str) -> Result<Self, TextError> {
        position::parse(rules, text)
    }

    fn read_step(&self, text: &str) -> Result<Step, TextError> {
        text::read_step(self, text)
    }

    fn write_step(&self, mv: Step) -> String {
        text::write_step(self, mv)
    }

    fn remark(&self, mv: Step) -> Option<String> {
        text::remark(self, mv)
    }

    fn draw(&self, last: Option<Step>) -> String {
        text::draw(self, last)
    }

    fn reason(&self) -> String {
        text::reason(self)
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, symmetry: usize) -> Self {
        let cell = |c| turn(c, self.rules.size, symmetry);
        let set = |set: B| set.cells().fold(B::NONE, |all, c| all | B::cell(cell(c)));
        Seega {
            pieces: self.pieces.map(set),
            chain: self.chain.map(cell),
            room: self.room.map(cell),
            ..*self
        }
    }

    fn transform_move(&self, mv: Step, symmetry: usize) -> Step {
        let cell = |c| turn(c, self.rules.size, symmetry);
        match mv {
            Step::Place(c) => Step::Place(cell(c)),
            Step::Slide(from, to) => Step::Slide(cell(from), cell(to)),
            Step::TakeOff(c) => Step::TakeOff(cell(c)),
            Step::Pass | Step::End => mv,
        }
    }
}

/// A cell through one of the eight symmetries of a square: bit 0 mirrors the files, bit 1 the ranks, bit 2 swaps them.
fn turn(cell: Cell, size: u8, symmetry: usize) -> Cell {
    let mirror = |x: u8, yes: usize| if yes != 0 { size - 1 - x } else { x };
    let (file, rank) = (mirror(cell.file(), symmetry & 1), mirror(cell.rank(), symmetry & 2));
    if symmetry & 4 != 0 { Cell::new(rank, file) } else { Cell::new(file, rank) }
}

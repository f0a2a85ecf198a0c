//! Kalah: two rows of six pits; the stores are sown into. The rules with examples are in `docs/rules/kalah.md`.
//!
//! ```text
//!              f   e   d   c   b   a
//!   North  0   4   4   4   4   4   4
//!              4   4   4   4   4   4   0 South
//!              A   B   C   D   E   F
//! ```
//!
//! [`Side::First`] is South. A swap of sides turns the board around, so that each player keeps his name. Endings leave the
//! seeds where they lie: who gets them is the answer of [`Kalah::final_stores`].

mod family;
mod rules;
mod step;
mod text;

use crate::game::{Game, MoveList, Outcome, Side, mix};
use crate::pits::{Board, PITS, Pit};
use crate::text::TextError;
pub use family::FAMILY;
pub use rules::Rules;
pub use step::Step;

/// One position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kalah {
    /// South's row, then North's, in sowing order.
    rows: [[u8; PITS]; 2],
    stores: [u8; 2],
    mover: Side,
    /// Whether the pie rule holds and North has made no step yet.
    swap_open: bool,
    rules: Rules,
}

/// Where a mover sows: his own row, his store, the other row, and so on around.
const AROUND: usize = 2 * PITS + 1;
/// The place of his store.
const STORE: usize = PITS;

/// Where so many seeds of a pit fall, one after the other.
#[inline]
fn way(place: usize, seeds: u8) -> impl Iterator<Item = usize> {
    (1..=usize::from(seeds)).map(move |far| (place + far) % AROUND)
}

/// Where the last seed of a sowing falls, and what it takes.
#[derive(Clone, Copy)]
struct Last {
    /// From 0, as the mover sows.
    place: usize,
    /// Seeds captured from the opposite pit, perhaps 0; none where the last seed stays.
    captured: Option<u8>,
}

impl Kalah {
    /// A position from its board and mover, and whether North may still swap sides. The seeds must be as many as the game has.
    pub fn new(rules: &Rules, board: Board, mover: Side, swap_open: bool) -> Result<Kalah, TextError> {
        board.check(rules.all())?;
        if swap_open && !rules.pie {
            return Err(TextError::new("nobody may swap sides in this game: - is right in place of swap"));
        }
        let rows = [0, PITS].map(|start| std::array::from_fn(|place| board.pits[start + place]));
        Ok(Kalah { rows, stores: board.stores, mover, swap_open, rules: *rules })
    }

    /// The seeds as they lie.
    pub fn board(&self) -> Board {
        let pits = std::array::from_fn(|pit| self.rows[pit / PITS][pit % PITS]);
        Board { pits, stores: self.stores }
    }

    /// The seeds of a side's pits in sowing order.
    pub fn row(&self, side: Side) -> [u8; PITS] {
        self.rows[side.index()]
    }

    /// The seeds in a side's store.
    pub fn store(&self, side: Side) -> u8 {
        self.stores[side.index()]
    }

    /// Whether North may swap sides, now or when South's first turn is over.
    pub fn swap_open(&self) -> bool {
        self.swap_open
    }

    /// South's and North's seeds as a finished game counts them: each side has its store and its row.
    pub fn final_stores(&self) -> [u8; 2] {
        Side::BOTH.map(|side| self.store(side) + self.row(side).iter().sum::<u8>())
    }

    /// Where the seeds of a pit of the mover's fall, one after the other: a pit, or none for the mover's store.
    pub fn way(&self, pit: Pit) -> impl Iterator<Item = Option<Pit>> {
        way(pit.place(), self.rows[self.mover.index()][pit.place()]).map(|place| match place {
            0..STORE => Some(Pit::of(self.mover, place)),
            STORE => None,
            _ => Some(Pit::of(self.mover.other(), place - STORE - 1)),
        })
    }

    /// The end of sowing a pit of the mover's.
    #[inline]
    fn last(&self, place: usize) -> Last {
        let own = &self.rows[self.mover.index()];
        let seeds = usize::from(own[place]);
        let last = (place + seeds) % AROUND;
        // The last seed lies alone in a pit that was empty, or in the one that a whole round emptied.
        let alone = last < STORE && (seeds < AROUND && own[last] == 0 || seeds == AROUND);
        if !alone {
            return Last { place: last, captured: None };
        }
        let opposite = self.rows[self.mover.other().index()][PITS - 1 - last];
        let taken = opposite + u8::from(last <= place);
        Last { place: last, captured: (taken > 0 || self.rules.empty_capture).then_some(taken) }
    }

    /// The opponent's pit that a legal step captures, if it captures any.
    pub fn captured(&self, step: Step) -> Option<Pit> {
        let last = self.last(step.pit()?.place());
        last.captured.filter(|&seeds| seeds > 0).map(|_| Pit::of(self.mover.other(), PITS - 1 - last.place))
    }

    fn may_swap(&self) -> bool {
        self.swap_open && self.mover == Side::Second
    }

    /// The legal steps: a bit for each pit of the mover's row, then one for swapping.
    #[inline]
    fn legal(&self) -> u32 {
        if self.emptied().is_some() {
            return 0;
        }
        let row = self.rows[self.mover.index()];
        let filled = (0..PITS).fold(0, |set, place| set | u32::from(row[place] > 0) << place);
        filled | u32::from(self.may_swap()) << PITS
    }

    #[inline]
    fn step(&self, bit: u32) -> Step {
        if bit == PITS as u32 { Step::SWAP } else { Pit::of(self.mover, bit as usize).into() }
    }

    /// Whose row is empty: the game is over.
    #[inline]
    fn emptied(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.rows[side.index()] == [0; PITS])
    }
}

impl Game for Kalah {
    type Rules = Rules;
    type Move = Step;

    fn start(rules: &Rules) -> Self {
        Kalah {
            rows: [[rules.seeds; PITS]; 2],
            stores: [0; 2],
            mover: Side::First,
            swap_open: rules.pie,
            rules: *rules,
        }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.mover
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Step>) {
        let mut legal = self.legal();
        while legal != 0 {
            out.push(self.step(legal.trailing_zeros()));
            legal &= legal - 1;
        }
    }

    #[inline]
    fn pick(&self, choose: &mut impl FnMut(usize) -> usize) -> Option<Step> {
        let mut legal = self.legal();
        if legal == 0 {
            return None;
        }
        for _ in 0..choose(legal.count_ones() as usize) {
            legal &= legal - 1;
        }
        Some(self.step(legal.trailing_zeros()))
    }

    #[inline]
    fn play(&mut self, step: Step) {
        let mover = self.mover.index();
        self.swap_open &= self.mover == Side::First;
        let Some(pit) = step.pit() else {
            self.rows.swap(0, 1);
            self.stores.swap(0, 1);
            self.mover = Side::First;
            return;
        };
        debug_assert!(pit.side() == self.mover && self.rows[mover][pit.place()] > 0, "{step} in {self}");
        let Last { place, captured } = self.last(pit.place());
        let seeds = std::mem::take(&mut self.rows[mover][pit.place()]);
        for sown in way(pit.place(), seeds) {
            match sown {
                0..STORE => self.rows[mover][sown] += 1,
                STORE => self.stores[mover] += 1,
                _ => self.rows[1 - mover][sown - STORE - 1] += 1,
            }
        }
        if let Some(captured) = captured {
            self.rows[mover][place] = 0;
            self.rows[1 - mover][PITS - 1 - place] = 0;
            self.stores[mover] += captured + 1;
        }
        if place != STORE {
            self.mover = self.mover.other();
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.emptied().map(|_| Outcome::greater(self.final_stores()))
    }

    #[inline]
    fn key(&self) -> u64 {
        let word = |side: usize| {
            let [a, b, c, d, e, f] = self.rows[side];
            u64::from_le_bytes([a, b, c, d, e, f, self.stores[side], 0])
        };
        let turn = u64::from(self.mover == Side::First) << 56 | u64::from(self.swap_open) << 57;
        mix(mix(word(0) | turn).wrapping_add(word(1)))
    }

    #[inline]
    fn captures(&self, step: Step) -> u32 {
        step.pit().map_or(0, |pit| self.last(pit.place()).captured.map_or(0, u32::from))
    }

    fn parse(rules: &Rules, text: &str) -> Result<Self, TextError> {
        text::parse(rules, text)
    }

    fn read_step(&self, text: &str) -> Result<Step, TextError> {
        self.read(text)
    }

    fn remark(&self, step: Step) -> Option<String> {
        self.remark_on(step)
    }

    fn draw(&self, last: Option<Step>) -> String {
        self.board().draw(last.and_then(Step::pit))
    }

    fn reason(&self) -> String {
        self.emptied().map_or_else(String::new, |side| self.reason_of(side))
    }
}

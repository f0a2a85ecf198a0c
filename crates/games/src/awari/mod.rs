//! Awari: two rows of six pits, 48 seeds, sowing and capturing. The rules with examples are in `docs/rules/awari.md`.
//!
//! ```text
//!              f   e   d   c   b   a
//!   North  0   4   4   4   4   4   4
//!              4   4   4   4   4   4   0 South
//!              A   B   C   D   E   F
//! ```
//!
//! [`Side::First`] is South. A position is kept as the mover's row and the other row (`row.rs`), so that a step is the same
//! computation for both sides. Endings leave the seeds where they lie: who gets them is the answer of
//! [`Awari::final_stores`].

mod family;
mod row;
mod rules;
mod text;

use crate::game::{Game, MoveList, Outcome, Side, mix};
pub use crate::pits::Pit as Step;
use crate::pits::{Board, PITS, SEEDS};
use crate::text::TextError;
pub use family::FAMILY;
use row::{MEMBERS, PitSet, Row, Sown, capturable, sow, taken};
pub use rules::{GrandSlam, Repetition, Rules};

/// One position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Awari {
    /// The mover's row.
    own: Row,
    other: Row,
    rules: Rules,
    steps: u16,
}

const _: () = assert!(size_of::<Awari>() == 24);

/// The steps of each side that sow the pits of each set, in ascending order.
static STEPS: [[[Step; 8]; 64]; 2] = {
    let mut steps = [[[Step::new(0); 8]; 64]; 2];
    let mut i = 0;
    while i < 2 * 64 * 8 {
        let (side, set, n) = (i / 512, i / 8 % 64, i % 8);
        steps[side][set][n] = Step::new((side * PITS) as u8 + MEMBERS[set][n]);
        i += 1;
    }
    steps
};

/// Why a game is over. Where several reasons meet, the first in this order counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// More than half of the seeds are in one store, or half in each.
    Majority,
    /// The mover has no step.
    NoStep,
    /// The mover's row was captured whole, where that wins.
    CapturedOut,
    StepLimit,
}

impl Awari {
    /// A position from its board, the mover and the number of steps made. The seeds must make 48.
    pub fn new(rules: &Rules, board: Board, mover: Side, steps: u16) -> Result<Awari, TextError> {
        board.check(SEEDS)?;
        let Board { pits, stores } = board;
        let [a, b, c, d, e, f, g, h, i, j, k, l] = pits;
        let south = Row::new([a, b, c, d, e, f], stores[0], true);
        let north = Row::new([g, h, i, j, k, l], stores[1], false);
        let (own, other) = if mover == Side::First { (south, north) } else { (north, south) };
        Ok(Awari { own, other, rules: *rules, steps })
    }

    #[inline]
    fn row(&self, side: Side) -> Row {
        if side == self.to_move() { self.own } else { self.other }
    }

    /// The seeds in pits 1 to 12: South's row, then North's, in sowing order.
    pub fn pits(&self) -> [u8; 12] {
        std::array::from_fn(|pit| self.row(Side::BOTH[pit / PITS]).pit(pit % PITS))
    }

    /// The seeds as they lie.
    pub fn board(&self) -> Board {
        Board { pits: self.pits(), stores: self.stores(false) }
    }

    /// The mover's pits and the other side's, each in sowing order.
    #[inline]
    pub fn rows(&self) -> [[u8; 6]; 2] {
        [self.own, self.other].map(Row::pits)
    }

    /// How many of a side's pits the opponent could capture with two seeds in them, and how many with three, if it were
    /// the opponent's turn. Any pit may be sown for it; capturing everything counts only where that wins.
    #[inline]
    pub fn capturable(&self, side: Side) -> [u8; 2] {
        let slams_count = self.rules.grand_slam == GrandSlam::Wins;
        capturable(self.row(side.other()), self.row(side), slams_count)
    }

    /// How many of a side's pits have so few seeds that a sowing might capture them: no less than either number of
    /// [`Awari::capturable`], and quick.
    #[inline]
    pub fn at_most_capturable(&self, side: Side) -> u8 {
        PITS as u8 - self.row(side).safe().len() as u8
    }

    /// The seeds that a side has captured.
    #[inline]
    pub fn store(&self, side: Side) -> u8 {
        self.row(side).store()
    }

    /// The seeds that are not captured.
    #[inline]
    pub fn seeds_left(&self) -> u8 {
        self.own.seeds() + self.other.seeds()
    }

    /// The steps made since the start of the game.
    #[inline]
    pub fn steps_made(&self) -> u16 {
        self.steps
    }

    /// South's and North's seeds as a finished game counts them: the stores, and of the seeds left what the rules award.
    /// (Equal shares are left out: they do not change who has more.) While the game goes on, the stores.
    pub fn final_stores(&self) -> [u8; 2] {
        match self.ending() {
            Some(Ending::NoStep) => self.stores(true),
            Some(Ending::StepLimit) => self.stores_when_endless(),
            Some(Ending::Majority | Ending::CapturedOut) | None => self.stores(false),
        }
    }

    fn stores(&self, with_rows: bool) -> [u8; 2] {
        Side::BOTH.map(|side| self.store(side) + if with_rows { self.row(side).seeds() } else { 0 })
    }

    /// The count where a repetition or the step limit stops a game that could go on.
    fn stores_when_endless(&self) -> [u8; 2] {
        self.stores(self.rules.repetition == Repetition::OwnRow)
    }

    #[inline]
    fn sown(&self, place: usize) -> Sown {
        sow(self.own, self.other, place, self.rules.grand_slam != GrandSlam::CapturesNothing)
    }

    /// The mover's pits that may be sown, majority and step limit aside.
    #[inline]
    fn sowable(&self) -> PitSet {
        if self.rules.grand_slam == GrandSlam::Forbidden {
            if !self.other.safe().is_empty() {
                return self.own.filled();
            }
            let kind = self.own.filled().filter(|place| !self.sown(place).other.is_empty());
            if kind.is_empty() { self.own.filled() } else { kind }
        } else if self.other.is_empty() {
            self.own.reaching()
        } else {
            self.own.filled()
        }
    }

    /// Whether one store has more than half of the seeds, where that ends the game.
    #[inline]
    fn has_majority(&self) -> bool {
        self.rules.majority_ends && (self.own.store() > SEEDS / 2 || self.other.store() > SEEDS / 2)
    }

    #[inline]
    fn is_at_limit(&self) -> bool {
        self.rules.step_limit != 0 && self.steps >= self.rules.step_limit
    }

    /// The places of the mover's legal steps. (With half of the seeds in each store there is nothing to sow.)
    #[inline]
    fn legal(&self) -> PitSet {
        if self.has_majority() || self.is_at_limit() { PitSet::NONE } else { self.sowable() }
    }

    fn ending(&self) -> Option<Ending> {
        let halved =
            self.rules.majority_ends && self.own.store() == SEEDS / 2 && self.other.store() == SEEDS / 2;
        if self.has_majority() || halved {
            Some(Ending::Majority)
        } else if self.sowable().is_empty() {
            // Only a capture empties the row of a mover who can be fed.
            let captured_out = self.rules.grand_slam == GrandSlam::Wins && self.own.is_empty();
            Some(if captured_out { Ending::CapturedOut } else { Ending::NoStep })
        } else {
            self.is_at_limit().then_some(Ending::StepLimit)
        }
    }
}

impl Game for Awari {
    type Rules = Rules;
    type Move = Step;

    fn start(rules: &Rules) -> Self {
        let row = |south| Row::new([4; PITS], 0, south);
        Awari { own: row(true), other: row(false), rules: *rules, steps: 0 }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn to_move(&self) -> Side {
        if self.own.is_south() { Side::First } else { Side::Second }
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Step>) {
        let legal = self.legal();
        let steps = &STEPS[self.to_move().index()][legal.number()][..legal.len()];
        out.try_extend_from_slice(steps).expect("the list has room for six");
    }

    #[inline]
    fn pick(&self, choose: &mut impl FnMut(usize) -> usize) -> Option<Step> {
        let legal = self.legal();
        if legal.is_empty() { None } else { Some(Step::of(self.to_move(), legal.nth(choose(legal.len())))) }
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        debug_assert!(mv.side() == self.to_move() && self.legal().contains(mv.place()), "{mv} in {self}");
        let sown = self.sown(mv.place());
        (self.own, self.other) = (sown.other, sown.own);
        self.steps = self.steps.saturating_add(1);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.legal().is_empty() {
            return None;
        }
        self.ending().map(|ending| {
            if ending == Ending::CapturedOut {
                return Outcome::Win(self.to_move().other());
            }
            Outcome::greater(self.final_stores())
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(mix(self.own.bits()).wrapping_add(self.other.bits()))
    }

    #[inline]
    fn steps_to_limit(&self) -> u32 {
        match self.rules.step_limit {
            0 => u32::MAX,
            limit => u32::from(limit.saturating_sub(self.steps)),
        }
    }

    fn repeats(&self, earlier: &Self) -> bool {
        self.rules.repetition != Repetition::Ignored && self.own == earlier.own && self.other == earlier.other
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::greater(self.stores_when_endless())
    }

    #[inline]
    fn captures(&self, mv: Step) -> u32 {
        let slams_capture = self.rules.grand_slam != GrandSlam::CapturesNothing;
        u32::from(taken(self.own, self.other, mv.place(), slams_capture))
    }

    fn parse(rules: &Rules, text: &str) -> Result<Self, TextError> {
        text::parse(rules, text)
    }

    fn read_step(&self, text: &str) -> Result<Step, TextError> {
        self.read_pit(text)
    }

    fn remark(&self, mv: Step) -> Option<String> {
        self.remark_on(mv)
    }

    fn draw(&self, last: Option<Step>) -> String {
        self.board().draw(last)
    }

    fn reason(&self) -> String {
        self.ending().map_or_else(String::new, |ending| self.reason_of(ending))
    }
}

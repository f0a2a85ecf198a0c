//! One side's row in one word, and sowing as two additions.
//!
//! A row is a word of eight bytes: six pits in sowing order, the store, and a mark that is set in South's row only. 48
//! seeds never overflow a byte, so adding words adds all pits at once:
//!
//! ```text
//! byte   0  1  2  3  4  5     6      7
//!        A  B  C  D  E  F   store   mark      (a … f and no mark in North's row)
//! ```

use crate::pits::{PITS, SEEDS};

/// The six pits of a row.
const BOARD: u64 = (1 << STORE) - 1;
/// Where the store starts.
const STORE: u32 = 8 * PITS as u32;
/// South's mark.
const SOUTH: u64 = 1 << 56;
/// The top bit of every pit: sets of pits are kept in these.
const TOPS: u64 = 0x8080_8080_8080;
/// The lowest bit of every pit.
const ONES: u64 = 0x0101_0101_0101;
/// Added to a row, sets the top bit of the pits that are not empty.
const ANY: u64 = 0x7F7F_7F7F_7F7F;
/// Added to a row, sets the top bit of the pits whose last seed reaches the other row: pit p needs 6 − p seeds.
const REACH: u64 = 0x7F7E_7D7C_7B7A;
/// Added to a row, sets the top bit of the pits with more than two seeds.
const OVER_TWO: u64 = 0x7D7D_7D7D_7D7D;

/// Six pits and a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Row(u64);

impl Row {
    pub fn new(pits: [u8; PITS], store: u8, south: bool) -> Row {
        let [a, b, c, d, e, f] = pits;
        Row(u64::from_le_bytes([a, b, c, d, e, f, store, u8::from(south)]))
    }

    /// Every bit of the row, for hashing.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub fn is_south(self) -> bool {
        self.0 & SOUTH != 0
    }

    #[inline]
    pub fn pit(self, pit: usize) -> u8 {
        (self.0 >> (8 * pit)) as u8
    }

    #[inline]
    pub fn pits(self) -> [u8; PITS] {
        let [a, b, c, d, e, f, ..] = self.0.to_le_bytes();
        [a, b, c, d, e, f]
    }

    #[inline]
    pub fn store(self) -> u8 {
        self.pit(PITS)
    }

    /// Seeds in the pits.
    #[inline]
    pub fn seeds(self) -> u8 {
        sum(self.0 & BOARD)
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 & BOARD == 0
    }

    /// The pits that hold seeds.
    #[inline]
    pub fn filled(self) -> PitSet {
        PitSet(((self.0 & BOARD) + ANY) & TOPS)
    }

    /// The pits that sow into the other row.
    #[inline]
    pub fn reaching(self) -> PitSet {
        PitSet(((self.0 & BOARD) + REACH) & TOPS)
    }

    /// The pits with more than two seeds: no step can capture them.
    #[inline]
    pub fn safe(self) -> PitSet {
        PitSet(((self.0 & BOARD) + OVER_TWO) & TOPS)
    }
}

/// All bytes of a word added up.
#[inline]
fn sum(word: u64) -> u8 {
    (word.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// Some pits of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PitSet(u64);

impl PitSet {
    pub const NONE: PitSet = PitSet(0);

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub fn contains(self, pit: usize) -> bool {
        self.0 >> (8 * pit + 7) & 1 != 0
    }

    /// The pits of this set for which `keep` holds.
    pub fn filter(self, keep: impl Fn(usize) -> bool) -> PitSet {
        self.iter().filter(|&pit| keep(pit)).fold(PitSet::NONE, |set, pit| PitSet(set.0 | 0x80 << (8 * pit)))
    }

    /// The pits in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let pit = rest.trailing_zeros() / 8;
                rest &= rest - 1;
                pit as usize
            })
        })
    }

    /// The pit with `n` smaller ones in the set.
    #[inline]
    pub fn nth(self, n: usize) -> usize {
        usize::from(MEMBERS[self.number()][n & 7])
    }

    /// A number below 64 for every set: pit p is worth 2^p.
    #[inline]
    pub fn number(self) -> usize {
        // The multiplication gathers the six bits into the top byte.
        ((self.0 >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 & 63) as usize
    }
}

/// The pits of each of the 64 sets in ascending order.
pub(super) static MEMBERS: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut set = 0;
    while set < 64 {
        let (mut pit, mut n) = (0, 0);
        while pit < PITS {
            if set >> pit & 1 != 0 {
                table[set][n] = pit as u8;
                n += 1;
            }
            pit += 1;
        }
        set += 1;
    }
    table
};

/// What sowing one pit does to the rows.
#[derive(Clone, Copy)]
struct Sowing {
    /// Added to the sower's row (the pit itself stays empty).
    own: u64,
    /// Added to the other row.
    other: u64,
    /// The pits of the other row from its first to the last seed's: where a capture can be. Zero if the last seed falls in
    /// the sower's own row.
    run: u64,
}

/// By pit and number of seeds. The pit itself is skipped on every lap.
static SOWINGS: [[Sowing; 64]; 8] = {
    let mut table = [[Sowing { own: 0, other: 0, run: 0 }; 64]; 8];
    let mut pit = 0;
    while pit < PITS {
        let mut sowing = Sowing { own: 0, other: 0, run: 0 };
        let (mut place, mut seeds) = (pit, 1);
        while seeds <= SEEDS as usize {
            place = (place + 1) % (2 * PITS);
            if place == pit {
                place = (place + 1) % (2 * PITS);
            }
            if place < PITS {
                sowing.own += 1 << (8 * place);
                sowing.run = 0;
            } else {
                sowing.other += 1 << (8 * (place - PITS));
                sowing.run = (1 << (8 * (place - PITS + 1))) - 1;
            }
            table[pit][seeds] = sowing;
            seeds += 1;
        }
        pit += 1;
    }
    table
};

/// A run of twos and threes that a sowing made in the other row, from bit 0 of its first pit.
#[inline]
fn run_of(sowing: &Sowing, other: u64) -> u64 {
    // Twos and threes become zero, then everything else gets its top bit. (The run leaves out what is above the pits.)
    let kept = (((other ^ 0x0202_0202_0202) & 0xFEFE_FEFE_FEFE) + ANY) & sowing.run & TOPS;
    // The run is what lies above the last pit that is kept: from bit 0 if none is.
    let start = (kept << 1 | 1).ilog2();
    other & sowing.run & (!0 << start)
}

/// How many pits of `other` some sowing of `own` would capture with two seeds in them, and how many with three. A run that is
/// the whole other row counts only if `slams_count`.
#[inline]
pub(super) fn capturable(own: Row, other: Row, slams_count: bool) -> [u8; 2] {
    let (mut twos, mut threes) = (0, 0);
    for pit in 0..PITS {
        let sowing = &SOWINGS[pit][usize::from(own.pit(pit)) & 63];
        let sown = other.0 + sowing.other;
        let run = run_of(sowing, sown);
        let run = if !slams_count && run == sown & BOARD { 0 } else { run };
        threes |= run & ONES;
        twos |= (run >> 1) & !run & ONES;
    }
    [sum(twos), sum(threes)]
}

/// How many seeds sowing a pit of `own` takes: what [`sow`] adds to the store.
#[inline]
pub(super) fn taken(own: Row, other: Row, pit: usize, slams_capture: bool) -> u8 {
    let sowing = &SOWINGS[pit & 7][usize::from(own.pit(pit & 7)) & 63];
    let other = other.0 + sowing.other;
    let run = run_of(sowing, other);
    if !slams_capture && run == other & BOARD { 0 } else { sum(run) }
}

/// Both rows after a pit was sown and its captures taken.
#[derive(Clone, Copy)]
pub(super) struct Sown {
    pub own: Row,
    pub other: Row,
    /// Whether the last seed made a run of twos and threes that was all the other row had.
    pub slam: bool,
}

/// Sows a pit of `own`. A run that is the whole other row is captured only if `slams_capture`.
#[inline]
pub(super) fn sow(own: Row, other: Row, pit: usize, slams_capture: bool) -> Sown {
    let sowing = &SOWINGS[pit & 7][usize::from(own.pit(pit & 7)) & 63];
    let own = (own.0 & !(0xFF << (8 * (pit & 7)))) + sowing.own;
    let other = other.0 + sowing.other;
    let run = run_of(sowing, other);
    let slam = run != 0 && run == other & BOARD;
    let taken = if slam && !slams_capture { 0 } else { run };
    Sown { own: Row(own + (u64::from(sum(taken)) << STORE)), other: Row(other - taken), slam }
}

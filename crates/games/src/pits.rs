//! Boards of two rows of six pits, two stores and 48 seeds: the names of pits, the position string, the drawing.
//!
//! ```text
//!              f   e   d   c   b   a
//!   North  0   4   4   4   4   4   4
//!              4   4   4   4   4   4   0 South
//!              A   B   C   D   E   F
//! ```
//!
//! Awari's board; how seeds are sown and captured is the business of each game.

use std::fmt;
use std::str::FromStr;

use crate::family::{Marks, side_with};
use crate::game::Side;
use crate::text::{Fields, TextError, counted, quote, text_error};

/// Pits in a row.
pub const PITS: usize = 6;

/// Seeds in the game.
pub const SEEDS: u8 = 48;

/// Rows and columns.
pub const SIZE: [u8; 2] = [2, PITS as u8];

/// South makes the first step, as White does in the games that results were invented for.
pub const SIDES: [Marks; 2] =
    [Marks { name: "South", letter: 's', tag: "White" }, Marks { name: "North", letter: 'n', tag: "Black" }];

/// A pit, or sowing it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Pit(u8);

impl Pit {
    /// Pit 0 to 11: South's six, then North's, in sowing order.
    #[inline]
    pub const fn new(pit: u8) -> Pit {
        debug_assert!(pit < 2 * PITS as u8);
        Pit(pit)
    }

    /// Its number.
    #[inline]
    pub const fn pit(self) -> u8 {
        self.0
    }

    /// The pit at this place, from 0, in a side's row.
    #[inline]
    pub const fn of(side: Side, place: usize) -> Pit {
        Pit((side as usize * PITS + place) as u8)
    }

    /// Whose pit it is.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 < PITS as u8 { Side::First } else { Side::Second }
    }

    /// Its place in the row, from 0.
    #[inline]
    pub const fn place(self) -> usize {
        if self.0 < PITS as u8 { self.0 as usize } else { self.0 as usize - PITS }
    }

    /// The pit a person means: a letter of either case is the mover's own pit, a number from 1 to 12 any pit.
    pub fn meant(text: &str, mover: Side) -> Result<Pit, TextError> {
        if let Ok(pit) = text.parse::<Pit>() {
            return Ok(Pit::of(mover, pit.place()));
        }
        let number =
            text.parse().ok().filter(|n| (1..=2 * PITS as u8).contains(n) && !text.starts_with(['+', '0']));
        number.map(|n| Pit::new(n - 1)).ok_or_else(|| {
            let (who, which) = (name(mover), letters(mover));
            text_error!("{} is not a pit: {who} plays {which}", quote(text))
        })
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if self.side() == Side::First { b'A' } else { b'a' };
        write!(f, "{}", (first + self.place() as u8) as char)
    }
}

impl FromStr for Pit {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Pit, TextError> {
        match text.as_bytes() {
            [letter @ b'A'..=b'F'] => Ok(Pit(letter - b'A')),
            [letter @ b'a'..=b'f'] => Ok(Pit(letter - b'a' + PITS as u8)),
            _ => Err(text_error!("{} is not a pit: A to F are South's, a to f North's", quote(text))),
        }
    }
}

/// What the players call a side.
pub fn name(side: Side) -> &'static str {
    SIDES[side.index()].name
}

/// The letters of a side's pits, from the first to the last.
pub fn letters(side: Side) -> &'static str {
    match side {
        Side::First => "A to F",
        Side::Second => "a to f",
    }
}

/// The letter of a side in position strings.
pub fn letter(side: Side) -> char {
    SIDES[side.index()].letter
}

/// `1 seed`, `2 seeds`.
pub fn seeds(n: u8) -> String {
    counted(n.into(), "seed")
}

/// The seeds of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// South's pits, then North's, in sowing order.
    pub pits: [u8; 2 * PITS],
    /// South's store and North's.
    pub stores: [u8; 2],
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (south, north) = self.pits.split_at(PITS);
        let row = |pits: &[u8]| pits.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let [ours, theirs] = self.stores;
        write!(f, "{}/{} {ours}/{theirs}", row(south), row(north))
    }
}

/// A number of seeds; `place` names the pit or store.
fn read_seeds(text: &str, place: &str) -> Result<u8, TextError> {
    text.parse()
        .ok()
        .filter(|&n| n <= SEEDS && text.bytes().all(|b| b.is_ascii_digit()))
        .ok_or_else(|| text_error!("{place}: {} is not a number of seeds from 0 to {SEEDS}", quote(text)))
}

/// The two halves of a field such as `7/9`.
fn halves<'a>(field: &'a str, what: &str) -> Result<[&'a str; 2], TextError> {
    let (south, north) = field
        .split_once('/')
        .ok_or_else(|| text_error!("{} is not {what}: South's, a slash, North's", quote(field)))?;
    Ok([south, north])
}

impl Board {
    /// The fields of a position string that all games have on this board: pits, stores, and the side to move.
    pub fn read(fields: &mut Fields) -> Result<(Board, Side), TextError> {
        let mut pits = [0; 2 * PITS];
        let rows = halves(fields.next("the pits")?, "the pits")?;
        for (side, row) in Side::BOTH.into_iter().zip(rows) {
            let numbers: Vec<&str> = row.split(',').collect();
            if numbers.len() != PITS {
                let found = numbers.len();
                return Err(text_error!(
                    "{}'s row has {found} pits instead of {PITS}: {}",
                    name(side),
                    quote(row)
                ));
            }
            for (place, number) in numbers.into_iter().enumerate() {
                let pit = Pit::of(side, place);
                pits[usize::from(pit.pit())] = read_seeds(number, &format!("pit {pit}"))?;
            }
        }
        let [south, north] = halves(fields.next("the stores")?, "the stores")?;
        let stores = [read_seeds(south, "South's store")?, read_seeds(north, "North's store")?];
        let mover = fields.next("the side to move")?;
        let mover = side_with(mover, SIDES)
            .ok_or_else(|| text_error!("{} is not the side to move: s or n", quote(mover)))?;
        Ok((Board { pits, stores }, mover))
    }

    /// Whether it has so many seeds.
    pub fn check(&self, all: u8) -> Result<(), TextError> {
        let seeds: u32 = self.pits.iter().chain(&self.stores).map(|&n| u32::from(n)).sum();
        if seeds == u32::from(all) {
            return Ok(());
        }
        Err(text_error!("pits and stores hold {seeds} seeds together; they must make {all}"))
    }

    /// North's row on top from f to a, so that sowing runs counter-clockwise.
    pub fn draw(&self, last: Option<Pit>) -> String {
        let north: Vec<Pit> = (0..PITS).rev().map(|place| Pit::of(Side::Second, place)).collect();
        let south: Vec<Pit> = (0..PITS).map(|place| Pit::of(Side::First, place)).collect();
        let names = |row: &[Pit]| row.iter().map(|pit| format!("  {pit} ")).collect::<String>();
        let pits = |row: &[Pit]| {
            let cell = |pit: &Pit| {
                let n = self.pits[usize::from(pit.pit())];
                if last == Some(*pit) { format!("[{n:>2}]") } else { format!(" {n:>2} ") }
            };
            row.iter().map(cell).collect::<String>()
        };
        let [ours, theirs] = self.stores;
        let indent = " ".repeat("  North 48 ".len());
        let lines = [
            format!("{indent}{}", names(&north)),
            format!("  North {theirs:>2} {}", pits(&north)),
            format!("{indent}{} {ours:>2} South", pits(&south)),
            format!("{indent}{}", names(&south)),
        ];
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

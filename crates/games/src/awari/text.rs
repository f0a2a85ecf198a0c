//! Awari in words: pit letters, the position string, the drawn board, remarks and reasons.

use std::fmt;
use std::str::FromStr;

use super::family::SIDES;
use super::row::{PITS, PitSet, SEEDS};
use super::{Awari, Ending, GrandSlam, Rules, Step};
use crate::game::{Game, Side};
use crate::text::{Fields, TextError, quote};

fn name(side: Side) -> &'static str {
    SIDES[side.index()].name
}

/// The letters of a side's pits, from the first to the last.
fn letters(side: Side) -> &'static str {
    match side {
        Side::First => "A to F",
        Side::Second => "a to f",
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if self.side() == Side::First { b'A' } else { b'a' };
        write!(f, "{}", (first + self.place() as u8) as char)
    }
}

impl FromStr for Step {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Step, TextError> {
        match text.as_bytes() {
            [letter @ b'A'..=b'F'] => Ok(Step(letter - b'A')),
            [letter @ b'a'..=b'f'] => Ok(Step(letter - b'a' + PITS as u8)),
            _ => Err(TextError::new(format!(
                "{} is not a pit: A to F are South's, a to f North's",
                quote(text)
            ))),
        }
    }
}

impl fmt::Display for Awari {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [south, north] = Side::BOTH.map(|side| {
            let row = self.row(side);
            (0..PITS).map(|pit| row.pit(pit).to_string()).collect::<Vec<_>>().join(",")
        });
        let [ours, theirs] = Side::BOTH.map(|side| self.store(side));
        let mover = SIDES[self.to_move().index()].letter;
        write!(f, "{south}/{north} {ours}/{theirs} {mover} {}", self.steps)
    }
}

impl fmt::Debug for Awari {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Awari({self}, {:?})", self.rules)
    }
}

/// A number of seeds; `place` names the pit or store.
fn read_seeds(text: &str, place: &str) -> Result<u8, TextError> {
    text.parse().ok().filter(|&n| n <= SEEDS && text.bytes().all(|b| b.is_ascii_digit())).ok_or_else(|| {
        TextError::new(format!("{place}: {} is not a number of seeds from 0 to {SEEDS}", quote(text)))
    })
}

/// The two halves of a field such as `7/9`.
fn halves<'a>(field: &'a str, what: &str) -> Result<[&'a str; 2], TextError> {
    let (south, north) = field.split_once('/').ok_or_else(|| {
        TextError::new(format!("{} is not {what}: South's, a slash, North's", quote(field)))
    })?;
    Ok([south, north])
}

pub(super) fn parse(rules: &Rules, text: &str) -> Result<Awari, TextError> {
    let mut fields = Fields::new(text);
    let mut pits = [0; 2 * PITS];
    let rows = halves(fields.next("the pits")?, "the pits")?;
    for (side, row) in Side::BOTH.into_iter().zip(rows) {
        let numbers: Vec<&str> = row.split(',').collect();
        if numbers.len() != PITS {
            let found = numbers.len();
            return Err(TextError::new(format!(
                "{}'s row has {found} pits instead of {PITS}: {}",
                name(side),
                quote(row)
            )));
        }
        for (place, number) in numbers.into_iter().enumerate() {
            let step = Step::of(side, place);
            pits[usize::from(step.pit())] = read_seeds(number, &format!("pit {step}"))?;
        }
    }
    let [south, north] = halves(fields.next("the stores")?, "the stores")?;
    let stores = [read_seeds(south, "South's store")?, read_seeds(north, "North's store")?];
    let mover = match fields.next("the side to move")? {
        "s" => Side::First,
        "n" => Side::Second,
        other => return Err(TextError::new(format!("{} is not the side to move: s or n", quote(other)))),
    };
    let steps = fields.number("the number of steps made", u16::MAX)?;
    fields.end()?;
    Awari::new(rules, pits, stores, mover, steps)
}

/// `A`, `A or B`, `A, B or C`.
fn one_of(side: Side, places: PitSet) -> String {
    let names: Vec<String> = places.iter().map(|place| Step::of(side, place).to_string()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn seeds(n: impl Into<u32>) -> String {
    match n.into() {
        1 => "1 seed".into(),
        n => format!("{n} seeds"),
    }
}

impl Awari {
    /// The step a person means: a letter of either case is the mover's own pit, a number from 1 to 12 any pit.
    fn meant(&self, text: &str) -> Result<Step, TextError> {
        if let Ok(step) = text.parse::<Step>() {
            return Ok(Step::of(self.to_move(), step.place()));
        }
        let number =
            text.parse().ok().filter(|n| (1..=2 * PITS as u8).contains(n) && !text.starts_with(['+', '0']));
        number.map(|n| Step::new(n - 1)).ok_or_else(|| {
            let side = self.to_move();
            TextError::new(format!("{} is not a pit: {} plays {}", quote(text), name(side), letters(side)))
        })
    }

    pub(super) fn read_pit(&self, text: &str) -> Result<Step, TextError> {
        let step = self.meant(text.trim())?;
        let (side, place) = (self.to_move(), step.place());
        let (we, they) = (name(side), name(side.other()));
        let legal = self.legal();
        let wrong = if legal.is_empty() {
            format!("pit {step}: the game is over. {}", self.reason())
        } else if step.side() != side {
            format!("pit {step} is {they}'s: {we} plays {}", letters(side))
        } else if self.own.pit(place) == 0 {
            format!("pit {step} is empty")
        } else if legal.contains(place) {
            return Ok(step);
        } else if self.other.is_empty() {
            format!("pit {step} does not feed {they}, whose row is empty: play {}", one_of(side, legal))
        } else {
            format!("pit {step} would leave {they} without seeds: play {}", one_of(side, legal))
        };
        Err(TextError::new(wrong))
    }

    pub(super) fn remark_on(&self, mv: Step) -> Option<String> {
        let (we, they) = (name(self.to_move()), name(self.to_move().other()));
        let (sown, taken) = (self.sown(mv.place()), self.captures(mv));
        match self.rules.grand_slam {
            GrandSlam::Wins if sown.slam => {
                Some(format!("{we} captures {taken}, everything {they} has, and wins."))
            }
            GrandSlam::CapturesNothing if sown.slam => {
                Some(format!("The capture would be everything {they} has, so {we} captures nothing."))
            }
            GrandSlam::Forbidden if sown.slam => Some(format!(
                "{we} captures {taken}, everything {they} has: no step leaves {they} any seeds."
            )),
            _ => (taken > 0).then(|| format!("{we} captures {taken}.")),
        }
    }

    /// North's row on top from f to a, so that sowing runs counter-clockwise.
    pub(super) fn drawn(&self, last: Option<Step>) -> String {
        let north: Vec<Step> = (0..PITS).rev().map(|place| Step::of(Side::Second, place)).collect();
        let south: Vec<Step> = (0..PITS).map(|place| Step::of(Side::First, place)).collect();
        let names = |row: &[Step]| row.iter().map(|step| format!("  {step} ")).collect::<String>();
        let pits = |row: &[Step]| {
            let cell = |step: &Step| {
                let n = self.row(step.side()).pit(step.place());
                if last == Some(*step) { format!("[{n:>2}]") } else { format!(" {n:>2} ") }
            };
            row.iter().map(cell).collect::<String>()
        };
        let [ours, theirs] = Side::BOTH.map(|side| self.store(side));
        let indent = " ".repeat("  North 48 ".len());
        let lines = [
            format!("{indent}{}", names(&north)),
            format!("  North {theirs:>2} {}", pits(&north)),
            format!("{indent}{} {ours:>2} South", pits(&south)),
            format!("{indent}{}", names(&south)),
        ];
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    pub(super) fn reason_of(&self, ending: Ending) -> String {
        let mover = self.to_move();
        let (we, they) = (name(mover), name(mover.other()));
        let [south, north] = self.final_stores();
        match ending {
            Ending::Majority if south == north => format!("Both sides have {}.", seeds(south)),
            Ending::Majority => {
                let side = if south > north { Side::First } else { Side::Second };
                format!("{} has {}, more than half.", name(side), seeds(south.max(north)))
            }
            Ending::CapturedOut => format!("{they} has captured every seed that {we} had."),
            Ending::NoStep => {
                let left = seeds(self.seeds_left());
                let count = format!("keeps the {left} left: South {south}, North {north}");
                if self.own.is_empty() {
                    format!("{we} has no seeds and {they} {count}.")
                } else {
                    format!("{we} cannot feed {they} and {count}.")
                }
            }
            Ending::StepLimit => {
                format!("{} steps have been made: South {south}, North {north}.", self.steps)
            }
        }
    }
}

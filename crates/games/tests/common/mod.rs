//! What the test programs share: which reference belongs to which game, the list of games, and a small generator.
#![allow(dead_code)] // every test program uses its own part

pub mod switches;

use games::awari::Awari;
use games::capture_go::CaptureGo;
use games::seega::Seega;
use games::{Game, Line, awari, capture_go, seega};

use crate::reference::{self, Reference};

/// A game that has a second, slow implementation, and what the tests know about its position strings.
pub trait Twin: Game {
    type Reference: Reference<Rules = Self::Rules> + Send;

    /// The fields of the position string that are rule counters.
    const COUNTERS: &[usize];

    /// The rules without the limits that these counters have.
    fn unlimited(rules: &Self::Rules) -> Self::Rules;

    /// Whether this step, which takes so many pieces or seeds, leaves as many on the board as it should.
    fn conserves(before: &Self, step: Self::Move, captured: u32, after: &Self) -> bool;

    /// The position string without its rule counters.
    fn without_counters(&self) -> String {
        let text = self.to_string();
        let fields = text.split(' ').enumerate().filter(|(i, _)| !Self::COUNTERS.contains(i));
        fields.map(|(_, field)| field).collect::<Vec<_>>().join(" ")
    }
}

/// How often a letter stands on the board of a position string.
fn count(position: &impl Game, letter: char) -> u32 {
    position.to_string().chars().take_while(|c| *c != ' ').filter(|c| *c == letter).count() as u32
}

macro_rules! seega_twin {
    ($bits:ty) => {
        impl Twin for Seega<$bits> {
            type Reference = reference::seega::Seega;

            const COUNTERS: &[usize] = &[3, 4];

            fn unlimited(rules: &seega::Rules) -> seega::Rules {
                seega::Rules { quiet_limit: 0, turn_limit: 0, ..*rules }
            }

            /// A placement adds one of one's own, `x` takes one of one's own off unless it captures, captures are the other
            /// side's.
            fn conserves(before: &Self, step: Self::Move, captured: u32, after: &Self) -> bool {
                let step = step.to_string();
                let letters = match before.rules().colour(before.to_move()) {
                    seega::Colour::White => ['w', 'b'],
                    seega::Colour::Black => ['b', 'w'],
                };
                let [own, other] =
                    letters.map(|letter| i64::from(count(after, letter)) - i64::from(count(before, letter)));
                let placed = before.to_string().contains(" place ");
                let given = step.starts_with('x') && captured == 0;
                own == i64::from(placed) - i64::from(given) && other == -i64::from(captured)
            }
        }
    };
}

seega_twin!(u64);
seega_twin!(u128);

impl Twin for Awari {
    type Reference = reference::awari::Awari;

    const COUNTERS: &[usize] = &[3];

    fn unlimited(rules: &awari::Rules) -> awari::Rules {
        awari::Rules { step_limit: 0, ..*rules }
    }

    /// There are always 48 seeds, and the mover's store grows by what it takes.
    fn conserves(before: &Self, _: Self::Move, captured: u32, after: &Self) -> bool {
        let numbers = |position: &Self| -> Vec<u32> {
            let text = position.to_string();
            let mut fields = text.split(' ');
            let seeds =
                format!("{}/{}", fields.next().expect("the pits"), fields.next().expect("the stores"));
            seeds.split(['/', ',']).map(|n| n.parse().expect("a number")).collect()
        };
        let (before, after, mover) = (numbers(before), numbers(after), before.to_move().index());
        let stores = [after[12] - before[12], after[13] - before[13]];
        after.iter().sum::<u32>() == 48 && stores[mover] == captured && stores[1 - mover] == 0
    }
}

impl Twin for CaptureGo {
    type Reference = reference::capture_go::CaptureGo;

    const COUNTERS: &[usize] = &[3];

    fn unlimited(rules: &capture_go::Rules) -> capture_go::Rules {
        *rules
    }

    /// A stone more, unless it is a pass; a capture ends the game and leaves the stones where they are.
    fn conserves(before: &Self, step: Self::Move, captured: u32, after: &Self) -> bool {
        let stones = |position: &Self| count(position, 'b') + count(position, 'w');
        let placed = u32::from(step.to_string() != "pass");
        stones(after) == stones(before) + placed && (captured == 0 || after.outcome().is_some())
    }
}

/// Shows every position of a random game, the last one included; games are cut after `longest` steps.
pub fn walk<G: Game>(
    rules: &G::Rules,
    name: &str,
    number: u64,
    longest: usize,
    mut visit: impl FnMut(&Line<G>, &mut Random),
) {
    let mut random = Random::new(name, number);
    let mut line = Line::new(G::start(rules));
    for _ in 0..longest {
        visit(&line, &mut random);
        if line.outcome().is_some() {
            return;
        }
        let steps = line.moves();
        line.push(steps[random.below(steps.len())]);
    }
}

/// The names of `games.txt`.
pub fn games() -> impl Iterator<Item = &'static str> {
    include_str!("../games.txt").lines().filter(|line| !line.starts_with('#'))
}

/// Splitmix64: enough for choosing steps, and the same on every machine.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// A stream of its own for every label and number.
    pub fn new(label: &str, number: u64) -> Random {
        let mut random = Random(number);
        for byte in label.bytes() {
            random.0 = random.next() ^ u64::from(byte);
        }
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    pub fn choose<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}

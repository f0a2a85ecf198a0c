//! What the test programs share: what a game's reference belongs to, the list of games, and a small generator.
#![allow(dead_code)] // every test program uses its own part

use games::{Game, Line};

use crate::reference::Reference;

/// A game that has a second, slow implementation, and what the tests know about its switches and position strings.
pub trait Twin: Game {
    type Reference: Reference<Rules = Self::Rules> + Send;

    /// The fields of the position string that are rule counters.
    const COUNTERS: &[usize];

    /// The reference in a position of `tests/data/perft.txt`.
    fn slow(rules: &Self::Rules, _position: &str) -> Self::Reference {
        Self::Reference::start(rules)
    }

    /// Random switches, in combinations that no preset has, on a small board.
    fn random(random: &mut Random) -> Self::Rules;

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
pub fn count(position: &impl Game, letter: char) -> u32 {
    position.to_string().chars().take_while(|c| *c != ' ').filter(|c| *c == letter).count() as u32
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

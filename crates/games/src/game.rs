//! The one interface that every game implements and every search, learner and page uses.
//!
//! A *step* is one atomic action by one side (place a piece, slide a piece, sow a pit). A *turn* may be several
//! steps: who is to make the next step is a question to the position ([`Game::to_move`]), never a count of plies.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Serialize, de::DeserializeOwned};

use crate::family::Marks;
use crate::spec::GameSpec;
use crate::text::TextError;

/// One of the two sides, named by who makes the first step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// Makes the first step of the game.
    First = 0,
    /// The other one.
    Second = 1,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That side has won.
    Win(Side),
    /// No side has.
    Draw,
}

impl Outcome {
    /// The winner, or a draw where the two amounts are equal.
    pub fn greater<T: Ord>([first, second]: [T; 2]) -> Outcome {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// 1 for the winner, −1 for the loser, 0 for both where nobody has won.
    pub fn value_for(self, side: Side) -> f32 {
        match self {
            Outcome::Win(winner) if winner == side => 1.0,
            Outcome::Win(_) => -1.0,
            Outcome::Draw => 0.0,
        }
    }

    /// `first`, `second` or `draw`: the word of the protocols and records.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Win(Side::First) => "first",
            Outcome::Win(Side::Second) => "second",
            Outcome::Draw => "draw",
        }
    }

    /// The outcome that [`Outcome::word`] names.
    pub fn from_word(word: &str) -> Option<Outcome> {
        [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw]
            .into_iter()
            .find(|o| o.word() == word)
    }
}

/// More steps than any position of any game has.
pub const MAX_MOVES: usize = 256;

/// Room for the legal steps of one position, without allocation.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// The switches of one game: small, copied into every position, written and read as TOML.
pub trait Rules: Copy + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Whether the switches make sense together; the error names the key.
    fn check(&self) -> Result<(), TextError> {
        Ok(())
    }

    /// The game that has these rules; none where they have no name, as in a game made for tests.
    fn game(self) -> Option<GameSpec>;

    /// The rows and columns of the board.
    fn board(&self) -> [u8; 2];

    /// What marks the sides, the first one first.
    fn sides(&self) -> [Marks; 2];

    /// What rules of the same name meant by an earlier version.
    fn of_version(self, _version: u32) -> Self {
        self
    }
}

/// One value is one position: small, copied freely, without history.
///
/// `Display` prints the one-line position string that [`Game::parse`] reads back.
pub trait Game: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// Size and rule switches, chosen at run time.
    type Rules: Rules;
    /// One step, not one turn. `Display` and `FromStr` need no position.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = TextError> + Send + Sync + 'static;
    /// Raised when behaviour changes; stored in every file written.
    const RULES_VERSION: u32 = 1;

    /// The position before the first step.
    fn start(rules: &Self::Rules) -> Self;

    /// The rules that this position is played by.
    fn rules(&self) -> &Self::Rules;

    /// Who makes the next step. Of a finished game: who would have.
    fn to_move(&self) -> Side;

    /// Appends the legal steps in ascending order; none exactly when [`Game::outcome`] is known.
    fn moves(&self, out: &mut MoveList<Self::Move>);

    /// One legal step, or none when the game is over. `choose(n)` is asked for numbers below n, once or more often;
    /// if its answers are uniform, so is the step. Games override this to avoid building the list.
    fn pick(&self, choose: &mut impl FnMut(usize) -> usize) -> Option<Self::Move> {
        let mut list = MoveList::new();
        self.moves(&mut list);
        if list.is_empty() { None } else { Some(list[choose(list.len())]) }
    }

    /// Makes a step. It must be legal (checked in debug builds only).
    fn play(&mut self, mv: Self::Move);

    /// The result if the game is over in this position, whatever came before it.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of everything that decides how the game can go on, except rule counters (quiet steps, turns).
    fn key(&self) -> u64;

    /// At least how many further steps it takes until a counter (quiet limit, turn limit) may end the game.
    /// A search that looks further ahead than this must not trust values stored under [`Game::key`].
    fn steps_to_limit(&self) -> u32 {
        u32::MAX
    }

    /// Whether this position is `earlier` again, under rules where that ends the game. See [`crate::Line`].
    fn repeats(&self, _earlier: &Self) -> bool {
        false
    }

    /// The result where a repetition ends the game in this position.
    fn repetition_outcome(&self) -> Outcome {
        Outcome::Draw
    }

    /// How many pieces or seeds a legal step takes.
    fn captures(&self, _mv: Self::Move) -> u32 {
        0
    }

    /// Whether it is known at once that no legal step takes anything; `false` says nothing.
    fn is_quiet(&self) -> bool {
        false
    }

    /// The position string, read back. The error names the place and says what would be right.
    fn parse(rules: &Self::Rules, text: &str) -> Result<Self, TextError>;

    /// A legal step from what a person or a record wrote, or one sentence saying why not.
    fn read_step(&self, text: &str) -> Result<Self::Move, TextError>;

    /// The step as records show it, captures included where the game's notation has them.
    fn write_step(&self, mv: Self::Move) -> String {
        mv.to_string()
    }

    /// What a legal step does beyond the obvious, as a sentence for a player ("White is blocked: Black moves again.").
    fn remark(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// What the players call this side: White, South, …
    fn side_name(&self, side: Side) -> &'static str {
        self.rules().sides()[side.index()].name
    }

    /// The board drawn in plain characters, several lines, the last step marked.
    fn draw(&self, last: Option<Self::Move>) -> String;

    /// The reason of a finished game in one sentence ("White has one piece left."); empty while it goes on.
    fn reason(&self) -> String;

    /// How many symmetries the board has; number 0 is the identity.
    fn symmetries(&self) -> usize {
        1
    }

    /// The position seen through one of its symmetries.
    fn transform(&self, _symmetry: usize) -> Self {
        *self
    }

    /// The step seen through the same symmetry.
    fn transform_move(&self, mv: Self::Move, _symmetry: usize) -> Self::Move {
        mv
    }
}

/// How many sequences of exactly `depth` steps start here.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    perft_within(position, depth, &mut u64::MAX.clone()).expect("nobody has so much time")
}

/// The same; none where that is more work than the budget. Every step that is listed is work, and a position is as much as ten.
pub fn perft_within<G: Game>(position: &G, depth: u32, budget: &mut u64) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut list = MoveList::new();
    position.moves(&mut list);
    *budget = budget.checked_sub(10 + list.len() as u64)?;
    if depth == 1 {
        return Some(list.len() as u64);
    }
    list.iter().try_fold(0, |sum, &mv| {
        let mut next = *position;
        next.play(mv);
        Some(sum + perft_within(&next, depth - 1, budget)?)
    })
}

/// Mixes a word into a well-spread hash (the finaliser of splitmix64); the keys of all games are built from it.
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

//! A game made of random numbers, for testing searches: who moves, how many steps there are, what captures and who wins
//! are hashes of the position. Positions transpose and repeat, the mover changes at random, and a quiet counter outside
//! of the key ends the game, as in Seega.

use std::fmt;
use std::str::FromStr;

use engine::search::{DECIDED, Evaluator, Score};
use games::family::{BLACK, Marks, WHITE};
use games::game::mix;
use games::{Game, GameSpec, MoveList, Outcome, Side, TextError};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TreeRules {
    pub seed: u64,
    /// How many different positions there are.
    pub nodes: u64,
    /// At most so many steps in a position.
    pub width: u64,
    pub quiet_limit: u32,
}

impl games::Rules for TreeRules {
    fn game(self) -> Option<GameSpec> {
        None
    }
    fn board(&self) -> [u8; 2] {
        [1, 1]
    }
    fn sides(&self) -> [Marks; 2] {
        [WHITE, BLACK]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tree {
    rules: TreeRules,
    node: u64,
    quiet: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Branch(u8);

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Branch {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Branch, TextError> {
        text.parse().map(Branch).map_err(|_| TextError::new("not a branch"))
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.node, self.quiet)
    }
}

impl Tree {
    fn hash(&self, salt: u64) -> u64 {
        mix(self.rules.seed ^ mix(self.node.wrapping_mul(31).wrapping_add(salt)))
    }
}

impl Game for Tree {
    type Rules = TreeRules;
    type Move = Branch;

    fn start(rules: &TreeRules) -> Self {
        Tree { rules: *rules, node: 0, quiet: 0 }
    }
    fn rules(&self) -> &TreeRules {
        &self.rules
    }
    fn to_move(&self) -> Side {
        if self.hash(1).is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn moves(&self, out: &mut MoveList<Branch>) {
        if self.outcome().is_none() {
            out.extend((0..1 + self.hash(2) % self.rules.width).map(|i| Branch(i as u8)));
        }
    }
    fn play(&mut self, mv: Branch) {
        self.quiet = if self.captures(mv) > 0 { 0 } else { self.quiet + 1 };
        self.node = self.hash(100 + u64::from(mv.0)) % self.rules.nodes;
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.hash(3) % 40 {
            0 => Some(Outcome::Win(Side::First)),
            1 => Some(Outcome::Win(Side::Second)),
            2 => Some(Outcome::Draw),
            _ => (self.quiet >= self.rules.quiet_limit).then_some(Outcome::Draw),
        }
    }
    fn key(&self) -> u64 {
        self.hash(4)
    }
    fn steps_to_limit(&self) -> u32 {
        self.rules.quiet_limit - self.quiet
    }
    fn captures(&self, mv: Branch) -> u32 {
        u32::from(self.hash(200 + u64::from(mv.0)).is_multiple_of(4))
    }
    fn parse(_: &TreeRules, _: &str) -> Result<Self, TextError> {
        Err(TextError::new("a test game is not written"))
    }
    fn read_step(&self, text: &str) -> Result<Branch, TextError> {
        text.parse()
    }
    fn draw(&self, _: Option<Branch>) -> String {
        String::new()
    }
    fn reason(&self) -> String {
        String::new()
    }
}

/// A random but fixed opinion of every position.
pub struct Opinion;

impl Evaluator<Tree> for Opinion {
    fn score(&mut self, position: &Tree) -> Score {
        (position.hash(5) % 2001) as Score - 1000
    }
}

/// Any fixed opinion of any game's positions.
pub struct KeyOpinion;

impl<G: Game> Evaluator<G> for KeyOpinion {
    fn score(&mut self, position: &G) -> Score {
        let score = (mix(position.key() ^ 7) % 2001) as Score - 1000;
        debug_assert!(score.abs() < DECIDED);
        score
    }
}

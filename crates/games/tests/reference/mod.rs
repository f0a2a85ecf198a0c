//! A second implementation of every rule set: slow, plain, and written from the documents alone.
//!
//! Boards are vectors of characters and every question is answered by a loop. Of the crate only the switches and the
//! names of sides and outcomes are used, so an error in the real rules cannot hide here too.
#![allow(dead_code)] // every test program uses its own part

pub mod awari;
mod board;
pub mod capture_go;
pub mod kalah;
pub mod seega;

use games::{Outcome, Side};

/// A game with its whole history, where the rules need one.
pub trait Reference: Clone {
    type Rules: Copy;

    fn start(rules: &Self::Rules) -> Self;

    fn to_move(&self) -> Side;

    /// The legal steps in the documented order and notation; none when the game is over.
    fn steps(&self) -> Vec<String>;

    /// Makes one of [`Reference::steps`].
    fn play(&mut self, step: &str);

    fn outcome(&self) -> Option<Outcome>;

    /// The documented position string.
    fn show(&self) -> String;

    /// How many pieces or seeds of the opponent's a legal step takes.
    fn captures(&self, step: &str) -> u32;
}

/// How many sequences of exactly `depth` steps start here.
pub fn perft<R: Reference>(position: &R, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    for step in position.steps() {
        let mut next = position.clone();
        next.play(&step);
        sum += perft(&next, depth - 1);
    }
    sum
}

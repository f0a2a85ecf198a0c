//! A line of play: a start position and the steps made from it.
//!
//! Positions know no history. What depends on history, the repetition rule of some Awari presets, is decided here.

use crate::game::{Game, MoveList, Outcome, Side};
use crate::text::{TextError, quote};

/// The positions and steps of one game so far; every step in it is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<G: Game> {
    positions: Vec<G>,
    steps: Vec<G::Move>,
}

impl<G: Game> Line<G> {
    /// A line that has only its first position.
    pub fn new(start: G) -> Self {
        Line { positions: vec![start], steps: Vec::new() }
    }

    /// The position before the first step.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &G {
        self.positions.last().expect("a line always has its start")
    }

    /// The line as it was after so many steps, at most as many as there are.
    pub fn prefix(&self, steps: usize) -> Line<G> {
        Line { positions: self.positions[..=steps].to_vec(), steps: self.steps[..steps].to_vec() }
    }

    /// Every position, the start first: one more than there are steps.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The steps made.
    pub fn steps(&self) -> &[G::Move] {
        &self.steps
    }

    /// Who makes the next step.
    pub fn to_move(&self) -> Side {
        self.position().to_move()
    }

    /// Whether the position stood before in this line and the rules end the game there.
    pub fn repeated(&self) -> bool {
        let (now, before) = self.positions.split_last().expect("a line always has its start");
        before.iter().rev().any(|earlier| now.repeats(earlier))
    }

    /// The result, repetition included.
    pub fn outcome(&self) -> Option<Outcome> {
        let now = self.position();
        now.outcome().or_else(|| self.repeated().then(|| now.repetition_outcome()))
    }

    /// The reason of a finished game in one sentence; empty while it goes on.
    pub fn reason(&self) -> String {
        let now = self.position();
        if now.outcome().is_none() && self.repeated() {
            return "The position has occurred before.".into();
        }
        now.reason()
    }

    /// The legal steps; none exactly when [`Line::outcome`] is known.
    pub fn moves(&self) -> MoveList<G::Move> {
        let mut list = MoveList::new();
        if !self.repeated() {
            self.position().moves(&mut list);
        }
        list
    }

    /// Makes a legal step.
    pub fn push(&mut self, mv: G::Move) {
        let mut next = *self.position();
        next.play(mv);
        self.positions.push(next);
        self.steps.push(mv);
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.steps.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// Reads a step and makes it; one sentence if it is no legal step here.
    pub fn read(&mut self, text: &str) -> Result<G::Move, TextError> {
        if let Some(outcome) = self.outcome() {
            let result = match outcome {
                Outcome::Win(side) => format!("{} has won", self.position().side_name(side)),
                Outcome::Draw => "it is a draw".into(),
            };
            return Err(TextError::new(format!("{}: the game is over, {result}", quote(text))));
        }
        let mv = self.position().read_step(text)?;
        self.push(mv);
        Ok(mv)
    }
}

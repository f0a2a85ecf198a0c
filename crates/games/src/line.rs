//! A line of play: a start position and the steps made from it.
//!
//! Positions know no history. What depends on history, the repetition rule of some Awari presets, is decided here.

use crate::game::{Game, MoveList, Outcome, Side};
use crate::text::{TextError, quote, text_error};

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

    /// Whether the position after so many steps stood before in this line and the rules end the game there.
    fn repeated_after(&self, steps: usize) -> bool {
        let now = &self.positions[steps];
        self.positions[..steps].iter().rev().any(|earlier| now.repeats(earlier))
    }

    /// Whether the position stood before in this line and the rules end the game there.
    pub fn repeated(&self) -> bool {
        self.repeated_after(self.steps.len())
    }

    /// The result after so many steps, repetition included.
    pub fn outcome_after(&self, steps: usize) -> Option<Outcome> {
        let now = &self.positions[steps];
        now.outcome().or_else(|| self.repeated_after(steps).then(|| now.repetition_outcome()))
    }

    /// The result, repetition included.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_after(self.steps.len())
    }

    /// The reason of a game that is finished after so many steps, in one sentence; empty while it goes on.
    pub fn reason_after(&self, steps: usize) -> String {
        let now = &self.positions[steps];
        if now.outcome().is_none() && self.repeated_after(steps) {
            return "The position has occurred before.".into();
        }
        now.reason()
    }

    /// The reason of a finished game in one sentence; empty while it goes on.
    pub fn reason(&self) -> String {
        self.reason_after(self.steps.len())
    }

    /// The legal steps after so many; none exactly when the game is over there.
    pub fn moves_after(&self, steps: usize) -> MoveList<G::Move> {
        let mut list = MoveList::new();
        if !self.repeated_after(steps) {
            self.positions[steps].moves(&mut list);
        }
        list
    }

    /// The legal steps; none exactly when [`Line::outcome`] is known.
    pub fn moves(&self) -> MoveList<G::Move> {
        self.moves_after(self.steps.len())
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

    /// Forgets all but so many steps.
    pub fn cut(&mut self, steps: usize) {
        self.steps.truncate(steps);
        self.positions.truncate(steps + 1);
    }

    /// Reads a step that may be made after so many; one sentence if it is no legal step there.
    pub fn read_after(&self, steps: usize, text: &str) -> Result<G::Move, TextError> {
        let position = &self.positions[steps];
        if let Some(outcome) = self.outcome_after(steps) {
            let result = match outcome {
                Outcome::Win(side) => format!("{} has won", position.side_name(side)),
                Outcome::Draw => "it is a draw".into(),
            };
            return Err(text_error!("{}: the game is over, {result}", quote(text)));
        }
        position.read_step(text)
    }

    /// Reads a step and makes it; one sentence if it is no legal step here.
    pub fn read(&mut self, text: &str) -> Result<G::Move, TextError> {
        let mv = self.read_after(self.steps.len(), text)?;
        self.push(mv);
        Ok(mv)
    }
}

//! A game looked at again: what every step cost, and which were mistakes.

use games::{Outcome, Side};
use serde::Serialize;

/// Losses of value that are marked, the largest first.
const MARKS: [(f64, &str); 3] = [(0.4, "??"), (0.2, "?"), (0.1, "?!")];

/// One step of the game; values are for the side that made it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// From 1.
    pub number: usize,
    /// `first` or `second`.
    pub side: &'static str,
    /// What was played, and what would have been best.
    pub step: String,
    #[allow(missing_docs)]
    pub best: String,
    /// The play that was expected after the best step.
    pub line: Vec<String>,
    /// How far the search looked.
    pub depth: u32,
    /// The value before and after the step.
    pub before: f64,
    #[allow(missing_docs)]
    pub after: f64,
    /// How much of the value the step lost; 0 for the best step.
    pub loss: f64,
    /// `?!`, `?`, `??`, or nothing.
    pub mark: &'static str,
}

/// The steps of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// `first` or `second`, and what the players call it.
    pub side: &'static str,
    #[allow(missing_docs)]
    pub name: &'static str,
    /// How many, and how many of them were marked.
    pub steps: usize,
    #[allow(missing_docs)]
    pub inaccuracies: usize,
    #[allow(missing_docs)]
    pub mistakes: usize,
    #[allow(missing_docs)]
    pub blunders: usize,
    /// The mean loss of a step.
    pub loss: f64,
}

/// The step that was made in a position, and the one that a search prefers.
pub struct Choice {
    /// Both as text.
    pub step: String,
    #[allow(missing_docs)]
    pub best: String,
    /// The play expected after the best step, and how far the search looked.
    pub line: Vec<String>,
    #[allow(missing_docs)]
    pub depth: u32,
}

/// Judges the steps of a game, position by position: what is after a step is before the next.
#[derive(Default)]
pub struct Review {
    steps: Vec<Judged>,
}

impl Review {
    /// The next position, from the start of the game on: who is to move, what the position is worth to that side, and which
    /// step follows, if one does. Answers with the step before, which is judged now.
    pub fn position(&mut self, side: Side, value: f64, choice: Option<Choice>) -> Option<&Judged> {
        let settled = self.steps.len();
        if let Some(before) = self.steps.last_mut() {
            before.settle(if before.side == word(side) { value } else { -value });
        }
        if let Some(Choice { step, best, line, depth }) = choice {
            let (number, side) = (settled + 1, word(side));
            self.steps.push(Judged {
                number,
                side,
                step,
                best,
                line,
                depth,
                before: value,
                after: value,
                loss: 0.0,
                mark: "",
            });
        }
        settled.checked_sub(1).map(|last| &self.steps[last])
    }

    /// All steps.
    pub fn steps(self) -> Vec<Judged> {
        self.steps
    }

    /// How a side did, and what the players call it.
    pub fn summary(&self, side: Side, name: &'static str) -> Summary {
        let mine: Vec<&Judged> = self.steps.iter().filter(|step| step.side == word(side)).collect();
        let count = |mark| mine.iter().filter(|step| step.mark == mark).count();
        Summary {
            side: word(side),
            name,
            steps: mine.len(),
            inaccuracies: count("?!"),
            mistakes: count("?"),
            blunders: count("??"),
            loss: mine.iter().map(|step| step.loss).sum::<f64>() / mine.len().max(1) as f64,
        }
    }
}

impl Judged {
    /// The value after the step is known. Whoever made the best step has lost nothing, whatever was seen later.
    fn settle(&mut self, after: f64) {
        self.after = after;
        self.loss = if self.step == self.best { 0.0 } else { (self.before - after).max(0.0) };
        self.loss = (self.loss * 1e6).round() / 1e6;
        self.mark = MARKS.iter().find(|(least, _)| self.loss > *least).map_or("", |(_, mark)| mark);
    }
}

fn word(side: Side) -> &'static str {
    Outcome::Win(side).word()
}

//! A game looked at again: what every step cost, and which were mistakes.
//!
//! A step costs as much as the position after it is worth less than the one after the best step. Both are judged by a search of their own,
//! as deep as each other: values swing between odd and even depths, so that a position and the next one cannot be compared.
//!
//! ```text
//! let mut review = Review::new(query);
//! while let Some((query, turn)) = review.question() {     // may be asked on any thread
//!     if let Some(judged) = review.hear(query.answer(turn, …)?) { … }
//! }
//! ```

use games::{Outcome, Side};
use serde::Serialize;

use crate::protocol::analysis::{Answer, Query};

/// Losses of value that are marked, the largest first.
const MARKS: [(f64, &str); 3] = [(0.4, "??"), (0.2, "?"), (0.1, "?!")];

/// One step of the game; values are for the side that made it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// From 1.
    pub number: usize,
    /// `first` or `second`.
    pub side: &'static str,
    /// What was played.
    pub step: String,
    /// What would have been best.
    pub best: String,
    /// The play that was expected after the best step.
    pub line: Vec<String>,
    /// How far the search looked that found it.
    pub depth: u32,
    /// What the game was worth with the best step.
    pub before: f64,
    /// What it was worth with this one.
    pub after: f64,
    /// How much of the value the step lost; 0 for the best step.
    pub loss: f64,
    /// `?!`, `?`, `??`, or nothing.
    pub mark: &'static str,
}

/// The steps of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// `first` or `second`.
    pub side: &'static str,
    /// What the players call it.
    pub name: &'static str,
    /// How many.
    pub steps: usize,
    /// Those marked `?!`.
    pub inaccuracies: usize,
    /// Those marked `?`.
    pub mistakes: usize,
    /// Those marked `??`.
    pub blunders: usize,
    /// The mean loss of a step.
    pub loss: f64,
}

/// Judges the steps of a game, one after the other.
pub struct Review {
    query: Query,
    steps: Vec<Judged>,
    /// What was said of the position before the step that is judged now.
    here: Option<Answer>,
    /// What was said of the position after it, while that after the best step is looked at.
    made: Option<Answer>,
}

impl Review {
    /// All steps of the query's game, judged by its player.
    pub fn new(query: Query) -> Review {
        Review { query, steps: Vec::new(), here: None, made: None }
    }

    /// What has to be analysed next: the query, and the turn of it. None when all steps are judged.
    pub fn question(&self) -> Option<(Query, usize)> {
        let (at, mut query) = (self.steps.len(), self.query.clone());
        let turn = match (&self.here, &self.made) {
            (None, _) => 0,
            (Some(_), None) => at + 1,
            (Some(here), Some(made)) => {
                query.session.go(at).expect("the step was made there");
                query.session.read(&here.move_infos[0].step).expect("a player makes legal steps");
                query.limits.depth = query.limits.depth.or(made.depth());
                at + 1
            }
        };
        query.turns = vec![turn];
        (turn <= query.session.steps()).then_some((query, turn))
    }

    /// The answer to the question, and the step that is judged by it, if one is.
    pub fn hear(&mut self, answer: Answer) -> Option<&Judged> {
        let at = self.steps.len();
        let Some(here) = self.here.take() else {
            self.here = Some(answer);
            return None;
        };
        let best = &here.move_infos[0];
        let step = self.query.session.made(at);
        let (made, instead) = match self.made.take() {
            Some(made) => (made, answer),
            None if step.step == best.step => (answer.clone(), answer),
            None => {
                (self.here, self.made) = (Some(here), Some(answer));
                return None;
            }
        };
        let mut session = self.query.session.clone();
        session.go(at).expect("the step was made there");
        session.read(&best.step).expect("a player makes legal steps");
        let [before, after] = [&instead, &made].map(|answer| answer.value_for(step.side));
        let loss = ((before - after).max(0.0) * 1e6).round() / 1e6;
        self.steps.push(Judged {
            number: at + 1,
            side: Outcome::Win(step.side).word(),
            step: step.written,
            best: session.made(at).written,
            line: best.pv.clone(),
            depth: best.depth,
            before,
            after,
            loss,
            mark: MARKS.iter().find(|(least, _)| loss > *least).map_or("", |(_, mark)| mark),
        });
        self.here = Some(made);
        self.steps.last()
    }

    /// All steps so far.
    pub fn steps(&self) -> &[Judged] {
        &self.steps
    }

    /// How both sides did.
    pub fn summary(&self) -> [Summary; 2] {
        Side::BOTH.map(|side| {
            let word = Outcome::Win(side).word();
            let mine: Vec<&Judged> = self.steps.iter().filter(|step| step.side == word).collect();
            let count = |mark| mine.iter().filter(|step| step.mark == mark).count();
            Summary {
                side: word,
                name: self.query.session.game().side_name(side),
                steps: mine.len(),
                inaccuracies: count("?!"),
                mistakes: count("?"),
                blunders: count("??"),
                loss: mine.iter().map(|step| step.loss).sum::<f64>() / mine.len().max(1) as f64,
            }
        })
    }
}

impl Answer {
    /// What the position is worth to a side.
    fn value_for(&self, side: Side) -> f64 {
        let value = self.root_info.value;
        if self.root_info.current_player == Outcome::Win(side).word() { value } else { -value }
    }

    /// How deep another search has to look to be comparable; a tree search means something else by its depth.
    fn depth(&self) -> Option<u32> {
        let best = self.move_infos.first().filter(|best| best.prior.is_none())?;
        Some(best.depth).filter(|depth| *depth > 0)
    }
}

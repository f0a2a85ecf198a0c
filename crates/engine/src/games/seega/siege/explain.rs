//! Our own judgement of Seega taken apart: each count of each side, what one is worth at this stage, and what it adds.

use games::Game;
use games::seega::{Bits, Exchange, Seega};

use super::features::{MOVING, PLACING};
use super::{LOGIT, SeegaEvaluator, privilege};
use crate::explain::{Explanation, Term};
use crate::search::{Evaluator, Score};

/// Scores as they are fitted.
fn logits(score: Score) -> f32 {
    score as f32 / LOGIT as f32
}

impl<B: Bits> SeegaEvaluator<B> {
    /// What counts in a position, in logits for the side to move; counts that add nothing are left out.
    pub fn explain(&mut self, position: &Seega<B>) -> Explanation {
        self.prepare(position);
        let is_placing = position.is_placing();
        let (phase, terms) = if is_placing {
            ("placing".into(), self.placing_terms(position))
        } else {
            (format!("moving, plan {}", self.plan + 1), self.moving_terms(position))
        };
        Explanation::of_mover("best", phase, terms, position.side_name(position.to_move()))
    }

    fn placing_terms(&self, position: &Seega<B>) -> Vec<Term> {
        let (starter, placed, counts) = self.placing_counts(position);
        let (start, worth) = &self.placing[placed as usize];
        let sign = |side| if side == position.to_move() { 1.0 } else { -1.0 };
        let mut terms = vec![Term::new("starting phase two", "", sign(starter), logits(*start))];
        for (i, side) in [starter, starter.other()].into_iter().enumerate() {
            terms.extend(side_terms(position.side_name(side), &PLACING, &counts[i], &worth[i], sign(side)));
        }
        terms.retain(|term| term.share != 0.0);
        terms
    }

    fn moving_terms(&self, position: &Seega<B>) -> Vec<Term> {
        let side = position.to_move();
        let ([a, b], counts) = self.moving_counts(position);
        let sides = [(side, self.stage(a, b), 1.0), (side.other(), self.stage(b, a), -1.0)];
        let mut terms = vec![Term::new("material and the move", "", 1.0, logits(sides[0].1.base))];
        for ((side, stage, sign), counts) in sides.into_iter().zip(&counts) {
            terms.extend(side_terms(position.side_name(side), &MOVING, counts, &stage.moving, sign));
        }
        if position.rules().exchange != Exchange::Off {
            terms.push(Term::new("the right to exchange", "", 1.0, logits(privilege(position, side, a, b))));
        }
        terms.retain(|term| term.share != 0.0);
        terms
    }
}

/// What is counted of one side.
fn side_terms(whose: &str, names: &[&str], counts: &[i32], worth: &[Score], sign: f32) -> Vec<Term> {
    let term = |((name, &count), &worth): ((&&str, &i32), &Score)| {
        let name = format!("{whose}: {}", name.replace('_', " "));
        Term::new(name, "", count as f32, sign * logits(worth))
    };
    names.iter().zip(counts).zip(worth).map(term).collect()
}

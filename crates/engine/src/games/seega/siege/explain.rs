//! Our own judgement of Seega taken apart: each count of each side, what one is worth at this stage, and what it adds.

use games::Game;
use games::seega::{Bits, Exchange, Seega};

use super::features::{self, MOVING, PLACING};
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
        let starter = position.rules().starts_moving;
        let pieces = [position.pieces(starter), position.pieces(starter.other())];
        let (start, worth) = &self.placing[(pieces[0].count() + pieces[1].count()) as usize];
        let sign = if starter == position.to_move() { 1.0 } else { -1.0 };
        let mut terms = vec![Term::new("starting phase two", "", sign, logits(*start))];
        for (i, side) in [starter, starter.other()].into_iter().enumerate() {
            let counts = features::placing(&self.zones, pieces[i], pieces[1 - i]);
            let sign = if side == position.to_move() { 1.0 } else { -1.0 };
            let whose = position.side_name(side);
            terms.extend(PLACING.iter().zip(counts).zip(worth[i]).map(|((name, count), worth)| {
                Term::new(format!("{whose}: {}", words(name)), "", count as f32, sign * logits(worth))
            }));
        }
        terms.retain(|term| term.share != 0.0);
        terms
    }

    fn moving_terms(&self, position: &Seega<B>) -> Vec<Term> {
        let side = position.to_move();
        let (own, enemy) = (position.pieces(side), position.pieces(side.other()));
        let (a, b) = (own.count() - u32::from(position.give()), enemy.count());
        let sides = [
            (side, self.stage(a, b), features::moving(&self.zones, own, enemy, true), 1.0),
            (side.other(), self.stage(b, a), features::moving(&self.zones, enemy, own, false), -1.0),
        ];
        let mut terms = vec![Term::new("material and the move", "", 1.0, logits(sides[0].1.base))];
        for (side, stage, counts, sign) in sides {
            let whose = position.side_name(side);
            terms.extend(MOVING.iter().zip(counts).zip(stage.moving).map(|((name, count), worth)| {
                Term::new(format!("{whose}: {}", words(name)), "", count as f32, sign * logits(worth))
            }));
        }
        if position.rules().exchange != Exchange::Off {
            terms.push(Term::new("the right to exchange", "", 1.0, logits(privilege(position, side, a, b))));
        }
        terms.retain(|term| term.share != 0.0);
        terms
    }
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

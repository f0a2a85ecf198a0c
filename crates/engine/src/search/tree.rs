//! Which tree a search of a given depth looks at. Plain minimax and alpha-beta share this, so they must agree.
//!
//! A step costs one unit of depth, except a forced one if [`Shape::forced_free`] is on. Where the depth is used up,
//! captures are still followed for [`Shape::quiescence`] steps if the mover gains by them.

use games::{Game, MoveList, Outcome, Side};

use super::score::{Evaluator, Score, View, WIN};

/// Beyond this many steps from the root nothing is free, so that every line ends.
pub const LONGEST: u32 = 100;

/// The rules of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Forced steps cost no depth.
    pub forced_free: bool,
    /// How many capturing steps are followed beyond the depth; 0 for none.
    pub quiescence: u32,
    /// Whether a game that is over is won, drawn or lost. Without it the evaluator judges how it stands, as if it went on.
    pub outcomes: bool,
    /// What a draw is worth to the first side. (A player with contempt sets it before each of its searches.)
    pub draw: Score,
}

impl Shape {
    /// Every step costs depth and nothing is followed beyond it.
    pub const PLAIN: Shape = Shape { forced_free: false, quiescence: 0, outcomes: true, draw: 0 };

    /// The steps worth looking at in a position, and the depth left after any of them.
    #[inline]
    pub fn steps<G: Game>(
        &self,
        position: &G,
        evaluator: &mut impl Evaluator<G>,
        depth: i32,
        ply: u32,
        list: &mut MoveList<G::Move>,
    ) -> i32 {
        position.moves(list);
        let free = self.forced_free && ply < LONGEST && evaluator.forced(position, list);
        if free { depth } else { depth - 1 }
    }

    /// The score of a game that is over, for the side to move, `ply` steps from the root.
    #[inline]
    pub fn over<G: Game>(
        &self,
        outcome: Outcome,
        position: &G,
        evaluator: &mut impl Evaluator<G>,
        ply: u32,
    ) -> Score {
        if self.outcomes {
            self.outcome(outcome, position.to_move(), ply)
        } else {
            evaluator.score_over(position)
        }
    }

    /// The score of a finished game for `side`, `ply` steps from the root.
    #[inline]
    pub fn outcome(&self, outcome: Outcome, side: Side, ply: u32) -> Score {
        match outcome {
            Outcome::Draw if side == Side::First => self.draw,
            Outcome::Draw => -self.draw,
            Outcome::Win(winner) if winner == side => WIN - ply as Score,
            Outcome::Win(_) => ply as Score - WIN,
        }
    }

    /// Lines of fewer steps than this meet neither a rule counter's end nor the end of what is free, so a score that
    /// rests on them depends on the position alone.
    #[inline]
    pub fn steps_to_limit<G: Game>(&self, position: &G, ply: u32) -> u32 {
        let free = if self.forced_free { LONGEST.saturating_sub(ply) } else { u32::MAX };
        free.min(position.steps_to_limit())
    }
}

/// Plain minimax: the whole tree, no cut, no memory. Slow and obviously right; the measure of every other search.
pub fn minimax<G: Game>(
    position: &G,
    evaluator: &mut impl Evaluator<G>,
    shape: &Shape,
    depth: i32,
    ply: u32,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return shape.over(outcome, position, evaluator, ply);
    }
    let mut list = MoveList::new();
    if depth <= 0 {
        return quiet_minimax(position, evaluator, shape, shape.quiescence, ply);
    }
    let left = shape.steps(position, evaluator, depth, ply, &mut list);
    list.iter()
        .map(|&step| {
            let mut child = *position;
            child.play(step);
            View::new(position.to_move(), &child).score(minimax(&child, evaluator, shape, left, ply + 1))
        })
        .max()
        .expect("a game that is not over has steps")
}

fn quiet_minimax<G: Game>(
    position: &G,
    evaluator: &mut impl Evaluator<G>,
    shape: &Shape,
    left: u32,
    ply: u32,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return shape.over(outcome, position, evaluator, ply);
    }
    let mut best = evaluator.score(position);
    if left > 0 {
        let mut list = MoveList::new();
        position.moves(&mut list);
        for &step in list.iter().filter(|&&step| position.captures(step) > 0) {
            let mut child = *position;
            child.play(step);
            let view = View::new(position.to_move(), &child);
            best = best.max(view.score(quiet_minimax(&child, evaluator, shape, left - 1, ply + 1)));
        }
    }
    best
}

//! What searches count in: whole numbers for the side to move, so that results are the same on every machine.

use games::{Game, Side};

/// How good a position is for a side. Between −[`DECIDED`] and [`DECIDED`] it is an estimate; a win in n steps is
/// `WIN − n`.
pub type Score = i32;

/// A game won now.
pub const WIN: Score = 1_000_000;

/// Scores beyond this are proven wins; estimates stay below.
pub const DECIDED: Score = 900_000;

/// Estimates are given in these units: an [`Evaluator`] that thinks in [−1, 1] multiplies by it.
pub const UNIT: Score = 100_000;

/// A score as an expected result from −1 to 1: proven results are ±1, estimates are squashed.
pub fn value_of(score: Score) -> f32 {
    match score {
        s if s >= DECIDED => 1.0,
        s if s <= -DECIDED => -1.0,
        s => squash(s as f32 / UNIT as f32),
    }
}

/// x/(1 + |x|): bounded, monotone, and the same on every machine (unlike a library's tanh).
fn squash(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

/// How a child looks from its parent. Turns may be several steps long: a child with the same mover keeps score and
/// window, a child with the other mover negates the score and swaps and negates the window. Every search uses this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    same: bool,
}

impl View {
    /// The view from a parent, where `parent` moves, to a child.
    #[inline]
    pub fn new<G: Game>(parent: Side, child: &G) -> View {
        View { same: parent == child.to_move() }
    }

    /// The parent's window (alpha, beta) as the child's.
    #[inline]
    pub fn window(self, alpha: Score, beta: Score) -> (Score, Score) {
        if self.same { (alpha, beta) } else { (-beta, -alpha) }
    }

    /// The child's score as the parent's.
    #[inline]
    pub fn score(self, score: Score) -> Score {
        if self.same { score } else { -score }
    }
}

/// What one step can reach at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ceiling {
    /// For the side to move: no estimate after one of its steps without a capture exceeds this, and no such step ends the
    /// game.
    pub quiet: Score,
    /// Whether there may be capturing steps as well.
    pub captures: bool,
}

/// Judges a position without looking ahead.
pub trait Evaluator<G: Game>: Send {
    /// The estimate for the side to move, strictly between −[`DECIDED`] and [`DECIDED`]. The game is not over.
    fn score(&mut self, position: &G) -> Score;

    /// The same where the game is over, for a search that does not ask who won.
    fn score_over(&mut self, position: &G) -> Score {
        self.score(position)
    }

    /// The estimate if it lies between the bounds. Otherwise less will do: instead of an estimate of at most `alpha`
    /// anything from it up to `alpha`, instead of one of at least `beta` anything from `beta` up to it.
    #[inline]
    fn score_within(&mut self, position: &G, _alpha: Score, _beta: Score) -> Score {
        self.score(position)
    }

    /// What one step can reach at most, where that is cheap to know.
    #[inline]
    fn ceiling(&mut self, _position: &G) -> Option<Ceiling> {
        None
    }

    /// A search of this position begins. An evaluator may choose by it how to judge until the next search; it answers
    /// whether that differs from before, so that what was stored is forgotten.
    fn prepare(&mut self, _root: &G) -> bool {
        false
    }

    /// Whether the mover has no real choice. `steps` holds the legal steps and may be cut down to those that do not
    /// lose at once; at least one stays.
    fn forced(&mut self, _position: &G, steps: &mut games::MoveList<G::Move>) -> bool {
        steps.len() == 1
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn score(&mut self, position: &G) -> Score {
        (**self).score(position)
    }

    fn score_over(&mut self, position: &G) -> Score {
        (**self).score_over(position)
    }

    fn score_within(&mut self, position: &G, alpha: Score, beta: Score) -> Score {
        (**self).score_within(position, alpha, beta)
    }

    fn ceiling(&mut self, position: &G) -> Option<Ceiling> {
        (**self).ceiling(position)
    }

    fn prepare(&mut self, root: &G) -> bool {
        (**self).prepare(root)
    }

    fn forced(&mut self, position: &G, steps: &mut games::MoveList<G::Move>) -> bool {
        (**self).forced(position, steps)
    }
}

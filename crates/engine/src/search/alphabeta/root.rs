//! The steps of the root: all of them, so that each can be reported, within a window that widens where the guess was wrong.

use games::{Game, Line, MoveList};

use super::{AlphaBeta, Found, Frame};
use crate::search::score::{Evaluator, Score, View, WIN};

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// One iteration over the root's steps but those `done` already; `earlier` is what the last one found in this place. None if it had
    /// to stop.
    pub(super) fn iterate(
        &mut self,
        line: &Line<G>,
        steps: &[G::Move],
        done: &[Found<G::Move>],
        earlier: Option<&Found<G::Move>>,
        depth: u32,
    ) -> Option<Found<G::Move>> {
        let before = self.nodes;
        let mut order: Vec<G::Move> =
            steps.iter().copied().filter(|step| done.iter().all(|found| found.line[0] != *step)).collect();
        // A search without a memory keeps the order of the rules: of equal steps it takes the first, as plain minimax does.
        let first = earlier.filter(|_| self.options.remembers()).map(|found| found.line[0]);
        if let Some(at) = first.and_then(|first| order.iter().position(|&step| step == first)) {
            order[..=at].rotate_right(1);
        }
        // The root keeps all its steps, so that every one of them can be reported; those that a forced position leaves out
        // lose at once and cost next to nothing.
        let shape = self.options.shape;
        let left = shape.steps(line.position(), &mut self.evaluator, depth as i32, 0, &mut MoveList::new());
        let mut width = self.options.aspiration;
        let (mut low, mut high) = match earlier {
            Some(Found { score, depth: 1.., .. }) if width > 0 && depth > 2 => {
                (score.saturating_sub(width), score.saturating_add(width))
            }
            _ => (-WIN, WIN),
        };
        let score = loop {
            let frame = Frame { alpha: low.max(-WIN), beta: high.min(WIN), depth: left, ply: 1 };
            let score = self.within(line, &order, frame)?;
            width = width.saturating_mul(4);
            if score <= low && low > -WIN {
                low = low.saturating_sub(width).max(-WIN);
            } else if score >= high && high < WIN {
                high = high.saturating_add(width).min(WIN);
            } else {
                break score;
            }
        };
        Some(Found { depth, score, nodes: self.nodes - before, line: self.lines[0].clone() })
    }

    /// The best score among these steps of the root; the frame is that of its children, seen from the root.
    fn within(&mut self, line: &Line<G>, order: &[G::Move], mut frame: Frame) -> Option<Score> {
        let root = line.position();
        let mut best = -WIN - 1;
        let earlier = if self.options.shape.outcomes { line.positions() } else { &[] };
        for (i, &step) in order.iter().enumerate() {
            let mut child = *root;
            child.play(step);
            let score = if child.outcome().is_none() && earlier.iter().any(|p| child.repeats(p)) {
                self.lines[1].clear();
                self.options.shape.outcome(child.repetition_outcome(), root.to_move(), 1)
            } else {
                let scout = (self.options.scout && i > 0).then_some(frame.depth);
                self.child(&child, View::new(root.to_move(), &child), frame, scout)
            };
            if self.budget.stopped {
                return None;
            }
            if score > best {
                best = score;
                self.keep_line(0, step);
            }
            frame.alpha = frame.alpha.max(score);
            if frame.alpha >= frame.beta {
                break;
            }
        }
        Some(best)
    }
}

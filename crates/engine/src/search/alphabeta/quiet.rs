//! Captures, followed where the depth is used up.

use games::{Game, MoveList};

use super::{AlphaBeta, Frame};
use crate::search::score::{Evaluator, Score, View};

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// The score where the mover may stop at any time, or go on capturing; the frame's depth is the captures left. The game is not over.
    pub(super) fn quiet(&mut self, position: &G, frame: Frame) -> Score {
        let Frame { mut alpha, beta, depth: left, ply } = frame;
        self.nodes += 1;
        let mut best = self.evaluator.score_within(position, alpha, beta);
        if best >= beta || left == 0 || self.out_of_budget() {
            return best;
        }
        alpha = alpha.max(best);
        let mut list = MoveList::new();
        position.moves(&mut list);
        for &step in &list {
            if position.captures(step) == 0 {
                continue;
            }
            let mut child = *position;
            child.play(step);
            let view = View::new(position.to_move(), &child);
            let frame = Frame { alpha, beta, depth: left - 1, ply: ply + 1 };
            self.lines[ply as usize + 1].clear();
            self.reach[ply as usize + 1] = 0;
            let score = view.score(match child.outcome() {
                Some(outcome) => {
                    self.nodes += 1;
                    self.options.shape.over(outcome, &child, &mut self.evaluator, ply + 1)
                }
                None => self.quiet(&child, frame.seen(view)),
            });
            self.extend_reach(ply);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, step);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}

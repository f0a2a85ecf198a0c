//! Every position below the root.

use games::{Game, MoveList};

use super::{AlphaBeta, Frame};
use crate::search::order::Ordered;
use crate::search::score::{Evaluator, Score, View, WIN};
use crate::search::table::Bound;
use crate::search::tree::Shape;

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A child's score as its parent's; the frame is seen from the parent. With a depth to `scout`, which may be less than the frame's,
    /// an empty window shows first whether the child is better than alpha.
    #[inline]
    pub(super) fn child(&mut self, child: &G, view: View, frame: Frame, scout: Option<i32>) -> Score {
        let Frame { alpha, beta, depth, .. } = frame;
        if depth <= 0 && self.options.shape.quiescence == 0 {
            return view.score(self.leaf(child, frame.seen(view)));
        }
        if let Some(reduced) = scout {
            let narrow = Frame { beta: alpha + 1, depth: reduced, ..frame };
            let score = view.score(self.node(child, narrow.seen(view)));
            if score <= alpha || self.budget.stopped || reduced == depth && score >= beta {
                return score;
            }
        }
        view.score(self.node(child, frame.seen(view)))
    }

    /// The score of a position where nothing is looked at any more.
    #[inline]
    fn leaf(&mut self, position: &G, Frame { alpha, beta, ply, .. }: Frame) -> Score {
        self.nodes += 1;
        self.lines[ply as usize].clear();
        self.reach[ply as usize] = 0;
        match position.outcome() {
            Some(outcome) => self.options.shape.over(outcome, position, &mut self.evaluator, ply),
            None => self.evaluator.score_within(position, alpha, beta),
        }
    }

    fn node(&mut self, position: &G, frame: Frame) -> Score {
        let Frame { mut alpha, beta, depth, ply } = frame;
        self.lines[ply as usize].clear();
        self.reach[ply as usize] = 0;
        if let Some(outcome) = position.outcome() {
            self.nodes += 1;
            return self.options.shape.over(outcome, position, &mut self.evaluator, ply);
        }
        if depth <= 0 {
            return self.quiet(position, Frame { depth: self.options.shape.quiescence as i32, ..frame });
        }
        self.nodes += 1;
        if self.out_of_budget() {
            return 0;
        }
        // One step before the leaves, quiet steps may be known to be too weak without looking at them.
        let mut best = -WIN - 1;
        if depth == 1
            && self.options.shape == Shape::PLAIN
            && let Some(ceiling) = self.evaluator.ceiling(position).filter(|c| c.quiet <= alpha)
        {
            self.reach[ply as usize] = 1;
            best = ceiling.quiet;
            if !ceiling.captures {
                return best;
            }
        }
        let (mut key, mut known, mut limit) = (0, None, 0);
        if let Some(table) = &self.table
            && depth >= self.options.table_depth
        {
            key = position.key();
            limit = self.options.shape.steps_to_limit(position, ply);
            if let Some(entry) = table.get(key) {
                if let Some(score) = entry.settles(depth, alpha, beta, ply, limit) {
                    self.reach[ply as usize] = entry.reach();
                    return score;
                }
                known = entry.best;
            }
        }
        let mut list = MoveList::new();
        let left = self.options.shape.steps(position, &mut self.evaluator, depth, ply, &mut list);
        if best > -WIN {
            list.retain(|step| position.captures(*step) > 0);
        }
        let mut steps = Ordered::new(&list);
        // Most positions one step from the leaves are settled by the first step. (Leaves teach the history nothing, so that ranking
        // later gives the same order; elsewhere it would not.)
        let at_once = (left <= 0)
            .then(|| steps.first_at_once(position, known, ply, &self.history, &self.options))
            .flatten();

        let mut best_step = None;
        for i in 0..steps.len() {
            if i == usize::from(at_once.is_some()) {
                steps.rank(position, known, ply, &self.history, &self.options);
                (0..i).for_each(|i| _ = steps.get(i));
            }
            let (step, quiet) = at_once.filter(|_| i == 0).unwrap_or_else(|| steps.get(i));
            let mut child = *position;
            child.play(step);
            let view = View::new(position.to_move(), &child);
            let late = self.options.reductions && i >= 4 && left >= 2 && beta - alpha == 1;
            let reduced = if late && quiet { left - 1 - i32::from(i >= 12) } else { left };
            let scout = self.options.scout && i > 0 && beta - alpha > 1;
            let scout = (scout || reduced < left).then_some(reduced);
            let score = self.child(&child, view, Frame { alpha, beta, depth: left, ply: ply + 1 }, scout);
            if self.budget.stopped {
                return 0;
            }
            self.extend_reach(ply);
            if score > best {
                best = score;
                best_step = Some(step);
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, step);
                }
                if alpha >= beta {
                    if quiet {
                        let tried = steps.first(i);
                        self.history.refuted(step, ply, depth, tried);
                    }
                    break;
                }
            }
        }
        let reach = self.reach[ply as usize];
        if depth >= self.options.table_depth
            && limit > u32::from(reach)
            && let Some(table) = &mut self.table
        {
            let bound = match best {
                s if s >= beta => Bound::Lower,
                s if s <= frame.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            table.put(key, best, depth, bound, best_step, ply, reach);
        }
        best
    }
}

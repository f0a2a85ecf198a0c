//! Alpha-beta: the answer of plain minimax on the same [`Shape`] of tree, sooner.
//!
//! Iterative deepening with aspiration windows and null-window scouting; a transposition table that only answers for the
//! same depth and never where a rule counter could end the game; captures, killers and history order the steps.
//! Late-step reductions are the one option that changes the answer: they look at unlikely steps less deeply first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use games::{Game, Line, MoveList};

use super::history::History;
use super::order::Ordered;
use super::score::{Evaluator, Score, View, WIN};
use super::table::{Bound, Table};
use super::tree::Shape;
use crate::player::Limits;

/// What the search may use. Everything but `shape` and `reductions` leaves its answers unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The tree.
    pub shape: Shape,
    /// The table has 2^table places; 0 for none.
    pub table: u32,
    /// The least depth at which the table is asked. Nearer to the leaves, looking into it usually takes longer than looking at the
    /// position; where one side often makes several steps in a row, the same steps in another order come up too often for that.
    pub table_depth: i32,
    /// Half the width of the first window of an iteration; 0 for the full window.
    pub aspiration: Score,
    /// Remember steps that refuted their siblings.
    pub killers: bool,
    /// Order quiet steps by how often they refuted others.
    pub history: bool,
    /// Look at later steps with an empty window first.
    pub scout: bool,
    /// Look at late quiet steps less deeply first.
    pub reductions: bool,
}

impl Options {
    /// Nothing but the two bounds.
    pub const PLAIN: Options = Options {
        shape: Shape::PLAIN,
        table: 0,
        table_depth: 2,
        aspiration: 0,
        killers: false,
        history: false,
        scout: false,
        reductions: false,
    };

    /// Everything that pays.
    pub const FULL: Options = Options {
        shape: Shape { forced_free: true, quiescence: 8, ..Shape::PLAIN },
        table: 18,
        table_depth: 2,
        aspiration: 2_000,
        killers: true,
        history: true,
        scout: true,
        reductions: true,
    };

    /// Whether a search learns from its shallower iterations.
    fn remembers(&self) -> bool {
        self.table > 0 || self.aspiration > 0 || self.killers || self.history
    }
}

/// What is known after an iteration, for one of the best steps.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// 0 for the best step, 1 for the second best, ….
    pub rank: usize,
    /// Steps looked ahead.
    pub depth: u32,
    /// For the side to move.
    pub score: Score,
    /// Positions looked at for this step in the last iteration.
    pub nodes: u64,
    /// The expected play.
    pub line: Vec<M>,
}

/// An alpha-beta search with its memory.
pub struct AlphaBeta<G: Game, E: Evaluator<G>> {
    evaluator: E,
    options: Options,
    table: Option<Table<G::Move>>,
    history: History<G::Move>,
    /// By ply: the expected play from there, and the length of the longest line looked at.
    lines: Vec<Vec<G::Move>>,
    reach: Vec<u8>,
    nodes: u64,
    budget: Budget,
}

/// When to stop.
struct Budget {
    nodes: u64,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    stopped: bool,
}

const MAX_PLY: usize = 256;

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search with empty memory.
    pub fn new(evaluator: E, options: Options) -> Self {
        AlphaBeta {
            evaluator,
            options,
            table: (options.table > 0).then(|| Table::new(options.table)),
            history: History::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            reach: vec![0; MAX_PLY + 2],
            nodes: 0,
            budget: Budget { nodes: u64::MAX, deadline: None, stop: Arc::default(), stopped: false },
        }
    }

    /// The evaluator.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Raise this from another thread to end the search early.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.budget.stop.clone()
    }

    /// Uses this flag for [`AlphaBeta::stop_flag`].
    pub fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        self.budget.stop = stop;
    }

    /// From now on a draw is worth this to the first side; see [`Shape::draw`].
    pub fn set_draw(&mut self, draw: Score) {
        if std::mem::replace(&mut self.options.shape.draw, draw) != draw {
            self.clear();
        }
    }

    /// Forgets what earlier searches found, so that the next one depends on nothing but its position.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.history.clear();
    }

    /// The best `best` steps of the position now, by the last finished iteration; `report` hears of each iteration and
    /// of the nodes so far. The first iteration is always finished, so that every step was looked at.
    /// A step that repeats an earlier position of the line counts as that repetition's result.
    pub fn search(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        best: usize,
        report: &mut dyn FnMut(&[Report<G::Move>], u64),
    ) -> Vec<Report<G::Move>> {
        let root = *line.position();
        if self.evaluator.prepare(&root) {
            self.clear();
        }
        self.nodes = 0;
        self.budget.nodes = u64::MAX;
        self.budget.deadline = limits.time.map(|time| Instant::now() + time);
        self.budget.stopped = false;
        self.history.age();
        let steps = line.moves();
        let best = best.min(steps.len());
        // Whatever happens there is an answer: the first legal step.
        let mut found: Vec<Report<G::Move>> =
            vec![Report { rank: 0, depth: 0, score: 0, nodes: 0, line: vec![steps[0]] }];
        let deepest = limits.depth.unwrap_or(MAX_PLY as u32 / 2).clamp(1, MAX_PLY as u32 / 2);
        // Values swing between odd and even depths. A search that will end at a known depth keeps to that depth's kind: its
        // windows and its order fit better, and Awari at depth 7 takes half the time.
        let (shallowest, stride) = match limits.depth {
            Some(_) => (2 - deepest % 2, 2),
            None => (1, 1),
        };
        for depth in (shallowest..=deepest).step_by(stride) {
            let mut done: Vec<Report<G::Move>> = Vec::new();
            for rank in 0..best {
                let before = self.nodes;
                let guess = found.get(rank).filter(|r| r.depth > 0).map(|r| r.score);
                let taken: Vec<G::Move> = done.iter().map(|r| r.line[0]).collect();
                let first = found.get(rank).map(|r| r.line[0]);
                let Some(score) = self.root(line, &root, &steps, &taken, first, depth as i32, guess) else {
                    break;
                };
                done.push(Report {
                    rank,
                    depth,
                    score,
                    nodes: self.nodes - before,
                    line: self.lines[0].clone(),
                });
            }
            let finished = done.len() == best;
            if finished || !done.is_empty() && found[0].depth == 0 {
                done.sort_by_key(|r| std::cmp::Reverse(r.score));
                done.iter_mut().enumerate().for_each(|(rank, r)| r.rank = rank);
                report(&done, self.nodes);
                found = done;
            }
            self.budget.nodes = limits.nodes.unwrap_or(u64::MAX);
            let only = steps.len() == 1 && limits.depth.is_none();
            let decided = found.iter().all(|r| WIN - r.score.abs() <= depth as Score);
            if self.budget.stopped || !finished || only || decided {
                break;
            }
        }
        found
    }

    /// The nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// One iteration over the root's steps but those already `taken` by better ranks; none if it had to stop.
    #[allow(clippy::too_many_arguments)]
    fn root(
        &mut self,
        line: &Line<G>,
        root: &G,
        steps: &[G::Move],
        taken: &[G::Move],
        first: Option<G::Move>,
        depth: i32,
        guess: Option<Score>,
    ) -> Option<Score> {
        let mut order: Vec<G::Move> = steps.iter().copied().filter(|step| !taken.contains(step)).collect();
        // A search without a memory keeps the order of the rules: of equal steps it takes the first, as plain minimax does.
        let first = first.filter(|_| self.options.remembers());
        if let Some(at) = first.and_then(|first| order.iter().position(|&step| step == first)) {
            order[..=at].rotate_right(1);
        }
        // The root keeps all its steps, so that every one of them can be reported; those that a forced position leaves out
        // lose at once and cost next to nothing.
        let left = self.options.shape.steps(root, &mut self.evaluator, depth, 0, &mut MoveList::new());
        let mut width = self.options.aspiration;
        let (mut low, mut high) = match guess {
            Some(guess) if width > 0 && depth > 2 => {
                (guess.saturating_sub(width), guess.saturating_add(width))
            }
            _ => (-WIN, WIN),
        };
        loop {
            let score = self.root_window(line, root, &order, left, low.max(-WIN), high.min(WIN))?;
            if score <= low && low > -WIN {
                width = width.saturating_mul(4);
                low = low.saturating_sub(width).max(-WIN);
            } else if score >= high && high < WIN {
                width = width.saturating_mul(4);
                high = high.saturating_add(width).min(WIN);
            } else {
                return Some(score);
            }
        }
    }

    fn root_window(
        &mut self,
        line: &Line<G>,
        root: &G,
        order: &[G::Move],
        left: i32,
        low: Score,
        beta: Score,
    ) -> Option<Score> {
        let mut alpha = low;
        let mut best = -WIN - 1;
        let earlier = if self.options.shape.outcomes { line.positions() } else { &[] };
        for (i, &step) in order.iter().enumerate() {
            let mut child = *root;
            child.play(step);
            let view = View::new(root.to_move(), &child);
            let score = if child.outcome().is_none() && earlier.iter().any(|p| child.repeats(p)) {
                self.lines[1].clear();
                self.options.shape.outcome(child.repetition_outcome(), root.to_move(), 1)
            } else {
                self.child(&child, view, alpha, beta, left, 1, self.options.scout && i > 0, left)
            };
            if self.budget.stopped {
                return None;
            }
            if score > best {
                best = score;
                self.keep_line(0, step);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    fn keep_line(&mut self, ply: usize, step: G::Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(step);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// A child's score as the parent's, by scouting where that is allowed; `reduced` may be less than `left`.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn child(
        &mut self,
        child: &G,
        view: View,
        alpha: Score,
        beta: Score,
        left: i32,
        ply: u32,
        scout: bool,
        reduced: i32,
    ) -> Score {
        if left <= 0 && self.options.shape.quiescence == 0 {
            let (a, b) = view.window(alpha, beta);
            return view.score(self.leaf(child, a, b, ply));
        }
        if scout {
            let (a, b) = view.window(alpha, alpha + 1);
            let score = view.score(self.node(child, a, b, reduced, ply));
            if score <= alpha || self.budget.stopped || reduced == left && score >= beta {
                return score;
            }
        }
        let (a, b) = view.window(alpha, beta);
        view.score(self.node(child, a, b, left, ply))
    }

    /// The score of a position where nothing is looked at any more.
    #[inline]
    fn leaf(&mut self, position: &G, alpha: Score, beta: Score, ply: u32) -> Score {
        self.nodes += 1;
        self.lines[ply as usize].clear();
        self.reach[ply as usize] = 0;
        match position.outcome() {
            Some(outcome) => self.options.shape.over(outcome, position, &mut self.evaluator, ply),
            None => self.evaluator.score_within(position, alpha, beta),
        }
    }

    fn extend_reach(&mut self, ply: u32) {
        let ply = ply as usize;
        self.reach[ply] = self.reach[ply].max(self.reach[ply + 1].saturating_add(1));
    }

    fn out_of_budget(&mut self) -> bool {
        if self.nodes >= self.budget.nodes {
            self.budget.stopped = true;
        } else if self.nodes.is_multiple_of(1024) {
            let late = self.budget.deadline.is_some_and(|at| Instant::now() >= at);
            self.budget.stopped |= late || self.budget.stop.load(Ordering::Relaxed);
        }
        self.budget.stopped
    }

    fn node(&mut self, position: &G, mut alpha: Score, beta: Score, depth: i32, ply: u32) -> Score {
        self.lines[ply as usize].clear();
        self.reach[ply as usize] = 0;
        if let Some(outcome) = position.outcome() {
            self.nodes += 1;
            return self.options.shape.over(outcome, position, &mut self.evaluator, ply);
        }
        if depth <= 0 {
            return self.quiet(position, alpha, beta, self.options.shape.quiescence, ply);
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

        let (old_alpha, mut best_step) = (alpha, None);
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
            let score =
                self.child(&child, view, alpha, beta, left, ply + 1, scout || reduced < left, reduced);
            if self.budget.stopped {
                return 0;
            }
            self.extend_reach(ply);
            if score > best {
                best = score;
                best_step = Some(step);
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply as usize, step);
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
                s if s <= old_alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            table.put(key, best, depth, bound, best_step, ply, reach);
        }
        best
    }

    /// The game is not over.
    fn quiet(&mut self, position: &G, mut alpha: Score, beta: Score, left: u32, ply: u32) -> Score {
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
            let (a, b) = view.window(alpha, beta);
            self.lines[ply as usize + 1].clear();
            self.reach[ply as usize + 1] = 0;
            let score = view.score(match child.outcome() {
                Some(outcome) => {
                    self.nodes += 1;
                    self.options.shape.over(outcome, &child, &mut self.evaluator, ply + 1)
                }
                None => self.quiet(&child, a, b, left - 1, ply + 1),
            });
            self.extend_reach(ply);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply as usize, step);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}

//! Alpha-beta: the answer of plain minimax on the same [`Shape`] of tree, sooner.
//!
//! Iterative deepening with aspiration windows and null-window scouting; a transposition table that only answers for the
//! same depth and never where a rule counter could end the game; captures, killers and history order the steps.
//! Late-step reductions are the one option that changes the answer: they look at unlikely steps less deeply first.

//!
//! [`AlphaBeta::search`] deepens; `root.rs` looks at the root's steps, `node.rs` at those of every other position, and `quiet.rs` follows
//! captures where the depth is used up.

mod node;
mod quiet;
mod root;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use games::{Game, Line};

use super::history::History;
use super::score::{Evaluator, Score, View, WIN};
use super::table::Transpositions;
use super::tree::Shape;
use crate::player::Task;

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

/// What is known after an iteration about one of the best steps.
#[derive(Clone, Debug)]
pub struct Found<M> {
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
    table: Option<Transpositions<G::Move>>,
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

impl Budget {
    /// That of the first iteration, which is finished however many nodes it takes.
    fn of(task: &Task) -> Budget {
        let deadline = task.limits.time.map(|time| Instant::now() + time);
        Budget { nodes: u64::MAX, deadline, stop: task.stop.clone(), stopped: false }
    }
}

/// How a position is looked at.
#[derive(Clone, Copy)]
struct Frame {
    /// Scores outside of these two bounds need not be exact.
    alpha: Score,
    beta: Score,
    /// How deep still.
    depth: i32,
    /// Steps from the root.
    ply: u32,
}

impl Frame {
    /// The same for a child, whose bounds are its mover's.
    #[inline]
    fn seen(self, view: View) -> Frame {
        let (alpha, beta) = view.window(self.alpha, self.beta);
        Frame { alpha, beta, ..self }
    }
}

const MAX_PLY: usize = 256;
const DEEPEST: u32 = MAX_PLY as u32 / 2;

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search with empty memory.
    pub fn new(evaluator: E, options: Options) -> Self {
        AlphaBeta {
            evaluator,
            options,
            table: (options.table > 0).then(|| Transpositions::new(options.table)),
            history: History::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            reach: vec![0; MAX_PLY + 2],
            nodes: 0,
            budget: Budget::of(&Task::default()),
        }
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

    /// The best steps of the position now, as many as the task wants, by the last finished iteration; `report` hears of each iteration
    /// and of the nodes so far. The first iteration is always finished, so that every step was looked at.
    /// A step that repeats an earlier position of the line counts as that repetition's result.
    pub fn search(
        &mut self,
        line: &Line<G>,
        task: &Task,
        report: &mut dyn FnMut(&[Found<G::Move>], u64),
    ) -> Vec<Found<G::Move>> {
        if self.evaluator.prepare(line.position()) {
            self.clear();
        }
        let limits = &task.limits;
        self.nodes = 0;
        self.budget = Budget::of(task);
        self.history.age();
        let steps = line.moves();
        let best = task.best.clamp(1, steps.len());
        // Whatever happens there is an answer: the first legal step.
        let mut found = vec![Found { depth: 0, score: 0, nodes: 0, line: vec![steps[0]] }];
        let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        // Values swing between odd and even depths. A search that will end at a known depth keeps to that depth's kind: its
        // windows and its order fit better, and Awari at depth 7 takes half the time.
        let (shallowest, stride) = match limits.depth {
            Some(_) => (2 - deepest % 2, 2),
            None => (1, 1),
        };
        for depth in (shallowest..=deepest).step_by(stride) {
            let mut done = Vec::new();
            while done.len() < best
                && let Some(next) = self.iterate(line, &steps, &done, found.get(done.len()), depth)
            {
                done.push(next);
            }
            let finished = done.len() == best;
            if finished || !done.is_empty() && found[0].depth == 0 {
                done.sort_by_key(|found| std::cmp::Reverse(found.score));
                report(&done, self.nodes);
                found = done;
            }
            self.budget.nodes = limits.nodes.unwrap_or(u64::MAX);
            let only = task.play && steps.len() == 1 && limits.depth.is_none();
            let decided = found.iter().all(|found| WIN - found.score.abs() <= depth as Score);
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

    fn out_of_budget(&mut self) -> bool {
        if self.nodes >= self.budget.nodes {
            self.budget.stopped = true;
        } else if self.nodes.is_multiple_of(1024) {
            let late = self.budget.deadline.is_some_and(|at| Instant::now() >= at);
            self.budget.stopped |= late || self.budget.stop.load(Ordering::Relaxed);
        }
        self.budget.stopped
    }

    fn keep_line(&mut self, ply: u32, step: G::Move) {
        let (head, tail) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut head[ply as usize];
        line.clear();
        line.push(step);
        line.extend_from_slice(&tail[0]);
    }

    fn extend_reach(&mut self, ply: u32) {
        let ply = ply as usize;
        self.reach[ply] = self.reach[ply].max(self.reach[ply + 1].saturating_add(1));
    }
}

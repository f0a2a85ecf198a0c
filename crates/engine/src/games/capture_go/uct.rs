//! Monte Carlo tree search for Capture Go: UCT with what playouts say about points (rapid action values), forced steps, and
//! proofs by chains of ataris.
//!
//! Stones never leave the board, so the stones at the end of a playout tell which points each side has taken, and every
//! node on the way learns about all of its steps at once.

use std::sync::atomic::Ordering;
use std::time::Instant;

use games::capture_go::{CaptureGo, Step};
use games::{Game, Line, MoveList, Outcome, Side};

use super::playout::Quick;
use super::tactics::{Stones, forced};
use crate::player::{Idea, Limits, Player, Task, Thoughts, Watch};
use crate::rng::Rng;

/// How curious the search is about steps that it has rarely tried.
const CURIOSITY: f32 = 0.3;
/// After about so many visits a step's own results count as much as what playouts say about its point.
const SHARING: f32 = 1_000.0;
/// Positions to read for a chain of ataris at every new node.
const READING: u32 = 200;
/// Playouts through a node before its steps are looked at one by one.
const PATIENCE: f32 = 2.0;
/// How many visits the first guess about a step counts for.
const TRUST: f32 = 10.0;
/// Playouts a step where nothing limits them.
const PLAYOUTS: u64 = 100_000;

/// A step in the tree. Points are for the side that made it.
#[derive(Clone, Copy)]
struct Node {
    step: Step,
    children: (u32, u32),
    visits: f32,
    points: f32,
    shared_visits: f32,
    shared_points: f32,
    /// 1: the side that made the step has won; −1: it has lost; 0: not known.
    proven: i8,
}

impl Node {
    fn new(step: Step) -> Node {
        let (visits, points) = (0.0, 0.0);
        Node { step, children: (0, 0), visits, points, shared_visits: 0.0, shared_points: 0.0, proven: 0 }
    }
}

/// The player.
pub struct Uct {
    limits: Limits,
    nodes: Vec<Node>,
}

/// The most nodes in memory (about 40 bytes each); beyond it leaves stay leaves.
const MOST_NODES: usize = 8 << 20;

impl Uct {
    /// A player with limits of its own, which hold besides those of the game. A playout counts as a node.
    pub fn new(limits: Limits) -> Uct {
        Uct { limits, nodes: Vec::new() }
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let (from, to) = self.nodes[node].children;
        from as usize..to as usize
    }

    /// The child to look at next, or none where all are proven losses.
    fn select(&self, node: usize) -> Option<usize> {
        let curiosity = CURIOSITY * (self.nodes[node].visits + 1.0).sqrt();
        let mut best = (f32::NEG_INFINITY, None);
        for i in self.children(node) {
            let child = &self.nodes[i];
            if child.proven < 0 {
                continue;
            }
            let own = if child.visits > 0.0 { child.points / child.visits } else { 0.5 };
            let shared =
                if child.shared_visits > 0.0 { child.shared_points / child.shared_visits } else { 0.5 };
            let weight = (SHARING / (3.0 * child.visits + SHARING)).sqrt();
            let weight = if child.visits == 0.0 { 1.0 } else { weight };
            let value = (1.0 - weight) * own + weight * shared + curiosity / (child.visits * 10.0 + 10.0);
            if value > best.0 {
                best = (value, Some(i));
            }
        }
        best.1
    }

    /// Adds the steps of a position below a node; 1 if its mover has a proven win.
    fn expand(&mut self, node: usize, position: &CaptureGo) -> i8 {
        let stones = Stones::of(position, position.to_move());
        if stones.chain(&mut READING.clone()).is_some() && node != 0 {
            return 1;
        }
        let mut steps = MoveList::new();
        position.moves(&mut steps);
        let is_forced = forced(position, &mut steps);
        let from = self.nodes.len();
        let near = stones.own | stones.enemy;
        let near = stones.grid.around(near) | near;
        let near = stones.grid.around(near) | near;
        for &step in &steps {
            let bit = position.point(step);
            if !is_forced && bit != 0 {
                let point = bit.trailing_zeros();
                if stones.is_eye(point) || !stones.is_safe(point) {
                    continue;
                }
            }
            let mut child = Node::new(step);
            let edge = step.column() == 0
                || step.row() == 0
                || step.column() + 1 == position.rules().columns
                || step.row() + 1 == position.rules().rows;
            let guess = match () {
                () if step.is_pass() => 0.2,
                () if near & bit == 0 => 0.4,
                () if edge => 0.4,
                () => 0.5,
            };
            child.shared_visits = TRUST;
            child.shared_points = TRUST * guess;
            self.nodes.push(child);
        }
        if self.nodes.len() == from {
            self.nodes.push(Node::new(steps[0]));
        }
        self.nodes[node].children = (from as u32, self.nodes.len() as u32);
        0
    }

    /// One playout through the tree; −1, 0, 1 as the root's mover is proven to lose, not proven, proven to win.
    fn simulate(&mut self, root: &CaptureGo, quick: &mut Quick, path: &mut Vec<(usize, u128)>) -> i8 {
        path.clear();
        let (mut node, mut position, mut last) = (0, *root, 128);
        path.push((0, position.empty()));
        // What the side that made the step at `node` gets.
        let points;
        let mut stones = [0; 2];
        loop {
            if let Some(outcome) = position.outcome() {
                points = match outcome {
                    Outcome::Draw => 0.5,
                    Outcome::Win(side) => f32::from(side != position.to_move()),
                };
                if outcome != Outcome::Draw {
                    self.nodes[node].proven = if points > 0.5 { 1 } else { -1 };
                }
                stones = Side::BOTH.map(|side| position.stones(side));
                break;
            }
            let (from, to) = self.nodes[node].children;
            if from == to {
                let ripe = node == 0 || self.nodes[node].visits >= PATIENCE;
                if ripe && self.nodes.len() < MOST_NODES {
                    if self.expand(node, &position) > 0 {
                        self.nodes[node].proven = -1;
                        points = 0.0;
                        break;
                    }
                    continue;
                }
                let mover = position.to_move();
                let played = Stones::of(&position, mover).play_out(last, quick);
                points = 1.0 - played.points;
                stones[mover.index()] = played.own;
                stones[mover.other().index()] = played.enemy;
                break;
            }
            let Some(child) = self.select(node) else {
                self.nodes[node].proven = 1;
                points = 1.0;
                break;
            };
            let step = self.nodes[child].step;
            position.play(step);
            // The forced cut leaves nothing in atari but beside the last stone; after a pass anything may be.
            last = position.point(step).trailing_zeros().min(128);
            node = child;
            path.push((node, position.empty()));
        }
        self.back_up(path, position.to_move(), points, stones, root)
    }

    fn back_up(
        &mut self,
        path: &[(usize, u128)],
        mover: Side,
        points: f32,
        stones: [u128; 2],
        root: &CaptureGo,
    ) -> i8 {
        // `mover` moves after the last node of the path; sides alternate on the way back.
        let (mut mover, mut points) = (mover, points);
        for (depth, &(node, empty)) in path.iter().enumerate().rev() {
            let taken = stones[mover.index()] & empty;
            for i in if taken == 0 { 0..0 } else { self.children(node) } {
                let child = &mut self.nodes[i];
                if root.point(child.step) & taken != 0 {
                    child.shared_visits += 1.0;
                    child.shared_points += 1.0 - points;
                }
            }
            let this = &mut self.nodes[node];
            this.visits += 1.0;
            this.points += points;
            let proven = this.proven;
            if depth > 0 && proven != 0 {
                let parent = path[depth - 1].0;
                if proven > 0 {
                    // The parent's mover has a winning step: the side that made the parent's step has lost.
                    self.nodes[parent].proven = -1;
                } else if self.children(parent).all(|i| self.nodes[i].proven < 0) {
                    self.nodes[parent].proven = 1;
                }
            }
            points = 1.0 - points;
            mover = mover.other();
        }
        -self.nodes[0].proven
    }
}

impl Player<CaptureGo> for Uct {
    fn think(
        &mut self,
        line: &Line<CaptureGo>,
        task: &Task,
        rng: &mut Rng,
        watch: Watch<CaptureGo>,
    ) -> Thoughts<Step> {
        let limits = task.limits.tighter(&self.limits);
        let unlimited = limits.nodes.is_none() && limits.time.is_none();
        let most = if unlimited { PLAYOUTS } else { limits.nodes.unwrap_or(u64::MAX) };
        let deadline = limits.time.map(|time| Instant::now() + time);
        let root = *line.position();
        let mut quick = Quick::new(rng.bits());
        self.nodes.clear();
        self.nodes.push(Node::new(Step::PASS));
        let mut path = Vec::new();
        let mut playouts = 0;
        while playouts < most.max(1) {
            playouts += 1;
            let proven = self.simulate(&root, &mut quick, &mut path);
            let late = playouts.is_multiple_of(64)
                && (deadline.is_some_and(|at| Instant::now() >= at) || task.stop.load(Ordering::Relaxed));
            let only = task.play && self.children(0).len() == 1;
            if proven != 0 || late || only {
                break;
            }
            if playouts >= 256 && playouts.is_power_of_two() {
                watch(&self.thoughts(task, playouts));
            }
        }
        self.thoughts(task, playouts)
    }
}

impl Uct {
    fn thoughts(&self, task: &Task, playouts: u64) -> Thoughts<Step> {
        let mut steps: Vec<usize> = self.children(0).collect();
        // Among equals the last one is the best.
        steps.sort_by_key(|&i| std::cmp::Reverse((self.rank(i), i)));
        let tried = |&(rank, &i): &(usize, &usize)| rank == 0 || self.rank(i) > (0, 0);
        let best = steps.iter().enumerate().filter(tried).take(task.best.max(1));
        Thoughts::new(best.map(|(_, &i)| self.idea(i)).collect(), playouts)
    }

    /// Proven wins come first, then those looked at most.
    fn rank(&self, node: usize) -> (i8, u64) {
        (self.nodes[node].proven, self.nodes[node].visits as u64)
    }

    /// What is known about a step of the root.
    fn idea(&self, node: usize) -> Idea<Step> {
        let child = &self.nodes[node];
        let value = match child.proven {
            0 => 2.0 * child.points / child.visits.max(1.0) - 1.0,
            proven => f32::from(proven),
        };
        let line = self.expected(node);
        Idea { value, depth: line.len() as u32, visits: child.visits as u64, prior: None, line }
    }

    /// The most visited steps from a child of the root on.
    fn expected(&self, mut node: usize) -> Vec<Step> {
        let mut line = vec![self.nodes[node].step];
        while let Some(next) = self.children(node).max_by_key(|&i| self.rank(i)) {
            if self.nodes[next].visits == 0.0 {
                break;
            }
            line.push(self.nodes[next].step);
            node = next;
        }
        line
    }
}

//! Monte-Carlo tree search: UCT with playouts, or PUCT with priors, over the same tree.
//!
//! Values are stored for one side, the first, and converted to the mover's view only where a step is selected: turns of
//! several steps need no special case. Finished games are proven, and proofs travel up: a step that wins for the mover
//! proves its parent, and so do steps that are all proven.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use games::{Game, Line, MoveList, Outcome, Side};

use super::score::{Evaluator, value_of};
use crate::player::{Decision, Idea, Limits, Player, Task, Thoughts};
use crate::rng::Rng;

/// What is thought of a position without a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The expected result for the side to move, from −1 to 1.
    pub value: f32,
    /// How likely each legal step is, in their order; empty for no opinion.
    pub priors: Vec<f32>,
}

/// Judges positions and steps; many at a time, for those who gain by it.
pub trait PolicyEvaluator<G: Game>: Send {
    /// One evaluation for each position; none of their games is over.
    fn evaluate(&mut self, positions: &[G], rng: &mut Rng) -> Vec<Evaluation>;
}

/// Random games to the end.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    /// A playout of more steps than this counts as a draw.
    pub longest: u32,
}

impl<G: Game> PolicyEvaluator<G> for Playouts {
    fn evaluate(&mut self, positions: &[G], rng: &mut Rng) -> Vec<Evaluation> {
        let play_out = |start: &G, rng: &mut Rng| {
            let mut position = *start;
            for _ in 0..self.longest {
                match position.pick(&mut |n| rng.below(n)) {
                    Some(step) => position.play(step),
                    None => break,
                }
            }
            let value = position.outcome().map_or(0.0, |outcome| result(outcome, start.to_move()));
            Evaluation { value, priors: Vec::new() }
        };
        positions.iter().map(|start| play_out(start, rng)).collect()
    }
}

/// Any evaluator, without an opinion about steps.
pub struct Uniform<E>(pub E);

impl<G: Game, E: Evaluator<G>> PolicyEvaluator<G> for Uniform<E> {
    fn evaluate(&mut self, positions: &[G], _rng: &mut Rng) -> Vec<Evaluation> {
        let mut one =
            |position: &G| Evaluation { value: value_of(self.0.score(position)), priors: Vec::new() };
        positions.iter().map(&mut one).collect()
    }
}

/// 1, 0 or −1 for a side.
fn result(outcome: Outcome, side: Side) -> f32 {
    match outcome {
        Outcome::Draw => 0.0,
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => -1.0,
    }
}

/// How a step is selected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// Upper confidence bounds with this constant; untried steps first.
    Uct(f32),
    /// Priors with this constant; untried steps count as the parent's mean.
    Puct(f32),
}

struct Node<M> {
    /// The step that leads here.
    step: Option<M>,
    /// Who moves here.
    mover: Side,
    prior: f32,
    visits: u32,
    /// The sum of values for the first side.
    sum: f64,
    /// The result with best play for the first side, where it is certain.
    proven: Option<f32>,
    /// Where the children stand; none before the node is expanded.
    children: std::ops::Range<u32>,
}

/// A search and its tree, which is kept from step to step of a game.
pub struct Mcts<G: Game, P: PolicyEvaluator<G>> {
    evaluator: P,
    selection: Selection,
    nodes: Vec<Node<G::Move>>,
    /// The line whose last position the root stands for.
    rooted: Option<Line<G>>,
    stop: Arc<AtomicBool>,
}

/// What is known about one step of the root.
#[derive(Clone, Debug)]
pub struct Branch<M> {
    /// The step.
    pub step: M,
    /// How often it was looked at.
    pub visits: u32,
    /// Its mean value for the side to move.
    pub value: f32,
    /// What it seemed worth before the search.
    pub prior: f32,
    /// The most visited play from it; it starts with `step`.
    pub line: Vec<M>,
}

impl<G: Game, P: PolicyEvaluator<G>> Mcts<G, P> {
    /// A search with an empty tree.
    pub fn new(evaluator: P, selection: Selection) -> Self {
        Mcts { evaluator, selection, nodes: Vec::new(), rooted: None, stop: Arc::default() }
    }

    /// Uses this flag: raise it from another thread to end the search early.
    pub fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Looks from the line's position until a limit (`nodes` counts simulations) or until the result is proven.
    /// The branches come best first. `report` hears of them after every power of two of simulations.
    pub fn search(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        rng: &mut Rng,
        report: &mut dyn FnMut(u64, &[Branch<G::Move>]),
    ) -> Vec<Branch<G::Move>> {
        self.take_root(line);
        let deadline = limits.time.map(|time| Instant::now() + time);
        let unlimited = limits.nodes.is_none() && deadline.is_none();
        let most = limits.nodes.unwrap_or(if unlimited { 10_000 } else { u64::MAX });
        let mut done = 0;
        while done < most && self.nodes[0].proven.is_none() || done == 0 {
            self.simulate(line, rng);
            done += 1;
            if done % 64 == 0 {
                let late = deadline.is_some_and(|at| Instant::now() >= at);
                if late || self.stop.load(Ordering::Relaxed) || self.nodes.len() > MOST_NODES {
                    break;
                }
            }
            if done >= 256 && u64::is_power_of_two(done) {
                report(done, &self.branches());
            }
        }
        self.branches()
    }

    /// Simulations that the root has seen, those of earlier searches included.
    pub fn root_visits(&self) -> u32 {
        self.nodes.first().map_or(0, |root| root.visits)
    }

    /// Makes the line's position the root, with what is known of it if the old tree holds it.
    fn take_root(&mut self, line: &Line<G>) {
        let at = self.rooted.as_ref().and_then(|old| {
            let behind = line.steps().strip_prefix(old.steps()).filter(|_| old.start() == line.start())?;
            behind.iter().try_fold(0usize, |node, &step| {
                self.nodes[node]
                    .children
                    .clone()
                    .map(|c| c as usize)
                    .find(|&c| self.nodes[c].step == Some(step))
            })
        });
        self.rooted = Some(line.clone());
        match at {
            Some(0) => {}
            Some(node) => self.keep_only(node),
            None => {
                self.nodes.clear();
                self.nodes.push(new_node(None, line.to_move(), 1.0));
            }
        }
    }

    /// The subtree of one node becomes the whole tree.
    fn keep_only(&mut self, node: usize) {
        let mut old: Vec<Option<Node<G::Move>>> =
            std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        self.nodes.push(old[node].take().expect("every node is kept once"));
        let mut next = 0;
        while next < self.nodes.len() {
            let children = self.nodes[next].children.clone();
            let start = self.nodes.len() as u32;
            for child in children.clone() {
                self.nodes.push(old[child as usize].take().expect("every node is kept once"));
            }
            self.nodes[next].children = start..start + children.len() as u32;
            next += 1;
        }
    }

    /// One walk from the root to a new node, and its value back up.
    fn simulate(&mut self, line: &Line<G>, rng: &mut Rng) {
        let mut position = *line.position();
        let mut path = vec![0usize];
        let mut here = 0;
        let value = loop {
            if let Some(value) = self.nodes[here].proven {
                break value;
            }
            if self.nodes[here].children.is_empty() {
                break self.expand(here, &position, line, rng);
            }
            here = self.select(here);
            position.play(self.nodes[here].step.expect("only the root has no step"));
            path.push(here);
        };
        for &node in path.iter().rev() {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += f64::from(value);
            self.prove(node);
        }
    }

    /// Gives a leaf its children and its value for the first side.
    fn expand(&mut self, node: usize, position: &G, line: &Line<G>, rng: &mut Rng) -> f32 {
        let repeated = node != 0 && line.positions().iter().any(|earlier| position.repeats(earlier));
        let outcome = position.outcome().or_else(|| repeated.then(|| position.repetition_outcome()));
        if let Some(outcome) = outcome {
            let value = result(outcome, Side::First);
            self.nodes[node].proven = Some(value);
            return value;
        }
        let mut steps = MoveList::new();
        position.moves(&mut steps);
        let evaluation = self.evaluator.evaluate(std::slice::from_ref(position), rng).swap_remove(0);
        let even = 1.0 / steps.len() as f32;
        let start = self.nodes.len() as u32;
        for (i, &step) in steps.iter().enumerate() {
            let mut child = *position;
            child.play(step);
            let prior = evaluation.priors.get(i).copied().unwrap_or(even);
            let mut new = new_node(Some(step), child.to_move(), prior);
            new.proven = child.outcome().map(|outcome| result(outcome, Side::First));
            self.nodes.push(new);
        }
        self.nodes[node].children = start..self.nodes.len() as u32;
        if position.to_move() == Side::First { evaluation.value } else { -evaluation.value }
    }

    fn select(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let sign = if parent.mover == Side::First { 1.0 } else { -1.0 };
        let visits = parent.visits.max(1) as f32;
        let mean =
            if parent.visits == 0 { 0.0 } else { sign * (parent.sum / f64::from(parent.visits)) as f32 };
        let worth = |child: &Node<G::Move>| -> f32 {
            if let Some(value) = child.proven {
                // A proven win ends the search at the parent; a proven loss is the last thing to try.
                return sign * value * 1000.0;
            }
            let n = child.visits as f32;
            let q =
                if child.visits == 0 { mean } else { sign * (child.sum / f64::from(child.visits)) as f32 };
            match self.selection {
                Selection::Uct(_) if child.visits == 0 => 100.0,
                Selection::Uct(c) => q + c * (ln(visits) / n).sqrt(),
                Selection::Puct(c) => q + c * child.prior * visits.sqrt() / (1.0 + n),
            }
        };
        let mut best = (parent.children.start as usize, f32::NEG_INFINITY);
        for child in parent.children.clone().map(|c| c as usize) {
            let worth = worth(&self.nodes[child]);
            if worth > best.1 {
                best = (child, worth);
            }
        }
        best.0
    }

    fn prove(&mut self, node: usize) {
        let parent = &self.nodes[node];
        if parent.proven.is_some() || parent.children.is_empty() {
            return;
        }
        let sign = if parent.mover == Side::First { 1.0 } else { -1.0 };
        let children = &self.nodes[parent.children.start as usize..parent.children.end as usize];
        let all = children.iter().all(|child| child.proven.is_some());
        let best =
            children.iter().filter_map(|child| child.proven).map(|value| sign * value).fold(-2.0, f32::max);
        if best == 1.0 || all {
            self.nodes[node].proven = Some(sign * best);
        }
    }

    fn branches(&self) -> Vec<Branch<G::Move>> {
        let root = &self.nodes[0];
        let sign = if root.mover == Side::First { 1.0 } else { -1.0 };
        let mut branches: Vec<(u8, Branch<G::Move>)> = root
            .children
            .clone()
            .map(|c| {
                let child = &self.nodes[c as usize];
                let mean = if child.visits == 0 {
                    -1.0
                } else {
                    sign * (child.sum / f64::from(child.visits)) as f32
                };
                let value = child.proven.map_or(mean, |value| sign * value);
                // Proven wins first, proven losses last.
                let class = match child.proven {
                    Some(_) if value > 0.0 => 0,
                    Some(_) if value < 0.0 => 2,
                    _ => 1,
                };
                let step = child.step.expect("only the root has no step");
                let branch = Branch {
                    step,
                    visits: child.visits,
                    value,
                    prior: child.prior,
                    line: self.main_line(c as usize),
                };
                (class, branch)
            })
            .collect();
        branches.sort_by(|(class, a), (other, b)| {
            class
                .cmp(other)
                .then(b.visits.cmp(&a.visits))
                .then(b.value.total_cmp(&a.value))
                .then(a.step.cmp(&b.step))
        });
        branches.into_iter().map(|(_, branch)| branch).collect()
    }

    fn main_line(&self, mut node: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        loop {
            line.extend(self.nodes[node].step);
            let children = self.nodes[node].children.clone().map(|c| c as usize);
            match children
                .filter(|&c| self.nodes[c].visits > 0)
                .max_by_key(|&c| (self.nodes[c].visits, usize::MAX - c))
            {
                Some(next) => node = next,
                None => return line,
            }
        }
    }
}

/// A tree of more nodes than this is not grown further.
const MOST_NODES: usize = 20_000_000;

fn new_node<M>(step: Option<M>, mover: Side, prior: f32) -> Node<M> {
    Node { step, mover, prior, visits: 0, sum: 0.0, proven: None, children: 0..0 }
}

/// The natural logarithm to about three digits, the same on every machine (a library's may differ in the last bit).
fn ln(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    let m = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000);
    let t = (m - 1.0) / (m + 1.0);
    let t2 = t * t;
    exponent * std::f32::consts::LN_2 + 2.0 * t * (1.0 + t2 / 3.0 + t2 * t2 / 5.0)
}

/// Monte-Carlo tree search as a player.
pub struct MctsPlayer<G: Game, P: PolicyEvaluator<G>> {
    search: Mcts<G, P>,
    limits: Limits,
}

impl<G: Game, P: PolicyEvaluator<G>> MctsPlayer<G, P> {
    /// A player with limits of its own, which hold besides those of the game.
    pub fn new(evaluator: P, selection: Selection, limits: Limits) -> Self {
        MctsPlayer { search: Mcts::new(evaluator, selection), limits }
    }

    /// The search, for those who want to watch or stop it.
    pub fn search(&mut self) -> &mut Mcts<G, P> {
        &mut self.search
    }
}

impl<G: Game, P: PolicyEvaluator<G>> Player<G> for MctsPlayer<G, P> {
    fn choose(&mut self, line: &Line<G>, limits: &Limits, rng: &mut Rng) -> Decision<G::Move> {
        let limits = limits.tighter(&self.limits);
        let branches = self.search.search(line, &limits, rng, &mut |_, _| {});
        let total: u32 = branches.iter().map(|b| b.visits).sum();
        let best = &branches[0];
        Decision {
            step: best.step,
            value: Some(best.value),
            nodes: u64::from(self.search.root_visits()),
            depth: best.line.len() as u32,
            line: best.line.clone(),
            shares: branches.iter().map(|b| (b.step, b.visits as f32 / total.max(1) as f32)).collect(),
        }
    }

    fn think(
        &mut self,
        line: &Line<G>,
        task: &Task,
        rng: &mut Rng,
        watch: &mut dyn FnMut(&Thoughts<G::Move>),
    ) -> Thoughts<G::Move> {
        let limits = task.limits.tighter(&self.limits);
        self.search.set_stop_flag(task.stop.clone());
        let thoughts = |branches: &[Branch<G::Move>], nodes| Thoughts {
            ideas: branches.iter().take(task.best.max(1)).map(idea).collect(),
            nodes,
        };
        let found =
            self.search.search(line, &limits, rng, &mut |nodes, branches| watch(&thoughts(branches, nodes)));
        thoughts(&found, u64::from(self.search.root_visits()))
    }
}

fn idea<M: Copy>(branch: &Branch<M>) -> Idea<M> {
    Idea {
        line: branch.line.clone(),
        value: branch.value,
        score: None,
        depth: branch.line.len() as u32,
        visits: u64::from(branch.visits),
        prior: Some(branch.prior),
    }
}

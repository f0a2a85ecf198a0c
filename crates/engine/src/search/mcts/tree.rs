//! The tree of a Monte-Carlo search: walking down to a leaf, taking in what is thought of it.
//!
//! The evaluator of leaves is not part of it, so that many trees can wait for one answer together.

use std::ops::Range;

use games::game::mix;
use games::{Game, Line, MoveList, Side};

use super::Evaluation;

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
    children: Range<u32>,
}

/// How the opponent of the root's mover is modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Opponent {
    /// Looks for the best step, as the mover does.
    #[default]
    Best,
    /// Makes any step: all are looked at equally often, and a position is worth their mean.
    Random,
}

/// A tree, which is kept from step to step of a game.
pub struct Tree<G: Game> {
    selection: Selection,
    opponent: Opponent,
    /// The stage of the game beyond which the tree does not grow.
    stage: Option<fn(&G) -> bool>,
    /// Whether the root stands in that stage.
    bounded: bool,
    /// Whether results are proven from the ends of games back to the root.
    proves: bool,
    nodes: Vec<Node<G::Move>>,
    /// The line whose last position the root stands for.
    rooted: Option<Line<G>>,
}

/// A position that waits to be judged.
pub struct Leaf<G> {
    /// The position; its game is not over.
    pub position: G,
    path: Vec<usize>,
    /// Whether it counts as lost for the side that chose it, until its value is known.
    held: bool,
}

impl<G> Leaf<G> {
    /// Whether another leaf is the same.
    pub fn is(&self, other: &Leaf<G>) -> bool {
        self.path.last() == other.path.last()
    }
}

/// What is known about one step of the root.
#[derive(Clone, Debug)]
pub struct Branch<M> {
    /// The step.
    pub step: M,
    /// How often it was looked at.
    pub visits: u32,
    /// Whether it was visited or is proven; otherwise its value is a guess.
    pub known: bool,
    /// Its mean value for the side to move.
    pub value: f32,
    /// What it seemed worth before the search.
    pub prior: f32,
    /// The most visited play from it; it starts with `step`.
    pub line: Vec<M>,
}

impl<G: Game> Tree<G> {
    /// An empty tree.
    pub fn new(selection: Selection) -> Self {
        let opponent = Opponent::Best;
        let (stage, bounded, proves, nodes, rooted) = (None, false, true, Vec::new(), None);
        Tree { selection, opponent, stage, bounded, proves, nodes, rooted }
    }

    /// The same tree, which proves results or not: without proofs the end of a game is a value as any other, and counts by its visits.
    pub fn proving(self, proves: bool) -> Self {
        Tree { proves, ..self }
    }

    /// The same tree against another opponent.
    pub fn against(self, opponent: Opponent) -> Self {
        Tree { opponent, ..self }
    }

    /// The same tree, which does not grow beyond a stage of the game while its root stands there: what comes after is judged as a whole,
    /// once if the judgement is certain.
    pub fn within(self, stage: Option<fn(&G) -> bool>) -> Self {
        Tree { stage, ..self }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.rooted = None;
    }

    /// Whether the result of the root is certain.
    pub fn is_proven(&self) -> bool {
        self.nodes[0].proven.is_some()
    }

    /// Whether the tree should not grow further.
    pub fn is_full(&self) -> bool {
        self.nodes.len() > MOST_NODES
    }

    /// The mean value of the root for its mover, proofs counted as certain.
    pub fn root_value(&self) -> f32 {
        let root = &self.nodes[0];
        let sign = if root.mover == Side::First { 1.0 } else { -1.0 };
        let mean = (root.sum / f64::from(root.visits.max(1))) as f32;
        sign * root.proven.unwrap_or(mean)
    }

    /// Simulations that the root has seen, those of earlier searches included.
    pub fn root_visits(&self) -> u32 {
        self.nodes.first().map_or(0, |root| root.visits)
    }

    /// Makes the line's position the root, with what is known of it if the old tree holds it.
    pub fn take_root(&mut self, line: &Line<G>) {
        let bounded = self.stage.is_some_and(|stage| stage(line.position()));
        // Who chooses and who does not has changed.
        let turned = self.opponent == Opponent::Random
            && self.rooted.as_ref().is_some_and(|old| old.to_move() != line.to_move());
        if self.bounded != bounded || turned {
            self.clear();
        }
        self.bounded = bounded;
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

    /// Walks from the root to a leaf whose judgement is wanted; none where the walk ended at something certain, which is then counted.
    pub fn descend(&mut self, line: &Line<G>) -> Option<Leaf<G>> {
        let mut position = *line.position();
        let mut path = vec![0usize];
        let mut here = 0;
        loop {
            if let Some(value) = self.nodes[here].proven {
                self.back_up(&path, value);
                return None;
            }
            if self.nodes[here].children.is_empty() {
                break;
            }
            here = self.select(here);
            position.play(self.nodes[here].step.expect("only the root has no step"));
            path.push(here);
        }
        let repeated = here != 0 && line.positions().iter().any(|earlier| position.repeats(earlier));
        let outcome = position.outcome().or_else(|| repeated.then(|| position.repetition_outcome()));
        if let Some(outcome) = outcome {
            let value = outcome.value_for(Side::First);
            self.nodes[here].proven = Some(value);
            self.back_up(&path, value);
            return None;
        }
        Some(Leaf { position, path, held: false })
    }

    /// Gives a leaf its children, and its value to all on the way to it.
    pub fn absorb(&mut self, leaf: Leaf<G>, evaluation: &Evaluation) {
        let Leaf { position, path, held } = leaf;
        if held {
            self.count_lost(&path, -1.0);
        }
        let node = *path.last().expect("a path has the root");
        let value = if position.to_move() == Side::First { evaluation.value } else { -evaluation.value };
        if self.bounded && self.stage.is_some_and(|stage| !stage(&position)) {
            self.nodes[node].proven = evaluation.certain.then_some(value);
            self.back_up(&path, value);
            return;
        }
        let mut steps = MoveList::new();
        position.moves(&mut steps);
        let even = 1.0 / steps.len() as f32;
        let start = self.nodes.len() as u32;
        for (i, &step) in steps.iter().enumerate() {
            let mut child = position;
            child.play(step);
            let prior = evaluation.priors.get(i).copied().unwrap_or(even);
            let mut new = new_node(Some(step), child.to_move(), prior);
            new.proven = child.outcome().map(|outcome| outcome.value_for(Side::First));
            self.nodes.push(new);
        }
        self.nodes[node].children = start..self.nodes.len() as u32;
        // What its children prove is better than an opinion.
        self.prove(node);
        self.back_up(&path, self.nodes[node].proven.unwrap_or(value));
    }

    /// Lets the next walks go elsewhere until the value of this leaf is known.
    pub fn hold(&mut self, leaf: Leaf<G>) -> Leaf<G> {
        self.count_lost(&leaf.path, 1.0);
        Leaf { held: true, ..leaf }
    }

    /// Adds a lost visit to every node of a path, or takes it back.
    fn count_lost(&mut self, path: &[usize], sign: f64) {
        for step in path.windows(2) {
            let chooser = self.nodes[step[0]].mover;
            let node = &mut self.nodes[step[1]];
            node.visits = node.visits.wrapping_add_signed(sign as i32);
            node.sum -= sign * if chooser == Side::First { 1.0 } else { -1.0 };
        }
    }

    fn back_up(&mut self, path: &[usize], value: f32) {
        for &node in path.iter().rev() {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += f64::from(value);
            self.prove(node);
        }
    }

    /// Mixes the priors of the root with others, in the order of its legal steps.
    pub fn stir(&mut self, others: &[f32], share: f32) {
        let children = self.nodes[0].children.clone();
        for (child, &other) in children.zip(others) {
            let prior = &mut self.nodes[child as usize].prior;
            *prior += share * (other - *prior);
        }
    }

    /// Whether the mover here makes random steps.
    fn is_chance(&self, node: usize) -> bool {
        self.opponent == Opponent::Random && self.nodes[node].mover != self.nodes[0].mover
    }

    fn select(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        if self.is_chance(node) {
            // Of those that are equal not always the first: most nodes are visited less often than they have children.
            let Range { start, end } = parent.children;
            let turn = mix(node as u64) as u32 % (end - start);
            let children = (start + turn..end).chain(start..start + turn).map(|c| c as usize);
            return children.min_by_key(|&c| self.nodes[c].visits).expect("an expanded node has children");
        }
        let sign = if parent.mover == Side::First { 1.0 } else { -1.0 };
        let visits = parent.visits.max(1) as f32;
        let mean =
            if parent.visits == 0 { 0.0 } else { sign * (parent.sum / f64::from(parent.visits)) as f32 };
        let worth = |child: &Node<G::Move>| -> f32 {
            if let Some(value) = child.proven.filter(|_| self.proves) {
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

    /// A node is proven by a step that wins for its mover, or by steps that all are; where the mover makes random steps, by steps
    /// that are all worth the same.
    fn prove(&mut self, node: usize) {
        let parent = &self.nodes[node];
        if !self.proves || parent.proven.is_some() || parent.children.is_empty() {
            return;
        }
        let sign = if parent.mover == Side::First { 1.0 } else { -1.0 };
        let children = &self.nodes[parent.children.start as usize..parent.children.end as usize];
        let all = children.iter().all(|child| child.proven.is_some());
        let best =
            children.iter().filter_map(|child| child.proven).map(|value| sign * value).fold(-2.0, f32::max);
        let chance = self.is_chance(node);
        let same = all && children.iter().all(|child| child.proven == children[0].proven);
        if same || !chance && (best == 1.0 || all) {
            self.nodes[node].proven = Some(sign * best);
        }
    }

    /// What is known about the steps of the root, best first.
    pub fn branches(&self) -> Vec<Branch<G::Move>> {
        let root = &self.nodes[0];
        let sign = if root.mover == Side::First { 1.0 } else { -1.0 };
        let mut branches: Vec<(u8, Branch<G::Move>)> = root
            .children
            .clone()
            .map(|c| {
                let child = &self.nodes[c as usize];
                // A step without visits is thought to be worth as much as the rest.
                let mean = if child.visits == 0 {
                    self.root_value()
                } else {
                    sign * (child.sum / f64::from(child.visits)) as f32
                };
                let value = child.proven.map_or(mean, |value| sign * value);
                // Proven wins first, proven losses last.
                let class = match child.proven {
                    Some(_) if self.proves && value > 0.0 => 0,
                    Some(_) if self.proves && value < 0.0 => 2,
                    _ => 1,
                };
                let step = child.step.expect("only the root has no step");
                let branch = Branch {
                    step,
                    visits: child.visits,
                    known: child.visits > 0 || child.proven.is_some(),
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
                .then(b.prior.total_cmp(&a.prior))
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

//! Monte-Carlo tree search: UCT with playouts, or PUCT with priors, over the same tree.
//!
//! Values are stored for one side, the first, and converted to the mover's view only where a step is selected: turns of
//! several steps need no special case. Finished games are proven, and proofs travel up: a step that wins for the mover
//! proves its parent, and so do steps that are all proven.

mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use games::{Game, Line};

use super::score::{Evaluator, value_of};
use crate::player::{Idea, Limits, Player, Task, Thoughts, Watch};
use crate::rng::Rng;
pub use tree::{Branch, Leaf, Opponent, Selection, Tree};

/// What is thought of a position without a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The expected result for the side to move, from −1 to 1.
    pub value: f32,
    /// How likely each legal step is, in their order; empty for no opinion.
    pub priors: Vec<f32>,
    /// Whether asking again would give the same result, 1, 0 or −1, of a game that was played.
    pub certain: bool,
}

impl Evaluation {
    /// A judgement that is no result.
    pub fn new(value: f32, priors: Vec<f32>) -> Evaluation {
        Evaluation { value, priors, certain: false }
    }
}

/// Judges positions and steps for a tree search; many at a time, for those who gain by it. (An [`Evaluator`] judges single positions for
/// alpha-beta; an oracle of the crate `nets` knows neither game nor search, and turns planes into numbers.)
pub trait PolicyEvaluator<G: Game>: Send {
    /// One evaluation for each position; none of their games is over.
    fn evaluate(&mut self, positions: &[G], rng: &mut Rng) -> Vec<Evaluation>;

    /// Preferred batch size. Above 1, several leaves are selected before any is evaluated: more simulations a second, each slightly less
    /// informed.
    fn width(&self) -> usize {
        1
    }

    /// Whether a search should look at the clock after every answer.
    fn is_slow(&self) -> bool {
        self.width() > 1
    }

    /// Answers are not awaited beyond the deadline, or once the flag is raised.
    fn bound(&mut self, _deadline: Option<Instant>, _stop: &Arc<AtomicBool>) {}
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
            let value = position.outcome().map_or(0.0, |outcome| outcome.value_for(start.to_move()));
            Evaluation::new(value, Vec::new())
        };
        positions.iter().map(|start| play_out(start, rng)).collect()
    }
}

/// Games that a player plays against itself to their ends say what positions are worth; `priors` say how likely steps are.
pub struct PlayedOut<G: Game> {
    priors: Box<dyn PolicyEvaluator<G>>,
    player: Box<dyn Player<G>>,
    limits: Limits,
    repeatable: bool,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
}

/// A game that is played out and takes more steps counts as a draw.
pub const LONGEST_PLAYOUT: u32 = 1000;

impl<G: Game> PlayedOut<G> {
    /// `priors` know about steps, `player` plays and thinks about each step within `limits`. It is repeatable if it always goes on in the
    /// same way from the same position, at least from where a tree ends.
    pub fn new(
        priors: Box<dyn PolicyEvaluator<G>>,
        player: Box<dyn Player<G>>,
        limits: Limits,
        repeatable: bool,
    ) -> Self {
        PlayedOut { priors, player, limits, repeatable, deadline: None, stop: Arc::default() }
    }

    fn is_late(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|at| Instant::now() >= at)
    }
}

impl<G: Game> PolicyEvaluator<G> for PlayedOut<G> {
    fn evaluate(&mut self, positions: &[G], rng: &mut Rng) -> Vec<Evaluation> {
        let mut judged = self.priors.evaluate(positions, rng);
        for (start, evaluation) in positions.iter().zip(&mut judged) {
            let (mut line, mut steps) = (Line::new(*start), 0);
            while line.outcome().is_none() && steps < LONGEST_PLAYOUT && !self.is_late() {
                let time = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
                let limits = self.limits.tighter(&Limits { time, ..Limits::default() });
                let task = Task { limits, best: 1, play: true, stop: self.stop.clone() };
                line.push(self.player.think(&line, &task, rng, &mut |_| {}).step());
                steps += 1;
            }
            match line.outcome() {
                Some(outcome) => {
                    evaluation.value = outcome.value_for(start.to_move());
                    evaluation.certain = self.repeatable && !self.is_late();
                }
                None if steps == LONGEST_PLAYOUT => evaluation.value = 0.0,
                // There was no time to see it: what it seemed worth before.
                None => {}
            }
        }
        judged
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn bound(&mut self, deadline: Option<Instant>, stop: &Arc<AtomicBool>) {
        (self.deadline, self.stop) = (deadline, stop.clone());
    }
}

/// Any evaluator, without an opinion about steps.
pub struct Uniform<E>(pub E);

impl<G: Game, E: Evaluator<G>> PolicyEvaluator<G> for Uniform<E> {
    fn evaluate(&mut self, positions: &[G], _rng: &mut Rng) -> Vec<Evaluation> {
        let mut one = |position: &G| Evaluation::new(value_of(self.0.score(position)), Vec::new());
        positions.iter().map(&mut one).collect()
    }
}

/// Monte-Carlo tree search with its tree, as a player.
pub struct Mcts<G: Game> {
    evaluator: Box<dyn PolicyEvaluator<G>>,
    tree: Tree<G>,
    limits: Limits,
}

impl<G: Game> Mcts<G> {
    /// A search with limits of its own, which hold besides those of the game.
    pub fn new(evaluator: Box<dyn PolicyEvaluator<G>>, tree: Tree<G>, limits: Limits) -> Self {
        Mcts { evaluator, tree, limits }
    }

    /// One simulation, or as many as the evaluator likes to be asked about together; answers how many.
    fn simulate(&mut self, line: &Line<G>, most: u64, rng: &mut Rng) -> u64 {
        // A young tree has nothing to ask ahead about.
        let ripe = 1 + self.tree.root_visits() as usize / 8;
        let width = self.evaluator.width().min(ripe).min(most.try_into().unwrap_or(usize::MAX));
        let (mut leaves, mut certain) = (Vec::with_capacity(width), 0);
        while leaves.len() + certain < width {
            match self.tree.descend(line) {
                None => certain += 1,
                Some(leaf) if leaves.iter().any(|other: &Leaf<G>| other.is(&leaf)) => break,
                Some(leaf) if width == 1 => leaves.push(leaf),
                Some(leaf) => leaves.push(self.tree.hold(leaf)),
            }
        }
        let positions: Vec<G> = leaves.iter().map(|leaf| leaf.position).collect();
        let judged = self.evaluator.evaluate(&positions, rng);
        let count = (leaves.len() + certain) as u64;
        leaves.into_iter().zip(&judged).for_each(|(leaf, evaluation)| self.tree.absorb(leaf, evaluation));
        count
    }

    /// The tree so far.
    pub fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// Looks from the line's position until a limit (`nodes` counts simulations), until the task's flag is raised, or until the
    /// result is proven.
    /// The branches come best first. `report` hears of them after every power of two of simulations.
    pub fn search(
        &mut self,
        line: &Line<G>,
        task: &Task,
        rng: &mut Rng,
        report: &mut dyn FnMut(u64, &[Branch<G::Move>]),
    ) -> Vec<Branch<G::Move>> {
        let limits = task.limits.tighter(&self.limits);
        self.tree.take_root(line);
        let deadline = limits.time.map(|time| Instant::now() + time);
        self.evaluator.bound(deadline, &task.stop);
        let unlimited = limits.nodes.is_none() && deadline.is_none();
        let most = limits.nodes.unwrap_or(if unlimited { 10_000 } else { u64::MAX });
        let mut done = 0;
        while done < most && !self.tree.is_proven() || done == 0 {
            let before = done;
            done += self.simulate(line, (most - done).max(1), rng);
            if before / 64 != done / 64 || self.evaluator.is_slow() {
                let late = deadline.is_some_and(|at| Instant::now() >= at);
                if late || task.stop.load(Ordering::Relaxed) || self.tree.is_full() {
                    break;
                }
            }
            // A judgement of a slow one is worth many playouts.
            let first = if self.evaluator.is_slow() { 16 } else { 256 };
            if done >= first && before.max(1).ilog2() != done.ilog2() {
                report(done, &self.tree.branches());
            }
        }
        self.tree.branches()
    }
}

impl<G: Game> Player<G> for Mcts<G> {
    fn think(&mut self, line: &Line<G>, task: &Task, rng: &mut Rng, watch: Watch<G>) -> Thoughts<G::Move> {
        // Guesses are no ideas where something is known.
        let thoughts = |branches: &[Branch<G::Move>], nodes| {
            let ideas = branches.iter().filter(|b| b.known || !branches[0].known);
            Thoughts::new(ideas.take(task.best.max(1)).map(idea).collect(), nodes)
        };
        let found = self.search(line, task, rng, &mut |nodes, branches| watch(&thoughts(branches, nodes)));
        thoughts(&found, u64::from(self.tree.root_visits()))
    }
}

fn idea<M: Copy>(branch: &Branch<M>) -> Idea<M> {
    Idea {
        line: branch.line.clone(),
        value: branch.value,
        depth: branch.line.len() as u32,
        visits: u64::from(branch.visits),
        prior: Some(branch.prior),
    }
}

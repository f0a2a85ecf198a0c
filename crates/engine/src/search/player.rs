//! Players that search.

use games::{Game, Line, Side};

use super::alphabeta::{AlphaBeta, Found, Options};
use super::score::{Ceiling, Evaluator, Score, value_of};
use crate::player::{Idea, Limits, Player, Task, Thoughts, Watch};
use crate::rng::Rng;

/// How deep to look in a position, where that depends on it.
pub type DepthRule<G> = Box<dyn Fn(&G) -> u32 + Send>;

/// Searches of so few steps remember some thousand positions.
const SHALLOW: u32 = 4;
/// A table of 2^14 places has room for these, and stays in the processor's cache, where a larger one is waited for at every look.
const SMALL_TABLE: u32 = 14;

/// Alpha-beta as a player.
pub struct AlphaBetaPlayer<G: Game, E: Evaluator<G>> {
    search: AlphaBeta<G, E>,
    limits: Limits,
    depth: Option<DepthRule<G>>,
    contempt: Score,
}

impl<G: Game, E: Evaluator<G>> AlphaBetaPlayer<G, E> {
    /// A player with limits of its own, which hold besides those of the game. One of few steps gets a small table, whatever
    /// `options` say.
    pub fn new(evaluator: E, options: Options, limits: Limits) -> Self {
        let shallow = limits.depth.is_some_and(|depth| depth <= SHALLOW);
        let table = if shallow { options.table.min(SMALL_TABLE) } else { options.table };
        let options = Options { table, ..options };
        AlphaBetaPlayer { search: AlphaBeta::new(evaluator, options), limits, depth: None, contempt: 0 }
    }

    /// The same player, to whom a draw is so much worse than an even position. Its advice is not.
    pub fn with_contempt(self, contempt: Score) -> Self {
        AlphaBetaPlayer { contempt, ..self }
    }

    /// The same player with a depth that depends on the position.
    pub fn with_depth(self, rule: DepthRule<G>) -> Self {
        AlphaBetaPlayer { depth: Some(rule), ..self }
    }
}

impl<G: Game, E: Evaluator<G>> Player<G> for AlphaBetaPlayer<G, E> {
    fn think(&mut self, line: &Line<G>, task: &Task, _rng: &mut Rng, watch: Watch<G>) -> Thoughts<G::Move> {
        let depth = self.depth.as_ref().map(|rule| rule(line.position()));
        let limits = self.limits.tighter(&Limits { depth, ..Limits::default() });
        let task = Task { limits: task.limits.tighter(&limits), ..task.clone() };
        // Who asks for advice wants to know which steps are best, not how to avoid a draw.
        let contempt = if task.play { self.contempt } else { 0 };
        self.search.set_draw(if line.to_move() == Side::First { -contempt } else { contempt });
        // Results of earlier steps are forgotten: an answer depends on the position alone.
        self.search.clear();
        let thoughts = |found: &[Found<G::Move>], nodes| {
            Thoughts::new(found.iter().map(|found| idea(found, contempt)).collect(), nodes)
        };
        let found = self.search.search(line, &task, &mut |found, nodes| watch(&thoughts(found, nodes)));
        thoughts(&found, self.search.nodes())
    }
}

/// What was found, as others understand it: a draw is worth 0 to them, whatever it is to the player.
fn idea<M: Copy>(found: &Found<M>, contempt: Score) -> Idea<M> {
    let score = if found.score == -contempt { 0 } else { found.score };
    let Found { depth, nodes: visits, ref line, .. } = *found;
    Idea { line: line.clone(), value: value_of(score), depth, visits, prior: None }
}

/// An evaluator with a very small random bias, a function of the position and a seed: equal positions are judged
/// differently from game to game, but the same within one.
pub struct Biased<E> {
    evaluator: E,
    seed: u64,
    size: Score,
}

impl<E> Biased<E> {
    /// At most `size` is added or taken away.
    pub fn new(evaluator: E, size: Score, seed: u64) -> Self {
        Biased { evaluator, seed, size }
    }

    #[inline]
    fn bias<G: Game>(&self, position: &G) -> Score {
        let width = 2 * self.size as u64 + 1;
        // The upper half of 32 bits × width is below width, without a division.
        let random = games::game::mix(position.key() ^ self.seed) >> 32;
        ((random * width) >> 32) as Score - self.size
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Biased<E> {
    #[inline]
    fn score(&mut self, position: &G) -> Score {
        self.evaluator.score(position) + self.bias(position)
    }

    fn score_over(&mut self, position: &G) -> Score {
        self.evaluator.score_over(position) + self.bias(position)
    }

    #[inline]
    fn score_within(&mut self, position: &G, alpha: Score, beta: Score) -> Score {
        // Most estimates lie so far outside that no bias brings them back.
        match self.evaluator.score_within(position, alpha - self.size, beta + self.size) {
            low if low <= alpha - self.size => low + self.size,
            high if high >= beta + self.size => high - self.size,
            score => score + self.bias(position),
        }
    }

    #[inline]
    fn ceiling(&mut self, position: &G) -> Option<Ceiling> {
        let ceiling = self.evaluator.ceiling(position)?;
        Some(Ceiling { quiet: ceiling.quiet + self.size, ..ceiling })
    }

    fn prepare(&mut self, root: &G) -> bool {
        self.evaluator.prepare(root)
    }

    fn forced(&mut self, position: &G, steps: &mut games::MoveList<G::Move>) -> bool {
        self.evaluator.forced(position, steps)
    }
}

/// Two players, of whom the position says which one thinks: one places and another one moves, or each has a colour.
pub struct ByPosition<G: Game> {
    /// Both.
    pub players: [Box<dyn Player<G>>; 2],
    /// Whether a position is for the first of them.
    pub is_first: fn(&G) -> bool,
}

impl<G: Game> Player<G> for ByPosition<G> {
    fn think(&mut self, line: &Line<G>, task: &Task, rng: &mut Rng, watch: Watch<G>) -> Thoughts<G::Move> {
        let player = usize::from(!(self.is_first)(line.position()));
        self.players[player].think(line, task, rng, watch)
    }
}

/// A player whose step is replaced by a random one now and then.
pub struct Careless<G: Game> {
    /// Who thinks otherwise.
    pub player: Box<dyn Player<G>>,
    /// So many steps of a hundred are random.
    pub percent: u32,
}

impl<G: Game> Player<G> for Careless<G> {
    /// Advice is given with care.
    fn think(&mut self, line: &Line<G>, task: &Task, rng: &mut Rng, watch: Watch<G>) -> Thoughts<G::Move> {
        if task.play && (rng.below(100) as u32) < self.percent {
            return crate::player::RandomPlayer.think(line, task, rng, watch);
        }
        self.player.think(line, task, rng, watch)
    }
}

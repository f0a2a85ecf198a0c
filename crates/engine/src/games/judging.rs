//! The best players of some games ask a network that ships with the program; this is how they do.

use std::sync::{Arc, OnceLock};

use games::{Game, GameSpec, Line};

use crate::eval::net::{self, Forward, Judge, Pictured};
use crate::player::{Decision, Limits, Player, Task, Thoughts};
use crate::rng::Rng;
use crate::search::{MctsPlayer, Selection};

/// A judgement counts as so many positions: it takes about as long as alpha-beta takes for them in Capture Go, and in Seega, where only
/// placing asks for it, four times as long.
const NODES_A_JUDGEMENT: u64 = 1000;
const JUDGEMENTS_A_PLY: u64 = 10;
const CURIOSITY: Selection = Selection::Puct(1.5);

/// A network within the program: the game whose rules it learnt, and its file.
pub struct Shipped {
    game: &'static str,
    file: &'static [u8],
    network: OnceLock<Option<Arc<Forward>>>,
}

impl Shipped {
    /// It is read when it is first needed.
    pub const fn new(game: &'static str, file: &'static [u8]) -> Shipped {
        Shipped { game, file, network: OnceLock::new() }
    }
}

/// The player that searches with the network for these rules, if there is one.
pub fn player<G: Pictured>(
    networks: &[Shipped],
    rules: &G::Rules,
    limits: Limits,
) -> Option<Box<dyn Player<G>>> {
    let game = GameSpec::of::<G>(rules)?;
    let name = game.to_string();
    let shipped = networks.iter().find(|shipped| shipped.game == name)?;
    let read = || net::file::fitting(shipped.file, &game).ok().map(|network| Arc::new(Forward::new(network)));
    let network = shipped.network.get_or_init(read).clone()?;
    let player = MctsPlayer::new(Judge::new(network), CURIOSITY, judgements(&limits));
    Some(Box::new(Judging(player)))
}

/// A player whose positions are judgements of a network: limits in positions mean the fewer of them.
struct Judging<P>(P);

impl<G: Game, P: Player<G>> Player<G> for Judging<P> {
    fn choose(&mut self, line: &Line<G>, limits: &Limits, rng: &mut Rng) -> Decision<G::Move> {
        self.0.choose(line, &judgements(limits), rng)
    }

    fn think(
        &mut self,
        line: &Line<G>,
        task: &Task,
        rng: &mut Rng,
        watch: &mut dyn FnMut(&Thoughts<G::Move>),
    ) -> Thoughts<G::Move> {
        let task = Task { limits: judgements(&task.limits), ..task.clone() };
        self.0.think(line, &task, rng, watch)
    }
}

/// The judgements that count as so many positions; where only a depth is set, a few for each step of it.
fn judgements(limits: &Limits) -> Limits {
    let nodes = limits.nodes.map(|nodes| (nodes / NODES_A_JUDGEMENT).max(1));
    let nodes = nodes.or(limits.depth.map(|depth| u64::from(depth) * JUDGEMENTS_A_PLY));
    Limits { nodes, depth: None, ..*limits }
}

//! The best players of some games ask a network that ships with the program; this is how they do.

use std::sync::{Arc, OnceLock};

use games::{Game, GameSpec, Line, TextError};

use crate::eval::net::{self, Forward, NetEvaluator, Pictured};
use crate::player::{Limits, Player, Task, Thoughts, Watch};
use crate::rng::Rng;
use crate::search::{Mcts, Selection, Tree};

/// A judgement counts as so many positions: it takes about as long as alpha-beta takes for them in Capture Go, and in Seega, where only
/// placing asks for it, four times as long.
const NODES_A_JUDGEMENT: u64 = 1000;
const NOTE: &str = "A network judges here: each of its judgements counts as 1,000 positions of the limit; visits and positions below are judgements.";
const JUDGEMENTS_A_PLY: u64 = 10;
const CURIOSITY: Selection = Selection::Puct(1.5);

/// A network within the program: the game whose rules it learnt, and its file.
pub struct Shipped {
    game: &'static str,
    file: &'static [u8],
    network: OnceLock<Result<Arc<Forward>, TextError>>,
}

impl Shipped {
    /// It is read when it is first needed.
    pub const fn new(game: &'static str, file: &'static [u8]) -> Shipped {
        Shipped { game, file, network: OnceLock::new() }
    }

    fn network(&self, game: &GameSpec) -> Result<Arc<Forward>, TextError> {
        let read = || {
            let (network, _) = net::file::fitting(self.file, game).map_err(|error| {
                error.within(format_args!("the network of {} within the program", self.game))
            })?;
            Ok(Arc::new(Forward::new(network)))
        };
        self.network.get_or_init(read).clone()
    }
}

/// The player that searches with the network for these rules, if there is one; the error says that it cannot be read.
pub fn player<G: Pictured>(
    networks: &[Shipped],
    rules: &G::Rules,
    limits: Limits,
) -> Result<Option<Box<dyn Player<G>>>, TextError> {
    let Some(game) = GameSpec::of::<G>(rules) else { return Ok(None) };
    let name = game.to_string();
    let Some(shipped) = networks.iter().find(|shipped| shipped.game == name) else { return Ok(None) };
    let network = shipped.network(&game)?;
    let judge = Box::new(NetEvaluator::new(network));
    Ok(Some(Box::new(InJudgements(Mcts::new(judge, Tree::new(CURIOSITY), judgements(&limits))))))
}

/// A player whose positions are judgements of a network: limits in positions mean the fewer of them.
struct InJudgements<G: Game>(Mcts<G>);

impl<G: Game> Player<G> for InJudgements<G> {
    fn think(&mut self, line: &Line<G>, task: &Task, rng: &mut Rng, watch: Watch<G>) -> Thoughts<G::Move> {
        let noted = |thoughts: Thoughts<G::Move>| Thoughts { note: Some(NOTE), ..thoughts };
        let task = Task { limits: judgements(&task.limits), ..task.clone() };
        noted(self.0.think(line, &task, rng, &mut |thoughts| watch(&noted(thoughts.clone()))))
    }
}

/// The judgements that count as so many positions; where only a depth is set, a few for each step of it.
fn judgements(limits: &Limits) -> Limits {
    let nodes = limits.nodes.map(|nodes| (nodes / NODES_A_JUDGEMENT).max(1));
    let nodes = nodes.or(limits.depth.map(|depth| u64::from(depth) * JUDGEMENTS_A_PLY));
    Limits { nodes, depth: None, ..*limits }
}

#[cfg(test)]
mod tests {
    use games::seega::{Rules, Seega};

    use super::*;

    /// A damaged file is an error and not silently a weaker player.
    #[test]
    fn a_network_that_cannot_be_read_is_an_error() {
        let file = include_bytes!("../../../../players/seega5.safetensors");
        let player = |file: &[u8]| {
            let networks = [Shipped::new("seega:5", Vec::leak(file.to_vec()))];
            player::<Seega<u64>>(&networks, &Rules::seega(5), Limits::default())
                .map(|player| player.is_some())
        };
        assert_eq!(player(file), Ok(true));
        let mut damaged = file.to_vec();
        *damaged.last_mut().unwrap() ^= 1;
        assert_eq!(
            player(&damaged).unwrap_err().to_string(),
            "the network of seega:5 within the program: this is not a network of petteia: it is damaged: its checksum does not fit"
        );
    }
}

//! From a recipe to the players of a game.

use std::sync::{Arc, Once};

use games::text::meant;
use games::{Game, GameSpec, TextError};

use super::{AlphaBeta, Eval, FileName, Mcts, Named, PlayerSpec, Recipe};
use crate::eval::net::{self, Forward, NetEvaluator};
use crate::eval::{Blank, Material};
use crate::explain::Explanation;
use crate::games::Playable;
use crate::player::{Limits, Player, RandomPlayer};
use crate::rng::Rng;
use crate::search::{
    self, AlphaBetaPlayer, Biased, ByPosition, Careless, Evaluator, LONGEST_PLAYOUT, Options, PlayedOut,
    Playouts, PolicyEvaluator, Selection, Tree, UNIT, Uniform,
};

/// Makes a player for one game from what is random about it.
pub type Maker<G> = Box<dyn Fn(&mut Rng) -> Box<dyn Player<G>> + Send + Sync>;

/// Makes an evaluator for one game.
pub type EvaluatorMaker<G> = Box<dyn Fn() -> Box<dyn Evaluator<G>> + Send + Sync>;

/// Makes what judges positions for a tree search.
type PolicyMaker<G> = Box<dyn Fn(&mut Rng) -> Box<dyn PolicyEvaluator<G>> + Send + Sync>;

/// Positions looked at for a step by a player who plays games out for a tree search and whom nothing else limits.
const PLAYOUT_NODES: u64 = 1_000;

impl PlayerSpec {
    /// The player for a game with these rules, or a sentence that points at what is wrong in the spec. Every file is read
    /// here; the maker cannot fail.
    pub fn maker<G: Playable>(&self, rules: &G::Rules) -> Result<Maker<G>, TextError> {
        let rules = *rules;
        match &*self.recipe {
            Recipe::Random => Ok(Box::new(|_| Box::new(RandomPlayer))),
            Recipe::Greedy => Ok(Box::new(|rng| {
                // Of equal captures any, not always the first.
                let evaluator = Biased::new(Material, UNIT / 100, rng.bits());
                let limits = Limits { depth: Some(1), ..Limits::default() };
                Box::new(AlphaBetaPlayer::new(evaluator, Options::PLAIN, limits))
            })),
            &Recipe::Best(limits) => best::<G>(rules, limits, None),
            Recipe::Level(level) => {
                let (nodes, careless) = G::levels(&rules)[level - 1];
                best::<G>(rules, Limits { nodes: Some(nodes), ..Limits::default() }, Some(careless))
            }
            Recipe::AlphaBeta(search) => search.maker::<G>(&rules),
            Recipe::Mcts(search) => search.maker::<G>(&rules),
            Recipe::Stages(players) => {
                let is_first = G::PLACING.ok_or_else(|| self.call.error("this game has one stage only"))?;
                let [placer, mover] = players;
                let makers = [placer.maker::<G>(&rules)?, mover.maker::<G>(&rules)?];
                Ok(Box::new(move |rng| {
                    Box::new(ByPosition { players: makers.each_ref().map(|maker| maker(rng)), is_first })
                }))
            }
            // A spec may come from the page or over a protocol, and must not start programs there.
            Recipe::Program(_) => {
                Err(self.call.error("another program plays in a match or a tournament only"))
            }
            Recipe::Named(named) => G::named(named, &rules)?.ok_or_else(|| no_player::<G>(named)),
        }
    }

    /// What the evaluator of this name sees in a position, part by part.
    pub fn explain<G: Playable>(&self, position: &G) -> Result<Explanation, TextError> {
        G::explain(&Named::read(&self.call, None)?, position)?.ok_or_else(|| {
            let names = match G::EXPLAINED {
                [] => {
                    "none of this game is a weighted sum; `petteia analyse` tells what a search thinks".into()
                }
                names => format!("those of this game are {}", names.join(", ")),
            };
            self.call.error(format!("no evaluator of that name can be taken apart: {names}"))
        })
    }

    /// Whether a player makes the same step whenever it sees the same position. Some that are not said to do so do.
    fn is_repeatable(&self) -> bool {
        match &*self.recipe {
            Recipe::AlphaBeta(search) => search.limits.time.is_none() && search.careless.is_none(),
            Recipe::Stages([_, mover]) => mover.is_repeatable(),
            Recipe::Random
            | Recipe::Greedy
            | Recipe::Best(_)
            | Recipe::Level(_)
            | Recipe::Mcts(_)
            | Recipe::Program(_)
            | Recipe::Named(_) => false,
        }
    }
}

/// The best player of a game, some of whose steps may be random. The network that it may need is read here.
fn best<G: Playable>(rules: G::Rules, limits: Limits, careless: Option<u32>) -> Result<Maker<G>, TextError> {
    G::best(&rules, limits)?;
    let best = move || G::best(&rules, limits).expect("what was read once is kept");
    Ok(Box::new(move |_| carelessly(best(), careless)))
}

/// No player of this game has that name.
pub(super) fn no_player<G: Playable>(named: &Named) -> TextError {
    let mut names = vec!["random", "greedy", "best", "level:1 … level:10", "alphabeta", "minimax", "mcts"];
    names.extend(G::NAMES.iter().map(|(name, _)| name));
    unknown("player", named, &names)
}

/// No evaluator of this game has that name.
pub(super) fn no_evaluator<G: Playable>(named: &Named) -> TextError {
    let mut names = vec!["best", "material", "blank"];
    names.extend(G::EVALUATORS.iter().map(|(name, _)| name));
    unknown("evaluator", named, &names)
}

/// Nothing of this kind has that name; perhaps a similar one was meant.
fn unknown(kind: &str, named: &Named, names: &[&'static str]) -> TextError {
    let bare = |name: &'static str| name.split([':', '(']).next().unwrap_or(name);
    let wrote = named.name().split(':').next().unwrap_or_default();
    let similar = meant(wrote, names.iter().map(|name| bare(name)));
    let hint = similar.map_or_else(String::new, |similar| format!("did you mean {similar}? They are "));
    named.error(format!("no {kind} of this game has that name: {hint}{}", names.join(", ")))
}

/// A player some of whose steps are random.
pub(crate) fn carelessly<G: Game>(player: Box<dyn Player<G>>, percent: Option<u32>) -> Box<dyn Player<G>> {
    match percent {
        None | Some(0) => player,
        Some(percent) => Box::new(Careless { player, percent }),
    }
}

impl Eval {
    fn maker<G: Playable>(&self, rules: &G::Rules) -> Result<EvaluatorMaker<G>, TextError> {
        let rules = *rules;
        match self {
            Eval::Best => Ok(Box::new(move || G::best_evaluator(&rules))),
            Eval::Material => Ok(Box::new(|| Box::new(Material))),
            Eval::Blank => Ok(Box::new(|| Box::new(Blank))),
            Eval::Named(named) => G::evaluator(named, &rules)?.ok_or_else(|| no_evaluator::<G>(named)),
        }
    }
}

impl AlphaBeta {
    fn maker<G: Playable>(&self, rules: &G::Rules) -> Result<Maker<G>, TextError> {
        let eval = self.eval.maker::<G>(rules)?;
        // With nothing but the two bounds alpha-beta makes the step of plain minimax, which a test compares.
        let mut options = if self.plain { Options::PLAIN } else { G::OPTIONS };
        if !self.quiescence {
            options.shape.quiescence = 0;
        }
        options.reductions &= self.reductions;
        options.shape.forced_free &= self.extensions;
        options.shape.outcomes = self.outcomes;
        let &AlphaBeta { limits, bias, contempt, careless, .. } = self;
        Ok(Box::new(move |rng| {
            let evaluator = Biased::new(eval(), bias, rng.bits());
            let player = AlphaBetaPlayer::new(evaluator, options, limits).with_contempt(contempt);
            carelessly(Box::new(player), careless)
        }))
    }
}

impl Mcts {
    fn maker<G: Playable>(&self, rules: &G::Rules) -> Result<Maker<G>, TextError> {
        let selection = match self.net.is_some() || self.eval.is_some() {
            true => Selection::Puct(self.curiosity.unwrap_or(1.5)),
            false => Selection::Uct(self.curiosity.unwrap_or(0.7)),
        };
        let judge = self.judge::<G>(rules)?;
        // Playouts say all there is to know about a moving stage while pieces are placed.
        let stage = G::PLACING.filter(|_| self.playout.is_some());
        let &Mcts { limits, opponent, careless, .. } = self;
        Ok(Box::new(move |rng| {
            let tree = Tree::new(selection).against(opponent).within(stage);
            carelessly(Box::new(search::Mcts::new(judge(rng), tree, limits)), careless)
        }))
    }

    fn judge<G: Playable>(&self, rules: &G::Rules) -> Result<PolicyMaker<G>, TextError> {
        if let Some(eval) = &self.eval {
            let eval = eval.maker::<G>(rules)?;
            return Ok(Box::new(move |_| Box::new(Uniform(eval()))));
        }
        let network = self.net.as_ref().map(|file| network::<G>(file, rules)).transpose()?;
        let Some(player) = &self.playout else {
            return Ok(match network {
                Some(judge) => Box::new(move |_| Box::new(judge.clone())),
                None => Box::new(|_| Box::new(Playouts { longest: LONGEST_PLAYOUT })),
            });
        };
        let priors = move || -> Box<dyn PolicyEvaluator<G>> {
            match &network {
                Some(judge) => Box::new(judge.clone()),
                None => Box::new(Uniform(Blank)),
            }
        };
        let repeatable = player.is_repeatable();
        let maker = player.maker::<G>(rules)?;
        let nodes = player.default_limits().nodes.map(|_| PLAYOUT_NODES);
        let limits = Limits { nodes, ..Limits::default() };
        Ok(Box::new(move |rng| Box::new(PlayedOut::new(priors(), maker(rng), limits, repeatable))))
    }
}

fn network<G: Playable>(file: &FileName, rules: &G::Rules) -> Result<NetEvaluator, TextError> {
    let unnamed = || TextError::new("no network is of this game, because it has no name");
    let game = GameSpec::of::<G>(rules).ok_or_else(unnamed).map_err(|e| file.error(e))?;
    let (network, about) = net::file::load(file.path(), &game).map_err(|e| file.error(e))?;
    if !about.checked {
        static SAID: Once = Once::new();
        let path = file.path().display();
        SAID.call_once(|| {
            eprintln!("petteia: {path}: this network has no checksum; damage to it would not be noticed");
        });
    }
    Ok(NetEvaluator::new(Arc::new(Forward::new(network))))
}

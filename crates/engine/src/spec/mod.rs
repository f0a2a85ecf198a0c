//! Player specs: one string names a player on the command line, in a config, in a job, on the page and over a protocol.
//!
//! | spec | player |
//! |---|---|
//! | `random` | any legal step |
//! | `greedy` | takes what it can, looks one step ahead |
//! | `best` | the strongest player of the game, as long as it may think |
//! | `level:1` … `level:10` | the same, weakened: fewer positions, and in the lower levels some random steps |
//! | `alphabeta(depth=, nodes=, ms=, eval=, quiescence=, reductions=, extensions=, outcomes=, bias=, contempt=, careless=)` | alpha-beta with an evaluator |
//! | `minimax(depth=, eval=, outcomes=)` | the step and the value of plain minimax |
//! | `mcts(sims=, ms=, eval=, net=, playout=, opponent=, c=, careless=)` | Monte-Carlo tree search with an evaluator, a network's file, or games played out by a player; without any by random playouts |
//! | `stages(place=, move=)` | one player places, another one moves, where a game has both |
//!
//! and what [`Playable`] adds for a game. `eval` is `best`, `material`, `blank`, or one of the game's own. `bias` is the size of a
//! random bias on every evaluation, `contempt` how much less than an even position a draw is worth to the player, `careless` how
//! many steps of a hundred are random. Switches are `on` or `off`: `quiescence` follows captures beyond the depth, `reductions` look
//! at late steps less deeply first, with `extensions` forced steps cost no depth, and without `outcomes` a game that is over is
//! judged by the evaluator.

mod genome;
mod grammar;
mod players;

pub use genome::Genome;
pub use grammar::Call;
pub use players::{About, LEVELS, Levels, Playable, general};

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use games::{Game, TextError};
use serde::{Deserialize, Serialize};

use crate::eval::Blank;
use crate::eval::net::{self, Forward, Judge};
use crate::explain::Explanation;
use crate::player::{Limits, Player, RandomPlayer};
use crate::rng::Rng;
use crate::search::{
    AlphaBetaPlayer, Biased, Careless, Evaluator, LONGEST_PLAYOUT, MctsPlayer, Opponent, Options, PlayedOut,
    Playouts, PolicyEvaluator, Score, Selection, Stages, UNIT, Uniform,
};

/// A player by its name; read once, made for every game anew. In files it is a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PlayerSpec {
    call: Call,
}

impl FromStr for PlayerSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<PlayerSpec, TextError> {
        Call::parse(text).map(|call| PlayerSpec { call })
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = TextError;

    fn try_from(text: String) -> Result<PlayerSpec, TextError> {
        text.parse()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.call.fmt(f)
    }
}

/// Makes a player for one game from what is random about it.
pub type Maker<G> = Box<dyn Fn(&mut Rng) -> Box<dyn Player<G>> + Send + Sync>;

/// Positions looked at for a step by a player that nothing else limits.
pub const DEFAULT_NODES: u64 = 100_000;

/// The same for a player who plays games out for a tree search.
const PLAYOUT_NODES: u64 = 1_000;

impl PlayerSpec {
    /// What the evaluator of this name sees in a position, part by part.
    pub fn explain<G: Playable>(&self, position: &G) -> Result<Explanation, TextError> {
        G::explain(&self.call, position)?.ok_or_else(|| {
            let names = match G::EXPLAINED {
                [] => {
                    "none of this game is a weighted sum; `petteia analyse` tells what a search thinks".into()
                }
                names => format!("those of this game are {}", names.join(", ")),
            };
            self.call.error(format!("no evaluator of that name can be taken apart: {names}"))
        })
    }

    /// The spec as it was read, for those who know players that this crate does not.
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// The names in the spec: the player's, and those of players and evaluators within it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.call.parts().into_iter().map(|call| call.name.as_str())
    }

    /// Whether the spec has a file read: an argument without a key, or `file`. A page must not open what its visitors name.
    pub fn names_file(&self) -> bool {
        let named = |key: &Option<String>| key.as_deref().is_none_or(|key| ["file", "net"].contains(&key));
        self.call.parts().iter().any(|call| call.arguments.iter().any(|(key, _)| named(key)))
    }

    /// Whether a tree search in the spec has games played out by another player, which takes long.
    pub fn plays_out(&self) -> bool {
        let named = |key: &Option<String>| key.as_deref() == Some("playout");
        self.call.parts().iter().any(|call| call.arguments.iter().any(|(key, _)| named(key)))
    }

    /// Whether the spec, or a player within it, is limited by time: its games cannot be repeated exactly.
    pub fn is_timed(&self) -> bool {
        let timed = |key: &Option<String>| key.as_deref() == Some("ms");
        self.call.parts().iter().any(|call| call.arguments.iter().any(|(key, _)| timed(key)))
    }

    /// The limits for a player when nobody sets any: [`DEFAULT_NODES`] for a search whose spec says nothing about how
    /// long it thinks, and none for all others, which know when to stop.
    pub fn default_limits(&self) -> Limits {
        if self.call.name == "stages" {
            return ["place", "move"]
                .iter()
                .filter_map(|key| self.call.get(key, false))
                .fold(Limits::default(), |limits, call| {
                    PlayerSpec { call: call.clone() }.default_limits().tighter(&limits)
                });
        }
        let endless = ["best", "alphabeta", "minimax", "mcts"].contains(&self.call.name.as_str())
            && ["depth", "nodes", "sims", "ms"].iter().all(|key| self.call.get(key, false).is_none());
        Limits { nodes: endless.then_some(DEFAULT_NODES), ..Limits::default() }
    }

    /// The player for a game with these rules, or a sentence that points at what is wrong in the spec. Everything is
    /// checked and every file is read here; the maker cannot fail.
    pub fn maker<G: Playable>(&self, rules: &G::Rules) -> Result<Maker<G>, TextError> {
        let call = &self.call;
        let rules = *rules;
        if let Some(level) = call.name.strip_prefix("level:") {
            call.allow(&[])?;
            let level = level.parse().ok().filter(|level| (1..=LEVELS.len()).contains(level));
            let (nodes, careless) = G::levels(&rules)
                [level.ok_or_else(|| call.error(format!("levels are 1 to {}", LEVELS.len())))? - 1];
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            return Ok(Box::new(move |_| carelessly(G::best(&rules, limits), careless)));
        }
        match call.name.as_str() {
            "random" => {
                call.allow(&[])?;
                Ok(Box::new(|_| Box::new(RandomPlayer)))
            }
            "best" => {
                call.allow(&["nodes", "ms"])?;
                let limits = limits(call)?;
                Ok(Box::new(move |_| G::best(&rules, limits)))
            }
            "greedy" => {
                call.allow(&[])?;
                let limits = Limits { depth: Some(1), ..Limits::default() };
                Ok(Box::new(move |rng| {
                    // Of equal captures any, not always the first.
                    let evaluator = Biased::new(G::material(), UNIT / 100, rng.bits());
                    Box::new(AlphaBetaPlayer::new(evaluator, Options::PLAIN, limits))
                }))
            }
            "alphabeta" | "minimax" => search_maker::<G>(call, rules),
            "mcts" => mcts_maker::<G>(call, rules),
            "stages" => stages_maker::<G>(call, rules),
            // A spec may come from the page or over a protocol, and must not start programs there.
            "ugi" | "gtp" => Err(call.error("another program plays in a match or a tournament only")),
            _ => G::named(call, &rules)?.ok_or_else(|| {
                let mut names =
                    vec!["random", "greedy", "best", "level:1 … level:10", "alphabeta", "minimax", "mcts"];
                names.extend(G::NAMES.iter().map(|(name, _)| name));
                call.error(format!("no player of this game has that name: {}", names.join(", ")))
            }),
        }
    }
}

fn limits(call: &Call) -> Result<Limits, TextError> {
    Ok(Limits {
        depth: call.number("depth", 1, 100)?.map(|n| n as u32),
        nodes: call.number("nodes", 1, u64::MAX)?.or(call.number("sims", 1, u64::MAX)?),
        time: call.number("ms", 1, 3_600_000)?.map(Duration::from_millis),
    })
}

fn carelessly<G: Game>(player: Box<dyn Player<G>>, percent: u32) -> Box<dyn Player<G>> {
    if percent == 0 { player } else { Box::new(Careless::new(player, percent)) }
}

/// Makes an evaluator for one game.
pub type EvaluatorMaker<G> = Box<dyn Fn() -> Box<dyn Evaluator<G>> + Send + Sync>;

fn evaluator<G: Playable>(call: &Call, rules: &G::Rules) -> Result<EvaluatorMaker<G>, TextError> {
    let rules = *rules;
    match call.name.as_str() {
        "best" => Ok(Box::new(move || G::best_evaluator(&rules))),
        "material" => Ok(Box::new(|| G::material())),
        "blank" => Ok(Box::new(|| Box::new(Blank))),
        _ => G::evaluator(call, &rules)?.ok_or_else(|| {
            let mut names = vec!["best", "material", "blank"];
            names.extend(G::EVALUATORS.iter().map(|(name, _)| name));
            call.error(format!("no evaluator of this game has that name: {}", names.join(", ")))
        }),
    }
}

fn eval_argument<G: Playable>(call: &Call, rules: &G::Rules) -> Result<EvaluatorMaker<G>, TextError> {
    let best = Call::of("best", call.place);
    evaluator::<G>(call.get("eval", false).unwrap_or(&best), rules)
}

fn search_maker<G: Playable>(call: &Call, rules: G::Rules) -> Result<Maker<G>, TextError> {
    let plain = call.name == "minimax";
    let switches: &[&str] = if plain { &[] } else { &["quiescence", "reductions", "extensions"] };
    let others = ["outcomes", "bias", "contempt", "careless"];
    call.allow(&[&["depth", "nodes", "ms", "eval"], switches, &others].concat())?;
    let eval = eval_argument::<G>(call, &rules)?;
    let limits = limits(call)?;
    let bias = call.number("bias", 0, UNIT as u64)?.unwrap_or(0) as Score;
    let careless = call.number("careless", 0, 100)?.unwrap_or(0) as u32;
    // With nothing but the two bounds alpha-beta makes the step of plain minimax, which a test compares.
    let mut options = if plain { Options::PLAIN } else { G::options() };
    if call.switch("quiescence")? == Some(false) {
        options.shape.quiescence = 0;
    }
    options.reductions &= call.switch("reductions")?.unwrap_or(true);
    options.shape.forced_free &= call.switch("extensions")?.unwrap_or(true);
    options.shape.outcomes = call.switch("outcomes")?.unwrap_or(true);
    let contempt = call.number("contempt", 0, 8 * UNIT as u64)?.unwrap_or(0) as Score;
    Ok(Box::new(move |rng| {
        let evaluator = Biased::new(eval(), bias, rng.bits());
        let player = AlphaBetaPlayer::new(evaluator, options, limits).with_contempt(contempt);
        carelessly(Box::new(player), careless)
    }))
}

/// Makes what judges positions for a tree search.
type PolicyMaker<G> = Box<dyn Fn(&mut Rng) -> Box<dyn PolicyEvaluator<G>> + Send + Sync>;

fn mcts_maker<G: Playable>(call: &Call, rules: G::Rules) -> Result<Maker<G>, TextError> {
    call.allow(&["sims", "ms", "eval", "net", "playout", "opponent", "c", "careless"])?;
    let limits = limits(call)?;
    let careless = call.number("careless", 0, 100)?.unwrap_or(0) as u32;
    let constant = match call.get("c", false) {
        None => None,
        Some(c) => {
            let number: Option<f32> = c.name.parse().ok().filter(|c| (0.0..=100.0).contains(c));
            Some(number.ok_or_else(|| c.error("c is a number from 0 to 100"))?)
        }
    };
    let opponent = match call.get("opponent", false) {
        None => Opponent::Best,
        Some(word) => match word.name.as_str() {
            "best" => Opponent::Best,
            "random" => Opponent::Random,
            _ => return Err(word.error("the opponent is thought to be best or random")),
        },
    };
    let selection = match call.get("net", false).or(call.get("eval", false)) {
        Some(_) => Selection::Puct(constant.unwrap_or(1.5)),
        None => Selection::Uct(constant.unwrap_or(0.7)),
    };
    let judge = judge_maker::<G>(call, rules)?;
    // Playouts say all there is to know about a moving stage while pieces are placed.
    let stage = G::PLACING.filter(|_| call.get("playout", false).is_some());
    Ok(Box::new(move |rng| {
        let player = MctsPlayer::new(judge(rng), selection, limits).against(opponent).within(stage);
        carelessly(Box::new(player), careless)
    }))
}

fn judge_maker<G: Playable>(call: &Call, rules: G::Rules) -> Result<PolicyMaker<G>, TextError> {
    let [net, eval, playout] = ["net", "eval", "playout"].map(|key| call.get(key, false));
    if let Some(eval) = eval {
        if net.or(playout).is_some() {
            return Err(eval.error("mcts takes eval alone, without net and playout"));
        }
        let eval = eval_argument::<G>(call, &rules)?;
        return Ok(Box::new(move |_| Box::new(Uniform(eval()))));
    }
    let judge: Option<Judge> = match net {
        None => None,
        Some(file) => {
            let network = net::file::load::<G>(Path::new(&file.name), &rules)
                .map_err(|e| e.within(format_args!("at character {}", file.place)))?;
            Some(Judge::new(Arc::new(Forward::new(network))))
        }
    };
    let priors = move || -> Box<dyn PolicyEvaluator<G>> {
        match &judge {
            Some(judge) => Box::new(judge.clone()),
            None => Box::new(Uniform(Blank)),
        }
    };
    match playout {
        None if net.is_some() => Ok(Box::new(move |_| priors())),
        None => Ok(Box::new(|_| Box::new(Playouts { longest: LONGEST_PLAYOUT }))),
        Some(player) => {
            if ["sims", "ms"].iter().all(|key| call.get(key, false).is_none()) {
                return Err(call.error(
                    "games that are played out take long: say how many, sims=N, or for how long, ms=N",
                ));
            }
            let repeatable = is_repeatable(player.get("move", false).unwrap_or(player));
            let player = PlayerSpec { call: player.clone() };
            let maker = player.maker::<G>(&rules)?;
            let nodes = player.default_limits().nodes.map(|_| PLAYOUT_NODES);
            let limits = Limits { nodes, ..Limits::default() };
            Ok(Box::new(move |rng| Box::new(PlayedOut::new(priors(), maker(rng), limits, repeatable))))
        }
    }
}

/// Whether a player makes the same step whenever it sees the same position. Some that are not said to do so do.
fn is_repeatable(call: &Call) -> bool {
    let chance = ["ms", "careless"].iter().any(|key| call.get(key, false).is_some());
    ["alphabeta", "minimax"].contains(&call.name.as_str()) && !chance
}

fn stages_maker<G: Playable>(call: &Call, rules: G::Rules) -> Result<Maker<G>, TextError> {
    call.allow(&["place", "move"])?;
    let is_first = G::PLACING.ok_or_else(|| call.error("this game has one stage only"))?;
    let stage = |key: &str| {
        let part =
            call.get(key, false).ok_or_else(|| call.error(format!("say who shall {key}: {key}=PLAYER")))?;
        PlayerSpec { call: part.clone() }.maker::<G>(&rules)
    };
    let makers = [stage("place")?, stage("move")?];
    Ok(Box::new(move |rng| Box::new(Stages { players: makers.each_ref().map(|maker| maker(rng)), is_first })))
}

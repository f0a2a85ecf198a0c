//! What a network learns, and how, as a TOML file says it.

use std::path::Path;

use engine::eval::net::{Architecture, Pictured, Shape};
use engine::recipe::Call;
use engine::{Playable, PlayerSpec};
use games::text::from_toml;
use games::{GameSpec, TextError, with_game};
use nets::Rate;
use serde::{Deserialize, Serialize};

use super::super::{Champion, ranges};
use super::{NETWORK, network_of};
use crate::config;

/// Policy iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The game and its rules.
    pub game: GameSpec,
    /// How many generations.
    pub epochs: u64,
    /// Everything random follows from it.
    #[serde(default = "config::seed")]
    pub seed: u64,
    /// What learns.
    pub network: Design,
    /// How it plays against itself.
    pub play: Play,
    /// How it learns from that.
    pub learn: Learn,
    /// Whether a network has to beat the one before; without it, it always takes its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
    /// Players that never change, whom generations meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchors: Option<Anchors>,
}

/// Which network learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// What it sees of a position.
    #[serde(default, skip_serializing_if = "Planes::are_all")]
    pub planes: Planes,
    /// Its layers.
    #[serde(flatten)]
    pub architecture: Architecture,
}

/// What a network sees of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Planes {
    /// All that the game shows ([`Pictured::picture`]).
    #[default]
    All,
    /// The pieces of the two colours alone.
    Colours,
}

impl Planes {
    fn are_all(&self) -> bool {
        *self == Planes::All
    }
}

/// How a network plays against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Games in a generation.
    pub games: u64,
    /// Simulations of a step whose search is learnt from.
    pub simulations: u32,
    /// The share of such steps; the others have no noise and are not learnt from.
    #[serde(default = "one")]
    pub full: f64,
    /// Simulations of those others.
    #[serde(default)]
    pub quick: u32,
    /// The share of noise in the priors of the root.
    #[serde(default = "quarter")]
    pub noise: f32,
    /// On how many steps it concentrates: Dirichlet's α is this number divided by the number of legal steps.
    #[serde(default = "ten")]
    pub spread: f64,
    /// So many steps of full searches are drawn from the visits; later ones are the most visited.
    #[serde(default)]
    pub warm: u32,
    /// Whether a search ends where its result is proven, and teaches the best step alone; otherwise it has all its simulations, and
    /// their visits are what is played and learnt.
    #[serde(default = "yes", skip_serializing_if = "is_on")]
    pub proofs: bool,
    /// At most so many random steps begin a game.
    #[serde(default)]
    pub opening: u32,
    /// Who plays the moving stage out, once each, where a game has one: the results' mean is what the placing was worth. With none, the
    /// network plays all of the game.
    #[serde(default)]
    pub movers: Vec<PlayerSpec>,
    /// So many positions of a moving stage that was played out are learnt from, for their value alone.
    #[serde(default)]
    pub moved: usize,
    /// The share of the final margin, and not of who won, in what a game was worth: a side that is bound to lose still has something to play for.
    #[serde(default)]
    pub margin: f32,
    /// A game of more steps is a draw.
    #[serde(default = "thousand")]
    pub longest: u32,
    /// How curious the search is.
    #[serde(default = "curiosity")]
    pub curiosity: f32,
}

/// How a network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learn {
    /// Positions in a step of learning.
    pub batch: usize,
    /// Steps in a generation.
    pub steps: u64,
    /// How fast: Adam's step size.
    pub rate: f32,
    /// Weight decay.
    #[serde(default)]
    pub decay: f32,
    /// The size of a step in the last generation, as a share of `rate`; in between it falls evenly.
    #[serde(default = "full_rate")]
    pub last: f32,
    /// Games of so many generations are learnt from; with 0 of all.
    #[serde(default = "twenty")]
    pub window: usize,
    /// The share of the search's value, and not of the result, in what the network's value should be.
    #[serde(default)]
    pub from_search: f32,
    /// Whether positions are seen through the board's symmetries.
    #[serde(default = "yes")]
    pub symmetries: bool,
}

/// When a network takes the place of the one before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Games between the two.
    pub games: u32,
    /// It must score more than this share.
    pub threshold: f64,
    /// Simulations of a step.
    pub simulations: u32,
}

/// Players that never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchors {
    /// Every so many generations meet them, and the first.
    pub every: u64,
    /// Games against each.
    pub games: u32,
    /// Simulations of the network's steps.
    pub simulations: u32,
    /// Random steps that games begin with.
    #[serde(default = "two")]
    pub opening: u32,
    /// Who they are; where a game has a placing stage, they place, and the last of `movers` moves.
    pub players: Vec<PlayerSpec>,
}

fn one() -> f64 {
    1.0
}
fn full_rate() -> f32 {
    1.0
}
fn quarter() -> f32 {
    0.25
}
fn ten() -> f64 {
    10.0
}
fn thousand() -> u32 {
    1000
}
fn curiosity() -> f32 {
    1.5
}
fn twenty() -> usize {
    20
}
fn yes() -> bool {
    true
}
/// What is on unless a file says otherwise, and younger than runs that may go on, is not written: they stay the same.
fn is_on(switch: &bool) -> bool {
    *switch
}
fn two() -> u32 {
    2
}

impl Config {
    /// Reads the text of a file that a run is to have. The error names the line or the key.
    pub fn parse(text: &str) -> Result<Config, TextError> {
        let config: Config = from_toml(text)?;
        config.check()?;
        Ok(config)
    }

    /// That everything has its range and fits together, and that the players can be made.
    pub fn check(&self) -> Result<(), TextError> {
        let wrong = |key: &str, why: &str| Err(TextError::new(format!("{key}: {why}")));
        ranges::check(self)?;
        self.network.architecture.check()?;
        let Config { play, .. } = self;
        if play.full < 1.0 && play.quick == 0 {
            return wrong("play.quick", "it is needed where not every step has a full search");
        }
        with_game!(self.game, |rules: G| {
            if G::PLACING.is_none() && !play.movers.is_empty() {
                return wrong("play.movers", "this game has no stage that somebody else could play");
            }
            let anchors = self.anchors.iter().flat_map(|anchors| &anchors.players);
            for (key, spec) in
                play.movers.iter().map(|m| ("play.movers", m)).chain(anchors.map(|a| ("anchors.players", a)))
            {
                drop(spec.maker::<G>(&rules).map_err(|e| e.within(key))?);
                if spec.is_timed() {
                    return wrong(
                        key,
                        &format!("{spec} is limited by time, and a run could not be repeated"),
                    );
                }
            }
            self.shape::<G>(&rules).map(|_| ())
        })
    }

    /// What the network sees of a position.
    pub fn shape<G: Pictured>(&self, rules: &G::Rules) -> Result<Shape, TextError> {
        let shape = match self.network.planes {
            Planes::All => Some(G::shape(rules)),
            Planes::Colours => G::colours(rules),
        };
        shape.ok_or_else(|| TextError::new("network.planes: this game has no colours"))
    }

    /// How fast it learns in a generation, from 1.
    pub fn rate(&self, epoch: u64) -> Rate {
        let Learn { rate, decay, last, .. } = self.learn;
        let part = (epoch.max(1) - 1) as f32 / (self.epochs.max(2) - 1) as f32;
        Rate { rate: rate * (1.0 + (last - 1.0) * part.min(1.0)), decay }
    }

    /// Who places or plays with a network's file.
    pub fn player(&self, file: &str, simulations: u32) -> Result<PlayerSpec, TextError> {
        // In quotation marks where the name of the file needs them.
        let file = Call::of(file, 1);
        self.seated(&format!("mcts(sims={simulations},c={},net={file})", self.play.curiosity))
    }

    /// The network of a generation, in the folder of its run: another one's game goes on with it whatever is learnt meanwhile.
    pub fn champion(&self, folder: &Path, epoch: u64) -> Result<Champion, TextError> {
        let path = network_of(folder, epoch);
        let player = self.player(&path.to_string_lossy(), self.play.simulations)?;
        Ok(Champion { name: "network".into(), file: NETWORK.into(), player })
    }

    /// A player that places, with the last of the movers to move; or that plays all of the game.
    pub fn seated(&self, player: &str) -> Result<PlayerSpec, TextError> {
        match self.play.movers.last() {
            Some(mover) => format!("stages(place={player},move={mover})").parse(),
            None => player.parse(),
        }
    }

    /// The file with everything in it, also what was left out.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a configuration is plain data")
    }

    /// Everything that decides about the run, in one line.
    pub fn identity(&self) -> String {
        // The number of generations decides about the rate, where it falls.
        let epochs = if self.learn.last == 1.0 { 0 } else { self.epochs };
        let rest = Config { epochs, ..self.clone() };
        let rest = serde_json::to_string(&rest).expect("a configuration is plain data");
        format!("rules {} {rest}", self.game.rules_version())
    }
}

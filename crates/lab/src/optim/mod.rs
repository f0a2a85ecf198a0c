//! Optimisers: numbers only, they know no game. **Higher scores are better, everywhere.**
//!
//! An optimiser is asked what it wants measured ([`Optimizer::ask`]) and told what came out ([`Optimizer::tell`]); who
//! measures, how, and on how many machines is not its business. Scores hold only within their round: against other
//! opponents the same vector earns another score. So a memory of good vectors is by default scored again with the
//! rest ([`Memory`]), and an old score is kept only where a paper did so.
//!
//! All of an optimiser's state is in its value: store it between `tell` and `ask` (or `ask` and `tell`), load it, and
//! it goes on exactly as it would have.
//!
//! | kind | what it is | reference |
//! |---|---|---|
//! | `pso` | a particle swarm | abdelbar2003, abdelbar2004, cai2010 |
//! | `breeding` | swarms whose particles have offspring | Løvbjerg, Rasmussen and Krink 2001 |
//! | `nested` | swarms, and a swarm over their constants | cai2010 |
//! | `es` | an evolution strategy | davis2002 |
//! | `ea` | the self-adaptive evolutionary algorithm | cai2010, after Chellapilla and Fogel 1999 |
//! | `hybrid` | a swarm whose losers are replaced by the winners' offspring | cai2010 |
//! | `hill` | hill climbing | cai2010, after Pollack and Blair 1998 |
//! | `cma` | CMA-ES | Hansen 2016 |
//! | `openai_es` | a vector that follows the noise that ranked well | Salimans and others 2017 |

mod breeding;
mod cma;
mod config;
mod evolution;
mod guide;
mod hill;
mod hybrid;
mod nested;
mod openai;
mod pso;
mod ranges;
mod swarm;

use std::collections::BTreeMap;

use engine::Rng;
use serde::{Deserialize, Serialize};

pub use breeding::{Breeding, BreedingConfig};
pub use cma::{Cma, CmaConfig};
pub use config::{AnyOptimizer, BadSetting, OptimConfig};
pub use evolution::{Ea, EaConfig, Es, EsConfig};
pub use guide::{Guide, Neighbourhood, Standing};
pub use hill::{Decision, Hill, HillConfig};
pub use hybrid::{Hybrid, HybridConfig};
pub use nested::{Nested, NestedConfig, TieBreak};
pub use openai::{Openai, OpenaiConfig};
pub use pso::{Pso, PsoConfig};
pub use ranges::Ranges;
pub use swarm::{Candidate, Memory, Motion, Wall};

/// What an optimiser wants measured in one round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The vectors of this round.
    pub vectors: Vec<Vec<f32>>,
    /// So many of them, from the first on, take part in the round's tournament and get a score each; the rest are only
    /// there for their duels.
    pub scored: usize,
    /// So many of them, from the first on, are new. What is scored after those is remembered: the k-th is what the k-th new
    /// one must surpass, so both should be scored against the same opponents.
    pub fresh: usize,
    /// Which vectors meet each other directly, as indices of `vectors`. Some methods decide so whether a new vector
    /// replaces a remembered one, because scores of different rounds cannot be compared.
    pub duels: Vec<[usize; 2]>,
}

impl Round {
    /// A round in which every vector is scored, without duels.
    fn of(vectors: Vec<Vec<f32>>) -> Round {
        Round { scored: vectors.len(), fresh: vectors.len(), vectors, duels: Vec::new() }
    }

    /// The results of this round where a vector has a score of its own, independent of the others.
    pub fn measure(&self, mut score: impl FnMut(&[f32]) -> f64) -> Results {
        let all: Vec<f64> = self.vectors.iter().map(|vector| score(vector)).collect();
        let duels = self.duels.iter().map(|&[a, b]| f64::from(all[a] > all[b]) - f64::from(all[a] < all[b]));
        Results { duels: duels.collect(), scores: all[..self.scored].to_vec() }
    }
}

/// What a round gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The scores of the first vectors of the round, [`Round::scored`] of them.
    pub scores: Vec<f64>,
    /// How each duel ended: positive where its first vector won, negative where it lost, 0 where neither did.
    pub duels: Vec<f64>,
}

/// Improves vectors by asking for their scores.
pub trait Optimizer: Send {
    /// What is to be measured this round.
    fn ask(&mut self, rng: &mut Rng) -> Round;

    /// What the round gave; there must have been an `ask` before. A score that is not a number counts as the worst.
    fn tell(&mut self, results: &Results, rng: &mut Rng);

    /// The vector that it would stand by now.
    fn best(&self) -> Vec<f32>;

    /// Whether the last `tell` ended a generation; otherwise the next round belongs to it too, for duels that only its
    /// scores could settle.
    fn settled(&self) -> bool {
        true
    }

    /// What it has found by now besides vectors.
    fn notes(&self) -> Notes {
        Notes::new()
    }
}

/// Numbers with their names, such as the constants that a swarm over swarms looks for.
pub type Notes = BTreeMap<String, f32>;

/// The scores as numbers that can be compared, stored and subtracted.
fn finite(scores: &[f64]) -> impl Iterator<Item = f64> {
    scores.iter().map(|&score| if score.is_nan() { f64::MIN } else { score.clamp(f64::MIN, f64::MAX) })
}

/// Indices from the best score to the worst; of equal ones the first comes first.
fn ranking(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}

/// No coordinate grows beyond this, so that differences and products of coordinates stay numbers.
const LARGEST: f32 = 1e30;

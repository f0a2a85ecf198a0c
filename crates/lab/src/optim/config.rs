//! Optimisers by name: the settings as they stand in a configuration, and the optimiser that they make.

use std::fmt::{self, Display};

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::{
    Breeding, BreedingConfig, Cma, CmaConfig, Ea, EaConfig, Es, EsConfig, Hill, HillConfig, Hybrid,
    HybridConfig, Memory, Nested, NestedConfig, Notes, Openai, OpenaiConfig, Optimizer, Pso, PsoConfig,
    Results, Round,
};

/// An optimiser's settings, with its kind: `kind = "pso"`. Written for configurations; a format must be able to tell
/// what it holds (TOML and JSON can).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OptimConfig {
    /// A particle swarm.
    Pso(PsoConfig),
    /// Swarms whose particles have offspring.
    Breeding(BreedingConfig),
    /// Swarms, and a swarm over their constants.
    Nested(NestedConfig),
    /// An evolution strategy.
    Es(EsConfig),
    /// The self-adaptive evolutionary algorithm.
    Ea(EaConfig),
    /// A swarm whose losers are replaced by the winners' offspring.
    Hybrid(HybridConfig),
    /// Hill climbing.
    Hill(HillConfig),
    /// CMA-ES.
    Cma(CmaConfig),
    /// The strategy of Salimans and others.
    OpenaiEs(OpenaiConfig),
}

impl OptimConfig {
    /// The optimiser of these settings at its start, for vectors of so many coordinates.
    pub fn build(&self, dimensions: usize, rng: &mut Rng) -> Result<AnyOptimizer, BadSetting> {
        Ok(match self.clone() {
            OptimConfig::Pso(settings) => AnyOptimizer::Pso(Pso::new(settings, dimensions, rng)?),
            OptimConfig::Breeding(settings) => {
                AnyOptimizer::Breeding(Breeding::new(settings, dimensions, rng)?)
            }
            OptimConfig::Nested(settings) => AnyOptimizer::Nested(Nested::new(settings, dimensions, rng)?),
            OptimConfig::Es(settings) => AnyOptimizer::Es(Es::new(settings, dimensions, rng)?),
            OptimConfig::Ea(settings) => AnyOptimizer::Ea(Ea::new(settings, dimensions, rng)?),
            OptimConfig::Hybrid(settings) => AnyOptimizer::Hybrid(Hybrid::new(settings, dimensions, rng)?),
            OptimConfig::Hill(settings) => AnyOptimizer::Hill(Hill::new(settings, dimensions, rng)?),
            OptimConfig::Cma(settings) => AnyOptimizer::Cma(Cma::new(settings, dimensions, rng)?),
            OptimConfig::OpenaiEs(settings) => AnyOptimizer::Openai(Openai::new(settings, dimensions, rng)?),
        })
    }
}

impl OptimConfig {
    /// The swarms in it, each with a name where there are two.
    fn swarms(&self) -> Vec<(&'static str, &PsoConfig)> {
        match self {
            OptimConfig::Pso(swarm) => vec![("swarm", swarm)],
            OptimConfig::Breeding(breeding) => vec![("swarm", &breeding.swarm)],
            OptimConfig::Hybrid(hybrid) => vec![("swarm", &hybrid.swarm)],
            OptimConfig::Nested(nested) => {
                vec![("outer swarm", &nested.outer), ("inner swarms", &nested.inner)]
            }
            OptimConfig::Es(_)
            | OptimConfig::Ea(_)
            | OptimConfig::Hill(_)
            | OptimConfig::Cma(_)
            | OptimConfig::OpenaiEs(_) => Vec::new(),
        }
    }

    /// Whom particles follow, in a sentence for each swarm: what papers leave open, and what decides how a swarm flies.
    pub fn guides(&self) -> Vec<String> {
        let said = |(name, swarm): (&str, &PsoConfig)| match swarm.memory {
            Memory::Duel => {
                format!("{name}: particles are guided by the leader, the best that duels have found")
            }
            _ => format!("{name}: {}", swarm.guide),
        };
        self.swarms().into_iter().map(said).collect()
    }
}

/// Any of the optimisers with all its state: what a checkpoint holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AnyOptimizer {
    /// A particle swarm.
    Pso(Pso),
    /// Swarms whose particles have offspring.
    Breeding(Breeding),
    /// Swarms, and a swarm over their constants.
    Nested(Nested),
    /// An evolution strategy.
    Es(Es),
    /// The self-adaptive evolutionary algorithm.
    Ea(Ea),
    /// A swarm whose losers are replaced by the winners' offspring.
    Hybrid(Hybrid),
    /// Hill climbing.
    Hill(Hill),
    /// CMA-ES.
    Cma(Cma),
    /// The strategy of Salimans and others.
    Openai(Openai),
}

impl AnyOptimizer {
    fn inner(&self) -> &dyn Optimizer {
        match self {
            AnyOptimizer::Pso(inner) => inner,
            AnyOptimizer::Breeding(inner) => inner,
            AnyOptimizer::Nested(inner) => inner,
            AnyOptimizer::Es(inner) => inner,
            AnyOptimizer::Ea(inner) => inner,
            AnyOptimizer::Hybrid(inner) => inner,
            AnyOptimizer::Hill(inner) => inner,
            AnyOptimizer::Cma(inner) => inner,
            AnyOptimizer::Openai(inner) => inner,
        }
    }

    fn inner_mut(&mut self) -> &mut dyn Optimizer {
        match self {
            AnyOptimizer::Pso(inner) => inner,
            AnyOptimizer::Breeding(inner) => inner,
            AnyOptimizer::Nested(inner) => inner,
            AnyOptimizer::Es(inner) => inner,
            AnyOptimizer::Ea(inner) => inner,
            AnyOptimizer::Hybrid(inner) => inner,
            AnyOptimizer::Hill(inner) => inner,
            AnyOptimizer::Cma(inner) => inner,
            AnyOptimizer::Openai(inner) => inner,
        }
    }
}

impl Optimizer for AnyOptimizer {
    fn ask(&mut self, rng: &mut Rng) -> Round {
        self.inner_mut().ask(rng)
    }

    fn tell(&mut self, results: &Results, rng: &mut Rng) {
        self.inner_mut().tell(results, rng);
    }

    fn best(&self) -> Vec<f32> {
        self.inner().best()
    }

    fn settled(&self) -> bool {
        self.inner().settled()
    }

    fn notes(&self) -> Notes {
        self.inner().notes()
    }
}

/// A setting that makes no sense: which, what it was, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSetting {
    setting: &'static str,
    value: String,
    right: &'static str,
}

impl BadSetting {
    pub(super) fn new(setting: &'static str, value: impl Display, right: &'static str) -> BadSetting {
        BadSetting { setting, value: value.to_string(), right }
    }

    pub(super) fn count(setting: &'static str, value: usize, least: usize) -> Result<(), BadSetting> {
        let right = if least == 1 { "at least 1" } else { "at least 2" };
        if value >= least { Ok(()) } else { Err(BadSetting::new(setting, value, right)) }
    }

    pub(super) fn share(setting: &'static str, value: f64) -> Result<(), BadSetting> {
        if (0.0..=1.0).contains(&value) {
            return Ok(());
        }
        Err(BadSetting::new(setting, value, "a number from 0 to 1"))
    }
}

impl Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let BadSetting { setting, value, right } = self;
        write!(f, "the optimiser's setting `{setting}` is {value}, but it must be {right}")
    }
}

impl std::error::Error for BadSetting {}

//! What a run is to learn, and how, whichever kind of learner that takes: a configuration as a TOML file says it.

use std::path::Path;

use games::text::from_toml;
use games::{GameSpec, TextError};

use super::policy_iteration::{self, PolicyIteration};
use super::{Champion, Choice, Coevolution, Config, Epoch, Learner};

/// A configuration. (There are a few of them at a time, so that a box would spare nothing.)
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Experiment {
    /// Populations that improve by meeting each other.
    Populations(Config),
    /// A network that plays against itself.
    Network(policy_iteration::Config),
}

use Experiment::{Network, Populations};

/// The same of either kind.
macro_rules! either {
    ($experiment:expr, $config:ident => $of:expr) => {
        match $experiment {
            Populations($config) => $of,
            Network($config) => $of,
        }
    };
}

/// One of these stands in every file about a network, and in no other.
const OF_NETWORKS: [&str; 3] = ["network", "play", "learn"];

impl Experiment {
    /// Reads the text of a file, without asking whether one could play by it today: files that it names may be gone. The error names
    /// the line or the key.
    pub fn read(text: &str) -> Result<Experiment, TextError> {
        let table: toml::Table = from_toml(text)?;
        if table.contains_key("pairs") {
            return Err(TextError::new("this is a tournament; petteia tournament FILE plays it"));
        }
        match OF_NETWORKS.iter().any(|key| table.contains_key(*key)) {
            true => from_toml(text).map(Network),
            false => from_toml(text).map(Populations),
        }
    }

    /// Reads the text of a file that a run is to have.
    pub fn parse(text: &str) -> Result<Experiment, TextError> {
        let experiment = Experiment::read(text)?;
        experiment.check()?;
        Ok(experiment)
    }

    /// Whether one could play by it: its numbers have their ranges, and its players can be made.
    pub fn check(&self) -> Result<(), TextError> {
        either!(self, config => config.check())
    }

    /// The game and its rules.
    pub fn game(&self) -> GameSpec {
        either!(self, config => config.game)
    }

    /// Everything random follows from it.
    pub fn seed(&self) -> u64 {
        either!(self, config => config.seed)
    }

    /// The same with another seed.
    pub fn with_seed(mut self, seed: u64) -> Experiment {
        either!(&mut self, config => config.seed = seed);
        self
    }

    /// How many generations.
    pub fn epochs(&self) -> u64 {
        either!(self, config => config.epochs)
    }

    /// The same with another number of generations.
    pub fn with_epochs(mut self, epochs: u64) -> Experiment {
        either!(&mut self, config => config.epochs = epochs);
        self
    }

    /// Why the number of generations cannot change any more, where it cannot.
    pub fn fixed_epochs(&self) -> Option<&'static str> {
        match self {
            Populations(config) => (config.choice != Choice::Optimizer)
                .then_some("choice: after the last tournament there are no more generations, so that their number cannot change"),
            Network(config) => (config.learn.last != 1.0)
                .then_some("learn.last lets the rate fall over all epochs, so that their number cannot change"),
        }
    }

    /// How many generations lie between two checkpoints.
    pub fn checkpoint(&self) -> u64 {
        match self {
            Populations(config) => config.checkpoint,
            Network(_) => 1,
        }
    }

    /// Who learns.
    pub fn player(&self) -> String {
        match self {
            Populations(config) => config.player.to_string(),
            Network(_) => "a network".into(),
        }
    }

    /// The file with everything in it, also what was left out.
    pub fn to_toml(&self) -> String {
        either!(self, config => config.to_toml())
    }

    /// Everything that decides about the run, in one line: more generations continue it, where they change nothing of those before.
    pub fn identity(&self) -> String {
        either!(self, config => config.identity())
    }

    /// A learner at its start, or where another one was.
    pub fn learner(&self, state: Option<&[u8]>) -> Result<Box<dyn Learner>, TextError> {
        Ok(match self {
            Populations(config) => Box::new(Coevolution::open(config, state)?),
            Network(config) => Box::new(PolicyIteration::open(config, state)?),
        })
    }

    /// The best of each population after a generation, or its network; none where the generation's numbers do not say them.
    pub fn champions(&self, epoch: &Epoch, folder: &Path) -> Result<Option<Vec<Champion>>, TextError> {
        match self {
            Populations(_) if epoch.populations.iter().any(|p| p.champion.is_empty()) => Ok(None),
            Populations(config) => {
                let best = epoch.populations.iter().map(|p| config.champion(&p.name, &p.champion));
                best.collect::<Result<_, _>>().map(Some)
            }
            Network(config) => Ok(Some(vec![config.champion(folder, epoch.epoch)?])),
        }
    }
}

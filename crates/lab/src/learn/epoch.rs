//! A generation in numbers: a line of a run's metrics.

use games::Outcome;
use games::Side;
use games::record::Record;
use serde::{Deserialize, Serialize};

use crate::optim::Notes;
use crate::stats::Tally;

/// A generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub epoch: u64,
    /// Its games.
    pub games: u64,
    /// Those that the first side won.
    pub first: u64,
    /// Those that were drawn.
    pub draws: u64,
    /// Those that the second side won.
    pub second: u64,
    /// Steps of a game, in the mean.
    pub length: f64,
    /// The populations, where they learn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub populations: Vec<Summary>,
    /// How the network learnt, where one learns.
    #[serde(flatten)]
    pub training: Option<Training>,
    /// Some of the games.
    #[serde(skip)]
    pub samples: Vec<Record>,
}

/// A population in a generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// What its members are called.
    pub name: String,
    /// The fitness of the new vectors: the best, the mean, the worst, and all together; nothing where only duels count.
    pub fitness: Option<[f64; 4]>,
    /// The deviation of a coordinate among the new vectors, in the mean.
    pub diversity: f64,
    /// The best vector by now, where the numbers are few.
    pub champion: Vec<f32>,
    /// The first vector of the population, where the numbers are few: the papers follow one particle.
    pub particle: Vec<f32>,
    /// Games of the champion against players that never change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Match>,
    /// What its optimiser has found by now besides vectors.
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub notes: Notes,
}

impl Summary {
    /// What its optimiser has found besides vectors, in words.
    pub fn notes_in_words(&self) -> String {
        let notes: Vec<String> = self.notes.iter().map(|(name, x)| format!("{name} {x:.4}")).collect();
        notes.join(", ")
    }
}

/// A network in a generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// How undecided searches were: the entropy of their visits, in nats, in the mean.
    pub entropy: f64,
    /// The loss of the policy while it learnt, in the mean.
    pub policy_loss: f64,
    /// That of the value.
    pub value_loss: f64,
    /// How well searches knew the results: for values from −1 to 1 in ten equal classes, how many searches there were, their mean value, and the mean
    /// result.
    pub calibration: Vec<[f64; 3]>,
    /// Games against the network before.
    pub gate: Option<Match>,
    /// Whether it plays from now on.
    pub accepted: bool,
    /// Games against players that never change.
    pub anchors: Vec<Match>,
}

/// Games against one opponent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Who it was.
    pub against: String,
    /// Games won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// Pairs by half points.
    pub pairs: [u32; 5],
}

impl Match {
    /// What a tally says.
    pub fn new(against: &str, tally: &Tally) -> Match {
        let Tally { wins, draws, losses, pairs, .. } = *tally;
        Match { against: against.into(), wins, draws, losses, pairs }
    }

    /// Points for each game.
    pub fn score(&self) -> f64 {
        crate::stats::mean(&self.pairs)
    }
}

impl Epoch {
    /// Counts a game.
    pub fn count(&mut self, outcome: Outcome) {
        self.games += 1;
        *match outcome {
            Outcome::Draw => &mut self.draws,
            Outcome::Win(Side::First) => &mut self.first,
            Outcome::Win(Side::Second) => &mut self.second,
        } += 1;
    }

    /// Shares of the games that the first side won, were drawn, and the second side won.
    pub fn shares(&self) -> [f64; 3] {
        [self.first, self.draws, self.second].map(|n| n as f64 / self.games.max(1) as f64)
    }

    /// Its points of the curves of a run; labels are those of the numbers of champions.
    pub fn scalars(&self, labels: &[String]) -> Vec<(String, f64)> {
        let [first, draws, second] = self.shares();
        let mut all = vec![
            ("games/first side wins".to_string(), first),
            ("games/draws".into(), draws),
            ("games/second side wins".into(), second),
            ("games/steps".into(), self.length),
        ];
        for population in &self.populations {
            let name = &population.name;
            let kinds = ["best", "mean", "worst", "sum"];
            let fitness = kinds.iter().zip(population.fitness.iter().flatten());
            all.extend(fitness.map(|(kind, value)| (format!("fitness of {name}/{kind}"), *value)));
            all.push((format!("diversity/{name}"), population.diversity));
            let met = population.anchors.iter();
            all.extend(met.map(|m| (format!("matches of {name}/{}", m.against), m.score())));
            let weights = labels.iter().zip(&population.champion);
            all.extend(weights.map(|(label, w)| (format!("weights of {name}/{label}"), f64::from(*w))));
        }
        if let Some(training) = &self.training {
            let Training { entropy, policy_loss, value_loss, gate, anchors, .. } = training;
            let losses =
                [("search/entropy", entropy), ("loss/policy", policy_loss), ("loss/value", value_loss)];
            all.extend(losses.map(|(name, value)| (name.to_string(), *value)));
            all.extend(gate.iter().map(|gate| ("matches/gate".to_string(), gate.score())));
            all.extend(anchors.iter().map(|m| (format!("matches/{}", m.against), m.score())));
        }
        all
    }
}

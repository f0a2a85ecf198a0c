//! A generation in numbers.

use serde::{Deserialize, Serialize};

use super::table::Played;
use crate::run::events::Scalar;
use crate::stats::Tally;

/// A generation of policy iteration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub epoch: u64,
    /// Games of self-play, and how many of them the first side won, were drawn, and the second side won.
    pub games: u64,
    #[allow(missing_docs)]
    pub first: u64,
    #[allow(missing_docs)]
    pub draws: u64,
    #[allow(missing_docs)]
    pub second: u64,
    /// Steps of a game, in the mean.
    pub length: f64,
    /// How undecided searches were: the entropy of their visits, in nats, in the mean.
    pub entropy: f64,
    /// The losses while it learnt, in the mean.
    pub policy_loss: f64,
    #[allow(missing_docs)]
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

/// Games against somebody.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Who it was.
    pub against: String,
    /// Games won, drawn and lost.
    pub wins: u32,
    #[allow(missing_docs)]
    pub draws: u32,
    #[allow(missing_docs)]
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

/// Notes what the games say.
pub fn summarise(epoch: u64, games: &[Played]) -> Generation {
    let mut generation = Generation { epoch, games: games.len() as u64, ..Generation::default() };
    let (mut entropy, mut searches) = (0.0, 0.0);
    let mut classes = vec![[0.0; 3]; 10];
    for game in games {
        *match game.winner {
            0 => &mut generation.draws,
            1.. => &mut generation.first,
            _ => &mut generation.second,
        } += 1;
        generation.length += game.steps.len() as f64 / games.len() as f64;
        for (at, lesson) in &game.lessons {
            let Some(lesson) = lesson else { continue };
            let all: u32 = lesson.visits.iter().sum();
            let shares = lesson.visits.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) / f64::from(all));
            entropy -= shares.map(|share| share * share.ln()).sum::<f64>();
            searches += 1.0;
            let value = f64::from(lesson.value);
            let class = &mut classes[((value + 1.0) * 5.0).clamp(0.0, 9.0) as usize];
            class[0] += 1.0;
            class[1] += value;
            class[2] += f64::from(game.result(lesson.mover, *at));
        }
    }
    generation.entropy = entropy / f64::max(searches, 1.0);
    for [count, value, result] in &mut classes {
        *value /= f64::max(*count, 1.0);
        *result /= f64::max(*count, 1.0);
    }
    generation.calibration = classes;
    generation
}

impl Generation {
    /// The curves of a generation.
    pub fn scalars(&self) -> Vec<Scalar> {
        let share = |n: u64| n as f64 / self.games.max(1) as f64;
        let mut all = vec![
            ("games/first side wins".to_string(), share(self.first)),
            ("games/draws".into(), share(self.draws)),
            ("games/second side wins".into(), share(self.second)),
            ("games/steps".into(), self.length),
            ("search/entropy".into(), self.entropy),
            ("loss/policy".into(), self.policy_loss),
            ("loss/value".into(), self.value_loss),
        ];
        all.extend(self.gate.iter().map(|gate| ("matches/gate".to_string(), gate.score())));
        all.extend(self.anchors.iter().map(|m| (format!("matches/{}", m.against), m.score())));
        all.into_iter().map(|(tag, value)| Scalar { tag, value: value as f32 }).collect()
    }
}

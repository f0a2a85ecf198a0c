//! Hill climbing as in J. Pollack and A. Blair, "Co-evolution in the successful learning of backgammon strategy"
//! (Machine Learning 32, 1998), used in cai2010: a challenger is the champion with noise; if it wins, the champion
//! moves a small part of the way towards it. So one lucky win cannot ruin a good champion.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::evolution::{check_start, check_step, mutate};
use super::{BadSetting, Optimizer, Ranges, Results, Round, finite};

/// What decides whether the challenger is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The two meet each other.
    #[default]
    Duel,
    /// The scores of both in the same round.
    Scores,
}

/// The settings of hill climbing. The paper gives β and says that a generation is configured as those of the other methods
/// are; the step is ours, that at which its evolution starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HillConfig {
    /// How far the champion moves towards a challenger that won: 0.05 is a twentieth of the way, 1 all of it.
    pub beta: f32,
    /// The deviation of a challenger from the champion.
    pub step: f32,
    /// How many challengers a generation has, one after the other.
    pub challenges: usize,
    /// What decides.
    pub decision: Decision,
    /// Where the champion starts.
    pub start: Ranges,
}

impl Default for HillConfig {
    fn default() -> HillConfig {
        let start = Ranges::around_zero(0.2);
        HillConfig { beta: 0.05, step: 0.05, challenges: 1, decision: Decision::Duel, start }
    }
}

/// A champion and its challenger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hill {
    settings: HillConfig,
    champion: Vec<f32>,
    challenger: Vec<f32>,
    /// How many challengers of this generation have met the champion.
    met: usize,
}

impl Hill {
    /// A random champion.
    pub fn new(settings: HillConfig, dimensions: usize, rng: &mut Rng) -> Result<Hill, BadSetting> {
        BadSetting::count("dimensions", dimensions, 1)?;
        check_start(&settings.start, dimensions)?;
        check_step(settings.step)?;
        BadSetting::count("challenges", settings.challenges, 1)?;
        if !(settings.beta > 0.0 && settings.beta <= 1.0) {
            return Err(BadSetting::new("beta", settings.beta, "a number above 0, at most 1"));
        }
        let champion = settings.start.sample(dimensions, rng);
        Ok(Hill { settings, challenger: champion.clone(), champion, met: 0 })
    }
}

impl Optimizer for Hill {
    fn ask(&mut self, rng: &mut Rng) -> Round {
        self.challenger = mutate(&self.champion, self.settings.step, rng);
        let round = Round::of(vec![self.challenger.clone(), self.champion.clone()]);
        match self.settings.decision {
            Decision::Duel => Round { scored: 0, fresh: 0, duels: vec![[0, 1]], ..round },
            Decision::Scores => round,
        }
    }

    fn tell(&mut self, results: &Results, _: &mut Rng) {
        self.met = (self.met + 1) % self.settings.challenges;
        let won = match self.settings.decision {
            Decision::Duel => results.duels[0] > 0.0,
            Decision::Scores => {
                let scores: Vec<f64> = finite(&results.scores).collect();
                scores[0] > scores[1]
            }
        };
        if won {
            let beta = self.settings.beta;
            for (old, new) in self.champion.iter_mut().zip(&self.challenger) {
                *old = (1.0 - beta) * *old + beta * new;
            }
        }
    }

    fn best(&self) -> Vec<f32> {
        self.champion.clone()
    }

    fn settled(&self) -> bool {
        self.met == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_champion_moves_a_twentieth_of_the_way() {
        let mut rng = Rng::new(2);
        let mut hill = Hill::new(HillConfig::default(), 4, &mut rng).unwrap();
        for (result, share) in [(1.0, 0.05), (0.0, 0.0), (-1.0, 0.0)] {
            let old = hill.best();
            let round = hill.ask(&mut rng);
            assert_eq!((round.scored, &round.duels[..]), (0, &[[0, 1]][..]));
            hill.tell(&Results { scores: Vec::new(), duels: vec![result] }, &mut rng);
            for ((old, new), challenger) in old.iter().zip(hill.best()).zip(&round.vectors[0]) {
                assert!((new - (old + share * (challenger - old))).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_generation_has_as_many_challengers_as_it_is_told() {
        let mut rng = Rng::new(2);
        let mut hill = Hill::new(HillConfig { challenges: 3, ..HillConfig::default() }, 4, &mut rng).unwrap();
        let settled = [(); 7].map(|()| {
            let round = hill.ask(&mut rng);
            assert_eq!(round.vectors[1], hill.best(), "each meets the champion of now");
            hill.tell(&Results { scores: Vec::new(), duels: vec![1.0] }, &mut rng);
            hill.settled()
        });
        assert_eq!(settled, [false, false, true, false, false, true, false]);
    }
}

//! The evolution strategy of T. Salimans and others, "Evolution strategies as a scalable alternative to reinforcement learning"
//! (arXiv:1703.03864, 2017): one vector, noise to both sides of it, and a step along the noise that ranked well. None of the papers
//! had it; it is a modern yardstick beside their methods.
//!
//! ```text
//! vectors θ + σεᵢ and θ − σεᵢ,  uᵢ = centred rank of a score, from −½ to ½
//! gradient = 1/(nσ) · Σ uᵢεᵢ,   θ moves along it by Adam (Kingma and Ba 2015)
//! ```

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::evolution::{check_start, check_step};
use super::{BadSetting, LARGEST, Optimizer, Ranges, Results, Round, finite, ranking};

/// The settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpenaiConfig {
    /// How many vectors are scored each round; an even number, half of them on either side.
    pub population: usize,
    /// σ, the deviation of the noise.
    pub step: f32,
    /// How far a coordinate goes in a round at most, about.
    pub rate: f32,
    /// The share that a coordinate loses of itself in a round, as a part of `rate`.
    pub decay: f32,
    /// Where the vector starts.
    pub start: Ranges,
}

impl Default for OpenaiConfig {
    fn default() -> OpenaiConfig {
        OpenaiConfig { population: 40, step: 0.1, rate: 0.05, decay: 0.005, start: Ranges::around_zero(1.0) }
    }
}

/// Adam's memory of gradients and of their squares.
const MEMORY: [f64; 2] = [0.9, 0.999];

/// The strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Openai {
    settings: OpenaiConfig,
    vector: Vec<f64>,
    /// The noise of the vectors asked for, one for each two.
    noise: Vec<Vec<f64>>,
    /// Means of gradients and of their squares.
    first: Vec<f64>,
    second: Vec<f64>,
    rounds: u64,
}

impl Openai {
    /// A strategy at its start.
    pub fn new(settings: OpenaiConfig, dimensions: usize, rng: &mut Rng) -> Result<Openai, BadSetting> {
        BadSetting::count("dimensions", dimensions, 1)?;
        check_start(&settings.start, dimensions)?;
        check_step(settings.step)?;
        if settings.population < 2 || settings.population % 2 == 1 {
            return Err(BadSetting::new("population", settings.population, "an even number, at least 2"));
        }
        if !(settings.rate > 0.0 && settings.rate <= 1e6) {
            return Err(BadSetting::new("rate", settings.rate, "a number above 0, at most 1e6"));
        }
        if !(0.0..=1.0).contains(&settings.decay) {
            return Err(BadSetting::new("decay", settings.decay, "a number from 0 to 1"));
        }
        let vector = settings.start.sample(dimensions, rng).into_iter().map(f64::from).collect();
        let zero = vec![0.0; dimensions];
        Ok(Openai { settings, vector, noise: Vec::new(), first: zero.clone(), second: zero, rounds: 0 })
    }
}

/// Ranks from −½ (the worst) to ½; equal scores have equal ones, so that what says nothing moves nothing.
fn centred_ranks(scores: &[f64]) -> Vec<f64> {
    let order = ranking(scores);
    let mut ranks = vec![0.0; scores.len()];
    let mut from = 0;
    while from < order.len() {
        let same = order[from..].iter().take_while(|&&i| scores[i] == scores[order[from]]).count();
        let middle = from as f64 + (same - 1) as f64 / 2.0;
        let rank = 0.5 - middle / (scores.len() - 1) as f64;
        order[from..from + same].iter().for_each(|&i| ranks[i] = rank);
        from += same;
    }
    ranks
}

impl Optimizer for Openai {
    fn ask(&mut self, rng: &mut Rng) -> Round {
        let pairs = self.settings.population / 2;
        self.noise = (0..pairs).map(|_| self.vector.iter().map(|_| rng.normal()).collect()).collect();
        let sigma = f64::from(self.settings.step);
        let place = |noise: &Vec<f64>, sign: f64| {
            let number = |(x, e): (&f64, &f64)| ((x + sign * sigma * e) as f32).clamp(-LARGEST, LARGEST);
            self.vector.iter().zip(noise).map(number).collect()
        };
        Round::of(self.noise.iter().flat_map(|noise| [place(noise, 1.0), place(noise, -1.0)]).collect())
    }

    fn tell(&mut self, results: &Results, _: &mut Rng) {
        let ranks = centred_ranks(&finite(&results.scores).collect::<Vec<f64>>());
        let OpenaiConfig { population, step, rate, decay, .. } = self.settings;
        let (rate, share) = (f64::from(rate), 1.0 / (population as f64 * f64::from(step)));
        self.rounds += 1;
        // What is missing in the means while they are young.
        let young = MEMORY.map(|memory| 1.0 - libm::pow(memory, self.rounds as f64));
        for i in 0..self.vector.len() {
            let along = |(ranks, noise): (&[f64], &Vec<f64>)| (ranks[0] - ranks[1]) * noise[i];
            let gradient = share * ranks.chunks(2).zip(&self.noise).map(along).sum::<f64>();
            self.first[i] = MEMORY[0] * self.first[i] + (1.0 - MEMORY[0]) * gradient;
            self.second[i] = MEMORY[1] * self.second[i] + (1.0 - MEMORY[1]) * gradient * gradient;
            let pace = self.first[i] / young[0] / ((self.second[i] / young[1]).sqrt() + 1e-8);
            let moved = self.vector[i] + rate * (pace - f64::from(decay) * self.vector[i]);
            self.vector[i] = moved.clamp(-f64::from(LARGEST), f64::from(LARGEST));
        }
    }

    /// The vector in the middle, which nobody has scored.
    fn best(&self) -> Vec<f32> {
        self.vector.iter().map(|&x| x as f32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_have_equal_ranks() {
        assert_eq!(centred_ranks(&[3.0, 1.0, 2.0]), [0.5, -0.5, 0.0]);
        assert_eq!(centred_ranks(&[7.0; 4]), [0.0; 4]);
        assert_eq!(centred_ranks(&[1.0, 0.0, 0.0, 1.0, 0.5]), [0.375, -0.375, -0.375, 0.375, 0.0]);
    }

    /// The first step of Adam is as long as the rate in every coordinate, along the sign of the gradient.
    #[test]
    fn the_first_step_goes_along_the_better_noise() {
        let mut rng = Rng::new(3);
        let settings = OpenaiConfig { population: 2, decay: 0.0, ..OpenaiConfig::default() };
        let mut one = Openai::new(settings, 4, &mut rng).unwrap();
        let (before, round) = (one.best(), one.ask(&mut rng));
        one.tell(&Results { scores: vec![1.0, 0.0], duels: Vec::new() }, &mut rng);
        for ((after, before), better) in one.best().iter().zip(before).zip(&round.vectors[0]) {
            let wanted = before + 0.05 * (better - before).signum();
            assert!((after - wanted).abs() < 1e-5, "{after}, not {wanted}");
        }
    }
}

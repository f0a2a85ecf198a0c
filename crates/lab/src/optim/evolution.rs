//! Evolution without crossover: the best of a population stay, the rest make room for their mutated offspring.
//!
//! [`Es`] is the strategy of davis2002, whose steps have one fixed size. [`Ea`] is the algorithm of cai2010, after
//! K. Chellapilla and D. Fogel, "Evolving neural networks to play checkers without relying on expert knowledge" (IEEE
//! Transactions on Neural Networks 10, 1999), where every weight of every individual has a step of its own, which is
//! inherited and mutated too:
//!
//! ```text
//! σ' = σ·exp(τ·N(0, 1)),   w' = w + σ'·N(0, 1)
//! ```

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::{BadSetting, LARGEST, Optimizer, Ranges, Results, Round, finite, ranking};

/// The settings of the strategy of davis2002.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EsConfig {
    /// How many vectors there are.
    pub population: usize,
    /// How many of them stay and have offspring; where the rest cannot be shared equally, the better have more.
    pub survivors: usize,
    /// The deviation of a mutation.
    pub step: f32,
    /// Where vectors start.
    pub start: Ranges,
}

impl Default for EsConfig {
    fn default() -> EsConfig {
        EsConfig { population: 20, survivors: 5, step: 1.0, start: Ranges::around_zero(1.0) }
    }
}

/// The settings of the algorithm of cai2010.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EaConfig {
    /// How many vectors there are.
    pub population: usize,
    /// How many of them stay and have offspring.
    pub survivors: usize,
    /// The deviation of every step at the start.
    pub step: f32,
    /// τ, how much steps change; by default 1/√(2√n) for n coordinates, which is the paper's number (its formula reads
    /// otherwise).
    pub tau: Option<f64>,
    /// Where vectors start.
    pub start: Ranges,
}

impl Default for EaConfig {
    fn default() -> EaConfig {
        let start = Ranges::around_zero(0.2);
        EaConfig { population: 40, survivors: 20, step: 0.05, tau: None, start }
    }
}

fn check(
    population: usize,
    survivors: usize,
    step: f32,
    start: &Ranges,
    dimensions: usize,
) -> Result<(), BadSetting> {
    BadSetting::count("dimensions", dimensions, 1)?;
    BadSetting::count("population", population, 2)?;
    if !(1..population).contains(&survivors) {
        return Err(BadSetting::new("survivors", survivors, "at least 1 and fewer than the population"));
    }
    check_step(step)?;
    check_start(start, dimensions)
}

pub(super) fn check_start(start: &Ranges, dimensions: usize) -> Result<(), BadSetting> {
    start.check("start", dimensions)?;
    if start.is_empty() {
        return Err(BadSetting::new("start", "[]", "at least one pair [lowest, highest]"));
    }
    Ok(())
}

pub(super) fn check_step(step: f32) -> Result<(), BadSetting> {
    if step > 0.0 && step <= 1e6 {
        return Ok(());
    }
    Err(BadSetting::new("step", step, "a number above 0, at most 1e6"))
}

pub(super) fn check_tau(tau: Option<f64>, dimensions: usize) -> Result<f64, BadSetting> {
    match tau {
        None => Ok(1.0 / (2.0 * (dimensions as f64).sqrt()).sqrt()),
        Some(tau) if (0.0..=10.0).contains(&tau) => Ok(tau),
        Some(tau) => Err(BadSetting::new("tau", tau, "a number from 0 to 10, or nothing")),
    }
}

/// A vector near another.
pub(super) fn mutate(vector: &[f32], step: f32, rng: &mut Rng) -> Vec<f32> {
    vector.iter().map(|&w| (w + step * rng.normal() as f32).clamp(-LARGEST, LARGEST)).collect()
}

/// Changes steps, and a vector by the changed steps.
pub(super) fn self_adapt(vector: &mut [f32], steps: &mut [f32], tau: f64, rng: &mut Rng) {
    for (w, step) in vector.iter_mut().zip(steps) {
        *step = (*step * libm::exp(tau * rng.normal()) as f32).clamp(1.0 / LARGEST, LARGEST);
        *w = (*w + *step * rng.normal() as f32).clamp(-LARGEST, LARGEST);
    }
}

/// Puts the survivors first, the best of them at the front, and drops the rest.
fn select<T: Clone>(items: &mut Vec<T>, order: &[usize]) {
    *items = order.iter().map(|&i| items[i].clone()).collect();
}

/// The evolution strategy of davis2002.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Es {
    settings: EsConfig,
    vectors: Vec<Vec<f32>>,
}

impl Es {
    /// A random population.
    pub fn new(settings: EsConfig, dimensions: usize, rng: &mut Rng) -> Result<Es, BadSetting> {
        check(settings.population, settings.survivors, settings.step, &settings.start, dimensions)?;
        let vectors = (0..settings.population).map(|_| settings.start.sample(dimensions, rng)).collect();
        Ok(Es { settings, vectors })
    }
}

impl Optimizer for Es {
    fn ask(&mut self, _: &mut Rng) -> Round {
        Round::of(self.vectors.clone())
    }

    fn tell(&mut self, results: &Results, rng: &mut Rng) {
        let order = ranking(&finite(&results.scores).collect::<Vec<f64>>());
        select(&mut self.vectors, &order[..self.settings.survivors]);
        for k in 0..self.settings.population - self.settings.survivors {
            let child = mutate(&self.vectors[k % self.settings.survivors], self.settings.step, rng);
            self.vectors.push(child);
        }
    }

    fn best(&self) -> Vec<f32> {
        self.vectors[0].clone()
    }
}

/// The self-adaptive evolutionary algorithm of cai2010.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ea {
    settings: EaConfig,
    tau: f64,
    vectors: Vec<Vec<f32>>,
    steps: Vec<Vec<f32>>,
}

impl Ea {
    /// A random population.
    pub fn new(settings: EaConfig, dimensions: usize, rng: &mut Rng) -> Result<Ea, BadSetting> {
        check(settings.population, settings.survivors, settings.step, &settings.start, dimensions)?;
        let tau = check_tau(settings.tau, dimensions)?;
        let vectors = (0..settings.population).map(|_| settings.start.sample(dimensions, rng)).collect();
        let steps = vec![vec![settings.step; dimensions]; settings.population];
        Ok(Ea { settings, tau, vectors, steps })
    }
}

impl Optimizer for Ea {
    fn ask(&mut self, _: &mut Rng) -> Round {
        Round::of(self.vectors.clone())
    }

    fn tell(&mut self, results: &Results, rng: &mut Rng) {
        let order = ranking(&finite(&results.scores).collect::<Vec<f64>>());
        select(&mut self.vectors, &order[..self.settings.survivors]);
        select(&mut self.steps, &order[..self.settings.survivors]);
        for k in 0..self.settings.population - self.settings.survivors {
            let parent = k % self.settings.survivors;
            let (mut vector, mut steps) = (self.vectors[parent].clone(), self.steps[parent].clone());
            self_adapt(&mut vector, &mut steps, self.tau, rng);
            self.vectors.push(vector);
            self.steps.push(steps);
        }
    }

    fn best(&self) -> Vec<f32> {
        self.vectors[0].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_stay_and_have_equally_many_offspring() {
        let mut rng = Rng::new(1);
        let mut es = Es::new(EsConfig { step: 1e-3, ..EsConfig::default() }, 6, &mut rng).unwrap();
        let before = es.ask(&mut rng).vectors;
        let scores: Vec<f64> = (0..20).map(|i| f64::from((i * 7) % 20)).collect();
        es.tell(&Results { scores: scores.clone(), duels: Vec::new() }, &mut rng);
        let after = es.ask(&mut rng).vectors;
        assert_eq!(after.len(), 20);
        for (place, survivor) in after[..5].iter().enumerate() {
            let old = before.iter().position(|v| v == survivor).unwrap();
            assert_eq!(scores[old] as usize, 19 - place, "from the best down");
            let near = |v: &&Vec<f32>| v.iter().zip(survivor).all(|(a, b)| (a - b).abs() < 0.01);
            assert_eq!(after.iter().filter(near).count(), 4, "itself and three offspring");
        }
    }

    #[test]
    fn tau_is_the_papers_number() {
        assert!((check_tau(None, 6216).unwrap() - 0.0796).abs() < 5e-5);
    }

    #[test]
    fn steps_are_inherited_and_changed() {
        let mut rng = Rng::new(1);
        let (mut vector, mut steps) = (vec![0.0; 20_000], vec![0.05; 20_000]);
        self_adapt(&mut vector, &mut steps, 0.5, &mut rng);
        let logs: Vec<f64> = steps.iter().map(|&s| (f64::from(s) / 0.05).ln()).collect();
        let deviation = |xs: &[f64]| (xs.iter().map(|x| x * x).sum::<f64>() / xs.len() as f64).sqrt();
        assert!((deviation(&logs) - 0.5).abs() < 0.01);
        let moves: Vec<f64> = vector.iter().zip(&steps).map(|(w, s)| f64::from(w / s)).collect();
        assert!((deviation(&moves) - 1.0).abs() < 0.02, "a weight moves by its changed step");
    }
}

//! CMA-ES, the evolution strategy that adapts the covariance matrix of its mutations: N. Hansen, "The CMA evolution
//! strategy: a tutorial" (arXiv:1604.00772, 2016), with active (negative) weights. None of the papers had it; it is the
//! modern yardstick beside their methods.
//!
//! Vectors are drawn as m + σ·√C·z with the *symmetric* root, which does not depend on the order and the signs of
//! eigenvectors. Constants are those of the Python package `cma` 4.5.0, against which every generation is checked in
//! the tests. With `diagonal` only variances are adapted, and (n + 2)/3 times as fast for n coordinates (R. Ros and
//! N. Hansen, "A simple modification in CMA-ES achieving linear time and space complexity", PPSN 2008): for thousands of
//! coordinates, where a matrix is out of the question.

mod symmetric;
#[cfg(test)]
mod trace;

use engine::Rng;
use serde::{Deserialize, Serialize};

use self::symmetric::{Symmetric, dot};
use super::evolution::check_start;
use super::{BadSetting, LARGEST, Optimizer, Ranges, Results, Round, finite, ranking};

/// The settings of CMA-ES.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CmaConfig {
    /// How many vectors are scored each round; by default 4 + 3 ln n for n coordinates.
    pub population: Option<usize>,
    /// The deviation at the start: a third of the distance in which the optimum is expected.
    pub step: f64,
    /// Where the first mean is drawn from.
    pub start: Ranges,
    /// Whether only variances are adapted, and no covariances.
    pub diagonal: bool,
}

impl Default for CmaConfig {
    fn default() -> CmaConfig {
        CmaConfig { population: None, step: 0.3, start: Ranges::around_zero(1.0), diagonal: false }
    }
}

/// More coordinates than this would need gigabytes and hours for their matrix.
const MOST_FULL: usize = 2000;

/// The constants that follow from the number of coordinates and the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Constants {
    /// Weights of the ranks, the best first. The first `parents` are positive and have the sum 1.
    weights: Vec<f64>,
    parents: usize,
    mu_eff: f64,
    c_sigma: f64,
    damping: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// The expected length of a normal vector.
    chi: f64,
    /// So many rounds may pass before the roots of C are computed anew.
    gap: f64,
}

impl Constants {
    fn new(n: usize, population: usize, diagonal: bool) -> Constants {
        let (n, lambda) = (n as f64, population as f64);
        let ln = libm::log;
        let mut weights: Vec<f64> =
            (1..=population).map(|i| ln((lambda + 1.0) / 2.0) - ln(i as f64)).collect();
        let parents = weights.iter().filter(|&&w| w > 0.0).count();
        let sum = |w: &[f64]| w.iter().sum::<f64>();
        let effective = |w: &[f64]| sum(w) * sum(w) / w.iter().map(|x| x * x).sum::<f64>();
        let (mu_eff, mu_minus) = (effective(&weights[..parents]), effective(&weights[parents..]));
        let c_sigma = ((mu_eff + 2.0) / (n + mu_eff + 3.0)).min(0.5);
        let attenuation = (3.0 * (1.0 - libm::pow(0.5, n / 9.0))).max(1.0);
        let crowd = (attenuation * ((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0);
        let faster = if diagonal { (n + 2.0) / 3.0 } else { 1.0 };
        let c_1 = (faster * (lambda / 6.0).min(1.0) * 2.0 / ((n + 1.3).powi(2) + mu_eff)).min(0.5);
        let c_mu = (faster * 2.0 * (0.25 + mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0).powi(2) + mu_eff))
            .min(1.0 - c_1);
        // The expected lengths in n and in n + 1 dimensions have the product n.
        let one = (2.0 / std::f64::consts::PI).sqrt();
        let chi = (1..n as usize).fold(one, |chi, k| k as f64 / chi);
        // Negative weights: no decay of C, as far as C stays positive definite.
        let least = (1.0 + c_1 / c_mu)
            .min((1.0 - c_1 - c_mu) / c_mu / n)
            .min(1.0 + 2.0 * mu_minus / (mu_eff + 2.0))
            .max(0.0);
        let (plus, minus) = (sum(&weights[..parents]), -sum(&weights[parents..]));
        for (i, w) in weights.iter_mut().enumerate() {
            *w *= if i < parents { 1.0 / plus } else { least / minus };
        }
        Constants {
            weights,
            parents,
            mu_eff,
            c_sigma,
            damping: 1.0 + 2.0 * crowd + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu,
            chi,
            gap: 1.0 / (c_1 + c_mu) / n / 10.0,
        }
    }
}

/// CMA-ES.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cma {
    constants: Constants,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Symmetric,
    /// √C and its inverse, as they were when last computed.
    root: Symmetric,
    inverse_root: Symmetric,
    /// The paths of the mean, whitened and as it went.
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    rounds: u64,
    rooted: u64,
    /// The steps (x − m)/σ of the vectors asked for.
    steps: Vec<Vec<f64>>,
}

impl Cma {
    /// A strategy at its start.
    pub fn new(settings: CmaConfig, dimensions: usize, rng: &mut Rng) -> Result<Cma, BadSetting> {
        BadSetting::count("dimensions", dimensions, 1)?;
        check_start(&settings.start, dimensions)?;
        if !(settings.step > 0.0 && settings.step <= 1e6) {
            return Err(BadSetting::new("step", settings.step, "a number above 0, at most 1e6"));
        }
        let default = 4 + (3.0 * libm::log(dimensions as f64)) as usize;
        let population = settings.population.unwrap_or(default);
        if population < 4 {
            return Err(BadSetting::new("population", population, "at least 4, or nothing"));
        }
        if dimensions > MOST_FULL && !settings.diagonal {
            let value = format!("false for {dimensions} coordinates");
            return Err(BadSetting::new("diagonal", value, "true for more than 2000 coordinates"));
        }
        let one = Symmetric::identity(dimensions, settings.diagonal);
        Ok(Cma {
            constants: Constants::new(dimensions, population, settings.diagonal),
            mean: settings.start.sample(dimensions, rng).into_iter().map(f64::from).collect(),
            sigma: settings.step,
            covariance: one.clone(),
            root: one.clone(),
            inverse_root: one,
            path_sigma: vec![0.0; dimensions],
            path_c: vec![0.0; dimensions],
            rounds: 0,
            rooted: 0,
            steps: Vec::new(),
        })
    }

    /// Draws the vectors of a round from these normal numbers, a row for each.
    fn sample(&mut self, normals: &[Vec<f64>]) -> Vec<Vec<f32>> {
        let waited = self.rounds - self.rooted;
        if waited > 0 && waited as f64 >= self.constants.gap {
            self.rooted = self.rounds;
            match self.covariance.roots() {
                Some(roots) => (self.root, self.inverse_root) = roots,
                // Where scores say nothing at all C can degenerate: then it starts again as a ball.
                None => {
                    self.covariance = Symmetric::identity(self.mean.len(), self.covariance.diagonal);
                    (self.root, self.inverse_root) = (self.covariance.clone(), self.covariance.clone());
                    self.path_c.fill(0.0);
                }
            }
        }
        self.steps = normals.iter().map(|z| self.root.times(z)).collect();
        let place = |step: &Vec<f64>| {
            let number = |(m, y): (&f64, &f64)| ((m + self.sigma * y) as f32).clamp(-LARGEST, LARGEST);
            self.mean.iter().zip(step).map(number).collect()
        };
        self.steps.iter().map(place).collect()
    }
}

impl Optimizer for Cma {
    fn ask(&mut self, rng: &mut Rng) -> Round {
        let normals: Vec<Vec<f64>> = (0..self.constants.weights.len())
            .map(|_| (0..self.mean.len()).map(|_| rng.normal()).collect())
            .collect();
        Round::of(self.sample(&normals))
    }

    fn tell(&mut self, results: &Results, _: &mut Rng) {
        let Constants { ref weights, parents, mu_eff, c_sigma, damping, c_c, c_1, c_mu, chi, .. } =
            self.constants;
        let n = self.mean.len();
        self.rounds += 1;
        let order = ranking(&finite(&results.scores).collect::<Vec<f64>>());
        let steps: Vec<&Vec<f64>> = order.iter().map(|&i| &self.steps[i]).collect();

        // The mean moves to the weighted mean of the better half.
        let shift: Vec<f64> = (0..n).map(|j| (0..parents).map(|i| weights[i] * steps[i][j]).sum()).collect();
        let far = f64::from(LARGEST);
        for (m, y) in self.mean.iter_mut().zip(&shift) {
            *m = (*m + self.sigma * y).clamp(-far, far);
        }

        let follow = |path: &mut [f64], c: f64, share: f64, step: &[f64]| {
            let inflow = share * (c * (2.0 - c) * mu_eff).sqrt();
            path.iter_mut().zip(step).for_each(|(p, y)| *p = (1.0 - c) * *p + inflow * y);
        };
        follow(&mut self.path_sigma, c_sigma, 1.0, &self.inverse_root.times(&shift));
        // While σ still grows fast, C must not learn from its path.
        let length = dot(&self.path_sigma, &self.path_sigma);
        let settled = 1.0 - libm::pow(1.0 - c_sigma, 2.0 * self.rounds as f64);
        let calm = length / settled / (n as f64) < 2.0 + 4.0 / (n as f64 + 1.0);
        follow(&mut self.path_c, c_c, f64::from(calm), &shift);

        let missing = if calm { 0.0 } else { c_c * (2.0 - c_c) };
        let decay = 1.0 - c_1 * (1.0 - missing) - c_mu * weights.iter().sum::<f64>();
        self.covariance.scale(decay);
        self.covariance.add(c_1, &self.path_c);
        for (&weight, step) in weights.iter().zip(steps) {
            let mut rate = c_mu * weight;
            if weight < 0.0 {
                // Steps that are unlearned all count as equally long, or a long one could make C indefinite.
                let whitened = self.inverse_root.times(step);
                rate *= n as f64 / (dot(&whitened, &whitened).sqrt() + 1e-9).powi(2);
            }
            self.covariance.add(rate, step);
        }

        let growth = (c_sigma / damping * (length.sqrt() / chi - 1.0)).clamp(-1.0, 1.0);
        self.sigma = (self.sigma * libm::exp(growth)).clamp(1e-30, far);
    }

    /// The mean, which noise disturbs less than any single vector.
    fn best(&self) -> Vec<f32> {
        self.mean.iter().map(|&m| m as f32).collect()
    }
}

//! Swarms whose particles have offspring, after M. Løvbjerg, T. K. Rasmussen and T. Krink, "Hybrid particle swarm
//! optimiser with breeding and subpopulations" (GECCO 2001): the next step that abdelbar2003 names.
//!
//! After each move some particles are chosen by lot, whatever their scores, and paired. The two offspring of a pair
//! take the places of their parents: in every coordinate one lies as far from the first parent as the other does from
//! the second, r·a + (1 − r)·b and r·b + (1 − r)·a, and both fly where the sum of their parents' velocities points,
//! each as fast as the parent in whose place it is. What that parent remembered stays with the place: that is our
//! choice, so that the best of the swarm is never lost by lot.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::swarm::Swarm;
use super::{BadSetting, Neighbourhood, Optimizer, PsoConfig, Results, Round};

/// The settings of breeding swarms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BreedingConfig {
    /// All particles together, and how they move.
    pub swarm: PsoConfig,
    /// Into how many swarms of equal size they are divided, each with neighbourhoods of its own.
    pub subpopulations: usize,
    /// How likely a particle is to be chosen for breeding.
    pub rate: f64,
    /// How likely a pair is to come from one swarm, where there are several.
    pub within: f64,
}

impl Default for BreedingConfig {
    fn default() -> BreedingConfig {
        BreedingConfig { swarm: PsoConfig::default(), subpopulations: 2, rate: 0.2, within: 0.6 }
    }
}

/// Breeding swarms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breeding {
    settings: BreedingConfig,
    swarm: Swarm,
}

impl Breeding {
    /// Swarms at their start.
    pub fn new(settings: BreedingConfig, dimensions: usize, rng: &mut Rng) -> Result<Breeding, BadSetting> {
        BadSetting::count("dimensions", dimensions, 1)?;
        settings.swarm.check(dimensions)?;
        BadSetting::share("rate", settings.rate)?;
        BadSetting::share("within", settings.within)?;
        let (parts, particles) = (settings.subpopulations, settings.swarm.particles);
        if parts == 0 || !particles.is_multiple_of(parts) {
            return Err(BadSetting::new(
                "subpopulations",
                parts,
                "a number that divides the number of particles",
            ));
        }
        if settings.swarm.neighbourhood == Neighbourhood::Hypercube && !(particles / parts).is_power_of_two()
        {
            let right = "a number that leaves a power of two in each swarm, as a hypercube has corners";
            return Err(BadSetting::new("subpopulations", parts, right));
        }
        Ok(Breeding { swarm: Swarm::new(&settings.swarm, dimensions, rng), settings })
    }

    fn part_of(&self, particle: usize) -> usize {
        particle / (self.swarm.particles() / self.settings.subpopulations)
    }

    fn breed(&mut self, rng: &mut Rng) {
        let mut pool: Vec<usize> =
            (0..self.swarm.particles()).filter(|_| rng.uniform() < self.settings.rate).collect();
        rng.shuffle(&mut pool);
        while let Some(first) = pool.pop() {
            let same = rng.uniform() < self.settings.within;
            let fits = |&other: &usize| (self.part_of(other) == self.part_of(first)) == same;
            // One of the wanted kind, or any that is left.
            let Some(mate) = pool.iter().rposition(fits).or(pool.len().checked_sub(1)) else { break };
            let second = pool.remove(mate);
            self.cross(first, second, rng);
        }
    }

    fn cross(&mut self, first: usize, second: usize, rng: &mut Rng) {
        let Swarm { dimensions: d, positions, velocities, .. } = &mut self.swarm;
        let length = |v: &[f32]| v.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
        let (a, b) = (first * *d, second * *d);
        let sum: Vec<f32> = (0..*d).map(|j| velocities[a + j] + velocities[b + j]).collect();
        let whole = length(&sum);
        for row in [a, b] {
            // Velocities that cancel each other point nowhere: then both are kept.
            if whole > 0.0 {
                let factor = length(&velocities[row..row + *d]) / whole;
                (0..*d).for_each(|j| velocities[row + j] = (f64::from(sum[j]) * factor) as f32);
            }
        }
        for j in 0..*d {
            let (r, x, y) = (rng.uniform() as f32, positions[a + j], positions[b + j]);
            positions[a + j] = r * x + (1.0 - r) * y;
            positions[b + j] = r * y + (1.0 - r) * x;
        }
        for row in [a, b] {
            self.settings.swarm.bounds.confine(&mut self.swarm.positions[row..row + self.swarm.dimensions]);
        }
    }
}

impl Optimizer for Breeding {
    fn ask(&mut self, _: &mut Rng) -> Round {
        self.swarm.ask()
    }

    fn tell(&mut self, results: &Results, rng: &mut Rng) {
        if !self.swarm.tell(results, self.settings.swarm.candidate) {
            return;
        }
        let size = self.swarm.particles() / self.settings.subpopulations;
        for start in (0..self.swarm.particles()).step_by(size) {
            let part: Vec<usize> = (start..start + size).collect();
            self.swarm.advance(start..start + size, &part, &self.settings.swarm, rng);
        }
        self.breed(rng);
    }

    fn best(&self) -> Vec<f32> {
        self.swarm.best().to_vec()
    }

    fn settled(&self) -> bool {
        self.swarm.settled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offspring_share_what_their_parents_had() {
        let mut rng = Rng::new(5);
        let mut breeding = Breeding::new(BreedingConfig::default(), 7, &mut rng).unwrap();
        let before = breeding.swarm.clone();
        breeding.cross(3, 20, &mut rng);
        let after = &breeding.swarm;
        let row = |matrix: &[f32], i: usize| before.row(matrix, i).to_vec();
        for j in 0..7 {
            let old = (row(&before.positions, 3)[j], row(&before.positions, 20)[j]);
            let new = (row(&after.positions, 3)[j], row(&after.positions, 20)[j]);
            assert!((old.0 + old.1 - new.0 - new.1).abs() < 1e-6, "the sum of a pair stays");
            assert!(new.0 >= old.0.min(old.1) && new.0 <= old.0.max(old.1), "offspring lie between");
        }
        let length = |v: Vec<f32>| v.iter().map(|x| x * x).sum::<f32>().sqrt();
        for i in [3, 20] {
            let change = length(row(&after.velocities, i)) / length(row(&before.velocities, i));
            assert!((change - 1.0).abs() < 1e-5, "each is as fast as its parent was");
        }
        let turned = row(&after.velocities, 3);
        let sum = row(&before.velocities, 3).into_iter().zip(row(&before.velocities, 20)).map(|(a, b)| a + b);
        let cosine: f32 = sum.clone().zip(&turned).map(|(a, b)| a * b).sum();
        assert!((cosine / length(sum.collect()) / length(turned.clone()) - 1.0).abs() < 1e-5);
        assert_eq!(row(&after.positions, 4), row(&before.positions, 4), "others stay where they are");
    }

    #[test]
    fn pairs_come_from_one_swarm_or_from_two() {
        for (within, mixed) in [(1.0, false), (0.0, true)] {
            let settings = BreedingConfig { within, rate: 1.0, ..BreedingConfig::default() };
            let mut rng = Rng::new(1);
            let mut breeding = Breeding::new(settings, 1, &mut rng).unwrap();
            // The two swarms are far apart, so a child with parents in both lies between them.
            for i in 0..32 {
                breeding.swarm.positions[i] = if i < 16 { 0.0 } else { 1.0 };
            }
            breeding.breed(&mut rng);
            let between = breeding.swarm.positions.iter().filter(|&&x| x > 0.0 && x < 1.0).count();
            assert_eq!(between, if mixed { 32 } else { 0 });
        }
    }
}

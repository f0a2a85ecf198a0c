//! The hybrid of swarm and evolution of cai2010: the better half flies as a swarm does, then has offspring as in the
//! evolutionary algorithm, which replace the worse half and inherit what their parents remember.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::evolution::{check_step, check_tau, self_adapt};
use super::swarm::Swarm;
use super::{BadSetting, Optimizer, PsoConfig, Results, Round, ranking};

/// The settings of the hybrid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HybridConfig {
    /// All particles, and how the winners move; by default as in cai2010. Where some of it is set, the rest is as in
    /// `pso`.
    pub swarm: PsoConfig,
    /// How many win a round.
    pub survivors: usize,
    /// The deviation of every mutation at the start.
    pub step: f32,
    /// τ, how much steps change; by default 1/√(2√n) for n coordinates.
    pub tau: Option<f64>,
}

impl Default for HybridConfig {
    fn default() -> HybridConfig {
        HybridConfig { swarm: PsoConfig::cai2010(), survivors: 20, step: 0.05, tau: None }
    }
}

/// A swarm whose losers are replaced by the winners' offspring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hybrid {
    settings: HybridConfig,
    tau: f64,
    swarm: Swarm,
    steps: Vec<f32>,
}

impl Hybrid {
    /// The swarm at its start.
    pub fn new(settings: HybridConfig, dimensions: usize, rng: &mut Rng) -> Result<Hybrid, BadSetting> {
        BadSetting::count("dimensions", dimensions, 1)?;
        settings.swarm.check(dimensions)?;
        check_step(settings.step)?;
        let tau = check_tau(settings.tau, dimensions)?;
        let particles = settings.swarm.particles;
        if !(1..particles).contains(&settings.survivors) {
            return Err(BadSetting::new(
                "survivors",
                settings.survivors,
                "at least 1 and fewer than the particles",
            ));
        }
        let swarm = Swarm::new(&settings.swarm, dimensions, rng);
        Ok(Hybrid { steps: vec![settings.step; particles * dimensions], settings, tau, swarm })
    }
}

impl Optimizer for Hybrid {
    fn ask(&mut self, _: &mut Rng) -> Round {
        self.swarm.ask()
    }

    fn tell(&mut self, results: &Results, rng: &mut Rng) {
        if !self.swarm.tell(results, self.settings.swarm.candidate) {
            return;
        }
        let order = ranking(&self.swarm.scores);
        let (winners, losers) = order.split_at(self.settings.survivors);
        self.swarm.advance(0..order.len(), winners, &self.settings.swarm, rng);
        let d = self.swarm.dimensions;
        for (&loser, &parent) in losers.iter().zip(winners.iter().cycle()) {
            let (from, to) = (parent * d..(parent + 1) * d, loser * d..(loser + 1) * d);
            let Swarm { positions, velocities, bests, best_scores, .. } = &mut self.swarm;
            for matrix in [&mut *positions, velocities, bests, &mut self.steps] {
                matrix.copy_within(from.clone(), to.start);
            }
            best_scores[loser] = best_scores[parent];
            self_adapt(&mut positions[to.clone()], &mut self.steps[to.clone()], self.tau, rng);
            self.settings.swarm.bounds.confine(&mut positions[to]);
        }
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
    use crate::optim::Memory;

    #[test]
    fn losers_become_offspring_of_winners_with_their_memory() {
        let mut rng = Rng::new(4);
        let swarm = PsoConfig { memory: Memory::Stored, ..PsoConfig::cai2010() };
        let mut hybrid = Hybrid::new(HybridConfig { swarm, ..HybridConfig::default() }, 5, &mut rng).unwrap();
        let scores: Vec<f64> = (0..40).map(f64::from).collect();
        let before = hybrid.swarm.clone();
        hybrid.ask(&mut rng);
        hybrid.tell(&Results { scores, duels: Vec::new() }, &mut rng);
        let (after, best) = (&hybrid.swarm, before.row(&before.positions, 39));
        assert_eq!(hybrid.best(), best);
        for (loser, winner) in (0..20).rev().zip((20..40).rev()) {
            assert_eq!(after.row(&after.bests, loser), before.row(&before.positions, winner));
            assert_eq!(after.row(&after.velocities, loser), after.row(&after.velocities, winner));
            assert_eq!(after.best_scores[loser], Some(winner as f64));
            let (child, parent) = (after.row(&after.positions, loser), after.row(&after.positions, winner));
            assert!(child != parent && child.iter().zip(parent).all(|(a, b)| (a - b).abs() < 0.5));
            assert_ne!(before.row(&before.positions, winner), parent, "winners move");
        }
    }
}

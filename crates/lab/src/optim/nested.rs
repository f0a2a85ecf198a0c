//! A swarm over the constants of swarms: how cai2010 found (momentum, own, social).
//!
//! Each particle of the outer swarm is a set of constants and has an inner swarm that works with them. In a round all
//! inner swarms are scored, say against one fixed opponent; the best score that an inner swarm earned is the score of
//! its constants. The outer swarm moves, and the inner swarms go on under the new constants.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::{BadSetting, Memory, Motion, Optimizer, Pso, PsoConfig, Results, Round, finite, ranking};

/// The settings of swarms and of the swarm over their constants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NestedConfig {
    /// The swarm over (momentum, own, social). Whoever sets some of it sets all: the rest is then as in `pso`.
    pub outer: PsoConfig,
    /// The swarms that it tunes; of their own constants only `v_max` and `random` matter. Whoever sets some of it sets
    /// all.
    pub inner: PsoConfig,
}

impl Default for NestedConfig {
    fn default() -> NestedConfig {
        let inner = PsoConfig { particles: 20, memory: Memory::Stored, ..PsoConfig::cai2010() };
        NestedConfig { outer: PsoConfig::cai2010_outer(), inner }
    }
}

/// Swarms, and the swarm over their constants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nested {
    outer: Pso,
    inner: Vec<Pso>,
    /// The best score so far, and its vector.
    best: (f64, Vec<f32>),
}

impl Nested {
    /// The swarms at their start.
    pub fn new(settings: NestedConfig, dimensions: usize, rng: &mut Rng) -> Result<Nested, BadSetting> {
        for (swarm, name) in [(&settings.outer, "outer.memory"), (&settings.inner, "inner.memory")] {
            if swarm.memory != Memory::Stored {
                let right = "\"stored\", because here scores of different rounds can be compared";
                return Err(BadSetting::new(name, format!("{:?}", swarm.memory), right));
            }
        }
        let bounds = &settings.outer.bounds;
        bounds.check("outer.bounds", 3)?;
        if (0..3).any(|i| bounds.of(i)[0] < 0.0 || bounds.of(i)[1] > 100.0) {
            return Err(BadSetting::new(
                "outer.bounds",
                format!("{bounds:?}"),
                "ranges from 0 to 100 at most",
            ));
        }
        let outer = Pso::new(settings.outer, 3, rng)?;
        let inner = (0..outer.positions().count())
            .map(|_| Pso::new(settings.inner.clone(), dimensions, rng))
            .collect::<Result<Vec<Pso>, BadSetting>>()?;
        let best = (f64::MIN, inner[0].best());
        let mut nested = Nested { outer, inner, best };
        nested.hand_down();
        Ok(nested)
    }

    /// Gives every inner swarm the constants of its particle.
    fn hand_down(&mut self) {
        for (constants, swarm) in self.outer.positions().zip(&mut self.inner) {
            let motion = with_constants(swarm.motion(), constants);
            swarm.set_motion(motion);
        }
    }

    /// The best constants found so far.
    pub fn motion(&self) -> Motion {
        with_constants(self.inner[0].motion(), &self.outer.best())
    }
}

fn with_constants(motion: &Motion, constants: &[f32]) -> Motion {
    Motion { momentum: constants[0], own: constants[1], social: constants[2], ..motion.clone() }
}

impl Optimizer for Nested {
    fn ask(&mut self, rng: &mut Rng) -> Round {
        Round::of(self.inner.iter_mut().flat_map(|swarm| swarm.ask(rng).vectors).collect())
    }

    fn tell(&mut self, results: &Results, rng: &mut Rng) {
        let scores: Vec<f64> = finite(&results.scores).collect();
        let mut outer = Results::default();
        // All inner swarms are equally large and ask for nothing but their positions.
        let shares = scores.chunks_exact(scores.len() / self.inner.len());
        for (swarm, scores) in self.inner.iter_mut().zip(shares) {
            let first = ranking(scores)[0];
            if scores[first] > self.best.0 {
                self.best = (scores[first], swarm.positions().nth(first).unwrap_or_default().to_vec());
            }
            outer.scores.push(scores[first]);
            swarm.tell(&Results { scores: scores.to_vec(), duels: Vec::new() }, rng);
        }
        self.outer.tell(&outer, rng);
        self.hand_down();
    }

    fn best(&self) -> Vec<f32> {
        self.best.1.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_swarms_work_with_the_constants_of_the_outer_one() {
        let mut rng = Rng::new(6);
        let mut nested = Nested::new(NestedConfig::default(), 4, &mut rng).unwrap();
        for round in 0..30 {
            let asked = nested.ask(&mut rng);
            assert_eq!((asked.vectors.len(), asked.scored), (200, 200));
            let inside = |motion: &Motion| {
                (0.2..=1.2).contains(&motion.momentum)
                    && [motion.own, motion.social].iter().all(|c| (0.25..=2.5).contains(c))
            };
            for (constants, swarm) in nested.outer.positions().zip(&nested.inner) {
                let motion = swarm.motion();
                assert_eq!(constants, [motion.momentum, motion.own, motion.social], "round {round}");
                assert!(inside(motion) && motion.v_max == Some(2.0));
            }
            // The vectors of one inner swarm are the best: its constants are those that were found.
            let favourite = nested.inner[7].motion().clone();
            let scores = (0..200).map(|i| if i / 20 == 7 { f64::from(round) } else { -1.0 }).collect();
            nested.tell(&Results { scores, duels: Vec::new() }, &mut rng);
            assert_eq!(nested.motion(), favourite);
            assert_eq!(nested.best(), asked.vectors[140]);
        }
    }
}

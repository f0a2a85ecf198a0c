//! A swarm over the constants of swarms: how cai2010 found (momentum, own, social).
//!
//! Each particle of the outer swarm is a set of constants and has an inner swarm that works with them. In a round all
//! inner swarms are scored, say against one fixed opponent; the best score that an inner swarm earned is the score of
//! its constants, and between equal ones its won games decide. The outer swarm moves, and the inner swarms go on under the new constants.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::{BadSetting, Memory, Motion, Notes, Optimizer, Pso, PsoConfig, Results, Round, finite, ranking};

/// What decides between two sets of constants whose best scores are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// How many vectors of the inner swarm have won: as in cai2010. A score above 0 is a won game.
    #[default]
    Wins,
    /// Nothing: the first stays.
    None,
}

/// The settings of swarms and of the swarm over their constants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NestedConfig {
    /// The swarm over (momentum, own, social). Where some of it is set, the rest is as in `pso`.
    pub outer: PsoConfig,
    /// The swarms that it tunes; of their own constants only `v_max` and `random` matter. Where some of it is set, the
    /// rest is as in `pso`.
    pub inner: PsoConfig,
    /// What decides between equal scores in the outer swarm.
    pub tie_break: TieBreak,
}

impl Default for NestedConfig {
    fn default() -> NestedConfig {
        let inner = PsoConfig { particles: 20, memory: Memory::Stored, ..PsoConfig::cai2010() };
        NestedConfig { outer: PsoConfig::cai2010_outer(), inner, tie_break: TieBreak::Wins }
    }
}

/// Swarms, and the swarm over their constants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nested {
    tie_break: TieBreak,
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
        let mut nested = Nested { tie_break: settings.tie_break, outer, inner, best };
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
    #[cfg(test)]
    fn motion(&self) -> Motion {
        with_constants(self.inner[0].motion(), &self.outer.best())
    }
}

impl TieBreak {
    /// The score of a set of constants: that of the best vector, and above it so many of the smallest differences between
    /// numbers as the tie-break counts. So equal scores differ, and different ones keep their order.
    fn score(self, scores: &[f64], first: usize) -> f64 {
        let count = match self {
            TieBreak::Wins => scores.iter().filter(|&&score| score > 0.0).count(),
            TieBreak::None => 0,
        };
        (0..count).fold(scores[first], |score, _| score.next_up())
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
            outer.scores.push(self.tie_break.score(scores, first));
            swarm.tell(&Results { scores: scores.to_vec(), duels: Vec::new() }, rng);
        }
        self.outer.tell(&outer, rng);
        self.hand_down();
    }

    fn best(&self) -> Vec<f32> {
        self.best.1.clone()
    }

    /// The best constants so far.
    fn notes(&self) -> Notes {
        let names = ["momentum", "own", "social"].map(String::from);
        names.into_iter().zip(self.outer.best()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn won_games_decide_between_equal_scores() {
        for (tie_break, winner) in [(TieBreak::Wins, 1), (TieBreak::None, 0)] {
            let mut rng = Rng::new(6);
            let settings = NestedConfig { tie_break, ..NestedConfig::default() };
            let mut nested = Nested::new(settings, 4, &mut rng).unwrap();
            let round = nested.ask(&mut rng);
            let constants: Vec<Motion> = nested.inner.iter().map(|swarm| swarm.motion().clone()).collect();
            // Three sets have a game of 73 points; the second has won one more beside it, the last two lost ones. The fourth
            // has won everything, but more slowly.
            let mut scores = vec![-5.0; 200];
            (scores[3], scores[24], scores[25], scores[47]) = (73.0, 73.0, 2.0, 73.0);
            scores[60..80].fill(72.0);
            nested.tell(&Results { scores, duels: Vec::new() }, &mut rng);
            assert_eq!(nested.motion(), constants[winner], "{tie_break:?}");
            assert_eq!(nested.best(), round.vectors[3], "the vector itself is the first of its score");
        }
    }

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

//! The swarm that the particle methods share: positions, velocities, memories, neighbourhoods, and the update
//!
//! ```text
//! v ← m·v + φ1(p − c) + φ2(b − c),   c ← c + v
//! ```
//!
//! where c is a particle's position, b the best position that it remembers and p the best that anybody in its
//! neighbourhood does. Matrices are kept row after row in one piece each, because the update of many particles with
//! thousands of weights is all about memory and random numbers.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::{BadSetting, LARGEST, Ranges, Results, Round, finite};

/// Who tells a particle about good positions. Everybody is in his own neighbourhood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Neighbourhood {
    /// Particles are the corners of a hypercube, neighbours share an edge; the number of particles is a power of two.
    Hypercube,
    /// Each particle and the two beside it.
    Ring,
    /// Everybody.
    #[default]
    Global,
}

/// How a particle decides what is worth remembering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Memory {
    /// The score that a position once earned is kept for ever, as the papers of 2003 and 2004 read.
    Stored,
    /// Remembered positions are scored again in every round, together with the new ones.
    #[default]
    Rescored,
    /// A new position must win a duel against the remembered one, and the best of those who did must win another
    /// against the swarm's leader, as in cai2010. Only for the global neighbourhood.
    Duel,
}

/// The constants of the update.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Motion {
    /// m, the share of its velocity that a particle keeps.
    pub momentum: f32,
    /// φ1, the pull towards the best of the neighbourhood.
    pub social: f32,
    /// φ2, the pull towards the particle's own best.
    pub own: f32,
    /// Whether each pull is multiplied by a new random number between 0 and 1 for every coordinate.
    pub random: bool,
    /// The largest velocity in any coordinate, if there is one.
    pub v_max: Option<f32>,
}

impl Default for Motion {
    fn default() -> Motion {
        Motion { momentum: 0.7298, social: 1.49618, own: 1.49618, random: true, v_max: None }
    }
}

impl Motion {
    pub(super) fn check(&self) -> Result<(), BadSetting> {
        for (name, value) in [("momentum", self.momentum), ("social", self.social), ("own", self.own)] {
            if !(0.0..=100.0).contains(&value) {
                return Err(BadSetting::new(name, value, "a number from 0 to 100"));
            }
        }
        match self.v_max {
            Some(v) if v.is_nan() || v <= 0.0 => {
                Err(BadSetting::new("v_max", v, "a number above 0, or nothing"))
            }
            _ => Ok(()),
        }
    }
}

/// Particles and what they remember.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Swarm {
    pub dimensions: usize,
    pub memory: Memory,
    pub positions: Vec<f32>,
    pub velocities: Vec<f32>,
    pub bests: Vec<f32>,
    /// The score of what each particle remembers; none while it has nothing to remember.
    pub best_scores: Vec<Option<f64>>,
    /// The scores of the positions in the latest round.
    pub scores: Vec<f64>,
    /// Where duels decide: the swarm's best, and the particle that is about to challenge it.
    leader: Vec<f32>,
    challenger: Option<usize>,
}

impl Swarm {
    pub fn new(
        particles: usize,
        dimensions: usize,
        memory: Memory,
        start: &Ranges,
        speed: f32,
        rng: &mut Rng,
    ) -> Swarm {
        let sample = |range: &Ranges, rng: &mut Rng| -> Vec<f32> {
            (0..particles).flat_map(|_| range.sample(dimensions, rng)).collect()
        };
        let positions = sample(start, rng);
        Swarm {
            dimensions,
            memory,
            velocities: sample(&Ranges::around_zero(speed), rng),
            bests: positions.clone(),
            leader: positions[..dimensions].to_vec(),
            positions,
            best_scores: vec![None; particles],
            scores: vec![0.0; particles],
            challenger: None,
        }
    }

    /// Whether there is no duel to come before anybody moves.
    pub fn settled(&self) -> bool {
        self.challenger.is_none()
    }

    pub fn particles(&self) -> usize {
        self.best_scores.len()
    }

    /// The part of a matrix that belongs to a particle.
    pub fn row<'a>(&self, matrix: &'a [f32], particle: usize) -> &'a [f32] {
        &matrix[particle * self.dimensions..][..self.dimensions]
    }

    /// Everybody's position; after them what is remembered, where the memory wants it measured.
    pub fn ask(&self) -> Round {
        if let Some(particle) = self.challenger {
            let vectors = vec![self.row(&self.bests, particle).to_vec(), self.leader.clone()];
            return Round { vectors, scored: 0, fresh: 0, duels: vec![[0, 1]] };
        }
        let vectors = |matrix: &[f32]| -> Vec<Vec<f32>> {
            matrix.chunks_exact(self.dimensions).map(<[f32]>::to_vec).collect()
        };
        let mut round = Round::of(vectors(&self.positions));
        if self.memory != Memory::Stored {
            for particle in self.remembering() {
                if self.memory == Memory::Duel {
                    round.duels.push([particle, round.vectors.len()]);
                } else {
                    round.scored += 1;
                }
                round.vectors.push(self.row(&self.bests, particle).to_vec());
            }
        }
        round
    }

    fn remembering(&self) -> Vec<usize> {
        (0..self.particles()).filter(|&i| self.best_scores[i].is_some()).collect()
    }

    /// Brings memories up to date. Answers whether that is all, or there is a duel to come before anybody moves.
    pub fn tell(&mut self, results: &Results) -> bool {
        if let Some(particle) = self.challenger.take() {
            if results.duels[0] > 0.0 {
                self.leader = self.row(&self.bests, particle).to_vec();
            }
            return true;
        }
        let (n, remembering) = (self.particles(), self.remembering());
        let (first, scores) = (remembering.is_empty(), finite(&results.scores).collect::<Vec<f64>>());
        self.scores = scores[..n].to_vec();
        // What the remembered position has to show against the new one, in this round.
        let mut standing: Vec<Option<f64>> = self.best_scores.clone();
        for (k, &particle) in remembering.iter().enumerate() {
            match self.memory {
                Memory::Stored => {}
                Memory::Rescored => {
                    standing[particle] = Some(scores[n + k]);
                    self.best_scores[particle] = Some(scores[n + k]);
                }
                Memory::Duel => {
                    let won = results.duels[k] > 0.0;
                    standing[particle] = Some(if won { f64::NEG_INFINITY } else { f64::INFINITY });
                }
            }
        }
        let better: Vec<usize> =
            (0..n).filter(|&i| standing[i].is_none_or(|score| self.scores[i] > score)).collect();
        for &i in &better {
            let own = i * self.dimensions..(i + 1) * self.dimensions;
            self.bests[own.clone()].copy_from_slice(&self.positions[own]);
            self.best_scores[i] = Some(self.scores[i]);
        }
        let candidate = better.into_iter().reduce(|a, b| if self.scores[b] > self.scores[a] { b } else { a });
        match candidate {
            Some(particle) if self.memory == Memory::Duel && !first => self.challenger = Some(particle),
            Some(particle) if first => self.leader = self.row(&self.bests, particle).to_vec(),
            _ => {}
        }
        self.settled()
    }

    /// The particle among these that remembers the best position.
    pub fn leading(&self, particles: impl Iterator<Item = usize>) -> usize {
        let score = |i: usize| self.best_scores[i].unwrap_or(f64::NEG_INFINITY);
        particles.reduce(|a, b| if score(b) > score(a) { b } else { a }).unwrap_or(0)
    }

    /// The best position that anybody remembers.
    pub fn best(&self) -> &[f32] {
        match self.memory {
            Memory::Duel => &self.leader,
            _ => self.row(&self.bests, self.leading(0..self.particles())),
        }
    }

    /// The best remembered position in the neighbourhood of a particle of this swarm, or of a part of it.
    fn guide(&self, hood: Neighbourhood, part: std::ops::Range<usize>, particle: usize) -> &[f32] {
        let (start, n) = (part.start, part.len());
        let i = particle - start;
        let leading = match hood {
            _ if self.memory == Memory::Duel => return &self.leader,
            Neighbourhood::Global => self.leading(part),
            Neighbourhood::Ring => {
                self.leading([i, (i + 1) % n, (i + n - 1) % n].map(|k| start + k).into_iter())
            }
            Neighbourhood::Hypercube => self.leading(
                std::iter::once(particle).chain((0..n.trailing_zeros()).map(|bit| start + (i ^ 1 << bit))),
            ),
        };
        self.row(&self.bests, leading)
    }

    /// Moves the given particles of a part of the swarm, which has a neighbourhood of its own.
    pub fn advance(
        &mut self,
        part: std::ops::Range<usize>,
        movers: &[usize],
        hood: Neighbourhood,
        motion: &Motion,
        bounds: &Ranges,
        rng: &mut Rng,
    ) {
        let d = self.dimensions;
        let v_max = motion.v_max.map_or(LARGEST, |v| v.min(LARGEST));
        let mut factors = vec![1.0; 2 * d];
        let mut positions = std::mem::take(&mut self.positions);
        let mut velocities = std::mem::take(&mut self.velocities);
        for &particle in movers {
            let (guide, best) = (self.guide(hood, part.clone(), particle), self.row(&self.bests, particle));
            if motion.random {
                rng.fill_uniform(&mut factors);
            }
            let (social, own) = factors.split_at(d);
            let row = particle * d..(particle + 1) * d;
            let (c, v) = (&mut positions[row.clone()], &mut velocities[row]);
            for j in 0..d {
                let pulls =
                    motion.social * social[j] * (guide[j] - c[j]) + motion.own * own[j] * (best[j] - c[j]);
                v[j] = (motion.momentum * v[j] + pulls).clamp(-v_max, v_max);
                c[j] = (c[j] + v[j]).clamp(-LARGEST, LARGEST);
            }
            if !bounds.is_empty() {
                for j in 0..d {
                    // A particle that runs into the wall stops there.
                    let inside = bounds.within(j, c[j]);
                    if inside != c[j] {
                        (c[j], v[j]) = (inside, 0.0);
                    }
                }
            }
        }
        (self.positions, self.velocities) = (positions, velocities);
    }
}

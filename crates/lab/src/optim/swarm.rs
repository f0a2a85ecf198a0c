//! The swarm that the particle methods share: positions, velocities, memories, neighbourhoods, and the update
//!
//! ```text
//! v ← m·v + φ1(p − c) + φ2(b − c),   c ← c + v
//! ```
//!
//! where c is a particle's position, b the best position that it remembers and p the position of its guide ([`Guide`]). Matrices are kept row after row in one piece each, because the update of many particles with
//! thousands of weights is all about memory and random numbers.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::guide::Standing;
use super::{BadSetting, LARGEST, PsoConfig, Ranges, Results, Round, finite};

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

/// Where duels decide: who of those with a new best challenges the swarm's leader. The paper of 2010 says that they "compete".
/// In the first round there is nothing to defend, and the highest score leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Candidate {
    /// The one with the highest score of the round.
    #[default]
    Score,
    /// The last one after duels between them; a drawn duel goes to the higher score.
    Knockout,
}

/// What becomes of a particle's speed in a coordinate where it has come to the end of its bounds and stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wall {
    /// It is gone.
    #[default]
    Stop,
    /// It stays as it was.
    Keep,
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
    /// Where duels decide: the swarm's best, and the particles that still contend for challenging it.
    leader: Vec<f32>,
    contenders: Vec<usize>,
}

impl Swarm {
    pub fn new(settings: &PsoConfig, dimensions: usize, rng: &mut Rng) -> Swarm {
        let particles = settings.particles;
        let sample = |range: &Ranges, rng: &mut Rng| -> Vec<f32> {
            (0..particles).flat_map(|_| range.sample(dimensions, rng)).collect()
        };
        let mut positions = sample(&settings.start, rng);
        let velocities = sample(&Ranges::around_zero(settings.start_speed), rng);
        positions.chunks_exact_mut(dimensions).for_each(|row| settings.bounds.confine(row));
        Swarm {
            dimensions,
            memory: settings.memory,
            velocities,
            bests: positions.clone(),
            leader: positions[..dimensions].to_vec(),
            positions,
            best_scores: vec![None; particles],
            scores: vec![0.0; particles],
            contenders: Vec::new(),
        }
    }

    /// Whether there is no duel to come before the particles move.
    pub fn settled(&self) -> bool {
        self.contenders.is_empty()
    }

    pub fn particles(&self) -> usize {
        self.best_scores.len()
    }

    /// The part of a matrix that belongs to a particle.
    pub fn row<'a>(&self, matrix: &'a [f32], particle: usize) -> &'a [f32] {
        &matrix[particle * self.dimensions..][..self.dimensions]
    }

    /// All positions; after them what is remembered, where the memory wants it measured.
    pub fn ask(&self) -> Round {
        if !self.settled() {
            return self.ask_contenders();
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

    /// Those who contend meet two by two; the last one meets the leader.
    fn ask_contenders(&self) -> Round {
        let mut vectors: Vec<Vec<f32>> =
            self.contenders.iter().map(|&i| self.row(&self.bests, i).to_vec()).collect();
        if vectors.len() == 1 {
            vectors.push(self.leader.clone());
        }
        let duels = (1..vectors.len()).step_by(2).map(|second| [second - 1, second]).collect();
        Round { vectors, scored: 0, fresh: 0, duels }
    }

    fn tell_contenders(&mut self, duels: &[f64]) {
        if let &[challenger] = self.contenders.as_slice() {
            if duels[0] > 0.0 {
                self.leader = self.row(&self.bests, challenger).to_vec();
            }
            self.contenders.clear();
            return;
        }
        let winner = |(duel, two): (usize, &[usize])| match *two {
            [a, b] if duels[duel] < 0.0 || duels[duel] == 0.0 && self.scores[b] > self.scores[a] => b,
            [a, ..] => a,
            [] => unreachable!("no part of a list is empty"),
        };
        self.contenders = self.contenders.chunks(2).enumerate().map(winner).collect();
    }

    fn remembering(&self) -> Vec<usize> {
        (0..self.particles()).filter(|&i| self.best_scores[i].is_some()).collect()
    }

    /// Brings memories up to date. Answers whether that is all, or there is a duel to come before the particles move.
    pub fn tell(&mut self, results: &Results, candidate: Candidate) -> bool {
        if !self.settled() {
            self.tell_contenders(&results.duels);
            return self.settled();
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
        let highest = leading(better.iter().copied(), |i| self.scores[i]);
        match (highest, candidate) {
            (Some(particle), _) if first => self.leader = self.row(&self.bests, particle).to_vec(),
            (Some(particle), Candidate::Score) if self.memory == Memory::Duel => {
                self.contenders = vec![particle]
            }
            (_, Candidate::Knockout) if self.memory == Memory::Duel => self.contenders = better,
            _ => {}
        }
        self.settled()
    }

    /// The score of what a particle remembers.
    fn remembered(&self, particle: usize) -> f64 {
        self.best_scores[particle].unwrap_or(f64::NEG_INFINITY)
    }

    /// The best position that any particle remembers.
    pub fn best(&self) -> &[f32] {
        match self.memory {
            Memory::Duel => &self.leader,
            _ => {
                let best = leading(0..self.particles(), |i| self.remembered(i)).unwrap_or(0);
                self.row(&self.bests, best)
            }
        }
    }

    /// The position that a particle of this swarm, or of a part of it, is pulled to.
    fn guide(&self, settings: &PsoConfig, part: &std::ops::Range<usize>, particle: usize) -> &[f32] {
        if self.memory == Memory::Duel {
            return &self.leader;
        }
        let neighbours = settings.neighbourhood.of(particle - part.start, part.len());
        // Who has no neighbours has only itself.
        let itself = (settings.guide.itself || neighbours.is_empty()).then_some(particle);
        let hood = itself.into_iter().chain(neighbours.into_iter().map(|i| part.start + i));
        let (best, matrix) = match settings.guide.score {
            Standing::Now => (leading(hood, |i| self.scores[i]), &self.positions),
            Standing::Remembered => (leading(hood, |i| self.remembered(i)), &self.bests),
        };
        self.row(matrix, best.unwrap_or(particle))
    }

    /// Moves the given particles of a part of the swarm, which has a neighbourhood of its own.
    pub fn advance(
        &mut self,
        part: std::ops::Range<usize>,
        movers: &[usize],
        settings: &PsoConfig,
        rng: &mut Rng,
    ) {
        let PsoConfig { motion, bounds, .. } = settings;
        let d = self.dimensions;
        let v_max = motion.v_max.map_or(LARGEST, |v| v.min(LARGEST));
        let mut factors = vec![1.0; 2 * d];
        let mut positions = self.positions.clone();
        let mut velocities = std::mem::take(&mut self.velocities);
        for &particle in movers {
            let guide = self.guide(settings, &part, particle);
            let best = self.row(&self.bests, particle);
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
                    let inside = bounds.within(j, c[j]);
                    if inside != c[j] && settings.wall == Wall::Stop {
                        v[j] = 0.0;
                    }
                    c[j] = inside;
                }
            }
        }
        (self.positions, self.velocities) = (positions, velocities);
    }
}

/// Who has the highest score; of equals the first.
fn leading(particles: impl Iterator<Item = usize>, score: impl Fn(usize) -> f64) -> Option<usize> {
    particles.reduce(|a, b| if score(b) > score(a) { b } else { a })
}

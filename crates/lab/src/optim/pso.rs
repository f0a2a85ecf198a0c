//! Particle swarm optimisation as in abdelbar2003, abdelbar2004 and cai2010.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::swarm::Swarm;
use super::{
    BadSetting, Candidate, Guide, Memory, Motion, Neighbourhood, Optimizer, Ranges, Results, Round, Wall,
};

/// The settings of a swarm. The papers of 2003 and 2004 leave the constants open; the defaults are ours, and no paper's as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PsoConfig {
    /// How many particles there are.
    pub particles: usize,
    /// Who learns from whom.
    pub neighbourhood: Neighbourhood,
    /// Which of them a particle follows.
    pub guide: Guide,
    /// What decides whether a position is worth remembering.
    pub memory: Memory,
    /// Where duels decide: who challenges the leader.
    pub candidate: Candidate,
    /// The constants of the update.
    pub motion: Motion,
    /// Where particles start.
    pub start: Ranges,
    /// The largest velocity in any coordinate at the start.
    pub start_speed: f32,
    /// Where particles may be; nothing means anywhere.
    pub bounds: Ranges,
    /// What happens to the speed of those that reach the end of it.
    pub wall: Wall,
}

impl Default for PsoConfig {
    fn default() -> PsoConfig {
        PsoConfig {
            particles: 32,
            neighbourhood: Neighbourhood::Hypercube,
            guide: Guide::default(),
            memory: Memory::Rescored,
            candidate: Candidate::Score,
            motion: Motion::default(),
            start: Ranges::around_zero(1.0),
            start_speed: 0.5,
            bounds: Ranges::default(),
            wall: Wall::Stop,
        }
    }
}

impl PsoConfig {
    /// The swarm that trained the players of cai2010.
    pub fn cai2010() -> PsoConfig {
        PsoConfig {
            particles: 40,
            neighbourhood: Neighbourhood::Global,
            memory: Memory::Duel,
            motion: Motion { momentum: 0.4667, own: 1.7971, social: 2.4878, random: true, v_max: Some(2.0) },
            start: Ranges::around_zero(0.2),
            start_speed: 0.2,
            ..PsoConfig::default()
        }
    }

    /// The outer swarm of cai2010, over (momentum, own, social).
    pub fn cai2010_outer() -> PsoConfig {
        let box_ = Ranges::each([[0.2, 1.2], [0.25, 2.5], [0.25, 2.5]]);
        PsoConfig {
            particles: 10,
            neighbourhood: Neighbourhood::Global,
            memory: Memory::Stored,
            motion: Motion { momentum: 0.8, own: 2.0, social: 2.0, random: true, v_max: Some(1.0) },
            start: box_.clone(),
            start_speed: 1.0,
            bounds: box_,
            ..PsoConfig::default()
        }
    }

    pub(super) fn check(&self, dimensions: usize) -> Result<(), BadSetting> {
        BadSetting::count("particles", self.particles, 1)?;
        self.motion.check()?;
        self.start.check("start", dimensions)?;
        self.bounds.check("bounds", dimensions)?;
        if self.start.is_empty() {
            return Err(BadSetting::new("start", "[]", "at least one pair [lowest, highest]"));
        }
        if !(0.0..=1e30).contains(&self.start_speed) {
            return Err(BadSetting::new("start_speed", self.start_speed, "a number from 0 to 1e30"));
        }
        if self.neighbourhood == Neighbourhood::Hypercube && !self.particles.is_power_of_two() {
            return Err(BadSetting::new(
                "particles",
                self.particles,
                "a power of two, as a hypercube has corners",
            ));
        }
        if self.memory == Memory::Duel && self.neighbourhood != Neighbourhood::Global {
            let right = "\"global\" where memory = \"duel\", because duels know only one leader";
            return Err(BadSetting::new("neighbourhood", format!("{:?}", self.neighbourhood), right));
        }
        if self.memory != Memory::Duel && self.candidate != Candidate::Score {
            let right = "\"score\" where memory is not \"duel\", because nobody leads by duels";
            return Err(BadSetting::new("candidate", "\"knockout\"", right));
        }
        if self.memory == Memory::Duel && self.guide != Guide::BEST_REMEMBERED {
            let right = "{ score = \"remembered\", itself = true } where memory = \"duel\", because the leader guides everybody";
            let Guide { score, itself } = self.guide;
            let value = format!("{{ score = {score:?}, itself = {itself} }}").to_lowercase();
            return Err(BadSetting::new("guide", value, right));
        }
        Ok(())
    }
}

/// A particle swarm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pso {
    settings: PsoConfig,
    swarm: Swarm,
}

impl Pso {
    /// A swarm at its start.
    pub fn new(settings: PsoConfig, dimensions: usize, rng: &mut Rng) -> Result<Pso, BadSetting> {
        BadSetting::count("dimensions", dimensions, 1)?;
        settings.check(dimensions)?;
        Ok(Pso { swarm: Swarm::new(&settings, dimensions, rng), settings })
    }

    /// Other constants from now on, where they are tuned while the swarm is at work.
    pub fn set_motion(&mut self, motion: Motion) {
        self.settings.motion = motion;
    }

    /// The constants in use.
    pub fn motion(&self) -> &Motion {
        &self.settings.motion
    }

    /// Where the particles are now.
    pub fn positions(&self) -> impl Iterator<Item = &[f32]> {
        self.swarm.positions.chunks_exact(self.swarm.dimensions)
    }
}

impl Optimizer for Pso {
    fn ask(&mut self, _: &mut Rng) -> Round {
        self.swarm.ask()
    }

    fn tell(&mut self, results: &Results, rng: &mut Rng) {
        if self.swarm.tell(results, self.settings.candidate) {
            let everybody: Vec<usize> = (0..self.swarm.particles()).collect();
            self.swarm.advance(0..everybody.len(), &everybody, &self.settings, rng);
        }
    }

    fn best(&self) -> Vec<f32> {
        self.swarm.best().to_vec()
    }

    fn settled(&self) -> bool {
        self.swarm.settled()
    }
}

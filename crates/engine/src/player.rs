//! Players: who chooses a step, within which limits, and what they say about it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::{Game, Line};
use serde::{Deserialize, Serialize};

use crate::rng::Rng;

/// How much a player may think about one step; what is not set does not limit. In files: `depth`, `nodes` and `ms`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Steps to look ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time to take. Games limited by time cannot be repeated exactly.
    #[serde(rename = "ms", with = "milliseconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
}

/// A time as a whole number of milliseconds.
mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_millis() as u64).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::deserialize(from)?.map(Duration::from_millis))
    }
}

impl Limits {
    /// The tighter of each.
    pub fn tighter(&self, other: &Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Limits {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
        }
    }
}

/// One step worth considering, as a player sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea<M> {
    /// The expected play; it starts with the step.
    pub line: Vec<M>,
    /// The value for the side that makes the step, from −1 (lost) to 1 (won).
    pub value: f32,
    /// How many steps ahead it was looked at.
    pub depth: u32,
    /// Positions looked at for this step, or simulations through it.
    pub visits: u64,
    /// What the step seemed worth before looking ahead; only tree searches know it.
    pub prior: Option<f32>,
}

/// What a player is asked to think about, and how it can be told to stop.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// How long to think.
    pub limits: Limits,
    /// How many of the best steps are wanted; at least one is given.
    pub best: usize,
    /// Whether the first idea will be played. If set, `careless` and `contempt` apply, and the only legal step
    /// is made at once; analysis wants to know what the position is worth.
    pub play: bool,
    /// Raised from elsewhere to end the thinking early.
    pub stop: Arc<AtomicBool>,
}

impl From<Limits> for Task {
    /// Advice within these limits.
    fn from(limits: Limits) -> Task {
        Task { limits, ..Task::default() }
    }
}

/// The best steps found so far, and the positions looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Thoughts<M> {
    /// Best first; never empty.
    pub ideas: Vec<Idea<M>>,
    /// Positions looked at so far.
    pub nodes: u64,
    /// A sentence for the reader, where the numbers mean something else than usual.
    pub note: Option<&'static str>,
}

impl<M: Copy> Thoughts<M> {
    /// These ideas, best first.
    pub fn new(ideas: Vec<Idea<M>>, nodes: u64) -> Thoughts<M> {
        Thoughts { ideas, nodes, note: None }
    }

    /// A step about which nothing else is known.
    pub fn of(step: M) -> Thoughts<M> {
        Thoughts::new(vec![Idea { line: vec![step], value: 0.0, depth: 0, visits: 0, prior: None }], 0)
    }

    /// The best step.
    pub fn step(&self) -> M {
        self.best().line[0]
    }

    /// What is thought of the best step.
    pub fn best(&self) -> &Idea<M> {
        &self.ideas[0]
    }
}

/// Hears what is known so far, now and then.
pub type Watch<'a, G> = &'a mut dyn FnMut(&Thoughts<<G as Game>::Move>);

/// Chooses a step.
pub trait Player<G: Game>: Send {
    /// Thinks about the position now, until a limit of the task or its flag ends it. The game must not be over.
    fn think(&mut self, line: &Line<G>, task: &Task, rng: &mut Rng, watch: Watch<G>) -> Thoughts<G::Move>;

    /// Thinks about a step that will be played, without reports on the way.
    fn choose(&mut self, line: &Line<G>, limits: &Limits, rng: &mut Rng) -> Thoughts<G::Move> {
        let task = Task { play: true, ..Task::from(*limits) };
        self.think(line, &task, rng, &mut |_| {})
    }
}

/// Chooses every legal step with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl<G: Game> Player<G> for RandomPlayer {
    fn think(&mut self, line: &Line<G>, _task: &Task, rng: &mut Rng, _watch: Watch<G>) -> Thoughts<G::Move> {
        let step = line.position().pick(&mut |n| rng.below(n));
        Thoughts::of(step.expect("a player is asked only while the game goes on"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use games::seega::{Rules, Seega};

    use super::*;

    #[test]
    fn random_steps_are_equally_likely() {
        let line = Line::new(Seega::<u64>::start(&Rules::seega(3)));
        let mut rng = Rng::new(5);
        let mut counts = BTreeMap::new();
        for _ in 0..8_000 {
            *counts.entry(RandomPlayer.choose(&line, &Limits::default(), &mut rng).step()).or_insert(0u32) +=
                1;
        }
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), line.moves().to_vec());
        assert!(counts.values().all(|&n| n.abs_diff(1_000) < 150), "{counts:?}");
    }
}

//! The program in a dialogue: as an opponent, and as an adviser.

use engine::player::{Idea, Limits, Player, Task, Thoughts};
use engine::recipe::Maker;
use engine::rng::Rng;
use engine::{Playable, PlayerSpec};
use games::{Line, Side, TextError};

use crate::players;

/// A player of the program, with its side and its randomness.
pub struct Opponent<G: Playable> {
    /// As `--against` named it.
    pub spec: PlayerSpec,
    /// The side that it plays.
    pub side: Side,
    /// Decides its random choices.
    pub seed: u64,
    /// Says nothing about its thoughts.
    pub quiet: bool,
    player: Box<dyn Player<G>>,
    limits: Limits,
    rng: Rng,
}

impl<G: Playable> Opponent<G> {
    pub fn new(
        spec: PlayerSpec,
        rules: &G::Rules,
        side: Side,
        seed: u64,
        quiet: bool,
    ) -> Result<Self, TextError> {
        let rng = Rng::new(seed);
        let player = players::maker(&spec, rules, "--against")?(&mut rng.child("player", 0));
        let limits = spec.default_limits();
        Ok(Opponent { spec, side, seed, quiet, player, limits, rng })
    }

    /// Its step in a game that is not over.
    pub fn choose(&mut self, line: &Line<G>) -> Thoughts<G::Move> {
        self.player.choose(line, &self.limits, &mut self.rng)
    }
}

/// What the program thinks of its step, in a short line; nothing where it did not look ahead.
pub fn thought<M>(idea: &Idea<M>) -> Option<String> {
    let depth = Some(idea.depth).filter(|depth| *depth > 0)?;
    Some(match idea.value {
        v if v >= 1.0 => format!("   (it sees its win, depth {depth})"),
        v if v <= -1.0 => format!("   (it sees its defeat, depth {depth})"),
        v => format!("   (value {} for it, depth {depth})", signed(v)),
    })
}

/// Two digits; nearly nothing is +0.00 on both sides.
fn signed(value: f32) -> String {
    format!("{:+.2}", (value * 100.0).round() / 100.0 + 0.0)
}

/// How many positions the adviser looks at.
const ADVICE: u64 = 20_000;

/// Who answers when a person asks for a hint.
pub struct Adviser<G: Playable> {
    maker: Maker<G>,
    rng: Rng,
}

impl<G: Playable> Adviser<G> {
    pub fn new(rules: &G::Rules, seed: u64) -> Result<Self, TextError> {
        let spec = players::spec(players::BEST, "hint")?;
        Ok(Adviser { maker: players::maker(&spec, rules, "hint")?, rng: Rng::new(seed).child("hint", 0) })
    }

    /// What it would do in a game that is not over; a function of the line and the seed.
    pub fn hint(&self, line: &Line<G>) -> String {
        let mut rng = self.rng.child("step", line.steps().len() as u64);
        let limits = Limits { nodes: Some(ADVICE), ..Limits::default() };
        let task = Task { limits, best: 1, ..Task::default() };
        let thoughts = (self.maker)(&mut rng.child("player", 0)).think(line, &task, &mut rng, &mut |_| {});
        let (position, idea) = (line.position(), &thoughts.ideas[0]);
        let step = position.write_step(idea.line[0]);
        let (value, side, depth) = (signed(idea.value), position.side_name(position.to_move()), idea.depth);
        format!("{step} (value {value} for {side}, depth {depth})")
    }
}

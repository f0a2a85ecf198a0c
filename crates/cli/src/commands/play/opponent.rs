//! The program's side of the table.

use engine::player::{Decision, Limits, Player};
use engine::rng::Rng;
use engine::{Playable, PlayerSpec};
use games::{Game, Line, Side, TextError};

use crate::players;

/// A player of the program, with its side and its randomness.
pub struct Opponent<G: Game> {
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

impl<G: Game> Opponent<G> {
    pub fn new(
        spec: PlayerSpec,
        rules: &G::Rules,
        side: Side,
        seed: u64,
        quiet: bool,
    ) -> Result<Self, TextError>
    where
        G: Playable,
    {
        let rng = Rng::new(seed);
        let player = players::maker(&spec, rules, "--against")?(&mut rng.child("player", 0));
        let limits = spec.default_limits();
        Ok(Opponent { spec, side, seed, quiet, player, limits, rng })
    }

    /// Its step in a game that is not over.
    pub fn choose(&mut self, line: &Line<G>) -> Decision<G::Move> {
        self.player.choose(line, &self.limits, &mut self.rng)
    }
}

/// What the program thinks of its step, in a short line; nothing where it did not look ahead.
pub fn thought<M>(decision: &Decision<M>) -> Option<String> {
    let value = decision.value.filter(|_| decision.depth > 0)?;
    let depth = decision.depth;
    Some(match value {
        v if v >= 1.0 => format!("   (it sees its win, depth {depth})"),
        v if v <= -1.0 => format!("   (it sees its defeat, depth {depth})"),
        v => format!("   (value {v:+.2} for it, depth {depth})"),
    })
}

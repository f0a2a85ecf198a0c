//! The player of a session: named by a spec that may change, made anew for every game.

use games::{Game, TextError};

use crate::Playable;
use crate::player::{Limits, Player};
use crate::recipe::{Maker, PlayerSpec};
use crate::rng::Rng;

/// From a spec to what makes its players for a game with these rules.
type Read<G> = Box<dyn FnMut(&PlayerSpec, &<G as Game>::Rules) -> Result<Maker<G>, TextError>>;

/// Who answers in a session.
pub struct Respondent<G: Game> {
    spec: PlayerSpec,
    maker: Maker<G>,
    read: Read<G>,
}

impl<G: Game> Respondent<G> {
    /// The player of a spec, for a game with these rules.
    pub fn new(spec: PlayerSpec, rules: &G::Rules) -> Result<Self, TextError>
    where
        G: Playable,
    {
        Respondent::with(spec, rules, PlayerSpec::maker::<G>)
    }

    /// The same for players that the specs do not know.
    pub fn with(
        spec: PlayerSpec,
        rules: &G::Rules,
        mut read: impl FnMut(&PlayerSpec, &G::Rules) -> Result<Maker<G>, TextError> + 'static,
    ) -> Result<Self, TextError> {
        let maker = read(&spec, rules)?;
        Ok(Respondent { spec, maker, read: Box::new(read) })
    }

    /// Who sits here.
    pub fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Another player; a wrong spec changes nothing.
    pub(super) fn change(&mut self, spec: PlayerSpec, rules: &G::Rules) -> Result<(), TextError> {
        self.maker = (self.read)(&spec, rules)?;
        self.spec = spec;
        Ok(())
    }

    /// The same player under other rules.
    pub(super) fn move_to(&mut self, rules: &G::Rules) -> Result<(), TextError> {
        self.maker = (self.read)(&self.spec, rules)?;
        Ok(())
    }

    /// A player for the n-th game of a session.
    pub(super) fn player(&self, seed: u64, game: u64) -> Box<dyn Player<G>> {
        (self.maker)(&mut Rng::new(seed).child("game", game).child("player", 0))
    }

    pub(super) fn default_limits(&self) -> Limits {
        self.spec.default_limits()
    }
}

//! The player of a session: named by a spec that may change, made anew for every game, with all that is random about it.

use std::sync::mpsc::Sender;
use std::thread::Scope;

use games::{Game, Line, TextError};

use super::thinking::Event;
use crate::Playable;
use crate::player::{Player, Task};
use crate::recipe::{Maker, PlayerSpec};
use crate::rng::{DEFAULT_SEED, Rng};

/// From a spec to what makes its players for a game with these rules.
type Read<G> = Box<dyn FnMut(&PlayerSpec, &<G as Game>::Rules) -> Result<Maker<G>, TextError>>;

/// Who answers in a session.
pub struct Respondent<G: Game> {
    spec: PlayerSpec,
    maker: Maker<G>,
    read: Read<G>,
    pub(super) seed: u64,
    /// How many games of the session are over.
    games: u64,
    /// The player of this game; away while it thinks.
    pub(super) player: Option<Box<dyn Player<G>>>,
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
        Ok(Respondent { spec, maker, read: Box::new(read), seed: DEFAULT_SEED, games: 0, player: None })
    }

    /// Who sits here.
    pub fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Another player; a wrong spec changes nothing.
    pub(super) fn change(&mut self, spec: PlayerSpec, rules: &G::Rules) -> Result<(), TextError> {
        self.maker = (self.read)(&spec, rules)?;
        self.spec = spec;
        self.sit_down();
        Ok(())
    }

    /// The same player under other rules.
    pub(super) fn move_to(&mut self, rules: &G::Rules) -> Result<(), TextError> {
        self.change(self.spec.clone(), rules)
    }

    /// A new session: its first game.
    pub(super) fn begin(&mut self, seed: u64) {
        (self.seed, self.games) = (seed, 0);
        self.sit_down();
    }

    /// The player of the next game.
    pub(super) fn next_game(&mut self) {
        self.games += 1;
        self.sit_down();
    }

    /// The player of this game, made anew.
    fn sit_down(&mut self) {
        self.player = Some(self.player_of(self.seed, self.games));
    }

    /// A player for the n-th game of a session.
    pub(super) fn player_of(&self, seed: u64, game: u64) -> Box<dyn Player<G>> {
        (self.maker)(&mut Rng::new(seed).child("game", game).child("player", 0))
    }

    /// Lends the player to a thread that thinks about the next step of a line. What is random about it is a function of the seed,
    /// the game and the number of steps made.
    pub(super) fn think<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        line: Line<G>,
        task: Task,
        session: Sender<Event<G>>,
    ) {
        let mut player = self.player.take().expect("the player is back when nothing else is asked");
        let mut rng = Rng::new(self.seed).child("game", self.games).child("step", line.steps().len() as u64);
        scope.spawn(move || {
            let thoughts = player.think(&line, &task, &mut rng, &mut |thoughts| {
                // A session that has ended listens no more.
                let _ = session.send(Event::Thoughts(thoughts.clone()));
            });
            let _ = session.send(Event::Done(player, thoughts));
        });
    }
}

//! Playing one job: who sits where, and the game.

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use engine::recipe::Maker;
use engine::{Playable, Player};
use games::{Game, GameSpec, Line, Outcome, Side, TextError, with_game};

use super::{Entrant, GameRecord, Job, Weights};
use crate::arena::{Participant, play_line};
use crate::program::Programs;

/// What is kept between jobs: what makes the players of each spec, so that no file is read twice, and other programs,
/// so that they are not started for every game.
#[derive(Default)]
pub struct Kit {
    makers: HashMap<Key, Box<dyn Any + Send + Sync>>,
    programs: Programs,
}

/// A player: the game, the spec, and the numbers beside it.
type Key = (GameSpec, String, Option<Weights>);

fn key(job: &Job, entrant: &Entrant) -> Key {
    let beside = || entrant.spec.weights().map(|weights| Weights::from(weights.clone()));
    (job.game, entrant.spec.to_string(), entrant.weights.clone().or_else(beside))
}

impl Kit {
    /// Forgets what makes our own players; programs stay.
    pub fn renew(&mut self) {
        self.makers.clear();
    }

    /// Everything that these jobs need; a sentence names what is wrong with one of them.
    pub fn prepare(&mut self, jobs: &[Job]) -> Result<(), TextError> {
        for job in jobs {
            for entrant in &job.players {
                let wrong = |e: TextError| e.within(&entrant.spec);
                if let Some(program) = entrant.spec.program() {
                    let start = job.start.as_deref();
                    self.programs.check(program, &job.game, start).map_err(wrong)?;
                } else if let Entry::Vacant(place) = self.makers.entry(key(job, entrant)) {
                    let spec = match &entrant.weights {
                        Some(weights) => entrant.spec.with_weights(weights.shared()),
                        None => entrant.spec.clone(),
                    };
                    place.insert(with_game!(job.game, |rules: G| {
                        Box::new(spec.maker::<G>(&rules).map_err(wrong)?)
                    }));
                }
            }
        }
        Ok(())
    }

    fn maker<G: Playable>(&self, job: &Job, entrant: &Entrant) -> &Maker<G> {
        self.makers
            .get(&key(job, entrant))
            .and_then(|maker| maker.downcast_ref())
            .expect("the kit was prepared for this job")
    }
}

/// Plays a job for which the kit was prepared. An error names what is wrong with the job.
pub fn play(job: &Job, kit: &Kit) -> Result<GameRecord, TextError> {
    with_game!(job.game, |rules: G| play_as::<G>(job, &rules, kit))
}

/// The position that a game starts from.
pub(crate) fn start<G: Game>(rules: &G::Rules, text: Option<&str>) -> Result<G, TextError> {
    let start = text.map_or_else(|| Ok(G::start(rules)), |text| G::parse(rules, text))?;
    if start.outcome().is_some() {
        return Err(TextError::new("the game is over where it should start"));
    }
    Ok(start)
}

/// A player of ours or another program, at the board.
enum Chair<'a, G: Game> {
    Own(Box<dyn Player<G>>),
    Other(crate::program::Guest<'a>),
}

fn play_as<G: Playable>(job: &Job, rules: &G::Rules, kit: &Kit) -> Result<GameRecord, TextError> {
    let mut line = Line::new(start::<G>(rules, job.start.as_deref())?);
    for (i, step) in job.opening.iter().enumerate() {
        line.read(step).map_err(|e| e.within(format_args!("step {} of the opening", i + 1)))?;
    }
    let mut rng = job.rng.clone();
    let mut chairs = Side::BOTH.map(|side| {
        let entrant = &job.players[side.index()];
        let mut rng = rng.child("player", side.index() as u64);
        match entrant.spec.program() {
            Some(program) => Chair::Other(kit.programs.guest(program, &job.game, rng.bits())),
            None => Chair::Own(kit.maker::<G>(job, entrant)(&mut rng)),
        }
    });
    let limits = [0, 1].map(|side: usize| job.players[side].limits);
    let seats = chairs.each_mut().map(|chair| match chair {
        Chair::Own(player) => player as &mut dyn Participant<G>,
        Chair::Other(guest) => guest,
    });
    let (line, forfeit) = play_line(line, seats, limits, job.longest, &mut rng);
    let outcome = match &forfeit {
        Some((side, _)) => Outcome::Win(side.other()),
        None => line.outcome().unwrap_or(Outcome::Draw),
    };
    let steps = line.positions().iter().zip(line.steps()).map(|(position, &step)| position.write_step(step));
    Ok(GameRecord { steps: steps.collect(), outcome, forfeit })
}

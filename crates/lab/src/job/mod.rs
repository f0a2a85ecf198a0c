//! Games as plain data: a [`Job`] says everything about a game before it is played, a [`GameRecord`] everything after.
//!
//! Playing a job is a pure function of it, as long as no player is limited by time. So it does not matter where it is played:
//! threads, processes or other machines differ only in the [`Executor`], which gives the records back in the order of the
//! jobs. Matches, tournaments and learners all plan jobs and read records.

mod distinct;
mod kept;
mod pairs;
mod play;
mod threads;
mod weights;

pub use distinct::Distinct;
pub use kept::{Ended, Heard, Kept, Planned};
pub use pairs::{Pair, Pairing, opening};
pub(crate) use play::start;
pub use play::{Kit, play};
pub use threads::Threads;
pub use weights::Weights;

use std::ops::ControlFlow;

use engine::{Limits, PlayerSpec, Rng};
use games::record::Record;
use games::{Game, GameSpec, Outcome, Side, TextError, with_game};
use serde::{Deserialize, Serialize};

/// A player and how long it may think about a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Who plays: a spec of the engine, or another program (see [`crate::program`]).
    pub spec: PlayerSpec,
    /// How long it thinks.
    #[serde(default)]
    pub limits: Limits,
    /// The numbers of its evaluator, where the spec names no file for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Weights>,
}

impl Entrant {
    /// A player that needs no numbers.
    pub fn new(spec: PlayerSpec, limits: Limits) -> Entrant {
        Entrant { spec, limits, weights: None }
    }

    /// The same player with numbers.
    pub fn with_weights(&self, weights: Weights) -> Entrant {
        Entrant { weights: Some(weights), ..self.clone() }
    }
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The game and its rules.
    pub game: GameSpec,
    /// The players of the first and of the second side.
    pub players: [Entrant; 2],
    /// The position that the game starts from, if it is not the usual one.
    #[serde(default)]
    pub start: Option<String>,
    /// The steps before the players take over.
    pub opening: Vec<String>,
    /// A game that has this many steps, opening included, is a draw.
    pub longest: u32,
    /// Everything random in the game follows from it.
    pub rng: Rng,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// All steps, opening included, as the game writes them.
    #[serde(with = "words")]
    pub steps: Vec<String>,
    /// Who won. A game that became too long is a draw, a forfeited one a win of the other side.
    #[serde(with = "outcome")]
    pub outcome: Outcome,
    /// Why the game ended off the board: which side failed to make a legal step, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<(Side, String)>,
}

impl GameRecord {
    /// The game as the record formats write it, with the players in the tags of their colours.
    pub fn record(&self, job: &Job) -> Record {
        let mut record = Record::new(job.game);
        record.start = job.start.clone();
        record.steps = self.steps.clone();
        record.result = Some(self.outcome);
        let [first, second] = [0, 1].map(|side: usize| job.players[side].spec.to_string());
        record.set_players(&first, &second);
        if let Some((side, why)) = &self.forfeit {
            let name = with_game!(job.game, |rules: G| G::start(&rules).side_name(*side));
            record.comments.insert(self.steps.len(), format!("{name} forfeits: {why}"));
        }
        record
    }
}

/// Hears the records in the order of their jobs, and may end the run.
pub type Watch<'a> = dyn FnMut(usize, GameRecord) -> ControlFlow<()> + 'a;

/// Plays jobs.
pub trait Executor: Sync {
    /// Plays jobs. Every record is told with the number of its job, in order, as soon as it and all before it are there; when
    /// `watch` breaks, no further job is begun and nothing more is told. All players are looked at before the first game.
    fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), TextError>;

    /// Plays all jobs; the records are in the order of the jobs.
    fn run(&self, jobs: &[Job]) -> Result<Vec<GameRecord>, TextError> {
        let mut records = Vec::with_capacity(jobs.len());
        self.stream(jobs, &mut |_, record| {
            records.push(record);
            ControlFlow::Continue(())
        })?;
        Ok(records)
    }
}

/// Steps as one text: no step has a space in it.
mod words {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(words: &[String], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&words.join(" "))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
        Ok(String::deserialize(from)?.split_whitespace().map(String::from).collect())
    }
}

/// Outcomes as their words.
mod outcome {
    use games::Outcome;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(outcome.word())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        let word = String::deserialize(from)?;
        Outcome::from_word(&word).ok_or_else(|| D::Error::custom("an outcome is first, second or draw"))
    }
}

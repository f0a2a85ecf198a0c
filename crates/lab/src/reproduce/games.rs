//! Games for comparisons.

use engine::{Limits, PlayerSpec};
use games::{GameSpec, Outcome};

use crate::job::{Entrant, Executor, ExecutorError, Job, Pairing};
use crate::stats::Tally;

/// What two players play.
pub struct Field {
    pub game: GameSpec,
    pub opening: u32,
    pub longest: u32,
    pub seed: u64,
}

impl Field {
    fn pairing(&self) -> Pairing {
        let Field { game, opening, longest, seed } = *self;
        Pairing { game, start: None, opening, longest, seed }
    }

    /// Pairs of games from the same opening, once with each side; the results of the first player.
    pub fn pairs(
        &self,
        players: [&Entrant; 2],
        games: u32,
        executor: &dyn Executor,
    ) -> Result<Tally, ExecutorError> {
        let mut jobs: Vec<Job> = Vec::new();
        for pair in 0..u64::from(games.div_ceil(2)) {
            jobs.extend(self.pairing().jobs(players, pair)?);
        }
        let mut tally = Tally::default();
        for pair in executor.run(&jobs)?.chunks(2) {
            tally.add([pair[0].outcome, pair[1].outcome], (pair[0].steps.len() + pair[1].steps.len()) as u64);
        }
        Ok(tally)
    }

    /// Games in which each keeps its side: how many the first side won, and were drawn.
    pub fn sided(
        &self,
        players: [&Entrant; 2],
        games: u32,
        executor: &dyn Executor,
    ) -> Result<[u32; 2], ExecutorError> {
        let mut jobs: Vec<Job> = Vec::new();
        for number in 0..u64::from(games) {
            let [first, _] = self.pairing().jobs(players, number)?;
            jobs.push(first);
        }
        let records = executor.run(&jobs)?;
        let count =
            |outcome: Outcome| records.iter().filter(|record| record.outcome == outcome).count() as u32;
        Ok([count(Outcome::Win(games::Side::First)), count(Outcome::Draw)])
    }
}

/// A player of the engine, with the limits that it has when nobody sets any.
pub fn known(spec: &str) -> Entrant {
    let spec: PlayerSpec = spec.parse().expect("this is a spec");
    let limits = spec.default_limits();
    Entrant::new(spec, limits)
}

/// A player that was learnt.
pub fn learnt(spec: &PlayerSpec, weights: &[f32]) -> Entrant {
    Entrant::new(spec.clone(), Limits::default()).with_weights(weights.to_vec().into())
}

/// A score with its interval: `62% ± 7 of 100`.
pub fn points(tally: &Tally) -> String {
    format!(
        "{:.0}% ± {:.0} of {} games ({} won, {} drawn, {} lost)",
        100.0 * tally.score(),
        100.0 * tally.error(),
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses
    )
}

/// The points of the first side in percent, with the deviation of that estimate.
pub fn share([wins, draws]: [u32; 2], games: u32) -> String {
    let (n, points) = (f64::from(games), f64::from(wins) + 0.5 * f64::from(draws));
    let share = points / n;
    // The variance is largest without draws.
    let error = 196.0 * (share * (1.0 - share) / n).sqrt();
    format!("{:.0}% ± {error:.0} of {games} games ({wins} won, {draws} drawn)", 100.0 * share)
}

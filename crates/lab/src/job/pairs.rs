//! Games in pairs: from the same random opening, once with each side.

use std::ops::ControlFlow;

use engine::Rng;
use games::{Game, GameSpec, Line, Outcome, Side, TextError, with_game};

use super::play::start;
use super::{Entrant, Executor, GameRecord, Job};
use crate::arena::random_opening;
use crate::stats::Tally;

/// A pair of games: both players by index, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The one who has the first side first, and the other.
    pub players: [usize; 2],
    /// The number of the pair, from 0; pairs of the same number have the same opening, for all players.
    pub number: u64,
}

/// Pairs are planned in portions, so that a long contest needs little memory.
const PORTION: usize = 500;

/// What all pairs of a contest have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// The game and its rules.
    pub game: GameSpec,
    /// The position that every opening starts from, if it is not the usual one.
    pub start: Option<String>,
    /// Random steps before the players take over.
    pub opening: u32,
    /// A game of more steps than this is a draw.
    pub longest: u32,
    /// Everything random follows from it and the number of the pair.
    pub seed: u64,
}

impl Pairing {
    /// So many games in pairs between two players; the results of the first.
    pub fn tally(
        &self,
        players: [&Entrant; 2],
        games: u32,
        executor: &dyn Executor,
    ) -> Result<Tally, TextError> {
        let mut jobs: Vec<Job> = Vec::new();
        for pair in 0..u64::from(games.div_ceil(2)) {
            jobs.extend(self.jobs(players, pair)?);
        }
        let mut tally = Tally::default();
        for pair in executor.run(&jobs)?.chunks(2) {
            tally.add([pair[0].outcome, pair[1].outcome], (pair[0].steps.len() + pair[1].steps.len()) as u64);
        }
        Ok(tally)
    }

    /// The two games of the n-th pair: from the same random opening, the first entrant has the first side and then the
    /// second. They depend on nothing else, so that a match can be continued, and a tournament between two is a match.
    pub fn jobs(&self, players: [&Entrant; 2], pair: u64) -> Result<[Job; 2], TextError> {
        let rng = Rng::new(self.seed).child("pair", pair);
        let opening = opening(self.game, self.start.as_deref(), self.opening, &mut rng.child("opening", 0))?;
        Ok(Side::BOTH.map(|side| {
            let mut players = players.map(Entrant::clone);
            if side == Side::Second {
                players.reverse();
            }
            Job {
                game: self.game,
                players,
                start: self.start.clone(),
                opening: opening.clone(),
                longest: self.longest,
                rng: rng.child("game", side.index() as u64),
            }
        }))
    }

    /// Whether a game of this contest was cut off as too long. One that the rules ended with its last step was not.
    pub fn is_cut(&self, record: &GameRecord) -> bool {
        let long = record.steps.len() as u64 >= u64::from(self.longest);
        long && record.outcome == Outcome::Draw && self.replay(record).is_ok_and(|outcome| outcome.is_none())
    }

    /// What the rules say about the end of a game.
    fn replay(&self, record: &GameRecord) -> Result<Option<Outcome>, TextError> {
        with_game!(self.game, |rules: G| {
            let mut line = Line::new(start::<G>(&rules, self.start.as_deref())?);
            record.steps.iter().try_for_each(|step| line.read(step).map(drop))?;
            Ok(line.outcome())
        })
    }

    /// Plays pairs; `watch` hears the two games of each in the order of the plan, and may end it.
    pub fn play(
        &self,
        executor: &dyn Executor,
        entrants: &[Entrant],
        plan: impl IntoIterator<Item = Pair>,
        mut watch: impl FnMut(Pair, &[Job], [GameRecord; 2]) -> ControlFlow<()>,
    ) -> Result<(), TextError> {
        let mut plan = plan.into_iter().peekable();
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() && plan.peek().is_some() {
            let pairs: Vec<Pair> = plan.by_ref().take(PORTION).collect();
            let mut jobs = Vec::with_capacity(2 * pairs.len());
            for Pair { players, number } in &pairs {
                jobs.extend(self.jobs(players.map(|player| &entrants[player]), *number)?);
            }
            let mut first = None;
            executor.stream(&jobs, &mut |number, record| {
                if let Some(first) = first.take() {
                    flow = watch(pairs[number / 2], &jobs[number - 1..=number], [first, record]);
                    return flow;
                }
                first = Some(record);
                ControlFlow::Continue(())
            })?;
        }
        Ok(())
    }
}

/// Random steps that a game begins with, after which it still goes on.
pub fn opening(
    game: GameSpec,
    from: Option<&str>,
    steps: u32,
    rng: &mut Rng,
) -> Result<Vec<String>, TextError> {
    with_game!(game, |rules: G| {
        let line = random_opening(start::<G>(&rules, from)?, steps, rng).ok_or_else(|| {
            TextError::new(format!("after {steps} random steps nearly every game is over; take fewer"))
        })?;
        let made = line.positions().iter().zip(line.steps());
        Ok(made.map(|(position, &step)| position.write_step(step)).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed game of 2003 is a draw by the rules at step 67.
    #[test]
    fn a_draw_by_the_rules_is_not_cut_off() {
        let text = include_str!("../../../../tests/data/seega5-abdelbar2003.txt");
        let steps = text.lines().filter(|line| !line.starts_with('#'));
        let steps: Vec<String> = steps.map(|line| line.split_whitespace().nth(2).unwrap().into()).collect();
        for (length, longest, cut) in [(67, 2000, false), (67, 67, false), (66, 66, true), (66, 67, false)] {
            let game = "seega:5".parse().unwrap();
            let pairing = Pairing { game, start: None, opening: 0, longest, seed: 1 };
            let record =
                GameRecord { steps: steps[..length].to_vec(), outcome: Outcome::Draw, forfeit: None };
            assert_eq!(pairing.is_cut(&record), cut, "{length} steps of at most {longest}");
        }
    }
}

//! One round of the optimisers: the vectors that they want measured, the games for it, and the results.
//!
//! New vectors meet each other as the scheme says. What a population remembers takes part as a guest: it meets those that
//! the new vector in its place meets, and such a game counts for the guest alone. So a new vector and the one that it must
//! surpass have met the same opponents, and all scores come from the same field.

use engine::Rng;
use games::{Outcome, Side, TextError};

use super::config::{Duel, Fitness};
use super::scheme::{Member, Standings};
use super::{Config, Scheme};
use crate::job::{Entrant, GameRecord, Job, Weights};
use crate::optim::{Results, Round};

/// For whom a game counts.
#[derive(Clone, Copy, Debug)]
enum Credit {
    /// For the new vectors in it.
    New,
    /// For what is remembered in place of the player of this side.
    Guest(Side),
    /// For a duel of a population: which one, and the side of the challenger.
    Duel(usize, usize, Side),
}

/// A game that is planned.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    seats: [Seat; 2],
    credit: Credit,
}

/// Who sits at a board.
#[derive(Clone, Copy, Debug)]
enum Seat {
    /// A vector of a population's round.
    Vector(usize, usize),
    Past(usize, usize),
    Fixed,
}

/// The scores of one vector so far.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    total: f64,
    games: u32,
}

/// A round in progress.
#[derive(Debug)]
pub(super) struct Stage {
    /// What each population wants measured; nothing where its generation is over already.
    pub rounds: Vec<Option<Round>>,
    weights: Vec<Vec<Weights>>,
    sums: Vec<Vec<Sum>>,
    duels: Vec<Vec<f64>>,
    met: Vec<[usize; 2]>,
    round: usize,
    meetings: Vec<Meeting>,
}

impl Stage {
    pub fn new(rounds: Vec<Option<Round>>) -> Stage {
        fn each<T>(rounds: &[Option<Round>], make: impl Fn(&Round) -> Vec<T>) -> Vec<Vec<T>> {
            rounds.iter().map(|round| round.as_ref().map_or_else(Vec::new, &make)).collect()
        }
        Stage {
            weights: each(&rounds, |round| round.vectors.iter().map(|v| v.clone().into()).collect()),
            sums: each(&rounds, |round| vec![Sum::default(); round.scored]),
            duels: each(&rounds, |round| vec![0.0; round.duels.len()]),
            rounds,
            met: Vec::new(),
            round: 0,
            meetings: Vec::new(),
        }
    }

    fn fresh(&self, population: usize) -> usize {
        self.rounds[population].as_ref().map_or(0, |round| round.fresh)
    }

    /// Whether every population wants scores in this round, and not only duels.
    pub fn has_tournament(&self) -> bool {
        (0..self.rounds.len()).all(|population| self.fresh(population) > 0)
    }

    /// How many rounds of the tournament are planned or played.
    pub fn rounds_played(&self) -> usize {
        self.round
    }

    /// Plans the next games.
    pub fn plan(&mut self, config: &Config, champions: usize, rng: &Rng) {
        self.meetings.clear();
        if self.has_tournament() {
            let sizes: Vec<usize> = (0..self.rounds.len()).map(|population| self.fresh(population)).collect();
            let points: Vec<Vec<f64>> =
                self.sums.iter().map(|sums| sums.iter().map(|sum| sum.total).collect()).collect();
            let standings = Standings { sizes: &sizes, champions, points: &points, met: &self.met };
            let mut lots = rng.child("lots", self.round as u64);
            let meetings = config.scheme.round(self.round, &standings, &mut lots);
            meetings.into_iter().for_each(|meeting| self.add_meeting(meeting));
        }
        if self.round == 0 {
            self.add_duels(config.duel);
        }
        self.round += 1;
    }

    /// A game of the scheme, and the same game for those who are remembered.
    fn add_meeting(&mut self, members: [Member; 2]) {
        let seats = members.map(|member| match member {
            Member::New { population, index } => Seat::Vector(population, index),
            Member::Past { population, generation } => Seat::Past(population, generation),
            Member::Fixed => Seat::Fixed,
        });
        self.meetings.push(Meeting { seats, credit: Credit::New });
        if let [Seat::Vector(_, a), Seat::Vector(_, b)] = seats {
            self.met.push([a, b]);
        }
        for side in Side::BOTH {
            let Seat::Vector(population, index) = seats[side.index()] else { continue };
            let fresh = self.fresh(population);
            if fresh + index < self.sums[population].len() {
                let mut seats = seats;
                seats[side.index()] = Seat::Vector(population, fresh + index);
                self.meetings.push(Meeting { seats, credit: Credit::Guest(side) });
            }
        }
    }

    fn add_duels(&mut self, duel: Duel) {
        for (population, round) in self.rounds.iter().enumerate() {
            let duels = round.iter().flat_map(|round| round.duels.iter().enumerate());
            for (number, &[challenger, other]) in duels {
                let seats = [Seat::Vector(population, challenger), Seat::Vector(population, other)];
                let credit = |side| Credit::Duel(population, number, side);
                self.meetings.push(Meeting { seats, credit: credit(Side::First) });
                if duel == Duel::Both {
                    let seats = [seats[1], seats[0]];
                    self.meetings.push(Meeting { seats, credit: credit(Side::Second) });
                }
            }
        }
    }

    /// The planned games as jobs; `before` is how many the generation has had.
    pub fn jobs(
        &self,
        config: &Config,
        halls: &[Vec<Weights>],
        before: u64,
        rng: &Rng,
    ) -> Result<Vec<Job>, TextError> {
        let player = Entrant::new(config.player.clone(), config.limits);
        let fixed = match &config.scheme {
            Scheme::Fixed { player, .. } => Entrant::new(player.clone(), config.limits),
            _ => player.clone(),
        };
        let entrant = |seat: Seat| match seat {
            Seat::Vector(population, index) => player.with_weights(self.weights[population][index].clone()),
            Seat::Past(population, generation) => player.with_weights(halls[population][generation].clone()),
            Seat::Fixed => fixed.clone(),
        };
        let jobs = self.meetings.iter().enumerate().map(|(i, meeting)| {
            let rng = rng.child("game", before + i as u64);
            let opening =
                crate::job::opening(config.game, None, config.opening, &mut rng.child("opening", 0))?;
            Ok(Job {
                game: config.game,
                players: meeting.seats.map(entrant),
                start: None,
                opening,
                longest: config.longest,
                rng,
            })
        });
        jobs.collect()
    }

    /// Who played a planned game, as a reader wants to know it.
    pub fn names(&self, game: usize, populations: &[String]) -> [String; 2] {
        self.meetings[game].seats.map(|seat| match seat {
            Seat::Vector(population, index) => match index.checked_sub(self.fresh(population)) {
                Some(place) if self.fresh(population) > 0 => {
                    format!("{} {} (remembered)", populations[population], place + 1)
                }
                _ => format!("{} {}", populations[population], index + 1),
            },
            Seat::Past(population, generation) => {
                format!("{}, champion of epoch {}", populations[population], generation + 1)
            }
            Seat::Fixed => "the fixed player".into(),
        })
    }

    /// Counts the planned games.
    pub fn count(&mut self, config: &Config, jobs: &[Job], records: &[GameRecord]) -> Result<(), TextError> {
        for (meeting, (job, record)) in self.meetings.iter().zip(jobs.iter().zip(records)) {
            let counted = match meeting.credit {
                Credit::Duel(population, number, side) => {
                    self.duels[population][number] += match record.outcome {
                        Outcome::Draw => 0.0,
                        Outcome::Win(winner) if winner == side => 1.0,
                        Outcome::Win(_) => -1.0,
                    };
                    continue;
                }
                Credit::New => [true; 2],
                Credit::Guest(side) => Side::BOTH.map(|other| other == side),
            };
            let scores = config.score.of(job, record)?;
            for side in [0, 1] {
                if let (Seat::Vector(population, index), true) = (meeting.seats[side], counted[side]) {
                    let sum = &mut self.sums[population][index];
                    sum.total += scores[side];
                    sum.games += 1;
                }
            }
        }
        Ok(())
    }

    /// What a population's round gave.
    pub fn results(&self, population: usize, fitness: Fitness) -> Results {
        let scores = self.sums[population].iter().map(|sum| match fitness {
            Fitness::Sum => sum.total,
            // Who was never drawn has proved nothing.
            Fitness::Mean => sum.total / f64::from(sum.games.max(1)),
        });
        Results { scores: scores.collect(), duels: self.duels[population].clone() }
    }
}

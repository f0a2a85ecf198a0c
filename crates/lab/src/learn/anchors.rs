//! Champions against players that never change: how strong a learner has become.

use engine::{Playable, PlayerSpec};
use games::{GameSpec, Outcome, Side, TextError, with_game};
use serde::{Deserialize, Serialize};

use super::{Config, Match};
use crate::job::{Entrant, Executor, GameRecord, Job, Pairing, Weights};

/// Whom the champions of a run meet, and how often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchors {
    /// Champions of every so many generations meet them, and those of the first.
    pub every: u64,
    /// Games against each.
    pub games: u32,
    /// Who they are.
    pub players: Vec<PlayerSpec>,
}

/// The points of a champion against an anchor.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// Which champion: its population.
    pub population: usize,
    /// After which epoch.
    pub epoch: u64,
    /// Against whom.
    pub anchor: PlayerSpec,
    /// Games won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Meeting {
    /// The same for a run's metrics. A game stands for a pair that is lost, drawn or won as a whole.
    pub fn as_match(&self) -> Match {
        let Meeting { wins, draws, losses, .. } = *self;
        Match { against: self.anchor.to_string(), wins, draws, losses, pairs: [losses, 0, draws, 0, wins] }
    }

    /// The share of points.
    pub fn score(&self) -> f64 {
        let games = f64::from((self.wins + self.draws + self.losses).max(1));
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / games
    }
}

/// Whom champions of a game are measured against: those who know nothing, and the papers' players.
pub fn anchors(game: GameSpec) -> Vec<PlayerSpec> {
    let names = with_game!(game, |_rules: G| <G as Playable>::ANCHORS);
    names.iter().map(|name| name.parse().expect("these are specs")).collect()
}

/// Random steps that games against anchors begin with.
const OPENING: u32 = 2;

/// Lets champions (population, epoch, numbers) meet anchors, so many games each.
pub fn measure(
    config: &Config,
    champions: &[(usize, u64, Weights)],
    anchors: &[PlayerSpec],
    games: u32,
    executor: &dyn Executor,
) -> Result<Vec<Meeting>, TextError> {
    let plan = Plan::new(config, champions, anchors, games)?;
    let records = executor.run(&plan.jobs)?;
    Ok(plan.read(&records))
}

/// Meetings that are to be played.
pub struct Plan {
    /// The games.
    pub jobs: Vec<Job>,
    /// Of each game the meeting that it belongs to, and the side of the champion.
    owners: Vec<(usize, Side)>,
    meetings: Vec<Meeting>,
}

impl Plan {
    /// Where there are two populations, each plays its own side; otherwise half of the games with each.
    pub fn new(
        config: &Config,
        champions: &[(usize, u64, Weights)],
        anchors: &[PlayerSpec],
        games: u32,
    ) -> Result<Plan, TextError> {
        let pairing = Pairing {
            game: config.game,
            start: None,
            opening: OPENING,
            longest: config.longest,
            seed: config.seed,
        };
        let player = Entrant::new(config.player.clone(), config.limits);
        let (mut jobs, mut owners): (Vec<Job>, Vec<(usize, Side)>) = (Vec::new(), Vec::new());
        let mut meetings = Vec::new();
        for (population, epoch, weights) in champions {
            for anchor in anchors {
                let limits = anchor.default_limits();
                let pair = [player.with_weights(weights.clone()), Entrant::new(anchor.clone(), limits)];
                let sides: &[Side] = match (config.populations, population) {
                    (1, _) => &Side::BOTH,
                    (_, 0) => &[Side::First],
                    _ => &[Side::Second],
                };
                let meeting = Meeting {
                    population: *population,
                    epoch: *epoch,
                    anchor: anchor.clone(),
                    wins: 0,
                    draws: 0,
                    losses: 0,
                };
                for game in 0..games as usize {
                    let side = sides[game % sides.len()];
                    let both: [Job; 2] = pairing.jobs(pair.each_ref(), (game / sides.len()) as u64)?;
                    jobs.extend(both.into_iter().nth(side.index()));
                    owners.push((meetings.len(), side));
                }
                meetings.push(meeting);
            }
        }
        Ok(Plan { jobs, owners, meetings })
    }

    /// How the games ended.
    pub fn read(self, records: &[GameRecord]) -> Vec<Meeting> {
        let Plan { owners, mut meetings, .. } = self;
        for ((meeting, side), record) in owners.into_iter().zip(records) {
            let Meeting { wins, draws, losses, .. } = &mut meetings[meeting];
            *match record.outcome {
                Outcome::Draw => draws,
                Outcome::Win(winner) if winner == side => wins,
                Outcome::Win(_) => losses,
            } += 1;
        }
        meetings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Threads;

    #[test]
    fn anchors_exist_in_every_game() {
        for game in games::presets().map(games::Preset::usual) {
            for anchor in anchors(game) {
                with_game!(game, |rules: G| drop(anchor.maker::<G>(&rules).unwrap()));
            }
        }
    }

    /// Good weights beat random play with either side, bad ones do not.
    #[test]
    fn champions_are_measured_with_their_sides() {
        let config = Config::parse(
            "game = 'awari'\nplayer = 'davis2002(depth=2)'\nepochs = 1\nscheme = { kind = 'everybody' }\n\
             score = { kind = 'points', win = 3, draw = 1, loss = 0 }\noptimizer = { kind = 'es' }",
        )
        .unwrap();
        let good: Weights = vec![0.0, 0.0, 0.0, 0.0, -1.0, 1.0].into();
        let bad: Weights = vec![0.0, 0.0, 0.0, 0.0, 1.0, -1.0].into();
        let champions = [(0, 1, good), (0, 2, bad)];
        let meetings =
            measure(&config, &champions, &["random".parse().unwrap()], 20, &Threads::new(2)).unwrap();
        assert_eq!(meetings.len(), 2);
        assert!(meetings[0].score() > 0.9 && meetings[1].score() < 0.8, "{meetings:?}");
        let two = Config { populations: 2, ..config };
        let both = measure(
            &two,
            &[(1, 1, champions[0].2.clone())],
            &["random".parse().unwrap()],
            10,
            &Threads::new(1),
        );
        assert!(both.unwrap()[0].score() > 0.9);
    }
}

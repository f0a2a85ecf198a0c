//! Who meets whom in the tournament of a generation.
//!
//! With two populations the first always has the first side and the second the second. With one, each vector can
//! have either side. `n` is the size of a population:
//!
//! | kind | meetings | used in |
//! |---|---|---|
//! | `image` | each of the first population with the one in the same corner of the other's hypercube and that one's neighbours | abdelbar2003 |
//! | `random` | each, having the first side, with so many others drawn by lot | abdelbar2004, cai2010 |
//! | `everybody` | all with all; in one population each two meet twice, once with each side | davis2002 |
//! | `swiss` | in rounds, those next to each other in the standings | |
//! | `hall_of_fame` | as `random`, and each with so many former champions, once with each side that it can have | Rosin and Belew 1997 |
//! | `fixed` | each with the same given player | cai2010 |

use engine::{PlayerSpec, Rng};
use games::TextError;
use serde::{Deserialize, Serialize};

/// No generation may have more games.
const MOST: u64 = 1_000_000;

/// The scheme of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Scheme {
    /// One's image and its neighbours, so many games with each.
    Image { games: u32 },
    /// So many opponents drawn by lot, one game with each.
    Random { opponents: usize },
    /// All with all.
    Everybody {},
    /// So many rounds between neighbours in the standings.
    Swiss { rounds: usize },
    /// So many opponents drawn by lot, and so many of the champions of all generations before.
    HallOfFame { opponents: usize, past: usize },
    /// So many games with a player that never changes, having the first side.
    Fixed { player: PlayerSpec, games: u32 },
}

/// A player in a learner's tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Member {
    /// One of the new vectors of a population: the population, and which.
    New { population: usize, index: usize },
    /// A champion of an earlier generation.
    Past { population: usize, generation: usize },
    /// The player that never changes.
    Fixed,
}

/// What a scheme knows about the tournament so far.
pub struct Standings<'a> {
    /// How many there are in each population.
    pub sizes: &'a [usize],
    /// How many champions there have been.
    pub champions: usize,
    /// The points of each so far, by population.
    pub points: &'a [Vec<f64>],
    /// Who has met whom so far, by their numbers; the first has had the first side.
    pub met: &'a [[usize; 2]],
}

impl Scheme {
    /// That the scheme suits so many populations of this size.
    pub fn check(&self, populations: usize, size: usize) -> Result<(), TextError> {
        let others = if populations == 2 { size } else { size.saturating_sub(1) };
        let wrong = |why: String| Err(TextError::new(format!("scheme: {why}")));
        match self {
            Scheme::Image { .. } if populations != 2 || !size.is_power_of_two() => wrong(format!(
                "image needs two populations, each of a power of two, and there are {populations} of {size}"
            )),
            Scheme::Random { opponents } | Scheme::HallOfFame { opponents, .. }
                if *opponents == 0 || *opponents > others =>
            {
                wrong(format!("opponents is {opponents}, but it must be from 1 to {others}"))
            }
            Scheme::Image { games: 0 } | Scheme::Fixed { games: 0, .. } | Scheme::Swiss { rounds: 0 } => {
                wrong("nobody would play; 1 is the least".into())
            }
            Scheme::Swiss { .. } if size < 2 => wrong("swiss needs at least two who can meet".into()),
            Scheme::Fixed { .. } if populations == 2 => wrong("fixed needs one population".into()),
            _ => match self.games(size as u64, others as u64) {
                games if games > MOST => {
                    wrong(format!("a generation would have {games} games, and {MOST} are the most"))
                }
                _ => Ok(()),
            },
        }
    }

    /// Games of a generation at most, those of who is remembered left out.
    fn games(&self, size: u64, others: u64) -> u64 {
        match *self {
            Scheme::Image { games } => size * u64::from(size.trailing_zeros() + 1) * u64::from(games),
            Scheme::Random { opponents } => size * opponents as u64,
            Scheme::HallOfFame { opponents, past } => size * (opponents + 2 * past) as u64,
            Scheme::Everybody {} => size * others,
            Scheme::Swiss { rounds } => size * rounds as u64,
            Scheme::Fixed { games, .. } => size * u64::from(games),
        }
    }

    /// How many rounds there are: the meetings of each depend on what came before.
    pub fn rounds(&self) -> usize {
        match self {
            Scheme::Swiss { rounds } => *rounds,
            _ => 1,
        }
    }

    /// The meetings of a round, first side first; none once the tournament is over.
    pub fn round(&self, round: usize, standings: &Standings<'_>, rng: &mut Rng) -> Vec<[Member; 2]> {
        let single = standings.sizes.len() == 1;
        let second = if single { 0 } else { 1 };
        let (n, others) = (standings.sizes[0], standings.sizes[second]);
        let pair = |a: usize, b: usize| {
            [Member::New { population: 0, index: a }, Member::New { population: second, index: b }]
        };
        let drawn = |opponents: usize, rng: &mut Rng| -> Vec<[Member; 2]> {
            (0..n)
                .flat_map(|a| {
                    let mut pool: Vec<usize> = (0..others).filter(|&b| !single || b != a).collect();
                    rng.shuffle(&mut pool);
                    pool.truncate(opponents);
                    pool.into_iter().map(move |b| pair(a, b))
                })
                .collect()
        };
        match self {
            Scheme::Swiss { rounds } if round < *rounds => swiss(standings, rng, pair),
            _ if round > 0 => Vec::new(),
            Scheme::Image { games } => {
                let corner =
                    |a: usize| std::iter::once(a).chain((0..n.trailing_zeros()).map(move |bit| a ^ 1 << bit));
                let meetings = (0..n).flat_map(|a| corner(a).map(move |b| pair(a, b)));
                meetings.flat_map(|meeting| std::iter::repeat_n(meeting, *games as usize)).collect()
            }
            Scheme::Random { opponents } => drawn(*opponents, rng),
            Scheme::Everybody {} => (0..n)
                .flat_map(|a| (0..others).filter(move |&b| !single || a != b).map(move |b| pair(a, b)))
                .collect(),
            Scheme::Swiss { .. } => Vec::new(),
            Scheme::HallOfFame { opponents, past } => {
                let mut meetings = drawn(*opponents, rng);
                for (population, &size) in standings.sizes.iter().enumerate() {
                    for index in 0..size {
                        let mut hall: Vec<usize> = (0..standings.champions).collect();
                        rng.shuffle(&mut hall);
                        for &generation in hall.iter().take(*past) {
                            let new = Member::New { population, index };
                            let past = Member::Past {
                                population: if single { 0 } else { 1 - population },
                                generation,
                            };
                            match (single, population) {
                                (true, _) => meetings.extend([[new, past], [past, new]]),
                                (false, 0) => meetings.push([new, past]),
                                (false, _) => meetings.push([past, new]),
                            }
                        }
                    }
                }
                meetings
            }
            Scheme::Fixed { games, .. } => (0..n)
                .flat_map(|index| {
                    let meeting = [Member::New { population: 0, index }, Member::Fixed];
                    std::iter::repeat_n(meeting, *games as usize)
                })
                .collect(),
        }
    }
}

/// The best meet the best: by points, equal ones by lot. In one population no two meet again while there is another
/// opponent, and who has had the first side less often gets it.
fn swiss(
    standings: &Standings<'_>,
    rng: &mut Rng,
    pair: impl Fn(usize, usize) -> [Member; 2],
) -> Vec<[Member; 2]> {
    let mut order = |population: usize| {
        let mut order: Vec<usize> = (0..standings.sizes[population]).collect();
        rng.shuffle(&mut order);
        let points = &standings.points[population];
        order.sort_by(|&a, &b| points[b].total_cmp(&points[a]));
        order
    };
    let mut left = order(0);
    if standings.sizes.len() == 2 {
        let right = order(1);
        return left.into_iter().zip(right).map(|(a, b)| pair(a, b)).collect();
    }
    let met = |a: usize, b: usize| standings.met.contains(&[a, b]) || standings.met.contains(&[b, a]);
    let firsts = |a: usize| standings.met.iter().filter(|[first, _]| *first == a).count();
    let mut meetings = Vec::new();
    while left.len() >= 2 {
        let a = left.remove(0);
        let b = left.remove(left.iter().position(|&b| !met(a, b)).unwrap_or(0));
        meetings.push(if firsts(a) <= firsts(b) { pair(a, b) } else { pair(b, a) });
    }
    meetings
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn meetings(scheme: &Scheme, sizes: &[usize], champions: usize) -> Vec<[Member; 2]> {
        let points: Vec<Vec<f64>> = sizes.iter().map(|&n| vec![0.0; n]).collect();
        let standings = Standings { sizes, champions, points: &points, met: &[] };
        let all = scheme.round(0, &standings, &mut Rng::new(1));
        assert!(scheme.round(9, &standings, &mut Rng::new(1)).is_empty());
        all
    }

    fn numbers(meeting: &[Member; 2]) -> [usize; 2] {
        meeting.map(|member| match member {
            Member::New { index, .. } => index,
            Member::Past { generation, .. } => 100 + generation,
            Member::Fixed => 1000,
        })
    }

    #[test]
    fn the_papers_tournaments_have_their_games() {
        assert_eq!(meetings(&Scheme::Image { games: 5 }, &[64, 64], 0).len(), 2240);
        let of_2003 = meetings(&Scheme::Image { games: 1 }, &[4, 4], 0);
        let first: Vec<[usize; 2]> = of_2003[..3].iter().map(numbers).collect();
        assert_eq!(first, [[0, 0], [0, 1], [0, 2]]);
        assert_eq!(meetings(&Scheme::Random { opponents: 8 }, &[32, 32], 0).len(), 256);
        assert_eq!(meetings(&Scheme::Everybody {}, &[20], 0).len(), 380);
        let cai = meetings(&Scheme::Random { opponents: 8 }, &[40], 0);
        assert_eq!(cai.len(), 320);
        let mut seen = HashMap::new();
        for meeting in &cai {
            let [a, b] = numbers(meeting);
            assert_ne!(a, b, "nobody meets himself");
            assert!(seen.insert((a, b), ()).is_none(), "nobody meets the same one twice");
        }
        let fixed = Scheme::Fixed { player: "random".parse().unwrap(), games: 1 };
        assert!(meetings(&fixed, &[200], 0).iter().all(|m| m[1] == Member::Fixed));
    }

    #[test]
    fn former_champions_are_met_once_they_exist() {
        let scheme = Scheme::HallOfFame { opponents: 2, past: 3 };
        assert_eq!(meetings(&scheme, &[6], 0).len(), 12);
        assert_eq!(meetings(&scheme, &[6], 2).len(), 12 + 6 * 2 * 2, "with each side");
        let two = meetings(&scheme, &[4, 4], 9);
        assert_eq!(two.len(), 8 + 4 * 3 + 4 * 3);
        assert!(two.iter().all(|[first, second]| {
            !matches!(first, Member::New { population: 1, .. } | Member::Past { population: 1, .. })
                && !matches!(second, Member::New { population: 0, .. } | Member::Past { population: 0, .. })
        }));
    }

    #[test]
    fn swiss_brings_equals_together() {
        let (scheme, mut met, mut points) = (Scheme::Swiss { rounds: 4 }, Vec::new(), vec![vec![0.0; 16]]);
        for round in 0..4 {
            let standings = Standings { sizes: &[16], champions: 0, points: &points, met: &met };
            let meetings = scheme.round(round, &standings, &mut Rng::new(1).child("round", round as u64));
            assert_eq!(meetings.len(), 8);
            for meeting in &meetings {
                let [a, b] = numbers(meeting);
                assert!(!met.contains(&[a, b]) && !met.contains(&[b, a]), "round {round}: {a} and {b} again");
                assert!((points[0][a] - points[0][b]).abs() <= 1.0, "round {round}: {points:?}");
                met.push([a, b]);
            }
            // The lower number always wins.
            meetings.iter().for_each(|m| points[0][numbers(m)[0].min(numbers(m)[1])] += 1.0);
        }
        assert_eq!(points[0][0], 4.0);
        let firsts = |a: usize| met.iter().filter(|m| m[0] == a).count();
        assert!((0..16).all(|a| (1..=3).contains(&firsts(a))), "sides are shared");
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        let error = |scheme: Scheme, n, size| scheme.check(n, size).unwrap_err().to_string();
        assert!(error(Scheme::Image { games: 5 }, 1, 32).contains("two populations"));
        assert!(error(Scheme::Random { opponents: 8 }, 1, 8).contains("from 1 to 7"));
        assert!(Scheme::Random { opponents: 8 }.check(2, 8).is_ok());
    }
}

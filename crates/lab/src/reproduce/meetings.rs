//! Who met whom in the comparisons of a paper, and how it ended: all that its tables are made of.
//!
//! A comparison asks [`Meetings`] for one meeting after the other. They are played, or read from an archive, and the tables are the same.
//! An archived meeting knows the checksum of its jobs (players with their numbers, openings, lots), so that it is not taken for another.

use std::cell::RefCell;
use std::collections::HashSet;

use games::{GameSpec, Outcome, TextError};
use serde::{Deserialize, Serialize};

use crate::RunError;
use crate::job::{Entrant, Executor, GameRecord, Job, Pairing};
use crate::stats::Tally;

/// A player with the name that the tables have for it.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The player.
    pub entrant: Entrant,
    /// What tells the player from others where a spec cannot: the checksum of the network's file that it names.
    pub mark: Option<u32>,
}

/// A meeting of two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// Who; where games are not paired the first has the first side in all of them.
    pub players: [String; 2],
    /// The game and its rules.
    pub game: GameSpec,
    /// Random steps before the players take over.
    pub opening: u32,
    /// Everything random follows from it.
    pub seed: u64,
    /// Whether every opening was played twice, with sides swapped.
    pub paired: bool,
    /// The checksum of the jobs.
    pub jobs: String,
    /// Games that the first player won, drew and lost.
    pub results: [u32; 3],
    /// The same without games, or pairs of them, that repeat earlier ones step by step.
    pub different: [u32; 3],
    /// Pairs by half points, repeated ones left out; where games are not paired there are none.
    pub pairs: [u32; 5],
    /// Steps of all games.
    pub steps: u64,
    /// What was counted of each player when its games were over, all together: seeds, or games won by territory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<[u64; 2]>,
}

/// How two players meet.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The game, the opening and the seed.
    pub field: &'a Pairing,
    /// How many games.
    pub games: u32,
    /// Whether every opening is played twice, with sides swapped.
    pub paired: bool,
    /// What is counted of both sides when a game is over, if anything.
    pub counted: Option<fn(&GameRecord) -> [u64; 2]>,
}

/// Where meetings come from.
enum Source<'a> {
    Games(&'a dyn Executor),
    Archive(&'a [Meeting]),
}

/// Plays meetings, or finds them.
pub struct Meetings<'a> {
    source: Source<'a>,
    /// What was asked for, in its order.
    asked: RefCell<Vec<Meeting>>,
}

impl<'a> Meetings<'a> {
    /// They are played.
    pub fn played(executor: &'a dyn Executor) -> Meetings<'a> {
        Meetings { source: Source::Games(executor), asked: RefCell::default() }
    }

    /// They are those of an archive.
    pub fn archived(meetings: &'a [Meeting]) -> Meetings<'a> {
        Meetings { source: Source::Archive(meetings), asked: RefCell::default() }
    }

    /// All that were asked for.
    pub fn asked(self) -> Vec<Meeting> {
        self.asked.into_inner()
    }

    /// How two players met.
    pub fn meet(&self, players: [&Named; 2], terms: &Terms<'_>) -> Result<Meeting, RunError> {
        let jobs = terms.jobs(players)?;
        let sum = checksum(players, &jobs);
        let meeting = match self.source {
            Source::Games(executor) => terms.read(players, sum, &executor.run(&jobs)?),
            Source::Archive(all) => {
                let found = all.iter().find(|meeting| meeting.jobs == sum && meeting.is_of(players, terms));
                found.cloned().ok_or_else(|| {
                    let [a, b] = players.map(|player| &player.name);
                    let why =
                        format!("{} games of {a} and {b}: other ones would be played today", terms.games);
                    TextError::new(why).within("the archive does not have these")
                })?
            }
        };
        self.asked.borrow_mut().push(meeting.clone());
        Ok(meeting)
    }
}

impl Terms<'_> {
    fn jobs(&self, players: [&Named; 2]) -> Result<Vec<Job>, TextError> {
        let entrants = players.map(|player| &player.entrant);
        let mut jobs = Vec::new();
        let numbers = if self.paired { self.games.div_ceil(2) } else { self.games };
        for number in 0..u64::from(numbers) {
            let [first, second] = self.field.jobs(entrants, number)?;
            jobs.push(first);
            jobs.extend(self.paired.then_some(second));
        }
        Ok(jobs)
    }

    fn read(&self, players: [&Named; 2], jobs: String, records: &[GameRecord]) -> Meeting {
        let mut meeting = Meeting {
            players: players.map(|player| player.name.clone()),
            game: self.field.game,
            opening: self.field.opening,
            seed: self.field.seed,
            paired: self.paired,
            jobs,
            results: [0; 3],
            different: [0; 3],
            pairs: [0; 5],
            steps: 0,
            counted: self.counted.map(|_| [0; 2]),
        };
        let mut seen = HashSet::new();
        let per = if self.paired { 2 } else { 1 };
        for games in records.chunks(per) {
            let new = seen.insert(games.iter().map(|game| &game.steps).collect::<Vec<_>>());
            let mut halves = 0;
            for (side, game) in games.iter().enumerate() {
                let result = match game.outcome {
                    Outcome::Win(winner) => 2 * usize::from(winner.index() != side),
                    Outcome::Draw => 1,
                };
                halves += 2 - result;
                meeting.results[result] += 1;
                meeting.different[result] += u32::from(new);
                meeting.steps += game.steps.len() as u64;
                if let (Some(counted), Some(count)) = (&mut meeting.counted, self.counted) {
                    let sides = count(game);
                    counted[0] += sides[side];
                    counted[1] += sides[1 - side];
                }
            }
            if self.paired && new {
                meeting.pairs[halves] += 1;
            }
        }
        meeting
    }
}

/// The checksum of jobs: players, their numbers, openings, rules and lots. What it cannot see is a search that would choose other steps
/// today; the players of a network that is named by a file have its checksum in place of their spec's path.
fn checksum(players: [&Named; 2], jobs: &[Job]) -> String {
    fn text(thing: &impl Serialize) -> String {
        serde_json::to_string(thing).expect("it is plain data")
    }
    let mut sum = 0;
    for Named { entrant, mark, name } in players {
        let who = match mark {
            Some(mark) => format!(
                "{name} {mark:08x} {} {}",
                without_paths(&entrant.spec.to_string()),
                text(&entrant.limits)
            ),
            None => text(entrant),
        };
        sum = crc32c::crc32c_append(sum, who.as_bytes());
    }
    for Job { game, start, opening, longest, rng, .. } in jobs {
        let rest = text(&(game, game.rules_version(), start, opening, longest, rng.clone().bits()));
        sum = crc32c::crc32c_append(sum, rest.as_bytes());
    }
    format!("{sum:08x}")
}

/// A spec without the folders of the files that it names.
fn without_paths(spec: &str) -> String {
    let part = |part: &str| part.rsplit('/').next().unwrap_or_default().to_string();
    spec.split('=').map(part).collect::<Vec<_>>().join("=")
}

impl Meeting {
    fn is_of(&self, players: [&Named; 2], terms: &Terms<'_>) -> bool {
        let names = players.map(|player| &player.name[..]);
        self.players.each_ref().map(String::as_str) == names && self.paired == terms.paired
    }

    /// How many games.
    pub fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    /// The points of the first player in 100 games, each different one counted once.
    pub fn points(&self) -> f64 {
        let [won, drawn, lost] = self.different.map(f64::from);
        100.0 * (won + 0.5 * drawn) / (won + drawn + lost).max(1.0)
    }

    /// The half-width of the 95% interval of the points, as far as the luck of games goes.
    pub fn error(&self) -> f64 {
        let [wins, draws, losses] = self.different;
        if self.paired {
            return 100.0 * Tally { wins, draws, losses, pairs: self.pairs, steps: self.steps }.error();
        }
        // Pairs of half points are single games here: lost, drawn, won.
        100.0 * Tally { wins, draws, losses, pairs: [losses, 0, draws, 0, wins], steps: self.steps }.error()
    }

    /// Steps of a game, in the mean.
    pub fn length(&self) -> f64 {
        self.steps as f64 / f64::from(self.games().max(1))
    }

    /// What was counted of each in a game, in the mean.
    pub fn counted(&self) -> Option<[f64; 2]> {
        Some(self.counted?.map(|sum| sum as f64 / f64::from(self.games().max(1))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Threads;

    fn named(name: &str, spec: &str) -> Named {
        Named {
            name: name.into(),
            entrant: Entrant::new(spec.parse().unwrap(), Default::default()),
            mark: None,
        }
    }

    fn field(opening: u32) -> Pairing {
        Pairing { game: "awari".parse().unwrap(), start: None, opening, longest: 300, seed: 7 }
    }

    #[test]
    fn an_archive_gives_back_what_was_played_and_nothing_else() {
        let (field, threads) = (field(3), Threads::new(1));
        let (a, b) = (named("greedy one", "greedy"), named("random one", "random"));
        let counted: fn(&GameRecord) -> [u64; 2] = |game| [game.steps.len() as u64, 1];
        let terms = Terms { field: &field, games: 11, paired: true, counted: Some(counted) };
        let meetings = Meetings::played(&threads);
        let played = meetings.meet([&a, &b], &terms).unwrap();
        let single = meetings.meet([&a, &b], &Terms { paired: false, ..terms }).unwrap();
        assert_eq!((played.games(), single.games()), (12, 11), "pairs are whole");
        assert_eq!((played.pairs.iter().sum::<u32>(), single.pairs), (6, [0; 5]));
        let all = meetings.asked();
        let [own, other] = played.counted.unwrap();
        assert_eq!(own + other, played.steps + 12, "each has one where it is the second side");
        assert!(played.points() > 60.0 && played.error() < 40.0 && single.error() < 40.0);
        let line = serde_json::to_string(&all).unwrap();
        let read: Vec<Meeting> = serde_json::from_str(&line).unwrap();
        let archive = Meetings::archived(&read);
        assert_eq!(archive.meet([&a, &b], &terms).unwrap(), played);
        let stronger = named("greedy one", "level:2");
        let error = archive.meet([&stronger, &b], &terms).unwrap_err().to_string();
        assert!(error.contains("11 games of greedy one and random one"), "{error}");
        assert!(archive.meet([&b, &a], &terms).is_err());
        assert!(archive.meet([&a, &b], &Terms { games: 13, ..terms }).is_err());
    }

    /// Two players without chance, from the start, play one pair again and again.
    #[test]
    fn repeated_games_count_once() {
        let (field, threads) = (field(0), Threads::new(1));
        let players = ["davis2002(depth=2)", "davis2002(depth=1)"].map(|spec| named(spec, spec));
        let terms = Terms { field: &field, games: 20, paired: false, counted: None };
        let meeting = Meetings::played(&threads).meet(players.each_ref(), &terms).unwrap();
        assert_eq!(meeting.games(), 20);
        assert!(meeting.different.iter().sum::<u32>() < 20, "{meeting:?}");
    }
}

//! Tournaments: many players, one plan, and results that survive being killed.
//!
//! The plan goes by rounds, and in a round every meeting of the tournament plays one pair. So a tournament that is asked for more pairs
//! goes on where it ended, and one that was stopped has played about the same in all meetings. The pairs of two players are those
//! that a match between them with the same seed has ([`crate::job::Pairing`]).
//!
//! Every finished pair is a line of the journal in the tournament's folder, in the order of the plan.

mod config;

pub use config::{Config, Contestant, Kind};

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use games::TextError;
use games::record::jsonl;
use serde::{Deserialize, Serialize};

use crate::disk;
use crate::job::{Distinct, Entrant, Executor, GameRecord, Pair};
use crate::journal::Journal;
use crate::program::RESIGNED;
use crate::stats::Tally;
use crate::stats::table::CrossTable;
use crate::{At, RunError};

/// The journal of a tournament, in its folder.
pub const JOURNAL: &str = "pairs.journal";

/// The games of a finished tournament, in its folder, as records.
pub const GAMES: &str = "games.jsonl";

/// A finished pair as the journal has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    players: [usize; 2],
    pair: u64,
    games: [GameRecord; 2],
}

/// How far a tournament is.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Who scored what against whom.
    pub table: CrossTable,
    /// Pairs that are finished.
    pub done: usize,
    /// Pairs of the whole plan.
    pub all: usize,
    /// Games that a program failed to finish, in words.
    pub failures: Vec<String>,
    /// Pairs that repeat an earlier one of the same meeting, step by step: ratings count those once.
    pub repeated: usize,
    /// Games that became too long and were counted as draws.
    pub cut: usize,
    distinct: Vec<Distinct>,
    tallies: Vec<Tally>,
    meetings: Vec<[usize; 2]>,
}

impl Standing {
    fn new(config: &Config) -> Standing {
        let meetings = config.meetings();
        Standing {
            table: CrossTable::new(config.players.len()),
            done: 0,
            all: meetings.len() * config.pairs as usize,
            failures: Vec::new(),
            repeated: 0,
            cut: 0,
            distinct: vec![Distinct::default(); meetings.len()],
            tallies: vec![Tally::default(); meetings.len()],
            meetings,
        }
    }

    fn add(&mut self, config: &Config, pair: Pair, games: &[GameRecord; 2]) {
        let meeting = self.done % self.meetings.len();
        let tally = &mut self.tallies[meeting];
        let repeats = self.distinct[meeting].repeats(games);
        self.repeated += usize::from(repeats);
        let add = if repeats { Tally::add_repeated } else { Tally::add };
        let steps = games.iter().map(|game| game.steps.len() as u64).sum();
        add(tally, [0, 1].map(|i: usize| games[i].outcome), steps);
        let pairing = config.pairing();
        self.cut += games.iter().filter(|game| pairing.is_cut(game)).count();
        self.table.set(self.meetings[meeting], tally);
        for (i, game) in games.iter().enumerate() {
            if let Some((side, why)) = game.forfeit.as_ref().filter(|(_, why)| why != RESIGNED) {
                let [loser, winner] = [side.index(), side.other().index()]
                    .map(|seat| config.players[pair.players[seat ^ i]].name.as_str());
                self.failures.push(format!(
                    "{loser} lost to {winner}, game {} of pair {}, step {}: {why}",
                    i + 1,
                    pair.number + 1,
                    game.steps.len() + 1
                ));
            }
        }
        self.done += 1;
    }
}

/// Plays a tournament in a folder, or the rest of it. `watch` hears how far it is, first what was found, and then after
/// every pair; what it is told beside is a sentence for the user.
pub fn play(
    config: &Config,
    folder: &Path,
    executor: &dyn Executor,
    mut watch: impl FnMut(&Standing, Option<&str>),
) -> Result<Standing, RunError> {
    let path = folder.join(JOURNAL);
    let (mut journal, found) = Journal::open(&path, &config.identity())?;
    let plan = config.plan();
    let mut standing = Standing::new(config);
    if found.lines.len() > plan.len() {
        return Err(TextError::new(format!(
            "{}: {} pairs are played, but only {} are asked for; raise pairs, or take another folder",
            path.display(),
            found.lines.len(),
            plan.len()
        ))
        .into());
    }
    for (i, line) in found.lines.iter().enumerate() {
        let entry =
            read(line, plan[i]).map_err(|e| e.within(format_args!("{}: line {}", path.display(), i + 2)))?;
        standing.add(config, plan[i], &entry.games);
    }
    watch(&standing, found.cut.as_deref());
    let entrants: Vec<Entrant> = config.players.iter().map(|player| player.entrant.clone()).collect();
    let mut failed = None;
    config.pairing().play(executor, &entrants, plan[standing.done..].iter().copied(), |pair, _, games| {
        let entry = Entry { players: pair.players, pair: pair.number, games };
        let line = serde_json::to_string(&entry).expect("an entry is plain data");
        if let Err(error) = journal.append(&line) {
            failed = Some(error);
            return ControlFlow::Break(());
        }
        standing.add(config, pair, &entry.games);
        watch(&standing, None);
        ControlFlow::Continue(())
    })?;
    failed.map_or(Ok(()), Err)?;
    journal.sync()?;
    write_games(config, folder, &path)?;
    Ok(standing)
}

fn read(line: &str, pair: Pair) -> Result<Entry, TextError> {
    let entry: Entry = serde_json::from_str(line).map_err(|e| TextError::new(e.to_string()))?;
    if (entry.players, entry.pair) != (pair.players, pair.number) {
        return Err(TextError::new("this pair is not the next one of the plan"));
    }
    Ok(entry)
}

/// Writes all games as records.
fn write_games(config: &Config, folder: &Path, journal: &Path) -> Result<(), RunError> {
    let text = fs::read_to_string(journal).at(journal)?;
    let mut games = String::new();
    for (line, pair) in text.lines().skip(1).zip(config.plan()) {
        let entry = read(line.split_once(' ').map_or("", |(_, entry)| entry), pair)?;
        let entrants = pair.players.map(|player| &config.players[player].entrant);
        let jobs = config.pairing().jobs(entrants, pair.number)?;
        for (i, (job, game)) in jobs.iter().zip(&entry.games).enumerate() {
            let mut record = game.record(job);
            let [first, second] = [i, 1 - i].map(|seat| config.players[pair.players[seat]].name.as_str());
            record.set_players(first, second);
            record.set_tag("Round", &format!("{}.{}", pair.number + 1, i + 1))?;
            games += &jsonl::write(&record);
        }
    }
    let path = folder.join(GAMES);
    disk::replace(&path, games.as_bytes()).at(&path)
}

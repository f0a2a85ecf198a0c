//! Two numbers per game: one changes when its rules do, the other when its best player does.

use std::io::Write;

use anyhow::Result;
use engine::rng::{DEFAULT_SEED, Rng};
use engine::{Limits, Playable, Task};
use games::game::mix;
use games::{Game, GameSpec, Line, Outcome, Side, TextError, with_game};
use serde::Serialize;

use crate::output::Report;

const PLAYED: u64 = 100;
const BELOW: u64 = 1_000_000_000;

#[derive(Serialize)]
struct Entry {
    game: &'static str,
    /// Every position of 100 random games.
    rules: u64,
    /// The positions that a search of fixed depth looks at; those of a tree search are as many as it may, so that what it found counts too.
    nodes: u64,
}

pub fn run(json: bool, out: &mut impl Write) -> Result<()> {
    let mut games = Vec::new();
    if !json {
        writeln!(out, "{:<22}{:>9}{:>12}", "", "rules", "nodes")?;
    }
    for (game, depth) in engine::games::bench() {
        let spec: GameSpec = game.parse()?;
        let (rules, nodes) =
            with_game!(&spec, |rules: G| (signature::<G>(game, rules), nodes::<G>(game, rules, depth)?));
        games.push(Entry { game, rules, nodes });
        if !json {
            writeln!(out, "{game:<22}{rules:>9}{nodes:>12}")?;
            out.flush()?;
        }
    }
    let bench = games.iter().map(|entry| entry.rules + entry.nodes).sum::<u64>() % BELOW;
    if json {
        return Report::of("bench").field("games", games).field("bench", bench).print(out);
    }
    Ok(writeln!(out, "Bench: {bench}")?)
}

/// Every position, the number of steps and the outcome of every game.
fn signature<G: Game>(name: &str, rules: &G::Rules) -> u64 {
    let mut fold = 0;
    for index in 0..PLAYED {
        let mut rng = Rng::new(DEFAULT_SEED).child(name, index);
        let mut line = Line::new(G::start(rules));
        loop {
            fold = mix(fold ^ line.position().key());
            // From the list and not by `pick`: the order of the steps is part of the rules.
            let steps = line.moves();
            if steps.is_empty() {
                break;
            }
            line.push(steps[rng.below(steps.len())]);
        }
        let outcome = match line.outcome() {
            None => 0,
            Some(Outcome::Win(Side::First)) => 1,
            Some(Outcome::Win(Side::Second)) => 2,
            Some(Outcome::Draw) => 3,
        };
        fold = mix(fold ^ ((line.steps().len() as u64) << 2 | outcome));
    }
    fold % BELOW
}

/// What the best player looks at, and how a tree search shares its visits among the steps, from five positions of a random game, spread from its start to where most games go on.
fn nodes<G: Playable>(name: &str, rules: &G::Rules, depth: u32) -> Result<u64, TextError> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut nodes = 0;
    for index in 0..5 {
        let mut rng = Rng::new(DEFAULT_SEED).child(name, PLAYED + index);
        let mut line = Line::new(G::start(rules));
        while let Some(step) = line.position().pick(&mut |n| rng.below(n))
            && (line.steps().len() as u64) < 14 * index
        {
            line.push(step);
        }
        if line.outcome().is_none() {
            let think = |best, rng: &mut Rng| -> Result<_, TextError> {
                let task = Task { limits, best, play: true, ..Task::default() };
                Ok(G::best(rules, limits)?.think(&line, &task, rng, &mut |_| {}))
            };
            let thoughts = think(1, &mut rng.clone())?;
            nodes += thoughts.nodes;
            if thoughts.best().prior.is_some() {
                let all = think(usize::MAX, &mut rng)?.ideas;
                // Steps that were never looked at come before those that lose.
                let losing = all.iter().rev().take_while(|idea| idea.value == -1.0).count();
                let mut visits: Vec<u64> = all.iter().map(|idea| idea.visits).collect();
                let never = line.moves().len() - all.len();
                visits.splice(all.len() - losing..all.len() - losing, vec![0; never]);
                let total: u64 = visits.iter().sum();
                let share = |visits: u64| (visits as f32 / total.max(1) as f32 * 1e6).round() as u64;
                nodes += visits.into_iter().fold(0, |fold, n| mix(fold ^ share(n))) % 1_000_000;
            }
        }
    }
    Ok(nodes)
}

//! One number per game that changes when its rules do.

use std::io::Write;

use anyhow::Result;
use engine::rng::{DEFAULT_SEED, Rng};
use games::game::mix;
use games::{Game, GameSpec, Line, Outcome, Side, with_game};
use serde::Serialize;

use crate::output;

const PLAYED: u64 = 100;
const BELOW: u64 = 1_000_000_000;

#[derive(Serialize)]
struct Report {
    games: Vec<Entry>,
    bench: u64,
}

#[derive(Serialize)]
struct Entry {
    game: &'static str,
    signature: u64,
}

pub fn run(json: bool, out: &mut impl Write) -> Result<()> {
    let mut games = Vec::new();
    for game in super::GAMES {
        let spec: GameSpec = game.parse()?;
        let signature = with_game!(&spec, |rules: G| signature::<G>(game, rules));
        games.push(Entry { game, signature });
        if !json {
            writeln!(out, "{game:<22}{signature:>9}")?;
            out.flush()?;
        }
    }
    let bench = games.iter().map(|entry| entry.signature).sum::<u64>() % BELOW;
    if json {
        return output::json(out, "bench", &Report { games, bench });
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

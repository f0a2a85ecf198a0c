//! How many steps a second random games make on bare positions, one thread, by processor time.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use engine::bench::Stopwatch;
use games::{Game, GameSpec, with_game};
use serde::Serialize;

use super::{repeated, spread};
use crate::output::Report;

const REPEAT: Duration = Duration::from_millis(200);
/// Bare positions know no repetition: a game that goes round in circles is cut off.
const CUT: u32 = 1000;
/// Games between two looks at the clock.
const AT_ONCE: u32 = 32;

#[derive(Serialize)]
struct Entry {
    game: String,
    bytes: usize,
    /// Steps a second of each repeat, ascending.
    steps_per_second: Vec<f64>,
    /// Steps of an average game.
    steps_per_game: f64,
}

/// Measures these games, or those of the signature if there are none.
pub fn run(games: &[GameSpec], json: bool, out: &mut impl Write) -> Result<()> {
    if !json {
        writeln!(out, "million steps a second         min  median     max   bytes  steps/game")?;
        out.flush()?;
    }
    let usual = engine::games::bench().map(|(game, _)| game.parse()).collect::<Result<Vec<GameSpec>, _>>()?;
    let mut entries = Vec::new();
    for spec in if games.is_empty() { &usual } else { games } {
        let game = spec.to_string();
        let entry = with_game!(spec, |rules: G| measure::<G>(game.clone(), rules));
        if !json {
            let [min, median, max] = spread(&entry.steps_per_second).map(|speed| speed / 1e6);
            let (bytes, length) = (entry.bytes, entry.steps_per_game);
            writeln!(out, "{game:<26}{min:>8.2}{median:>8.2}{max:>8.2}{bytes:>8}{length:>12.1}")?;
            out.flush()?;
        }
        entries.push(entry);
    }
    if json { Report::of("bench rules").field("games", entries).print(out) } else { Ok(()) }
}

fn measure<G: Game>(game: String, rules: &G::Rules) -> Entry {
    let start = G::start(rules);
    let mut random = XorShift(0x9E37_79B9_7F4A_7C15);
    let (mut steps, mut played) = (0, 0);
    let steps_per_second = repeated(|| {
        let clock = Stopwatch::start();
        let before = steps;
        while clock.elapsed() < REPEAT {
            steps += (0..AT_ONCE).map(|_| playout(start, &mut random)).sum::<u64>();
            played += AT_ONCE;
        }
        (steps - before) as f64 / clock.elapsed().as_secs_f64()
    });
    Entry { game, bytes: size_of::<G>(), steps_per_second, steps_per_game: steps as f64 / f64::from(played) }
}

/// Plays one random game; how many steps it took.
fn playout<G: Game>(mut position: G, random: &mut XorShift) -> u64 {
    for steps in 0..CUT {
        let Some(step) = position.pick(&mut |n| random.below(n)) else { return steps.into() };
        position.play(step);
    }
    CUT.into()
}

/// A generator so small that the rules are what is measured. Players use `engine::rng`.
struct XorShift(u64);

impl XorShift {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

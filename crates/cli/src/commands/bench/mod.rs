//! `petteia bench`: the signature of the rules, and how fast they are.

mod nets;
mod search;
mod signature;
mod speed;
mod web;

use std::io::Write;

use anyhow::{Result, bail};
use clap::ValueEnum;
use games::GameSpec;

use crate::output;

/// Print a number that stays the same as long as rules and search do, or measure how fast they are.
///
/// Without an argument: for every game of a fixed list, 100 random games from fixed seeds are folded into one number
/// below 10^9, and beside it stand the positions that the best player looks at in five fixed positions. The last line has the
/// last nine digits of the sum of all. The same on every machine and in every build.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia bench           the signature; a commit that changes it says so
  petteia bench rules     random games on one thread, steps a second
  petteia bench rules seejeh:7 'seejeh:7(exchange=off)'
  petteia bench search    nodes and evaluations a second, seconds a game
  petteia bench nets      networks: evaluation, training, self-play
  petteia bench web       500 pages with a move a second each, and a busy server")]
pub struct Args {
    /// What to measure instead.
    what: Option<What>,
    /// With `rules`: these games instead of the usual ones.
    games: Vec<GameSpec>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The speed of random games on bare positions, and the bytes of a position.
    Rules,
    /// The speed of the searches and evaluators, one thread, by processor time.
    Search,
    /// Networks: the time of an evaluation, of a training step, and of each part of self-play.
    Nets,
    /// The server of the page under load: latency, memory, and what happens when all places for thinking are taken.
    Web,
}

/// Prints the signature or the speeds.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if !args.games.is_empty() && !matches!(args.what, Some(What::Rules)) {
        bail!("only `petteia bench rules` takes games");
    }
    if cfg!(debug_assertions) && matches!(args.what, Some(What::Rules | What::Search)) {
        output::aside("petteia: this is a debug build; build with --release to measure speed");
    }
    match args.what {
        None => signature::run(args.json, out),
        Some(What::Rules) => speed::run(&args.games, args.json, out),
        Some(What::Search) => search::run(args.json, out),
        Some(What::Nets) => nets::run(args.json, out),
        Some(What::Web) => web::run(args.json, out),
    }
}

/// How often each thing is measured.
const REPEATS: usize = 5;

/// What was measured each time, ascending.
fn repeated(mut measure: impl FnMut() -> f64) -> Vec<f64> {
    let mut values: Vec<f64> = (0..REPEATS).map(|_| measure()).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The least of them, the one in the middle, and the most.
fn spread(values: &[f64]) -> [f64; 3] {
    [0, REPEATS / 2, REPEATS - 1].map(|i| values[i])
}

//! `petteia bench`: the signature of the rules, and how fast they are.

mod search;
mod signature;
mod speed;

use std::io::Write;

use anyhow::Result;
use clap::ValueEnum;

/// The games that are measured. A change of this list changes the signature.
const GAMES: [&str; 10] = [
    "seega:5",
    "seega:7",
    "seega:9",
    "seega:ludii:7",
    "seejeh:7",
    "awari",
    "awari:romein",
    "awari:abapa",
    "capture-go:9",
    "capture-go:ponnuki:9",
];

/// Print a number that stays the same as long as the rules do, or measure how fast the rules are.
///
/// Without an argument: for every game of a fixed list, 100 random games from fixed seeds are folded into one number
/// below 10^9; the last line has their sum. The same on every machine and in every build.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia bench           the signature; a commit that changes it says so
  petteia bench rules     random games on one thread, steps a second
  petteia bench search    nodes and evaluations a second, seconds a game")]
pub struct Args {
    /// What to measure instead.
    what: Option<What>,
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
}

/// Prints the signature or the speeds.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    match args.what {
        None => signature::run(args.json, out),
        Some(What::Rules) => speed::run(args.json, out),
        Some(What::Search) => search::run(args.json, out),
    }
}

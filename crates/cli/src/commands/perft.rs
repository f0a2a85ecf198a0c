//! `petteia perft`: how many sequences of steps there are.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use games::{Game, GameSpec, MoveList, perft, with_game};
use serde::Serialize;

use crate::args::{self, GameArgs};
use crate::output::{self, Report};

/// Count the sequences of 1 to DEPTH steps: the usual check that two programs play by the same rules.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia perft awari 6
  petteia perft seega:5 5 --position 'bwbbw/bwwwb/wb.wb/bbwwb/wwwbb b move 0 24'
  petteia perft capture-go:ponnuki:9 3 --divide

A step is one placement, move or sowing, not a turn of several; games that end earlier are not counted.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many steps deep.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Start here instead of at the start of the game.
    #[arg(long, value_name = "POS")]
    position: Option<String>,
    /// Show how many sequences of DEPTH steps begin with each step.
    #[arg(long)]
    divide: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Share {
    step: String,
    count: u64,
}

/// Counts and prints; how long it took goes to stderr.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let spec = args.game.spec()?;
    with_game!(&spec, |rules: G| count::<G>(args, spec, rules, out))
}

fn count<G: Game>(args: &Args, spec: GameSpec, rules: &G::Rules, out: &mut impl Write) -> Result<()> {
    let position: G = args::position(rules, args.position.as_deref())?;
    let clock = Instant::now();
    let mut counts = Vec::new();
    for depth in 1..=args.depth {
        let count = perft(&position, depth);
        counts.push(count);
        if !args.json {
            writeln!(out, "{depth:>2} {count:>20}")?;
            out.flush()?;
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    let divide = args.divide.then(|| divide(&position, args.depth));
    let total: u64 = counts.iter().sum();
    if args.json {
        let report = Report::of("perft").field("game", spec).field("position", position.to_string());
        let report = report.field("counts", counts).some("divide", divide);
        return report.field("seconds", seconds).print(out);
    }
    for share in divide.iter().flatten() {
        writeln!(out, "{:<8} {:>14}", share.step, share.count)?;
    }
    out.flush()?;
    let speed = total as f64 / seconds.max(1e-9) / 1e6;
    output::aside(&format!("{total} sequences in {seconds:.3} s, {speed:.1} million a second"));
    Ok(())
}

fn divide<G: Game>(position: &G, depth: u32) -> Vec<Share> {
    let mut steps = MoveList::new();
    position.moves(&mut steps);
    let share = |&step: &G::Move| {
        let mut next = *position;
        next.play(step);
        Share { step: step.to_string(), count: perft(&next, depth - 1) }
    };
    steps.iter().map(share).collect()
}

//! `petteia report`: a run as one page.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use lab::Threads;
use lab::report::{self, Options};

use crate::keep;
use crate::output::Report;

/// Draw a run as one page: a file that needs nothing else.
///
/// It shows fitness, weights over the epochs as in the papers' figures, results and length of games, diversity, speed, sample games with
/// boards, and how champions of the first, of the last and of some epochs between them do against players that never change: random,
/// greedy, and the papers' player. Those games have the seed of the run, so the same run gives the same page.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia report runs/davis2002-quick
  petteia report runs/mine --games 0          without games against others
  petteia report runs/mine --out page.html --threads 2")]
pub struct Args {
    /// The folder of the run.
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// Where the page is written [default: RUN/report.html].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games of each champion against each of the others; 0 plays none.
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: u32,
    /// How many epochs have their champions measured.
    #[arg(long, value_name = "N", default_value_t = 5)]
    champions: usize,
    /// How many sample games are shown.
    #[arg(long, value_name = "N", default_value_t = 5)]
    samples: usize,
    /// Games played at a time; the results are the same.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Writes the page.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let options = Options { games: args.games, champions: args.champions, samples: args.samples };
    let page = report::page(&args.folder, &options, &Threads::new(args.threads.into()))?;
    let file = args.out.clone().unwrap_or_else(|| args.folder.join("report.html"));
    keep::replace(&file, page.as_bytes())?;
    if args.json {
        return Report::of("report").field("file", file).field("bytes", page.len()).print(out);
    }
    Ok(writeln!(out, "the page is {}", file.display())?)
}

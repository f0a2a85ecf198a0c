//! `petteia tune`: fitting the weights of an evaluator to games.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result};
use games::TextError;
use lab::Threads;
use lab::job::{Ended, Kept};
use lab::learn::{Stop, configured};
use lab::tune::{Config, Fit};

use crate::args::{self, Telling};
use crate::keep;
use crate::learning::{about, watch_signals, when_to_stop};
use crate::output::{self, Report};
use crate::progress::Progress;

/// Fit the weights of an evaluator to the games that it plays against itself.
///
/// For evaluators that are a sum of terms: pits (Awari) and siege (Seega, Seejeh and Kharbga). A TOML file says who plays how many games; unknown
/// keys are errors. Each round plays games with the weights so far, then fits all weights at once to what became of all positions so far (logistic
/// regression). The file that is written says its whole configuration in its first lines, and player specs can name it. The same configuration
/// makes the same bytes, on any number of threads.
///
/// Games are kept in OUT.journal until all is done. Stopped or killed, the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "A file, with all that can be set:

  game = \"seega:7\"
  player = \"alphabeta(careless=3,eval=siege)\"   # without the FILE of eval
  rounds = [{ games = 3000, nodes = 300 }, { games = 4000, nodes = 400 }]
  # These may be left out:
  seed = 2026
  opening = [2, 25]   # from so many to so many random moves begin a game, after
                      # the pieces are placed at random [default: 0, 0]
  uneven = 4          # one game of 4 begins with more pieces on one side;
                      # 0 [default]: none (Awari has no such games)
  longest = 70        # a game is broken off after so many more moves
                      # [default: 2000]
  ahead = 30          # a position is judged by what became of it so many moves
                      # later [default: at the end]
  every = 3           # one position of three is used [default: all]
  pull = 100          # how strongly weights are pulled towards zero [default: 1]
  [start]             # the weights to begin with, as in their file; what is set
                      # by hand in it stays. pits needs none, siege does

Examples:
  petteia tune configs/tune-awari.toml mine.toml --threads 2
  petteia match awari 'alphabeta(nodes=2000,eval=pits(mine.toml))' \\
    'alphabeta(nodes=2000)' --opening 8
  petteia tune configs/tune-awari.toml small.toml \\
    --set 'rounds=[{ games = 100, nodes = 100 }]'
  petteia tune configs/tune-seega.toml mine.toml --threads 2")]
pub struct Args {
    /// The file that says what is fitted, and to which games.
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// The file of weights that is written; there must be none yet.
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Another value for a key of the file, or none (KEY=); may be given several times.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Games played at a time; the results are the same.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    tell: Telling,
}

/// Plays, fits and writes.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let config = configured(&args::read(&args.config)?, &args.set, Config::parse);
    let config = config.map_err(|error| error.within(args.config.display()))?;
    let file = args.out.display();
    if args.out.exists() {
        return Err(TextError::new(format!("{file}: this file exists; choose another name")).into());
    }
    lab::disk::try_replace(&args.out).with_context(|| format!("cannot write {file}"))?;
    let asked = watch_signals(args.tell.quiet, "it stops after this game; the same command goes on")?;
    let (games, progress) = (config.games(), Progress::new(args.tell.quiet, 0));
    let heard = |found, played| {
        if played > 0 {
            progress.tell(played, games - found, "");
        }
        if when_to_stop(&asked) == Stop::Never { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let journal = PathBuf::from(format!("{file}.journal"));
    let by = format!("games of petteia {} {}", about().petteia, about().commit.unwrap_or_default());
    let threads = Threads::new(args.threads.into());
    let (kept, notes) = Kept::open(&journal, &by, &threads, &heard)?;
    notes.iter().for_each(|note| output::aside(note));
    let mut rounds = Vec::new();
    let fitted = config.run(&kept, &mut |fit| {
        if !args.tell.quiet {
            output::aside(&in_words(fit));
        }
        rounds.push(*fit);
    });
    let text = match (fitted, kept.ended()) {
        (Err(_), Some(Ended::Stopped)) => {
            return Ok(writeln!(out, "it was stopped; the same command goes on")?);
        }
        (Err(_), Some(Ended::Failed(error))) => return Err(error.into()),
        (text, _) => text?,
    };
    keep::replace(&args.out, text.as_bytes())?;
    fs::remove_file(&journal).with_context(|| format!("cannot remove {}", journal.display()))?;
    if args.tell.json {
        return Report::of("tune")
            .field("game", config.game)
            .field("player", &config.player)
            .field("file", &args.out)
            .field("seed", config.seed)
            .field("games", games)
            .field("rounds", rounds)
            .field("seconds", progress.seconds())
            .print(out);
    }
    writeln!(out, "{}, {}, {games} games, seed {}", config.game, config.player, config.seed)?;
    rounds.iter().try_for_each(|fit| writeln!(out, "{}", in_words(fit)))?;
    Ok(writeln!(out, "the weights are in {file}")?)
}

/// A round in a line.
fn in_words(fit: &Fit) -> String {
    let Fit { round, positions, before, after } = fit;
    format!("round {round}: {positions} positions, surprise {before:.4} before and {after:.4} after the fit")
}

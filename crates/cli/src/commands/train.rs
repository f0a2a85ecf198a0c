//! `petteia train` and `petteia resume`: learning in folders, whatever learns.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use games::TextError;
use lab::learn::{Epoch, Experiment, configured};
use lab::run::{self, Run};

use crate::args;
use crate::learning::{self, How, Learnt};
use crate::output::{self, Report};

/// Train players or a network by self-play.
///
/// A TOML file says what is learnt and how; unknown keys are errors, and the folder configs/ has the published experiments.
/// The run is kept in a folder. Ctrl-C ends it after the current generation, a second Ctrl-C at once. However it was stopped or killed,
/// `petteia resume` continues it, and it ends with the same files as a run that was never stopped.
///
/// The folder holds the configuration with all that was left out, metrics.jsonl (a line for every generation), the same for
/// TensorBoard, sample games for `petteia replay`, and the best of each population as champion-NAME, a file that player specs can
/// name. `petteia report` draws it.
#[derive(clap::Args)]
#[command(after_help = "A file, with all that can be set:

  game = \"seega:5\"
  player = \"linear(depth=2)\" # what is learnt: a spec without its FILE, one of
                            # linear, davis2002, alphabeta(depth=1,eval=net)
  populations = 2           # 1 plays both sides, of 2 each has its own
  epochs = 50               # generations
  # These may be left out:
  seed = 2026
  opening = 0               # random moves that every game begins with
  longest = 2000            # a game of more moves is a draw
  fitness = \"sum\"           # of a player's scores, or their mean
  duel = \"both\"             # duels are two games; first: one, as challenger
  samples = 2               # games of each generation that are kept
  checkpoint = 1            # generations between two checkpoints
  limits = { nodes = 1000 } # depth or nodes of every move

  [scheme]                  # who meets whom:
  kind = \"random\"           # so many opponents by lot
  opponents = 8             # or everybody, image (games), swiss (rounds),
                            # hall_of_fame (opponents, past),
                            # fixed (player, games)
  [score]                   # what a game is worth:
  kind = \"abdelbar2004\"     # or abdelbar2003, points (win, draw, loss),
                            # moves (most)
  [optimizer]               # what improves the players:
  kind = \"pso\"              # or breeding, nested, es, ea, hybrid, hill, cma, openai_es
  particles = 16

A file with [network] lets a network learn by policy iteration, as
configs/seejeh5.toml and configs/aljaafreh2019.toml do. config.toml in the
folder of such a run also has the keys that were left out.

Examples:
  petteia train configs/seejeh5.toml --threads 2
  petteia train configs/davis2002-quick.toml --threads 2
  petteia train configs/abdelbar2004.toml --folder runs/mine
  petteia train configs/seejeh5.toml --set play.noise=0 --folder runs/quiet
  petteia train mine.toml --json
  petteia resume runs/mine --epochs 400
  petteia runs")]
pub struct TrainArgs {
    /// The file that says what is learnt, and how.
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Where the run is kept [default: runs/NAME, for a file NAME.toml].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Another seed than that of the file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Another number of generations than that of the file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    epochs: Option<u64>,
    /// Another value for a key of the file, or none (KEY=); may be given several times.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    how: How,
}

/// Resume a run that was stopped or killed, or extend a finished one.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia resume runs/davis2002-quick --threads 2
  petteia resume runs/davis2002-quick --epochs 100     more than it had")]
pub struct ResumeArgs {
    /// The folder of the run.
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// Generations in all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    epochs: Option<u64>,
    #[command(flatten)]
    how: How,
}

/// Begins a run, or goes on with it.
pub fn train(args: &TrainArgs, out: &mut impl Write) -> Result<()> {
    let text = args::read(&args.config)?;
    let folder = args::folder(args.folder.as_deref(), &args.config);
    let mut set = args.set.clone();
    set.extend(args.seed.map(|seed| format!("seed={seed}")));
    set.extend(args.epochs.map(|epochs| format!("epochs={epochs}")));
    let experiment = configured(&text, &set, Experiment::parse);
    let experiment = experiment.map_err(|error: TextError| error.within(args.config.display()))?;
    args.how.check(&experiment)?;
    let begun = Run::begin(&experiment, &folder, &args.how.about(&experiment))?;
    go("train", begun, &folder, &args.how, out)
}

/// Goes on with a run.
pub fn resume(args: &ResumeArgs, out: &mut impl Write) -> Result<()> {
    args.how.check(&run::read_config(&args.folder)?)?;
    go("resume", Run::resume(&args.folder, args.epochs)?, &args.folder, &args.how, out)
}

fn go(
    command: &str,
    (mut run, notes): (Run, Vec<String>),
    folder: &Path,
    how: &How,
    out: &mut impl Write,
) -> Result<()> {
    notes.iter().for_each(|note| output::aside(note));
    let experiment = run.experiment().clone();
    if let (Experiment::Populations(config), false) = (&experiment, how.tell.quiet) {
        config.optimizer.guides().iter().for_each(|guide| output::aside(guide));
    }
    let asked = learning::watch_signals(how.tell.quiet, learning::AFTER_EPOCH)?;
    let learnt = learning::carry_on(&mut run, how, "", &asked)?;
    let last = run::read_metrics(folder)?.pop();
    if !how.tell.json {
        return print(&run, &learnt, last, folder, out);
    }
    Report::of(command)
        .field("game", experiment.game())
        .field("player", experiment.player())
        .field("folder", folder)
        .field("epoch", run.epoch())
        .field("epochs", experiment.epochs())
        .field("finished", learnt.finished)
        .field("seed", experiment.seed())
        // Games played now, and how long that took.
        .field("games", learnt.games)
        .field("seconds", learnt.seconds)
        .field("last", last)
        .print(out)
}

fn print(run: &Run, learnt: &Learnt, last: Option<Epoch>, folder: &Path, out: &mut impl Write) -> Result<()> {
    let (experiment, Learnt { finished, games, seconds }) = (run.experiment(), learnt);
    let (game, player, seed) = (experiment.game(), experiment.player(), experiment.seed());
    writeln!(out, "{game}, {player}, epoch {} of {}, seed {seed}", run.epoch(), experiment.epochs())?;
    let speed = *games as f64 / seconds.max(1e-9);
    writeln!(out, "{games} games in {seconds:.1} s, {speed:.1} games a second\n")?;
    write!(out, "{}", last.as_ref().map_or_else(String::new, learning::in_words))?;
    for champion in run.learner().champions(folder)? {
        writeln!(out, "the best {} is in {}/{}", champion.name, folder.display(), champion.file)?;
    }
    let folder = folder.display();
    match finished {
        true => writeln!(out, "the run is in {folder}")?,
        false => writeln!(out, "it was stopped; petteia resume {folder} goes on with it")?,
    }
    Ok(())
}

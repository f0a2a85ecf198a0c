//! `petteia train`, `petteia resume` and `petteia runs`: learning in folders.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use games::{GameSpec, TextError};
use lab::Threads;
use lab::job::ExecutorError;
use lab::learn::{Config, Epoch, configured, policy_iteration};
use lab::run::{self, About, News, Overview, Run, RunError, Stop};
use serde::Serialize;

use super::policy::{self, DeviceName};
use crate::progress::Progress;
use crate::{args, output};

/// Train players or a network by self-play.
///
/// A TOML file says what is learnt and how; unknown keys are errors, and the folder configs/ has the published experiments.
/// The run is kept in a folder. Ctrl-C ends it after the current generation, a second Ctrl-C at once. However it was stopped or killed,
/// `petteia resume` continues it, and it ends with the same files as a run that nobody disturbed.
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
  kind = \"pso\"              # or breeding, nested, es, ea, hybrid, hill, cma
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
    #[arg(long, value_name = "N")]
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

/// List the runs in a folder, and how far they are.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia runs
  petteia runs --folder elsewhere --json")]
pub struct RunsArgs {
    /// The folder that holds the folders of runs.
    #[arg(long, value_name = "DIR", default_value = "runs")]
    folder: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// How a run is carried out; nothing of it changes what comes out, but for a GPU, whose sums are in another order.
#[derive(clap::Args)]
pub struct How {
    /// Games played at a time; the results are the same.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// What trains and evaluates networks.
    #[arg(long, value_name = "DEVICE", value_enum, default_value_t = DeviceName::Cpu)]
    pub device: DeviceName,
    /// Show no progress.
    #[arg(short, long)]
    pub quiet: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

impl How {
    /// Only networks are learnt on other devices.
    fn check(&self) -> Result<()> {
        match self.device {
            DeviceName::Cpu => Ok(()),
            DeviceName::Cuda => {
                Err(TextError::new("--device: this run has no network, so no GPU helps it").into())
            }
        }
    }
}

/// Mistakes of the user are told from failures of the system.
pub fn plain(error: RunError) -> anyhow::Error {
    match error {
        RunError::Text(error) | RunError::Executor(ExecutorError(error)) => error.into(),
        error => error.into(),
    }
}

/// What made a run: this program.
pub fn about() -> About {
    About {
        petteia: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("PETTEIA_COMMIT").map(String::from),
        ..About::default()
    }
}

/// Begins a run, or goes on with it.
pub fn train(args: &TrainArgs, out: &mut impl Write) -> Result<()> {
    let text = args::read(&args.config)?;
    let wrong = |error: TextError| error.within(args.config.display());
    let name = args.config.file_stem().unwrap_or(args.config.as_os_str());
    let folder = args.folder.clone().unwrap_or_else(|| Path::new("runs").join(name));
    if policy_iteration::Config::is_meant(&text) {
        let mut config = configured(&text, &args.set, policy_iteration::Config::parse).map_err(wrong)?;
        config.seed = args.seed.unwrap_or(config.seed);
        config.epochs = args.epochs.unwrap_or(config.epochs);
        return policy::train(&config, &folder, &args.how, out);
    }
    args.how.check()?;
    let mut config = configured(&text, &args.set, Config::parse).map_err(wrong)?;
    config.seed = args.seed.unwrap_or(config.seed);
    config.epochs = args.epochs.unwrap_or(config.epochs);
    let (run, notes) = Run::begin(&config, &folder, &about()).map_err(plain)?;
    go("train", run, &notes, &folder, &args.how, out)
}

/// Goes on with a run.
pub fn resume(args: &ResumeArgs, out: &mut impl Write) -> Result<()> {
    if run::is_network(&args.folder) {
        return policy::resume(&args.folder, args.epochs, &args.how, out);
    }
    args.how.check()?;
    let (run, notes) = Run::resume(&args.folder, args.epochs).map_err(plain)?;
    go("resume", run, &notes, &args.folder, &args.how, out)
}

#[derive(Serialize)]
struct Report<'a> {
    game: GameSpec,
    player: String,
    folder: &'a Path,
    epoch: u64,
    epochs: u64,
    finished: bool,
    seed: u64,
    /// Games played now, and how long that took.
    games: u64,
    seconds: f64,
    last: Option<&'a Epoch>,
}

fn go(
    command: &str,
    mut run: Run,
    notes: &[String],
    folder: &Path,
    how: &How,
    out: &mut impl Write,
) -> Result<()> {
    notes.iter().for_each(|note| output::aside(note));
    let (before, config) = (run.epoch(), run.config().clone());
    if before > 0 && !how.quiet {
        output::aside(&format!("{before} of {} epochs are there already", config.epochs));
    }
    if !how.quiet {
        config.optimizer.guides().iter().for_each(|guide| output::aside(guide));
    }
    let asked = watch_signals(how.quiet, AFTER_EPOCH)?;
    let stop = || when_to_stop(&asked);
    let progress = Progress::new(how.quiet, 0);
    let (mut games, mut last) = (0, None);
    let finished = run.train(&Threads::new(how.threads.into()), &stop, &mut |news| match news {
        News::Games { played, all, epoch } => {
            games = played;
            progress.tell(played, all, &format!("epoch {epoch} of {}", config.epochs));
        }
        News::Epoch(epoch) => last = Some(epoch.clone()),
    });
    let finished = finished.map_err(plain)?;
    let metrics = run::read_metrics(folder).map_err(plain)?;
    let last = last.as_ref().or(metrics.last());
    let report = Report {
        game: config.game,
        player: config.player.to_string(),
        folder,
        epoch: run.epoch(),
        epochs: config.epochs,
        finished,
        seed: config.seed,
        games,
        seconds: progress.seconds(),
        last,
    };
    if how.json {
        return output::json(out, command, &report);
    }
    print(&report, &run, out)
}

/// What it means that the user has asked to stop so often.
pub fn when_to_stop(asked: &AtomicUsize) -> Stop {
    match asked.load(Ordering::Relaxed) {
        0 => Stop::Never,
        1 => Stop::AfterEpoch,
        _ => Stop::Now,
    }
}

/// What Ctrl-C does to a run.
pub const AFTER_EPOCH: &str = "it stops after this epoch; once more stops it now";

/// Counts how often the user has asked to stop; the first time says what that does.
pub fn watch_signals(quiet: bool, stops: &'static str) -> Result<Arc<AtomicUsize>> {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    ctrlc::set_handler(move || {
        if counted.fetch_add(1, Ordering::Relaxed) == 0 && !quiet {
            output::aside(stops);
        }
    })
    .context("Ctrl-C cannot be watched")?;
    Ok(asked)
}

fn print(report: &Report<'_>, run: &Run, out: &mut impl Write) -> Result<()> {
    let Report { game, player, epoch, epochs, seed, games, seconds, .. } = report;
    writeln!(out, "{game}, {player}, epoch {epoch} of {epochs}, seed {seed}")?;
    writeln!(
        out,
        "{games} games in {seconds:.1} s, {:.1} games a second\n",
        *games as f64 / seconds.max(1e-9)
    )?;
    if let Some(last) = report.last {
        let share = |n: u64| 100.0 * n as f64 / last.games.max(1) as f64;
        writeln!(
            out,
            "in epoch {}: first side wins {:.0}%, draws {:.0}%, second side wins {:.0}%, {:.0} steps a game",
            last.epoch,
            share(last.first),
            share(last.draws),
            share(last.second),
            last.length
        )?;
        for population in &last.populations {
            if let Some([best, mean, worst, _]) = population.fitness {
                writeln!(
                    out,
                    "{}: fitness {best:.3} at best, {mean:.3} in the mean, {worst:.3} at worst, diversity {:.3}",
                    population.name, population.diversity
                )?;
            }
            if let Some([momentum, own, social]) = population.constants {
                writeln!(
                    out,
                    "the best constants of {}: momentum {momentum:.4}, own {own:.4}, social {social:.4}",
                    population.name
                )?;
            }
        }
    }
    let folder = report.folder.display();
    let extension = run.config().genome()?.extension;
    for (name, _) in run.champions() {
        writeln!(out, "the best {name} is in {folder}/champion-{}.{extension}", name.to_lowercase())?;
    }
    match report.finished {
        true => writeln!(out, "the run is in {folder}")?,
        false => writeln!(out, "it was stopped; petteia resume {folder} goes on with it")?,
    }
    Ok(())
}

#[derive(Serialize)]
struct Listing {
    runs: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    folder: PathBuf,
    #[serde(flatten)]
    overview: Overview,
}

/// Lists runs.
pub fn list(args: &RunsArgs, out: &mut impl Write) -> Result<()> {
    let mut folders: Vec<PathBuf> = match std::fs::read_dir(&args.folder) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(|| format!("{}", args.folder.display())),
    };
    folders.retain(|folder| folder.join(run::CONFIG).is_file());
    folders.sort();
    let mut runs = Vec::new();
    for folder in folders {
        match run::overview(&folder) {
            Ok(overview) => runs.push(Listed { folder, overview }),
            Err(error) => output::aside(&format!("{error}")),
        }
    }
    if args.json {
        return output::json(out, "runs", &Listing { runs });
    }
    if runs.is_empty() {
        writeln!(
            out,
            "there are no runs in {}; petteia train --help says how one begins",
            args.folder.display()
        )?;
    }
    for Listed { folder, overview: run } in runs {
        let state = if run.epoch >= run.epochs { "finished" } else { "petteia resume goes on with it" };
        writeln!(
            out,
            "{}\n  {}, {}, seed {}\n  epoch {} of {}, {} games; {state}",
            folder.display(),
            run.game,
            run.player,
            run.seed,
            run.epoch,
            run.epochs,
            run.games
        )?;
    }
    Ok(())
}

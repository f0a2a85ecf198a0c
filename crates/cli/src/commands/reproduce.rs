//! `petteia reproduce`: a paper's experiment from training to its tables.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use anyhow::Result;
use games::TextError;
use lab::job::{Ended, Kept, Planned};
use lab::learn::{Experiment, Stop};
use lab::reproduce::{self, Line, Paper, Said, Scale, Trained};
use lab::run::{About, Run};
use lab::{Executor, RunError, Threads};

use crate::args::Telling;
use crate::learning::{self, DeviceName, How, about, watch_signals, when_to_stop};
use crate::output::{self, Report};
use crate::players;
use crate::progress::Progress;

/// Repeat a paper's experiment: train by its settings, play its comparisons, print its numbers beside ours.
///
/// Papers are davis2002 (Awari), abdelbar2003 and abdelbar2004 (Seega), aljaafreh2019 (Seejeh) and cai2010 (Capture Go). Every difference between the
/// paper's set-up and ours is named, at the start and beside the results; --page prints all that the paper says with what is here, why, and by
/// which setting (docs/papers/PAPER.md). Training is kept in a folder, as `petteia train` does, and `petteia report` draws it; the games of
/// the comparisons are kept there as well. Stopped or killed, it continues when the same command is given again.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia reproduce davis2002 --quick --threads 2   in small, within seconds
  petteia reproduce davis2002 --threads 2           in full
  petteia reproduce davis2002 --page | less         how far it is the paper's
  petteia reproduce cai2010 --players 3             Table 2 with three players
                                                    of each method
  petteia reproduce cai2010 --folder runs/cai2010-2 \\
    --player 'alphabeta(depth=2,reductions=off,eval=net)'
                                                    with a search of depth 2")]
pub struct Args {
    /// The paper.
    #[arg(value_name = "PAPER")]
    paper: String,
    /// Train nothing: print what the paper says, thing by thing, and what is here.
    #[arg(long, conflicts_with_all = ["json", "quick", "player", "epochs"])]
    page: bool,
    /// In small, to see what it is like.
    #[arg(long)]
    quick: bool,
    /// Fewer or more generations than the paper has.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    epochs: Option<u64>,
    /// Another player to learn than the paper's, with another depth for instance; it needs a --folder of its own.
    #[arg(long, value_name = "SPEC")]
    player: Option<String>,
    /// How many players each method trains, with seeds one after the other.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100))]
    players: u64,
    /// Games of two players who meet in the comparisons [default: 100, 200 for aljaafreh2019, and 20 with --quick].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    games: Option<u32>,
    /// Where the runs are kept [default: runs/reproduce-PAPER].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Games played at a time; the results are the same.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    tell: Telling,
}

/// What Ctrl-C does.
const STOPS: &str =
    "it stops after this epoch, or in the comparisons after this game; once more stops it now";

/// Trains, compares and prints.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let paper = Paper::find(&args.paper)?;
    if args.page {
        let text = crate::markdown::plain(&reproduce::without_comments(paper.page));
        return Ok(out.write_all(text.as_bytes())?);
    }
    let player = args.player.as_deref().map(|text| players::spec(text, "--player")).transpose()?;
    let mut methods = paper.methods(args.quick, player.as_ref())?;
    let mut said = reproduce::said(paper.page, args.quick, args.player.is_some())?;
    if let Some(player) = &args.player {
        let by = format!("by --player, {player} learns here, and searches as deep as it says");
        said.differences.push(by);
    }
    for (method, experiment) in &mut methods {
        if matches!(experiment, Experiment::Network(_)) && args.players != 1 {
            return Err(TextError::new("--players: this paper trains one network of each kind").into());
        }
        if let Some(epochs) = args.epochs.filter(|&epochs| epochs != experiment.epochs()) {
            said.differences.push(format!("{method}: {epochs} epochs instead of {}", experiment.epochs()));
            *experiment = experiment.clone().with_epochs(epochs);
        }
    }
    let (folder, asked) = (args.folder(), watch_signals(args.tell.quiet, STOPS)?);
    let progress = Progress::new(args.tell.quiet, 0);
    let how = How { threads: args.threads, device: DeviceName::Cpu, tell: args.tell };
    // The run stays locked until what it has learnt has been compared.
    let (mut trained, mut locks, mut seed) = (Vec::new(), Vec::new(), 0);
    for (method, experiment) in methods {
        seed = experiment.seed();
        for player in 0..args.players {
            let experiment = experiment.clone().with_seed(seed + player);
            let name = format!("{}-{}", method.to_lowercase().replace(' ', "-"), experiment.seed());
            let place = folder.join(&name);
            let (mut run, notes) = Run::begin(&experiment, &place, &how.about(&experiment))?;
            notes.iter().for_each(|note| output::aside(note));
            if trained.is_empty() && !args.tell.quiet {
                // Before hours of training.
                output::aside(&listed(&said, &args.paper));
            }
            if !learning::carry_on(&mut run, &how, &format!("{name}, "), &asked)?.finished {
                return stopped(out);
            }
            trained.push(Trained::of(method, &run, &place)?);
            locks.push(run.into_lock());
        }
    }
    let games = args.games.unwrap_or(if args.quick { 20 } else { paper.games });
    let compare = |executor: &dyn Executor| paper.compare(&trained, &Scale { games, seed }, executor);
    let mark = reproduce::mark(&trained)?;
    let Some(lines) = args.compared(&mark, &Threads::new(args.threads.into()), &asked, &compare)? else {
        return stopped(out);
    };
    let seconds = progress.seconds();
    if !args.tell.json {
        return print(paper, &lines, &said, &folder, out);
    }
    Report::of("reproduce")
        .field("paper", paper.name)
        .field("quick", args.quick)
        .field("lines", lines)
        .fields(said)
        .field("folder", folder)
        .field("seconds", seconds)
        .print(out)
}

impl Args {
    fn folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(|| {
            let quick = if self.quick { "-quick" } else { "" };
            PathBuf::from(format!("runs/reproduce-{}{quick}", self.paper))
        })
    }

    /// Plays comparisons, or what a journal in the folder does not have of them; none if it was stopped.
    fn compared(
        &self,
        mark: &str,
        executor: &Threads,
        asked: &AtomicUsize,
        compare: &dyn Fn(&dyn Executor) -> Result<Vec<Line>, RunError>,
    ) -> Result<Option<Vec<Line>>> {
        let planned = Planned::default();
        compare(&planned)?;
        let (all, progress, there) = (planned.games(), Progress::new(self.tell.quiet, 0), AtomicU64::new(0));
        let heard = |found, played| {
            there.store(found, Ordering::Relaxed);
            if played > 0 {
                progress.tell(played, all - found, "comparisons");
            }
            if when_to_stop(asked) == Stop::Never {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let About { petteia, commit, .. } = about();
        let by = format!("{}, by petteia {petteia} {}", self.paper, commit.unwrap_or_default());
        let path = self.folder().join(format!("comparisons-{}{mark}.journal", self.paper));
        let opened = Kept::open(&path, &format!("games of {by}"), executor, &heard);
        let (kept, notes) = opened?;
        notes.iter().for_each(|note| output::aside(note));
        let lines = compare(&kept);
        let found = there.load(Ordering::Relaxed);
        if found > 0 && !self.tell.quiet {
            let path = path.display();
            output::aside(&format!(
                "{found} of {all} games of the comparisons had been played before: {path}"
            ));
        }
        match (lines, kept.ended()) {
            (Err(_), Some(Ended::Stopped)) => Ok(None),
            (Err(_), Some(Ended::Failed(error))) => Err(error.into()),
            (lines, _) => Ok(Some(lines?)),
        }
    }
}

fn stopped(out: &mut impl Write) -> Result<()> {
    Ok(writeln!(out, "it was stopped; the same command goes on with it")?)
}

fn print(paper: &Paper, lines: &[Line], said: &Said, folder: &Path, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}\n", paper.title)?;
    for Line { what, paper, ours } in lines {
        writeln!(out, "{what}\n    paper  {paper}\n    here   {ours}")?;
    }
    writeln!(out, "\n{}\n", listed(said, paper.name))?;
    Ok(writeln!(out, "The runs are in {}; petteia report draws each of them.", folder.display())?)
}

/// The differences as lists.
fn listed(said: &Said, paper: &str) -> String {
    let mut text = String::new();
    for (title, lines) in [
        ("What is different here:", &said.differences),
        ("What the paper leaves open is here:", &said.ours),
        ("What is not built or not measured here:", &said.missing),
    ] {
        if !lines.is_empty() {
            text += &format!("{title}\n");
            lines.iter().for_each(|line| text += &crate::layout::wrap("- ", 2, line.split_whitespace()));
            text.push('\n');
        }
    }
    text + &format!("Why, and all that is as the paper has it: petteia reproduce {paper} --page")
}

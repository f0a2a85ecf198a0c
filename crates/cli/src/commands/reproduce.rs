//! `petteia reproduce`: a paper's experiment from training to its tables.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use anyhow::{Context, Result};
use games::TextError;
use lab::job::{Ended, Kept, Planned};
use lab::learn::{Experiment, Stop};
use lab::reproduce::{self, Findings, Meeting, Meetings, Paper, Said, Table, Trained, archive, findings};
use lab::run::{About, Run};
use lab::{Executor, RunError, Threads};

use crate::args::Telling;
use crate::layout;
use crate::learning::{self, DeviceName, How, about, watch_signals, when_to_stop};
use crate::output::{self, Report};
use crate::players;
use crate::progress::Progress;

/// Arguments about training and comparing, where nothing is trained and compared.
const RUNNING: [&str; 9] =
    ["json", "quick", "player", "players", "epochs", "games", "study", "archive", "folder"];

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
  petteia reproduce cai2010 --studies               what else was done
  petteia reproduce cai2010 --study depth-2         one of them
  petteia reproduce davis2002 --check               tables and figures of
                                                    docs/results, drawn again")]
pub struct Args {
    /// The paper.
    #[arg(value_name = "PAPER")]
    paper: String,
    /// Train nothing: print what the paper says, thing by thing, and what is here.
    #[arg(long, group = "instead", conflicts_with_all = RUNNING)]
    page: bool,
    /// Train nothing: list the studies, each with an estimate of the minutes that two processors take.
    #[arg(long, group = "instead", conflicts_with_all = RUNNING)]
    studies: bool,
    /// Which study [default: the paper's own experiment].
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Train nothing: draw the tables and figures of docs/results again from the archived runs, and compare.
    #[arg(long, group = "instead", conflicts_with_all = RUNNING)]
    check: bool,
    /// The same, and write what differs.
    #[arg(long, group = "instead", conflicts_with_all = RUNNING)]
    draw: bool,
    /// Where pages of results are, with their data and figures.
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    results: PathBuf,
    /// Put the finished runs and meetings into the archive of the results, in the place of those that are there.
    #[arg(long, conflicts_with_all = ["quick", "player", "epochs", "players", "games"])]
    archive: bool,
    /// In small, to see what it is like.
    #[arg(long)]
    quick: bool,
    /// Fewer or more generations than the paper has.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    epochs: Option<u64>,
    /// Another player to learn than the paper's, with another depth for instance; it needs a --folder of its own.
    #[arg(long, value_name = "SPEC")]
    player: Option<String>,
    /// How many players each method trains, with seeds one after the other [default: as many as the study has, and 1 with --quick].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    players: Option<u64>,
    /// Games of two players who meet in the comparisons [default: as many as the study has, and 20 with --quick].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    games: Option<u32>,
    /// Where the runs are kept [default: runs/reproduce-PAPER-STUDY].
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
    if args.studies {
        return studies(paper, out);
    }
    if args.check || args.draw {
        return compare_pages(paper, args, out);
    }
    let study = paper.study(args.study.as_deref())?;
    let player = args.player.as_deref().map(|text| players::spec(text, "--player")).transpose()?;
    let mut methods = study.experiments(args.quick, player.as_ref())?;
    let mut said = reproduce::said(paper.page, args.quick, args.player.is_some())?;
    if !std::ptr::eq(study, &paper.studies[0]) {
        said.differences.push(format!("the study {}: {}", study.name, study.about));
        said.differences.extend(study.settings().map(|setting| format!("with {setting}")));
    }
    if let Some(player) = &args.player {
        let by = format!("by --player, {player} learns here, and searches as deep as it says");
        said.differences.push(by);
    }
    let players = args.players.unwrap_or(if args.quick { 1 } else { study.players });
    for (method, experiment) in &mut methods {
        if matches!(experiment, Experiment::Network(_)) && players != 1 {
            return Err(TextError::new("--players: this paper trains one network of each kind").into());
        }
        if let Some(epochs) = args.epochs.filter(|&epochs| epochs != experiment.epochs()) {
            said.differences.push(format!("{method}: {epochs} epochs instead of {}", experiment.epochs()));
            *experiment = experiment.clone().with_epochs(epochs);
        }
    }
    let (folder, asked) = (args.folder(study.name), watch_signals(args.tell.quiet, STOPS)?);
    let progress = Progress::new(args.tell.quiet, 0);
    let how = How { threads: args.threads, device: DeviceName::Cpu, tell: args.tell };
    // The run stays locked until what it has learnt has been compared.
    let (mut trained, mut locks) = (Vec::new(), Vec::new());
    if let Some(other) = study.from.filter(|_| !args.quick) {
        trained = study
            .taken(archive::read(&archive::place(&args.results.join(DATA), paper.name, other))?.trained)?;
        methods.clear();
    }
    for (method, experiment) in methods {
        for player in 0..players {
            let experiment = experiment.clone().with_seed(experiment.seed() + player);
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
            trained.push(Trained::of(method, &name, &run, &place)?);
            locks.push(run.into_lock());
        }
    }
    let scale = study.scale(&trained, args.games.or(args.quick.then_some(20)));
    let compare = |executor: &dyn Executor| {
        let meetings = Meetings::played(executor);
        let findings = study.findings(&trained, &scale, &meetings)?;
        Ok((findings, meetings.asked()))
    };
    let mark = reproduce::mark(&trained);
    let compared = args.compared(&folder, &mark, &Threads::new(args.threads.into()), &asked, &compare)?;
    let Some((findings, meetings)) = compared else {
        return stopped(out);
    };
    if args.archive {
        let place = archive::place(&args.results.join(DATA), paper.name, study.name);
        archive::write(&place, &trained, &meetings)?;
        output::aside(&format!(
            "the runs and meetings are in {}; --draw brings them into the pages",
            place.display()
        ));
    }
    let seconds = progress.seconds();
    if !args.tell.json {
        return print(paper, &findings, &said, &folder, out);
    }
    Report::of("reproduce")
        .field("paper", paper.name)
        .field("study", study.name)
        .field("quick", args.quick)
        .field("tables", findings.tables)
        .fields(said)
        .field("folder", folder)
        .field("seconds", seconds)
        .print(out)
}

/// The archive below the results.
const DATA: &str = "data";
/// The figures.
const FIGURES: &str = "figures";

fn studies(paper: &Paper, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}\n", paper.title)?;
    for study in paper.studies {
        let methods: Vec<&str> = study.methods.iter().map(|method| method.name).collect();
        let runs = study.players as usize * methods.len();
        writeln!(out, "{}\n    {}", study.name, study.about)?;
        writeln!(out, "    {runs} runs ({})", methods.join(", "))?;
        for setting in study.settings() {
            writeln!(out, "    with {setting}")?;
        }
        writeln!(out, "    about {} minutes of two processors, estimated", study.minutes)?;
    }
    Ok(())
}

/// Draws the tables and figures of a paper's pages from the archive, and compares them with what is there, or writes it.
fn compare_pages(paper: &Paper, args: &Args, out: &mut impl Write) -> Result<()> {
    let findings = paper.drawn(&args.results.join(DATA))?;
    if findings.tables.is_empty() {
        let place = args.results.join(DATA).join(paper.name);
        return Err(TextError::new("there are no archived runs here").within(place.display()).into());
    }
    let pages = [
        args.results.join(format!("{}.md", paper.name)),
        args.results.with_file_name("log").join(format!("{}.md", paper.name)),
    ];
    let (mut differ, mut text) = (Vec::new(), String::new());
    let mut settle = |path: &Path, wanted: &str| -> Result<()> {
        let found = std::fs::read_to_string(path).unwrap_or_default();
        if found != wanted {
            differ.push(path.display().to_string());
            if args.draw {
                lab::disk::replace(path, wanted.as_bytes()).with_context(|| path.display().to_string())?;
            }
        }
        Ok(())
    };
    for path in pages.iter().filter(|path| path.exists()) {
        let page = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let filled = findings::fill(&page, &findings.tables)
            .map_err(TextError::new)
            .map_err(|e| e.within(path.display()))?;
        settle(path, &filled)?;
        text += &page;
    }
    for (name, figure) in &findings.figures {
        settle(&args.results.join(FIGURES).join(format!("{name}.svg")), &figure.file())?;
    }
    // What is drawn has a place where it is read.
    let shown: Vec<&str> = findings::tables_of(&text).collect();
    let tables = findings.tables.iter().map(|table| &table.name[..]).filter(|name| !shown.contains(name));
    let figures = findings
        .figures
        .iter()
        .map(|(name, _)| &name[..])
        .filter(|name| !text.contains(&format!("/{name}.svg")));
    let nowhere: Vec<&str> = tables.chain(figures).collect();
    if !nowhere.is_empty() {
        let why = format!("no page of {} shows {}", paper.name, nowhere.join(", "));
        return Err(TextError::new(why).into());
    }
    let (tables, figures) = (findings.tables.len(), findings.figures.len());
    match (differ.is_empty(), args.draw) {
        (true, _) => {
            writeln!(out, "{}: {tables} tables and {figures} figures are those of the archive", paper.name)?
        }
        (false, true) => writeln!(out, "{}: written anew: {}", paper.name, differ.join(", "))?,
        (false, false) => {
            let why = format!("{} is not what the archive says; --draw writes it anew", differ.join(", "));
            return Err(TextError::new(why).into());
        }
    }
    Ok(())
}

/// Tables and figures, and the meetings that they come from.
type Compared = (Findings, Vec<Meeting>);

impl Args {
    fn folder(&self, study: &str) -> PathBuf {
        self.folder.clone().unwrap_or_else(|| {
            let quick = if self.quick { "-quick" } else { "" };
            PathBuf::from(format!("runs/reproduce-{}-{study}{quick}", self.paper))
        })
    }

    /// Plays comparisons, or what a journal in the folder does not have of them; none if it was stopped.
    fn compared(
        &self,
        folder: &Path,
        mark: &str,
        executor: &Threads,
        asked: &AtomicUsize,
        compare: &dyn Fn(&dyn Executor) -> Result<Compared, RunError>,
    ) -> Result<Option<Compared>> {
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
        let path = folder.join(format!("comparisons-{}{mark}.journal", self.paper));
        let opened = Kept::open(&path, &format!("games of {by}"), executor, &heard);
        let (kept, notes) = opened?;
        notes.iter().for_each(|note| output::aside(note));
        let compared = compare(&kept);
        let found = there.load(Ordering::Relaxed);
        if found > 0 && !self.tell.quiet {
            let path = path.display();
            output::aside(&format!(
                "{found} of {all} games of the comparisons had been played before: {path}"
            ));
        }
        match (compared, kept.ended()) {
            (Err(_), Some(Ended::Stopped)) => Ok(None),
            (Err(_), Some(Ended::Failed(error))) => Err(error.into()),
            (compared, _) => Ok(Some(compared?)),
        }
    }
}

fn stopped(out: &mut impl Write) -> Result<()> {
    Ok(writeln!(out, "it was stopped; the same command goes on with it")?)
}

fn print(paper: &Paper, findings: &Findings, said: &Said, folder: &Path, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}\n", paper.title)?;
    for table in &findings.tables {
        writeln!(out, "{}", listing(table))?;
    }
    writeln!(out, "{}\n", listed(said, paper.name))?;
    Ok(writeln!(out, "The runs are in {}; petteia report draws each of them.", folder.display())?)
}

/// A table, each row as a list.
fn listing(table: &Table) -> String {
    let mut text = layout::wrap("", 0, table.title.split_whitespace());
    let width = table.columns.iter().skip(1).map(|column| column.chars().count()).max().unwrap_or(0).min(34);
    for row in &table.rows {
        text += &layout::wrap("  ", 2, row[0].split(' '));
        for (column, cell) in table.columns.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty()) {
            text += &layout::wrap(&format!("    {column:width$}  "), width + 6, cell.split(' '));
        }
    }
    text
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
            lines.iter().for_each(|line| text += &layout::wrap("- ", 2, line.split_whitespace()));
            text.push('\n');
        }
    }
    text + &format!("Why, and all that is as the paper has it: petteia reproduce {paper} --page")
}

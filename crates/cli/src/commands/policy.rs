//! `petteia train` and `petteia resume` for networks: policy iteration in a folder.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::thread;

use anyhow::Result;
use clap::ValueEnum;
use games::{GameSpec, TextError};
use lab::Threads;
use lab::learn::policy_iteration::selfplay::Crew;
use lab::learn::policy_iteration::{Config, Generation, Means, NETWORK, News, PolicyRun, read_metrics};
use lab::run::About;
use nets::{Cpu, Device, Student};
use serde::Serialize;

use super::train::{AFTER_EPOCH, How, about, plain, watch_signals, when_to_stop};
use crate::output;
use crate::progress::Progress;

/// What computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeviceName {
    /// The processor: the same numbers on every machine.
    Cpu,
    /// A GPU of NVIDIA; the program must have been built with `--features cuda`.
    Cuda,
}

impl DeviceName {
    /// The device for a student.
    pub fn open(self, student: Student, threads: usize) -> Result<Box<dyn Device>, TextError> {
        match self {
            DeviceName::Cpu => Ok(Box::new(Cpu::new(student, threads))),
            #[cfg(feature = "cuda")]
            DeviceName::Cuda => Ok(Box::new(nets::Cuda::new(student)?)),
            #[cfg(not(feature = "cuda"))]
            DeviceName::Cuda => Err(no_gpu()),
        }
    }

    /// What a run's folder says about the program, and what computes.
    pub fn about(self) -> About {
        let device = self.to_possible_value().map(|device| device.get_name().to_string());
        About { device, ..about() }
    }

    /// Before anything is written: whether the program knows the device.
    pub fn check(self) -> Result<(), TextError> {
        if self == DeviceName::Cuda && cfg!(not(feature = "cuda")) { Err(no_gpu()) } else { Ok(()) }
    }
}

fn no_gpu() -> TextError {
    TextError::new("this program knows no GPU: build it with cargo build --release --features cuda")
}

/// Begins a run, or goes on with it.
pub fn train(config: &Config, folder: &Path, how: &How, out: &mut impl Write) -> Result<()> {
    how.device.check()?;
    let (run, notes) = PolicyRun::begin(config, folder, &how.device.about()).map_err(plain)?;
    go("train", run, &notes, folder, how, out)
}

/// Goes on with a run.
pub fn resume(folder: &Path, epochs: Option<u64>, how: &How, out: &mut impl Write) -> Result<()> {
    how.device.check()?;
    let (run, notes) = PolicyRun::resume(folder, epochs).map_err(plain)?;
    go("resume", run, &notes, folder, how, out)
}

#[derive(Serialize)]
struct Report<'a> {
    game: GameSpec,
    folder: &'a Path,
    epoch: u64,
    epochs: u64,
    finished: bool,
    seed: u64,
    seconds: f64,
    last: Option<&'a Generation>,
}

fn go(
    command: &str,
    mut run: PolicyRun,
    notes: &[String],
    folder: &Path,
    how: &How,
    out: &mut impl Write,
) -> Result<()> {
    notes.iter().for_each(|note| output::aside(note));
    let started = std::time::Instant::now();
    let asked = watch_signals(how.quiet, AFTER_EPOCH)?;
    let finished = carry_on(&mut run, how.device, how.threads.into(), how.quiet, &asked)?;
    let config = run.config().clone();
    let metrics = read_metrics(folder).map_err(plain)?;
    let report = Report {
        game: config.game,
        folder,
        epoch: run.epoch(),
        epochs: config.epochs,
        finished,
        seed: config.seed,
        seconds: started.elapsed().as_secs_f64(),
        last: metrics.last(),
    };
    if how.json {
        return output::json(out, command, &report);
    }
    writeln!(out, "{}, generation {} of {}, seed {}", config.game, run.epoch(), config.epochs, config.seed)?;
    if let Some(last) = report.last {
        writeln!(out, "{}", sentence(last))?;
    }
    let folder = folder.display();
    writeln!(out, "the network is in {folder}/{NETWORK}")?;
    match finished {
        true => writeln!(out, "the run is in {folder}")?,
        false => writeln!(out, "it was stopped; petteia resume {folder} goes on with it")?,
    }
    Ok(())
}

/// Trains until the run is over or the user has asked to stop; answers whether it is over.
pub fn carry_on(
    run: &mut PolicyRun,
    device: DeviceName,
    threads: usize,
    quiet: bool,
    asked: &AtomicUsize,
) -> Result<bool> {
    let config = run.config().clone();
    if run.epoch() > 0 && !quiet {
        output::aside(&format!("{} of {} generations are there already", run.epoch(), config.epochs));
    }
    let stop = || when_to_stop(asked);
    let executor = Threads::new(threads);
    let crew = match device {
        DeviceName::Cpu => Crew { threads, tables: 16 },
        // A GPU wants many positions at a time, and hands that prepare them.
        DeviceName::Cuda => {
            let hands = thread::available_parallelism().map_or(1, usize::from).max(threads);
            Crew { threads: hands, tables: 128 }
        }
    };
    let open = |student| device.open(student, threads);
    let means = Means { device: &open, crew, executor: &executor };
    let mut progress = Progress::new(quiet, 0);
    let finished = run.train(&means, &stop, &mut |news| match news {
        News::Games { played, all, epoch } => {
            progress.tell(played, all, &format!("generation {epoch} of {}", config.epochs));
        }
        News::Doing(what) if !quiet => output::aside(what),
        News::Doing(_) => {}
        News::Generation(generation) => {
            if !quiet {
                output::aside(&sentence(generation));
            }
            progress = Progress::new(quiet, 0);
        }
    });
    finished.map_err(plain)
}

/// A generation in a line.
fn sentence(generation: &Generation) -> String {
    let share = |n: u64| 100.0 * n as f64 / generation.games.max(1) as f64;
    let Generation { epoch, policy_loss, value_loss, entropy, .. } = generation;
    let mut text = format!(
        "generation {epoch}: first side wins {:.0}%, draws {:.0}%, loss {policy_loss:.3} + {value_loss:.3}, entropy {entropy:.2}",
        share(generation.first),
        share(generation.draws)
    );
    if let Some(gate) = &generation.gate {
        let verdict = if generation.accepted { "accepted" } else { "not accepted" };
        text += &format!(", {:.0}% against the one before: {verdict}", 100.0 * gate.score());
    }
    for anchor in &generation.anchors {
        text += &format!(", {:.0}% against {}", 100.0 * anchor.score(), anchor.against);
    }
    text
}

//! What `train`, `resume` and `reproduce` share: how a run is carried out and stopped, and what is said meanwhile.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result};
use clap::ValueEnum;
use games::TextError;
use lab::Threads;
use lab::learn::policy_iteration::selfplay::Crew;
use lab::learn::{Epoch, Experiment, Means, News, Stop};
use lab::run::{About, Run};
use nets::{Cpu, Device, Student};

use crate::args::Telling;
use crate::output;
use crate::progress::Progress;

/// How a run is carried out; nothing of it changes what comes out, but for a GPU, whose sums are in another order.
#[derive(clap::Args)]
pub struct How {
    /// Games played at a time; the results are the same.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// What trains and evaluates networks.
    #[arg(long, value_name = "DEVICE", value_enum, default_value_t = DeviceName::Cpu)]
    pub device: DeviceName,
    #[command(flatten)]
    pub tell: Telling,
}

/// What computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeviceName {
    /// The processor: the same numbers on every machine.
    Cpu,
    /// A GPU of NVIDIA; the program must have been built with `--features cuda`.
    Cuda,
}

impl DeviceName {
    fn open(self, student: Student, threads: usize) -> Result<Box<dyn Device>, TextError> {
        match self {
            DeviceName::Cpu => Ok(Box::new(Cpu::new(student, threads))),
            #[cfg(feature = "cuda")]
            DeviceName::Cuda => Ok(Box::new(nets::Cuda::new(student)?)),
            #[cfg(not(feature = "cuda"))]
            DeviceName::Cuda => Err(no_gpu()),
        }
    }
}

fn no_gpu() -> TextError {
    TextError::new("this program knows no GPU: build it with cargo build --release --features cuda")
}

impl How {
    /// Before anything is written: whether the program knows the device, and it would be of use.
    pub fn check(&self, experiment: &Experiment) -> Result<(), TextError> {
        match (self.device, experiment) {
            (DeviceName::Cpu, _) => Ok(()),
            (_, Experiment::Populations(_)) => {
                Err(TextError::new("--device: this run has no network, so no GPU helps it"))
            }
            _ if cfg!(not(feature = "cuda")) => Err(no_gpu()),
            _ => Ok(()),
        }
    }

    /// What a run's folder says about the program, and what computes with a network.
    pub fn about(&self, experiment: &Experiment) -> About {
        let device = self.device.to_possible_value().map(|device| device.get_name().to_string());
        About { device: device.filter(|_| matches!(experiment, Experiment::Network(_))), ..about() }
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

/// What it means that the user has asked to stop so often.
pub fn when_to_stop(asked: &AtomicUsize) -> Stop {
    match asked.load(Ordering::Relaxed) {
        0 => Stop::Never,
        1 => Stop::AfterEpoch,
        _ => Stop::Now,
    }
}

/// What a session of learning did.
pub struct Learnt {
    /// Whether all generations are over.
    pub finished: bool,
    /// Games that were played, and how long that took.
    pub games: u64,
    pub seconds: f64,
}

/// Trains until the run is over or the user has asked to stop. Where several runs are carried out, the name says which this is.
pub fn carry_on(run: &mut Run, how: &How, name: &str, asked: &AtomicUsize) -> Result<Learnt> {
    let epochs = run.experiment().epochs();
    let tell = |text: &str| {
        if !how.tell.quiet {
            output::aside(text)
        }
    };
    if run.epoch() > 0 {
        tell(&format!("{name}{} of {epochs} epochs are there already", run.epoch()));
    }
    let (threads, network) = (usize::from(how.threads), matches!(run.experiment(), Experiment::Network(_)));
    let crew = match how.device {
        DeviceName::Cpu => Crew { threads, games: 16 },
        // A GPU wants many positions at a time, and hands that prepare them.
        DeviceName::Cuda => {
            let hands = thread::available_parallelism().map_or(1, usize::from).max(threads);
            Crew { threads: hands, games: 128 }
        }
    };
    let means = Means {
        executor: &Threads::new(threads),
        device: &|student| how.device.open(student, threads),
        crew,
    };
    let (progress, mut games) = (Progress::new(how.tell.quiet, 0), 0);
    let finished = run.train(&means, &|| when_to_stop(asked), &mut |news| match news {
        News::Games { played, all, epoch } => {
            games = played;
            progress.tell(played, all, &format!("{name}epoch {epoch} of {epochs}"));
        }
        News::Doing(what) => tell(what),
        // Those of populations are many and short.
        News::Epoch(epoch) if network => tell(in_words(epoch).trim_end()),
        News::Epoch(_) => {}
    });
    Ok(Learnt { finished: finished?, games, seconds: progress.seconds() })
}

/// A generation in a few lines.
pub fn in_words(epoch: &Epoch) -> String {
    let [first, draws, second] = epoch.shares().map(|share| 100.0 * share);
    let mut text = format!(
        "in epoch {}: first side wins {first:.0}%, draws {draws:.0}%, second side wins {second:.0}%, {:.0} steps a game\n",
        epoch.epoch, epoch.length
    );
    for population in &epoch.populations {
        let name = &population.name;
        if let Some([best, mean, worst, _]) = population.fitness {
            let diversity = population.diversity;
            text += &format!(
                "{name}: fitness {best:.3} at best, {mean:.3} in the mean, {worst:.3} at worst, diversity {diversity:.3}\n"
            );
        }
        if !population.notes.is_empty() {
            text += &format!("the best constants of {name}: {}\n", population.notes_in_words());
        }
    }
    if let Some(training) = &epoch.training {
        let [policy, value, entropy] = [training.policy_loss, training.value_loss, training.entropy];
        let _ = write!(text, "network: loss {policy:.3} + {value:.3}, entropy {entropy:.2}");
        if let Some(gate) = &training.gate {
            let verdict = if training.accepted { "accepted" } else { "not accepted" };
            let _ = write!(text, ", {:.0}% against the one before: {verdict}", 100.0 * gate.score());
        }
        for anchor in &training.anchors {
            let _ = write!(text, ", {:.0}% against {}", 100.0 * anchor.score(), anchor.against);
        }
        text.push('\n');
    }
    text
}

//! What a learner costs besides its games: trains by a configuration on one thread, in a folder that is removed afterwards, and tells
//! which share of the time was not spent in games. `cargo run --release -p petteia-lab --example overhead -- CONFIG EPOCHS`.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use games::TextError;
use lab::Job;
use lab::job::{Executor, Kit, Watch, play};
use lab::learn::{Experiment, Means, Stop};
use lab::run::{About, Run};

/// Plays on this thread, and counts the time inside games.
#[derive(Default)]
struct Timed(Mutex<(Duration, u64)>);

impl Executor for Timed {
    fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), TextError> {
        let mut kit = Kit::default();
        kit.prepare(jobs)?;
        for (number, job) in jobs.iter().enumerate() {
            let start = Instant::now();
            let record = play(job, &kit)?;
            let mut spent = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *spent = (spent.0 + start.elapsed(), spent.1 + 1);
            if watch(number, record).is_break() {
                break;
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, epochs] = &arguments[..] else { return Err("say which: CONFIG EPOCHS".into()) };
    let experiment = Experiment::read(&std::fs::read_to_string(path)?)?.with_epochs(epochs.parse()?);
    let folder = std::env::temp_dir().join(format!("petteia-overhead-{}", std::process::id()));
    let spent = measure(&experiment, &folder);
    std::fs::remove_dir_all(&folder)?;
    let (all, games, count) = spent?;
    println!(
        "{count} games in {all:.2} s, of which {games:.2} s in games: {:.3}% besides",
        100.0 * (1.0 - games / all)
    );
    Ok(())
}

fn measure(experiment: &Experiment, folder: &Path) -> Result<(f64, f64, u64), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let executor = Timed::default();
    let (mut run, _) = Run::begin(experiment, folder, &About::default())?;
    Means::with_threads(1, |means| {
        run.train(&Means { executor: &executor, ..*means }, &|| Stop::Never, &mut |_| {})
    })?;
    let (games, count) = *executor.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok((start.elapsed().as_secs_f64(), games.as_secs_f64(), count))
}

//! Runs on the page: those of the runs folder, by any program, and those that are started here.

mod cache;
mod watch;

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use engine::PlayerSpec;
use games::{GameSpec, TextError};
use lab::job::Executor;
use lab::learn::{Champion, Coevolution, Experiment, Means, News, Stop};
use lab::run::{self, About, Overview, Run};
use lab::{RunError, Threads, report};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch::{Receiver, channel};

use self::cache::Cache;
pub use self::watch::{Watched, watch};
use crate::error::Problem;
use crate::locked;

/// The experiments that can be started from the page, with their texts.
pub const CONFIGS: [(&str, &str); 10] = [
    ("davis2002-quick", include_str!("../../../configs/davis2002-quick.toml")),
    ("abdelbar2003-quick", include_str!("../../../configs/abdelbar2003-quick.toml")),
    ("abdelbar2004-quick", include_str!("../../../configs/abdelbar2004-quick.toml")),
    ("cai2010-pso-quick", include_str!("../../../configs/cai2010-pso-quick.toml")),
    ("cai2010-ea-quick", include_str!("../../../configs/cai2010-ea-quick.toml")),
    ("cai2010-hybrid-quick", include_str!("../../../configs/cai2010-hybrid-quick.toml")),
    ("cai2010-hill-quick", include_str!("../../../configs/cai2010-hill-quick.toml")),
    ("davis2002", include_str!("../../../configs/davis2002.toml")),
    ("abdelbar2003", include_str!("../../../configs/abdelbar2003.toml")),
    ("abdelbar2004", include_str!("../../../configs/abdelbar2004.toml")),
];

/// Runs at a time: they share the machine with those who play.
const AT_ONCE: usize = 2;

/// No more are begun in a folder that has so many.
const MOST: usize = 1_000;

/// So many runs are remembered in a line, and as whole pages.
const LINES: usize = 10_000;
const PAGES: usize = 16;

/// So many are drawn in one figure.
const TOGETHER: usize = 12;

/// So many of its last games are offered.
const SAMPLES: usize = 20;

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Progress {
    pub epoch: u64,
    /// Games of this session, and those that it will play, as far as it can be known.
    pub played: u64,
    pub all: u64,
    pub state: &'static str,
    /// Why it stopped, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Progress {
    pub fn under_way(&self) -> bool {
        matches!(self.state, "running" | "stopping")
    }
}

struct Active {
    stop: Arc<AtomicBool>,
    progress: Receiver<Progress>,
}

/// A run in the list.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    pub name: String,
    #[serde(flatten)]
    pub run: Overview,
    pub state: &'static str,
}

/// The runs folder, and what is under way in this program.
pub struct Runs {
    folder: PathBuf,
    active: Mutex<BTreeMap<String, Active>>,
    /// Held while a run begins, so that two do not take the same name or the same place.
    beginning: Mutex<()>,
    /// One measurement at a time, and what was measured, by experiment: seconds an epoch, and games.
    estimates: Mutex<BTreeMap<String, (f64, u64)>>,
    /// What was read of the files: runs in a line, the best by now, and the figures with the last games.
    overviews: Cache<Overview>,
    best: Cache<Vec<Champion>>,
    pages: Cache<(String, Vec<Value>)>,
    /// Those who watch.
    pub watched: Watched,
}

/// Mistakes are told from failures.
fn problem(error: RunError) -> Problem {
    match error {
        RunError::Text(error) => Problem::wrong(error),
        RunError::Busy(_) => Problem::conflict("another program is writing this run"),
        error => Problem::failed(error),
    }
}

/// An experiment that is known by its name, with its text.
fn experiment(name: &str) -> Result<Experiment, Problem> {
    let (_, text) = CONFIGS
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| Problem::missing("there is no experiment of that name"))?;
    Experiment::parse(text).map_err(Problem::failed)
}

/// The first lines of a configuration, which say what it shows.
pub fn about(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    lines.collect::<Vec<_>>().join(" ")
}

impl Runs {
    pub fn new(folder: &Path) -> Runs {
        Runs {
            folder: folder.into(),
            active: Mutex::default(),
            beginning: Mutex::default(),
            estimates: Mutex::default(),
            overviews: Cache::new(LINES),
            best: Cache::new(LINES),
            pages: Cache::new(PAGES),
            watched: Watched::default(),
        }
    }

    fn active(&self) -> MutexGuard<'_, BTreeMap<String, Active>> {
        locked(&self.active)
    }

    /// The folder of a run. A name from outside is one name in the runs folder, or nothing: it leads nowhere else.
    fn find(&self, name: &str) -> Result<PathBuf, Problem> {
        let mut parts = Path::new(name).components();
        let plain =
            matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
        let folder = self.folder.join(name);
        let found = plain && folder.join(run::CONFIG).is_file();
        found.then_some(folder).ok_or_else(|| Problem::missing("there is no run of that name"))
    }

    fn overview(&self, folder: &Path) -> Result<Overview, Problem> {
        self.overviews.get(folder, |folder| run::overview(folder).map_err(problem))
    }

    /// The best of each population by now, or the network.
    fn best(&self, folder: &Path) -> Result<Vec<Champion>, Problem> {
        self.best.get(folder, |folder| run::champions(folder).map_err(problem))
    }

    fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| self.folder.join(name).join(run::CONFIG).is_file())
            .collect();
        names.sort();
        names
    }

    pub fn progress(&self, name: &str) -> Option<Progress> {
        self.active().get(name).map(|active| active.progress.borrow().clone())
    }

    fn listed(&self, name: &str) -> Result<Listed, Problem> {
        let folder = self.find(name)?;
        let run = self.overview(&folder)?;
        let state = match self.progress(name).map(|progress| progress.state) {
            Some(state @ ("running" | "stopping")) => state,
            _ if run.epoch >= run.epochs => "finished",
            _ if run::is_running(&folder) => "elsewhere",
            _ => "stopped",
        };
        Ok(Listed { name: name.into(), run, state })
    }

    /// All runs, and those that cannot be shown.
    pub fn list(&self) -> (Vec<Listed>, Vec<Value>) {
        let (mut runs, mut damaged) = (Vec::new(), Vec::new());
        for name in self.names() {
            match self.listed(&name) {
                Ok(run) => runs.push(run),
                Err(problem) => damaged.push(json!({ "name": name, "error": problem.sentence })),
            }
        }
        (runs, damaged)
    }

    /// One run, its figures included.
    pub fn detail(&self, name: &str) -> Result<Value, Problem> {
        let (listed, folder) = (self.listed(name)?, self.find(name)?);
        let Progress { played, all, error, .. } = self.progress(name).unwrap_or_default();
        let config = fs::read_to_string(folder.join(run::CONFIG)).map_err(Problem::failed)?;
        let (figures, samples) = self.pages.get(&folder, |folder| {
            let drawn = if listed.run.epoch == 0 { Ok(String::new()) } else { report::figures(folder) };
            Ok((drawn.map_err(problem)?, samples(&games(folder)?)))
        })?;
        let best = self.best(&folder).unwrap_or_default().into_iter();
        // The best of each population, or the network.
        let champions = best.map(|Champion { name: champion, file, .. }| {
            let file = folder.join(&file).is_file().then_some(file);
            json!({ "name": champion, "spec": format!("champion:{name}/{champion}"), "file": file })
        });
        let mut detail = serde_json::to_value(listed).expect("it is plain data");
        detail["played"] = played.into();
        detail["all"] = all.into();
        detail["error"] = error.into();
        detail["figures"] = figures.into();
        detail["champions"] = champions.collect();
        detail["samples"] = samples.into();
        detail["config"] = config.into();
        Ok(detail)
    }

    /// Several runs in the same figures; their names have commas between.
    pub fn together(&self, names: &str) -> Result<Value, Problem> {
        let names: Vec<&str> = names.split(',').collect();
        if names.len() > TOGETHER {
            return Err(Problem::wrong(format!("runs: at most {TOGETHER} fit into a figure")));
        }
        let folder = |name: &&str| Ok((name.to_string(), self.find(name)?));
        let folders = names.iter().map(folder).collect::<Result<Vec<_>, Problem>>()?;
        Ok(json!({ "figures": report::together::figures(&folders).map_err(problem)? }))
    }

    /// A sample game of a run, as a line of JSON.
    pub fn sample(&self, name: &str, number: usize) -> Result<String, Problem> {
        let file = fs::File::open(games(&self.find(name)?)?).map_err(Problem::failed)?;
        let line = number.checked_sub(1).and_then(|skip| BufReader::new(file).lines().nth(skip));
        line.ok_or_else(|| Problem::missing("there is no such game"))?.map_err(Problem::failed)
    }

    /// The player that is the best of a population of a run: `RUN/NAME`.
    pub fn champion(&self, game: &GameSpec, name: &str) -> Result<PlayerSpec, Problem> {
        let (name, population) =
            name.split_once('/').ok_or_else(|| Problem::wrong("a champion is champion:RUN/NAME"))?;
        let folder = self.find(name)?;
        let plays = self.overview(&folder)?.game;
        if plays != *game {
            return Err(Problem::wrong(format!("that champion plays {plays}")));
        }
        let found = self.best(&folder)?.into_iter().find(|champion| champion.name == population);
        let found = found.ok_or_else(|| Problem::missing("that run has no champion of this name yet"))?;
        Ok(found.player)
    }

    /// The champions of a game, as specs and in words.
    pub fn champions(&self, game: &GameSpec) -> Vec<(String, String)> {
        let runs = self.list().0.into_iter().filter(|listed| listed.run.game == *game);
        runs.flat_map(|Listed { name, run, .. }| {
            let best = self.best(&self.folder.join(&name)).unwrap_or_default().into_iter();
            best.map(move |Champion { name: champion, .. }| {
                let about = format!("{champion} of {name}, after {} epochs", run.epoch);
                (format!("champion:{name}/{champion}"), about)
            })
        })
        .collect()
    }

    /// Starts an experiment in a folder of its own.
    pub fn start(&self, name: &str, epochs: Option<u64>) -> Result<String, Problem> {
        let _alone = self.beginning.lock();
        let experiment = experiment(name)?;
        let epochs = epochs.unwrap_or(experiment.epochs());
        let experiment = experiment.with_epochs(epochs);
        experiment.check().map_err(Problem::wrong)?;
        if self.names().len() >= MOST {
            let why = "the runs folder has too many runs already; folders of runs can be deleted";
            return Err(Problem::conflict(why));
        }
        let free = |n: u32| if n == 1 { name.to_string() } else { format!("{name}-{n}") };
        let own = (1..).map(free).find(|name| self.is_free(name, &experiment)).expect("numbers do not end");
        self.go(&own, move |folder| {
            let about = About { petteia: env!("CARGO_PKG_VERSION").into(), ..About::default() };
            Run::begin(&experiment, folder, &about)
        })?;
        Ok(own)
    }

    /// Whether a run can have this name: there is none, or one of the same configuration that was stopped before it had learnt anything.
    fn is_free(&self, name: &str, experiment: &Experiment) -> bool {
        let folder = self.folder.join(name);
        let same = || run::read_config(&folder).is_ok_and(|found| found == *experiment);
        let stopped = || self.listed(name).is_ok_and(|run| run.state == "stopped" && run.run.epoch == 0);
        !folder.exists() || same() && stopped()
    }

    /// Goes on with a run.
    pub fn resume(&self, name: &str) -> Result<(), Problem> {
        let _alone = self.beginning.lock();
        self.find(name)?;
        if self.progress(name).is_some_and(|progress| progress.under_way()) {
            return Err(Problem::conflict("this run is under way already"));
        }
        self.go(name, |folder| Run::resume(folder, None))
    }

    /// Stops a run at once; it can be resumed, and nothing is lost.
    pub fn stop(&self, name: &str) -> Result<(), Problem> {
        match self.active().get(name).filter(|active| active.progress.borrow().state == "running") {
            Some(active) => active.stop.store(true, Ordering::Relaxed),
            None => return Err(Problem::conflict("this run is not under way here")),
        }
        Ok(())
    }

    /// Stops everything; for the end of the program.
    pub fn stop_all(&self) {
        self.active().values().for_each(|active| active.stop.store(true, Ordering::Relaxed));
        let deadline = Instant::now() + Duration::from_secs(5);
        while self.under_way() > 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn under_way(&self) -> usize {
        self.active().values().filter(|active| active.progress.borrow().under_way()).count()
    }

    fn go(
        &self,
        name: &str,
        open: impl FnOnce(&Path) -> Result<(Run, Vec<String>), RunError>,
    ) -> Result<(), Problem> {
        if self.under_way() >= AT_ONCE {
            return Err(Problem::conflict(format!("{AT_ONCE} runs are under way already; stop one of them")));
        }
        let (mut run, _) = open(&self.folder.join(name)).map_err(problem)?;
        let stop: Arc<AtomicBool> = Arc::default();
        let first = Progress { epoch: run.epoch(), state: "running", ..Progress::default() };
        let (sender, progress) = channel(first);
        self.active().insert(name.into(), Active { stop: stop.clone(), progress });
        thread::spawn(move || {
            let stopped = || if stop.load(Ordering::Relaxed) { Stop::Now } else { Stop::Never };
            let mut watch = |news: News<'_>| {
                sender.send_modify(|progress| {
                    progress.state = if stop.load(Ordering::Relaxed) { "stopping" } else { "running" };
                    match news {
                        News::Games { played, all, .. } => (progress.played, progress.all) = (played, all),
                        News::Epoch(epoch) => progress.epoch = epoch.epoch,
                        News::Doing(_) => {}
                    }
                });
            };
            let train = || Means::with_threads(1, |means| run.train(means, &stopped, &mut watch));
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(train));
            // The lock is free before it is told that the run has ended.
            drop(run);
            sender.send_modify(|progress| match ended {
                Ok(Ok(true)) => progress.state = "finished",
                Ok(Ok(false)) => progress.state = "stopped",
                Ok(Err(error)) => (progress.state, progress.error) = ("stopped", Some(error.to_string())),
                Err(_) => (progress.state, progress.error) = ("stopped", Some("the run broke".into())),
            });
        });
        Ok(())
    }

    /// How far a run is by its files.
    pub fn news(&self, name: &str) -> Result<Progress, Problem> {
        let Listed { run: Overview { epoch, .. }, state, .. } = self.listed(name)?;
        let error = self.progress(name).and_then(|progress| progress.error);
        Ok(Progress { epoch, state, error, ..Progress::default() })
    }

    /// How long an experiment takes, from playing its first games for about a second.
    pub fn estimate(&self, name: &str) -> Result<Value, Problem> {
        let experiment = experiment(name)?;
        let mut known = locked(&self.estimates);
        let (seconds, games) = match known.get(name) {
            Some(&found) => found,
            None => *known.entry(name.into()).or_insert(epoch_time(&experiment)?),
        };
        let epochs = experiment.epochs();
        Ok(json!({ "seconds": seconds * epochs as f64, "games": games * epochs }))
    }
}

/// The seconds and the games of a generation.
fn epoch_time(experiment: &Experiment) -> Result<(f64, u64), Problem> {
    let wrong = |error: TextError| Problem::failed(error);
    let Experiment::Populations(config) = experiment else {
        return Err(Problem::failed("how long a network takes is not measured"));
    };
    let jobs = Coevolution::new(config).and_then(|mut learner| learner.plan()).map_err(wrong)?;
    let (began, mut played) = (Instant::now(), 0);
    Threads::new(1)
        .stream(&jobs, &mut |_, _| {
            played += 1;
            if began.elapsed() < Duration::from_secs(1) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .map_err(Problem::failed)?;
    Ok((began.elapsed().as_secs_f64() / f64::from(played.max(1)) * jobs.len() as f64, jobs.len() as u64))
}

/// The file with the sample games of a run.
fn games(folder: &Path) -> Result<PathBuf, Problem> {
    run::checked(folder, run::GAMES).map_err(problem)
}

/// The last games of such a file.
fn samples(path: &Path) -> Vec<Value> {
    let Ok(file) = fs::File::open(path) else { return Vec::new() };
    let mut last = VecDeque::new();
    for (i, line) in BufReader::new(file).lines().map_while(Result::ok).enumerate() {
        if last.len() == SAMPLES {
            last.pop_front();
        }
        last.push_back((i + 1, line));
    }
    let summary = |line: &str| {
        let record = games::record::jsonl::read(line).ok()?.into_iter().next()?;
        let result = record.result.map_or("not finished", games::Outcome::word);
        Some(format!("{} steps, {result}", record.steps.len()))
    };
    let shown = last.iter().rev();
    shown.filter_map(|(number, line)| Some(json!({ "number": number, "summary": summary(line)? }))).collect()
}

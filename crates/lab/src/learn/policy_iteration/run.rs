//! Policy iteration in a folder, which survives whatever happens to the program: the same files as [`crate::run`], the newest network
//! as `network.safetensors`, and that of every generation under `networks/`.

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::eval::net::{Network, Pictured, file};
use engine::{Playable, PlayerSpec, Rng};
use games::record::{Record, jsonl};
use games::{Game, Line, TextError, with_game};
use nets::{Device, Student};
use serde::{Deserialize, Serialize};

use super::config::Config;
use super::lessons::{Window, draw};
use super::selfplay::{Crew, Effort, play_games};
use super::summary::{Generation, Match, summarise};
use super::table::{House, Played};
use crate::job::{Entrant, Executor};
use crate::journal::Journal;
use crate::reproduce::games::Field;
use crate::run::{self, About, Appended, Checkpoint, RunError, Stop, Time, events};
use crate::stats::Tally;

/// The newest network that plays, in the folder of a run.
pub const NETWORK: &str = "network.safetensors";

/// Everything that changes while a network learns: what a checkpoint holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// How many generations are over.
    pub epoch: u64,
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: u64,
    /// The network that plays.
    best: Vec<f32>,
    window: Window,
}

/// What computes, and with how many hands.
pub struct Means<'a> {
    /// Makes the device that learns and answers.
    pub device: &'a dyn Fn(Student) -> Result<Box<dyn Device>, TextError>,
    /// Threads and games of self-play.
    pub crew: Crew,
    /// Who plays matches.
    pub executor: &'a dyn Executor,
}

/// What a run tells while it goes on.
pub enum News<'a> {
    /// Games of self-play, of all in this generation.
    #[allow(missing_docs)]
    Games { played: u64, all: u64, epoch: u64 },
    /// What it does besides playing, in a few words.
    Doing(&'static str),
    /// A generation is over.
    Generation(&'a Generation),
}

/// A run that nobody else writes.
pub struct PolicyRun {
    folder: PathBuf,
    config: Config,
    state: State,
    metrics: Appended,
    events: Appended,
    games: Appended,
    journal: Journal,
    /// Games that the journal had.
    found: Vec<Played>,
    _lock: File,
}

impl PolicyRun {
    /// Begins a run in a folder, or goes on with it if it has the same configuration. Sentences tell what was found damaged.
    pub fn begin(
        config: &Config,
        folder: &Path,
        about: &About,
    ) -> Result<(PolicyRun, Vec<String>), RunError> {
        let (identity, toml) = (config.identity(), config.to_toml());
        let same = |text: &str| Ok(Config::read(text)?.identity() == identity);
        let lock = run::prepare(folder, config.game, &toml, about, &same)?;
        PolicyRun::load(folder, config.clone(), lock)
    }

    /// Goes on with a run; with more generations, if that is asked for.
    pub fn resume(folder: &Path, epochs: Option<u64>) -> Result<(PolicyRun, Vec<String>), RunError> {
        let mut config = read_config(folder)?;
        config.check().map_err(|e| e.within(folder.join(run::CONFIG).display()))?;
        let lock = run::lock(folder)?;
        if let Some(epochs) = epochs.filter(|&epochs| epochs != config.epochs) {
            let longer = Config { epochs, ..config.clone() };
            if longer.identity() != config.identity() {
                let why = "learn.last lets the rate fall over all epochs, so that their number cannot change";
                return Err(TextError::new(format!("{}: {why}", folder.display())).into());
            }
            config = longer;
            run::write_atomic(&folder.join(run::CONFIG), config.to_toml().as_bytes())?;
        }
        PolicyRun::load(folder, config, lock)
    }

    fn load(folder: &Path, config: Config, lock: File) -> Result<(PolicyRun, Vec<String>), RunError> {
        let identity = config.identity();
        let (found, mut notes) = Checkpoint::<State>::load_of(folder, &identity)?;
        let (state, lengths) = match found {
            Some(Checkpoint { state, lengths, .. }) => (state, lengths),
            None => {
                let shape = with_game!(config.game, |rules: G| config.shape::<G>(&rules)?);
                let mut rng = Rng::new(config.seed).child("network", 0);
                let network = Network::random(shape, config.network.architecture, &mut rng);
                let student = Student::new(network);
                let best = student.network.weights().to_vec();
                let state = State {
                    epoch: 0,
                    weights: best.clone(),
                    mean: student.mean,
                    square: student.square,
                    steps: 0,
                    best,
                    window: Window::default(),
                };
                (state, vec![0; 3])
            }
        };
        let [metrics, events, games] = run::open_files(folder, &lengths)?;
        let (journal, lines) = run::open_journal(folder, &identity, state.epoch, &mut notes)?;
        let folder = folder.to_path_buf();
        let mut run =
            PolicyRun { folder, config, state, metrics, events, games, journal, found: lines, _lock: lock };
        if run.state.epoch == 0 {
            run.write_network(0)?;
        }
        Ok((run, notes))
    }

    /// What is learnt, and how.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// How many generations are over.
    pub fn epoch(&self) -> u64 {
        self.state.epoch
    }

    fn network(&self, weights: &[f32]) -> Result<Network, RunError> {
        let shape = with_game!(self.config.game, |rules: G| self.config.shape::<G>(&rules)?);
        let network = Network::new(shape, self.config.network.architecture, weights.to_vec());
        Ok(network.ok_or_else(|| TextError::new("the checkpoint is of another network"))?)
    }

    /// The file of a generation's network.
    fn file(&self, epoch: u64) -> PathBuf {
        network_of(&self.folder, epoch)
    }

    /// Writes the network that plays, under the number of a generation.
    fn write_network(&mut self, epoch: u64) -> Result<(), RunError> {
        let bytes = self.bytes(&self.state.best, epoch)?;
        let path = self.file(epoch);
        fs::create_dir_all(self.folder.join("networks")).map_err(|error| RunError::io(&path, error))?;
        run::write_atomic(&path, &bytes)?;
        run::write_atomic(&self.folder.join(NETWORK), &bytes)
    }

    fn bytes(&self, weights: &[f32], epoch: u64) -> Result<Vec<u8>, RunError> {
        let Config { game, seed, .. } = self.config;
        let origin = format!("policy iteration of {game}, generation {epoch}, seed {seed}");
        let network = self.network(weights)?;
        Ok(file::write(&network, &game, &origin))
    }

    /// Goes on until all generations are over, or it is told to stop. Answers whether all are over.
    pub fn train(
        &mut self,
        means: &Means<'_>,
        stop: &dyn Fn() -> Stop,
        watch: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, RunError> {
        let student = Student {
            network: self.network(&self.state.weights)?,
            mean: self.state.mean.clone(),
            square: self.state.square.clone(),
            steps: self.state.steps,
        };
        let mut device = (means.device)(student)?;
        while self.epoch() < self.config.epochs && stop() == Stop::Never {
            let began = Instant::now();
            let known = self.found.len() as u64;
            let Some(games) = with_game!(self.config.game, |rules: G| {
                self.play::<G>(&rules, &*device, means.crew, stop, watch)?
            }) else {
                self.journal.sync()?;
                return Ok(false);
            };
            let playing = began.elapsed().as_secs_f64();
            let played = games.len() as u64 - known;
            let generation = with_game!(self.config.game, |rules: G| {
                self.learn::<G>(G::start(&rules), games, &mut *device, means, stop, watch)?
            });
            let Some(generation) = generation else { return Ok(false) };
            let seconds = began.elapsed().as_secs_f64();
            let time = Time { epoch: self.epoch(), games: generation.games, played, seconds, playing };
            run::append_line(&self.folder.join(run::TIMES), &time)?;
            watch(News::Generation(&generation));
        }
        self.journal.sync()?;
        Ok(self.epoch() >= self.config.epochs)
    }

    /// The games of a generation: from the journal as far as it goes, then played and written down. None if it was stopped.
    fn play<G: Playable>(
        &mut self,
        rules: &G::Rules,
        device: &dyn Device,
        crew: Crew,
        stop: &dyn Fn() -> Stop,
        watch: &mut dyn FnMut(News<'_>),
    ) -> Result<Option<Vec<Played>>, RunError> {
        let oracle = device.oracle(&self.network(&self.state.best)?);
        let play = &self.config.play;
        let house = House::<G>::new(&self.config, rules)?;
        let mut games = std::mem::take(&mut self.found);
        games.truncate(play.games as usize);
        let (all, epoch) = (play.games, self.state.epoch + 1);
        let rng = Rng::new(self.config.seed).child("generation", epoch);
        let (mut failed, journal) = (None, &mut self.journal);
        let numbers = games.len() as u64..all;
        play_games(&house, numbers, &rng, &*oracle, crew, &Effort::default(), &mut |played| {
            let line = serde_json::to_string(&played).expect("a game is plain data");
            if let Err(error) = journal.append(&line) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            games.push(played);
            watch(News::Games { played: games.len() as u64, all, epoch });
            if stop() == Stop::Now { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        failed.map_or(Ok(()), Err)?;
        Ok((games.len() as u64 == all).then_some(games))
    }

    /// Learns from the games of a generation, and measures what came of it.
    fn learn<G: Playable>(
        &mut self,
        start: G,
        games: Vec<Played>,
        device: &mut dyn Device,
        means: &Means<'_>,
        stop: &dyn Fn() -> Stop,
        watch: &mut dyn FnMut(News<'_>),
    ) -> Result<Option<Generation>, RunError> {
        let epoch = self.state.epoch + 1;
        let mut generation = summarise(epoch, &games);
        let samples: String = games.iter().take(2).map(|game| self.sample(start, game, epoch)).collect();
        let config = self.config.clone();
        self.state.window.push(games, config.learn.window);
        watch(News::Doing("learning"));
        let rng = Rng::new(config.seed).child("learning", epoch);
        let lessons = self.state.window.lessons();
        if lessons.is_empty() {
            let why = "the games teach nothing: more of them, more simulations or a larger play.full would";
            return Err(TextError::new(why).into());
        }
        let (rate, shape) = (config.rate(epoch), config.shape::<G>(start.rules())?);
        for step in 0..config.learn.steps {
            if stop() == Stop::Now {
                return Ok(None);
            }
            let batch = draw(start, &lessons, &shape, &config.learn, &mut rng.child("batch", step));
            let losses = device.learn(&batch, &rate);
            generation.policy_loss += losses.policy / config.learn.steps as f64;
            generation.value_loss += losses.value / config.learn.steps as f64;
        }
        let student = device.student();
        if student.network.weights().iter().any(|w| !w.is_finite()) {
            return Err(
                TextError::new("the weights have grown without bounds: take a smaller learn.rate").into()
            );
        }
        let accepted = match &config.gate {
            None => true,
            Some(gate) => {
                watch(News::Doing("playing against the network before"));
                let candidate = self.folder.join("networks").join("candidate.safetensors");
                run::write_atomic(&candidate, &self.bytes(student.network.weights(), epoch)?)?;
                let before = self.file(epoch - 1);
                let players = [&candidate, &before]
                    .map(|path| config.player(&path.to_string_lossy(), gate.simulations));
                let [candidate, before] = players;
                let tally = self.meet([candidate?, before?], gate.games, 2, "gate", means.executor)?;
                generation.gate = Some(Match::new("the network before", &tally));
                tally.score() > gate.threshold
            }
        };
        generation.accepted = accepted;
        if accepted {
            self.state.best = student.network.weights().to_vec();
        }
        self.state.weights = student.network.weights().to_vec();
        (self.state.mean, self.state.square, self.state.steps) =
            (student.mean, student.square, student.steps);
        self.write_network(epoch)?;
        if let Some(anchors) = &config.anchors
            && (epoch == 1 || epoch.is_multiple_of(anchors.every.max(1)))
        {
            watch(News::Doing("playing against the anchors"));
            let ours = config.player(&self.file(epoch).to_string_lossy(), anchors.simulations)?;
            for anchor in &anchors.players {
                if stop() == Stop::Now {
                    return Ok(None);
                }
                let other = config.seated(&anchor.to_string())?;
                let tally = self.meet(
                    [ours.clone(), other],
                    anchors.games,
                    anchors.opening,
                    "anchor",
                    means.executor,
                )?;
                generation.anchors.push(Match::new(&anchor.to_string(), &tally));
            }
        }
        self.state.epoch = epoch;
        self.write(&generation, &samples)?;
        Ok(Some(generation))
    }

    /// Games between two players in pairs.
    fn meet(
        &self,
        players: [PlayerSpec; 2],
        games: u32,
        opening: u32,
        label: &str,
        executor: &dyn Executor,
    ) -> Result<Tally, RunError> {
        let seed = Rng::new(self.config.seed).child(label, self.state.epoch).bits();
        let Config { game, ref play, .. } = self.config;
        let field = Field { game, opening, longest: play.longest, seed };
        let [ours, other] = players.map(|spec| {
            let limits = spec.default_limits();
            Entrant::new(spec, limits)
        });
        Ok(field.pairs([&ours, &other], games, executor)?)
    }

    /// A game as a line of the samples.
    fn sample<G: Pictured>(&self, start: G, game: &Played, epoch: u64) -> String {
        let mut record = Record::new(self.config.game);
        let mut line = Line::new(start);
        let mut legal = games::MoveList::new();
        for &number in &game.steps {
            legal.clear();
            line.position().moves(&mut legal);
            let step = legal.iter().find(|&&step| line.position().step_number(step) == usize::from(number));
            let step = *step.expect("the game was played");
            record.steps.push(line.position().write_step(step));
            line.push(step);
        }
        record.result = line.outcome();
        let name = format!("generation {}", epoch - 1);
        record.set_players(&name, &name);
        jsonl::write(&record)
    }

    /// Appends a generation to the files and makes a checkpoint.
    fn write(&mut self, generation: &Generation, samples: &str) -> Result<(), RunError> {
        let line = serde_json::to_string(generation).expect("it is plain data") + "\n";
        self.metrics.write(line.as_bytes())?;
        self.events.write(&events::scalars(generation.epoch, &generation.scalars()))?;
        self.games.write(samples.as_bytes())?;
        let files = [&mut self.metrics, &mut self.events, &mut self.games];
        let (identity, state) = (self.config.identity(), self.state.clone());
        self.journal = run::save(&self.folder, identity, files, state, generation.epoch)?;
        Ok(())
    }
}

/// The configuration of a run in a folder.
pub fn read_config(folder: &Path) -> Result<Config, RunError> {
    let path = folder.join(run::CONFIG);
    let text = fs::read_to_string(&path).map_err(|error| RunError::io(&path, error))?;
    Config::read(&text).map_err(|e| e.within(path.display()).into())
}

/// The network of a generation, in the folder of a run.
pub fn network_of(folder: &Path, epoch: u64) -> PathBuf {
    folder.join("networks").join(format!("{epoch:04}.safetensors"))
}

/// The generations of a run so far.
pub fn read_metrics(folder: &Path) -> Result<Vec<Generation>, RunError> {
    run::read_lines(&folder.join(run::METRICS))
}

//! A network that learns by policy iteration: a generation plays against itself, learns from that, meets the network before, and
//! the players that never change.

use std::fs;
use std::path::Path;

use engine::eval::net::{Network, Pictured, file};
use engine::{Playable, PlayerSpec, Rng};
use games::record::Record;
use games::{Line, TextError, with_game};
use nets::{Device, Student};
use serde::{Deserialize, Serialize};

use super::super::{Champion, Desk, Epoch, Learner, Match, Training};
use super::config::{Anchors, Config, Gate};
use super::lessons::{Window, draw};
use super::selfplay::{Effort, play_games};
use super::summary::summarise;
use super::underway::{House, Played};
use super::{NETWORK, NETWORKS, network_of};
use crate::job::{Entrant, Executor, Pairing};
use crate::stats::Tally;
use crate::{At, RunError, disk};

/// Games of each generation that are kept as samples.
const SAMPLES: usize = 2;

/// Everything that changes while a network learns: what a checkpoint holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// How many generations are over.
    epoch: u64,
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: u64,
    /// The network that plays.
    best: Vec<f32>,
    window: Window,
}

/// A learner at work.
pub struct PolicyIteration {
    config: Config,
    state: State,
    /// What trains the network, once something does.
    device: Option<Box<dyn Device>>,
}

impl PolicyIteration {
    /// A learner at its start, or in the state of another one.
    pub fn open(config: &Config, state: Option<&[u8]>) -> Result<PolicyIteration, TextError> {
        let state = match state {
            Some(state) => postcard::from_bytes(state).map_err(|_| another())?,
            None => start(config)?,
        };
        let learner = PolicyIteration { config: config.clone(), state, device: None };
        learner.network(&learner.state.weights).and_then(|_| learner.network(&learner.state.best))?;
        Ok(learner)
    }

    fn network(&self, weights: &[f32]) -> Result<Network, TextError> {
        let shape = with_game!(self.config.game, |rules: G| self.config.shape::<G>(&rules)?);
        Network::new(shape, self.config.network.architecture, weights.to_vec()).ok_or_else(another)
    }

    /// The file of a network of a generation.
    fn bytes(&self, weights: &[f32], epoch: u64) -> Result<Vec<u8>, TextError> {
        let Config { game, seed, .. } = self.config;
        let origin = format!("policy iteration of {game}, generation {epoch}, seed {seed}");
        let network = self.network(weights)?;
        Ok(file::write(&network, &game, &origin))
    }

    /// Writes the network that plays after a generation, under its number and as the newest.
    fn write_network(&self, folder: &Path, best: &[f32], epoch: u64) -> Result<(), RunError> {
        let bytes = self.bytes(best, epoch)?;
        let networks = folder.join(NETWORKS);
        fs::create_dir_all(&networks).at(&networks)?;
        for path in [network_of(folder, epoch), folder.join(NETWORK)] {
            disk::put(&path, &bytes).at(&path)?;
        }
        Ok(())
    }

    fn next<G: Playable>(
        &mut self,
        rules: &G::Rules,
        desk: &mut Desk<'_>,
    ) -> Result<Option<Epoch>, RunError> {
        // Matches read the network of now from its file, whatever has happened to that since.
        self.write(desk.folder)?;
        let networks = desk.folder.join(NETWORKS);
        disk::sweep(&networks).at(&networks)?;
        let mut device = match self.device.take() {
            Some(device) => device,
            None => (desk.means.device)(self.student()?)?,
        };
        let Some(games) = self.play::<G>(rules, &*device, desk)? else { return Ok(None) };
        let mut state = State { epoch: self.state.epoch + 1, ..self.state.clone() };
        let (mut epoch, mut training) = summarise(state.epoch, &games);
        let start = G::start(rules);
        epoch.samples = games.iter().take(SAMPLES).map(|game| self.sample(start, game)).collect();
        state.window.push(games, self.config.learn.window);
        desk.tell("learning");
        if !self.learn(start, &state, &mut *device, &mut training, desk)? {
            return Ok(None);
        }
        let student = device.student()?;
        state.weights = student.network.weights().to_vec();
        (state.mean, state.square, state.steps) = (student.mean, student.square, student.steps);
        if state.weights.iter().any(|w| !w.is_finite()) {
            let why = "the weights have grown without bounds: take a smaller learn.rate";
            return Err(TextError::new(why).into());
        }
        training.accepted = match &self.config.gate {
            None => true,
            Some(gate) => {
                desk.tell("playing against the network before");
                let tally = self.meet_before(gate, &state, desk)?;
                training.gate = Some(Match::new("the network before", &tally));
                tally.score() > gate.threshold
            }
        };
        if training.accepted {
            state.best.clone_from(&state.weights);
        }
        self.write_network(desk.folder, &state.best, state.epoch)?;
        if let Some(anchors) = &self.config.anchors
            && (state.epoch == 1 || state.epoch.is_multiple_of(anchors.every.max(1)))
        {
            desk.tell("playing against the anchors");
            let Some(matches) = self.meet_anchors(anchors, desk)? else { return Ok(None) };
            training.anchors = matches;
        }
        (self.state, self.device) = (state, Some(device));
        epoch.training = Some(training);
        Ok(Some(epoch))
    }

    fn student(&self) -> Result<Student, TextError> {
        let State { weights, mean, square, steps, .. } = &self.state;
        let network = self.network(weights)?;
        Ok(Student { network, mean: mean.clone(), square: square.clone(), steps: *steps })
    }

    /// The games of a generation; none if it was stopped.
    fn play<G: Playable>(
        &self,
        rules: &G::Rules,
        device: &dyn Device,
        desk: &mut Desk<'_>,
    ) -> Result<Option<Vec<Played>>, RunError> {
        let oracle = device.oracle(&self.network(&self.state.best)?)?;
        let house = House::<G>::new(&self.config, rules)?;
        let rng = Rng::new(self.config.seed).child("generation", self.state.epoch + 1);
        let (count, crew) = (self.config.play.games, desk.means.crew);
        desk.games(count as usize, |known, heard| {
            let numbers = known as u64..count;
            Ok(play_games(&house, numbers, &rng, &*oracle, crew, &Effort::default(), heard)?)
        })
    }

    /// Learns from the games of the last generations. Answers whether it was not stopped.
    fn learn<G: Playable>(
        &self,
        start: G,
        state: &State,
        device: &mut dyn Device,
        training: &mut Training,
        desk: &Desk<'_>,
    ) -> Result<bool, RunError> {
        let (config, rng) = (&self.config, Rng::new(self.config.seed).child("learning", state.epoch));
        let lessons = state.window.lessons();
        if lessons.is_empty() {
            let why = "the games teach nothing: more of them, more simulations or a larger play.full would";
            return Err(TextError::new(why).into());
        }
        let (rate, shape) = (config.rate(state.epoch), config.shape::<G>(start.rules())?);
        for step in 0..config.learn.steps {
            if desk.stopped() {
                return Ok(false);
            }
            let batch = draw(start, &lessons, &shape, &config.learn, &mut rng.child("batch", step));
            let losses = device.learn(&batch, &rate)?;
            training.policy_loss += losses.policy / config.learn.steps as f64;
            training.value_loss += losses.value / config.learn.steps as f64;
        }
        Ok(true)
    }

    /// Games of a candidate against the network that has played.
    fn meet_before(&self, gate: &Gate, state: &State, desk: &Desk<'_>) -> Result<Tally, RunError> {
        let candidate = desk.folder.join(NETWORKS).join("candidate.safetensors");
        let bytes = self.bytes(&state.weights, state.epoch)?;
        disk::put(&candidate, &bytes).at(&candidate)?;
        let files = [candidate, network_of(desk.folder, self.state.epoch)];
        let [ours, before] = files.map(|path| self.config.player(&path.to_string_lossy(), gate.simulations));
        self.meet([ours?, before?], gate.games, 2, "gate", desk.means.executor)
    }

    /// Games of the newest network against players that never change; none if it was stopped.
    fn meet_anchors(&self, anchors: &Anchors, desk: &Desk<'_>) -> Result<Option<Vec<Match>>, RunError> {
        let file = network_of(desk.folder, self.state.epoch + 1);
        let ours = self.config.player(&file.to_string_lossy(), anchors.simulations)?;
        let mut matches = Vec::new();
        for anchor in &anchors.players {
            if desk.stopped() {
                return Ok(None);
            }
            let players = [ours.clone(), self.config.seated(&anchor.to_string())?];
            let tally = self.meet(players, anchors.games, anchors.opening, "anchor", desk.means.executor)?;
            matches.push(Match::new(&anchor.to_string(), &tally));
        }
        Ok(Some(matches))
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
        let pairing = Pairing { game, start: None, opening, longest: play.longest, seed };
        let [ours, other] = players.map(|spec| {
            let limits = spec.default_limits();
            Entrant::new(spec, limits)
        });
        Ok(pairing.tally([&ours, &other], games, executor)?)
    }

    /// A game as a record.
    fn sample<G: Pictured>(&self, start: G, game: &Played) -> Record {
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
        let name = format!("generation {}", self.state.epoch);
        record.set_players(&name, &name);
        record
    }
}

fn another() -> TextError {
    TextError::new("the checkpoint is of another network")
}

/// A random network that has learnt nothing.
fn start(config: &Config) -> Result<State, TextError> {
    let shape = with_game!(config.game, |rules: G| config.shape::<G>(&rules)?);
    let mut rng = Rng::new(config.seed).child("network", 0);
    let network = Network::random(shape, config.network.architecture, &mut rng);
    let Student { network, mean, square, steps } = Student::new(network);
    let weights = network.weights().to_vec();
    Ok(State { epoch: 0, best: weights.clone(), weights, mean, square, steps, window: Window::default() })
}

impl Learner for PolicyIteration {
    fn epoch(&self) -> u64 {
        self.state.epoch
    }

    fn state(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.state).expect("a state is plain data")
    }

    fn generation(&mut self, desk: &mut Desk<'_>) -> Result<Option<Epoch>, RunError> {
        with_game!(self.config.game, |rules: G| self.next::<G>(&rules, desk))
    }

    fn labels(&self) -> Vec<String> {
        Vec::new()
    }

    fn champions(&self, folder: &Path) -> Result<Vec<Champion>, TextError> {
        Ok(vec![self.config.champion(folder, self.state.epoch)?])
    }

    fn write(&self, folder: &Path) -> Result<(), RunError> {
        self.write_network(folder, &self.state.best, self.state.epoch)
    }
}

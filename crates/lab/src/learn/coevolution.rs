//! Co-evolution: one or two populations, each with an optimiser of its own, whose vectors are scored by the games that
//! they play against each other.

use std::path::Path;

use engine::Rng;
use engine::recipe::Genome;
use games::{Game, Side, TextError, with_game};
use serde::{Deserialize, Serialize};

use super::anchors::Plan;
use super::stage::Stage;
use super::{Anchors, Champion, Choice, Config, Desk, Epoch, Fitness, Learner, Scheme, Summary};
use crate::disk;
use crate::job::{GameRecord, Job, Weights};
use crate::optim::{AnyOptimizer, Notes, Optimizer, Round};
use crate::{At, RunError};

/// Everything that changes while a learner learns, between two generations: what a checkpoint holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// How many generations are over.
    epoch: u64,
    populations: Vec<Population>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Population {
    optimizer: AnyOptimizer,
    rng: Rng,
    /// The champions of all generations, where the scheme or the choice of the last one wants them.
    hall: Vec<Vec<f32>>,
}

/// A learner at work.
#[derive(Debug)]
pub struct Coevolution {
    config: Config,
    genome: Genome,
    names: Vec<String>,
    state: State,
    /// The champions that a last tournament chose, one of each population; none where it has not been played.
    chosen: Vec<Vec<f32>>,
    /// The new vectors of the generation.
    last: Vec<Vec<Vec<f32>>>,
    stage: Option<Stage>,
    /// The generation as far as it has got.
    sofar: Epoch,
    steps: u64,
}

impl Coevolution {
    /// A learner at its start.
    pub fn new(config: &Config) -> Result<Coevolution, TextError> {
        let genome = config.genome()?;
        let populations = (0..config.populations).map(|population| {
            let mut rng = Rng::new(config.seed).child("population", population as u64);
            let optimizer = config
                .optimizer
                .build(genome.dimensions, &mut rng)
                .map_err(|e| TextError::new(format!("optimizer: {e}")))?;
            Ok(Population { optimizer, rng, hall: Vec::new() })
        });
        let state = State { epoch: 0, populations: populations.collect::<Result<_, TextError>>()? };
        Coevolution::resume(config, state)
    }

    /// A learner at its start, or in the state of another one.
    pub fn open(config: &Config, state: Option<&[u8]>) -> Result<Coevolution, TextError> {
        let Some(state) = state else { return Coevolution::new(config) };
        let another = || TextError::new("the checkpoint is of another learner");
        let (state, rest) = postcard::take_from_bytes::<State>(state).map_err(|_| another())?;
        if state.populations.len() != config.populations {
            return Err(another());
        }
        let chosen =
            if rest.is_empty() { Vec::new() } else { postcard::from_bytes(rest).map_err(|_| another())? };
        Ok(Coevolution { chosen, ..Coevolution::resume(config, state)? })
    }

    fn resume(config: &Config, state: State) -> Result<Coevolution, TextError> {
        let names = match config.populations {
            1 => vec!["player".to_string()],
            _ => with_game!(config.game, |rules: G| {
                let start = G::start(&rules);
                Side::BOTH.map(|side| start.side_name(side).to_string()).into()
            }),
        };
        let genome = config.genome()?;
        Ok(Coevolution {
            config: config.clone(),
            genome,
            names,
            state,
            chosen: Vec::new(),
            last: Vec::new(),
            stage: None,
            sofar: Epoch::default(),
            steps: 0,
        })
    }

    /// The best vector of each population by now, with the population's name.
    pub fn best(&self) -> Vec<(String, Vec<f32>)> {
        let best: Vec<Vec<f32>> = match self.chosen.is_empty() {
            true => self.state.populations.iter().map(|population| population.optimizer.best()).collect(),
            false => self.chosen.clone(),
        };
        self.names.iter().cloned().zip(best).collect()
    }

    fn rng(&self) -> Rng {
        Rng::new(self.config.seed).child("epoch", self.state.epoch)
    }

    /// The next round of the populations whose generation is not over.
    fn ask(&mut self, first: bool) -> Stage {
        let rounds = self.state.populations.iter_mut().map(|Population { optimizer, rng, .. }| {
            (first || !optimizer.settled()).then(|| optimizer.ask(rng))
        });
        Stage::new(rounds.collect())
    }

    /// Notes the games for the report of the generation.
    fn note(&mut self, stage: &Stage, jobs: &[Job], records: &[GameRecord]) -> Result<(), TextError> {
        let before = self.sofar.games as usize;
        for record in records {
            self.steps += record.steps.len() as u64;
            self.sofar.count(record.outcome);
        }
        // Samples come from the first games of a generation, spread over them.
        let wanted = if before == 0 { self.config.samples.min(records.len()) } else { 0 };
        for game in (0..wanted).map(|k| k * records.len() / wanted) {
            let mut record = records[game].record(&jobs[game]);
            let [first, second] = stage.names(game, &self.names);
            record.set_players(&first, &second);
            record.set_tag("Round", &format!("{}.{}", self.state.epoch + 1, game + 1))?;
            self.sofar.samples.push(record);
        }
        Ok(())
    }

    /// Notes what the populations look like in their main round.
    fn summarise(&mut self, stage: &Stage) {
        if !self.sofar.populations.is_empty() {
            return;
        }
        let few = !(self.genome.labels)().is_empty();
        if self.config.choice != Choice::Optimizer {
            let new = |round: &Option<Round>| {
                round.as_ref().map_or_else(Vec::new, |r| r.vectors[..r.fresh].to_vec())
            };
            self.last = stage.rounds.iter().map(new).collect();
        }
        for (population, name) in self.names.iter().enumerate() {
            let Some(round) = &stage.rounds[population] else { continue };
            let fresh = if round.fresh > 0 { round.fresh } else { round.vectors.len() };
            let results = stage.results(population, self.config.fitness);
            let scores = &results.scores[..round.fresh];
            let sum: f64 = scores.iter().sum();
            let fitness = (!scores.is_empty()).then(|| {
                let best = scores.iter().copied().fold(f64::MIN, f64::max);
                let worst = scores.iter().copied().fold(f64::MAX, f64::min);
                [best, sum / scores.len() as f64, worst, sum]
            });
            self.sofar.populations.push(Summary {
                name: name.clone(),
                fitness,
                diversity: diversity(&round.vectors[..fresh]),
                champion: Vec::new(),
                particle: if few { round.vectors[0].clone() } else { Vec::new() },
                anchors: Vec::new(),
                notes: Notes::new(),
            });
        }
    }

    /// The generation is over.
    fn finish(&mut self) -> Epoch {
        let mut epoch = std::mem::take(&mut self.sofar);
        self.chosen.clear();
        self.state.epoch += 1;
        epoch.epoch = self.state.epoch;
        epoch.length = std::mem::take(&mut self.steps) as f64 / epoch.games.max(1) as f64;
        let few = !(self.genome.labels)().is_empty();
        for (population, summary) in self.state.populations.iter_mut().zip(&mut epoch.populations) {
            let best = population.optimizer.best();
            if matches!(self.config.scheme, Scheme::HallOfFame { .. })
                || self.config.choice != Choice::Optimizer
            {
                population.hall.push(best.clone());
            }
            summary.champion = if few { best } else { Vec::new() };
            summary.notes = population.optimizer.notes();
        }
        epoch
    }
}

impl Coevolution {
    /// The games that it wants played next.
    pub fn plan(&mut self) -> Result<Vec<Job>, TextError> {
        let rng = self.rng();
        let mut stage = self.stage.take().unwrap_or_else(|| self.ask(true));
        let halls: Vec<Vec<Weights>> = self
            .state
            .populations
            .iter()
            .map(|population| population.hall.iter().map(|champion| champion.clone().into()).collect())
            .collect();
        stage.plan(&self.config, halls.first().map_or(0, Vec::len), &rng);
        let jobs = stage.jobs(&self.config, &halls, self.sofar.games, &rng)?;
        self.stage = Some(stage);
        Ok(jobs)
    }

    /// How the planned games ended, in their order. Something comes back when they were the last of a generation.
    pub fn absorb(&mut self, jobs: &[Job], records: &[GameRecord]) -> Result<Option<Epoch>, TextError> {
        let Some(mut stage) = self.stage.take() else {
            return Err(TextError::new("games were played that nobody planned"));
        };
        stage.count(&self.config, jobs, records)?;
        self.note(&stage, jobs, records)?;
        if stage.has_tournament() && stage.rounds_played() < self.config.scheme.rounds() {
            self.stage = Some(stage);
            return Ok(None);
        }
        self.summarise(&stage);
        for (number, population) in self.state.populations.iter_mut().enumerate() {
            if stage.rounds[number].is_some() {
                let results = stage.results(number, self.config.fitness);
                population.optimizer.tell(&results, &mut population.rng);
            }
        }
        if self.state.populations.iter().all(|population| population.optimizer.settled()) {
            return Ok(Some(self.finish()));
        }
        self.stage = Some(self.ask(false));
        Ok(None)
    }
}

impl Coevolution {
    /// Lets the champions meet players that never change, if it is time for it; false if it was stopped.
    fn meet_anchors(&self, epoch: &mut Epoch, desk: &mut Desk<'_>) -> Result<bool, RunError> {
        let Some(Anchors { every, games, players }) = &self.config.anchors else { return Ok(true) };
        if epoch.epoch != 1 && !epoch.epoch.is_multiple_of(*every) {
            return Ok(true);
        }
        desk.tell("playing against the anchors");
        let best = self.best().into_iter().enumerate();
        let champions: Vec<_> =
            best.map(|(population, (_, best))| (population, epoch.epoch, best.into())).collect();
        let plan = Plan::new(&self.config, &champions, players, *games)?;
        let Some(records) = played(&plan.jobs, desk)? else { return Ok(false) };
        for meeting in plan.read(&records) {
            epoch.populations[meeting.population].anchors.push(meeting.as_match());
        }
        Ok(true)
    }

    /// Plays the last tournament, where the champions are chosen by one; false if it was stopped. Its games belong to the generation.
    fn choose(&mut self, epoch: &mut Epoch, desk: &mut Desk<'_>) -> Result<bool, RunError> {
        let Choice::Tournament { past, opponents } = self.config.choice else { return Ok(true) };
        let candidates = self.state.populations.iter().zip(std::mem::take(&mut self.last));
        let rounds = candidates.map(|(population, mut all)| {
            all.extend(population.hall.iter().rev().take(past.into()).cloned());
            Some(Round { scored: all.len(), fresh: all.len(), vectors: all, duels: Vec::new() })
        });
        let mut stage = Stage::new(rounds.collect());
        let config = Config { scheme: Scheme::Random { opponents: opponents.into() }, ..self.config.clone() };
        // The number of the generation is the next one's; what is drawn here has its own name.
        let rng = self.rng().child("choice", 0);
        stage.plan(&config, 0, &rng);
        let jobs = stage.jobs(&config, &[], 0, &rng)?;
        let Some(records) = played(&jobs, desk)? else { return Ok(false) };
        stage.count(&config, &jobs, &records)?;
        records.iter().for_each(|record| epoch.count(record.outcome));
        let few = !(self.genome.labels)().is_empty();
        for (number, summary) in epoch.populations.iter_mut().enumerate() {
            // Black's candidates are drawn, so that they do not all play equally many games.
            let scores = stage.results(number, Fitness::Mean).scores;
            let best = (0..scores.len()).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
            let best =
                stage.rounds[number].as_ref().map_or_else(Vec::new, |round| round.vectors[best].clone());
            if few {
                summary.champion = best.clone();
            }
            self.chosen.push(best);
        }
        Ok(true)
    }
}

impl Learner for Coevolution {
    fn epoch(&self) -> u64 {
        self.state.epoch
    }

    fn state(&self) -> Vec<u8> {
        debug_assert!(self.stage.is_none(), "a generation is in progress");
        let plain = "a state is plain data";
        let mut bytes = postcard::to_stdvec(&self.state).expect(plain);
        if !self.chosen.is_empty() {
            bytes.extend(postcard::to_stdvec(&self.chosen).expect(plain));
        }
        bytes
    }

    fn generation(&mut self, desk: &mut Desk<'_>) -> Result<Option<Epoch>, RunError> {
        loop {
            let jobs = self.plan()?;
            let Some(records) = played(&jobs, desk)? else { return Ok(None) };
            if let Some(mut epoch) = self.absorb(&jobs, &records)? {
                if self.state.epoch == self.config.epochs && !self.choose(&mut epoch, desk)? {
                    return Ok(None);
                }
                return Ok(self.meet_anchors(&mut epoch, desk)?.then_some(epoch));
            }
        }
    }

    fn labels(&self) -> Vec<String> {
        (self.genome.labels)()
    }

    fn champions(&self, _folder: &Path) -> Result<Vec<Champion>, TextError> {
        self.best().iter().map(|(name, weights)| self.config.champion(name, weights)).collect()
    }

    fn write(&self, folder: &Path) -> Result<(), RunError> {
        let Config { game, player, seed, .. } = &self.config;
        for ((name, weights), champion) in self.best().iter().zip(self.champions(folder)?) {
            let about = format!("{game}, {player}: {name} after {} epochs, seed {seed}", self.state.epoch);
            let (path, text) = (folder.join(champion.file), (self.genome.file)(weights, &about)?);
            disk::put(&path, text.as_bytes()).at(&path)?;
        }
        Ok(())
    }
}

/// How games ended, which are played or in the journal already; none if it was stopped.
fn played(jobs: &[Job], desk: &mut Desk<'_>) -> Result<Option<Vec<GameRecord>>, RunError> {
    let executor = desk.means.executor;
    desk.games(
        jobs.len(),
        |known, heard| Ok(executor.stream(&jobs[known..], &mut |_, record| heard(record))?),
    )
}

/// The root of the mean variance of the coordinates.
fn diversity(vectors: &[Vec<f32>]) -> f64 {
    let (n, dimensions) = (vectors.len() as f64, vectors.first().map_or(0, Vec::len));
    let variance = |j: usize| {
        let mean = vectors.iter().map(|v| f64::from(v[j])).sum::<f64>() / n;
        vectors.iter().map(|v| (f64::from(v[j]) - mean).powi(2)).sum::<f64>() / n
    };
    ((0..dimensions).map(variance).sum::<f64>() / dimensions.max(1) as f64).sqrt()
}

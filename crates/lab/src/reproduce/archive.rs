//! Finished runs as the repository keeps them, so that every published table and figure can be drawn again without playing a game.
//!
//! A study has a folder `docs/results/data/PAPER/STUDY` with two files, one JSON object a line, compressed by gzip:
//!
//! | file | a line of it |
//! |---|---|
//! | `runs.jsonl.gz` | a run: its configuration, the program that made it, every generation in numbers, and its champions |
//! | `meetings.jsonl.gz` | a meeting of two players: how many games each has won, with the checksum of its jobs ([`Meeting`]) |
//!
//! The same runs and meetings make the same bytes.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use engine::PlayerSpec;
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use games::{GameSpec, TextError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Meeting, Trained};
use crate::learn::{Champion, Epoch, Experiment};
use crate::run::About;
use crate::{At, RunError, disk};

/// What came out of a study.
pub struct Archived {
    /// Its runs.
    pub trained: Vec<Trained>,
    /// Its meetings.
    pub meetings: Vec<Meeting>,
}

/// A run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    run: String,
    method: String,
    made_by: About,
    /// Seconds that it took, by the clock, as far as that is known.
    seconds: f64,
    config: String,
    /// The checksum of its network's file, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    network: Option<u32>,
    /// The best of each population with its numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    champions: Vec<Best>,
    generations: Vec<Epoch>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Best {
    name: String,
    weights: Vec<f32>,
}

const RUNS: &str = "runs.jsonl.gz";
const MEETINGS: &str = "meetings.jsonl.gz";

/// Where the archive of a study is, below the data of all papers.
pub fn place(data: &Path, paper: &str, study: &str) -> PathBuf {
    data.join(paper).join(study)
}

/// Writes a study; what was there is replaced.
pub fn write(folder: &Path, trained: &[Trained], meetings: &[Meeting]) -> Result<(), RunError> {
    fs::create_dir_all(folder).at(folder)?;
    let entries = trained.iter().map(|run| Entry {
        run: run.name.clone(),
        method: run.method.clone(),
        made_by: run.about.clone(),
        seconds: run.seconds.round(),
        config: run.experiment.to_toml(),
        network: run.network,
        champions: run.champions.iter().filter_map(best).collect(),
        generations: run.epochs.clone(),
    });
    put(&folder.join(RUNS), entries)?;
    put(&folder.join(MEETINGS), meetings.iter())
}

impl Archived {
    /// The champions of its runs: `PAPER/RUN/POPULATION`, the game, and the player with its numbers.
    pub fn champions(&self, paper: &str) -> Vec<(String, GameSpec, PlayerSpec)> {
        let all = self.trained.iter().flat_map(|run| {
            let named = |champion: &Champion| format!("{paper}/{}/{}", run.name, champion.name);
            run.champions
                .iter()
                .map(move |champion| (named(champion), run.experiment.game(), champion.player.clone()))
        });
        all.filter(|(_, _, player)| player.weights().is_some()).collect()
    }
}

/// Reads a study.
pub fn read(folder: &Path) -> Result<Archived, RunError> {
    let (runs, meetings) = (folder.join(RUNS), folder.join(MEETINGS));
    let trained = trained(get(File::open(&runs).at(&runs)?, &runs)?, folder, &runs)?;
    Ok(Archived { trained, meetings: get(File::open(&meetings).at(&meetings)?, &meetings)? })
}

/// Reads the runs of a study that are part of the program; nobody has met.
pub fn runs(bytes: &[u8]) -> Result<Archived, RunError> {
    let path = Path::new(RUNS);
    Ok(Archived { trained: trained(get(bytes, path)?, Path::new(""), path)?, meetings: Vec::new() })
}

fn trained(entries: Vec<Entry>, folder: &Path, path: &Path) -> Result<Vec<Trained>, RunError> {
    let trained = entries.into_iter().map(|entry| {
        let within = |error: TextError| error.within(&entry.run).within(path.display());
        let experiment = Experiment::read(&entry.config).map_err(within)?;
        let champions: Result<Vec<Champion>, TextError> = match &experiment {
            Experiment::Populations(config) => {
                entry.champions.iter().map(|best| config.champion(&best.name, &best.weights)).collect()
            }
            Experiment::Network(config) => {
                config.champion(folder, experiment.epochs()).map(|network| vec![network])
            }
        };
        Ok(Trained {
            champions: champions.map_err(within)?,
            experiment,
            name: entry.run,
            method: entry.method,
            folder: folder.into(),
            epochs: entry.generations,
            network: entry.network,
            about: entry.made_by,
            seconds: entry.seconds,
        })
    });
    let trained: Vec<Trained> = trained.collect::<Result<_, TextError>>()?;
    let within = |why: String| TextError::new(why).within(path.display());
    if trained.is_empty() {
        return Err(within("there is no run in it".into()).into());
    }
    for Trained { name, experiment, epochs, champions, .. } in &trained {
        let populations = match experiment {
            Experiment::Populations(config) => config.populations,
            Experiment::Network(_) => 0,
        };
        let whole = epochs.iter().all(|epoch| epoch.populations.len() == populations);
        if epochs.len() as u64 != experiment.epochs() || !whole || champions.len() != populations.max(1) {
            return Err(within(format!(
                "{name} is not whole: generations, populations or champions are missing"
            ))
            .into());
        }
    }
    Ok(trained)
}

fn best(champion: &Champion) -> Option<Best> {
    Some(Best { name: champion.name.clone(), weights: champion.player.weights()?.to_vec() })
}

fn put(path: &Path, lines: impl Iterator<Item = impl Serialize>) -> Result<(), RunError> {
    // No time and no name of a file, so that equal lines are equal bytes.
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::best());
    for line in lines {
        let text = serde_json::to_string(&line).expect("it is plain data") + "\n";
        packed.write_all(text.as_bytes()).at(path)?;
    }
    disk::replace(path, &packed.finish().at(path)?).at(path)
}

fn get<T: DeserializeOwned>(packed: impl Read, path: &Path) -> Result<Vec<T>, RunError> {
    let lines = BufReader::new(GzDecoder::new(packed)).lines();
    let read = lines.enumerate().map(|(number, line)| {
        let wrong =
            |e: serde_json::Error| TextError::new(format!("{}: line {}: {e}", path.display(), number + 1));
        Ok(serde_json::from_str(&line.at(path)?).map_err(wrong)?)
    });
    read.collect()
}

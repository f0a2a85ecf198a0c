//! The papers' experiments, from training to their tables: their numbers beside ours, and every difference of set-up.
//!
//! A [`Paper`] has studies. A [`Study`] trains what its methods say, lets players meet ([`Meetings`]), and draws tables and figures
//! ([`Findings`]). What it trained and who met can be kept ([`archive`]); then tables and figures are drawn again without a game.

mod abdelbar;
mod aljaafreh2019;
pub mod archive;
mod cai2010;
mod davis2002;
pub mod findings;
pub(crate) mod games;
mod meetings;
mod page;
mod papers;
mod study;

use std::fs;
use std::path::{Path, PathBuf};

use ::games::TextError;

pub use archive::Archived;
pub use findings::{Findings, Table};
pub use meetings::{Meeting, Meetings};
pub use page::{Page, Row, Said, Setting, Status, cells, without_comments};
pub use papers::PAPERS;
pub use study::{Method, Study};

use crate::learn::policy_iteration::NETWORK;
use crate::learn::{Champion, Config, Epoch, Experiment};
use crate::run::{About, Run, read_metrics, read_times};
use crate::{At, RunError};

/// A paper that can be repeated.
pub struct Paper {
    /// Its short name.
    pub name: &'static str,
    /// Who wrote what.
    pub title: &'static str,
    /// What it says and what is here, as Markdown.
    pub page: &'static str,
    /// What was done; the first is the paper's own experiment.
    pub studies: &'static [Study],
    /// What several studies show together, by their names.
    across: fn(&[(&'static str, Archived)]) -> Findings,
}

/// How much is played for the comparisons.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Games of two players who meet.
    pub games: u32,
    /// Everything random follows from it.
    pub seed: u64,
}

/// Something that was trained.
pub struct Trained {
    /// The run's name: method and seed.
    pub name: String,
    /// The method's name.
    pub method: String,
    /// By what.
    experiment: Experiment,
    /// Where.
    folder: PathBuf,
    /// How it went.
    epochs: Vec<Epoch>,
    /// The best of each population, or the network.
    champions: Vec<Champion>,
    /// The checksum of the network's file.
    network: Option<u32>,
    /// What made it.
    about: About,
    /// How long that took, by the clock.
    seconds: f64,
}

impl Trained {
    /// What a run has learnt.
    pub fn of(method: &str, name: &str, run: &Run, folder: &Path) -> Result<Trained, RunError> {
        let network = match run.experiment() {
            Experiment::Populations(_) => None,
            Experiment::Network(_) => {
                let path = folder.join(NETWORK);
                Some(crc32c::crc32c(&fs::read(&path).at(&path)?))
            }
        };
        Ok(Trained {
            name: name.into(),
            method: method.into(),
            experiment: run.experiment().clone(),
            folder: folder.into(),
            epochs: read_metrics(folder)?,
            champions: run.learner().champions(folder)?,
            network,
            about: About::read(folder)?,
            seconds: read_times(folder)?.iter().map(|time| time.seconds).sum(),
        })
    }

    /// The configuration of populations.
    fn config(&self) -> Result<&Config, TextError> {
        match &self.experiment {
            Experiment::Populations(config) => Ok(config),
            Experiment::Network(_) => Err(TextError::new("this comparison is of populations")),
        }
    }

    /// The best vector of each population.
    fn best(&self) -> Vec<Vec<f32>> {
        self.champions.iter().filter_map(|champion| Some(champion.player.weights()?.to_vec())).collect()
    }
}

/// What tells the games of these players from those of others whose specs are the same: specs of networks name their files only, so that
/// their checksum has to do it; where there are none, nothing.
pub fn mark(trained: &[Trained]) -> String {
    let sums = trained.iter().filter_map(|trained| trained.network);
    sums.map(|sum| format!("-{sum:08x}")).collect()
}

/// What holds for every experiment in small.
const QUICK: &str = "in small: less of everything; what follows is about the experiment in full";

/// What a repetition of the paper with this page says about itself.
pub fn said(page: &str, quick: bool, other_player: bool) -> Result<Said, TextError> {
    let mut said = Page::read(page)?.said(other_player);
    if quick {
        said.differences.insert(0, QUICK.into());
    }
    Ok(said)
}

impl Paper {
    /// The paper of a name.
    pub fn find(name: &str) -> Result<&'static Paper, TextError> {
        PAPERS.iter().find(|paper| paper.name == name).ok_or_else(|| {
            let names: Vec<&str> = PAPERS.iter().map(|paper| paper.name).collect();
            let name = ::games::text::quote(name);
            TextError::new(format!("{name} is no paper that can be repeated: {}", names.join(", ")))
        })
    }

    /// One of its studies; without a name its own experiment.
    pub fn study(&self, name: Option<&str>) -> Result<&'static Study, TextError> {
        let Some(name) = name else { return Ok(&self.studies[0]) };
        self.studies.iter().find(|study| study.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.studies.iter().map(|study| study.name).collect();
            let name = ::games::text::quote(name);
            TextError::new(format!("{name} is no study of {}: {}", self.name, names.join(", ")))
        })
    }

    /// All tables and figures of the studies that an archive has, without playing. Every meeting in it must be one that would be asked
    /// for today.
    pub fn drawn(&self, data: &Path) -> Result<Findings, RunError> {
        let (mut all, mut found) = (Findings::default(), Vec::new());
        for study in self.studies {
            let folder = archive::place(data, self.name, study.name);
            if !folder.exists() {
                continue;
            }
            let archived = archive::read(&folder)?;
            let meetings = Meetings::archived(&archived.meetings);
            let scale = study.scale(&archived.trained, None);
            let findings = study.findings(&archived.trained, &scale, &meetings)?;
            all.tables.extend(findings.tables);
            all.figures.extend(findings.figures);
            found.push((study.name, archived));
        }
        let across = (self.across)(&found);
        all.tables.extend(across.tables);
        all.figures.extend(across.figures);
        let prefix = |name: &mut String| *name = format!("{}-{}", self.name, name.replace('/', "-"));
        all.figures.iter_mut().for_each(|(name, _)| prefix(name));
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that never was.
    pub fn invented(method: &str, seed: u64) -> Trained {
        let config = include_str!("../../../../configs/abdelbar2003-quick.toml");
        Trained {
            name: format!("{method}-{seed}"),
            method: method.into(),
            experiment: Experiment::parse(config).unwrap().with_seed(1),
            folder: PathBuf::new(),
            epochs: vec![Epoch { games: 2240, ..Epoch::default() }; 60],
            champions: Vec::new(),
            network: None,
            about: About::default(),
            seconds: 0.0,
        }
    }

    /// A meeting of a hundred games of which the first player won so many.
    pub fn invented_meeting(players: [&str; 2], won: u32, seed: u64) -> Meeting {
        Meeting {
            players: players.map(String::from),
            game: "awari".parse().unwrap(),
            opening: 0,
            seed,
            paired: false,
            jobs: String::new(),
            results: [won, 0, 100 - won],
            different: [won, 0, 100 - won],
            pairs: [0; 5],
            steps: 100,
            counted: None,
        }
    }

    #[test]
    fn every_paper_can_be_trained() {
        for paper in PAPERS {
            for study in paper.studies {
                for quick in [false, true] {
                    match study.experiments(quick, None) {
                        Ok(methods) => assert!(!methods.is_empty()),
                        // Its fixed player is trained first.
                        Err(e) => assert!(
                            e.to_string().contains("cai2010-fixed"),
                            "{} {}: {e}",
                            paper.name,
                            study.name
                        ),
                    }
                }
                assert!(std::ptr::eq(paper.study(Some(study.name)).unwrap(), study));
            }
            assert!(std::ptr::eq(Paper::find(paper.name).unwrap(), paper));
            assert!(std::ptr::eq(paper.study(None).unwrap(), &paper.studies[0]));
            let error = paper.study(Some("x")).err().unwrap().to_string();
            assert!(
                error.contains(&format!("is no study of {}: {}", paper.name, paper.studies[0].name)),
                "{error}"
            );
        }
        let error = Paper::find("turing1953").err().unwrap().to_string();
        assert!(error.contains("no paper that can be repeated: davis2002, "), "{error}");
    }
}

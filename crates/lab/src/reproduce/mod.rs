//! The papers' experiments, from training to their tables: their numbers beside ours, and every difference of set-up.

mod abdelbar;
mod aljaafreh2019;
mod cai2010;
mod davis2002;
pub(crate) mod games;
mod page;

use std::fs;
use std::path::{Path, PathBuf};

use ::games::TextError;
use engine::PlayerSpec;
use serde::Serialize;

pub use page::{Page, Row, Said, Setting, Status, cells, without_comments};

use crate::job::Executor;
use crate::learn::policy_iteration::NETWORK;
use crate::learn::{Champion, Config, Epoch, Experiment};
use crate::run::{Run, read_metrics};
use crate::{At, RunError};

/// A paper that can be repeated.
pub struct Paper {
    /// Its short name.
    pub name: &'static str,
    /// Who wrote what.
    pub title: &'static str,
    /// What is trained: a name, the configuration in full, and in small.
    methods: &'static [(&'static str, &'static str, &'static str)],
    /// What it says and what is here, as Markdown.
    pub page: &'static str,
    /// Games of two players who meet in the comparisons, unless another number is asked for.
    pub games: u32,
    compare: fn(&[Trained], &Scale, &dyn Executor) -> Result<Vec<Line>, RunError>,
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
    /// The method's name.
    pub method: &'static str,
    /// By what.
    experiment: Experiment,
    /// Where.
    folder: PathBuf,
    /// How it went.
    epochs: Vec<Epoch>,
    /// The best of each population, or the network.
    champions: Vec<Champion>,
}

impl Trained {
    /// What a run has learnt.
    pub fn of(method: &'static str, run: &Run, folder: &Path) -> Result<Trained, RunError> {
        Ok(Trained {
            method,
            experiment: run.experiment().clone(),
            folder: folder.into(),
            epochs: read_metrics(folder)?,
            champions: run.learner().champions(folder)?,
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
pub fn mark(trained: &[Trained]) -> Result<String, RunError> {
    let mut sum = None;
    for trained in trained.iter().filter(|trained| matches!(trained.experiment, Experiment::Network(_))) {
        let path = trained.folder.join(NETWORK);
        let bytes = fs::read(&path).at(&path)?;
        sum = Some(crc32c::crc32c_append(sum.unwrap_or(0), &bytes));
    }
    Ok(sum.map_or_else(String::new, |sum| format!("-{sum:08x}")))
}

/// One of the paper's numbers and ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What was measured.
    pub what: String,
    /// What the paper says.
    pub paper: String,
    /// What came out here.
    pub ours: String,
}

impl Line {
    fn new(what: impl Into<String>, paper: impl Into<String>, ours: impl Into<String>) -> Line {
        Line { what: what.into(), paper: paper.into(), ours: ours.into() }
    }
}

macro_rules! page {
    ($name:literal) => {
        include_str!(concat!("../../../../docs/papers/", $name, ".md"))
    };
}

macro_rules! config {
    ($name:literal) => {
        include_str!(concat!("../../../../configs/", $name, ".toml"))
    };
}

/// All of them.
pub static PAPERS: &[Paper] = &[
    Paper {
        name: "davis2002",
        title: "Davis and Kendall (2002): an investigation, using co-evolution, to evolve an Awari player",
        methods: &[("evolution strategy", config!("davis2002"), config!("davis2002-quick"))],
        page: page!("davis2002"),
        games: 100,
        compare: davis2002::compare,
    },
    Paper {
        name: "abdelbar2004",
        title: "Abdelbar, Ragab and Mitri (2004): particle swarms that learn Seega on 7×7",
        methods: &[("swarms", config!("abdelbar2004"), config!("abdelbar2004-quick"))],
        page: page!("abdelbar2004"),
        games: 100,
        compare: abdelbar::compare_2004,
    },
    Paper {
        name: "abdelbar2003",
        title: "Abdelbar, Ragab and Mitri (2003): particle swarms that learn Seega on 5×5",
        methods: &[("swarms", config!("abdelbar2003"), config!("abdelbar2003-quick"))],
        page: page!("abdelbar2003"),
        games: 100,
        compare: abdelbar::compare_2003,
    },
    Paper {
        name: "cai2010",
        title: "Cai, Venayagamoorthy and Wunsch (2010): evolutionary swarm neural network game engine for Capture Go",
        methods: &[
            ("hybrid", config!("cai2010-hybrid"), config!("cai2010-hybrid-quick")),
            ("PSO", config!("cai2010-pso"), config!("cai2010-pso-quick")),
            ("EA", config!("cai2010-ea"), config!("cai2010-ea-quick")),
            ("HC", config!("cai2010-hill"), config!("cai2010-hill-quick")),
        ],
        page: page!("cai2010"),
        games: 100,
        compare: cai2010::compare,
    },
    Paper {
        name: "aljaafreh2019",
        title: "Aljaafreh and Al-Oudat (2019): a network and Monte-Carlo tree search that learn to place in Seejeh",
        methods: &[
            ("as the paper", config!("aljaafreh2019"), config!("aljaafreh2019-quick")),
            ("ours", config!("seejeh5"), config!("seejeh5-quick")),
        ],
        page: page!("aljaafreh2019"),
        games: 200,
        compare: aljaafreh2019::compare,
    },
];

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

    /// What has to be trained: the method and its configuration, with another player to learn than the paper's if one is given.
    pub fn methods(
        &self,
        quick: bool,
        player: Option<&PlayerSpec>,
    ) -> Result<Vec<(&'static str, Experiment)>, TextError> {
        let read = |&(method, full, small): &(&'static str, &str, &str)| {
            let text = if quick { small } else { full };
            let mut experiment = Experiment::parse(text).map_err(|e| e.within(method))?;
            if let Some(player) = player {
                let Experiment::Populations(config) = &mut experiment else {
                    return Err(TextError::new("--player: this paper trains networks"));
                };
                config.player = player.clone();
                config.check()?;
            }
            Ok((method, experiment))
        };
        self.methods.iter().map(read).collect()
    }

    /// Plays the paper's comparisons.
    pub fn compare(
        &self,
        trained: &[Trained],
        scale: &Scale,
        executor: &dyn Executor,
    ) -> Result<Vec<Line>, RunError> {
        (self.compare)(trained, scale, executor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_can_be_trained() {
        for paper in PAPERS {
            for quick in [false, true] {
                assert!(!paper.methods(quick, None).unwrap().is_empty());
            }
            assert!(std::ptr::eq(Paper::find(paper.name).unwrap(), paper));
        }
        let error = Paper::find("turing1953").err().unwrap().to_string();
        assert!(error.contains("no paper that can be repeated: davis2002, "), "{error}");
    }
}

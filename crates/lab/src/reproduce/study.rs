//! A study: what is trained, by which settings, and who meets whom afterwards.

use ::games::TextError;
use engine::PlayerSpec;

use super::{Findings, Meetings, Scale, Trained};
use crate::RunError;
use crate::learn::{Experiment, configured};

/// What is trained, and compared.
pub struct Study {
    /// Its name.
    pub name: &'static str,
    /// What it asks, in a few words.
    pub about: &'static str,
    /// What is trained.
    pub methods: &'static [Method],
    /// The study whose archived champions play here; then nothing is trained.
    pub from: Option<&'static str>,
    /// Settings in which it differs from the configurations of its methods, as `petteia train --set` takes them.
    pub change: &'static [&'static str],
    /// How many generations, where there are not as many as the configuration has.
    pub epochs: Option<u64>,
    /// How many runs each method has, with seeds one after the other.
    pub players: u64,
    /// The first seed, where it is not the configuration's: so many more.
    pub after: u64,
    /// Games of two players who meet, unless another number is asked for.
    pub games: u32,
    /// What it takes, in minutes of two processors.
    pub minutes: u32,
    /// Lets players meet, and draws.
    pub(super) compare: fn(&[Trained], &Scale, &Meetings<'_>) -> Result<Findings, RunError>,
}

/// A way to train.
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Its configuration.
    pub(super) full: &'static str,
    /// The same in small.
    pub(super) quick: &'static str,
    /// Settings in which it differs from that.
    pub change: &'static [&'static str],
}

impl Study {
    /// What has to be trained: the method and its configuration, with another player to learn than the paper's if one is given.
    pub fn experiments(
        &self,
        quick: bool,
        player: Option<&PlayerSpec>,
    ) -> Result<Vec<(&'static str, Experiment)>, TextError> {
        let read = |method: &Method| {
            let text = if quick { method.quick } else { method.full };
            // In small the players are small as well, and so are numbers of generations.
            let small =
                |change: &&&str| !(quick && (change.starts_with("player=") || change.starts_with("epochs=")));
            let changes: Vec<String> = self
                .change
                .iter()
                .chain(method.change)
                .filter(small)
                .map(|change| change.to_string())
                .collect();
            let experiment =
                configured(text, &changes, Experiment::parse).map_err(|e| e.within(method.name))?;
            let mut experiment = match self.epochs {
                Some(epochs) if !quick => experiment.with_epochs(epochs),
                _ => experiment,
            };
            let seed = experiment.seed() + self.after;
            experiment = experiment.with_seed(seed);
            if let Some(player) = player {
                let Experiment::Populations(config) = &mut experiment else {
                    return Err(TextError::new("--player: this paper trains networks"));
                };
                config.player = player.clone();
                config.check()?;
            }
            Ok((method.name, experiment))
        };
        self.methods.iter().map(read).collect()
    }

    /// What another study has trained, with the changes of this one.
    pub fn taken(&self, trained: Vec<Trained>) -> Result<Vec<Trained>, TextError> {
        let changes: Vec<String> = self.change.iter().map(|change| change.to_string()).collect();
        let taken = |run: Trained| {
            let experiment = configured(&run.experiment.to_toml(), &changes, Experiment::read)?;
            Ok(Trained { experiment, ..run })
        };
        trained.into_iter().map(taken).collect()
    }

    /// The settings in which it differs, each with the method that it is for if it is not for all.
    pub fn settings(&self) -> impl Iterator<Item = String> {
        let own = self.change.iter().map(|setting| setting.to_string());
        let of = |method: &'static Method| {
            method.change.iter().map(|setting| format!("{setting} ({})", method.name))
        };
        own.chain(self.methods.iter().flat_map(of))
    }

    /// How much is played: so many games, and by default as many as the study has. What is random follows from the first run's seed.
    pub fn scale(&self, trained: &[Trained], games: Option<u32>) -> Scale {
        let seed = trained.first().map_or(0, |run| run.experiment.seed());
        // Where games come in pairs, these are whole.
        Scale { games: games.unwrap_or(self.games).next_multiple_of(2), seed }
    }

    /// Lets players meet, and draws; the names of tables and figures begin with the study's.
    pub fn findings(
        &self,
        trained: &[Trained],
        scale: &Scale,
        meetings: &Meetings<'_>,
    ) -> Result<Findings, RunError> {
        let mut findings = (self.compare)(trained, scale, meetings)?;
        let tables = findings.tables.iter_mut().map(|table| &mut table.name);
        for name in tables.chain(findings.figures.iter_mut().map(|(name, _)| name)) {
            *name = format!("{}/{name}", self.name);
        }
        Ok(findings)
    }
}

//! A study: what is trained, by which settings, and who meets whom afterwards.

use ::games::TextError;
use engine::PlayerSpec;
use toml::{Table, Value};

use super::{Findings, Meetings, Scale, Trained};
use crate::RunError;
use crate::learn::Experiment;

/// What is trained, and compared.
pub struct Study {
    /// Its name.
    pub name: &'static str,
    /// What it asks, in a few words.
    pub about: &'static str,
    /// What is trained.
    pub methods: &'static [Method],
    /// Settings in which it differs from the configurations of its methods, as TOML; empty where it does not.
    pub change: &'static str,
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
    /// Settings in which it differs from that, as TOML.
    pub(super) change: &'static str,
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
            let changes = if quick { ["", ""] } else { [self.change, method.change] };
            let mut experiment = changed(text, &changes).map_err(|e| e.within(method.name))?;
            experiment = match self.epochs {
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

    /// How much is played when nobody says otherwise.
    pub(super) fn scale(&self, seed: u64) -> Scale {
        Scale { games: self.games, seed }
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

/// A configuration with changes laid over it.
fn changed(text: &str, changes: &[&str]) -> Result<Experiment, TextError> {
    let mut table: Table = ::games::text::from_toml(text)?;
    for change in changes {
        lay_over(&mut table, ::games::text::from_toml(change)?);
    }
    Experiment::parse(&table.to_string())
}

/// Values take the place of others of the same key; groups are merged, unless they are of another kind.
fn lay_over(table: &mut Table, change: Table) {
    for (key, value) in change {
        match (table.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => {
                if new.get("kind").is_some_and(|kind| Some(kind) != old.get("kind")) {
                    old.clear();
                }
                lay_over(old, new);
            }
            (_, value) => drop(table.insert(key, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_laid_over() {
        let mut table: Table = "a = 1\n[o]\nkind = 'pso'\nn = 3\nm = 4\n[p]\nx = 1".parse().unwrap();
        lay_over(&mut table, "a = 2\no.n = 5\np = { kind = 'es', y = 1 }\nq = [1]".parse().unwrap());
        let wanted: Table =
            "a = 2\nq = [1]\n[o]\nkind = 'pso'\nn = 5\nm = 4\n[p]\nkind = 'es'\ny = 1".parse().unwrap();
        assert_eq!(table, wanted);
    }
}

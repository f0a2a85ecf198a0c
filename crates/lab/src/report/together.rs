//! Several runs in the same figures.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::chart::Series;
use super::{curve, over_epochs};
use crate::RunError;
use crate::learn::{Epoch, Match};
use crate::run;
use crate::stats::bootstrap;

/// What is drawn of a run: a title, what goes upwards, and its number of a generation.
type Kind = (&'static str, &'static str, fn(&Epoch) -> Option<f64>);

const KINDS: [Kind; 5] = [
    ("Draws", "games in %", |epoch| Some(100.0 * epoch.shares()[1])),
    ("Games that the first side wins", "games in %", |epoch| Some(100.0 * epoch.shares()[0])),
    ("Length of a game", "steps", |epoch| Some(epoch.length)),
    ("Diversity, in the mean of the populations", "deviation of a weight", |epoch| {
        let all: Vec<f64> = epoch.populations.iter().map(|p| p.diversity).collect();
        (!all.is_empty()).then(|| bootstrap::mean(&all))
    }),
    ("Loss while it learnt", "loss", |epoch| {
        epoch.training.as_ref().map(|training| training.policy_loss + training.value_loss)
    }),
];

/// A generation's matches against players that never change.
fn anchors(epoch: &Epoch) -> impl Iterator<Item = &Match> {
    epoch.populations.iter().flat_map(|p| &p.anchors).chain(epoch.training.iter().flat_map(|t| &t.anchors))
}

/// The points against one of them, in the mean of the populations.
fn against(epoch: &Epoch, whom: &str) -> Option<f64> {
    let met: Vec<f64> =
        anchors(epoch).filter(|met| met.against == whom).map(|met| 100.0 * met.score()).collect();
    (!met.is_empty()).then(|| bootstrap::mean(&met))
}

/// The figures of runs with their names, a curve for each.
pub fn figures(runs: &[(String, PathBuf)]) -> Result<String, RunError> {
    let read = |(name, folder): &(String, PathBuf)| Ok((name.clone(), run::read_metrics(folder)?));
    let runs = runs.iter().map(read).collect::<Result<Vec<(String, Vec<Epoch>)>, RunError>>()?;
    let drawn = KINDS.iter().map(|&(title, height, of)| {
        let series = runs.iter().map(|(name, epochs)| curve(name, epochs, of));
        over_epochs(title, height, series.filter(|series: &Series| !series.points.is_empty()).collect())
    });
    let met = runs.iter().flat_map(|(_, epochs)| epochs.iter().flat_map(anchors));
    let opponents: BTreeSet<&str> = met.map(|met| &met.against[..]).collect();
    let strength = opponents.into_iter().map(|whom| {
        let series = runs.iter().map(|(name, epochs)| curve(name, epochs, |epoch| against(epoch, whom)));
        let series = series.filter(|series: &Series| !series.points.is_empty()).collect();
        over_epochs(format!("The best against {whom}, which never changes"), "points of 100", series)
    });
    Ok(strength.chain(drawn).collect())
}

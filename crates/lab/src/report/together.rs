//! Several runs in the same figures.

use std::path::PathBuf;

use super::chart::Series;
use super::{curve, over_epochs};
use crate::RunError;
use crate::learn::Epoch;
use crate::run;
use crate::stats::bootstrap;

/// What is drawn of a run: a title, what goes upwards, and its number of a generation.
type Kind = (&'static str, &'static str, fn(&Epoch) -> Option<f64>);

const KINDS: [Kind; 6] = [
    ("Draws", "games in %", |epoch| Some(100.0 * epoch.shares()[1])),
    ("Games that the first side wins", "games in %", |epoch| Some(100.0 * epoch.shares()[0])),
    ("Length of a game", "steps", |epoch| Some(epoch.length)),
    ("The best against players that never change, in the mean", "points of 100", anchored),
    ("Diversity, in the mean of the populations", "deviation of a weight", |epoch| {
        let all: Vec<f64> = epoch.populations.iter().map(|p| p.diversity).collect();
        (!all.is_empty()).then(|| bootstrap::mean(&all))
    }),
    ("Loss while it learnt", "loss", |epoch| {
        epoch.training.as_ref().map(|training| training.policy_loss + training.value_loss)
    }),
];

fn anchored(epoch: &Epoch) -> Option<f64> {
    let network = epoch.training.iter().flat_map(|training| &training.anchors);
    let met: Vec<f64> = epoch
        .populations
        .iter()
        .flat_map(|p| &p.anchors)
        .chain(network)
        .map(|met| 100.0 * met.score())
        .collect();
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
    Ok(drawn.collect())
}

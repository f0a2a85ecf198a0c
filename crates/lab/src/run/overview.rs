//! A run in a line, whatever learns in it.

use std::fs;
use std::path::Path;

use games::GameSpec;
use serde::Serialize;

use super::{CONFIG, RunError, read_config, read_metrics};
use crate::learn::policy_iteration;

/// What a run is, and how far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overview {
    /// The game and its rules.
    pub game: GameSpec,
    /// What learns; whether that is a network.
    pub player: String,
    #[allow(missing_docs)]
    pub network: bool,
    /// Everything random follows from it.
    pub seed: u64,
    /// Generations that are over, and those that there will be.
    pub epoch: u64,
    #[allow(missing_docs)]
    pub epochs: u64,
    /// Games of all generations.
    pub games: u64,
}

/// Whether a network learns in a folder.
pub fn is_network(folder: &Path) -> bool {
    fs::read_to_string(folder.join(CONFIG)).is_ok_and(|text| policy_iteration::Config::is_meant(&text))
}

/// The run of a folder in a line.
pub fn overview(folder: &Path) -> Result<Overview, RunError> {
    if is_network(folder) {
        let config = policy_iteration::read_config(folder)?;
        let metrics = policy_iteration::read_metrics(folder)?;
        return Ok(Overview {
            game: config.game,
            player: "a network".into(),
            network: true,
            seed: config.seed,
            epoch: metrics.last().map_or(0, |generation| generation.epoch),
            epochs: config.epochs,
            games: metrics.iter().map(|generation| generation.games).sum(),
        });
    }
    let (config, metrics) = (read_config(folder)?, read_metrics(folder)?);
    Ok(Overview {
        game: config.game,
        player: config.player.to_string(),
        network: false,
        seed: config.seed,
        epoch: metrics.last().map_or(0, |epoch| epoch.epoch),
        epochs: config.epochs,
        games: metrics.iter().map(|epoch| epoch.games).sum(),
    })
}

//! Networks as files: JSON text with where the numbers come from.
//!
//! ```text
//! {"network":"cai2010","provenance":"configs/cai2010-hybrid.toml, seed 2026, generation 100","parameters":[0.1,…]}
//! ```

use std::fs;
use std::path::Path;

use games::capture_go::Rules;
use games::text::TextError;
use serde::{Deserialize, Serialize};

use super::net::Network;

/// The only kind of network there is.
const KIND: &str = "cai2010";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    network: String,
    provenance: String,
    parameters: Vec<f32>,
}

/// The text of a network's file: its numbers exactly, and a sentence about where they come from.
pub fn text(parameters: &[f32], provenance: &str) -> Result<String, TextError> {
    let file = File { network: KIND.into(), provenance: provenance.into(), parameters: parameters.to_vec() };
    serde_json::to_string(&file).map(|text| text + "\n").map_err(|e| TextError::new(e.to_string()))
}

/// Writes a network.
pub fn save(network: &Network, provenance: &str, path: &Path) -> Result<(), TextError> {
    let wrong = |e: &dyn std::fmt::Display| TextError::new(format!("{}: {e}", path.display()));
    let text = text(network.parameters(), provenance).map_err(|e| wrong(&e))?;
    fs::write(path, text).map_err(|e| wrong(&e))
}

/// Reads a network for these rules; also where its numbers come from. Errors name the file.
pub fn load(path: &Path, rules: &Rules) -> Result<(Network, String), TextError> {
    let wrong = |what: &dyn std::fmt::Display| TextError::new(format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|e| wrong(&e))?;
    parse(&text, rules).map_err(|e| wrong(&e))
}

/// The same from a file's text.
pub fn parse(text: &str, rules: &Rules) -> Result<(Network, String), TextError> {
    let file: File = serde_json::from_str(text).map_err(|e| TextError::new(e.to_string()))?;
    if file.network != KIND {
        let kind = games::text::quote(&file.network);
        return Err(TextError::new(format!("{kind} is no network of Capture Go: {KIND} is")));
    }
    Ok((Network::new(file.parameters, rules)?, file.provenance))
}

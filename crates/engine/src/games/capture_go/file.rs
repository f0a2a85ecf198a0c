//! Networks as files: JSON text with where the numbers come from.
//!
//! ```text
//! {"network":"cai2010","provenance":"configs/cai2010-hybrid.toml, seed 2026, generation 100","checksum":"5b2f8a01","parameters":[0.1,…]}
//! ```

use games::capture_go::Rules;
use games::text::{TextError, text_error};
use serde::{Deserialize, Serialize};

use super::net::Network;
use crate::checksum;

/// The only kind of network there is.
const KIND: &str = "cai2010";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    network: String,
    provenance: String,
    checksum: Option<String>,
    parameters: Vec<f32>,
}

/// The text of a network's file: its numbers exactly, and a sentence about where they come from.
pub fn text(parameters: &[f32], provenance: &str) -> Result<String, TextError> {
    let (network, checksum) = (KIND.into(), Some(checksum::UNKNOWN.into()));
    let file = File { network, provenance: provenance.into(), checksum, parameters: parameters.to_vec() };
    let text = serde_json::to_string(&file).map_err(|e| TextError::new(e.to_string()))?;
    Ok(checksum::sealed(text + "\n", checksum::JSON))
}

/// Reads a network for these rules from the text of a file; also where its numbers come from.
pub fn parse(text: &str, rules: &Rules) -> Result<(Network, String), TextError> {
    let file: File = serde_json::from_str(text).map_err(|e| TextError::new(e.to_string()))?;
    if file.checksum.is_some() && checksum::fits(text.as_bytes(), checksum::JSON) != Some(true) {
        return Err(TextError::new(checksum::WRONG));
    }
    if file.network != KIND {
        let kind = games::text::quote(&file.network);
        return Err(text_error!("{kind} is no network of Capture Go: {KIND} is"));
    }
    Ok((Network::new(file.parameters, rules)?, file.provenance))
}

//! What configurations of runs and tournaments have in common.

use engine::rng::DEFAULT_SEED;
use games::TextError;
use serde::de::DeserializeOwned;

/// Reads a TOML file; the error names the line.
pub fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, TextError> {
    toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(1, |s| text[..s.start.min(text.len())].matches('\n').count() + 1);
        let message = e.message().replace('`', "").replace('\n', ", ");
        TextError::new(format!("line {line}: {message}"))
    })
}

pub fn seed() -> u64 {
    DEFAULT_SEED
}

/// Of a game, in steps.
pub fn longest() -> u32 {
    2000
}

//! What a run is about: `run.json`, which is written once, and `config.toml`, whose last line has checksums of both:
//!
//! ```text
//! # CRC-32C of run.json: 5b2f8a01, of the lines above: 9a71bb4c
//! ```
//!
//! To look at a run they are read as they are; before it goes on, they must be as the program wrote them.

use std::fs;
use std::path::Path;

use games::TextError;
use serde::{Deserialize, Serialize};

use super::{CONFIG, RunError};
use crate::disk;

const ABOUT: &str = "run.json";
/// What the last line of the configuration begins with.
const SEAL: &str = "# CRC-32C";

/// What made a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The program's version.
    pub petteia: String,
    /// The commit that it was built from, if that is known.
    pub commit: Option<String>,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// What computed with a network when the run began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

impl About {
    /// Writes it into the folder of a run that begins.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        let (path, text) =
            (folder.join(ABOUT), serde_json::to_string(self).expect("it is plain data") + "\n");
        disk::replace(&path, text.as_bytes()).map_err(|error| RunError::io(&path, error))
    }
}

/// Writes the configuration of a run, if it is not there already.
pub fn write_config(folder: &Path, toml: &str) -> Result<(), RunError> {
    let (path, text) = (folder.join(CONFIG), format!("{toml}{}", seal(folder, toml)?));
    disk::put(&path, text.as_bytes()).map_err(|error| RunError::io(&path, error))
}

/// The text of the configuration of a run.
pub fn config_text(folder: &Path) -> Result<String, RunError> {
    read(&folder.join(CONFIG))
}

/// The same for a run that is to go on: it must be as the program wrote it, and so must `run.json`.
pub fn sealed_config(folder: &Path) -> Result<String, RunError> {
    let text = config_text(folder)?;
    let at = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let (toml, found) = text.split_at(at);
    let wanted = seal(folder, toml)?;
    if found == wanted {
        return Ok(text);
    }
    // The sum of run.json stands first, so that it can be told which of the two has changed.
    let part = |line: &str| line.rsplit_once(", ").map(|(_, toml)| toml.to_string());
    let path = folder.join(if part(found) == part(&wanted) { ABOUT } else { CONFIG });
    let why = if found.starts_with(SEAL) {
        "this file is not as the program wrote it (config.toml ends with its checksum); put it back as it was, or take another \
         folder; another number of epochs is for petteia resume RUN --epochs N"
    } else {
        "its last line is no checksum: an earlier version of the program wrote this run, or somebody took the line away; it can be \
         looked at, but not resumed; take another folder"
    };
    Err(TextError::new(why).within(path.display()).into())
}

fn seal(folder: &Path, toml: &str) -> Result<String, RunError> {
    let [about, lines] =
        [read(&folder.join(ABOUT))?.as_str(), toml].map(|text| crc32c::crc32c(text.as_bytes()));
    Ok(format!("{SEAL} of run.json: {about:08x}, of the lines above: {lines:08x}\n"))
}

fn read(path: &Path) -> Result<String, RunError> {
    let bytes = fs::read(path).map_err(|error| RunError::io(path, error))?;
    String::from_utf8(bytes).map_err(|_| TextError::new("this is no text").within(path.display()).into())
}

//! What a run is about: `run.json`, which is written once, and `config.toml`, whose last line has checksums of both:
//!
//! ```text
//! # CRC-32C of run.json: 5b2f8a01, of the lines above: 9a71bb4c
//! ```
//!
//! The configuration is read only as the program wrote it, and before a run goes on, `run.json` is looked at as well. Runs of earlier
//! versions have no such line: they can be looked at, but do not go on.

use std::fs;
use std::path::Path;

use games::TextError;
use serde::{Deserialize, Serialize};

use super::{CONFIG, RunError};
use crate::At;
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
    /// What the folder of a run says.
    pub fn read(folder: &Path) -> Result<About, RunError> {
        let path = folder.join(ABOUT);
        serde_json::from_str(&read(&path)?)
            .map_err(|e| TextError::new(e.to_string()).within(path.display()).into())
    }

    /// Writes it into the folder of a run that begins.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        let (path, text) =
            (folder.join(ABOUT), serde_json::to_string(self).expect("it is plain data") + "\n");
        disk::replace(&path, text.as_bytes()).at(&path)
    }
}

/// Writes the configuration of a run, if it is not there already.
pub fn write_config(folder: &Path, toml: &str) -> Result<(), RunError> {
    let (path, text) = (folder.join(CONFIG), format!("{toml}{}", seal(folder, toml)?));
    disk::put(&path, text.as_bytes()).at(&path)
}

/// The text of the configuration of a run, which must fit its last line, if that is a checksum.
pub fn config_text(folder: &Path) -> Result<String, RunError> {
    let path = folder.join(CONFIG);
    if !path.exists() {
        let why = "this is no folder of a run: there is no config.toml; petteia runs lists them";
        return Err(TextError::new(why).within(folder.display()).into());
    }
    let text = read(&path)?;
    let (toml, last) = parts(&text);
    match last.starts_with(SEAL) && !last.ends_with(&sum_of(toml)) {
        true => Err(changed(folder, CONFIG)),
        false => Ok(text),
    }
}

/// The same for a run that is to go on: it must have a checksum, and `run.json` must be as the program wrote it, too.
pub fn sealed_config(folder: &Path) -> Result<String, RunError> {
    let text = config_text(folder)?;
    let (toml, last) = parts(&text);
    if last == seal(folder, toml)? {
        return Ok(text);
    }
    if last.starts_with(SEAL) {
        return Err(changed(folder, ABOUT));
    }
    let why = "its last line is no checksum: an earlier version of the program wrote this run, or somebody took the line away; it can be \
               looked at, but not resumed; take another folder";
    Err(TextError::new(why).within(folder.join(CONFIG).display()).into())
}

/// The configuration, and the line below it.
fn parts(text: &str) -> (&str, &str) {
    text.split_at(text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1))
}

fn changed(folder: &Path, name: &str) -> RunError {
    let epochs = "; another number of epochs is for petteia resume RUN --epochs N";
    let why = format!(
        "this file is not as the program wrote it (config.toml ends with its checksum); put it back as it was, or take another folder{}",
        if name == CONFIG { epochs } else { "" }
    );
    TextError::new(why).within(folder.join(name).display()).into()
}

fn seal(folder: &Path, toml: &str) -> Result<String, RunError> {
    let about = crc32c::crc32c(read(&folder.join(ABOUT))?.as_bytes());
    Ok(format!("{SEAL} of run.json: {about:08x}{}", sum_of(toml)))
}

/// How the line below the configuration ends.
fn sum_of(toml: &str) -> String {
    format!(", of the lines above: {:08x}\n", crc32c::crc32c(toml.as_bytes()))
}

fn read(path: &Path) -> Result<String, RunError> {
    let bytes = fs::read(path).at(path)?;
    String::from_utf8(bytes).map_err(|_| TextError::new("this is no text").within(path.display()).into())
}

//! Gives files of weights that somebody edited a checksum again: TOML, and networks of Capture Go in JSON.
//!
//! ```text
//! cargo run -p petteia-engine --example checksum -- players/*.toml
//! ```

use std::error::Error;

use engine::checksum::{TOML, toml};
use engine::games::capture_go::file;
use games::capture_go::Rules;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        let sealed = if path.ends_with(".json") {
            let (network, provenance) = file::parse(&text, &Rules::cai2010(9, 9))?;
            file::text(network.parameters(), &provenance)?
        } else {
            let lines = text.lines().filter(|line| !line.starts_with(TOML));
            toml("", &lines.map(|line| format!("{line}\n")).collect::<String>())
        };
        std::fs::write(path, sealed)?;
    }
    Ok(())
}

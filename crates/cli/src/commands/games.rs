//! `petteia games`: what can be played.

use std::io::Write;

use anyhow::Result;
use games::presets;
use serde::Serialize;

use crate::layout::wrap;
use crate::output::Report;

/// List the games: names that every other command takes, board sizes, and whose rules they follow.
#[derive(clap::Args)]
#[command(after_help = "A size goes behind the name, switches behind the size in parentheses:
  petteia play seega:5
  petteia play capture-go:5x7
  petteia play 'seega:5(quiet_limit=0)'")]
pub struct Args {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    sizes: String,
    about: &'static str,
}

/// Prints the list.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if args.json {
        let entry = |p: &games::Preset| Entry {
            name: p.usual().to_string(),
            sizes: p.sizes.to_string(),
            about: p.about,
        };
        return Report::of("games").field("games", presets().map(entry).collect::<Vec<_>>()).print(out);
    }
    for preset in presets() {
        let sizes = preset.sizes.to_string();
        let sizes = if sizes.is_empty() { sizes } else { format!("   sizes: {sizes}") };
        writeln!(out, "{}{sizes}", preset.usual())?;
        write!(out, "{}", wrap("    ", 4, preset.about.split(' ')))?;
    }
    Ok(())
}

//! `petteia games`: what can be played.

use std::io::Write;

use anyhow::Result;
use games::PRESETS;
use serde::Serialize;

use crate::layout::wrap;
use crate::output;

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
struct Report {
    games: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    sizes: &'static str,
    about: &'static str,
}

/// Prints the list.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if args.json {
        let games = PRESETS.iter().map(|p| Entry { name: p.name, sizes: p.sizes, about: p.about }).collect();
        return output::json(out, "games", &Report { games });
    }
    for preset in PRESETS {
        let sizes =
            if preset.sizes.is_empty() { String::new() } else { format!("   sizes: {}", preset.sizes) };
        writeln!(out, "{}{sizes}", preset.name)?;
        write!(out, "{}", wrap("    ", 4, preset.about.split(' ')))?;
    }
    Ok(())
}

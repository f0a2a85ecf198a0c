//! `petteia runs`: what is in a folder of runs.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use lab::run::{self, Overview};
use serde::Serialize;

use crate::output::{self, Report};

/// List the runs in a folder, and how far they are.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia runs
  petteia runs --folder elsewhere --json")]
pub struct Args {
    /// The folder that holds the folders of runs.
    #[arg(long, value_name = "DIR", default_value = "runs")]
    folder: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    folder: PathBuf,
    #[serde(flatten)]
    overview: Overview,
}

/// Lists runs.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let mut folders: Vec<PathBuf> = match std::fs::read_dir(&args.folder) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(|| format!("{}", args.folder.display())),
    };
    folders.retain(|folder| folder.join(run::CONFIG).is_file());
    folders.sort();
    let mut runs = Vec::new();
    for folder in folders {
        match run::overview(&folder) {
            Ok(overview) => runs.push(Listed { folder, overview }),
            Err(error) => output::aside(&format!("{error}")),
        }
    }
    if args.json {
        return Report::of("runs").field("runs", runs).print(out);
    }
    if runs.is_empty() {
        let folder = args.folder.display();
        writeln!(out, "there are no runs in {folder}; petteia train --help says how one begins")?;
    }
    for Listed { folder, overview } in runs {
        let Overview { game, player, seed, epoch, epochs, games, .. } = overview;
        let state = if epoch >= epochs { "finished" } else { "petteia resume goes on with it" };
        writeln!(out, "{}\n  {game}, {player}, seed {seed}", folder.display())?;
        writeln!(out, "  epoch {epoch} of {epochs}, {games} games; {state}")?;
    }
    Ok(())
}

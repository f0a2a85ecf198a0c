//! `petteia man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;

/// Write the manual pages of this program, one for each command, into a folder.
#[derive(clap::Args)]
#[command(after_help = "Example:
  petteia man ~/.local/share/man/man1 && man petteia-play")]
pub struct Args {
    /// The folder; it is made if need be.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages.
pub fn run(args: &Args) -> Result<()> {
    let write = || {
        fs::create_dir_all(&args.folder)?;
        clap_mangen::generate_to(super::Cli::command(), &args.folder)
    };
    write().with_context(|| format!("cannot write manual pages to {}", args.folder.display()))
}

//! `petteia man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Arg, Command, CommandFactory};

use crate::output;

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
    let mut program = super::Cli::command().disable_help_subcommand(true);
    program.build();
    let write = || -> std::io::Result<usize> {
        fs::create_dir_all(&args.folder)?;
        let commands = program.get_subcommands().cloned().map(|command| {
            let usage = synopsis(&command);
            command.override_usage(usage)
        });
        let pages = std::iter::once(program.clone()).chain(commands).map(clap_mangen::Man::new);
        Ok(pages.map(|page| page.generate_to(&args.folder)).collect::<Result<Vec<_>, _>>()?.len())
    };
    let folder = args.folder.display();
    let pages = write().with_context(|| format!("cannot write manual pages to {folder}"))?;
    output::aside(&format!("petteia: {pages} manual pages written to {folder}"));
    Ok(())
}

/// How a command is typed, with every option and what it takes.
fn synopsis(command: &Command) -> String {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let (places, options): (Vec<&Arg>, Vec<&Arg>) = shown.partition(|arg| arg.is_positional());
    let options = options
        .into_iter()
        .map(|arg| if arg.is_required_set() { arg.to_string() } else { format!("[{arg}]") });
    let words = options.chain(places.into_iter().map(Arg::to_string));
    words.fold(command.get_bin_name().unwrap_or_default().into(), |usage: String, word| usage + " " + &word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_synopsis_names_what_every_option_takes() {
        let mut program = super::super::Cli::command();
        program.build();
        let usage = synopsis(program.find_subcommand("match").unwrap());
        assert!(usage.starts_with("petteia match ") && usage.contains("[--games <N>]"), "{usage}");
        assert!(usage.ends_with("<GAME> <SPEC_A> <SPEC_B>"), "{usage}");
    }
}

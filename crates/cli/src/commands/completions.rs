//! `petteia completions`: what the shell needs to complete commands.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print the completions of this program for a shell.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia completions bash > ~/.local/share/bash-completion/completions/petteia
  petteia completions fish > ~/.config/fish/completions/petteia.fish")]
pub struct Args {
    /// The shell to complete in.
    shell: Shell,
}

/// Prints the script.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "petteia", &mut script);
    Ok(out.write_all(&script)?)
}

//! The program `petteia`: a file or folder per sub-command under `commands/`, and beside it what they share: reading arguments and
//! files, carrying out runs, talking to a person, printing reports. Rules, search, learning and the page are those of the other crates.
//!
//! stdout is data, stderr is talk. Exit codes are decided in [`exit`] and nowhere else.

mod args;
mod commands;
mod exit;
mod keep;
mod layout;
mod learning;
mod markdown;
mod output;
mod players;
mod progress;
mod records;
mod talk;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    #[cfg(unix)]
    exit::full_files_are_errors();
    exit::code(match commands::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) => exit::command_line(&error),
    })
}

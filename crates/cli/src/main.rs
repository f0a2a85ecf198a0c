//! The program `petteia`: one file per sub-command under `commands/`, no logic of its own.
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

//! How the program ends: 0 fine, 1 something failed on our side or the system's, 2 wrong input.

use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use games::text::{plain, short};
use games::{GameSpec, TextError};
use lab::RunError;

use crate::output;

/// The exit code; what went wrong is said on stderr in one sentence. A reader that closes the pipe early (`| head`)
/// has what it wanted.
pub fn code(result: Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    output::aside(&format!("petteia: {}", short(&format!("{error:#}"))));
    ExitCode::from(if error.chain().any(is_mistake) { 2 } else { 1 })
}

/// Mistakes of the user are told from failures of the system.
fn is_mistake(cause: &(dyn std::error::Error + 'static)) -> bool {
    matches!(cause.downcast_ref(), Some(RunError::Text(_))) || cause.is::<TextError>()
}

/// From now on a file that may not grow any more (`ulimit -f`) is an error as a full disk is one: the system's signal, which would end the
/// program without a word, has a handler.
#[cfg(unix)]
pub fn full_files_are_errors() {
    use tokio::signal::unix::{SignalKind, signal};
    const SIGXFSZ: i32 = 25;
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
    let _context = runtime.enter();
    // The handler stays when the listener is gone.
    drop(signal(SignalKind::from_raw(SIGXFSZ)));
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
    let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    io.or(json) == Some(io::ErrorKind::BrokenPipe)
}

/// From now on a defect in any thread ends the program: who talks to it sees the end of its output instead of waiting for an
/// answer of a player that has died.
pub fn at_once_on_defects() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |defect| {
        tell(defect);
        std::process::exit(1);
    }));
}

/// The command, option or value that may have been meant.
fn suggested(error: &clap::Error) -> Option<String> {
    if let Some(ContextValue::String(wrote)) = error.get(ContextKind::InvalidSubcommand)
        && wrote.parse::<GameSpec>().is_ok()
    {
        return Some(format!("petteia play {wrote}"));
    }
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(meant) => Some(meant.clone()),
        ContextValue::Strings(all) => all.last().cloned(),
        _ => None,
    })
}

/// A wrong command line in one sentence, or the help that was asked for.
pub fn command_line(error: &clap::Error) -> Result<()> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(error.print()?),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.print()?;
            Err(TextError::new("a command is missing, such as petteia play seega:5").into())
        }
        _ => {
            let text = error.render().to_string();
            let message = text.strip_prefix("error: ").unwrap_or(&text);
            // The first paragraph is the sentence; usage and tips follow it.
            let lines: Vec<&str> =
                message.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
            let hint = suggested(error).map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
            Err(TextError::new(format!("{}{hint} (--help says more)", plain(&lines.join(" ")))).into())
        }
    }
}

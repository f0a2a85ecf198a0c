//! The controller's side of GTP, version 2, for Capture Go (see [`engine::protocol::gtp`]).

use std::time::{Duration, Instant};

use engine::Limits;
use games::{Game, GameSpec, Line, TextError};

use super::START;
use super::process::Process;

/// Whether Go programs can play this.
pub fn check(game: &GameSpec, start: Option<&str>) -> Result<(), TextError> {
    match game {
        GameSpec::CaptureGo(rules) if rules.rows == rules.columns && start.is_none() => Ok(()),
        GameSpec::CaptureGo(_) => Err(TextError::new("Go programs play on square boards from the start")),
        _ => Err(TextError::new(format!("{game} is not played by Go programs; ugi(…) plays every game"))),
    }
}

/// Says a command and waits for the answer, without its mark.
fn command(process: &mut Process, command: &str, wait: Duration) -> Result<String, String> {
    let deadline = Instant::now() + wait;
    process.say(&format!("{command}\n"))?;
    let what = format!("answer to {}", command.split(' ').next().unwrap_or_default());
    let answer = process.hear(wait, &what, |line| line.starts_with(['=', '?']).then(|| line.to_string()))?;
    // An answer ends with an empty line.
    let left = deadline.saturating_duration_since(Instant::now());
    process.hear(left, &what, |line| line.is_empty().then_some(()))?;
    match answer.strip_prefix('=') {
        Some(text) => Ok(text.trim().into()),
        None => Err(format!("it answers {command} with {answer}")),
    }
}

/// Says hello.
pub fn greet(process: &mut Process) -> Result<(), String> {
    command(process, "protocol_version", START).map(|_| ())
}

/// A new game begins.
pub fn begin(process: &mut Process, game: &GameSpec, limits: &Limits, ready: Instant) -> Result<(), String> {
    let GameSpec::CaptureGo(rules) = game else { return Err(format!("{game} is no game of Go programs")) };
    let mut say = |text: &str| command(process, text, ready.saturating_duration_since(Instant::now()));
    say(&format!("boardsize {}", rules.rows))?;
    say("clear_board")?;
    say("komi 0")?;
    if let Some(time) = limits.time {
        say(&format!("time_settings 0 {} 1", time.as_millis().div_ceil(1000)))?;
    }
    Ok(())
}

/// Tells the steps that the program does not know, and asks for the next.
pub fn ask<G: Game>(
    process: &mut Process,
    line: &Line<G>,
    told: usize,
    wait: Duration,
) -> Result<String, String> {
    let colour = |position: &G| position.side_name(position.to_move()).to_lowercase();
    for (position, step) in line.positions().iter().zip(line.steps()).skip(told) {
        command(process, &format!("play {} {}", colour(position), step.to_string().to_uppercase()), wait)?;
    }
    let step = command(process, &format!("genmove {}", colour(line.position())), wait);
    step.map_err(|why| why.replace("answer to genmove", "step"))
}

//! The controller's side of UGI (see [`engine::protocol::ugi`]).

use std::time::{Duration, Instant};

use engine::Limits;
use games::{Game, Line};

use super::START;
use super::process::Process;

/// Says hello, and learns whether the program takes a seed.
pub fn greet(process: &mut Process) -> Result<(), String> {
    process.say("ugi\n")?;
    let mut seeds = false;
    process.hear(START, "ugiok", |line| {
        seeds |= line.to_ascii_lowercase().starts_with("option name seed ");
        (line == "ugiok").then_some(())
    })?;
    process.seeds = seeds;
    Ok(())
}

/// A new game begins.
pub fn begin(process: &mut Process, seed: u64, ready: Instant) -> Result<(), String> {
    if process.seeds {
        process.say(&format!("setoption name Seed value {seed}\n"))?;
    }
    process.say("uginewgame\nisready\n")?;
    let wait = ready.saturating_duration_since(Instant::now());
    process.hear(wait, "readyok", |line| (line == "readyok").then_some(()))
}

/// The step that the program chooses, as text.
pub fn ask<G: Game>(
    process: &mut Process,
    line: &Line<G>,
    limits: &Limits,
    wait: Duration,
) -> Result<String, String> {
    let start = line.start();
    let mut command = match *start == G::start(start.rules()) {
        true => "position startpos".to_string(),
        false => format!("position fen {start}"),
    };
    if !line.steps().is_empty() {
        command += " moves";
        line.steps().iter().for_each(|step| command += &format!(" {step}"));
    }
    command += "\ngo";
    let numbers = [
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.nodes),
        ("movetime", limits.time.map(|time| time.as_millis() as u64)),
    ];
    for (name, number) in numbers {
        command += &number.map_or(String::new(), |number| format!(" {name} {number}"));
    }
    process.say(&(command + "\n"))?;
    process.hear(wait, "step", |line| {
        let mut words = line.split_whitespace();
        (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_string())
    })
}

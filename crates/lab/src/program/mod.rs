//! Other programs as players: `ugi("command line")` for programs that speak UGI, `gtp("command line")` for Go programs.
//!
//! A program that gives no step in time, ends, or plays an illegal step loses that game, and the record says why; it is
//! started again for the next one. It may take as long as its limit of time and `patience=` milliseconds more (1,000 where nothing
//! is said, and 60,000 where time is no limit). Before every game a UGI program that has an option `Seed` is given one, so that its
//! games are as repeatable as ours. GTP knows no limits but time, in whole seconds.
//!
//! The spec is read by the engine's grammar but known here alone: the engine's own players may be named by anybody who
//! reaches a protocol or the page, and nobody there may start programs.

mod gtp;
mod process;
mod ugi;

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use engine::{Limits, PlayerSpec, Rng};
use games::{Game, GameSpec, Line, TextError};

use crate::arena::Seat;
use process::Process;

/// What a program that gives up has lost by; this is no failure.
pub const RESIGNED: &str = "it resigns";

/// How long a program may take to start and to get ready for a game.
const START: Duration = Duration::from_secs(30);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Protocol {
    Ugi,
    Gtp,
}

/// A program as a spec names it.
#[derive(Clone, Debug)]
pub struct Program {
    protocol: Protocol,
    command: Vec<String>,
    patience: Option<Duration>,
}

impl Program {
    /// Whether a spec names another program.
    pub fn is_named(spec: &PlayerSpec) -> bool {
        ["ugi", "gtp"].contains(&spec.call().name.as_str())
    }

    /// The program of a spec.
    pub fn parse(spec: &PlayerSpec) -> Result<Program, TextError> {
        let call = spec.call();
        call.allow(&["", "patience"])?;
        let right = || call.error(format!("say which program: {}(\"command line\")", call.name));
        let command = call.get("", true).filter(|value| value.arguments.is_empty()).ok_or_else(right)?;
        let command = words(&command.name).filter(|words| !words.is_empty()).ok_or_else(right)?;
        let patience = call.number("patience", 1, 3_600_000)?.map(Duration::from_millis);
        let protocol = if call.name == "gtp" { Protocol::Gtp } else { Protocol::Ugi };
        Ok(Program { protocol, command, patience })
    }

    /// When to give up waiting for a step, counted from now.
    fn wait(&self, limits: &Limits) -> Duration {
        let patience = |usual: u64| self.patience.unwrap_or(Duration::from_millis(usual));
        limits.time.map_or_else(|| patience(60_000), |time| time + patience(1_000))
    }

    fn start(&self) -> Result<Process, String> {
        let mut process = Process::start(&self.command)?;
        match self.protocol {
            Protocol::Ugi => ugi::greet(&mut process)?,
            Protocol::Gtp => gtp::greet(&mut process)?,
        }
        Ok(process)
    }
}

/// The words of a command line; quotation marks of either kind hold a word with spaces together. None if one is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut mark) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match mark {
            Some(m) if c == m => mark = None,
            None if c == '\'' || c == '"' => {
                mark = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    mark.is_none().then_some(words)
}

/// Programs that were started and wait for their next game, by their specs.
#[derive(Default)]
pub struct Programs {
    checked: HashSet<(String, GameSpec)>,
    idle: Mutex<HashMap<String, Vec<Process>>>,
}

impl Programs {
    /// Makes sure that a spec is right and that its program starts and can play this game.
    pub fn check(
        &mut self,
        spec: &PlayerSpec,
        game: &GameSpec,
        start: Option<&str>,
    ) -> Result<(), TextError> {
        let program = Program::parse(spec)?;
        if program.protocol == Protocol::Gtp {
            gtp::check(game, start)?;
        }
        let key = spec.to_string();
        if self.checked.insert((key.clone(), *game)) {
            let process = program.start().map_err(TextError::new)?;
            self.put(key, process);
        }
        Ok(())
    }

    /// A program for one game.
    pub fn guest(&self, spec: &PlayerSpec, game: &GameSpec, seed: u64) -> Guest<'_> {
        let key = spec.to_string();
        let process = self.lock().get_mut(&key).and_then(Vec::pop);
        let program = Program::parse(spec).expect("the spec was checked");
        Guest { programs: self, key, program, process, game: *game, seed, told: None }
    }

    fn put(&self, key: String, process: Process) {
        self.lock().entry(key).or_default().push(process);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Vec<Process>>> {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// A program at the board.
pub struct Guest<'a> {
    programs: &'a Programs,
    key: String,
    program: Program,
    /// None before it is started (again).
    process: Option<Process>,
    game: GameSpec,
    seed: u64,
    /// How many steps of the game it knows; none before its game has begun.
    told: Option<usize>,
}

impl Guest<'_> {
    fn ask<G: Game>(&mut self, line: &Line<G>, limits: &Limits) -> Result<G::Move, String> {
        if self.process.is_none() {
            self.process = Some(self.program.start()?);
        }
        let process = self.process.as_mut().expect("it has just been started");
        let told = match self.told {
            Some(told) => told,
            None => {
                let ready = Instant::now() + START;
                match self.program.protocol {
                    Protocol::Ugi => ugi::begin(process, self.seed, ready)?,
                    Protocol::Gtp => gtp::begin(process, &self.game, limits, ready)?,
                }
                0
            }
        };
        // Our own step is known to a program that made it.
        self.told = Some(line.steps().len() + 1);
        let wait = self.program.wait(limits);
        let text = match self.program.protocol {
            Protocol::Ugi => ugi::ask(process, line, limits, wait)?,
            Protocol::Gtp => gtp::ask(process, line, told, wait)?,
        };
        if text.eq_ignore_ascii_case("resign") {
            return Err(RESIGNED.into());
        }
        line.position().read_step(&text).map_err(|error| format!("illegal step: {error}"))
    }
}

impl<G: Game> Seat<G> for Guest<'_> {
    fn step(&mut self, line: &Line<G>, limits: &Limits, _rng: &mut Rng) -> Result<G::Move, String> {
        let step = self.ask(line, limits);
        if step.as_ref().is_err_and(|why| why != RESIGNED)
            && let Some(process) = self.process.take()
        {
            process.kill();
        }
        step
    }
}

impl Drop for Guest<'_> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.programs.put(std::mem::take(&mut self.key), process);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_words() {
        let read = |text| words(text).unwrap();
        assert_eq!(read(" gnugo  --mode gtp "), ["gnugo", "--mode", "gtp"]);
        assert_eq!(read("petteia engine 'a b'c \"it's\" ''"), ["petteia", "engine", "a bc", "it's", ""]);
        assert_eq!(words("petteia 'engine"), None);
    }

    #[test]
    fn specs_say_what_is_missing() {
        let error = |text: &str| Program::parse(&text.parse().unwrap()).unwrap_err().to_string();
        let missing = "at character 1, \"ugi\": say which program: ugi(\"command line\")";
        assert_eq!(
            [error("ugi"), error("ugi(\"\")"), error("ugi(patience=3)")],
            [missing; 3].map(String::from)
        );
        assert!(error("gtp(gnugo, patience=0)").contains("patience is a whole number from 1 to 3600000"));
        assert!(error("gtp(gnugo, level=3)").contains("takes patience"));
    }
}

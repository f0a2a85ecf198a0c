//! Other programs as players: `ugi("command line")` for programs that speak UGI, `gtp("command line")` for Go programs.
//!
//! A program that gives no step in time, ends, or plays an illegal step loses that game, and the record says why; it is
//! started again for the next one. It may take as long as its limit of time and `patience=` milliseconds more (1,000 where nothing
//! is said, and 60,000 where time is no limit). Before every game a UGI program that has an option `Seed` is given one, so that its
//! games are as repeatable as ours. GTP knows no limits but time, in whole seconds.
//!
//! The engine reads what a spec says about a program, but programs are started here alone: the engine's own players may be named over
//! a protocol or by visitors of the page, who must not start programs.

mod gtp;
mod process;
mod ugi;

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use engine::recipe::{Program, Protocol};
use engine::{Limits, Rng};
use games::{Game, GameSpec, Line, TextError};

use crate::arena::Participant;
use process::Process;

/// What a program that gives up has lost by; this is no failure.
pub const RESIGNED: &str = "it resigns";

/// How long a program may take to start and to get ready for a game.
const START: Duration = Duration::from_secs(30);

/// When to give up waiting for a step, counted from now.
fn wait(program: &Program, limits: &Limits) -> Duration {
    let patience = |usual: u64| program.patience.unwrap_or(Duration::from_millis(usual));
    limits.time.map_or_else(|| patience(60_000), |time| time + patience(1_000))
}

fn start(program: &Program) -> Result<Process, String> {
    let mut process = Process::start(&program.command)?;
    match program.protocol {
        Protocol::Ugi => ugi::greet(&mut process)?,
        Protocol::Gtp => gtp::greet(&mut process)?,
    }
    Ok(process)
}

/// Programs that were started and wait for their next game.
#[derive(Default)]
pub struct Programs {
    checked: HashSet<(Program, GameSpec)>,
    idle: Mutex<HashMap<Program, Vec<Process>>>,
}

impl Programs {
    /// Makes sure that a program starts and can play this game.
    pub fn check(
        &mut self,
        program: &Program,
        game: &GameSpec,
        position: Option<&str>,
    ) -> Result<(), TextError> {
        if program.protocol == Protocol::Gtp {
            gtp::check(game, position)?;
        }
        if self.checked.insert((program.clone(), *game)) {
            let process = start(program).map_err(TextError::new)?;
            self.put(program, process);
        }
        Ok(())
    }

    /// A program for one game.
    pub fn guest<'a>(&'a self, program: &'a Program, game: &GameSpec, seed: u64) -> Guest<'a> {
        let process = self.lock().get_mut(program).and_then(Vec::pop);
        Guest { programs: self, program, process, game: *game, seed, told: None }
    }

    fn put(&self, program: &Program, process: Process) {
        self.lock().entry(program.clone()).or_default().push(process);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Program, Vec<Process>>> {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// A program at the board.
pub struct Guest<'a> {
    programs: &'a Programs,
    program: &'a Program,
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
            self.process = Some(start(self.program)?);
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
        let wait = wait(self.program, limits);
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

impl<G: Game> Participant<G> for Guest<'_> {
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
            self.programs.put(self.program, process);
        }
    }
}

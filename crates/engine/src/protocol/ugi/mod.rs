//! UGI, the Universal Game Interface: UCI without chess, so that a match runner can play games that it does not know.
//!
//! ```text
//! > ugi                                    < id name petteia 0.1.0 … ugiok
//! > position startpos moves d6 d2
//! > query p1turn                           < response true
//! > go nodes 1000                          < info depth 3 nodes 871 nps 904213 score cp 2 value 0.0210 multipv 1 pv c3 b3 d4
//!                                          < bestmove c3
//! ```
//!
//! Commands: `ugi`, `isready`, `uginewgame`, `setoption name Seed|MultiPV|Player|Variant value …`,
//! `position startpos|fen … [moves …]`, `go [p1time|p2time|p1inc|p2inc|movetime MS] [depth N] [nodes N] [infinite]`, `stop`,
//! `query gameover|p1turn|result`, `quit`, and in one line each `legal`, `outcome`, `perft N`, `bench`, `show`; `d` draws
//! the board.
//!
//! - `Player` is any player spec (see [`crate::recipe`]). What the player finds is told in lines `info depth D nodes N nps S score
//!   cp C value V multipv K pv …`: steps looked ahead, positions looked at in all and a second, the value for the side to move
//!   from −1 (lost) to 1 (won), before it in hundredths as match runners read it, the rank of the step from 1 to MultiPV, and
//!   the expected play.
//! - `Variant` is the game by its name, such as `seega:5`: another size or other switches of the same family. Boards that
//!   another type holds (`seega:9` beside the smaller ones) need a session of their own.
//! - There is no option `Threads`: a search has one thread, so that its answer can be repeated; matches run games beside
//!   each other instead.
//! - `bench` answers `bench nps S nodes N`: the player, made anew, looks at some positions of a fixed game. N is the same
//!   every time.
//! - `go` without limits thinks as long as the player's spec says, and otherwise about
//!   [`DEFAULT_NODES`](crate::recipe::DEFAULT_NODES) positions; `go infinite` alone thinks until `stop`, and keeps a result that it
//!   has earlier until then. In a finished game `go` answers `bestmove 0000`, UCI's step that is none.
//! - While the player thinks, `isready` is answered at once, `stop` ends the thinking with the best step so far, and so does
//!   `quit`; other commands wait. At the end of the input an infinite search is stopped and a limited one is finished.
//! - Wrong input is answered with one line, `error: ` and a sentence; a wrong `position` leaves the earlier one standing.
//! - `perft` refuses trees larger than [`PERFT_WORK`], so that every command but `go` is answered within a second.
//! - The choice of a step is a function of the seed, the number of games since it was set, the number of steps made, the
//!   position and the limits, unless time is one of them or `stop` comes in between. A tree search (`mcts`, and `best` where it has
//!   a network) also goes on with its tree of the step before, and with that of the same position if it is asked twice.

mod commands;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::Scope;
use std::time::Instant;

use games::{Game, TextError, text_error};

use super::MAX_LINE;
use super::respondent::Respondent;
use super::thinking::{self, Event};
use crate::player::{Idea, Task, Thoughts};
use commands::{Answer, Go, State};

/// The largest depth of `perft`.
pub const PERFT_DEPTH: u32 = 20;

/// How much one `perft` may do, in steps listed; a position counts as ten more.
pub const PERFT_WORK: u64 = 60_000_000;

/// Answers commands until `quit` or the end of the input.
pub fn run<G: Game>(
    rules: &G::Rules,
    seed: u64,
    seat: Respondent<G>,
    input: impl BufRead + Send,
    output: impl Write,
) -> io::Result<()> {
    thinking::converse(input, is_last, Event::Heard, |scope, sender, events| {
        let state = State::new(rules, seed, seat);
        let mut session = Session {
            state,
            search: None,
            waiting: VecDeque::new(),
            hurry: false,
            ended: false,
            sender,
            output,
        };
        let result = session.serve(scope, events);
        session.raise();
        result
    })
}

/// The player at work.
struct Search<M> {
    stop: Arc<AtomicBool>,
    infinite: bool,
    since: Instant,
    /// What was told last.
    told: Vec<Idea<M>>,
    /// The result of an infinite search that has not been stopped yet.
    result: Option<Thoughts<M>>,
}

struct Session<G: Game, W> {
    state: State<G>,
    search: Option<Search<G::Move>>,
    /// Commands that came while the player was thinking.
    waiting: VecDeque<Vec<u8>>,
    /// `quit` is among them, so that nothing takes long any more.
    hurry: bool,
    ended: bool,
    sender: Sender<Event<G>>,
    output: W,
}

impl<G: Game, W: Write> Session<G, W> {
    fn serve<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        events: Receiver<Event<G>>,
    ) -> io::Result<()> {
        for event in events {
            match event {
                Event::Heard(Ok(Some(line))) => self.hear(line)?,
                Event::Heard(Ok(None)) => {
                    self.ended = true;
                    if self.search.as_ref().is_some_and(|search| search.infinite) {
                        self.stop()?;
                    }
                }
                Event::Heard(Err(error)) => return Err(error),
                Event::Thoughts(thoughts) => self.tell(&thoughts)?,
                Event::Done(player, thoughts) => {
                    self.state.seat.player = Some(player);
                    self.done(thoughts)?;
                }
            }
            while self.search.is_none() || self.waiting.front().is_some_and(|line| verb(line) == "stop") {
                let Some(line) = self.waiting.pop_front() else { break };
                if !self.answer(scope, &line)? {
                    return Ok(());
                }
            }
            self.output.flush()?;
            if self.ended && self.search.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Does what cannot wait; the rest of the commands wait for each other.
    fn hear(&mut self, line: Vec<u8>) -> io::Result<()> {
        match (verb(&line), &self.search) {
            ("isready", Some(_)) => self.output.write_all(b"readyok\n")?,
            // A stop that comes after a waiting go is meant for that one.
            ("stop", Some(_)) if !self.waiting.iter().any(|line| verb(line) == "go") => self.stop()?,
            ("quit", Some(_)) => {
                self.hurry = true;
                self.waiting.push_back(line);
                self.stop()?;
            }
            _ => self.waiting.push_back(line),
        }
        Ok(())
    }

    /// Answers one command; false after the last.
    fn answer<'scope>(&mut self, scope: &'scope Scope<'scope, '_>, line: &[u8]) -> io::Result<bool> {
        if is_last(line) {
            self.output.flush()?;
            return Ok(false);
        }
        let command = match std::str::from_utf8(line) {
            _ if line.len() > MAX_LINE => Err(text_error!("a line has at most {MAX_LINE} bytes")),
            Err(_) => Err(TextError::new("the line is not UTF-8 text")),
            Ok(command) => Ok(command),
        };
        match command.and_then(|command| self.state.answer(command)) {
            Ok(Answer::Text(text)) => self.output.write_all(text.as_bytes())?,
            Ok(Answer::Go(go)) => self.go(scope, &go),
            Err(error) => writeln!(self.output, "error: {error}")?,
        }
        if verb(line) == "stop" && self.search.is_some() {
            self.stop()?;
        }
        Ok(true)
    }

    fn go<'scope>(&mut self, scope: &'scope Scope<'scope, '_>, go: &Go) {
        let at_once = self.hurry || self.ended && go.infinite;
        let stop = Arc::new(AtomicBool::new(at_once));
        let task = Task { limits: go.limits, best: self.state.best, play: !go.infinite, stop: stop.clone() };
        let infinite = go.infinite;
        self.search = Some(Search { stop, infinite, since: Instant::now(), told: Vec::new(), result: None });
        self.state.seat.think(scope, self.state.line.clone(), task, self.sender.clone());
    }

    fn raise(&self) {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the thinking; the answer comes with the player, or at once if it is back already.
    fn stop(&mut self) -> io::Result<()> {
        self.raise();
        match self.search.as_mut().and_then(|search| search.result.take()) {
            Some(result) => self.done(result),
            None => Ok(()),
        }
    }

    fn done(&mut self, thoughts: Thoughts<G::Move>) -> io::Result<()> {
        self.tell(&thoughts)?;
        if let Some(search) = self.search.as_mut().filter(|s| s.infinite && !s.stop.load(Ordering::Relaxed)) {
            search.result = Some(thoughts);
            return Ok(());
        }
        self.search = None;
        writeln!(self.output, "bestmove {}", thoughts.ideas[0].line[0])
    }

    /// Writes what the player has found unless it has been written; a player that does not look ahead finds nothing.
    fn tell(&mut self, thoughts: &Thoughts<G::Move>) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        if search.told == thoughts.ideas {
            return Ok(());
        }
        search.told.clone_from(&thoughts.ideas);
        let nodes = thoughts.nodes;
        let speed = (nodes as f64 / search.since.elapsed().as_secs_f64().max(1e-6)) as u64;
        for (i, Idea { line, value, depth, .. }) in
            thoughts.ideas.iter().enumerate().filter(|(_, idea)| idea.depth > 0)
        {
            let (rank, centi) = (i + 1, (value * 100.0).round() as i32);
            write!(
                self.output,
                "info depth {depth} nodes {nodes} nps {speed} score cp {centi} value {value:.4} multipv {rank} pv"
            )?;
            line.iter().try_for_each(|step| write!(self.output, " {step}"))?;
            writeln!(self.output)?;
        }
        self.output.flush()
    }
}

fn is_last(line: &[u8]) -> bool {
    verb(line) == "quit"
}

/// The first word of a line.
fn verb(line: &[u8]) -> &str {
    let word = line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()).unwrap_or_default();
    std::str::from_utf8(word).unwrap_or_default()
}

//! GTP 2, the Go Text Protocol, for Capture Go on the boards of Go programs (Sabaki, GoGui).
//!
//! ```text
//! > 1 boardsize 5                          < =1
//! > 2 play black C3                        < =2
//! > genmove white                          < = D4
//! ```
//!
//! Such a board does not know that the first capture ends the game. So when the game is over:
//! - `genmove` answers `resign` for the side that has lost, and `pass` otherwise;
//! - `play` of a pass is accepted and changes nothing, every other `play` is an illegal move;
//! - `final_score` is the margin where two passes ended the game (`B+19`, `0`), and `B+R` or `W+R` otherwise.
//!
//! GTP lets one colour move several times in a row. Where passing is allowed, a pass of the other colour is then inserted
//! (and taken back by the same `undo`), unless this second pass would end the game; where it is not, the move is illegal. `komi` is
//! accepted and means nothing. `petteia-legal` lists the legal steps of the side to move.
//!
//! The player thinks within the clock that `time_settings` and `time_left` tell, and without one as long as its spec says (or
//! [`DEFAULT_NODES`](crate::recipe::DEFAULT_NODES) positions). `lz-analyze` and `kata-analyze [colour] [interval]` think until the
//! next command and tell every so many hundredths of a second what is known, in the lines of Leela Zero and KataGo (fields in
//! `gtp/analyse.rs`). `lz-genmove_analyze` and `kata-genmove_analyze` do the same for a step that is played.

mod analyse;
mod commands;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::Scope;

use games::capture_go::{CaptureGo, Rules};
use games::{Line, Side};

use super::MAX_LINE;
use super::respondent::Respondent;
use super::thinking::{self, Event};
use crate::player::{Limits, Task, Thoughts};
use analyse::Analysis;
use commands::{State, read_colour, vertex};

/// Answers commands until `quit` or the end of the input.
pub fn run(
    rules: &Rules,
    seed: u64,
    seat: Respondent<CaptureGo>,
    input: impl BufRead + Send,
    output: impl Write,
) -> io::Result<()> {
    let is_last = |line: &[u8]| Command::read(line).quits();
    thinking::converse(input, is_last, Event::Heard, |scope, sender, events| {
        let state = State::new(rules, seed, seat);
        let mut session =
            Session { state, work: None, waiting: VecDeque::new(), ended: false, sender, output };
        let result = session.serve(scope, events);
        if let Some(work) = &session.work {
            work.stop.store(true, Ordering::Relaxed);
        }
        result
    })
}

/// One line of the input.
struct Command {
    id: String,
    words: Vec<String>,
    too_long: bool,
}

impl Command {
    /// The line as the protocol wants it read: tabs are spaces, other control characters are nothing, `#` starts a comment.
    fn read(line: &[u8]) -> Command {
        let too_long = line.len() > MAX_LINE;
        let text = if too_long { Default::default() } else { String::from_utf8_lossy(line) };
        let text = text.split('#').next().unwrap_or_default().replace('\t', " ");
        let text: String = text.chars().filter(|c| !c.is_ascii_control()).collect();
        let mut words = text.split_whitespace().map(String::from).peekable();
        let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default();
        Command { id, words: words.collect(), too_long }
    }

    fn is_empty(&self) -> bool {
        self.id.is_empty() && self.words.is_empty() && !self.too_long
    }

    fn quits(&self) -> bool {
        self.words == ["quit"]
    }
}

/// The player at work for a command that has no full answer yet.
struct Work {
    id: String,
    /// How what is known is told on the way, if it is.
    analysis: Option<Analysis>,
    /// Whether the step will be played. What is analysed and not played has no end but the next command.
    play: bool,
    line: Line<CaptureGo>,
    stop: Arc<AtomicBool>,
    /// What is known and has not been told.
    news: Option<Thoughts<games::capture_go::Step>>,
    /// The player is back, and only the next command is waited for.
    back: bool,
}

impl Work {
    fn is_endless(&self) -> bool {
        self.analysis.is_some() && !self.play
    }
}

struct Session<W> {
    state: State,
    work: Option<Work>,
    /// Commands that came while the player was thinking.
    waiting: VecDeque<Vec<u8>>,
    ended: bool,
    sender: Sender<Event<CaptureGo>>,
    output: W,
}

impl<W: Write> Session<W> {
    fn serve<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        events: Receiver<Event<CaptureGo>>,
    ) -> io::Result<()> {
        loop {
            let busy = self.work.as_ref().filter(|work| !work.back);
            let every = busy.and_then(|work| work.analysis.as_ref()).map(|analysis| analysis.every);
            let event = match every {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(time) => events.recv_timeout(time),
            };
            match event {
                Err(RecvTimeoutError::Timeout) => self.tell()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Ok(Event::Heard(Ok(Some(line)))) => {
                    if !Command::read(&line).is_empty() {
                        self.waiting.push_back(line);
                    }
                }
                Ok(Event::Heard(Ok(None))) => self.ended = true,
                Ok(Event::Heard(Err(error))) => return Err(error),
                Ok(Event::Thoughts(thoughts)) => {
                    if let Some(work) = &mut self.work {
                        work.news = Some(thoughts);
                    }
                }
                Ok(Event::Done(player, thoughts)) => {
                    self.state.seat.player = Some(player);
                    self.done(thoughts)?;
                }
            }
            loop {
                if self.ended || !self.waiting.is_empty() {
                    self.end_analysis()?;
                }
                if self.work.is_some() {
                    break;
                }
                let Some(line) = self.waiting.pop_front() else { break };
                let command = Command::read(&line);
                self.answer(scope, &command)?;
                self.output.flush()?;
                if command.quits() {
                    return Ok(());
                }
            }
            self.output.flush()?;
            if self.ended && self.work.is_none() {
                return Ok(());
            }
        }
    }

    fn answer<'scope>(&mut self, scope: &'scope Scope<'scope, '_>, command: &Command) -> io::Result<()> {
        let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
        let (name, words) = words.split_first().map_or(("", &[][..]), |(name, rest)| (*name, rest));
        let answer = match (name, words) {
            _ if command.too_long => Err(format!("a line has at most {MAX_LINE} bytes")),
            ("genmove" | "reg_genmove", [colour]) => {
                let play = name == "genmove";
                read_colour(colour).and_then(|side| self.think(scope, &command.id, side, None, play))
            }
            ("lz-analyze" | "kata-analyze" | "lz-genmove_analyze" | "kata-genmove_analyze", _) => {
                Analysis::read(name, words, self.state.line.to_move()).and_then(|(side, analysis)| {
                    let play = name.ends_with("genmove_analyze");
                    self.think(scope, &command.id, side, Some(analysis), play)
                })
            }
            _ => self.state.answer(name, words).map(Some),
        };
        match answer {
            Ok(Some(text)) => self.write(&command.id, &Ok(text)),
            Ok(None) => Ok(()),
            Err(text) => self.write(&command.id, &Err(text)),
        }
    }

    fn write(&mut self, id: &str, answer: &commands::Answer) -> io::Result<()> {
        let (mark, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        write!(self.output, "{mark}{id}{space}{text}\n\n")
    }

    /// Sets the player to work; or the answer where there is nothing to think about.
    fn think<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        id: &str,
        side: Side,
        analysis: Option<Analysis>,
        play: bool,
    ) -> Result<Option<String>, String> {
        if let Some(word) = self.state.over(side) {
            return Ok(Some(match (analysis, play) {
                (None, _) => word.into(),
                (Some(_), false) => String::new(),
                (Some(_), true) => format!("\nplay {word}"),
            }));
        }
        let line = self.state.line_for(side)?;
        let stop = Arc::new(AtomicBool::new(false));
        let best = analysis.as_ref().map_or(1, |analysis| analysis.best);
        let work = Work { id: id.into(), analysis, play, line, stop, news: None, back: false };
        // A search that nothing limits might take a limit of its own, so it is told a large one.
        let endless = Limits { nodes: Some(u64::MAX), ..Limits::default() };
        let limits = if work.is_endless() { endless } else { self.state.limits(side) };
        let task = Task { limits, best, play: !work.is_endless(), stop: work.stop.clone() };
        if work.analysis.is_some() {
            // The answer begins here and goes on, line by line. A failure to write shows with the next line.
            let _ = writeln!(self.output, "={id}");
        }
        self.state.seat.think(scope, work.line.clone(), task, self.sender.clone());
        self.work = Some(work);
        Ok(None)
    }

    /// Writes the news of an analysis.
    fn tell(&mut self) -> io::Result<()> {
        let Some(work) = &mut self.work else { return Ok(()) };
        if let (Some(analysis), Some(thoughts)) = (&work.analysis, work.news.take()) {
            writeln!(self.output, "{}", analysis.line(&thoughts, work.line.moves().len()))?;
        }
        self.output.flush()
    }

    /// The player is back.
    fn done(&mut self, thoughts: Thoughts<games::capture_go::Step>) -> io::Result<()> {
        let Some(work) = &mut self.work else { return Ok(()) };
        let step = thoughts.ideas[0].line[0];
        work.news = Some(thoughts);
        work.back = true;
        self.tell()?;
        if let Some(work) = self.work.take_if(|work| !work.is_endless()) {
            let mut line = work.line;
            line.push(step);
            if work.play {
                self.state.accept(line);
            }
            match work.analysis {
                None => self.write(&work.id, &Ok(vertex(step)))?,
                Some(_) => write!(self.output, "play {}\n\n", vertex(step))?,
            }
        }
        Ok(())
    }

    /// The next command is there, or none will come: an analysis has to end.
    fn end_analysis(&mut self) -> io::Result<()> {
        let Some(work) = self.work.as_ref().filter(|work| work.is_endless()) else {
            return Ok(());
        };
        work.stop.store(true, Ordering::Relaxed);
        if work.back {
            self.work = None;
            writeln!(self.output)?;
        }
        Ok(())
    }
}

//! The commands of GTP that are answered without thinking, and what all commands change.

use std::fs::File;
use std::io::{self, Read};
use std::time::Duration;

use games::capture_go::{CaptureGo, Rules, Step, sgf};
use games::text::quote;
use games::{Game, Line, Outcome, Rules as _, Side};

use super::super::clock::Clock;
use super::super::respondent::Respondent;
use super::super::{MAX_LINE, MAX_STEPS};
use crate::player::Limits;

const COMMANDS: [&str; 22] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "kata-analyze",
    "kata-genmove_analyze",
];

/// The command of our own.
const LEGAL: &str = "petteia-legal";

/// What a command leads to, or why it does not.
pub(super) type Answer = Result<String, String>;

/// What the commands change.
pub(super) struct State {
    pub seat: Respondent<CaptureGo>,
    pub line: Line<CaptureGo>,
    /// How many steps each move of the protocol was.
    moves: Vec<usize>,
    clock: Clock,
}

impl State {
    pub fn new(rules: &Rules, seed: u64, mut seat: Respondent<CaptureGo>) -> Self {
        seat.begin(seed);
        State { seat, line: Line::new(CaptureGo::start(rules)), moves: vec![], clock: Clock::default() }
    }

    /// Answers a command that needs no thinking.
    pub fn answer(&mut self, command: &str, words: &[&str]) -> Answer {
        match (command, words) {
            ("protocol_version", []) => Ok("2".into()),
            ("name", []) => Ok("petteia".into()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").into()),
            ("known_command", [name]) => Ok(is_command(name).to_string()),
            ("list_commands", []) => Ok(COMMANDS.join("\n") + "\n" + LEGAL),
            ("quit", []) => Ok(String::new()),
            ("boardsize", [size]) => self.set_size(size),
            ("clear_board", []) => {
                self.new_game(Line::new(CaptureGo::start(self.line.start().rules())));
                Ok(String::new())
            }
            ("komi", [komi]) => {
                komi.parse::<f64>().map(|_| String::new()).map_err(|_| wrong(komi, "a number such as 5.5"))
            }
            ("play", [colour, vertex]) => self.play(read_colour(colour)?, vertex),
            ("undo", []) => self.undo(),
            ("showboard", []) => {
                let board = self.line.position().draw(self.line.steps().last().copied());
                Ok(board
                    .lines()
                    .filter(|line| !line.trim().is_empty())
                    .fold(String::new(), |text, line| text + "\n" + line))
            }
            ("final_score", []) => self.score(),
            ("time_settings", [main, extra, stones]) => {
                self.clock.settings = Some((seconds(main)?, seconds(extra)?, read_number(stones)?));
                Ok(String::new())
            }
            ("time_left", [colour, time, stones]) => {
                self.clock.left[read_colour(colour)?.index()] = Some((seconds(time)?, read_number(stones)?));
                Ok(String::new())
            }
            ("loadsgf", [path]) => self.load(path, None),
            ("loadsgf", [path, number]) => self.load(path, Some(read_number(number)?)),
            (LEGAL, []) => {
                Ok(self.line.moves().iter().map(|&step| vertex(step)).collect::<Vec<_>>().join(" "))
            }
            _ if is_command(command) => {
                Err(format!("syntax error: {command} does not take {} words", words.len()))
            }
            _ => Err("unknown command".into()),
        }
    }

    fn new_game(&mut self, line: Line<CaptureGo>) {
        self.seat.next_game();
        self.moves = vec![1; line.steps().len()];
        self.line = line;
        self.clock.left = [None; 2];
    }

    fn set_size(&mut self, size: &str) -> Answer {
        let size = u8::try_from(read_number(size)?).unwrap_or(u8::MAX);
        let rules = Rules { rows: size, columns: size, ..*self.line.start().rules() };
        rules.check().map_err(|_| "unacceptable size".to_string())?;
        self.seat.move_to(&rules).map_err(|error| error.to_string())?;
        self.new_game(Line::new(CaptureGo::start(&rules)));
        Ok(String::new())
    }

    /// The line of play in which this side is to move, with a pass inserted where that is needed.
    pub fn line_for(&self, side: Side) -> Result<Line<CaptureGo>, String> {
        let mut line = self.line.clone();
        let mover = line.to_move();
        if mover != side {
            let turn = format!("illegal move: it is {}'s turn", line.position().side_name(mover));
            line.read("pass").map_err(|_| turn.clone())?;
            if line.outcome().is_some() {
                return Err(turn + ", and a second pass in a row would end the game");
            }
        }
        Ok(line)
    }

    /// Takes a longer line of play for one move of the protocol.
    pub fn accept(&mut self, line: Line<CaptureGo>) {
        self.moves.push(line.steps().len() - self.line.steps().len());
        self.line = line;
    }

    fn play(&mut self, side: Side, text: &str) -> Answer {
        if self.line.outcome().is_some() && text.eq_ignore_ascii_case("pass") {
            self.moves.push(0);
            return Ok(String::new());
        }
        // A finished game has its own reason, whatever was asked.
        let mut line = if self.line.outcome().is_some() { self.line.clone() } else { self.line_for(side)? };
        line.read(text).map_err(|e| format!("illegal move: {e}"))?;
        self.accept(line);
        Ok(String::new())
    }

    /// What to say for a side that cannot move any more, because the game is over.
    pub fn over(&self, side: Side) -> Option<&'static str> {
        self.line
            .outcome()
            .map(|outcome| if outcome == Outcome::Win(side.other()) { "resign" } else { "pass" })
    }

    /// How long a side may think about a step that is played.
    pub fn limits(&self, side: Side) -> Limits {
        let time = self.clock.limit(side);
        if time.is_some() { Limits { time, ..Limits::default() } } else { self.seat.spec().default_limits() }
    }

    fn undo(&mut self) -> Answer {
        let steps = self.moves.pop().ok_or("cannot undo")?;
        self.line.cut(self.line.steps().len() - steps);
        Ok(String::new())
    }

    fn score(&self) -> Answer {
        let position = self.line.position();
        let winner = match position.outcome().ok_or("cannot score: the game is not over")? {
            Outcome::Draw => return Ok("0".into()),
            Outcome::Win(Side::First) => "B",
            Outcome::Win(Side::Second) => "W",
        };
        let captured = Side::BOTH.iter().any(|&side| position.breathless(side) != 0);
        if captured || !position.rules().passing {
            return Ok(format!("{winner}+R"));
        }
        let [black, white] = position.territory();
        Ok(format!("{winner}+{}", black.abs_diff(white)))
    }

    /// Loads the position before a move, counted from 1, or the last one.
    fn load(&mut self, path: &str, number: Option<u32>) -> Answer {
        let cannot = |why: &dyn std::fmt::Display| format!("cannot load file: {why}");
        let text = read_small_file(path).map_err(|e| cannot(&e))?;
        let mut line = sgf::read(&text).and_then(sgf::Record::into_line).map_err(|e| cannot(&e))?;
        if line.steps().len() > MAX_STEPS {
            return Err(cannot(&format!("a line of play has at most {MAX_STEPS} steps")));
        }
        self.seat.move_to(line.start().rules()).map_err(|e| cannot(&e))?;
        if let Some(before) = number.and_then(|number| number.checked_sub(1)) {
            line.cut(before as usize);
        }
        self.new_game(line);
        Ok(String::new())
    }
}

/// The text of a file of at most [`MAX_LINE`] bytes; devices and pipes, which may never end, are no files here.
fn read_small_file(path: &str) -> io::Result<String> {
    let size = std::fs::metadata(path).map(|about| if about.is_file() { about.len() } else { 0 })?;
    if size == 0 || size > MAX_LINE as u64 {
        return Err(io::Error::other(format!("a record is a file of 1 to {MAX_LINE} bytes")));
    }
    let mut text = String::new();
    File::open(path)?.take(MAX_LINE as u64).read_to_string(&mut text)?;
    Ok(text)
}

pub(super) fn is_command(name: &str) -> bool {
    COMMANDS.contains(&name) || name == LEGAL
}

/// The step as Go programs write it; our columns have no i either.
pub(super) fn vertex(step: Step) -> String {
    if step.is_pass() { "pass".into() } else { step.to_string().to_uppercase() }
}

pub(super) fn wrong(word: &str, right: &str) -> String {
    format!("syntax error: {} is not {right}", quote(word))
}

pub(super) fn read_colour(word: &str) -> Result<Side, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err(wrong(word, "a colour, black or white")),
    }
}

pub(super) fn read_number(word: &str) -> Result<u32, String> {
    let digits = word.bytes().all(|b| b.is_ascii_digit());
    word.parse().ok().filter(|_| digits).ok_or_else(|| wrong(word, "a whole number such as 9"))
}

fn seconds(word: &str) -> Result<Duration, String> {
    Ok(Duration::from_secs(read_number(word)?.into()))
}

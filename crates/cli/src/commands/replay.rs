//! `petteia replay`: a recorded game, step by step.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;
use games::record::{Record, RecordError};
use games::{Game, Line, Outcome, Session, TextError, with_game};

use crate::output::{self, Report};
use crate::records;
use crate::talk::{self, Talk};

/// Step through a recorded game, and check that it obeys the rules.
///
/// On a terminal: Enter shows the next move, b goes back, a number jumps, q quits. Otherwise every move and the last board are printed,
/// and the position as --position of other commands takes it. A record that breaks the rules is shown as far as it goes; the exit code is then 2.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia replay game.pgn
  petteia replay tournament.jsonl --game 12 | tail")]
pub struct Args {
    /// A file of games: .pgn, .jsonl or .sgf.
    file: PathBuf,
    /// Which game of the file, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Shows one game of a file.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let file = records::File::open(&args.file)?;
    let (games, record) = (file.games, file.game(args.game, None)?);
    if games > 1 && !args.json {
        output::aside(&format!("petteia: game {} of {games}; --game chooses another", args.game));
    }
    with_game!(&record.game, |_rules: G| replay::<G>(args, &record, games, out))
}

fn replay<G: Game>(args: &Args, record: &Record, games_in_file: usize, out: &mut impl Write) -> Result<()> {
    let place = format!("{}, game {}", args.file.display(), args.game);
    let broken = |error: RecordError| TextError::new(error.to_string()).within(&place);
    let (session, error) = Session::replay_far(record).map_err(broken)?;
    let (error, result) = (error.map(broken), session.result());
    let line: &Line<G> = session.line().expect("a session is played by the type of its game");
    if args.json {
        let outcome = session.outcome().filter(|_| error.is_none());
        Report::of("replay")
            .field("game", record.game)
            .field("games_in_file", games_in_file)
            .field("start", session.position(0))
            .field("steps", session.typed())
            .field("position", line.position().to_string())
            // `first`, `second` or `draw`; none of an unfinished or broken record.
            .field("result", outcome.map(Outcome::word))
            .field("reason", result)
            .field("error", error.as_ref().map(ToString::to_string))
            .print(out)?;
    } else if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let comments = |number| record.comments.get(&number).map(|comment| talk::plain(comment));
        let ending = error.as_ref().map_or(result, ToString::to_string);
        browse(line, comments, &ending, &mut io::stdin().lock(), &mut Talk::new(out, true, false))?;
    } else {
        for (i, (before, &step)) in line.positions().iter().zip(line.steps()).enumerate() {
            write!(out, "{}", talk::step(before, i + 1, step))?;
            if let Some(comment) = record.comments.get(&(i + 1)) {
                writeln!(out, "   {}", talk::plain(comment))?;
            }
        }
        write!(out, "{}", talk::board(line.position(), line.steps().last().copied()))?;
        writeln!(out, "Position: {}", line.position())?;
        if error.is_none() {
            writeln!(out, "{result}")?;
        }
    }
    out.flush()?;
    error.map_or(Ok(()), |error| Err(error.into()))
}

/// Back and forth through a game as a person likes.
fn browse<G: Game>(
    line: &Line<G>,
    comment: impl Fn(usize) -> Option<String>,
    ending: &str,
    input: &mut impl BufRead,
    talk: &mut Talk,
) -> Result<()> {
    let last = line.steps().len();
    let mut at = 0usize;
    loop {
        let made = at.checked_sub(1).map(|i| line.steps()[i]);
        write!(talk.out, "{}", talk::board(&line.positions()[at], made))?;
        if let Some(step) = made {
            write!(talk.out, "{}", talk::step(&line.positions()[at - 1], at, step))?;
        }
        if let Some(comment) = comment(at) {
            writeln!(talk.out, "{comment}")?;
        }
        if at == last {
            writeln!(talk.out, "Position: {}", line.position())?;
            writeln!(talk.out, "{ending}")?;
        }
        let question = format!("[{at} of {last}] Enter next, b back, number, q:");
        at = loop {
            let Some(answer) = talk.ask(&question, input)? else { return Ok(()) };
            match (answer.as_str(), answer.parse::<usize>()) {
                ("", _) if at < last => break at + 1,
                ("", _) => writeln!(talk.out, "That was the last move; q quits.")?,
                ("b", _) if at > 0 => break at - 1,
                ("b", _) => writeln!(talk.out, "This is the start; Enter shows the next move.")?,
                ("q" | "quit", _) => return Ok(()),
                (_, Ok(number)) if number <= last => break number,
                (_, Ok(number)) => writeln!(talk.out, "There is no move {number}; the last one is {last}.")?,
                _ => writeln!(
                    talk.out,
                    "Enter shows the next move, b the one before, a number that move; q quits."
                )?,
            }
        };
    }
}

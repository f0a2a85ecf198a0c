//! `petteia convert`: records in another format.

use std::path::PathBuf;

use anyhow::Result;
use games::TextError;
use games::record::{Format, Record};

use crate::{keep, output, records};

/// Write recorded games in another format, chosen by how the new file's name ends.
///
/// .pgn is for people and rating programs, .jsonl loses nothing, .sgf is for Go programs: one game of Capture Go.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia convert match.jsonl match.pgn
  petteia convert match.jsonl game.sgf --game 12")]
pub struct Args {
    /// A file of games: .pgn, .jsonl or .sgf.
    file: PathBuf,
    /// The new file: .pgn, .jsonl or, for Capture Go, .sgf.
    out: PathBuf,
    /// Only this game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Do not say how many games there were.
    #[arg(short, long)]
    quiet: bool,
}

/// Reads every game before anything is written.
pub fn run(args: &Args) -> Result<()> {
    let wrong = |why: &str| TextError::new(format!("{}: {why}", args.out.display()));
    let file = records::File::open(&args.file)?;
    if args.out.exists() {
        return Err(wrong("this file exists; choose another name").into());
    }
    let mut text = String::new();
    let mut write = |number: usize, game: Record| -> Result<()> {
        let format = records::format(&args.out, &game.game)?;
        if format == Format::Sgf && args.game.is_none() && file.games > 1 {
            return Err(wrong("a file .sgf holds one game; --game chooses it").into());
        }
        let place = format!("{}, game {number}", args.file.display());
        text += &format.write(&game).map_err(|error| TextError::new(error.to_string()).within(place))?;
        Ok(())
    };
    match args.game {
        Some(number) => write(number, file.game(number, None)?)?,
        None => (1..).zip(file.each()).try_for_each(|(number, entry)| write(number, entry?))?,
    }
    keep::replace(&args.out, text.as_bytes())?;
    if !args.quiet {
        let games = if args.game.is_some() { 1 } else { file.games };
        let games = if games == 1 { "1 game".into() } else { format!("{games} games") };
        output::aside(&format!("petteia: {games} written to {}", args.out.display()));
    }
    Ok(())
}

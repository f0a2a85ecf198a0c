//! `petteia rules`: how a game is played, from the same documents that stand in `docs/rules`.

use std::io::Write;

use anyhow::Result;
use games::{Game, GameSpec, with_game};
use serde::Serialize;

use crate::args::GameArgs;
use crate::markdown::{heading, plain};
use crate::output;

/// Print the rules of a game in words, its board, and every switch with its value.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia rules seega:5 | less
  petteia rules seejeh:7 --rules mine.toml

The last lines are TOML: copy those that you change into a file for --rules.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: GameSpec,
    rules_version: u32,
    switches: toml::Table,
    board: String,
    text: String,
}

/// Prints words, board and switches.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let spec = args.game.spec()?;
    let report = Report {
        game: spec,
        rules_version: spec.rules_version(),
        switches: spec.switches(),
        board: with_game!(&spec, |rules: G| G::start(rules).draw(None)),
        text: plain(&spec.documents().join("\n")),
    };
    if args.json {
        return output::json(out, "rules", &report);
    }
    let board = heading(&format!("The board of {spec} before the first step"));
    let switches = heading(&format!("The switches of {spec}"));
    writeln!(out, "{}\n\n{board}\n{}\n", report.text.trim_end(), report.board.trim_end())?;
    writeln!(out, "{switches}\n{}", toml::to_string(&report.switches)?.trim_end())?;
    Ok(())
}

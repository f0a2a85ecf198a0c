//! `petteia rules`: how a game is played, from the same documents that stand in `docs/rules`.

use std::io::Write;

use anyhow::Result;
use games::{Game, with_game};

use crate::args::GameArgs;
use crate::markdown::{heading, plain};
use crate::output::Report;

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

/// Prints words, board and switches.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let spec = args.game.spec()?;
    let (switches, text) = (spec.switches(), plain(&spec.preset().documents.join("\n")));
    let board = with_game!(&spec, |rules: G| G::start(rules).draw(None));
    if args.json {
        return Report::of("rules")
            .field("game", spec)
            .field("rules_version", spec.rules_version())
            .field("switches", switches)
            .field("board", board)
            .field("text", text)
            .print(out);
    }
    let before = heading(&format!("The board of {spec} before the first step"));
    writeln!(out, "{}\n\n{before}\n{}\n", text.trim_end(), board.trim_end())?;
    let title = heading(&format!("The switches of {spec}"));
    writeln!(out, "{title}\n{}", toml::to_string(&switches)?.trim_end())?;
    Ok(())
}

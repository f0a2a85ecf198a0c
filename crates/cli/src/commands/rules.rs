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

const SEEGA: &str = include_str!("../../../../docs/rules/seega.md");
const SEEJEH: &str = include_str!("../../../../docs/rules/seejeh.md");
const AWARI: &str = include_str!("../../../../docs/rules/awari.md");
const CAPTURE_GO: &str = include_str!("../../../../docs/rules/capture-go.md");

/// What has to be read to play a game: Seejeh captures as Seega does.
fn documents(spec: &GameSpec) -> &'static [&'static str] {
    match spec {
        GameSpec::Seega(_) if spec.to_string().starts_with("seejeh") => &[SEEJEH, SEEGA],
        GameSpec::Seega(_) => &[SEEGA],
        GameSpec::Awari(_) => &[AWARI],
        GameSpec::CaptureGo(_) => &[CAPTURE_GO],
    }
}

/// Prints words, board and switches.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let spec = args.game.spec()?;
    let report = Report {
        game: spec,
        rules_version: spec.rules_version(),
        switches: spec.switches(),
        board: with_game!(&spec, |rules: G| G::start(rules).draw(None)),
        text: plain(&documents(&spec).join("\n")),
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

//! `petteia players`: who can be played against.

use std::io::Write;

use anyhow::Result;
use engine::Playable;
use engine::games::LEVELS;
use engine::recipe::general;
use games::{GameSpec, with_game};
use serde::Serialize;

use crate::layout::wrap;
use crate::output::Report;

/// List the players: specs that play, engine, analyse and match take.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia players
  petteia players seega:7
  petteia play awari --against level:3 --side north
  petteia match awari 'alphabeta(depth=4)' 'mcts(sims=2000)' --games 20

A spec is a name, and in parentheses what is set; quote it for the shell. In
matches and tournaments another program plays as ugi(\"command line\"), and in
Capture Go also as gtp(\"command line\").")]
pub struct Args {
    /// The game whose own players and evaluators are listed, too.
    game: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    spec: String,
    about: String,
}

fn entries(all: Vec<(String, String)>, own: &[(&str, &str)]) -> Vec<Entry> {
    let own = own.iter().map(|&(spec, about)| (spec.into(), about.into()));
    all.into_iter().chain(own).map(|(spec, about)| Entry { spec, about }).collect()
}

/// Prints the list.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let game: Option<GameSpec> = args.game.as_deref().map(str::parse).transpose()?;
    let (names, evaluators, levels) = match game {
        None => (&[][..], &[][..], LEVELS),
        Some(game) => {
            with_game!(game, |rules: G| (
                <G as Playable>::NAMES,
                <G as Playable>::EVALUATORS,
                <G as Playable>::levels(&rules)
            ))
        }
    };
    let players = entries(general(&levels), names);
    let judges = [
        ("best", "the best there is for the game"),
        ("material", "counts what has been taken"),
        ("blank", "knows nothing; only finished games count"),
    ];
    let judges = entries(Vec::new(), &[&judges, evaluators].concat());
    if args.json {
        let report = Report::of("players").field("game", game).field("players", players);
        return report.field("evaluators", judges).print(out);
    }
    let width = players.iter().chain(&judges).map(|entry| entry.spec.len()).max().unwrap_or(0);
    let rows = |entries: &[Entry]| -> String {
        let first = |spec: &str| format!("{spec:<width$} ");
        entries.iter().map(|Entry { spec, about }| wrap(&first(spec), width + 1, about.split(' '))).collect()
    };
    write!(out, "{}\nFor eval=:\n{}", rows(&players), rows(&judges))?;
    if game.is_none() {
        writeln!(out, "\npetteia players GAME lists a game's own as well; its levels may be others.")?;
    }
    Ok(())
}

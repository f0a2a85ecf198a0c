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

impl Entry {
    /// A line or more, with a column for specs of this width.
    fn row(&self, width: usize) -> String {
        wrap(&format!("{:<width$} ", self.spec), width + 1, self.about.split(' '))
    }
}

fn entry(spec: impl Into<String>, about: impl Into<String>) -> Entry {
    Entry { spec: spec.into(), about: about.into() }
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
    let mut players: Vec<Entry> =
        general(&levels).into_iter().map(|(spec, about)| entry(spec, about)).collect();
    players.extend(names.iter().map(|&(spec, about)| entry(spec, about)));
    let mut judges = vec![
        entry("best", "the best there is for the game"),
        entry("material", "counts what has been taken"),
        entry("blank", "knows nothing; only finished games count"),
    ];
    judges.extend(evaluators.iter().map(|&(spec, about)| entry(spec, about)));
    if args.json {
        let report = Report::of("players").field("game", game).field("players", players);
        return report.field("evaluators", judges).print(out);
    }
    let width = players.iter().chain(&judges).map(|entry| entry.spec.len()).max().unwrap_or(0);
    for entry in &players {
        write!(out, "{}", entry.row(width))?;
    }
    writeln!(out, "\nFor eval=:")?;
    for entry in &judges {
        write!(out, "{}", entry.row(width))?;
    }
    if game.is_none() {
        writeln!(out, "\npetteia players GAME lists a game's own as well; its levels may be others.")?;
    }
    Ok(())
}

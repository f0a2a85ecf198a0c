//! `petteia play`: a game in the terminal, line by line.

mod opponent;
mod table;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;
use engine::Playable;
use engine::rng::DEFAULT_SEED;
use games::text::quote;
use games::{Game, GameSpec, Line, Outcome, Side, TextError, with_game};
use serde::Serialize;

use crate::args::{self, GameArgs};
use crate::output;
use crate::players;
use crate::records::{self, Format};
use crate::talk::Talk;
use opponent::Opponent;
use table::Table;

/// Play in the terminal: two people in turn, or one against the program.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia play seega:5
  petteia play awari --side south
  petteia play awari --against level:3 --side north
  petteia play seega:7 --against 'best(ms=2000)' --record game.pgn
  petteia play capture-go:9 --record game.sgf

During the game type a step, or: legal, undo, board, save FILE, resign, help, quit.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The program's player, such as level:3 (1 is a beginner, 10 the best) or random; `petteia players` lists them.
    /// With --side alone it is level:5.
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    /// Your side: first, second, or its name in the game (white, black, south, north). With --against alone it is first.
    #[arg(long)]
    side: Option<String>,
    /// Start here instead of at the start of the game.
    #[arg(long, value_name = "POS")]
    position: Option<String>,
    /// Decides every random choice of the program: the same number, the same choices.
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "N")]
    seed: u64,
    /// Write the game here at the end, in place of what the file held; its name ends in .pgn, .jsonl or, for Capture Go,
    /// .sgf.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Do not tell that the program thinks, and what it thinks of its step.
    #[arg(short, long)]
    quiet: bool,
    /// Print one JSON object at the end; boards and questions then go to stderr.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: GameSpec,
    /// The program's player and the seed of its choices; none where two people play.
    player: Option<String>,
    seed: Option<u64>,
    start: String,
    steps: Vec<String>,
    position: String,
    /// `first`, `second` or `draw`; none where the game was left unfinished.
    result: Option<&'static str>,
    reason: String,
}

/// Plays one game on stdin and stdout.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let spec = args.game.spec()?;
    with_game!(&spec, |rules: G| play::<G>(args, spec, args::position(rules, args.position.as_deref())?, out))
}

fn play<G: Playable>(args: &Args, spec: GameSpec, start: G, out: &mut impl Write) -> Result<()> {
    let opponent = match (&args.against, &args.side) {
        (None, None) => None,
        (against, mine) => {
            let mine = mine.as_ref().map_or(Ok(Side::First), |text| side(&start, text))?;
            let player = players::spec(against.as_deref().unwrap_or(players::OPPONENT), "--against")?;
            Some(Opponent::new(player, start.rules(), mine.other(), args.seed, args.quiet)?)
        }
    };
    let player = opponent.as_ref().map(|opponent| opponent.spec.to_string());
    if let Some(path) = &args.record {
        Format::of(path, &spec)?;
    }
    let mut input = io::stdin().lock();
    let echo = !input.is_terminal();
    let mut table = Table::new(spec, Line::new(start), opponent);
    if args.json {
        let terminal = io::stderr().is_terminal();
        table.play(&mut input, &mut Talk::new(&mut io::stderr(), terminal, echo))?;
    } else {
        table.play(&mut input, &mut Talk::new(out, io::stdout().is_terminal(), echo))?;
    }
    let record = table.record();
    if let Some(path) = &args.record {
        records::write(path, &record)?;
    }
    if !args.json {
        return Ok(());
    }
    let report = Report {
        game: spec,
        seed: player.is_some().then_some(args.seed),
        player,
        start: table.line().start().to_string(),
        steps: record.steps,
        position: table.line().position().to_string(),
        result: record.result.map(Outcome::word),
        reason: table.result(),
    };
    output::json(out, "play", &report)
}

/// The side that a person names: first, second, or as the game calls it.
fn side<G: Game>(position: &G, text: &str) -> Result<Side, TextError> {
    let names = |side: Side, word| {
        text.eq_ignore_ascii_case(word) || text.eq_ignore_ascii_case(position.side_name(side))
    };
    match () {
        () if names(Side::First, "first") => Ok(Side::First),
        () if names(Side::Second, "second") => Ok(Side::Second),
        () => Err(TextError::new(format!(
            "--side: {} is not a side of this game: first ({}) or second ({})",
            quote(text),
            position.side_name(Side::First),
            position.side_name(Side::Second)
        ))),
    }
}

//! `petteia analyse`: what the program thinks of a position, of a whole game, or of what another program asks.

mod game;

use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use anyhow::Result;
use engine::player::{Limits, Task, Thoughts};
use engine::protocol::analysis::{self, Query};
use engine::recipe::Maker;
use engine::rng::{DEFAULT_SEED, Rng};
use engine::{Playable, PlayerSpec};
use games::{Game, GameSpec, Line, Session, TextError, with_game};
use serde::Serialize;

use crate::args::{self, LimitArgs, Telling};
use crate::output::{self, Report};
use crate::{exit, players, records, talk};

/// Analyse a position, or every position of a recorded game, or answer questions of other programs.
///
/// Values are for the side to move, from -1 (lost) to 1 (won). In a game, a move that loses more than 0.1 of the value is
/// marked ?! (inaccuracy), more than 0.2 ? (mistake), more than 0.4 ?? (blunder).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia analyse awari --best 3
  petteia analyse seega:5 --position 'bwbbw/bwwwb/wb.wb/bbwwb/wwwbb b move 0 24'
  petteia analyse --record game.pgn --nodes 20000
  petteia analyse capture-go:9 --stdio

--stdio answers KataGo's analysis queries, one JSON object a line, such as
  {\"id\":\"a\",\"moves\":[\"c3\"],\"analyzeTurns\":[0,1],\"maxVisits\":100000,\"best\":3}")]
pub struct Args {
    /// The game: a name from `petteia games` such as seega:5 or awari; switches may follow it in parentheses, as in
    /// 'seega:5(quiet_limit=0)'. A record names its own.
    #[arg(required_unless_present = "record")]
    game: Option<String>,
    /// A TOML file with switches that replace the game's own; `petteia rules GAME` prints them all.
    #[arg(long, value_name = "FILE", requires = "game")]
    rules: Option<PathBuf>,
    /// Analyse this position instead of the start of the game.
    #[arg(long, value_name = "POS", conflicts_with = "record")]
    position: Option<String>,
    /// Analyse every position of a recorded game: .pgn, .jsonl or .sgf.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Which game of the file, counted from 1.
    #[arg(long = "game", value_name = "N", default_value_t = 1, requires = "record", id = "number")]
    number: usize,
    /// Answer queries on stdin, one JSON object a line, until its end.
    #[arg(long, conflicts_with_all = ["position", "record", "json"])]
    stdio: bool,
    /// Who analyses: a spec, see `petteia players`.
    #[arg(long, value_name = "SPEC", default_value = players::BEST)]
    player: String,
    /// How many of the best moves to show.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    best: u16,
    #[command(flatten)]
    limits: LimitArgs,
    /// The seed of every random choice: the same seed, the same answers.
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "N")]
    seed: u64,
    /// With --stdio: how many positions at a time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    tell: Telling,
}

/// One of the best steps.
#[derive(Serialize)]
struct Row {
    step: String,
    value: f64,
    depth: u32,
    visits: u64,
    line: Vec<String>,
}

/// Analyses what was asked for.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let named = args.game.as_deref().map(|name| args::spec(name, args.rules.as_deref())).transpose()?;
    let file = args.record.as_deref().map(records::File::open).transpose()?;
    let record = file.map(|file| file.game(args.number, named)).transpose()?;
    let spec = named.or(record.as_ref().map(|record| record.game)).expect("one of both is there");
    let player = players::spec(&args.player, "--player")?;
    if args.stdio {
        exit::at_once_on_defects();
        with_game!(&spec, |rules: G| players::maker::<G>(&player, rules, "--player").map(drop))?;
        let settings =
            analysis::Settings { game: spec, player, seed: args.seed, threads: args.threads.into() };
        return Ok(analysis::run(&settings, BufReader::new(io::stdin()), out)?);
    }
    with_game!(&spec, |rules: G| {
        let maker = players::maker::<G>(&player, rules, "--player")?;
        let analyst = Analyst { args, limits: args.limits.limits(&player), spec: player, maker };
        match (&args.record, &record) {
            (Some(file), Some(record)) => game::run(file, record, &analyst, out),
            _ => position(spec, args::position(rules, args.position.as_deref())?, &analyst, out),
        }
    })
}

/// A player that gives advice.
struct Analyst<'a, G: Game> {
    args: &'a Args,
    spec: PlayerSpec,
    maker: Maker<G>,
    limits: Limits,
}

impl<G: Playable> Analyst<'_, G> {
    /// What it thinks of a position whose game is not over.
    fn think(&self, position: G) -> Thoughts<G::Move> {
        let task = Task { best: self.args.best.into(), ..self.limits.into() };
        let rng = Rng::new(self.args.seed);
        let mut player = (self.maker)(&mut rng.child("player", 0));
        player.think(&Line::new(position), &task, &mut rng.child("step", 0), &mut |_| {})
    }

    /// What it is asked about a game.
    fn query(&self, session: Session) -> Query {
        let (player, limits) = (self.spec.clone(), self.limits);
        let (id, turns, every) = (String::new(), Vec::new(), None);
        Query { id, session, turns, player, limits, best: 1, every, priority: 0, play: false }
    }
}

fn position<G: Playable>(
    game: GameSpec,
    position: G,
    analyst: &Analyst<G>,
    out: &mut impl Write,
) -> Result<()> {
    if position.outcome().is_some() {
        return Err(TextError::new(format!("--position: the game is over. {}", position.reason())).into());
    }
    let thoughts = analyst.think(position);
    let rows = rows(&position, &thoughts);
    if analyst.args.tell.json {
        return Report::of("analyse")
            .field("game", game)
            .field("player", analyst.spec.to_string())
            .field("position", position.to_string())
            .field("side", games::Outcome::Win(position.to_move()).word())
            .field("nodes", thoughts.nodes)
            // Where the numbers mean something else than usual.
            .some("note", thoughts.note)
            .field("steps", rows)
            .print(out);
    }
    write!(out, "{}", talk::board(&position, None))?;
    writeln!(out, "{} to move", position.side_name(position.to_move()))?;
    write!(out, "{}", table(&rows))?;
    out.flush()?;
    thoughts.note.filter(|_| !analyst.args.tell.quiet).into_iter().for_each(output::aside);
    Ok(())
}

fn rows<G: Game>(position: &G, thoughts: &Thoughts<G::Move>) -> Vec<Row> {
    let row = |idea: &engine::Idea<G::Move>| Row {
        step: position.write_step(idea.line[0]),
        value: round(idea.value),
        depth: idea.depth,
        visits: idea.visits,
        line: idea.line.iter().map(ToString::to_string).collect(),
    };
    thoughts.ideas.iter().map(row).collect()
}

/// Six digits are more than any search knows.
fn round(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.step.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("    {:<width$}   value  depth    visits  line\n", "step");
    for (place, Row { step, value, depth, visits, line }) in (1..).zip(rows) {
        let first = format!("{place:>2}. {step:<width$}  {value:>+6.3} {depth:>6} {visits:>9}  ");
        text += &crate::layout::wrap(&first, first.chars().count(), line);
    }
    text
}

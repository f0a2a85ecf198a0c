//! `petteia play`: a game in the terminal, line by line.

mod command;
mod dialogue;
mod keeper;
mod opponent;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;
use engine::Playable;
use engine::rng::DEFAULT_SEED;
use games::text::quote;
use games::{GameSpec, Outcome, Session, Side, TextError, with_game};

use crate::keep::Keep;
use crate::output::{self, Report};
use crate::talk::Talk;
use crate::{args, players, records};
use dialogue::Dialogue;
use keeper::Keeper;
use opponent::{Adviser, Opponent};

/// Play in the terminal: two people in turn, or one against the program.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia play seega:5
  petteia play awari --side south
  petteia play awari --against level:3 --side north
  petteia play seega:7 --against 'best(ms=2000)' --record game.pgn
  petteia play capture-go:9 --record game.sgf
  petteia play --from game.pgn --side black

During the game type a move, or: legal, hint, undo, board, position, save FILE,
draw, resign, help, quit.")]
pub struct Args {
    /// The game: a name from `petteia games` such as seega:5 or awari; switches may follow it in parentheses, as in
    /// 'seega:5(quiet_limit=0)'.
    #[arg(required_unless_present = "from")]
    game: Option<String>,
    /// A TOML file with switches that replace the game's own; `petteia rules GAME` prints them all.
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    rules: Option<PathBuf>,
    /// Resume the last game of this file: .pgn, .jsonl or .sgf.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    from: Option<PathBuf>,
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
    /// The seed of every random choice: the same seed, the same moves.
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "N")]
    seed: u64,
    /// Keep the game here, written after every step. Games that a .pgn or .jsonl file has already stay in it; .sgf, for
    /// Capture Go, must be a new file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Do not show that the program thinks, nor its evaluation.
    #[arg(short, long)]
    quiet: bool,
    /// Print one JSON object at the end; boards and questions then go to stderr.
    #[arg(long)]
    json: bool,
}

/// Plays one game on stdin and stdout.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let session = session(args)?;
    with_game!(*session.game(), |_rules: G| play::<G>(args, session, out))
}

/// The game that is begun, or gone on with.
fn session(args: &Args) -> Result<Session> {
    let named = args.game.as_deref().map(|name| args::spec(name, args.rules.as_deref())).transpose()?;
    let Some(file) = &args.from else {
        let game = named.expect("the command line has a game or a file");
        let session = Session::begin(game, args.position.as_deref());
        return Ok(session.map_err(|error| error.within("--position"))?);
    };
    let games = records::File::open(file)?;
    let (record, place) = (games.game(games.games, named)?, file.display());
    let replayed = Session::replay(&record);
    let mut session = replayed.map_err(|error| TextError::new(error.to_string()).within(place))?;
    if session.ended().is_some() {
        // A game that was given up goes on.
        session.undo([true; 2])?;
    }
    Ok(session)
}

fn play<G: Playable>(args: &Args, session: Session, out: &mut impl Write) -> Result<()> {
    let spec = *session.game();
    let rules = spec.rules_of::<G>().expect("a session is played by the type of its game");
    let opponent = match (&args.against, &args.side) {
        (None, None) => None,
        (against, mine) => {
            let mine = mine.as_ref().map_or(Ok(Side::First), |text| side(&spec, text))?;
            let player = players::spec(against.as_deref().unwrap_or(players::OPPONENT), "--against")?;
            Some(Opponent::new(player, &rules, mine.other(), args.seed, args.quiet)?)
        }
    };
    let player = opponent.as_ref().map(|opponent| opponent.spec.to_string());
    let keeper = Keeper::new(args.record.as_ref().map(|path| Keep::open(path, &spec)).transpose()?);
    let mut input = io::stdin().lock();
    let echo = !input.is_terminal();
    let mut dialogue = Dialogue::<G>::new(session, opponent, Adviser::new(&rules, args.seed)?, keeper);
    let played = if args.json {
        let terminal = io::stderr().is_terminal();
        dialogue.play(&mut input, &mut Talk::new(&mut io::stderr(), terminal, echo))
    } else {
        dialogue.play(&mut input, &mut Talk::new(out, io::stdout().is_terminal(), echo))
    };
    // Whatever has happened, the game is not lost.
    let record = dialogue.record();
    if dialogue.keeper.is_loose() && args.record.is_some() {
        dialogue.keeper.keep(&record).inspect_err(|_| output::aside(&games::record::pgn::write(&record)))?;
    }
    played?;
    if !args.json {
        return Ok(());
    }
    let session = &dialogue.session;
    Report::of("play")
        .field("game", spec)
        // The program's player and the seed of its choices; none where two people play.
        .field("player", &player)
        .field("seed", player.as_ref().map(|_| args.seed))
        .field("start", session.position(0))
        .field("steps", record.steps)
        .field("position", session.position(session.at()))
        // `first`, `second` or `draw`; none where the game was left unfinished.
        .field("result", record.result.map(Outcome::word))
        .field("reason", session.result())
        .print(out)
}

/// The side that a person names: first, second, or as the game calls it.
fn side(game: &GameSpec, text: &str) -> Result<Side, TextError> {
    let [first, second] = Side::BOTH.map(|side| game.side_name(side));
    let is = |names: [&str; 2]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
    match () {
        () if is(["first", first]) => Ok(Side::First),
        () if is(["second", second]) => Ok(Side::Second),
        () => {
            let text = quote(text);
            let why = format!("{text} is not a side of this game: first ({first}) or second ({second})");
            Err(TextError::new(why).within("--side"))
        }
    }
}

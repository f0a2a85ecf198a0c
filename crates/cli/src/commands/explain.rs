//! `petteia explain`: why an evaluator likes a position or not.

use std::io::Write;

use anyhow::Result;
use engine::Playable;
use games::{GameSpec, Line, TextError, with_game};

use crate::args::{self, GameArgs};
use crate::output::Report;
use crate::{players, talk};

/// Take the judgement of a position apart: each feature's value, its weight, and its share of the sum.
///
/// This is what an evaluator sees without looking ahead; `petteia analyse` looks ahead. Seega and Seejeh have the papers' thirteen features
/// with the weights of Table I (abdelbar2004-black, abdelbar2004-white) or of a file (linear(FILE)), and our own player's counts (best, in
/// logits: 2.2 is nine games in ten); Awari has the six terms of Davis and Kendall.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia explain seega:7 --position 'w.....w/bb...../b....../.bbbbb./bb...../ww.bbbb/ww...bw w move 3 120'
  petteia explain seega:5 --moves 'a1 e5 b2' --eval best
  petteia explain awari --position '2,2,12,2,6,3/1,1,1,1,1,0 7/9 s 40' --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Explain this position instead of the start of the game.
    #[arg(long, value_name = "POS")]
    position: Option<String>,
    /// Moves to play first, separated by spaces.
    #[arg(long, value_name = "STEPS")]
    moves: Option<String>,
    /// Whose judgement: an evaluator of the game.
    #[arg(long, value_name = "EVAL")]
    eval: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Explains a position.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let spec = args.game.spec()?;
    with_game!(&spec, |rules: G| explain::<G>(args, spec, rules, out))
}

fn explain<G: Playable>(args: &Args, game: GameSpec, rules: &G::Rules, out: &mut impl Write) -> Result<()> {
    let mut line = Line::<G>::new(args::position(rules, args.position.as_deref())?);
    for step in args.moves.iter().flat_map(|steps| steps.split_whitespace()) {
        line.read(step).map_err(|error: TextError| error.within("--moves"))?;
    }
    let position = line.position();
    if args.eval.is_none() && G::EXPLAINED.is_empty() {
        let why =
            "this game has no evaluator that can be taken apart; petteia analyse tells what a search thinks";
        return Err(TextError::new(why).within(game).into());
    }
    let usual = G::EXPLAINED.first().and_then(|spec| spec.split('(').next()).unwrap_or(players::BEST);
    let name = args.eval.as_deref().unwrap_or(usual);
    let told = players::spec(name, "--eval")?.explain(position).map_err(|error| error.within("--eval"))?;
    if args.json {
        let report = Report::of("explain").field("game", game).field("position", position.to_string());
        return report.fields(told).print(out);
    }
    write!(out, "{}", talk::board(position, line.steps().last().copied()))?;
    write!(out, "{}, {}\n{told}", game, told.evaluator)?;
    Ok(())
}

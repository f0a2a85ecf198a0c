//! `petteia engine`: the program as an engine that other programs talk to.

use std::io::{self, BufReader, Write};

use anyhow::Result;
use engine::protocol::{Respondent, gtp, ugi};
use engine::rng::DEFAULT_SEED;
use games::{GameSpec, TextError, with_game};

use crate::args::GameArgs;
use crate::{exit, players};

/// Speak UGI, the protocol of match runners, or GTP, the protocol of Go programs, on stdin and stdout.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia engine seega:7                         UGI for match runners
  petteia engine capture-go:9 --gtp              GTP for Sabaki, GoGui and others
  petteia engine awari --player 'best(ms=500)'   half a second a move

To try UGI type: position startpos, go nodes 1000, go infinite, stop, quit. To
try GTP type: genmove b, showboard, kata-analyze w 50, quit.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Speak GTP instead of UGI (Capture Go only).
    #[arg(long)]
    gtp: bool,
    /// The player that answers; `petteia players` lists them. UGI can change it: setoption name Player value SPEC.
    #[arg(long, value_name = "SPEC", default_value = players::BEST)]
    player: String,
    /// The seed of every random choice: the same seed, the same moves.
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "N")]
    seed: u64,
}

/// Answers until `quit` or the end of the input.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    exit::at_once_on_defects();
    let spec = args.game.spec()?;
    let player = players::spec(&args.player, "--player")?;
    let wrong = |error: TextError| error.within("--player");
    // Lines are read in a thread of their own while the player thinks.
    let input = BufReader::new(io::stdin());
    if args.gtp {
        let GameSpec::CaptureGo(rules) = spec else {
            let why = format!("{spec} is not played by Go programs; leave --gtp out for UGI");
            return Err(TextError::new(why).within("--gtp").into());
        };
        let seat = Respondent::new(player, &rules).map_err(wrong)?;
        return Ok(gtp::run(&rules, args.seed, seat, input, out)?);
    }
    with_game!(&spec, |rules: G| {
        let seat = Respondent::<G>::new(player, rules).map_err(wrong)?;
        Ok(ugi::run(rules, args.seed, seat, input, out)?)
    })
}

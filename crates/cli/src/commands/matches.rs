//! `petteia match`: two players meet.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Result;
use engine::Playable;
use engine::rng::DEFAULT_SEED;
use games::{GameSpec, with_game};
use lab::arena::{self, Contest, Tally, elo};
use serde::Serialize;

use crate::args::{self, GameArgs, LimitArgs};
use crate::{output, players};

/// Let two players meet, in pairs of games from the same random opening, once with each side.
///
/// Scores are those of the first player; a draw is half a point. The interval is that of 95%, from the spread over pairs.
/// With limits of depth or nodes the same seed plays the same games, whatever the number of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia match awari level:5 level:4 --games 200
  petteia match seega:5 'alphabeta(depth=4)' 'mcts(sims=1000)' --opening 6
  petteia match capture-go:5 best random --nodes 1000 --games 20 --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The first player: a spec, see `petteia players`.
    #[arg(value_name = "SPEC_A")]
    first: String,
    /// The second player.
    #[arg(value_name = "SPEC_B")]
    second: String,
    /// How many games; an even number.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// How many random steps every game begins with.
    #[arg(long, value_name = "K", default_value_t = 4)]
    opening: u32,
    /// Start here instead of at the start of the game.
    #[arg(long, value_name = "POS")]
    position: Option<String>,
    /// A game of more steps than this is a draw.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    longest: u32,
    /// Decides every random choice: the same number, the same games.
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "N")]
    seed: u64,
    /// How many games at a time.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    limits: LimitArgs,
    /// Do not tell how far it is.
    #[arg(short, long)]
    quiet: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: GameSpec,
    players: [String; 2],
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    score: f64,
    /// Half the width of the 95% interval.
    error: f64,
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pentanomial: [u32; 5],
    /// The difference of ratings and the ends of its interval; none where the score is 0 or 1.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    steps: u64,
    seconds: f64,
    seed: u64,
    /// Plays the same games again.
    again: String,
}

/// Plays and reports.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let spec = args.game.spec()?;
    if args.games == 0 || !args.games.is_multiple_of(2) {
        let error = format!("--games {}: games come in pairs, so their number is even and not 0", args.games);
        return Err(games::TextError::new(error).into());
    }
    with_game!(&spec, |rules: G| meet::<G>(args, spec, rules, out))
}

fn meet<G: Playable>(args: &Args, spec: GameSpec, rules: &G::Rules, out: &mut impl Write) -> Result<()> {
    let start: G = args::position(rules, args.position.as_deref())?;
    if start.outcome().is_some() {
        return Err(games::TextError::new("--position: the game is over there").into());
    }
    let [a, b] = [(&args.first, "SPEC_A"), (&args.second, "SPEC_B")];
    let (first, second) = (players::spec(a.0, a.1)?, players::spec(b.0, b.1)?);
    let makers = [players::maker::<G>(&first, rules, a.1)?, players::maker::<G>(&second, rules, b.1)?];
    let contest = Contest {
        start,
        opening: args.opening,
        pairs: args.games / 2,
        seed: args.seed,
        longest: args.longest,
        threads: args.threads.into(),
    };
    let progress = Progress::new(args);
    let [one, other]: [&arena::Maker<'_, G>; 2] = [&*makers[0], &*makers[1]];
    let sides = [(one, args.limits.limits(&first)), (other, args.limits.limits(&second))];
    let tally = arena::play(&contest, sides, &|tally| progress.tell(tally));
    let (score, error) = (tally.score(), tally.error());
    let report = Report {
        game: spec,
        players: [first.to_string(), second.to_string()],
        games: args.games,
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        score,
        error,
        pentanomial: tally.pairs,
        elo: elo(score),
        elo_low: elo(score - error),
        elo_high: elo(score + error),
        steps: tally.steps,
        seconds: progress.since.elapsed().as_secs_f64(),
        seed: args.seed,
        again: again(args, &spec, [first.to_string(), second.to_string()]),
    };
    if args.json { output::json(out, "match", &report) } else { print(&report, out) }
}

fn print(report: &Report, out: &mut impl Write) -> Result<()> {
    let Report { wins, draws, losses, games, .. } = report;
    writeln!(out, "{}: {} against {}", report.game, report.players[0], report.players[1])?;
    writeln!(out, "games      {games}: {wins} won, {draws} drawn, {losses} lost")?;
    writeln!(out, "score      {:.1}% ± {:.1}%", 100.0 * report.score, 100.0 * report.error)?;
    writeln!(out, "pairs      {:?} with 0, ½, 1, 1½, 2 points", report.pentanomial)?;
    let end = |elo: Option<f64>| elo.map_or("beyond measure".into(), |elo| format!("{elo:+.0}"));
    writeln!(out, "Elo        {} ({} to {})", end(report.elo), end(report.elo_low), end(report.elo_high))?;
    writeln!(out, "steps      {:.1} a game", report.steps as f64 / f64::from(*games))?;
    writeln!(out, "seed       {}", report.seed)?;
    writeln!(out, "again      {}", report.again)?;
    Ok(())
}

/// The command line that plays the same games.
fn again(args: &Args, spec: &GameSpec, players: [String; 2]) -> String {
    let quoted = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-:.,_/=".contains(c);
        if word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    let [a, b] = players.map(quoted);
    let mut command = format!("petteia match {} {a} {b}", quoted(spec.to_string()));
    command += &format!(" --games {} --opening {} --seed {}", args.games, args.opening, args.seed);
    if args.longest != 2000 {
        command += &format!(" --longest {}", args.longest);
    }
    if let Some(position) = &args.position {
        command += &format!(" --position {}", quoted(position.clone()));
    }
    let limits = &args.limits;
    let set = [("depth", limits.depth.map(u64::from)), ("nodes", limits.nodes), ("time", limits.time)];
    for (name, number) in set {
        command += &number.map_or(String::new(), |number| format!(" --{name} {number}"));
    }
    command
}

/// How far it is, now and then on stderr.
struct Progress {
    since: Instant,
    told: Mutex<Instant>,
    every: Option<Duration>,
    games: u32,
}

impl Progress {
    fn new(args: &Args) -> Progress {
        let every = if std::io::stderr().is_terminal() { 1 } else { 10 };
        let now = Instant::now();
        let every = (!args.quiet).then_some(Duration::from_secs(every));
        Progress { since: now, told: Mutex::new(now), every, games: args.games }
    }

    fn tell(&self, tally: &Tally) {
        let Ok(mut told) = self.told.lock() else { return };
        if self.every.is_none_or(|every| told.elapsed() < every) {
            return;
        }
        *told = Instant::now();
        let done = tally.wins + tally.draws + tally.losses;
        output::aside(&format!(
            "{done} of {} games, score {:.1}% ± {:.1}%, {:.2} games a second",
            self.games,
            100.0 * tally.score(),
            100.0 * tally.error(),
            f64::from(done) / self.since.elapsed().as_secs_f64().max(1e-9)
        ));
    }
}

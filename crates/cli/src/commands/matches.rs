//! `petteia match`: two players meet.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Result;
use engine::rng::DEFAULT_SEED;
use games::{Game, GameSpec, Outcome, Side, TextError, with_game};
use lab::job::{Distinct, Pair, Pairing};
use lab::program::RESIGNED;
use lab::stats::sprt::{Model, Sprt, Verdict};
use lab::stats::{Tally, elo};
use lab::{Entrant, GameRecord, Threads};
use serde::Serialize;

use crate::args::{self, GameArgs, LimitArgs};
use crate::progress::Progress;
use crate::records::Writer;
use crate::{output, players};

/// Play a match of two players, in pairs of games from the same random opening, once with each side.
///
/// Scores are the first player's; a draw is half a point. The interval is that of 95% (Wilson's, on pairs), honest after few games and
/// clean scores. LOS is the likelihood that the first player is the stronger one. With limits of depth or nodes the same seed plays the
/// same games, on any number of threads.
///
/// Players without randomness repeat games from the same opening. A pair that repeats an earlier one says nothing new: its games are
/// counted as won, drawn and lost, but score, interval, Elo, LOS and --sprt count it once. The report says how many games were distinct.
///
/// With --sprt the match ends as soon as it is decided which of two differences in Elo is nearer to the truth, with errors of 5%: 0 10
/// asks whether the first player is better by 10 Elo rather than equal.
///
/// Another program plays as ugi("command line") or, in Capture Go, as gtp("command line"). If it ends, is late or plays an illegal
/// move, it loses that game, is started again, and the match goes on.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia match awari level:5 level:4 --games 200
  petteia match seega:5 'alphabeta(depth=4)' 'mcts(sims=1000)' --opening 6
  petteia match awari 'best(nodes=2000)' 'best(nodes=1000)' --sprt 0 50
  petteia match capture-go:5 best random --nodes 1000 --games 20 --json
  petteia match seega:5 best 'ugi(\"petteia engine seega:5\")' --nodes 500
  petteia match capture-go:7 best 'gtp(\"gnugo --mode gtp\",patience=5000)'
  petteia match awari best random --games 10 --record games.jsonl")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The first player: a spec, see `petteia players`, or another program.
    #[arg(value_name = "SPEC_A")]
    first: String,
    /// The second player.
    #[arg(value_name = "SPEC_B")]
    second: String,
    /// How many games, at most; an even number [default: 100, and 40000 with --sprt].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = pairs_of_games)]
    games: Option<u32>,
    /// Stop when it is decided whether the first player is stronger by ELO0 or by ELO1.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// The bounds of --sprt are normalised Elo: in deviations of a game, whatever the share of draws.
    #[arg(long, requires = "sprt")]
    normalised: bool,
    /// Random moves that every game begins with.
    #[arg(long, value_name = "K", default_value_t = 4)]
    opening: u32,
    /// Start here instead of at the start of the game.
    #[arg(long, value_name = "POS")]
    position: Option<String>,
    /// A game of more steps than this is a draw; the report says how many were.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    longest: u32,
    /// The seed of every random choice: the same seed, the same games.
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "N")]
    seed: u64,
    /// Games played at a time; the results are the same.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    limits: LimitArgs,
    /// Write the games into this file, .jsonl or .pgn.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Show no progress.
    #[arg(short, long)]
    quiet: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// An even number of games.
fn pairs_of_games(text: &str) -> Result<u32, String> {
    let games = text.parse().ok().filter(|games: &u32| *games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| format!("games come in pairs, so their number is even, from 2 to {}", u32::MAX - 1))
}

#[derive(Serialize)]
struct Report {
    game: GameSpec,
    players: [String; 2],
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The same with the first side and with the second.
    sides: [WithSide; 2],
    /// How many games differed, and how many pairs repeat an earlier one; what follows leaves those out, up to the test.
    distinct: u32,
    repeated_pairs: u32,
    /// Games that became too long and were counted as draws.
    cut: u32,
    score: f64,
    /// Half the width of the 95% interval, and its ends.
    error: f64,
    score_low: f64,
    score_high: f64,
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pentanomial: [u32; 5],
    /// The difference of ratings and the ends of its interval; none where the score is 0 or 1.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// Likelihood of superiority.
    los: f64,
    sprt: Option<SprtReport>,
    steps: u64,
    /// Games that a program failed to finish.
    failures: Vec<String>,
    seconds: f64,
    seed: u64,
    /// Plays the same games again.
    again: String,
}

/// The results of the first player in the games in which it had one of the sides.
#[derive(Clone, Copy, Serialize)]
struct WithSide {
    side: &'static str,
    wins: u32,
    draws: u32,
    losses: u32,
}

#[derive(Serialize)]
struct SprtReport {
    #[serde(flatten)]
    test: Sprt,
    llr: f64,
    bound: f64,
    verdict: Verdict,
}

/// Plays and reports.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let game = args.game.spec()?;
    let games = args.games.unwrap_or(if args.sprt.is_some() { 40_000 } else { 100 });
    let test = args.sprt.as_deref().map(|bounds| sprt(bounds, args.normalised)).transpose()?;
    let mut sides = with_game!(&game, |rules: G| {
        let start = args::position::<G>(rules, args.position.as_deref())?;
        if start.outcome().is_some() {
            return Err(TextError::new("--position: the game is over there").into());
        }
        Side::BOTH.map(|side| WithSide { side: start.side_name(side), wins: 0, draws: 0, losses: 0 })
    });
    let entrants = [(&args.first, "SPEC_A"), (&args.second, "SPEC_B")].map(|(text, place)| {
        let spec = players::contestant(text, &game, place)?;
        let limits = args.limits.limits(&spec);
        Ok(Entrant::new(spec, limits))
    });
    let [first, second]: [Result<Entrant, TextError>; 2] = entrants;
    let entrants = [first?, second?];
    let pairing = Pairing {
        game,
        start: args.position.clone(),
        opening: args.opening,
        longest: args.longest,
        seed: args.seed,
    };
    let mut writer = args.record.as_deref().map(|path| Writer::open(path, &game)).transpose()?;
    let progress = Progress::new(args.quiet, 0);
    let plan = (0..u64::from(games / 2)).map(|number| Pair { players: [0, 1], number });
    let (mut tally, mut failures, mut trouble) = (Tally::default(), Vec::new(), None);
    let (mut distinct, mut cut) = (Distinct::default(), 0);
    let threads = Threads::new(args.threads.into());
    pairing.play(&threads, &entrants, plan, |pair, jobs, records| {
        let add = if distinct.repeats(&records) { Tally::add_repeated } else { Tally::add };
        let steps = records.iter().map(|record| record.steps.len() as u64).sum();
        add(&mut tally, [0, 1].map(|i: usize| records[i].outcome), steps);
        for (i, record) in records.iter().enumerate() {
            let with = &mut sides[i];
            *match record.outcome {
                Outcome::Draw => &mut with.draws,
                Outcome::Win(side) if side.index() == i => &mut with.wins,
                Outcome::Win(_) => &mut with.losses,
            } += 1;
            cut += u32::from(pairing.is_cut(record));
            if let Some(failure) = failure(record, &entrants, i, 2 * pair.number + i as u64 + 1) {
                output::aside(&failure);
                failures.push(failure);
            }
            if let Some(writer) = &mut writer
                && let Err(error) = writer.write(&record.record(&jobs[i]))
            {
                trouble = Some(error);
                return ControlFlow::Break(());
            }
        }
        let llr = test.map_or(String::new(), |test| format!(", LLR {:+.2}", test.llr(&tally.pairs)));
        let score = format!("score {:.1}% ± {:.1}%{llr}", 100.0 * tally.score(), 100.0 * tally.error());
        progress.tell(u64::from(tally.games()), games.into(), &score);
        match test.map_or(Verdict::Open, |test| test.verdict(&tally.pairs)) {
            Verdict::Open => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    })?;
    trouble.map_or(Ok(()), Err)?;
    let names = entrants.map(|entrant| entrant.spec.to_string());
    let seen = Seen { distinct: distinct.games(), cut, sides, failures };
    let report = report(args, game, names, games, &tally, seen, test, progress.seconds());
    if args.json { output::json(out, "match", &report) } else { print(&report, args.longest, out) }
}

fn sprt(bounds: &[f64], normalised: bool) -> Result<Sprt, TextError> {
    let model = if normalised { Model::Normalised } else { Model::Logistic };
    match bounds {
        &[elo0, elo1] if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 => {
            Ok(Sprt { elo0, elo1, model })
        }
        _ => Err(TextError::new("--sprt takes two differences of Elo, the lower first, such as --sprt 0 10")),
    }
}

/// What a program did wrong in a game, in words.
fn failure(record: &GameRecord, entrants: &[Entrant; 2], second: usize, game: u64) -> Option<String> {
    let (side, why) = record.forfeit.as_ref().filter(|(_, why)| why != RESIGNED)?;
    let name = &entrants[side.index() ^ second].spec;
    Some(format!("game {game}, step {}: {name} loses: {why}", record.steps.len() + 1))
}

/// What was noted beside the tally.
struct Seen {
    distinct: u32,
    cut: u32,
    sides: [WithSide; 2],
    failures: Vec<String>,
}

#[allow(clippy::too_many_arguments)]
fn report(
    args: &Args,
    game: GameSpec,
    players: [String; 2],
    games: u32,
    tally: &Tally,
    Seen { distinct, cut, sides, failures }: Seen,
    test: Option<Sprt>,
    seconds: f64,
) -> Report {
    let [score_low, score_high] = tally.interval();
    Report {
        game,
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        sides,
        distinct,
        repeated_pairs: tally.games() / 2 - tally.pairs.iter().sum::<u32>(),
        cut,
        score: tally.score(),
        error: tally.error(),
        score_low,
        score_high,
        pentanomial: tally.pairs,
        elo: elo(tally.score()),
        elo_low: (tally.score() > 0.0).then(|| elo(score_low)).flatten(),
        elo_high: (tally.score() < 1.0).then(|| elo(score_high)).flatten(),
        los: test.map_or_else(|| tally.los(), |test| test.los(&tally.pairs)),
        sprt: test.map(|test| SprtReport {
            test,
            llr: test.llr(&tally.pairs),
            bound: Sprt::bound(),
            verdict: test.verdict(&tally.pairs),
        }),
        steps: tally.steps,
        failures,
        seconds,
        seed: args.seed,
        again: again(args, &game, &players, games),
        players,
    }
}

fn print(report: &Report, longest: u32, out: &mut impl Write) -> Result<()> {
    let Report { wins, draws, losses, games, .. } = report;
    writeln!(out, "{}: {} against {}", report.game, report.players[0], report.players[1])?;
    writeln!(out, "games      {games}: {wins} won, {draws} drawn, {losses} lost")?;
    for WithSide { side, wins, draws, losses } in report.sides {
        let (with, games) = (format!("as {side}"), wins + draws + losses);
        writeln!(out, "{with:<10} {games}: {wins} won, {draws} drawn, {losses} lost")?;
    }
    write!(out, "distinct   {} of {games} games", report.distinct)?;
    match report.repeated_pairs {
        0 => writeln!(out)?,
        1 => writeln!(out, "; 1 pair repeats an earlier one, which score, Elo and LOS count once")?,
        n => writeln!(out, "; {n} pairs repeat earlier ones, which score, Elo and LOS count once")?,
    }
    if report.cut > 0 {
        writeln!(
            out,
            "cut off    {} games after {longest} steps, as draws; --longest allows more",
            report.cut
        )?;
    }
    let [score, low, high] = [report.score, report.score_low, report.score_high].map(|part| 100.0 * part);
    let of = if report.repeated_pairs == 0 { "" } else { ", of distinct pairs" };
    writeln!(out, "score      {score:.1}% ({low:.1}% to {high:.1}%){of}")?;
    writeln!(out, "pairs      {:?} with 0, ½, 1, 1½, 2 points", report.pentanomial)?;
    let end = |elo: Option<f64>| elo.map_or("beyond measure".into(), |elo| format!("{elo:+.0}"));
    writeln!(out, "Elo        {} ({} to {})", end(report.elo), end(report.elo_low), end(report.elo_high))?;
    writeln!(out, "LOS        {:.1}%", 100.0 * report.los)?;
    if let Some(SprtReport { test, llr, bound, verdict }) = &report.sprt {
        let kind = if test.model == Model::Normalised { "normalised Elo" } else { "Elo" };
        let verdict = match verdict {
            Verdict::Open => "undecided".into(),
            Verdict::Lower => format!("{} rather than {} {kind}", test.elo0, test.elo1),
            Verdict::Higher => format!("{} rather than {} {kind}", test.elo1, test.elo0),
        };
        writeln!(out, "SPRT       {verdict} (LLR {llr:+.2}, decided at ±{bound:.2})")?;
    }
    writeln!(out, "steps      {:.1} a game", report.steps as f64 / f64::from(*games))?;
    if !report.failures.is_empty() {
        writeln!(out, "failures   {}, the first in {}", report.failures.len(), report.failures[0])?;
    }
    writeln!(out, "seed       {}", report.seed)?;
    writeln!(out, "again      {}", report.again)?;
    Ok(())
}

/// The command line that plays the same games.
fn again(args: &Args, spec: &GameSpec, players: &[String; 2], games: u32) -> String {
    let quoted = |word: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-:.,_/=".contains(c);
        if word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    let [a, b] = [0, 1].map(|i: usize| quoted(&players[i]));
    let mut command = format!("petteia match {} {a} {b}", quoted(&spec.to_string()));
    command += &format!(" --games {games} --opening {} --seed {}", args.opening, args.seed);
    if let Some(bounds) = &args.sprt {
        command += &format!(" --sprt {} {}", bounds[0], bounds[1]);
        command += if args.normalised { " --normalised" } else { "" };
    }
    if args.longest != 2000 {
        command += &format!(" --longest {}", args.longest);
    }
    if let Some(position) = &args.position {
        command += &format!(" --position {}", quoted(position));
    }
    let limits = &args.limits;
    let set = [("depth", limits.depth.map(u64::from)), ("nodes", limits.nodes), ("time", limits.time)];
    for (name, number) in set {
        command += &number.map_or(String::new(), |number| format!(" --{name} {number}"));
    }
    command
}

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

use crate::args::{self, GameArgs, LimitArgs, Telling};
use crate::output::{self, Report};
use crate::players;
use crate::progress::Progress;
use crate::records::Writer;

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
    #[command(flatten)]
    tell: Telling,
}

/// An even number of games.
fn pairs_of_games(text: &str) -> Result<u32, String> {
    let games = text.parse().ok().filter(|games: &u32| *games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| format!("games come in pairs, so their number is even, from 2 to {}", u32::MAX - 1))
}

/// A match, as far as it has been played.
struct Match<'a> {
    args: &'a Args,
    game: GameSpec,
    players: [String; 2],
    /// How many games it may have.
    games: u32,
    tally: Tally,
    /// The same with the first side and with the second.
    sides: [WithSide; 2],
    distinct: Distinct,
    /// Games that became too long and were counted as draws.
    cut: u32,
    test: Option<Sprt>,
    /// Games that a program failed to finish.
    failures: Vec<String>,
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
struct Tested {
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
    let sides = with_game!(&game, |rules: G| {
        let start = args::position::<G>(rules, args.position.as_deref())?;
        if start.outcome().is_some() {
            return Err(TextError::new("--position: the game is over there").into());
        }
        Side::BOTH.map(|side| WithSide { side: start.side_name(side), wins: 0, draws: 0, losses: 0 })
    });
    let entrant = |text: &str, place| -> Result<Entrant, TextError> {
        let spec = players::contestant(text, &game, place)?;
        let limits = args.limits.limits(&spec);
        Ok(Entrant::new(spec, limits))
    };
    let entrants = [entrant(&args.first, "SPEC_A")?, entrant(&args.second, "SPEC_B")?];
    let pairing = Pairing {
        game,
        start: args.position.clone(),
        opening: args.opening,
        longest: args.longest,
        seed: args.seed,
    };
    let mut writer = args.record.as_deref().map(|path| Writer::open(path, &game)).transpose()?;
    let progress = Progress::new(args.tell.quiet, 0);
    let plan = (0..u64::from(games / 2)).map(|number| Pair { players: [0, 1], number });
    let mut played = Match {
        args,
        game,
        players: entrants.each_ref().map(|entrant| entrant.spec.to_string()),
        games,
        tally: Tally::default(),
        sides,
        distinct: Distinct::default(),
        cut: 0,
        test,
        failures: Vec::new(),
    };
    let mut trouble = None;
    let threads = Threads::new(args.threads.into());
    pairing.play(&threads, &entrants, plan, |pair, jobs, records| {
        let add = if played.distinct.repeats(&records) { Tally::add_repeated } else { Tally::add };
        let steps = records.iter().map(|record| record.steps.len() as u64).sum();
        add(&mut played.tally, [0, 1].map(|i: usize| records[i].outcome), steps);
        for (i, record) in records.iter().enumerate() {
            let with = &mut played.sides[i];
            *match record.outcome {
                Outcome::Draw => &mut with.draws,
                Outcome::Win(side) if side.index() == i => &mut with.wins,
                Outcome::Win(_) => &mut with.losses,
            } += 1;
            played.cut += u32::from(pairing.is_cut(record));
            if let Some(failure) = failure(record, &entrants, i, 2 * pair.number + i as u64 + 1) {
                output::aside(&failure);
                played.failures.push(failure);
            }
            if let Some(writer) = &mut writer
                && let Err(error) = writer.write(&record.record(&jobs[i]))
            {
                trouble = Some(error);
                return ControlFlow::Break(());
            }
        }
        let tally = &played.tally;
        let llr = test.map_or(String::new(), |test| format!(", LLR {:+.2}", test.llr(&tally.pairs)));
        let score = format!("score {:.1}% ± {:.1}%{llr}", 100.0 * tally.score(), 100.0 * tally.error());
        progress.tell(u64::from(tally.games()), games.into(), &score);
        match test.map_or(Verdict::Open, |test| test.verdict(&tally.pairs)) {
            Verdict::Open => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    })?;
    trouble.map_or(Ok(()), Err)?;
    if args.tell.json { played.report(progress.seconds()).print(out) } else { played.print(out) }
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

impl Match<'_> {
    /// Pairs that repeat an earlier one: score, interval, Elo and LOS leave those out.
    fn repeated(&self) -> u32 {
        self.tally.games() / 2 - self.tally.pairs.iter().sum::<u32>()
    }

    /// The difference of ratings and the ends of its interval; none where the score is 0 or 1.
    fn elo(&self) -> [Option<f64>; 3] {
        let (score, [low, high]) = (self.tally.score(), self.tally.interval());
        [elo(score), elo(low).filter(|_| score > 0.0), elo(high).filter(|_| score < 1.0)]
    }

    /// Likelihood of superiority.
    fn los(&self) -> f64 {
        self.test.map_or_else(|| self.tally.los(), |test| test.los(&self.tally.pairs))
    }

    fn tested(&self) -> Option<Tested> {
        let (test, pairs) = (self.test?, &self.tally.pairs);
        Some(Tested { test, llr: test.llr(pairs), bound: Sprt::bound(), verdict: test.verdict(pairs) })
    }

    fn report(&self, seconds: f64) -> Report {
        let (tally, [score_low, score_high]) = (&self.tally, self.tally.interval());
        let [elo, elo_low, elo_high] = self.elo();
        Report::of("match")
            .field("game", self.game)
            .field("players", &self.players)
            .field("games", tally.games())
            .field("wins", tally.wins)
            .field("draws", tally.draws)
            .field("losses", tally.losses)
            .field("sides", self.sides)
            // How many games differed, and how many pairs repeat an earlier one; what follows leaves those out, up to the test.
            .field("distinct", self.distinct.games())
            .field("repeated_pairs", self.repeated())
            // Games that became too long and were counted as draws.
            .field("cut", self.cut)
            .field("score", tally.score())
            // Half the width of the 95% interval, and its ends.
            .field("error", tally.error())
            .field("score_low", score_low)
            .field("score_high", score_high)
            // Pairs by points: 0, ½, 1, 1½, 2.
            .field("pentanomial", tally.pairs)
            .field("elo", elo)
            .field("elo_low", elo_low)
            .field("elo_high", elo_high)
            .field("los", self.los())
            .field("sprt", self.tested())
            .field("steps", tally.steps)
            .field("failures", &self.failures)
            .field("seconds", seconds)
            .field("seed", self.args.seed)
            // Plays the same games again.
            .field("again", self.again())
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        let Match { game, players: [first, second], tally, cut, failures, .. } = self;
        let (Tally { wins, draws, losses, .. }, games) = (tally, tally.games());
        writeln!(out, "{game}: {first} against {second}")?;
        writeln!(out, "games      {games}: {wins} won, {draws} drawn, {losses} lost")?;
        for WithSide { side, wins, draws, losses } in self.sides {
            let (with, games) = (format!("as {side}"), wins + draws + losses);
            writeln!(out, "{with:<10} {games}: {wins} won, {draws} drawn, {losses} lost")?;
        }
        write!(out, "distinct   {} of {games} games", self.distinct.games())?;
        match self.repeated() {
            0 => writeln!(out)?,
            1 => writeln!(out, "; 1 pair repeats an earlier one, which score, Elo and LOS count once")?,
            n => writeln!(out, "; {n} pairs repeat earlier ones, which score, Elo and LOS count once")?,
        }
        if *cut > 0 {
            let longest = self.args.longest;
            writeln!(out, "cut off    {cut} games after {longest} steps, as draws; --longest allows more")?;
        }
        let [low, high] = tally.interval();
        let [score, low, high] = [tally.score(), low, high].map(|part| 100.0 * part);
        let of = if self.repeated() == 0 { "" } else { ", of distinct pairs" };
        writeln!(out, "score      {score:.1}% ({low:.1}% to {high:.1}%){of}")?;
        writeln!(out, "pairs      {:?} with 0, ½, 1, 1½, 2 points", tally.pairs)?;
        let [elo, low, high] = self.elo().map(|elo| elo.map(|elo| format!("{elo:+.0}")));
        let elo = match [elo, low, high] {
            [Some(elo), Some(low), Some(high)] => format!("{elo} ({low} to {high})"),
            [_, Some(low), _] => format!("above {low}"),
            [_, _, Some(high)] => format!("below {high}"),
            _ => "unknown".into(),
        };
        writeln!(out, "Elo        {elo}")?;
        writeln!(out, "LOS        {:.1}%", 100.0 * self.los())?;
        if let Some(Tested { test, llr, bound, verdict }) = self.tested() {
            let kind = if test.model == Model::Normalised { "normalised Elo" } else { "Elo" };
            let verdict = match verdict {
                Verdict::Open => "undecided".into(),
                Verdict::Lower => format!("{} rather than {} {kind}", test.elo0, test.elo1),
                Verdict::Higher => format!("{} rather than {} {kind}", test.elo1, test.elo0),
            };
            writeln!(out, "SPRT       {verdict} (LLR {llr:+.2}, decided at ±{bound:.2})")?;
        }
        writeln!(out, "steps      {:.1} a game", tally.steps as f64 / f64::from(games))?;
        if let Some(failure) = failures.first() {
            writeln!(out, "failures   {}, the first in {failure}", failures.len())?;
        }
        writeln!(out, "seed       {}", self.args.seed)?;
        Ok(writeln!(out, "again      {}", self.again())?)
    }

    /// The command line that plays the same games.
    fn again(&self) -> String {
        let Match { args, game, players, games, .. } = self;
        let quoted = |word: &str| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-:.,_/=".contains(c);
            if word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
        };
        let [a, b] = [0, 1].map(|i: usize| quoted(&players[i]));
        let mut command = format!("petteia match {} {a} {b}", quoted(&game.to_string()));
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
}

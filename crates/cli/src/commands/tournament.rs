//! `petteia tournament`: many players meet.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use games::TextError;
use lab::Threads;
use lab::stats::Tally;
use lab::stats::rating::Ratings;
use lab::tournament::{self, Config, Standing};
use serde::Serialize;

use crate::args::{self, Telling};
use crate::output::{self, Report};
use crate::players;
use crate::progress::Progress;

/// Play a tournament of many players, and rate them.
///
/// A TOML file says who plays what; unknown keys are errors. Every pair of games is written down as soon as it is finished: a tournament
/// that was stopped or killed goes on when the same command is given again, and ends with the same files as one that was not.
/// With more pairs in the file a finished one goes on as well.
///
/// Ratings are those that make the results likeliest (Bradley and Terry, draws as half points), on a scale where the
/// anchor has the rating given, with bars of 95%. LOS is the likelihood that a player is stronger than the one
/// below. A pair that repeats an earlier one of the same two players counts for their points, and once for ratings and LOS. The folder
/// holds pairs.journal, every pair with a checksum, and at the end games.jsonl, which `petteia replay` shows.
#[derive(clap::Args)]
#[command(after_help = "A file, with all that can be set:

  kind = \"round-robin\"      # or gauntlet: the first player against all others
                            # or ladder: each player against the next
  game = \"seega:5\"
  pairs = 50                # of each two who meet: two games from one opening
  opening = 6               # random moves that every pair begins with
  players = [
    \"random\",
    \"level:3\",
    { name = \"deep\", spec = \"alphabeta(depth=4)\" },
    { name = \"other\", spec = 'ugi(\"engine --fast\")', limits = { ms = 100 } },
  ]
  # These may be left out:
  seed = 2026
  longest = 2000            # a game of more moves is a draw
  start = \"...\"             # a position instead of the usual start
  limits = { nodes = 1000 } # depth, nodes or ms, for players without their own
  anchor = \"random\"         # whose rating is given; otherwise the first player
  rating = 0.0

Examples:
  petteia tournament ladder.toml               in the folder runs/ladder
  petteia tournament ladder.toml --threads 2 --folder elsewhere
  petteia tournament ladder.toml --json        results for programs")]
pub struct Args {
    /// The file that says what is played.
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Where the results are kept [default: runs/NAME, for a file NAME.toml].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Games played at a time; the results are the same.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    tell: Telling,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    spec: String,
    points: f64,
    games: u32,
    rating: Option<f64>,
    /// Half the width of the 95% interval of the rating.
    error: Option<f64>,
    /// How sure it is that this player is stronger than the next.
    los: Option<f64>,
    against: Vec<Cell<'a>>,
}

#[derive(Serialize)]
struct Cell<'a> {
    name: &'a str,
    wins: u32,
    draws: u32,
    losses: u32,
    pentanomial: [u32; 5],
    los: f64,
}

/// Plays and reports.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let wrong = |error: TextError| error.within(args.config.display());
    let config = Config::parse(&args::read(&args.config)?).map_err(wrong)?;
    for player in &config.players {
        players::contestant(&player.entrant.spec.to_string(), &config.game, &player.name).map_err(wrong)?;
    }
    let folder = args::folder(args.folder.as_deref(), &args.config);
    let mut progress = None;
    let mut failures = 0;
    let standing =
        tournament::play(&config, &folder, &Threads::new(args.threads.into()), |standing, note| {
            let (done, all) = (2 * standing.done as u64, 2 * standing.all as u64);
            note.iter().for_each(|note| output::aside(note));
            if progress.is_none() && done > 0 && !args.tell.quiet {
                output::aside(&format!("{done} of {all} games are there already"));
            } else {
                standing.failures[failures..].iter().for_each(|failure| output::aside(failure));
            }
            failures = standing.failures.len();
            progress.get_or_insert_with(|| Progress::new(args.tell.quiet, done)).tell(done, all, "");
        })?;
    let ratings = standing.table.ratings(config.anchor(), config.rating);
    let players = rows(&config, &standing, &ratings);
    if !args.tell.json {
        return print(&players, &config, &standing, &ratings, &folder, out);
    }
    Report::of("tournament")
        .field("game", config.game)
        .field("kind", config.kind)
        // From the strongest to the weakest.
        .field("players", players)
        // The drawn games that were added to every meeting, because some ratings would be infinite without.
        .field("added_draws", ratings.added_draws)
        // Pairs that repeat an earlier one, and games that became too long and were counted as draws.
        .field("repeated_pairs", standing.repeated)
        .field("cut", standing.cut)
        .field("failures", &standing.failures)
        .field("seed", config.seed)
        .field("folder", folder)
        .print(out)
}

fn rows<'a>(config: &'a Config, standing: &Standing, ratings: &Ratings) -> Vec<Row<'a>> {
    let order = ratings.order();
    let cell = |player: usize, other: usize| {
        let tally = standing.table.tally(player, other);
        let name = &config.players[other].name;
        let &Tally { wins, draws, losses, pairs, .. } = tally;
        (tally.games() > 0).then(|| Cell { name, wins, draws, losses, pentanomial: pairs, los: tally.los() })
    };
    let row = |(place, &player): (usize, &usize)| {
        let (points, games) = standing.table.total(player);
        Row {
            name: &config.players[player].name,
            spec: config.players[player].entrant.spec.to_string(),
            points,
            games,
            rating: ratings.elo(player),
            error: ratings.error(player),
            los: order.get(place + 1).and_then(|&next| ratings.los(player, next)),
            against: order.iter().filter_map(|&other| cell(player, other)).collect(),
        }
    };
    order.iter().enumerate().map(row).collect()
}

fn print(
    rows: &[Row<'_>],
    config: &Config,
    standing: &Standing,
    ratings: &Ratings,
    folder: &Path,
    out: &mut impl Write,
) -> Result<()> {
    let names: Vec<String> = config.players.iter().map(|player| player.name.clone()).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(out, "{}, {} games, seed {}\n", config.game, 2 * standing.done, config.seed)?;
    let rank = names.len().to_string().len();
    writeln!(out, "{:rank$} {:<width$}  rating  ± 95%  LOS to next  points", "", "player")?;
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.0}"));
    for (place, Row { name, rating, error, los, points, games, .. }) in (1..).zip(rows) {
        let los = los.map_or(String::new(), |los| format!("{:.1}%", 100.0 * los));
        let (rating, error) = (number(*rating), number(*error));
        writeln!(out, "{place:>rank$} {name:<width$}  {rating:>6}  {error:>5}  {los:>11}  {points}/{games}")?;
    }
    writeln!(out)?;
    for line in standing.table.lines(&ratings.order(), &names) {
        writeln!(out, "{}", line.trim_end())?;
    }
    if ratings.added_draws > 0 {
        writeln!(
            out,
            "\nSomebody won or lost everything, so the likeliest ratings are infinite. A drawn game was added to\n\
             every meeting for the ratings."
        )?;
    }
    let Standing { repeated, done, cut, failures, .. } = standing;
    if *repeated > 0 {
        writeln!(
            out,
            "\n{repeated} of {done} pairs repeat an earlier one, step by step; ratings and LOS count those once."
        )?;
    }
    if *cut > 0 {
        let longest = config.longest;
        writeln!(
            out,
            "\nGames cut off after {longest} steps and counted as draws: {cut}. A larger longest in the file lets them end."
        )?;
    }
    if !failures.is_empty() {
        writeln!(out, "\n{} games were lost by failures of programs, the first:", failures.len())?;
        for failure in failures.iter().take(10) {
            writeln!(out, "  {failure}")?;
        }
    }
    writeln!(out, "\nPairs and games are in {}", folder.display())?;
    Ok(())
}

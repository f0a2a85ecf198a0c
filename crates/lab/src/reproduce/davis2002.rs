//! Awari: the evolved players against others.

use engine::{PlayerSpec, Rng};
use games::awari::{Awari, Rules};
use games::{Game, Line};

use super::games::{NOTHING, champion, field, known, learnt, listed, mean_of};
use super::meetings::{Meeting, Named, Terms};
use super::{Archived, Findings, Meetings, Scale, Table, Trained};
use crate::RunError;
use crate::job::GameRecord;
use crate::report::chart::{Figure, Series};
use crate::stats::bootstrap;

/// Awale's levels with ours in their place, and what the paper's evolved player did there: games won, drawn and lost, and the means of
/// moves and seeds (tables 3 to 6).
const LADDER: [(&str, &str, &str); 4] = [
    ("initiation", "level:1", "5, 0, 0; 47 moves; 29.8 : 2.8"),
    ("beginner", "level:3", "5, 0, 0; 56 moves; 26.2 : 7.8"),
    ("amateur", "level:5", "3, 1, 1; 108 moves; 24.2 : 16.8"),
    ("grand master", "level:9", "0, 0, 5; 80 moves; 4.4 : 26.8"),
];

/// Generations whose best players are measured; the last one always is.
const GENERATIONS: [usize; 6] = [1, 5, 10, 25, 50, 125];

/// The seeds that both sides have at the end of a game.
fn seeds(game: &GameRecord) -> [u64; 2] {
    let mut line = Line::new(Awari::start(&Rules::DAVIS2002));
    // The rules of the game decide about the end, which is played already.
    game.steps.iter().for_each(|step| drop(line.read(step)));
    line.position().final_stores().map(u64::from)
}

/// Sets of weights such as evolution begins with, from −1 to 1: fifty where players meet in a hundred games.
fn start_vectors(scale: &Scale) -> Vec<Vec<f32>> {
    let rng = Rng::new(scale.seed);
    let vector = |number| {
        let mut rng = rng.child("random weights", number);
        (0..6).map(|_| 2.0 * rng.uniform() as f32 - 1.0).collect()
    };
    (0..u64::from(scale.games / 2).clamp(1, 50)).map(vector).collect()
}

/// How scores are spread: the least, the quartiles and the greatest.
fn spread(scores: &[f64]) -> String {
    let mut scores = scores.to_vec();
    scores.sort_by(f64::total_cmp);
    listed([0, 1, 2, 3, 4].map(|i| scores[i * (scores.len() - 1) / 4]), 0)
}

/// How many have no point, and how many have all.
fn ends(scores: &[f64]) -> String {
    let count = |points: f64| scores.iter().filter(|score| **score == points).count();
    format!("{}, {}", count(0.0), count(100.0))
}

/// The means over meetings: points, steps of a game, and seeds of both.
fn means(meetings: &[Meeting]) -> [String; 3] {
    let points: Vec<f64> = meetings.iter().map(Meeting::points).collect();
    let mean = |of: &dyn Fn(&Meeting) -> f64| bootstrap::mean(&meetings.iter().map(of).collect::<Vec<_>>());
    let seeds = |side: usize| mean(&|meeting| meeting.counted().map_or(0.0, |seeds| seeds[side]));
    let length = mean(&Meeting::length);
    [mean_of(&points, 0), format!("{length:.0}"), format!("{:.1} : {:.1}", seeds(0), seeds(1))]
}

pub fn compare(trained: &[Trained], scale: &Scale, meetings: &Meetings<'_>) -> Result<Findings, RunError> {
    let config = trained[0].config()?;
    let field = field(config, 4, scale);
    let terms = Terms { field: &field, games: scale.games, paired: true, counted: Some(seeds) };
    let few = Terms { games: (scale.games / 5).max(2).next_multiple_of(2), ..terms };
    let champions: Vec<Named> = trained.iter().map(|run| champion(run, &config.player, 0)).collect();
    let all = |other: &Named, terms: &Terms<'_>| -> Result<Vec<Meeting>, RunError> {
        champions.iter().map(|one| meetings.meet([one, other], terms)).collect()
    };
    let mut findings = Findings::default();

    let title = format!(
        "The evolved players, {} games each: points of 100, moves of a game, seeds of both at its end",
        scale.games
    );
    let columns = ["against", "paper: 5 games", "mean of the players", "each", "moves", "seeds"];
    let mut table = Table::new("levels", title, &columns);
    let others = ["random", "greedy", "davis2002"].map(|other| ("", other, ""));
    for (awale, level, paper) in LADDER.into_iter().chain(others) {
        let met = all(&known(level), &terms)?;
        let what =
            if awale.is_empty() { format!("`{level}`") } else { format!("Awale's {awale}; here `{level}`") };
        let [points, moves, seeds] = means(&met);
        table.row([what, paper.into(), points, listed(met.iter().map(Meeting::points), 0), moves, seeds]);
    }
    findings.tables.push(table);

    let vectors = start_vectors(scale);
    let title = format!(
        "{} sets of random weights, {} games each against a level, 2 against the highest",
        vectors.len(),
        few.games
    );
    let columns = [
        "players",
        "against",
        "paper: 1 game",
        "mean",
        "least, quartiles, greatest",
        "without and with all points",
        "moves",
        "seeds",
    ];
    let mut table = Table::new("random", title, &columns);
    let knowing: PlayerSpec = config.player.to_string().replace("outcomes=off", "outcomes=on").parse()?;
    let mut sets = Vec::new();
    for (what, spec) in [("as the paper's", &config.player), ("that know who has won", &knowing)] {
        let named =
            |(n, weights): (usize, &Vec<f32>)| learnt(format!("random set {}, {what}", n + 1), spec, weights);
        let players: Vec<Named> = vectors.iter().enumerate().map(named).collect();
        for (level, games, paper) in
            [("level:1", few.games, "lost, 68 moves, 0 : 26"), ("level:9", 2, "lost, 50 moves, 0 : 29")]
        {
            let other = known(level);
            let met: Result<Vec<Meeting>, RunError> = players
                .iter()
                .map(|player| meetings.meet([player, &other], &Terms { games, ..terms }))
                .collect();
            let met = met?;
            let [mean, moves, seeds] = means(&met);
            let paper = if std::ptr::eq(spec, &knowing) { "" } else { paper };
            let scores: Vec<f64> = met.iter().map(Meeting::points).collect();
            table.row([
                what.to_string(),
                format!("`{level}`"),
                paper.into(),
                mean,
                spread(&scores),
                ends(&scores),
                moves,
                seeds,
            ]);
        }
        sets.push(players);
    }
    let met: Result<Vec<Meeting>, RunError> =
        sets[0].iter().map(|player| meetings.meet([&champions[0], player], &few)).collect();
    let met = met?;
    let [mean, moves, seeds] = means(&met);
    let scores: Vec<f64> = met.iter().map(Meeting::points).collect();
    let what = format!("evolved, {}", champions[0].name);
    table.row([
        what,
        "the random sets".into(),
        String::new(),
        mean,
        spread(&scores),
        ends(&scores),
        moves,
        seeds,
    ]);
    findings.tables.push(table);

    let title =
        format!("An evolved player that knows who has won against itself without, {} games", scale.games);
    let mut table = Table::new("knowing", title, &["player", "points of the one who knows"]);
    for (run, unknowing) in trained.iter().zip(&champions) {
        let knows = learnt(format!("{} that knows who has won", run.name), &knowing, &run.best()[0]);
        let met = meetings.meet([&knows, unknowing], &Terms { counted: NOTHING, ..terms })?;
        table.row([run.name.clone(), super::games::points(&met)]);
    }
    findings.tables.push(table);
    findings.tables.push(weights(trained));
    findings.tables.push(seeds_alone(&config.player, &terms, meetings)?);
    generations(trained, &few, meetings, &mut findings)?;
    Ok(findings)
}

/// What the search does without anything that evolution found but for the difference of seeds.
fn seeds_alone(player: &PlayerSpec, terms: &Terms<'_>, meetings: &Meetings<'_>) -> Result<Table, RunError> {
    let title =
        format!("A player that only counts seeds (0, 0, 0, 0, -1, 1), {} games: points of 100", terms.games);
    let mut table = Table::new("seeds", title, &["against", "points"]);
    let one = learnt("seeds alone", player, &[0.0, 0.0, 0.0, 0.0, -1.0, 1.0]);
    for other in FIELD {
        let met = meetings.meet([&one, &known(other)], terms)?;
        table.row([format!("`{other}`"), super::games::points(&met)]);
    }
    Ok(table)
}

fn weights(trained: &[Trained]) -> Table {
    let title = "Weights of the evolved players, of length 1";
    let mut table = Table::new("weights", title, &["player", "w1", "w2", "w3", "w4", "w5", "w6", "length"]);
    for run in trained {
        let weights = &run.best()[0];
        let length = weights.iter().map(|w| f64::from(*w).powi(2)).sum::<f64>().sqrt();
        let unit = weights.iter().map(|w| format!("{:.2}", f64::from(*w) / length));
        table.row([run.name.clone()].into_iter().chain(unit).chain([format!("{length:.1}")]));
    }
    table
}

/// What more generations add: the best of some, against players that never change.
fn generations(
    trained: &[Trained],
    terms: &Terms<'_>,
    meetings: &Meetings<'_>,
    findings: &mut Findings,
) -> Result<(), RunError> {
    let last = trained[0].epochs.len();
    let some: Vec<usize> = GENERATIONS.into_iter().filter(|&n| n < last).chain([last]).collect();
    let opponents = ["level:1", "level:3", "level:5", "davis2002"];
    let title = format!(
        "The best of a generation, {} games for each of {} runs: points of 100",
        terms.games,
        trained.len()
    );
    let columns: Vec<&str> = ["generation"].into_iter().chain(opponents).collect();
    let mut table = Table::new("generations", title, &columns);
    let mut curves: Vec<Vec<Vec<(f64, f64)>>> = vec![vec![Vec::new(); trained.len()]; opponents.len()];
    for &generation in &some {
        let mut cells = vec![generation.to_string()];
        for (other, curves) in opponents.iter().zip(&mut curves) {
            let mut scores = Vec::new();
            for (run, curve) in trained.iter().zip(curves) {
                let best = &run.epochs[generation - 1].populations[0].champion;
                let best =
                    learnt(format!("{}, generation {generation}", run.name), &run.config()?.player, best);
                let points = meetings.meet([&best, &known(other)], terms)?.points();
                scores.push(points);
                curve.push((generation as f64, points));
            }
            cells.push(mean_of(&scores, 0));
        }
        table.row(cells);
    }
    findings.tables.push(table);
    let series =
        opponents.iter().zip(&curves).map(|(other, curves)| Series::mean(format!("against {other}"), curves));
    let figure = Figure {
        title: "What more generations add".into(),
        axes: ["generation".into(), "points of 100".into()],
        series: series.collect(),
        marks: Vec::new(),
    };
    findings.figures.push(("generations".into(), figure));
    Ok(())
}

/// Whom the champions of all methods meet.
const FIELD: [&str; 4] = ["level:1", "level:3", "level:5", "davis2002"];

/// Other methods with as many games.
pub fn compare_methods(
    trained: &[Trained],
    scale: &Scale,
    meetings: &Meetings<'_>,
) -> Result<Findings, RunError> {
    let field = field(trained[0].config()?, 4, scale);
    let terms = Terms { field: &field, games: scale.games, paired: true, counted: Some(seeds) };
    let title = format!("Each champion, {} games: points of 100", scale.games);
    let columns: Vec<&str> = ["champion"].into_iter().chain(FIELD).collect();
    let mut table = Table::new("field", title, &columns);
    for run in trained {
        let one = champion(run, &run.config()?.player, 0);
        let met = FIELD.map(|other| meetings.meet([&one, &known(other)], &terms));
        let mut cells = vec![one.name.clone()];
        for met in met {
            cells.push(super::games::points(&met?));
        }
        table.row(cells);
    }
    Ok(Findings { tables: vec![table], figures: Vec::new() })
}

/// The methods of all studies beside each other.
pub fn across(studies: &[(&'static str, Archived)]) -> Findings {
    let title = "Methods with equally many games: points of 100 of their champions, the mean with its interval over runs";
    let columns: Vec<&str> = ["method", "runs"].into_iter().chain(FIELD).chain(["all four"]).collect();
    let mut table = Table::new("all/methods", title, &columns);
    for (_, Archived { trained, meetings }) in studies {
        let mut methods: Vec<&str> = trained.iter().map(|run| &run.method[..]).collect();
        methods.dedup();
        for method in methods {
            let runs: Vec<&Trained> = trained.iter().filter(|run| run.method == method).collect();
            let points = |run: &Trained, other: &str| {
                let met = meetings.iter().find(|meeting| meeting.players == [&run.name[..], other]);
                met.map(Meeting::points)
            };
            // By runs; nothing where one of them has not met somebody.
            let each: Option<Vec<[f64; 4]>> = runs
                .iter()
                .map(|run| {
                    let met: Option<Vec<f64>> = FIELD.iter().map(|other| points(run, other)).collect();
                    met?.try_into().ok()
                })
                .collect();
            let Some(each) = each else { continue };
            let mut cells = vec![method.to_string(), runs.len().to_string()];
            for other in 0..FIELD.len() {
                cells.push(mean_of(&each.iter().map(|met| met[other]).collect::<Vec<_>>(), 0));
            }
            cells.push(mean_of(&each.iter().map(|met| bootstrap::mean(met)).collect::<Vec<_>>(), 1));
            table.row(cells);
        }
    }
    let tables = if table.rows.len() > 1 { vec![table] } else { Vec::new() };
    Findings { tables, figures: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{invented, invented_meeting};
    use super::*;

    #[test]
    fn methods_are_put_beside_each_other() {
        let archived = |method: &str, won: u32| {
            let trained: Vec<Trained> = (1..=2).map(|seed| invented(method, seed)).collect();
            let met = |run: &Trained| FIELD.map(|other| invented_meeting([&run.name, other], won, 0));
            Archived { meetings: trained.iter().flat_map(met).collect(), trained }
        };
        let findings = across(&[("paper", archived("old", 40)), ("modern", archived("new", 60))]);
        let cells: Vec<&[String]> = findings.tables[0].rows.iter().map(|row| &row[..]).collect();
        assert_eq!(cells[0], ["old", "2", "40", "40", "40", "40", "40.0"]);
        assert_eq!(cells[1][6], "60.0");
        let mut one = archived("old", 40);
        one.meetings.pop();
        assert!(
            across(&[("paper", one), ("modern", archived("new", 60))]).tables.is_empty(),
            "not beside nothing"
        );
    }

    #[test]
    fn the_spread_of_scores_has_its_quartiles() {
        assert_eq!(spread(&[50.0, 0.0, 100.0, 0.0, 100.0]), "0, 0, 50, 100, 100");
    }

    #[test]
    fn fifty_sets_of_weights_lie_in_the_paper_s_range() {
        let all = start_vectors(&Scale { games: 100, seed: 1 });
        assert_eq!((all.len(), start_vectors(&Scale { games: 2, seed: 1 }).len()), (50, 1));
        let numbers: Vec<f32> = all.concat();
        assert!(numbers.iter().all(|x| (-1.0..=1.0).contains(x)), "{numbers:?}");
        assert!(numbers.iter().any(|x| *x < -0.8) && numbers.iter().any(|x| *x > 0.8));
    }
}

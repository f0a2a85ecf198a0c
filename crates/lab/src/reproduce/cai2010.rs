//! Capture Go: Tables 1 and 2, the methods against each other.

use engine::Rng;
use games::{Outcome, Side};

use super::games::{NOTHING, champion, field, known, listed, mean_of, points};
use super::meetings::{Meeting, Named, Terms};
use super::{Archived, Findings, Meetings, Scale, Table, Trained};
use crate::RunError;
use crate::job::{GameRecord, Pairing};
use crate::report::chart::{Figure, Series};
use crate::stats::bootstrap;

/// Methods in the order of the paper.
const METHODS: [&str; 4] = ["hybrid", "PSO", "EA", "HC"];

/// Table 1: Black by row, White by column, points of Black in 100 games; what the paper does not print is not here.
const TABLE_1: [(&str, &str, &str); 9] = [
    ("hybrid", "PSO", "79"),
    ("hybrid", "EA", "90"),
    ("hybrid", "HC", "76"),
    ("PSO", "hybrid", "62"),
    ("PSO", "EA", "76"),
    ("PSO", "HC", "70"),
    ("EA", "hybrid", "53"),
    ("EA", "PSO", "68"),
    ("EA", "HC", "70"),
];

/// Table 2, with deviations.
const TABLE_2: [(&str, &str, f64, f64); 12] = [
    ("hybrid", "PSO", 77.0, 9.0),
    ("hybrid", "EA", 83.0, 6.0),
    ("hybrid", "HC", 80.0, 8.0),
    ("PSO", "hybrid", 61.0, 7.0),
    ("PSO", "EA", 70.0, 5.0),
    ("PSO", "HC", 80.0, 8.0),
    ("EA", "hybrid", 60.0, 8.0),
    ("EA", "PSO", 72.0, 8.0),
    ("EA", "HC", 76.0, 9.0),
    ("HC", "hybrid", 49.0, 12.0),
    ("HC", "PSO", 51.0, 13.0),
    ("HC", "EA", 45.0, 13.0),
];

pub fn compare(trained: &[Trained], scale: &Scale, meetings: &Meetings<'_>) -> Result<Findings, RunError> {
    let config = trained[0].config()?;
    let field = field(config, 0, scale);
    // One step in ten is random, unless it was learnt with others.
    let spec = config.player.with_careless(10)?;
    let of = |method: &str| -> Vec<Named> {
        let found = trained.iter().filter(|trained| trained.method == method);
        found.map(|run| champion(run, &spec, 0)).collect()
    };
    let terms = Terms { field: &field, games: scale.games, paired: false, counted: NOTHING };
    let mut findings = Findings::default();

    let title = format!(
        "Table 1: the first player of each method, points of Black in {} games; a step in ten is random",
        scale.games
    );
    let mut table = Table::new("table-1", title, &["Black, White", "paper", "here", "steps of a game"]);
    let mut row = |what: String, paper: &str, met: &Meeting| {
        table.row([what, paper.into(), points(met), format!("{:.0}", met.length())]);
    };
    for (black, white, paper) in TABLE_1 {
        let (first, second) = (of(black), of(white));
        row(format!("{black}, {white}"), paper, &meetings.meet([&first[0], &second[0]], &terms)?);
    }
    for method in METHODS {
        let met = meetings.meet([&of(method)[0], &known("random")], &terms)?;
        row(format!("{method}, `random`"), if method == "HC" { "" } else { "100 in 28 steps" }, &met);
    }
    findings.tables.push(table);

    let defensive = known("defensive");
    let title =
        format!("Black against the defensive player, points in {} games for each player", scale.games);
    let mut table = Table::new(
        "defensive",
        title,
        &["Black", "paper", "mean", "deviation of players", "steps of a game"],
    );
    for method in METHODS {
        let met = of(method)
            .iter()
            .map(|one| meetings.meet([one, &defensive], &terms))
            .collect::<Result<Vec<_>, _>>()?;
        let scores: Vec<f64> = met.iter().map(Meeting::points).collect();
        let steps = bootstrap::mean(&met.iter().map(Meeting::length).collect::<Vec<_>>());
        let deviation = format!("{:.0}", bootstrap::deviation(&scores));
        let paper = if method == "hybrid" { "56 ± 3" } else { "" };
        table.row([method.into(), paper.into(), mean_of(&scores, 1), deviation, format!("{steps:.0}")]);
    }
    findings.tables.push(table);
    if of("hybrid").len() < 2 {
        return Ok(findings);
    }

    let mut methods: Vec<&str> = trained.iter().map(|run| &run.method[..]).collect();
    methods.dedup();
    let mut crosses = Vec::new();
    for &black in &methods {
        for &white in methods.iter().filter(|&&white| white != black) {
            let players = [(black, &of(black)[..]), (white, &of(white)[..])];
            crosses.push((black, white, Crossed::play(players, &field, scale.games, meetings)?));
        }
    }
    let players = of("hybrid").len();
    let title = format!(
        "Table 2: {players} players of each method, points of Black in {} games a pair: the mean with its interval over players, and the \
         deviation of a pair",
        scale.games
    );
    let mut table = Table::new("table-2", title, &["Black, White", "paper", "here", "deviation"]);
    let mut ours = Vec::new();
    for (black, white, cross) in &crosses {
        let Some((_, _, mean, deviation)) = printed(black, white) else { continue };
        let [paper, here] = [format!("{mean} ± {deviation}"), cross.said()];
        table.row([format!("{black}, {white}"), paper, here, format!("{:.0}", cross.deviation())]);
        ours.push(bootstrap::mean(&cross.0.concat()));
    }
    let paper = bootstrap::mean(&TABLE_2.map(|row| row.2));
    let ours = bootstrap::mean(&ours);
    table.row([
        "all of them: Black's advantage".into(),
        format!("{paper:.0}"),
        format!("{ours:.1}"),
        String::new(),
    ]);
    findings.tables.push(table);
    findings.tables.push(order(&methods, &crosses));
    Ok(findings)
}

/// What Table 2 has for two methods.
fn printed(black: &str, white: &str) -> Option<(&'static str, &'static str, f64, f64)> {
    TABLE_2.into_iter().find(|row| (row.0, row.1) == (black, white))
}

/// The methods by what they score against the others with both colours: among the paper's four, and among all.
fn order(methods: &[&str], crosses: &[(&str, &str, Crossed)]) -> Table {
    let title = "Each method against the others, both colours together: points of 100, with the interval over players";
    let mut table = Table::new("order", title, &["method", "paper", "among the paper's four", "among all"]);
    for method in methods {
        let paper: Vec<f64> = TABLE_2
            .iter()
            .filter_map(|(black, white, mean, _)| match () {
                () if black == method => Some(*mean),
                () if white == method => Some(100.0 - mean),
                () => None,
            })
            .collect();
        let among = |field: &[&str]| {
            let cells: Vec<Vec<f64>> = crosses
                .iter()
                .filter(|(black, white, _)| field.contains(black) && field.contains(white))
                .filter_map(|(black, white, cross)| match () {
                    () if black == method => Some(cross.rows()),
                    () if white == method => Some(cross.columns()),
                    () => None,
                })
                .collect();
            let player = |i: usize| bootstrap::mean(&cells.iter().map(|cell| cell[i]).collect::<Vec<_>>());
            (0..cells.first().map_or(0, Vec::len)).map(player).collect::<Vec<f64>>()
        };
        let said = |players: &[f64]| if players.is_empty() { String::new() } else { mean_of(players, 1) };
        let four = if METHODS.contains(method) { among(&METHODS) } else { Vec::new() };
        let all = if methods.len() > METHODS.len() { among(methods) } else { Vec::new() };
        let paper = if paper.is_empty() { String::new() } else { format!("{:.0}", bootstrap::mean(&paper)) };
        table.row([method.to_string(), paper, said(&four), said(&all)]);
    }
    table
}

/// Every player of one method as Black against every one of another as White: points of 100, by Black and by White.
struct Crossed(Vec<Vec<f64>>);

impl Crossed {
    /// Games of those named: Black's players and White's. Each two have random numbers of their own.
    fn play(
        [(black, blacks), (white, whites)]: [(&str, &[Named]); 2],
        field: &Pairing,
        games: u32,
        meetings: &Meetings<'_>,
    ) -> Result<Crossed, RunError> {
        let mut points = vec![Vec::new(); blacks.len()];
        for (row, first) in blacks.iter().enumerate() {
            for (column, second) in whites.iter().enumerate() {
                let seed = Rng::new(field.seed).child(black, row as u64).child(white, column as u64).bits();
                let field = Pairing { seed, ..field.clone() };
                let terms = Terms { field: &field, games, paired: false, counted: NOTHING };
                points[row].push(meetings.meet([first, second], &terms)?.points());
            }
        }
        Ok(Crossed(points))
    }

    /// What each of Black's players has in the mean.
    fn rows(&self) -> Vec<f64> {
        self.0.iter().map(|row| bootstrap::mean(row)).collect()
    }

    /// What each of White's players has in the mean.
    fn columns(&self) -> Vec<f64> {
        let column = |i: usize| 100.0 - bootstrap::mean(&self.0.iter().map(|row| row[i]).collect::<Vec<_>>());
        (0..self.0[0].len()).map(column).collect()
    }

    /// The deviation of a pair of players, which the paper's is in our reading: of players and of the luck of their games together.
    fn deviation(&self) -> f64 {
        bootstrap::deviation(&self.0.concat())
    }

    /// The mean with its interval. Players are drawn and not pairs of them: a strong Black is in a whole row.
    fn said(&self) -> String {
        let mean = bootstrap::mean(&self.0.concat());
        match bootstrap::crossed(&self.0) {
            Some([low, high]) => format!("{mean:.1} ({low:.1} to {high:.1})"),
            None => format!("{mean:.1}"),
        }
    }
}

/// Who won a game by territory, after two passes.
fn by_territory(game: &GameRecord) -> [u64; 2] {
    let passes = game.steps.iter().rev().take_while(|step| *step == "pass").count() >= 2;
    Side::BOTH.map(|side| u64::from(passes && game.outcome == Outcome::Win(side)))
}

/// Hybrids that learnt against the defensive player.
pub fn compare_defensive(
    trained: &[Trained],
    scale: &Scale,
    meetings: &Meetings<'_>,
) -> Result<Findings, RunError> {
    let config = trained[0].config()?;
    let (field, spec) = (field(config, 0, scale), config.player.with_careless(10)?);
    let terms = Terms { field: &field, games: scale.games, paired: false, counted: Some(by_territory) };
    let title =
        format!("Hybrids that learnt against the defensive player, as Black in {} games", scale.games);
    let columns = ["against", "paper", "points of 100, mean", "each", "won by territory, in %", "steps"];
    let mut table = Table::new("players", title, &columns);
    for (other, paper) in [("defensive", "by territory, not by capturing"), ("random", "")] {
        let all = trained.iter().map(|run| meetings.meet([&champion(run, &spec, 0), &known(other)], &terms));
        let met = all.collect::<Result<Vec<_>, _>>()?;
        let points: Vec<f64> = met.iter().map(Meeting::points).collect();
        let (won, territory) = met.iter().fold((0, 0), |(won, territory), meeting| {
            (won + meeting.results[0], territory + meeting.counted.map_or(0, |counted| counted[0]))
        });
        let steps = bootstrap::mean(&met.iter().map(Meeting::length).collect::<Vec<_>>());
        table.row([
            format!("`{other}`"),
            paper.into(),
            mean_of(&points, 1),
            listed(points.iter().copied(), 0),
            format!("{:.0}", 100.0 * territory as f64 / f64::from(won.max(1))),
            format!("{steps:.0}"),
        ]);
    }
    Ok(Findings { tables: vec![table], figures: Vec::new() })
}

/// How far the swarm over constants came: its best score says in how many moves the best game was won or lost.
pub fn compare_outer(trained: &[Trained], _: &Scale, _: &Meetings<'_>) -> Result<Findings, RunError> {
    let title = "The swarm over constants: the best game of a generation, and the best constants by then";
    let columns = ["generation", "paper", "the best game", "games won", "constants"];
    let mut table = Table::new("constants", title, &columns);
    let epochs = &trained[0].epochs;
    let last = epochs.len();
    for epoch in epochs.iter().filter(|epoch| [1, 2, 5, 10, 15, 20, 25, last as u64].contains(&epoch.epoch)) {
        let paper = match epoch.epoch {
            1 => "lost in 65 moves",
            30 => "won in 8 moves, for the seventh time; 0.4667, 1.7971, 2.4878",
            _ => "",
        };
        let best = epoch.populations[0].fitness.map_or(0.0, |fitness| fitness[0]);
        let game = match best {
            0.0 => "drawn, or longer than 81 moves".to_string(),
            won if won > 0.0 => format!("won in {:.0} moves", 81.0 - won),
            lost => format!("lost in {:.0} moves", 81.0 + lost),
        };
        let won = format!("{} of {}", epoch.first, epoch.games);
        table.row([epoch.epoch.to_string(), paper.into(), game, won, epoch.populations[0].notes_in_words()]);
    }
    let figure = Figure {
        title: "The best game of a generation".into(),
        axes: ["generation".into(), "81 less its moves, negative where it was lost".into()],
        series: vec![Series::new(
            "best score",
            epochs
                .iter()
                .filter_map(|epoch| Some((epoch.epoch as f64, epoch.populations[0].fitness?[0])))
                .collect(),
        )],
        marks: vec![(73.0, "the paper's last seven".into()), (-16.0, "the paper's first".into())],
    };
    Ok(Findings { tables: vec![table], figures: vec![("best-game".into(), figure)] })
}

/// What each player of a method has against those of the paper's three other methods: every method and colour counts alike, whoever played
/// how often. None where the methods have one player each, whom Table 1 lets meet unequally.
fn players(Archived { trained, meetings }: &Archived, method: &str) -> Option<Vec<f64>> {
    let runs: Vec<&Trained> = trained.iter().filter(|run| run.method == method).collect();
    let crossed: Vec<&Meeting> =
        meetings.iter().filter(|meeting| meeting.seed != trained[0].experiment.seed()).collect();
    let points = |run: &&Trained| {
        let others = METHODS.iter().filter(|other| **other != method);
        let cells = others.flat_map(|other| [0, 1].map(|side| (other, side))).map(|(other, side)| {
            let own = |meeting: &&&Meeting| {
                let [own, opponent] = [side, 1 - side].map(|side: usize| &meeting.players[side]);
                *own == run.name && trained.iter().any(|run| run.name == *opponent && run.method == *other)
            };
            let points =
                |meeting: &&Meeting| if side == 0 { meeting.points() } else { 100.0 - meeting.points() };
            let all: Vec<f64> = crossed.iter().filter(own).map(points).collect();
            (!all.is_empty()).then(|| bootstrap::mean(&all))
        });
        cells.collect::<Option<Vec<f64>>>().map(|cells| bootstrap::mean(&cells))
    };
    (runs.len() > 1).then(|| runs.iter().map(points).collect())?
}

/// Whether the order of the methods moves towards the paper's as the search gets deeper.
pub fn across(studies: &[(&'static str, Archived)]) -> Findings {
    let mut findings = Findings::default();
    let depths: Vec<(&str, f64)> = (1..=6)
        .filter_map(|depth| {
            let name =
                studies.iter().map(|(name, _)| *name).find(|name| *name == format!("depth-{depth}"))?;
            Some((name, f64::from(depth)))
        })
        .collect();
    if depths.len() < 2 {
        return findings;
    }
    let series = METHODS.iter().map(|method| {
        let mut series = Series::new(*method, Vec::new());
        for (study, depth) in &depths {
            let archived = studies.iter().find(|(name, _)| name == study).map(|(_, archived)| archived);
            let Some(players) = archived.and_then(|archived| players(archived, method)) else { continue };
            series.points.push((*depth, bootstrap::mean(&players)));
            if let Some([low, high]) = bootstrap::interval(&players) {
                series.band.push((*depth, low, high));
            }
        }
        series
    });
    let axes = [
        "depth of search in training and comparison".to_string(),
        "points of 100 against the paper's other methods".to_string(),
    ];
    let figure =
        Figure { title: "The methods by depth".into(), axes, series: series.collect(), marks: Vec::new() };
    findings.figures.push(("all/depths".into(), figure));
    findings
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use games::TextError;

    use super::super::tests::{invented, invented_meeting};
    use super::*;
    use crate::job::{Executor, Job, Planned, Watch};

    /// Remembers the random numbers of the games that it is asked for.
    #[derive(Default)]
    struct Collects(Mutex<Vec<u64>>);

    impl Executor for Collects {
        fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), TextError> {
            self.0.lock().unwrap().extend(jobs.iter().map(|job| job.rng.clone().bits()));
            Planned::default().stream(jobs, watch)
        }
    }

    /// Where methods are equally strong and Black has seventy of a hundred, all have fifty, whoever has Black more often in Table 1.
    #[test]
    fn black_s_advantage_is_nobody_s() {
        let trained: Vec<Trained> =
            METHODS.iter().flat_map(|method| [1, 2].map(|seed| invented(method, seed))).collect();
        let mut meetings = Vec::new();
        for (black, white) in trained.iter().flat_map(|a| trained.iter().map(move |b| (a, b))) {
            if black.method != white.method {
                meetings.push(invented_meeting([&black.name, &white.name], 70, 77));
            }
        }
        let table_1 = TABLE_1
            .map(|(black, white, _)| invented_meeting([&format!("{black}-1"), &format!("{white}-1")], 70, 1));
        meetings.extend(table_1);
        let archived = Archived { trained, meetings };
        for method in METHODS {
            let points = players(&archived, method).unwrap();
            assert!(points.iter().all(|points| (points - 50.0).abs() < 1e-9), "{method}: {points:?}");
        }
        let cross = || Crossed(vec![vec![70.0; 2]; 2]);
        let methods = [&METHODS[..], &["new"]].concat();
        let pairs = methods.iter().flat_map(|a| methods.iter().map(move |b| (*a, *b)));
        let crosses: Vec<_> = pairs.filter(|(a, b)| a != b).map(|(a, b)| (a, b, cross())).collect();
        let table = order(&methods, &crosses);
        assert_eq!(table.rows[0], ["hybrid", "62", "50.0", "50.0"]);
        assert_eq!(table.rows[4], ["new", "", "", "50.0"]);
        let single: Vec<Trained> = METHODS.iter().map(|method| invented(method, 1)).collect();
        assert_eq!(players(&Archived { trained: single, meetings: Vec::new() }, "HC"), None);
    }

    /// No two games share random numbers, neither in a cell nor in two.
    #[test]
    fn every_pair_has_games_of_its_own() {
        let field =
            Pairing { start: None, game: "capture-go:9".parse().unwrap(), opening: 0, longest: 200, seed: 1 };
        let (three, collects) = (vec![known("random"); 3], Collects::default());
        let meetings = Meetings::played(&collects);
        for (black, white) in [("hybrid", "PSO"), ("PSO", "hybrid"), ("hybrid", "EA")] {
            let drawn = Crossed::play([(black, &three), (white, &three[..2])], &field, 5, &meetings).unwrap();
            assert_eq!((drawn.said(), drawn.deviation()), ("50.0 (50.0 to 50.0)".into(), 0.0));
        }
        let mut seen = collects.0.into_inner().unwrap();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 3 * 6 * 5);
    }
}

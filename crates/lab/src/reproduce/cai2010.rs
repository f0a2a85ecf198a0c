//! Capture Go: Tables 1 and 2, the methods against each other.

use engine::Rng;

use super::games::{NOTHING, champion, field, known, points};
use super::meetings::{Meeting, Named, Terms};
use super::{Archived, Findings, Meetings, Scale, Table, Trained};
use crate::RunError;
use crate::job::Pairing;
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
    let terms = Terms { field: &field, games: scale.games, paired: false, captured: NOTHING };
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
        table.row([
            method.into(),
            paper.into(),
            super::games::mean_of(&scores, 1),
            deviation,
            format!("{steps:.0}"),
        ]);
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

/// The methods by what they score against all others with both colours.
fn order(methods: &[&str], crosses: &[(&str, &str, Crossed)]) -> Table {
    let others = methods.len() - 1;
    let title = format!(
        "Each method against the {others} others, both colours together: points of 100, with the interval over players"
    );
    let mut table = Table::new("order", title, &["method", "paper", "here"]);
    for method in methods {
        let (mut paper, mut cells): (Vec<f64>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
        for (black, white, Crossed(cross)) in crosses {
            let mean = printed(black, white).map(|row| row.2);
            if black == method {
                paper.extend(mean);
                cells.push(cross.iter().map(|row| bootstrap::mean(row)).collect());
            } else if white == method {
                paper.extend(mean.map(|mean| 100.0 - mean));
                let column =
                    |i: usize| 100.0 - bootstrap::mean(&cross.iter().map(|row| row[i]).collect::<Vec<_>>());
                cells.push((0..cross[0].len()).map(column).collect());
            }
        }
        // A player's points against all players of the others.
        let player = |i: usize| bootstrap::mean(&cells.iter().map(|cell| cell[i]).collect::<Vec<_>>());
        let players: Vec<f64> = (0..cells[0].len()).map(player).collect();
        let paper = if paper.is_empty() { String::new() } else { format!("{:.0}", bootstrap::mean(&paper)) };
        table.row([method.to_string(), paper, super::games::mean_of(&players, 1)]);
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
                let terms = Terms { field: &field, games, paired: false, captured: NOTHING };
                points[row].push(meetings.meet([first, second], &terms)?.points());
            }
        }
        Ok(Crossed(points))
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
    let of = |study: &str, method: &str| {
        let archived = studies.iter().find(|(name, _)| *name == study).map(|(_, archived)| archived)?;
        let mut players: Vec<f64> = Vec::new();
        for run in archived.trained.iter().filter(|run| run.method == method) {
            let met = |meeting: &&Meeting| {
                meeting.players.contains(&run.name)
                    && meeting.players.iter().all(|name| name.contains('-') || name.contains(' '))
            };
            let points: Vec<f64> =
                archived
                    .meetings
                    .iter()
                    .filter(met)
                    .map(|meeting| {
                        if meeting.players[0] == run.name {
                            meeting.points()
                        } else {
                            100.0 - meeting.points()
                        }
                    })
                    .collect();
            players.push(bootstrap::mean(&points));
        }
        Some(players)
    };
    let series = METHODS.iter().map(|method| {
        let mut series = Series::new(*method, Vec::new());
        for (study, depth) in &depths {
            let Some(players) = of(study, method).filter(|players| !players.is_empty()) else { continue };
            series.points.push((*depth, bootstrap::mean(&players)));
            if let Some([low, high]) = bootstrap::interval(&players) {
                series.band.push((*depth, low, high));
            }
        }
        series
    });
    let axes = [
        "depth of search in training and comparison".to_string(),
        "points of 100 against the other methods".to_string(),
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

//! Seega: Black's relative fitness and a particle's weights over time (2003, 2004), and the evolved players beside Table I (2004).

use engine::PlayerSpec;
use engine::games::seega::papers::LinearWeights;

use super::games::{NOTHING, champion, field, known, learnt, listed, mean_of, points};
use super::meetings::{Named, Terms};
use super::{Archived, Findings, Meeting, Meetings, Scale, Table, Trained};
use crate::RunError;
use crate::job::Pairing;
use crate::learn::{Epoch, Summary};
use crate::report::chart::{Figure, Series};
use crate::stats::bootstrap;

/// The weights of placing: the first of a vector.
const PLACING: usize = 6;

/// Relative fitness of 2003's figure 2, where it settles.
const SETTLES: f64 = 425.0;

/// Black's relative fitness: the scores of all games of an iteration together.
fn relative(epoch: &Epoch) -> f64 {
    epoch.populations.get(1).and_then(|black| black.fitness).map_or(0.0, |fitness| fitness[3])
}

/// A number of every generation.
fn course(run: &Trained, of: impl Fn(&Epoch) -> f64) -> Vec<(f64, f64)> {
    run.epochs.iter().map(|epoch| (epoch.epoch as f64, of(epoch))).collect()
}

/// Some stretches of a run: from which generation to which.
fn stretches(run: &Trained, bounds: &[usize]) -> Vec<[usize; 2]> {
    let last = run.epochs.len();
    let ends: Vec<usize> = bounds.iter().copied().filter(|&end| end < last).chain([last]).collect();
    let starts = [0].into_iter().chain(ends.iter().copied());
    starts.zip(ends.iter().copied()).map(|(start, end)| [start, end]).collect()
}

/// What happened in games and with a particle, stretch by stretch.
fn stretch_table(
    trained: &[Trained],
    bounds: &[usize],
    colour: usize,
    paper: &dyn Fn(usize) -> &'static str,
) -> Table {
    let side = &trained[0].epochs[0].populations[colour].name;
    let change = format!("how far {side}'s first particle goes an iteration");
    let columns = [
        "run, iterations",
        "paper",
        "Black's relative fitness, deviation",
        "White, draws, Black in %",
        "steps",
        &change[..],
        "diversity",
    ];
    let title = "The course of the runs; a particle goes the root of the mean square of the changes of its 15 weights";
    let mut table = Table::new("course", title, &columns);
    for run in trained {
        for [from, to] in stretches(run, bounds) {
            let epochs = &run.epochs[from..to];
            let fitness: Vec<f64> = epochs.iter().map(relative).collect();
            let games: u64 = epochs.iter().map(|epoch| epoch.games).sum();
            let share = |of: fn(&Epoch) -> u64| {
                100.0 * epochs.iter().map(of).sum::<u64>() as f64 / games.max(1) as f64
            };
            let steps = bootstrap::mean(&epochs.iter().map(|epoch| epoch.length).collect::<Vec<_>>());
            let way = run.epochs[from.saturating_sub(1)..to]
                .windows(2)
                .map(|two| distance(&two[0].populations[colour], &two[1].populations[colour]));
            let way: Vec<f64> = way.collect();
            let diversity = bootstrap::mean(
                &epochs.iter().map(|epoch| epoch.populations[colour].diversity).collect::<Vec<_>>(),
            );
            table.row([
                format!("{}, {} to {to}", run.name, from + 1),
                paper(to).into(),
                format!("{:.0}, {:.0}", bootstrap::mean(&fitness), bootstrap::deviation(&fitness)),
                format!("{:.0}, {:.0}, {:.0}", share(|e| e.first), share(|e| e.draws), share(|e| e.second)),
                format!("{steps:.0}"),
                if way.is_empty() { "–".into() } else { format!("{:.3}", bootstrap::mean(&way)) },
                format!("{diversity:.2}"),
            ]);
        }
    }
    table
}

/// The root of the mean square of how much the first particle's weights differ.
fn distance(a: &Summary, b: &Summary) -> f64 {
    let squares = a.particle.iter().zip(&b.particle).map(|(a, b)| f64::from(a - b).powi(2));
    (squares.sum::<f64>() / a.particle.len().max(1) as f64).sqrt()
}

/// The weights of placing of a run's first particle of a colour.
fn particle(run: &Trained, colour: usize, title: &str) -> Result<Figure, RunError> {
    let labels = (run.config()?.genome()?.labels)();
    let curve = |(i, label): (usize, &String)| {
        Series::new(label, course(run, |epoch| f64::from(epoch.populations[colour].particle[i])))
    };
    let axes = ["iteration".to_string(), "weight".to_string()];
    Ok(Figure {
        title: title.into(),
        axes,
        series: labels.iter().take(PLACING).enumerate().map(curve).collect(),
        marks: Vec::new(),
    })
}

/// Results of games over the iterations of a run.
fn results(run: &Trained) -> Figure {
    let names = ["White wins", "draws", "Black wins"];
    let curve =
        |(i, name): (usize, &&str)| Series::new(*name, course(run, |epoch| 100.0 * epoch.shares()[i]));
    let axes = ["iteration".to_string(), "games in %".to_string()];
    Figure {
        title: "Results of the games".into(),
        axes,
        series: names.iter().enumerate().map(curve).collect(),
        marks: Vec::new(),
    }
}

/// A pair of players, White and Black.
struct Couple {
    name: String,
    weights: Vec<Vec<f32>>,
    player: PlayerSpec,
}

/// The champions of a run after an iteration.
fn couple(run: &Trained, iteration: usize) -> Result<Couple, RunError> {
    let last = iteration >= run.epochs.len();
    let past = || run.epochs[iteration - 1].populations.iter().map(|p| p.champion.clone()).collect();
    Ok(Couple {
        name: if last { run.name.clone() } else { format!("{}, iteration {iteration}", run.name) },
        weights: if last { run.best() } else { past() },
        player: run.config()?.player.clone(),
    })
}

/// Players that never change, whom those of 5×5 meet.
const FIELD: [&str; 5] = ["random", "greedy", "level:3", "level:5", "abdelbar2004"];

/// Couples with their own colours against players that never change.
fn strength(
    couples: &[Couple],
    field: &Pairing,
    scale: &Scale,
    meetings: &Meetings<'_>,
) -> Result<Table, RunError> {
    let terms = Terms { field, games: scale.games, paired: false, counted: NOTHING };
    let title = format!(
        "Champions, each with its colour, {} games from two random steps against each: their points of 100",
        scale.games
    );
    let columns: Vec<&str> = ["champion"].into_iter().chain(FIELD).chain(["mean"]).collect();
    let mut table = Table::new("strength", title, &columns);
    for Couple { name, weights, player } in couples {
        for (population, side) in ["White", "Black"].into_iter().enumerate() {
            let one = learnt(format!("{name} {side}"), player, &weights[population]);
            let (mut cells, mut all) = (vec![one.name.clone()], Vec::new());
            for other in FIELD.map(known) {
                // White is the first side.
                let both = if population == 0 { [&one, &other] } else { [&other, &one] };
                let met = meetings.meet(both, &terms)?;
                let points = if population == 0 { met.points() } else { 100.0 - met.points() };
                cells.push(format!("{points:.0} ± {:.0}", met.error()));
                all.push(points);
            }
            cells.push(format!("{:.0}", bootstrap::mean(&all)));
            table.row(cells);
        }
    }
    Ok(table)
}

/// Iterations of the paper's method whose games other methods have in all.
const EQUAL: usize = 50;

/// Other methods with as many games as fifty iterations have.
pub fn compare_methods(
    trained: &[Trained],
    scale: &Scale,
    meetings: &Meetings<'_>,
) -> Result<Findings, RunError> {
    let couples = trained.iter().map(|run| couple(run, usize::MAX)).collect::<Result<Vec<_>, _>>()?;
    let field = field(trained[0].config()?, 2, scale);
    Ok(Findings { tables: vec![strength(&couples, &field, scale, meetings)?], figures: Vec::new() })
}

/// What methods come to with equally many games: the mean over the field and both colours, by runs.
fn methods(studies: &[(&'static str, Archived)]) -> Table {
    let title = format!(
        "Methods with as many games as {EQUAL} iterations have: points of 100 of their champions against {}, both colours; the mean \
         with its interval over runs",
        FIELD.join(", ")
    );
    let mut table = Table::new("all/methods", title, &["method", "games of a run", "runs", "each", "mean"]);
    let mut rows: Vec<(String, Vec<u64>, Vec<f64>)> = Vec::new();
    for (study, Archived { trained, meetings }) in studies {
        for run in trained {
            let own = ["paper", "seeds", "guide"].contains(study);
            let name = if own { format!("{}, iteration {EQUAL}", run.name) } else { run.name.clone() };
            let sides = ["White", "Black"].map(|side| format!("{name} {side}"));
            let of = |meeting: &Meeting| match meeting.players.each_ref().map(|player| sides.contains(player))
            {
                [true, false] => Some(meeting.points()),
                [false, true] => Some(100.0 - meeting.points()),
                _ => None,
            };
            let points: Vec<f64> = meetings.iter().filter_map(of).collect();
            if points.is_empty() {
                continue;
            }
            let method = match *study {
                "paper" | "seeds" => "as the paper".to_string(),
                "guide" => "as the paper, guided by the best remembered".into(),
                _ => run.method.clone(),
            };
            let counted = if own { EQUAL.min(run.epochs.len()) } else { run.epochs.len() };
            let games = run.epochs[..counted].iter().map(|epoch| epoch.games).sum();
            let at = rows.iter().position(|row| row.0 == method).unwrap_or_else(|| {
                rows.push((method, Vec::new(), Vec::new()));
                rows.len() - 1
            });
            rows[at].1.push(games);
            rows[at].2.push(bootstrap::mean(&points));
        }
    }
    for (method, games, points) in rows {
        let each = listed(points.iter().copied(), 0);
        table.row([method, games[0].to_string(), points.len().to_string(), each, mean_of(&points, 1)]);
    }
    table
}

pub fn compare_2003(
    trained: &[Trained],
    scale: &Scale,
    meetings: &Meetings<'_>,
) -> Result<Findings, RunError> {
    let paper = |to: usize| match to {
        ..=200 => "rises, fluctuates",
        _ => "stable, about 425",
    };
    let first = &trained[0];
    let iterations = |run| [EQUAL, usize::MAX].map(|iteration| couple(run, iteration));
    let mut couples = trained.iter().flat_map(iterations).collect::<Result<Vec<_>, _>>()?;
    // A short run has only its last.
    couples.dedup_by(|a, b| a.name == b.name);
    let field = field(first.config()?, 2, scale);
    let axes = ["iteration".to_string(), "score of all games".to_string()];
    let fitness = |run: &Trained| Series::new(run.name.clone(), course(run, relative));
    let title = "Black's relative fitness".into();
    let marks = vec![(SETTLES, "where the paper's settles".to_string())];
    Ok(Findings {
        tables: vec![
            stretch_table(trained, &[50, 100, 200, 400, 600], 1, &paper),
            strength(&couples, &field, scale, meetings)?,
        ],
        figures: vec![
            ("figure-2".into(), Figure { title, axes, series: trained.iter().map(fitness).collect(), marks }),
            ("figure-1".into(), particle(first, 1, "A Black particle's weights of placing")?),
            ("results".into(), results(first)),
        ],
    })
}

/// The fitness of all runs of the paper's setting in a band, and of the other guide.
pub fn across_2003(studies: &[(&'static str, Archived)]) -> Findings {
    let of = |names: &[&str]| -> Vec<Vec<(f64, f64)>> {
        let named = studies.iter().filter(|(name, _)| names.contains(name));
        named.flat_map(|(_, archived)| archived.trained.iter().map(|run| course(run, relative))).collect()
    };
    let (same, guide) = (of(&["paper", "seeds"]), of(&["guide"]));
    let methods = methods(studies);
    let tables = if methods.rows.len() > 1 { vec![methods] } else { Vec::new() };
    if same.len() < 2 {
        return Findings { tables, figures: Vec::new() };
    }
    let mut series = vec![Series::mean(format!("mean and range of {} seeds", same.len()), &same)];
    if !guide.is_empty() {
        series.push(Series::mean("guided by the best remembered", &guide));
    }
    let axes = ["iteration".to_string(), "score of all games".to_string()];
    let marks = vec![(SETTLES, "where the paper's settles".to_string())];
    let figure = Figure { title: "Black's relative fitness, several seeds".into(), axes, series, marks };
    Findings { tables, figures: vec![("all/figure-2".into(), figure)] }
}

pub fn compare_2004(
    trained: &[Trained],
    scale: &Scale,
    meetings: &Meetings<'_>,
) -> Result<Findings, RunError> {
    let config = trained[0].config()?;
    let field = field(config, 4, scale);
    let terms = Terms { field: &field, games: scale.games, paired: false, counted: NOTHING };
    let paper = [LinearWeights::abdelbar2004_white().array(), LinearWeights::abdelbar2004_black().array()];
    let mut table = Table::new(
        "table-1",
        format!(
            "Against the players of Table I at equal depth, {} games from four random steps: White's points of 100",
            scale.games
        ),
        &[
            "run",
            "our White, Table I's Black",
            "Table I's White, our Black",
            "Table I's both",
            "ours both",
            "our two against theirs",
        ],
    );
    for run in trained {
        let player = &run.config()?.player;
        let theirs = ["White", "Black"].map(|side| format!("Table I's {side}"));
        let theirs: Vec<Named> =
            theirs.into_iter().zip(&paper).map(|(name, weights)| learnt(name, player, weights)).collect();
        let ours = [champion(run, player, 0), champion(run, player, 1)];
        let met =
            [[&ours[0], &theirs[1]], [&theirs[0], &ours[1]], [&theirs[0], &theirs[1]], [&ours[0], &ours[1]]];
        let met = met.into_iter().map(|both| meetings.meet(both, &terms)).collect::<Result<Vec<_>, _>>()?;
        // Black's points are what White did not get.
        let both = (met[0].points() + 100.0 - met[1].points()) / 2.0;
        let error = (met[0].error().powi(2) + met[1].error().powi(2)).sqrt() / 2.0;
        let cells = met.iter().map(points).chain([format!("{both:.0} ± {error:.0}")]);
        table.row([run.name.clone()].into_iter().chain(cells));
    }
    let stretches = stretch_table(trained, &[10, 25, 50, 100, 150], 0, &|to| {
        if to <= 50 { "weights fluctuate" } else { "weights stagnate" }
    });
    Ok(Findings {
        tables: vec![stretches, table, weights(&trained[0], &paper)?],
        figures: vec![
            ("figure-1".into(), particle(&trained[0], 0, "A White particle's weights of placing")?),
            ("results".into(), results(&trained[0])),
        ],
    })
}

/// The weights of the champions beside Table I.
fn weights(run: &Trained, paper: &[impl AsRef<[f32]>; 2]) -> Result<Table, RunError> {
    let columns = ["weight", "Table I's White", "our White", "Table I's Black", "our Black"];
    let mut table = Table::new("weights", format!("Weights of {}'s champions", run.name), &columns);
    let best = run.best();
    for (number, label) in (run.config()?.genome()?.labels)().into_iter().enumerate() {
        let cells =
            [&paper[0].as_ref()[number], &best[0][number], &paper[1].as_ref()[number], &best[1][number]];
        table.row([label].into_iter().chain(cells.iter().map(|weight| format!("{weight:.2}"))));
    }
    Ok(table)
}

/// Nothing yet that takes several studies.
pub fn across_2004(_: &[(&'static str, Archived)]) -> Findings {
    Findings::default()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{invented, invented_meeting};
    use super::*;

    /// The champion of iteration fifty stands beside methods with as many games, and Black's points are what White did not get.
    #[test]
    fn methods_have_equally_many_games() {
        let paper = invented("swarms", 1);
        let meetings = vec![
            invented_meeting(["swarms-1, iteration 50 White", "random"], 80, 0),
            invented_meeting(["random", "swarms-1, iteration 50 Black"], 10, 0),
            invented_meeting(["swarms-1 White", "random"], 100, 0),
        ];
        let mut other = invented("Swiss", 1);
        other.epochs.truncate(50);
        let met = vec![invented_meeting(["Swiss-1 White", "random"], 60, 0)];
        let table = methods(&[
            ("paper", Archived { trained: vec![paper], meetings }),
            ("fewer-games", Archived { trained: vec![other], meetings: met }),
        ]);
        assert_eq!(table.rows[0], ["as the paper", "112000", "1", "85", "85.0"]);
        assert_eq!(table.rows[1], ["Swiss", "112000", "1", "60", "60.0"]);
    }

    #[test]
    fn a_run_has_its_stretches() {
        let run = invented("swarms", 1);
        assert_eq!(stretches(&run, &[10, 50, 100]), [[0, 10], [10, 50], [50, 60]]);
    }
}

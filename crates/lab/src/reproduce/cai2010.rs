//! Capture Go: Tables 1 and 2, the methods against each other.

use std::fmt;

use engine::Rng;

use super::games::{known, learnt, share};
use super::{Line, Scale, Trained};
use crate::RunError;
use crate::job::{Entrant, Executor, Pairing};

/// Table 1: Black by row, White by column; what the paper does not print is not here.
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
const TABLE_2: [(&str, &str, &str); 12] = [
    ("hybrid", "PSO", "77 ± 9"),
    ("hybrid", "EA", "83 ± 6"),
    ("hybrid", "HC", "80 ± 8"),
    ("PSO", "hybrid", "61 ± 7"),
    ("PSO", "EA", "70 ± 5"),
    ("PSO", "HC", "80 ± 8"),
    ("EA", "hybrid", "60 ± 8"),
    ("EA", "PSO", "72 ± 8"),
    ("EA", "HC", "76 ± 9"),
    ("HC", "hybrid", "49 ± 12"),
    ("HC", "PSO", "51 ± 13"),
    ("HC", "EA", "45 ± 13"),
];

pub fn compare(trained: &[Trained], scale: &Scale, executor: &dyn Executor) -> Result<Vec<Line>, RunError> {
    let config = trained[0].config()?;
    let field =
        Pairing { game: config.game, start: None, opening: 0, longest: config.longest, seed: scale.seed };
    // One step in ten is random, unless it was learnt with others.
    let spec = config.player.with_careless(10)?;
    let of = |method: &str| -> Vec<Entrant> {
        let found = trained.iter().filter(|trained| trained.method == method);
        found.map(|trained| learnt(&spec, &trained.best()[0])).collect()
    };
    let mut lines = Vec::new();
    for (black, white, paper) in TABLE_1 {
        let (first, second) = (of(black), of(white));
        let result = field.sided([&first[0], &second[0]], scale.games, executor)?;
        lines.push(Line::new(
            format!("Table 1, {black} (Black) against {white}, points of 100"),
            paper,
            share(result, scale.games),
        ));
    }
    for method in ["hybrid", "PSO", "EA", "HC"] {
        let player = &of(method)[0];
        let result = field.sided([player, &known("random")], scale.games, executor)?;
        let paper = if method == "HC" { "-" } else { "100" };
        lines.push(Line::new(
            format!("Table 1, {method} (Black) against random"),
            paper,
            share(result, scale.games),
        ));
    }
    let result = field.sided([&of("hybrid")[0], &known("defensive")], scale.games, executor)?;
    lines.push(Line::new(
        "hybrid (Black) against the defensive player",
        "56 ± 3 over ten hybrids",
        share(result, scale.games),
    ));
    if of("hybrid").len() < 2 {
        return Ok(lines);
    }
    for (black, white, paper) in TABLE_2 {
        let crossed =
            Crossed::play([(black, &of(black)), (white, &of(white))], &field, scale.games, executor)?;
        let what = format!("Table 2, {black} (Black) against {white}, points of 100");
        lines.push(Line::new(what, paper, crossed.to_string()));
    }
    let players = [("hybrid", &of("hybrid")[..]), ("defensive", &[known("defensive")])];
    let defensive = Crossed::play(players, &field, scale.games, executor)?;
    lines.push(Line::new(
        "all hybrids (Black) against the defensive player",
        "56 ± 3",
        defensive.to_string(),
    ));
    Ok(lines)
}

/// Every player of one method as Black against every one of another as White: points of 100, by Black and by White.
struct Crossed(Vec<Vec<f64>>);

impl Crossed {
    /// Games of those named: Black's players and White's. Each two have random numbers of their own.
    fn play(
        [(black, blacks), (white, whites)]: [(&str, &[Entrant]); 2],
        field: &Pairing,
        games: u32,
        executor: &dyn Executor,
    ) -> Result<Crossed, RunError> {
        let mut points = vec![Vec::new(); blacks.len()];
        for (row, first) in blacks.iter().enumerate() {
            for (column, second) in whites.iter().enumerate() {
                let seed = Rng::new(field.seed).child(black, row as u64).child(white, column as u64).bits();
                let [won, drawn] =
                    Pairing { seed, ..field.clone() }.sided([first, second], games, executor)?;
                points[row].push(100.0 * (f64::from(won) + 0.5 * f64::from(drawn)) / f64::from(games));
            }
        }
        Ok(Crossed(points))
    }

    fn mean(&self) -> f64 {
        mean(&self.0.concat())
    }

    /// The deviation of a pair of players, which the paper's is in our reading: of players and of the luck of their games together.
    fn deviation(&self) -> f64 {
        variance(&self.0.concat()).sqrt()
    }

    /// The standard error of the mean. Players are drawn and not pairs of them: a strong Black is in a whole row. So it is made of how much
    /// the means of rows vary, and those of columns. The luck of games is in both, so that it is too large, by two fifths where there is
    /// nothing but luck.
    fn error(&self) -> f64 {
        let rows: Vec<f64> = self.0.iter().map(|row| mean(row)).collect();
        let column = |i: usize| mean(&self.0.iter().map(|row| row[i]).collect::<Vec<_>>());
        let columns: Vec<f64> = (0..self.0[0].len()).map(column).collect();
        (variance(&rows) / rows.len() as f64 + variance(&columns) / columns.len() as f64).sqrt()
    }
}

impl fmt::Display for Crossed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (blacks, whites) = (self.0.len(), self.0[0].len());
        let [mean, deviation, error] = [self.mean(), self.deviation(), self.error()];
        write!(
            f,
            "{mean:.1} ± {deviation:.1}, {blacks} Black by {whites} White; standard error of the mean {error:.1}"
        )
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// None can be seen in a single number.
fn variance(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (numbers.len() - 1).max(1) as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use games::TextError;

    use super::*;
    use crate::job::{Job, Planned, Watch};

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
        for (black, white) in [("hybrid", "PSO"), ("PSO", "hybrid"), ("hybrid", "EA")] {
            let drawn = Crossed::play([(black, &three), (white, &three[..2])], &field, 5, &collects).unwrap();
            assert_eq!(drawn.to_string(), "50.0 ± 0.0, 3 Black by 2 White; standard error of the mean 0.0");
        }
        let mut seen = collects.0.into_inner().unwrap();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 3 * 6 * 5);
    }

    /// Where Black's player decides everything, four columns are no four players: the mean is as unsure as that of the two rows.
    #[test]
    fn the_error_counts_players() {
        let crossed = Crossed(vec![vec![60.0; 4], vec![80.0; 4]]);
        assert_eq!(crossed.mean(), 70.0);
        assert!((crossed.deviation() - (800.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!(
            (crossed.error() - 10.0).abs() < 1e-12,
            "two rows, 14.1 apart by deviation: {}",
            crossed.error()
        );
        let single = Crossed(vec![vec![50.0]]);
        assert_eq!([single.deviation(), single.error()], [0.0, 0.0]);
        let both = Crossed(vec![vec![50.0, 70.0], vec![60.0, 80.0]]);
        assert!((both.error() - 125.0_f64.sqrt()).abs() < 1e-12, "rows 60 and 70, columns 55 and 75");
    }
}

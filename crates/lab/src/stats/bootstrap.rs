//! Intervals where a few players or runs are compared: the bootstrap, which draws them again and again.
//!
//! The unit is what was drawn: a run with its seed, not a game. A hundred games of one lucky champion say nothing about its method. Where
//! every player of one method meets every one of another, rows and columns are drawn, each for itself (A. Owen, "The pigeonhole
//! bootstrap", Annals of Applied Statistics 1, 2007).

use engine::Rng;

/// How often units are drawn again.
const DRAWS: usize = 4000;

/// The mean of the units, with its 95% interval. One unit alone says nothing about others.
pub fn interval(units: &[f64]) -> Option<[f64; 2]> {
    let cells: Vec<Vec<f64>> = units.iter().map(|unit| vec![*unit]).collect();
    (units.len() > 1).then(|| percentiles(&cells))
}

/// The same for the mean of a table whose rows and columns are units.
pub fn crossed(cells: &[Vec<f64>]) -> Option<[f64; 2]> {
    let columns = cells.first().map_or(0, Vec::len);
    (cells.len() > 1 && columns > 1).then(|| percentiles(cells))
}

fn percentiles(cells: &[Vec<f64>]) -> [f64; 2] {
    let (rows, columns) = (cells.len(), cells[0].len());
    let mut rng = Rng::new(0).child("bootstrap", 0);
    let mut draw = |n: usize| (0..n).map(|_| rng.below(n)).collect::<Vec<_>>();
    let mut mean = || {
        let (rows, columns) = (draw(rows), draw(columns));
        let sum: f64 = rows.iter().map(|&r| columns.iter().map(|&c| cells[r][c]).sum::<f64>()).sum();
        sum / (rows.len() * columns.len()) as f64
    };
    let mut means: Vec<f64> = (0..DRAWS).map(|_| mean()).collect();
    means.sort_by(f64::total_cmp);
    [means[DRAWS / 40], means[DRAWS - 1 - DRAWS / 40]]
}

/// The mean.
pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The deviation of one from the others; none can be seen in a single number.
pub fn deviation(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
    (squares / (numbers.len() - 1).max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of many units it is the interval of the textbook, mean ± 1.96 deviations of the mean.
    #[test]
    fn many_units_have_the_usual_interval() {
        let mut rng = Rng::new(1);
        let units: Vec<f64> = (0..400).map(|_| rng.uniform()).collect();
        let [low, high] = interval(&units).unwrap();
        let half = 1.96 * deviation(&units) / 20.0;
        assert!((low - (mean(&units) - half)).abs() < 0.1 * half, "{low}");
        assert!((high - (mean(&units) + half)).abs() < 0.1 * half, "{high}");
        assert_eq!(interval(&[0.5]), None);
        assert_eq!(interval(&[3.0, 3.0]), Some([3.0, 3.0]));
    }

    /// Where Black's player decides everything, four columns are no four players.
    #[test]
    fn a_table_is_as_sure_as_its_rows() {
        let rows: Vec<Vec<f64>> = (0..10).map(|row| vec![f64::from(row); 4]).collect();
        let units: Vec<f64> = (0..10).map(f64::from).collect();
        let ([low, high], [from, to]) = (crossed(&rows).unwrap(), interval(&units).unwrap());
        assert!((low - from).abs() < 0.3 && (high - to).abs() < 0.3, "{low} {high} {from} {to}");
        assert_eq!(crossed(&rows[..1]), None);
    }
}

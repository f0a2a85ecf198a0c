//! Intervals where a few players or runs are compared. The unit is what was drawn: a run with its seed, not a game. A hundred games of one
//! lucky champion say nothing about its method.
//!
//! Where every player of one method meets every one of another, rows and columns are drawn again and again, each for itself (the
//! bootstrap of A. Owen, "The pigeonhole bootstrap", Annals of Applied Statistics 1, 2007), and the ends of the interval lie where for few
//! normal units those of Student's t would be (T. Hesterberg, "What teachers should know about the bootstrap", The American
//! Statistician 69, 2015). Single runs are too few for that: drawn again, three never leave the least and the greatest, which hold the
//! truth three times in four. Their interval is Student's.

use engine::Rng;

use super::{Z95, phi};

/// How often units are drawn again.
const DRAWS: usize = 20_000;

/// The 95% interval of the mean of units, by Student's t. One unit alone says nothing about others.
pub fn interval(units: &[f64]) -> Option<[f64; 2]> {
    let freedom = units.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
    let half = student(freedom) * deviation(units) / (units.len() as f64).sqrt();
    Some([mean(units) - half, mean(units) + half])
}

/// The 95% interval of the mean of a table whose rows and columns are units, by the bootstrap.
pub fn crossed(cells: &[Vec<f64>]) -> Option<[f64; 2]> {
    let (rows, columns) = (cells.len(), cells.first().map_or(0, Vec::len));
    if rows < 2 || columns < 2 {
        return None;
    }
    let mut rng = Rng::new(0).child("bootstrap", 0);
    let mut draw = |n: usize| (0..n).map(|_| rng.below(n)).collect::<Vec<_>>();
    let mut mean = || {
        let (rows, columns) = (draw(rows), draw(columns));
        let sum: f64 = rows.iter().map(|&r| columns.iter().map(|&c| cells[r][c]).sum::<f64>()).sum();
        sum / (rows.len() * columns.len()) as f64
    };
    let mut means: Vec<f64> = (0..DRAWS).map(|_| mean()).collect();
    means.sort_by(f64::total_cmp);
    let units = rows.min(columns) as f64;
    let outside = phi(-(units / (units - 1.0)).sqrt() * student(rows.min(columns) - 1));
    let cut = (outside * DRAWS as f64) as usize;
    Some([means[cut], means[DRAWS - 1 - cut]])
}

/// How many deviations of a mean hold 95% of it, with so many degrees of freedom.
fn student(freedom: usize) -> f64 {
    const FEW: [f64; 9] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];
    let (n, z) = (freedom as f64, |power: i32| Z95.powi(power));
    // From ten on the first terms of its expansion are right to the third digit.
    FEW.get(freedom - 1).copied().unwrap_or_else(|| {
        let second = (5.0 * z(5) + 16.0 * z(3) + 3.0 * z(1)) / 96.0;
        let third = (3.0 * z(7) + 19.0 * z(5) + 17.0 * z(3) - 15.0 * z(1)) / 384.0;
        z(1) + (z(3) + z(1)) / (4.0 * n) + second / (n * n) + third / (n * n * n)
    })
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

    /// The true mean is inside nineteen times in twenty, also of three units.
    #[test]
    fn intervals_hold_what_they_promise() {
        let mut rng = Rng::new(2);
        for count in [3, 5, 12] {
            let mut held = 0;
            for _ in 0..1000 {
                let units: Vec<f64> = (0..count).map(|_| rng.normal()).collect();
                let [low, high] = interval(&units).unwrap();
                held += u32::from(low <= 0.0 && 0.0 <= high);
            }
            assert!((930..=970).contains(&held), "{held} of 1000 with {count}");
        }
        for (freedom, t) in [(4, 2.776), (10, 2.228), (30, 2.042), (1000, 1.962)] {
            assert!((student(freedom) - t).abs() < 0.002, "{freedom}: {}", student(freedom));
        }
        assert_eq!(interval(&[0.5]), None);
        assert_eq!(interval(&[3.0, 3.0]), Some([3.0, 3.0]));
    }

    /// Where Black's player decides everything, four columns are no four players.
    #[test]
    fn a_table_is_as_sure_as_its_rows() {
        let rows: Vec<Vec<f64>> = (0..10).map(|row| vec![f64::from(row); 10]).collect();
        let units: Vec<f64> = (0..10).map(f64::from).collect();
        let ([low, high], [from, to]) = (crossed(&rows).unwrap(), interval(&units).unwrap());
        assert!((low - from).abs() < 0.5 && (high - to).abs() < 0.5, "{low} {high} {from} {to}");
        assert_eq!(crossed(&rows[..1]), None);
    }
}

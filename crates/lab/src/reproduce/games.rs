//! Players and results of comparisons.

use engine::{Limits, PlayerSpec};

use crate::job::Entrant;
use crate::stats::{Tally, Z95};

/// A player of the engine, with its default limits.
pub fn known(spec: &str) -> Entrant {
    let spec: PlayerSpec = spec.parse().expect("this is a spec");
    let limits = spec.default_limits();
    Entrant::new(spec, limits)
}

/// A player that was learnt.
pub fn learnt(spec: &PlayerSpec, weights: &[f32]) -> Entrant {
    Entrant::new(spec.clone(), Limits::default()).with_weights(weights.to_vec().into())
}

/// A score with its interval: `62% ± 7 of 100`.
pub fn points(tally: &Tally) -> String {
    format!(
        "{:.0}% ± {:.0} of {} games ({} won, {} drawn, {} lost)",
        100.0 * tally.score(),
        100.0 * tally.error(),
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses
    )
}

/// The points of the first side in percent, with half the width of Wilson's 95% interval. As in [`Tally::interval`], how much games
/// vary is estimated as if one more had been seen that varies most, so that a clean score does not claim certainty.
pub fn share([wins, draws]: [u32; 2], games: u32) -> String {
    let (n, wins_, draws_) = (f64::from(games), f64::from(wins), f64::from(draws));
    let mean = (wins_ + 0.5 * draws_) / n;
    let losses = n - wins_ - draws_;
    let squares = wins_ * (1.0 - mean).powi(2) + draws_ * (0.5 - mean).powi(2) + losses * mean * mean;
    let n = n * (n * mean * (1.0 - mean) + 0.25) / (squares + 0.25);
    let z2 = Z95 * Z95;
    let error = Z95 / (1.0 + z2 / n) * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt();
    format!("{:.0}% ± {:.0} of {games} games ({wins} won, {draws} drawn)", 100.0 * mean, 100.0 * error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_honest_errors() {
        // Wilson's interval for 20 of 20 goes from 0.839 to 1, for 50 of 100 from 0.404 to 0.596.
        assert_eq!(share([20, 0], 20), "100% ± 8 of 20 games (20 won, 0 drawn)");
        assert_eq!(share([50, 0], 100), "50% ± 10 of 100 games (50 won, 0 drawn)");
        assert_eq!(
            share([0, 1000], 1000),
            "50% ± 0 of 1000 games (0 won, 1000 drawn)",
            "draws prove equality"
        );
    }
}

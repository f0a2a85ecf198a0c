//! Players of comparisons, and how their results are said.

use engine::{Limits, PlayerSpec};

use super::meetings::{Meeting, Named};
use super::{Scale, Trained};
use crate::job::{Entrant, GameRecord, Pairing};
use crate::learn::Config;
use crate::stats::bootstrap;

/// A player of the engine, with its default limits.
pub fn known(spec: &str) -> Named {
    let spec: PlayerSpec = spec.parse().expect("this is a spec");
    let limits = spec.default_limits();
    Named { name: spec.to_string(), entrant: Entrant::new(spec, limits), mark: None }
}

/// A player that was learnt.
pub fn learnt(name: impl Into<String>, spec: &PlayerSpec, weights: &[f32]) -> Named {
    let entrant = Entrant::new(spec.clone(), Limits::default()).with_weights(weights.to_vec().into());
    Named { name: name.into(), entrant, mark: None }
}

/// The champion of a run, of this population.
pub fn champion(run: &Trained, spec: &PlayerSpec, population: usize) -> Named {
    let name = match &run.champions[..] {
        [_] => run.name.clone(),
        all => format!("{} {}", run.name, all[population].name),
    };
    learnt(name, spec, &run.best()[population])
}

/// Where players of a configuration meet, from so many random steps.
pub fn field(config: &Config, opening: u32, scale: &Scale) -> Pairing {
    Pairing { game: config.game, start: None, opening, longest: config.longest, seed: scale.seed }
}

/// Counts nothing.
pub const NOTHING: Option<fn(&GameRecord) -> [u64; 2]> = None;

/// A score of 100 with its interval, as far as the luck of games goes: `62 ± 7 (200 games)`.
pub fn points(meeting: &Meeting) -> String {
    let different: u32 = meeting.different.iter().sum();
    let but = match meeting.paired {
        _ if different == meeting.games() => String::new(),
        true => format!(", {} of the {} pairs different", different / 2, meeting.games() / 2),
        false => format!(", {different} of them different"),
    };
    format!("{:.0} ± {:.0} ({} games{but})", meeting.points(), meeting.error(), meeting.games())
}

/// The mean of points of 100 with its interval, where several units make one: `62 (55 to 70)`.
pub fn mean_of(units: &[f64], digits: usize) -> String {
    let mean = bootstrap::mean(units);
    match bootstrap::interval(units).map(|ends| ends.map(|end| end.clamp(0.0, 100.0))) {
        // Where nothing varies, an interval would claim certainty.
        Some([low, high]) if low < high => format!("{mean:.digits$} ({low:.digits$} to {high:.digits$})"),
        _ => format!("{mean:.digits$}"),
    }
}

/// Numbers one after the other.
pub fn listed(numbers: impl IntoIterator<Item = f64>, digits: usize) -> String {
    numbers.into_iter().map(|number| format!("{number:.digits$}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_intervals_where_they_can() {
        assert_eq!(mean_of(&[3.0], 1), "3.0");
        assert_eq!(mean_of(&[50.0; 4], 0), "50");
        assert_eq!(mean_of(&[40.0, 60.0, 50.0], 0), "50 (25 to 75)");
        assert_eq!(listed([1.0, 2.25], 1), "1.0, 2.2");
    }
}

//! The clock of a table: the time left of each side, and whose runs.

use std::time::{Duration, Instant};

use games::Side;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::table::Pair;

/// A side without time gets so much where a game is taken back.
const GRACE: Duration = Duration::from_secs(60);

/// How time is given: at first, and with every turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    pub seconds: u32,
    #[serde(default)]
    pub increment: u32,
}

/// What is kept of a clock, in milliseconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    left: Pair<u64>,
    seconds: u32,
    increment: u64,
}

/// The time of both sides.
pub struct Clock {
    /// When nothing runs, or when it last began to.
    left: Pair<Duration>,
    /// What each side was given at first.
    seconds: u32,
    increment: Duration,
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// Both sides have all their time.
    pub fn new(time: Time) -> Clock {
        let seconds = time.seconds.clamp(1, 86_400);
        let all = Duration::from_secs(seconds.into());
        let increment = Duration::from_secs(time.increment.min(3_600).into());
        Clock { left: Pair { first: all, second: all }, seconds, increment, running: None }
    }

    /// A clock as it was kept; it does not run.
    pub fn restore(kept: &Kept) -> Clock {
        let [first, second] = Side::BOTH.map(|side| Duration::from_millis(*kept.left.of(side)));
        let increment = Duration::from_millis(kept.increment);
        Clock { left: Pair { first, second }, seconds: kept.seconds, increment, running: None }
    }

    /// What to keep.
    pub fn kept(&self) -> Kept {
        let left = Pair::from(Side::BOTH.map(|side| self.left(side).as_millis() as u64));
        Kept { left, seconds: self.seconds, increment: self.increment.as_millis() as u64 }
    }

    /// What clients see, in milliseconds.
    pub fn view(&self) -> Value {
        let Kept { left: Pair { first, second }, seconds, increment } = self.kept();
        let running = self.running.map(|(side, _)| side);
        json!({ "first": first, "second": second, "running": running, "seconds": seconds, "increment": increment })
    }

    /// The time that a side has now.
    pub fn left(&self, side: Side) -> Duration {
        let used = match self.running {
            Some((runs, since)) if runs == side => since.elapsed(),
            _ => Duration::ZERO,
        };
        self.left.of(side).saturating_sub(used)
    }

    /// Whose time runs, and how long until it is over.
    pub fn until_flag(&self) -> Option<(Side, Duration)> {
        self.running.map(|(side, _)| (side, self.left(side)))
    }

    /// Stops whatever runs.
    pub fn stop(&mut self) {
        if let Some((side, _)) = self.running {
            *self.left.of_mut(side) = self.left(side);
            self.running = None;
        }
    }

    /// From now on the time of this side runs.
    pub fn run(&mut self, side: Side) {
        self.stop();
        self.running = Some((side, Instant::now()));
    }

    /// A side has finished its turn.
    pub fn add_increment(&mut self, side: Side) {
        *self.left.of_mut(side) += self.increment;
    }

    /// Where a game is taken back, no side is left without time.
    pub fn forgive(&mut self) {
        for side in Side::BOTH {
            let left = self.left.of_mut(side);
            *left = if left.is_zero() { GRACE } else { *left };
        }
    }

    /// How long an engine may think for one step.
    pub fn for_step(&self, side: Side) -> Duration {
        let left = self.left(side);
        (left / 20 + self.increment / 2).min(left / 2).max(Duration::from_millis(5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_side_that_runs_loses_time_and_nobody_gets_it_back() {
        let mut clock = Clock::new(Time { seconds: 10, increment: 2 });
        clock.run(Side::First);
        std::thread::sleep(Duration::from_millis(30));
        // Starting it again keeps what was used.
        clock.run(Side::First);
        clock.run(Side::Second);
        let first = clock.left(Side::First);
        assert!(first <= Duration::from_millis(9_970) && first > Duration::from_secs(5), "{first:?}");
        clock.add_increment(Side::First);
        assert_eq!(clock.left(Side::First), first + Duration::from_secs(2));
        clock.stop();
        let (kept, again) = (clock.kept(), Clock::restore(&clock.kept()));
        assert_eq!((kept.left, kept.seconds), (again.kept().left, 10));
        assert!(again.until_flag().is_none() && clock.until_flag().is_none());
    }

    #[test]
    fn an_engine_never_plans_with_more_than_half_of_what_is_left() {
        let mut clock = Clock::new(Time { seconds: 1, increment: 60 });
        assert!(clock.for_step(Side::First) <= Duration::from_millis(500));
        clock.left.first = Duration::ZERO;
        clock.forgive();
        assert_eq!((clock.left(Side::First), clock.left(Side::Second)), (GRACE, Duration::from_secs(1)));
    }
}

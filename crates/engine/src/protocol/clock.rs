//! From clocks to the time for one step.

use std::time::Duration;

use games::Side;

/// The time for one step of a player who has so much left: a twentieth and what the step earns, but never more than
/// half of what is left.
pub fn time_share(left: Duration, increment: Duration) -> Duration {
    (left / 20).saturating_add(increment).min(left / 2)
}

/// What a GTP controller said about time.
#[derive(Default)]
pub struct Clock {
    /// Main time, and the time for so many stones after it.
    pub settings: Option<(Duration, Duration, u32)>,
    /// What each side has left, for so many stones where the main time is over.
    pub left: [Option<(Duration, u32)>; 2],
}

impl Clock {
    /// The time for one step of this side; none where nothing limits it.
    pub fn limit(&self, side: Side) -> Option<Duration> {
        let (time, stones) = match (self.left[side.index()], self.settings) {
            (Some(left), _) => left,
            (None, None) => return None,
            // The protocol's way of saying that there is no limit.
            (None, Some((_, extra, 0))) if !extra.is_zero() => return None,
            (None, Some((main, extra, stones))) if main.is_zero() => (extra, stones),
            (None, Some((main, ..))) => (main, 0),
        };
        Some(if stones > 0 { time / stones } else { time_share(time, Duration::ZERO) })
    }
}

//! How far a long command is, now and then on stderr.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::output;

/// Tells at most once a second on a terminal, and every ten seconds into a file.
pub struct Progress {
    since: Instant,
    told: Mutex<Instant>,
    every: Option<Duration>,
    /// Games that were there before this run.
    before: u64,
}

impl Progress {
    /// Begins now; a quiet one tells nothing.
    pub fn new(quiet: bool, before: u64) -> Progress {
        let every = if std::io::stderr().is_terminal() { 1 } else { 10 };
        let now = Instant::now();
        let every = (!quiet).then_some(Duration::from_secs(every));
        Progress { since: now, told: Mutex::new(now), every, before }
    }

    /// How long it has been.
    pub fn seconds(&self) -> f64 {
        self.since.elapsed().as_secs_f64()
    }

    /// Whether it is time to tell something again.
    pub fn is_due(&self) -> bool {
        let Ok(mut told) = self.told.lock() else { return false };
        let due = self.every.is_some_and(|every| told.elapsed() >= every);
        if due {
            *told = Instant::now();
        }
        due
    }

    /// So many games of so many are done.
    pub fn tell(&self, done: u64, all: u64, more: &str) {
        if !self.is_due() {
            return;
        }
        let speed = (done - self.before) as f64 / self.seconds().max(1e-9);
        let left = duration((all - done) as f64 / speed.max(1e-9));
        let more = if more.is_empty() { String::new() } else { format!("{more}, ") };
        output::aside(&format!(
            "{done} of {all} games, {more}{speed:.2} games a second, at most {left} left"
        ));
    }
}

/// Seconds as people say them.
fn duration(seconds: f64) -> String {
    match seconds.round() as u64 {
        s if s < 100 => format!("{s} s"),
        s if s < 6_000 => format!("{} min", s.div_ceil(60)),
        s => format!("{:.1} h", s as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        assert_eq!([0.4, 99.0, 100.0, 7200.0, 1e30].map(duration)[..4], ["0 s", "99 s", "2 min", "2.0 h"]);
    }
}

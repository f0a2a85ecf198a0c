//! Processor time, so that a busy machine does not spoil a measurement.

use std::time::{Duration, Instant};

/// Measures what this thread computes from its making on.
pub struct Stopwatch {
    cpu: Option<Duration>,
    wall: Instant,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch { cpu: processor_time(), wall: Instant::now() }
    }

    /// Processor time since the start where the system tells it (Linux), otherwise time.
    pub fn elapsed(&self) -> Duration {
        match (self.cpu, processor_time()) {
            (Some(from), Some(to)) => to.saturating_sub(from),
            _ => self.wall.elapsed(),
        }
    }
}

/// The nanoseconds that this thread has run: the first number of the file.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

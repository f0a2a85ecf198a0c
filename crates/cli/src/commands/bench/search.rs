//! How fast the searches are, one thread, by processor time.

use std::io::Write;

use anyhow::Result;
use engine::bench::Speed;
use engine::games::speeds;
use serde::Serialize;

use super::{REPEATS, spread};
use crate::output::Report;

#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    line: Speed,
    /// The value of each repeat, ascending.
    values: Vec<f64>,
}

pub fn run(json: bool, out: &mut impl Write) -> Result<()> {
    if !json {
        writeln!(out, "{:<40}{:>9}{:>9}{:>9}  {:<15}{:>5}", "", "min", "median", "max", "unit", "goal")?;
        out.flush()?;
    }
    let mut measurements = Vec::new();
    for measure in speeds() {
        let mut lines: Vec<Speed> = (0..REPEATS).map(|_| measure()).collect();
        lines.sort_by(|a, b| a.value.total_cmp(&b.value));
        let values: Vec<f64> = lines.iter().map(|line| line.value).collect();
        let line = lines.swap_remove(REPEATS / 2);
        if !json {
            let scale = if line.goal > 1e5 { 1e-6 } else { 1.0 };
            let unit = if scale < 1.0 { format!("M {}", line.unit) } else { line.unit.into() };
            let [min, median, max] = spread(&values).map(|value| value * scale);
            let (name, goal) = (&line.name, line.goal * scale);
            writeln!(out, "{name:<40}{min:>9.3}{median:>9.3}{max:>9.3}  {unit:<15}{goal:>5}")?;
            out.flush()?;
        }
        measurements.push(Entry { line, values });
    }
    if json { Report::of("bench search").field("measurements", measurements).print(out) } else { Ok(()) }
}

//! The analysis of Go programs: one line with the best steps, again and again.
//!
//! ```text
//! lz-analyze    info move D4 visits 812 winrate 5230 prior 123 lcb 5230 order 0 pv D4 C3 info move …
//! kata-analyze  info move D4 visits 812 utility 0.0460 winrate 0.5230 prior 0.0123 lcb 0.5230 order 0 pv D4 C3 info move …
//! ```
//!
//! `visits` are the positions looked at for the step, `utility` is its value for the side to move from −1 to 1 and `winrate` the
//! same from 0 to 1; `lcb`, a lower bound elsewhere, equals it. A player without an opinion before the search has equal
//! priors for all legal steps. There is no score in points: the first capture decides.

use std::time::Duration;

use games::Side;
use games::capture_go::Step;

use super::commands::{is_command, read_colour, read_number, vertex, wrong};
use crate::player::Thoughts;

/// How many steps are reported by default.
const BEST: usize = 5;

/// How an analysis is told.
pub struct Analysis {
    kata: bool,
    /// How often.
    pub every: Duration,
    /// How many steps.
    pub best: usize,
}

impl Analysis {
    /// The words of a command: a colour or none, an interval in hundredths of a second, then pairs of a key and a
    /// value. Keys that only change what else is told are accepted and mean nothing.
    pub fn read(command: &str, words: &[&str], mover: Side) -> Result<(Side, Analysis), String> {
        debug_assert!(is_command(command));
        let mut words = words.iter().copied().peekable();
        let colour = words.next_if(|word| read_colour(word).is_ok());
        let side = colour.map_or(Ok(mover), read_colour)?;
        let number = |word: Option<&str>| read_number(word.unwrap_or_default());
        let plain = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let mut interval = plain.map_or(Ok(100), |word| number(Some(word)))?;
        let mut best = BEST;
        while let Some(key) = words.next() {
            match key {
                "interval" => interval = number(words.next())?,
                "maxmoves" => best = number(words.next())?.clamp(1, 256) as usize,
                "minmoves" => best = best.max(number(words.next())?.min(256) as usize),
                "rootInfo" | "ownership" | "ownershipStdev" | "movesOwnership" | "pvVisits"
                | "pvEdgeVisits" | "noResultValue" => {
                    words.next();
                }
                _ => return Err(wrong(key, "a setting of an analysis: interval, maxmoves or minmoves")),
            }
        }
        // More than a hundred lines a second are of no use.
        let every = Duration::from_millis(10 * u64::from(interval.max(1)));
        Ok((side, Analysis { kata: command.starts_with("kata"), every, best }))
    }

    /// One line about what is known; `legal` steps share the prior of a player without an opinion.
    pub fn line(&self, thoughts: &Thoughts<Step>, legal: usize) -> String {
        let even = 1.0 / legal.max(1) as f32;
        let about = |(order, idea): (usize, &crate::player::Idea<Step>)| {
            let step = vertex(idea.line[0]);
            let (visits, value) = (idea.visits, idea.value);
            let (winrate, prior) = ((1.0 + value) / 2.0, idea.prior.unwrap_or(even));
            let pv: Vec<String> = idea.line.iter().map(|&step| vertex(step)).collect();
            let pv = pv.join(" ");
            if self.kata {
                format!(
                    "info move {step} visits {visits} utility {value:.4} winrate {winrate:.4} prior {prior:.4} lcb {winrate:.4} order {order} pv {pv}"
                )
            } else {
                let whole = |share: f32| (share * 10_000.0).round() as u32;
                let (winrate, prior) = (whole(winrate), whole(prior));
                format!(
                    "info move {step} visits {visits} winrate {winrate} prior {prior} lcb {winrate} order {order} pv {pv}"
                )
            }
        };
        thoughts.ideas.iter().enumerate().map(about).collect::<Vec<_>>().join(" ")
    }
}

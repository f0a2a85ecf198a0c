//! What is particular to the page of a network: ratings, losses and calibration.

use std::fmt::Write;

use super::chart::{Series, escape};
use super::{curve, over_epochs};
use crate::learn::{Epoch, Match, Training};
use crate::stats::rating::{Meeting, Ratings};

/// The figures: generations against players that never change, losses, and how well searches knew the results.
pub fn figures(epochs: &[Epoch]) -> String {
    let calibration = epochs.last().and_then(|last| last.training.as_ref()).map(calibration);
    strength(epochs) + &learning(epochs) + &calibration.unwrap_or_default()
}

/// The matches of a generation against players that never change.
fn anchors(epoch: &Epoch) -> &[Match] {
    epoch.training.as_ref().map_or(&[], |training| &training.anchors)
}

/// A generation's rating and its error, on a scale where the first anchor has 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The generation, from 1.
    pub epoch: u64,
    /// Its rating and the half-width of the 95% interval; none where it cannot be known.
    pub elo: Option<(f64, f64)>,
}

/// The ratings of the generations that met the anchors.
pub fn ratings(epochs: &[Epoch]) -> Vec<Rated> {
    let measured: Vec<&Epoch> = epochs.iter().filter(|epoch| !anchors(epoch).is_empty()).collect();
    let count = measured.first().map_or(0, |epoch| anchors(epoch).len());
    let mut meetings = Vec::new();
    for (i, epoch) in measured.iter().enumerate() {
        for (anchor, games) in anchors(epoch).iter().enumerate() {
            meetings.push(Meeting { players: [count + i, anchor], pairs: games.pairs });
        }
    }
    if measured.is_empty() {
        return Vec::new();
    }
    let fitted = Ratings::fit(count + measured.len(), &meetings, 0, 0.0);
    let rated = |(i, epoch): (usize, &&Epoch)| {
        let elo = fitted.elo(count + i).zip(fitted.error(count + i));
        Rated { epoch: epoch.epoch, elo }
    };
    measured.iter().enumerate().map(rated).collect()
}

fn strength(epochs: &[Epoch]) -> String {
    let rated = ratings(epochs);
    let Some(first) = epochs.iter().find(|epoch| !anchors(epoch).is_empty()) else { return String::new() };
    let mut text = String::from(
        "<h2>Generations against players that never change</h2>\n<table><tr><th>generation</th><th>Elo</th>",
    );
    anchors(first).iter().for_each(|anchor| text += &format!("<th>{}</th>", escape(&anchor.against)));
    for rating in &rated {
        let elo = rating.elo.map_or("?".into(), |(elo, error)| format!("{elo:.0} ± {error:.0}"));
        let _ = write!(text, "</tr>\n<tr><td>{}</td><td>{elo}</td>", rating.epoch);
        for meeting in anchors(&epochs[rating.epoch as usize - 1]) {
            let (score, wins, draws, losses) = (meeting.score(), meeting.wins, meeting.draws, meeting.losses);
            let _ = write!(text, "<td>{:.0}% ({wins}/{draws}/{losses})</td>", 100.0 * score);
        }
    }
    let met: Vec<(u64, &[Match])> =
        epochs.iter().map(|epoch| (epoch.epoch, anchors(epoch))).filter(|(_, met)| !met.is_empty()).collect();
    let points = rated.iter().filter_map(|r| Some((r.epoch as f64, r.elo?.0))).collect();
    text + "</tr></table>\n<p>Points of the network, and games won, drawn and lost. The first of the others has Elo 0.</p>\n"
        + &over_epochs("Rating by generation", "Elo", vec![Series::new("Elo", points)])
        + &super::against("The network against players that never change".into(), &met)
}

/// A number of every generation's training.
fn trained(name: &str, epochs: &[Epoch], of: impl Fn(&Training) -> Option<f64>) -> Series {
    curve(name, epochs, |epoch| of(epoch.training.as_ref()?))
}

fn learning(epochs: &[Epoch]) -> String {
    let losses = vec![
        trained("policy", epochs, |training| Some(training.policy_loss)),
        trained("value", epochs, |training| Some(training.value_loss)),
    ];
    let entropy = trained("entropy", epochs, |training| Some(training.entropy));
    let score = trained("score", epochs, |training| Some(training.gate.as_ref()?.score()));
    String::from("<h2>Learning</h2>\n")
        + &over_epochs("Losses while it learnt", "loss", losses)
        + &over_epochs("Entropy of the searches' visits", "nats", vec![entropy])
        + &over_epochs("Points against the network before", "share of points", vec![score])
}

/// What searches of the last generation expected, and what came.
fn calibration(last: &Training) -> String {
    let mut text = String::from(
        "<h2>Calibration of the last generation</h2>\n<table><tr><th>searches</th><th>mean value</th><th>mean result</th>",
    );
    for [count, value, result] in last.calibration.iter().filter(|[count, ..]| *count > 0.0) {
        let _ = write!(text, "</tr>\n<tr><td>{count}</td><td>{value:.2}</td><td>{result:.2}</td>");
    }
    text + "</tr></table>\n<p>Values are for the side to move, from −1 (lost) to 1 (won).</p>\n"
}

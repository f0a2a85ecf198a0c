//! The page of a network's run.

use std::fmt::Write;
use std::path::Path;

use games::TextError;

use super::chart::{Series, chart, escape};
use super::{document, games as boards, speed};
use crate::learn::policy_iteration::{Generation, read_config, read_metrics};
use crate::run::{self, RunError};
use crate::stats::rating::{Meeting, Ratings};

/// The page of a run that trains a network.
pub fn page(folder: &Path, samples: usize) -> Result<String, RunError> {
    let (config, generations) = (read_config(folder)?, read_metrics(folder)?);
    let Some(last) = generations.last() else {
        return Err(TextError::new(format!("{}: no generation is over yet", folder.display())).into());
    };
    let title = format!("{}, a network, seed {}", config.game, config.seed);
    let mut body = format!(
        "<h1>{}</h1>\n<p>{} of {} generations, {} games.</p>\n",
        escape(&title),
        last.epoch,
        config.epochs,
        generations.iter().map(|generation| generation.games).sum::<u64>()
    );
    body += &figures(folder)?;
    body += &boards::samples(&folder.join(run::GAMES), samples)?;
    let _ = write!(body, "<h2>Configuration</h2>\n<pre>{}</pre>\n", escape(&config.to_toml()));
    Ok(document(&title, &body))
}

/// The figures alone.
pub fn figures(folder: &Path) -> Result<String, RunError> {
    let generations = read_metrics(folder)?;
    let calibration = generations.last().map(calibration).unwrap_or_default();
    Ok(strength(&generations) + &course(&generations) + &calibration + &speed(&run::read_times(folder)?))
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
pub fn ratings(generations: &[Generation]) -> Vec<Rated> {
    let measured: Vec<&Generation> = generations.iter().filter(|g| !g.anchors.is_empty()).collect();
    let count = measured.first().map_or(0, |g| g.anchors.len());
    let mut meetings = Vec::new();
    for (i, generation) in measured.iter().enumerate() {
        for (anchor, games) in generation.anchors.iter().enumerate() {
            meetings.push(Meeting { players: [count + i, anchor], pairs: games.pairs });
        }
    }
    if measured.is_empty() {
        return Vec::new();
    }
    let fitted = Ratings::fit(count + measured.len(), &meetings, 0, 0.0);
    let rated = |(i, generation): (usize, &&Generation)| {
        let elo = fitted.elo(count + i).zip(fitted.error(count + i));
        Rated { epoch: generation.epoch, elo }
    };
    measured.iter().enumerate().map(rated).collect()
}

fn strength(generations: &[Generation]) -> String {
    let rated = ratings(generations);
    let Some(first) = generations.iter().find(|g| !g.anchors.is_empty()) else { return String::new() };
    let mut text = String::from(
        "<h2>Generations against players that never change</h2>\n<table><tr><th>generation</th><th>Elo</th>",
    );
    first.anchors.iter().for_each(|anchor| text += &format!("<th>{}</th>", escape(&anchor.against)));
    for rating in &rated {
        let generation = &generations[rating.epoch as usize - 1];
        let elo = rating.elo.map_or("?".into(), |(elo, error)| format!("{elo:.0} ± {error:.0}"));
        let _ = write!(text, "</tr>\n<tr><td>{}</td><td>{elo}</td>", rating.epoch);
        for meeting in &generation.anchors {
            let (score, wins, draws, losses) = (meeting.score(), meeting.wins, meeting.draws, meeting.losses);
            let _ = write!(text, "<td>{:.0}% ({wins}/{draws}/{losses})</td>", 100.0 * score);
        }
    }
    let points = rated.iter().filter_map(|r| Some((r.epoch as f64, r.elo?.0))).collect();
    text + "</tr></table>\n<p>Points of the network, and games won, drawn and lost. The first of the others has Elo 0.</p>\n"
        + &chart("Rating by generation", &[Series { name: "Elo".into(), points }])
}

fn curve(name: &str, generations: &[Generation], of: impl Fn(&Generation) -> Option<f64>) -> Series {
    let points = generations.iter().filter_map(|g| Some((g.epoch as f64, of(g)?)));
    Series { name: name.into(), points: points.collect() }
}

fn course(generations: &[Generation]) -> String {
    let share = |n: fn(&Generation) -> u64| move |g: &Generation| Some(n(g) as f64 / g.games.max(1) as f64);
    let results = [
        curve("first side wins", generations, share(|g| g.first)),
        curve("draws", generations, share(|g| g.draws)),
        curve("second side wins", generations, share(|g| g.second)),
    ];
    let losses = [
        curve("policy", generations, |g| Some(g.policy_loss)),
        curve("value", generations, |g| Some(g.value_loss)),
    ];
    String::from("<h2>Learning</h2>\n")
        + &chart("Losses while it learnt", &losses)
        + &chart(
            "Entropy of the searches' visits, in nats",
            &[curve("entropy", generations, |g| Some(g.entropy))],
        )
        + &chart(
            "Points against the network before",
            &[curve("score", generations, |g| Some(g.gate.as_ref()?.score()))],
        )
        + "<h2>Games</h2>\n"
        + &chart("Results of self-play", &results)
        + &chart("Steps of a game", &[curve("mean", generations, |g| Some(g.length))])
}

/// What searches of the last generation expected, and what came.
fn calibration(last: &Generation) -> String {
    let mut text = String::from(
        "<h2>Calibration of the last generation</h2>\n<table><tr><th>searches</th><th>mean value</th><th>mean result</th>",
    );
    for [count, value, result] in last.calibration.iter().filter(|[count, ..]| *count > 0.0) {
        let _ = write!(text, "</tr>\n<tr><td>{count}</td><td>{value:.2}</td><td>{result:.2}</td>");
    }
    text + "</tr></table>\n<p>Values are for the side to move, from −1 (lost) to 1 (won).</p>\n"
}

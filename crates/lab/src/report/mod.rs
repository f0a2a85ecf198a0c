//! A run as one page: everything is in the file, so that it can be sent and kept.

pub mod chart;
mod games;
pub mod networks;
mod populations;
pub mod together;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use ::games::TextError;

use self::chart::{Figure, Series, escape};
use crate::RunError;
use crate::job::Executor;
use crate::learn::{Epoch, Experiment, Match};
use crate::run::{self, Time};
use crate::stats::Tally;

/// What a page shows besides the files of the run.
pub struct Options {
    /// Games of each champion against each anchor; with 0 none is measured.
    pub games: u32,
    /// How many of the generations have their champions measured, where their numbers are known.
    pub champions: usize,
    /// How many sample games are shown.
    pub samples: usize,
}

/// The page of a run.
pub fn page(folder: &Path, options: &Options, executor: &dyn Executor) -> Result<String, RunError> {
    let (experiment, epochs) = (run::read_config(folder)?, run::read_metrics(folder)?);
    let Some(last) = epochs.last() else {
        return Err(TextError::new(format!("{}: no epoch is over yet", folder.display())).into());
    };
    let title = format!("{}, {}, seed {}", experiment.game(), experiment.player(), experiment.seed());
    let mut body = format!(
        "<h1>{}</h1>\n<p>{} of {} epochs, {} games.</p>\n",
        escape(&title),
        last.epoch,
        experiment.epochs(),
        epochs.iter().map(|epoch| epoch.games).sum::<u64>()
    );
    if let (Experiment::Populations(config), 1..) = (&experiment, options.games) {
        body += &populations::strength(folder, config, &epochs, options, executor)?;
    }
    body += &figures_of(folder, &experiment, &epochs)?;
    body += &games::samples(&run::checked(folder, run::GAMES)?, options.samples)?;
    let _ = write!(body, "<h2>Configuration</h2>\n<pre>{}</pre>\n", escape(&experiment.to_toml()));
    Ok(document(&title, &body))
}

/// The figures of a run alone, as HTML.
pub fn figures(folder: &Path) -> Result<String, RunError> {
    figures_of(folder, &run::read_config(folder)?, &run::read_metrics(folder)?)
}

fn figures_of(folder: &Path, experiment: &Experiment, epochs: &[Epoch]) -> Result<String, RunError> {
    let own = match experiment {
        Experiment::Populations(config) => populations::figures(config, epochs)?,
        Experiment::Network(_) => networks::figures(epochs),
    };
    Ok(own + &course(epochs) + &speed(&run::read_times(folder)?))
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}{}</style></head>\n<body>\n{body}</body></html>\n",
        escape(title),
        chart::STYLE
    )
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:2em auto;padding:0 1em;color:#222;\
background:#fff}figure{margin:1.5em 0}figcaption{font-weight:600}svg{max-width:100%;height:auto}\
table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #8886}\
td:first-child,th:first-child{text-align:left}pre{overflow-x:auto;background:#8881;padding:.8em;line-height:1.25}\
details{margin:.5em 0}@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}}";

/// The curve of a number over the generations.
fn curve(name: impl Into<String>, epochs: &[Epoch], of: impl Fn(&Epoch) -> Option<f64>) -> Series {
    let points = epochs.iter().filter_map(|epoch| Some((epoch.epoch as f64, of(epoch)?)));
    Series::new(name, points.collect())
}

/// A graph over the generations, as a part of a page.
fn over_epochs(title: impl Into<String>, height: &str, series: Vec<Series>) -> String {
    let axes = ["generation".to_string(), height.to_string()];
    Figure { title: title.into(), axes, series, marks: Vec::new() }.html()
}

/// Points against players that never change, each in the band of its 95% interval.
fn against(title: String, met: &[(u64, &[Match])]) -> String {
    let Some((_, first)) = met.first() else { return String::new() };
    let series = first.iter().enumerate().map(|(i, opponent)| {
        let mut series = Series::new(format!("against {}", opponent.against), Vec::new());
        for (epoch, Match { wins, draws, losses, pairs, .. }) in
            met.iter().filter_map(|(e, all)| Some((*e as f64, all.get(i)?)))
        {
            let tally = Tally { wins: *wins, draws: *draws, losses: *losses, pairs: *pairs, steps: 0 };
            let [low, high] = tally.interval();
            series.points.push((epoch, 100.0 * tally.score()));
            series.band.push((epoch, 100.0 * low, 100.0 * high));
        }
        series
    });
    over_epochs(title, "points of 100", series.collect())
}

/// How games went; where there are populations, also how their members differ.
fn course(epochs: &[Epoch]) -> String {
    let share = |which: usize| move |epoch: &Epoch| Some(epoch.shares()[which]);
    let results = vec![
        curve("first side wins", epochs, share(0)),
        curve("draws", epochs, share(1)),
        curve("second side wins", epochs, share(2)),
    ];
    let names = populations::names(epochs);
    let diversity = names
        .iter()
        .enumerate()
        .map(|(p, name)| curve(name, epochs, move |epoch| Some(epoch.populations.get(p)?.diversity)));
    String::from("<h2>Games</h2>\n")
        + &over_epochs("Results of the games", "share of the games", results)
        + &over_epochs("Length of a game", "steps", vec![curve("mean", epochs, |epoch| Some(epoch.length))])
        + &over_epochs("Diversity", "deviation of a weight", diversity.collect())
}

fn speed(times: &[Time]) -> String {
    let last: BTreeMap<u64, &Time> = times.iter().map(|time| (time.epoch, time)).collect();
    let points: Vec<(f64, f64)> = last
        .values()
        .filter(|time| time.played == time.games && time.seconds > 0.0)
        .map(|time| (time.epoch as f64, time.games as f64 / time.seconds))
        .collect();
    let seconds: f64 = times.iter().map(|time| time.seconds).sum();
    let playing: f64 = times.iter().map(|time| time.playing).sum();
    if points.is_empty() {
        return String::new();
    }
    let outside = 100.0 * (1.0 - playing / seconds.max(1e-9));
    format!(
        "<h2>Speed</h2>\n<p>{seconds:.0} seconds in all, {outside:.2}% of them outside the games.</p>\n{}",
        over_epochs("Speed", "games a second", vec![Series::new("games a second", points)])
    )
}

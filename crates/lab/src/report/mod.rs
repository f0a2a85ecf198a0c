//! A run as one page: everything is in the file, so that it can be sent and kept.

pub mod anchors;
mod chart;
mod games;
pub mod policy;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use ::games::TextError;

use self::anchors::Meeting;
use self::chart::{Series, chart, escape};
use crate::job::{Executor, Weights};
use crate::learn::{Coevolution, Config, Epoch, Summary};
use crate::run::{self, Checkpoint, RunError, Time};

/// What a page shows besides the files of the run.
pub struct Options {
    /// Games of each champion against each anchor; with 0 nobody is measured.
    pub games: u32,
    /// How many of the generations have their champions measured, where their numbers are known.
    pub champions: usize,
    /// How many sample games are shown.
    pub samples: usize,
}

/// The page of a run.
pub fn page(folder: &Path, options: &Options, executor: &dyn Executor) -> Result<String, RunError> {
    if run::is_network(folder) {
        return policy::page(folder, options.samples);
    }
    let (config, epochs) = (run::read_config(folder)?, run::read_metrics(folder)?);
    let Some(last) = epochs.last() else {
        return Err(TextError::new(format!("{}: no epoch is over yet", folder.display())).into());
    };
    let meetings = match options.games {
        0 => Vec::new(),
        games => {
            let champions = champions(folder, &config, &epochs, options.champions.max(1))?;
            anchors::measure(&config, &champions, &anchors::anchors(config.game), games, executor)?
        }
    };
    let title = format!("{}, {}, seed {}", config.game, config.player, config.seed);
    let mut body = format!(
        "<h1>{}</h1>\n<p>{} of {} epochs, {} games.</p>\n",
        escape(&title),
        last.epoch,
        config.epochs,
        epochs.iter().map(|epoch| epoch.games).sum::<u64>()
    );
    body += &strength(&config, &meetings, last);
    body += &figures(folder)?;
    body += &games::samples(&folder.join(run::GAMES), options.samples)?;
    let _ = write!(body, "<h2>Configuration</h2>\n<pre>{}</pre>\n", escape(&config.to_toml()));
    Ok(document(&title, &body))
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\n<body>\n{body}</body></html>\n",
        escape(title)
    )
}

/// The figures of a run alone, as HTML.
pub fn figures(folder: &Path) -> Result<String, RunError> {
    if run::is_network(folder) {
        return policy::figures(folder);
    }
    let (config, epochs) = (run::read_config(folder)?, run::read_metrics(folder)?);
    let labels = (config.genome()?.labels)();
    let speed = speed(&run::read_times(folder)?);
    Ok(fitness(&epochs) + &weights(&epochs, &labels) + &constants(&epochs) + &course(&epochs) + &speed)
}

/// The best of each population of a run by now: its name and its numbers.
pub fn last_champions(folder: &Path) -> Result<Vec<(String, Weights)>, RunError> {
    let (config, epochs) = (run::read_config(folder)?, run::read_metrics(folder)?);
    let Some(last) = epochs.last() else { return Ok(Vec::new()) };
    let found = champions(folder, &config, &epochs, 1)?;
    Ok(found.into_iter().map(|(p, _, weights)| (last.populations[p].name.clone(), weights)).collect())
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:2em auto;padding:0 1em;color:#222;\
background:#fff}figure{margin:1.5em 0}figcaption{font-weight:600}svg{max-width:100%;height:auto}svg text{font-size:12px;\
fill:#444}.grid{stroke:#ddd}.curve{fill:none;stroke-width:1.6}.legend{font-size:14px}.legend span{margin-right:1em;\
white-space:nowrap}table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ddd}\
td:first-child,th:first-child{text-align:left}pre{overflow-x:auto;background:#f6f6f6;padding:.8em;line-height:1.25}\
details{margin:.5em 0}";

/// The champions worth measuring: of some generations where the metrics have their numbers, otherwise the last ones.
fn champions(
    folder: &Path,
    config: &Config,
    epochs: &[Epoch],
    wanted: usize,
) -> Result<Vec<(usize, u64, Weights)>, RunError> {
    let known = epochs.iter().all(|epoch| epoch.populations.iter().all(|p| !p.champion.is_empty()));
    if known {
        // The first generation, the last, and some in between.
        let n = wanted.min(epochs.len());
        let chosen = (0..n).map(|k| if n == 1 { epochs.len() - 1 } else { k * (epochs.len() - 1) / (n - 1) });
        let all = chosen.flat_map(|i| {
            let champion =
                |(p, summary): (usize, &Summary)| (p, epochs[i].epoch, summary.champion.clone().into());
            epochs[i].populations.iter().enumerate().map(champion).collect::<Vec<_>>()
        });
        return Ok(all.collect());
    }
    let path = folder.join("checkpoint");
    let bytes = fs::read(&path).map_err(|error| RunError::Io { path: path.clone(), error })?;
    let found = Checkpoint::parse(&bytes).ok_or_else(|| {
        TextError::new(format!("{}: it is not whole; petteia resume repairs it", path.display()))
    })?;
    let learner = Coevolution::resume(config, found.state)?;
    let (epoch, champions) = (learner.epochs(), learner.champions());
    Ok(champions.into_iter().enumerate().map(|(p, (_, best))| (p, epoch, best.into())).collect())
}

fn strength(config: &Config, meetings: &[Meeting], last: &Epoch) -> String {
    if meetings.is_empty() {
        return String::new();
    }
    let mut text =
        String::from("<h2>Champions against players that never change</h2>\n<table><tr><th>champion</th>");
    let anchors = anchors::anchors(config.game);
    anchors.iter().for_each(|anchor| text += &format!("<th>{}</th>", escape(&anchor.to_string())));
    for row in meetings.chunks(anchors.len()) {
        let name = &last.populations[row[0].population].name;
        let _ = write!(text, "</tr>\n<tr><td>{}, epoch {}</td>", escape(name), row[0].epoch);
        for meeting in row {
            let Meeting { wins, draws, losses, .. } = meeting;
            let _ = write!(text, "<td>{:.0}% ({wins}/{draws}/{losses})</td>", 100.0 * meeting.score());
        }
    }
    text + "</tr></table>\n<p>Points of the champion, and games won, drawn and lost. Where there are two populations, each plays \
            its own side; games begin with two random steps.</p>\n"
}

/// The curve of a number over the generations.
fn curve(name: impl Into<String>, epochs: &[Epoch], of: impl Fn(&Epoch) -> Option<f64>) -> Series {
    let points = epochs.iter().filter_map(|epoch| Some((epoch.epoch as f64, of(epoch)?)));
    Series { name: name.into(), points: points.collect() }
}

fn names(epochs: &[Epoch]) -> Vec<String> {
    epochs.first().map_or_else(Vec::new, |epoch| epoch.populations.iter().map(|p| p.name.clone()).collect())
}

fn fitness(epochs: &[Epoch]) -> String {
    let of = |p: usize, kind: usize| move |epoch: &Epoch| Some(epoch.populations.get(p)?.fitness?[kind]);
    let names = names(epochs);
    let mut text = String::from("<h2>Fitness</h2>\n");
    if let [_, second] = &names[..] {
        let title = format!("{second}'s relative fitness over time: the scores of all its games together");
        text += &chart(&title, &[curve(second, epochs, of(1, 3))]);
    }
    for (p, name) in names.iter().enumerate() {
        let kinds = ["best", "mean", "worst"];
        let series: Vec<Series> =
            kinds.iter().enumerate().map(|(kind, label)| curve(*label, epochs, of(p, kind))).collect();
        text += &chart(&format!("Fitness of {name}"), &series);
    }
    text
}

fn weights(epochs: &[Epoch], labels: &[String]) -> String {
    if labels.is_empty() {
        return String::new();
    }
    let mut text = String::from("<h2>Weights</h2>\n");
    for (p, name) in names(epochs).iter().enumerate() {
        for (title, of) in [
            (format!("Weights of one particle of {name} over time"), particle as fn(&Summary) -> &Vec<f32>),
            (format!("Weights of the best {name} over time"), champion),
        ] {
            let series = labels.iter().enumerate().map(|(i, label)| {
                curve(label, epochs, |epoch| of(epoch.populations.get(p)?).get(i).map(|w| f64::from(*w)))
            });
            text += &chart(&title, &series.collect::<Vec<_>>());
        }
    }
    text
}

/// The constants that a swarm over swarms looks for.
fn constants(epochs: &[Epoch]) -> String {
    let of_population = |(p, name): (usize, &String)| constants_of(epochs, p, name);
    let text: String = names(epochs).iter().enumerate().filter_map(of_population).collect();
    if text.is_empty() { text } else { format!("<h2>Constants</h2>\n{text}") }
}

fn constants_of(epochs: &[Epoch], p: usize, name: &str) -> Option<String> {
    let [momentum, own, social] = epochs.last()?.populations.get(p)?.constants?;
    let of = |i: usize| move |epoch: &Epoch| Some(f64::from(epoch.populations.get(p)?.constants?[i]));
    let series: Vec<Series> = ["momentum", "own", "social"]
        .iter()
        .enumerate()
        .map(|(i, name)| curve(*name, epochs, of(i)))
        .collect();
    let title = format!("The best constants of motion of {name} over time");
    Some(format!(
        "<p>The best constants of {}: momentum {momentum:.4}, own {own:.4}, social {social:.4}.</p>\n{}",
        escape(name),
        chart(&title, &series)
    ))
}

fn particle(summary: &Summary) -> &Vec<f32> {
    &summary.particle
}

fn champion(summary: &Summary) -> &Vec<f32> {
    &summary.champion
}

fn course(epochs: &[Epoch]) -> String {
    let share = |n: fn(&Epoch) -> u64| move |epoch: &Epoch| Some(n(epoch) as f64 / epoch.games.max(1) as f64);
    let diversity: Vec<Series> = names(epochs)
        .iter()
        .enumerate()
        .map(|(p, name)| curve(name, epochs, move |epoch| Some(epoch.populations.get(p)?.diversity)))
        .collect();
    let results = [
        curve("first side wins", epochs, share(|epoch| epoch.first)),
        curve("draws", epochs, share(|epoch| epoch.draws)),
        curve("second side wins", epochs, share(|epoch| epoch.second)),
    ];
    String::from("<h2>Games</h2>\n")
        + &chart("Results of the games", &results)
        + &chart("Steps of a game", &[curve("mean", epochs, |epoch| Some(epoch.length))])
        + &chart("Diversity: the deviation of a weight within the population", &diversity)
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
        chart("Games a second", &[Series { name: "games a second".into(), points }])
    )
}

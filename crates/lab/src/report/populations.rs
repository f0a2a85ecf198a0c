//! What is particular to the page of populations: fitness, weights, and champions against players that never change.

use std::fmt::Write;
use std::path::Path;

use games::TextError;

use super::chart::{Series, escape};
use super::{Options, curve, over_epochs};
use crate::RunError;
use crate::job::{Executor, Weights};
use crate::learn::anchors::{self, Meeting};
use crate::learn::{Config, Epoch, Experiment, Match, Summary};
use crate::run;

/// The figures: fitness, weights and constants.
pub fn figures(config: &Config, epochs: &[Epoch]) -> Result<String, TextError> {
    let labels = (config.genome()?.labels)();
    Ok(progress(epochs) + &fitness(epochs) + &weights(epochs, &labels) + &notes(epochs))
}

/// Champions against players that never change, as far as the run measured them.
fn progress(epochs: &[Epoch]) -> String {
    let mut text = String::new();
    for (p, name) in names(epochs).iter().enumerate() {
        let met: Vec<(u64, &[Match])> = epochs
            .iter()
            .filter_map(|epoch| Some((epoch.epoch, &epoch.populations.get(p)?.anchors[..])))
            .filter(|(_, met)| !met.is_empty())
            .collect();
        text += &super::against(format!("The best {name} against players that never change"), &met);
    }
    if text.is_empty() { text } else { format!("<h2>Progress</h2>\n{text}") }
}

/// Champions against players that never change, so many games each.
pub fn strength(
    folder: &Path,
    config: &Config,
    epochs: &[Epoch],
    options: &Options,
    executor: &dyn Executor,
) -> Result<String, RunError> {
    let champions = champions(folder, config, epochs, options.champions.max(1))?;
    let anchors = anchors::anchors(config.game);
    let meetings = anchors::measure(config, &champions, &anchors, options.games, executor)?;
    let last = epochs.last().map_or(&[][..], |epoch| &epoch.populations);
    let mut text =
        String::from("<h2>Champions against players that never change</h2>\n<table><tr><th>champion</th>");
    anchors.iter().for_each(|anchor| text += &format!("<th>{}</th>", escape(&anchor.to_string())));
    for row in meetings.chunks(anchors.len()) {
        let name = &last[row[0].population].name;
        let _ = write!(text, "</tr>\n<tr><td>{}, epoch {}</td>", escape(name), row[0].epoch);
        for meeting in row {
            let Meeting { wins, draws, losses, .. } = meeting;
            let _ = write!(text, "<td>{:.0}% ({wins}/{draws}/{losses})</td>", 100.0 * meeting.score());
        }
    }
    Ok(text
        + "</tr></table>\n<p>Points of the champion, and games won, drawn and lost. Where there are two populations, each plays \
            its own side; games begin with two random steps.</p>\n")
}

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
    let learner = run::learner(folder, &Experiment::Populations(config.clone()))?;
    let weights = |player: &engine::PlayerSpec| player.weights().cloned().unwrap_or_default();
    let best = learner.champions(folder)?.into_iter().enumerate();
    Ok(best.map(|(p, champion)| (p, learner.epoch(), weights(&champion.player).into())).collect())
}

/// What the populations are called.
pub fn names(epochs: &[Epoch]) -> Vec<String> {
    epochs.first().map_or_else(Vec::new, |epoch| epoch.populations.iter().map(|p| p.name.clone()).collect())
}

fn fitness(epochs: &[Epoch]) -> String {
    let of = |p: usize, kind: usize| move |epoch: &Epoch| Some(epoch.populations.get(p)?.fitness?[kind]);
    let names = names(epochs);
    let mut text = String::from("<h2>Fitness</h2>\n");
    if let [_, second] = &names[..] {
        let title = format!("{second}'s relative fitness");
        text += &over_epochs(title, "score of all games", vec![curve(second, epochs, of(1, 3))]);
    }
    for (p, name) in names.iter().enumerate() {
        let kinds = ["best", "mean", "worst"];
        let series: Vec<Series> =
            kinds.iter().enumerate().map(|(kind, label)| curve(*label, epochs, of(p, kind))).collect();
        text += &over_epochs(format!("Fitness of {name}"), "fitness", series);
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
            (format!("Weights of one particle of {name}"), particle as fn(&Summary) -> &Vec<f32>),
            (format!("Weights of the best {name}"), champion),
        ] {
            let series = labels.iter().enumerate().map(|(i, label)| {
                curve(label, epochs, |epoch| of(epoch.populations.get(p)?).get(i).map(|w| f64::from(*w)))
            });
            text += &over_epochs(title, "weight", series.collect());
        }
    }
    text
}

/// What optimisers have found besides vectors, such as the constants that a swarm over swarms looks for.
fn notes(epochs: &[Epoch]) -> String {
    let mut text = String::new();
    for (p, name) in names(epochs).iter().enumerate() {
        let Some(last) = epochs.last().and_then(|epoch| epoch.populations.get(p)) else { continue };
        let series = last.notes.keys().map(|note| {
            curve(note, epochs, |epoch| epoch.populations.get(p)?.notes.get(note).map(|x| f64::from(*x)))
        });
        if !last.notes.is_empty() {
            let (name, notes) = (escape(name), last.notes_in_words());
            text += &format!("<p>The best constants of {name}: {notes}.</p>\n");
        }
        text += &over_epochs(format!("The best constants of {name}"), "constant", series.collect());
    }
    if text.is_empty() { text } else { format!("<h2>Constants</h2>\n{text}") }
}

fn particle(summary: &Summary) -> &Vec<f32> {
    &summary.particle
}

fn champion(summary: &Summary) -> &Vec<f32> {
    &summary.champion
}

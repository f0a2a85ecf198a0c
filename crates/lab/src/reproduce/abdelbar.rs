//! Seega: the evolved players beside Table I (2004), and Black's relative fitness (2003).

use engine::games::seega::papers::LinearWeights;

use super::games::{learnt, share};
use super::{Line, Scale, Trained};
use crate::RunError;
use crate::job::{Entrant, Executor, Pairing};
use crate::learn::Epoch;

pub fn compare_2004(
    trained: &[Trained],
    scale: &Scale,
    executor: &dyn Executor,
) -> Result<Vec<Line>, RunError> {
    let (config, best, epochs) = (trained[0].config()?, trained[0].best(), &trained[0].epochs);
    let field =
        Pairing { game: config.game, start: None, opening: 4, longest: config.longest, seed: scale.seed };
    let paper = [LinearWeights::abdelbar2004_white().array(), LinearWeights::abdelbar2004_black().array()];
    let table: Vec<Entrant> = paper.iter().map(|weights| learnt(&config.player, weights)).collect();
    let ours: Vec<Entrant> = best.iter().map(|weights| learnt(&config.player, weights)).collect();
    let mut lines = Vec::new();
    let mut wins = [[0; 2]; 2];
    for (i, (what, pair)) in [
        ("our White against Table I's Black", [&ours[0], &table[1]]),
        ("Table I's White against our Black", [&table[0], &ours[1]]),
    ]
    .into_iter()
    .enumerate()
    {
        wins[i] = field.sided(pair, scale.games, executor)?;
        lines.push(Line::new(format!("{what}, White's points"), "-", share(wins[i], scale.games)));
    }
    let same = field.sided([&table[0], &table[1]], scale.games, executor)?;
    lines.push(Line::new("Table I's White against its Black, White's points", "-", share(same, scale.games)));
    let between = field.sided([&ours[0], &ours[1]], scale.games, executor)?;
    lines.push(Line::new("our White against our Black, White's points", "-", share(between, scale.games)));
    // Black's games as Black sees them: what White did not get.
    let black = [scale.games - wins[1][0] - wins[1][1], wins[1][1]];
    let both = [wins[0][0] + black[0], wins[0][1] + black[1]];
    lines.push(Line::new(
        "our two players against Table I's at equal depth",
        "-",
        share(both, 2 * scale.games),
    ));
    if let Some(last) = epochs.last() {
        let draws = format!("{:.0}%", 100.0 * last.draws as f64 / last.games.max(1) as f64);
        lines.push(Line::new("draws in the last epoch", "most games", draws));
    }
    for (number, label) in (config.genome()?.labels)().iter().enumerate() {
        let pair = |white: f32, black: f32| format!("White {white:6.2}, Black {black:6.2}");
        lines.push(Line::new(
            format!("weight {}, {label}", number + 1),
            pair(paper[0][number], paper[1][number]),
            pair(best[0][number], best[1][number]),
        ));
    }
    Ok(lines)
}

pub fn compare_2003(trained: &[Trained], _: &Scale, _: &dyn Executor) -> Result<Vec<Line>, RunError> {
    let epochs = &trained[0].epochs;
    let fitness =
        |epoch: &Epoch| epoch.populations.get(1).and_then(|black| black.fitness).map_or(0.0, |f| f[3]);
    let mut lines = Vec::new();
    // By quarters, as the paper's figure goes; a run of a few iterations as a whole.
    let quarters: &[&str] = match epochs.len() {
        0 => &[],
        1..4 => &["-"],
        _ => &["rises, fluctuates", "settles", "about 425", "about 425"],
    };
    for (part, said) in quarters.iter().enumerate() {
        let [from, to] = [part, part + 1].map(|part| part * epochs.len() / quarters.len());
        let values: Vec<f64> = epochs[from..to].iter().map(fitness).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / values.len() as f64;
        lines.push(Line::new(
            format!("Black's relative fitness, iterations {} to {to}", from + 1),
            *said,
            format!("{mean:.0}, deviation {:.0}", variance.sqrt()),
        ));
    }
    let last = epochs.last().filter(|last| last.epoch > 1);
    for epoch in epochs.first().into_iter().chain(last) {
        let share = |n: u64| 100.0 * n as f64 / epoch.games.max(1) as f64;
        let text = format!(
            "White {:.0}%, draws {:.0}%, Black {:.0}%",
            share(epoch.first),
            share(epoch.draws),
            share(epoch.second)
        );
        let paper = if epoch.epoch == 1 { "-" } else { "White plays towards a draw" };
        lines.push(Line::new(format!("results of the games, iteration {}", epoch.epoch), paper, text));
    }
    Ok(lines)
}

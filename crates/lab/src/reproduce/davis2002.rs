//! Awari: the evolved player against others.

use engine::Rng;

use super::games::{known, learnt, points};
use super::{Line, Scale, Trained};
use crate::RunError;
use crate::job::{Entrant, Executor, Pairing};
use crate::stats::Tally;

/// Our levels in place of Awale's, and what the evolved player of the paper scored there.
const LADDER: [(&str, &str, &str); 4] = [
    ("initiation", "level:1", "5 won of 5"),
    ("beginner", "level:3", "5 won of 5"),
    ("amateur", "level:5", "3 won, 1 drawn, 1 lost of 5"),
    ("grand master", "level:9", "0 won of 5"),
];

/// Sets of weights such as evolution begins with, from −1 to 1: fifty where players meet in a hundred games.
fn start_vectors(scale: &Scale) -> Vec<Vec<f32>> {
    let rng = Rng::new(scale.seed);
    let vector = |number| {
        let mut rng = rng.child("random weights", number);
        (0..6).map(|_| 2.0 * rng.uniform() as f32 - 1.0).collect()
    };
    (0..u64::from(scale.games / 2).clamp(1, 50)).map(vector).collect()
}

/// Scores in percent, lowest first.
fn sorted(tallies: &[Tally]) -> Vec<f64> {
    let mut scores: Vec<f64> = tallies.iter().map(|tally| 100.0 * tally.score()).collect();
    scores.sort_by(f64::total_cmp);
    scores
}

/// How scores are spread: their mean with its standard error, and the least, the quartiles and the greatest.
fn spread(tallies: &[Tally]) -> String {
    if let [one] = tallies {
        return points(one);
    }
    let scores = sorted(tallies);
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let [least, low, middle, high, greatest] = [0, 1, 2, 3, 4].map(|i| scores[i * (scores.len() - 1) / 4]);
    let games = tallies[0].games();
    format!(
        "mean {mean:.0}% (standard error {:.1}), least {least:.0}%, quartiles {low:.0}%, {middle:.0}%, {high:.0}%, greatest \
         {greatest:.0}%; {games} games each",
        (variance / n).sqrt()
    )
}

/// All scores in percent, lowest first.
fn one_by_one(tallies: &[Tally]) -> String {
    let scores: Vec<String> = sorted(tallies).iter().map(|score| format!("{score:.0}")).collect();
    scores.join(" ")
}

pub fn compare(trained: &[Trained], scale: &Scale, executor: &dyn Executor) -> Result<Vec<Line>, RunError> {
    let (config, best, epochs) = (trained[0].config()?, trained[0].best(), &trained[0].epochs);
    let field =
        Pairing { game: config.game, start: None, opening: 4, longest: config.longest, seed: scale.seed };
    let champion = learnt(&config.player, &best[0]);
    let mut lines = Vec::new();
    for (name, level, paper) in LADDER {
        let other = known(level);
        let tally = field.tally([&champion, &other], scale.games, executor)?;
        lines.push(Line::new(format!("evolved against Awale {name}, here {level}"), paper, points(&tally)));
    }
    let vectors = start_vectors(scale);
    let random: Vec<Entrant> = vectors.iter().map(|weights| learnt(&config.player, weights)).collect();
    let sets = match random.len() {
        1 => "a random set".to_string(),
        count => format!("{count} random sets"),
    };
    for (name, level, games) in [("initiation", "level:1", scale.games / 5), ("grand master", "level:9", 2)] {
        let meet = |player| field.tally([player, &known(level)], games.max(2), executor);
        let tallies = random.iter().map(meet).collect::<Result<Vec<_>, _>>()?;
        let what = format!("{sets} of weights against Awale {name}, here {level}");
        lines.push(Line::new(what, "0 won of 1", spread(&tallies)));
        if level == "level:1" {
            lines.push(Line::new("the same, set by set", "-", one_by_one(&tallies)));
        }
    }
    let meet = |player| field.tally([&champion, player], (scale.games / 5).max(2), executor);
    let tallies = random.iter().map(meet).collect::<Result<Vec<_>, _>>()?;
    lines.push(Line::new(format!("evolved against {sets} of weights"), "-", spread(&tallies)));
    lines.push(Line::new("the same, set by set", "-", one_by_one(&tallies)));
    for other in ["random", "greedy", "davis2002"] {
        let tally = field.tally([&champion, &known(other)], scale.games, executor)?;
        lines.push(Line::new(format!("evolved against {other}"), "-", points(&tally)));
    }
    if let Some(last) = epochs.last() {
        let length = format!("{:.0}", last.length);
        lines.push(Line::new("steps of a game in the last generation", "-", length));
    }
    let weights: Vec<String> = best[0].iter().map(|w| format!("{w:.2}")).collect();
    lines.push(Line::new("weights w1 to w6", "not printed", weights.join(" ")));
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_of_scores_has_its_quartiles_and_its_error() {
        let tally = |wins: u32| Tally {
            wins,
            losses: 4 - wins,
            pairs: [(4 - wins) / 2, 0, 0, 0, wins / 2],
            ..Tally::default()
        };
        let tallies = [4, 0, 2, 4, 0].map(tally);
        // Deviation 50 of five: 22.4.
        let said =
            "mean 50% (standard error 22.4), least 0%, quartiles 0%, 50%, 100%, greatest 100%; 4 games each";
        assert_eq!(spread(&tallies), said);
        assert_eq!(one_by_one(&tallies), "0 0 50 100 100");
    }

    #[test]
    fn fifty_sets_of_weights_lie_in_the_paper_s_range() {
        let all = start_vectors(&Scale { games: 100, seed: 1 });
        assert_eq!((all.len(), start_vectors(&Scale { games: 2, seed: 1 }).len()), (50, 1));
        let numbers: Vec<f32> = all.concat();
        assert!(numbers.iter().all(|x| (-1.0..=1.0).contains(x)), "{numbers:?}");
        assert!(numbers.iter().any(|x| *x < -0.8) && numbers.iter().any(|x| *x > 0.8));
    }
}

//! Awari: the evolved player against others.

use engine::Rng;

use super::games::{Field, known, learnt, points};
use super::{Line, Scale, Trained};
use crate::job::Executor;
use crate::run::RunError;

/// Our levels in place of Awale's, and what the evolved player of the paper scored there.
const LADDER: [(&str, &str, &str); 4] = [
    ("initiation", "level:1", "5 won of 5"),
    ("beginner", "level:3", "5 won of 5"),
    ("amateur", "level:5", "3 won, 1 drawn, 1 lost of 5"),
    ("grand master", "level:9", "0 won of 5"),
];

pub fn compare(trained: &[Trained], scale: &Scale, executor: &dyn Executor) -> Result<Vec<Line>, RunError> {
    let Trained { config, champions, epochs, .. } = &trained[0];
    let field = Field { game: config.game, opening: 4, longest: config.longest, seed: scale.seed };
    let champion = learnt(&config.player, &champions[0].1);
    let mut rng = Rng::new(scale.seed).child("random weights", 0);
    let weights: Vec<f32> = (0..6).map(|_| 2.0 * rng.uniform() as f32 - 1.0).collect();
    let start = learnt(&config.player, &weights);
    let mut lines = Vec::new();
    for (name, level, paper) in LADDER {
        let other = known(level);
        let tally = field.pairs([&champion, &other], scale.games, executor)?;
        lines.push(Line::new(format!("evolved against Awale {name}, here {level}"), paper, points(&tally)));
    }
    for (name, level) in [("initiation", "level:1"), ("grand master", "level:9")] {
        let tally = field.pairs([&start, &known(level)], scale.games, executor)?;
        let what = format!("random weights against Awale {name}, here {level}");
        lines.push(Line::new(what, "0 won of 1", points(&tally)));
    }
    for other in [start, known("random"), known("greedy"), known("davis2002")] {
        let name = if other.weights.is_some() { "random weights".into() } else { other.spec.to_string() };
        let tally = field.pairs([&champion, &other], scale.games, executor)?;
        lines.push(Line::new(format!("evolved against {name}"), "-", points(&tally)));
    }
    if let Some(last) = epochs.last() {
        let length = format!("{:.0}", last.length);
        lines.push(Line::new("steps of a game in the last generation", "-", length));
    }
    let weights: Vec<String> = champions[0].1.iter().map(|w| format!("{w:.2}")).collect();
    lines.push(Line::new("weights w1 to w6", "not printed", weights.join(" ")));
    Ok(lines)
}

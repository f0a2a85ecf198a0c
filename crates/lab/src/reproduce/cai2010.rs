//! Capture Go: Tables 1 and 2, the methods against each other.

use engine::PlayerSpec;
use games::TextError;

use super::games::{Field, known, learnt, share};
use super::{Line, Scale, Trained};
use crate::job::{Entrant, Executor};
use crate::run::RunError;

pub const DIFFERENCES: &[&str] = &[
    "a search of four steps, where the paper has six: a method trains in half an hour to an hour on two processors, with five steps in more than two hours",
    "a duel between a candidate and the remembered best is two games, once with each side; the paper says a game",
    "hill climbing has 16,000 duels of two games, as many games as the other methods; the paper gives no number",
    "the constants of the swarm are the paper's; configs/cai2010-outer.toml looks for them again",
    "the deviation in a cell of Table 2 is over pairs of trained players",
];

/// Table 1: Black by row, White by column; what the paper does not print is not here.
const TABLE_1: [(&str, &str, &str); 9] = [
    ("hybrid", "PSO", "79"),
    ("hybrid", "EA", "90"),
    ("hybrid", "HC", "76"),
    ("PSO", "hybrid", "62"),
    ("PSO", "EA", "76"),
    ("PSO", "HC", "70"),
    ("EA", "hybrid", "53"),
    ("EA", "PSO", "68"),
    ("EA", "HC", "70"),
];

/// Table 2, with deviations.
const TABLE_2: [(&str, &str, &str); 12] = [
    ("hybrid", "PSO", "77 ± 9"),
    ("hybrid", "EA", "83 ± 6"),
    ("hybrid", "HC", "80 ± 8"),
    ("PSO", "hybrid", "61 ± 7"),
    ("PSO", "EA", "70 ± 5"),
    ("PSO", "HC", "80 ± 8"),
    ("EA", "hybrid", "60 ± 8"),
    ("EA", "PSO", "72 ± 8"),
    ("EA", "HC", "76 ± 9"),
    ("HC", "hybrid", "49 ± 12"),
    ("HC", "PSO", "51 ± 13"),
    ("HC", "EA", "45 ± 13"),
];

/// The same player, whose step is random one time in ten, unless it was already learnt so.
fn careless(spec: &PlayerSpec) -> Result<PlayerSpec, TextError> {
    let text = spec.to_string();
    if text.contains("careless=") {
        return Ok(spec.clone());
    }
    let open = text.strip_suffix(')').ok_or_else(|| TextError::new(format!("{text} has no settings")))?;
    format!("{open},careless=10)").parse()
}

pub fn compare(trained: &[Trained], scale: &Scale, executor: &dyn Executor) -> Result<Vec<Line>, RunError> {
    let config = &trained[0].config;
    let field = Field { game: config.game, opening: 0, longest: config.longest, seed: scale.seed };
    let spec = careless(&config.player)?;
    let of = |method: &str| -> Vec<Entrant> {
        let found = trained.iter().filter(|trained| trained.method == method);
        found.map(|trained| learnt(&spec, &trained.champions[0].1)).collect()
    };
    let mut lines = Vec::new();
    for (black, white, paper) in TABLE_1 {
        let (first, second) = (of(black), of(white));
        let result = field.sided([&first[0], &second[0]], scale.games, executor)?;
        lines.push(Line::new(
            format!("Table 1, {black} (Black) against {white}, won of 100"),
            paper,
            share(result, scale.games),
        ));
    }
    for method in ["hybrid", "PSO", "EA", "HC"] {
        let player = &of(method)[0];
        let result = field.sided([player, &known("random")], scale.games, executor)?;
        let paper = if method == "HC" { "-" } else { "100" };
        lines.push(Line::new(
            format!("Table 1, {method} (Black) against random"),
            paper,
            share(result, scale.games),
        ));
    }
    let result = field.sided([&of("hybrid")[0], &known("defensive")], scale.games, executor)?;
    lines.push(Line::new(
        "hybrid (Black) against the defensive player",
        "56 ± 3",
        share(result, scale.games),
    ));
    if of("hybrid").len() < 2 {
        return Ok(lines);
    }
    for (black, white, paper) in TABLE_2 {
        let mut wins = Vec::new();
        for first in of(black) {
            for second in of(white) {
                let [won, _] = field.sided([&first, &second], scale.games, executor)?;
                wins.push(100.0 * f64::from(won) / f64::from(scale.games));
            }
        }
        let n = wins.len() as f64;
        let mean = wins.iter().sum::<f64>() / n;
        let deviation = (wins.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        let ours = format!("{mean:.0} ± {deviation:.0}, {} pairs of players", wins.len());
        lines.push(Line::new(format!("Table 2, {black} (Black) against {white}, won of 100"), paper, ours));
    }
    Ok(lines)
}

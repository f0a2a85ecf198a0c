//! Policy iteration for the placing stage of Seejeh, as the paper has it and as we do.

use std::fs;
use std::path::PathBuf;

use games::TextError;

use super::games::{Field, known, points};
use super::{Line, Scale};
use crate::job::Executor;
use crate::learn::policy_iteration::{Config, NETWORK};
use crate::run::RunError;

/// Its short name.
pub const NAME: &str = "aljaafreh2019";
/// Who wrote what.
pub const TITLE: &str =
    "Aljaafreh and Al-Oudat (2019): a network and Monte-Carlo tree search that learn to place in Seejeh";

/// What it says and what is here, as Markdown.
pub const PAGE: &str = include_str!("../../../../docs/papers/aljaafreh2019.md");

/// What is trained: the method's name and its configuration.
pub fn methods(quick: bool) -> Result<Vec<(&'static str, Config)>, TextError> {
    let files = match quick {
        false => [
            ("as the paper", include_str!("../../../../configs/aljaafreh2019.toml")),
            ("ours", include_str!("../../../../configs/seejeh5.toml")),
        ],
        true => [
            ("as the paper", include_str!("../../../../configs/aljaafreh2019-quick.toml")),
            ("ours", include_str!("../../../../configs/seejeh5-quick.toml")),
        ],
    };
    files
        .into_iter()
        .map(|(method, text)| Ok((method, Config::parse(text).map_err(|e| e.within(method))?)))
        .collect()
}

/// A network that was trained: the method, by what, and its folder.
pub type Trained = (&'static str, Config, PathBuf);

/// A checksum of the networks. Players name their files only, so that games of other generations have to be told apart by it.
pub fn checksum(trained: &[Trained]) -> Result<u32, RunError> {
    let mut sum = 0;
    for path in trained.iter().map(|(_, _, folder)| folder.join(NETWORK)) {
        let bytes = fs::read(&path).map_err(|error| RunError::io(&path, error))?;
        sum = crc32c::crc32c_append(sum, &bytes);
    }
    Ok(sum)
}

/// Simulations of a placement in the comparisons.
const SIMULATIONS: u32 = 160;

/// Plays the comparisons: everybody has the same mover in the moving stage.
pub fn compare(trained: &[Trained], scale: &Scale, executor: &dyn Executor) -> Result<Vec<Line>, RunError> {
    let mut lines = Vec::new();
    let said = "no number";
    for (method, config, folder) in trained {
        let field = Field { game: config.game, opening: 2, longest: 1000, seed: scale.seed };
        let ours = config.player(&folder.join(NETWORK).to_string_lossy(), SIMULATIONS)?;
        for (whom, spec) in [
            ("random placing", "random".to_string()),
            (
                "Monte-Carlo tree search without a network, as many simulations",
                format!("mcts(sims={SIMULATIONS})"),
            ),
            (
                "the papers' linear evaluator, alpha-beta of 20 ms",
                "alphabeta(ms=20,eval=abdelbar2004-white)".into(),
            ),
        ] {
            let other = config.seated(&spec)?;
            let players = [&ours, &other].map(|spec| known(&spec.to_string()));
            let tally = field.pairs([&players[0], &players[1]], scale.games, executor)?;
            lines.push(Line::new(format!("{method}, against {whom}"), said, points(&tally)));
        }
    }
    for size in [5, 7] {
        for (rule, switch) in [
            ("untouchable pieces exchanged", ""),
            ("any piece exchanged", "(exchange=any)"),
            ("no exchange", "(exchange=off)"),
        ] {
            let game = format!("seejeh:{size}{switch}").parse()?;
            let field = Field { game, opening: 6, longest: 1000, seed: scale.seed };
            let best = known("alphabeta(nodes=1000)");
            let [black, draws] = field.sided([&best, &best], scale.games, executor)?;
            let white = scale.games - black - draws;
            let ours = format!("White wins {white}, Black {black}, draws {draws} of {}", scale.games);
            lines.push(Line::new(
                format!("{size}×{size}, two equal players, {rule}"),
                "White is privileged",
                ours,
            ));
        }
    }
    Ok(lines)
}

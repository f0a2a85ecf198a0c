//! Policy iteration for the placing stage of Seejeh, as the paper has it and as we do.

use super::games::{known, points};
use super::{Line, Scale, Trained};
use crate::RunError;
use crate::job::{Executor, Pairing};
use crate::learn::Experiment;
use crate::learn::policy_iteration::NETWORK;

/// Simulations of a placement in the comparisons.
const SIMULATIONS: u32 = 160;

/// Plays the comparisons: all have the same mover in the moving stage.
pub fn compare(trained: &[Trained], scale: &Scale, executor: &dyn Executor) -> Result<Vec<Line>, RunError> {
    let mut lines = Vec::new();
    let said = "no number";
    for Trained { method, experiment, folder, .. } in trained {
        let Experiment::Network(config) = experiment else { continue };
        let field = Pairing { game: config.game, start: None, opening: 2, longest: 1000, seed: scale.seed };
        let ours = config.player(&folder.join(NETWORK).to_string_lossy(), SIMULATIONS)?;
        for (whom, spec) in [
            ("random placing", "random".to_string()),
            (
                "Monte-Carlo tree search without a network, as many simulations",
                format!("mcts(sims={SIMULATIONS})"),
            ),
            (
                "the papers' linear evaluator, alpha-beta of 5,000 positions",
                "alphabeta(nodes=5000,eval=abdelbar2004-white)".into(),
            ),
        ] {
            let other = config.seated(&spec)?;
            let players = [&ours, &other].map(|spec| known(&spec.to_string()));
            let tally = field.tally([&players[0], &players[1]], scale.games, executor)?;
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
            let field = Pairing { game, start: None, opening: 6, longest: 1000, seed: scale.seed };
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

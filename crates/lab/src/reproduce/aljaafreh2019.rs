//! Policy iteration for the placing stage of Seejeh, as the paper has it and as we do.

use super::games::{NOTHING, known, points};
use super::meetings::{Named, Terms};
use super::{Archived, Findings, Meetings, Scale, Table, Trained};
use crate::RunError;
use crate::job::{Entrant, Pairing};
use crate::learn::Experiment;
use crate::learn::policy_iteration::NETWORK;

/// Simulations of a placement in the comparisons.
const SIMULATIONS: u32 = 160;

/// Plays the comparisons: all have the same mover in the moving stage.
pub fn compare(trained: &[Trained], scale: &Scale, meetings: &Meetings<'_>) -> Result<Findings, RunError> {
    let mut findings = Findings::default();
    let title = format!(
        "The network places with {SIMULATIONS} simulations, {} games in pairs from two random steps: its points of 100",
        scale.games
    );
    let mut table = Table::new("opponents", title, &["network, against", "paper", "here", "steps of a game"]);
    for Trained { method, experiment, folder, network, name, .. } in trained {
        let Experiment::Network(config) = experiment else { continue };
        let field = Pairing { game: config.game, start: None, opening: 2, longest: 1000, seed: scale.seed };
        let terms = Terms { field: &field, games: scale.games, paired: true, counted: NOTHING };
        let ours = config.player(&folder.join(NETWORK).to_string_lossy(), SIMULATIONS)?;
        let limits = ours.default_limits();
        let ours = Named { name: name.clone(), entrant: Entrant::new(ours, limits), mark: *network };
        for (whom, spec) in [
            ("random placing", "random".to_string()),
            ("tree search without a network, as many simulations", format!("mcts(sims={SIMULATIONS})")),
            (
                "the papers' linear evaluator, alpha-beta of 5,000 positions",
                "alphabeta(nodes=5000,eval=abdelbar2004-white)".into(),
            ),
        ] {
            let other = known(&config.seated(&spec)?.to_string());
            let met = meetings.meet([&ours, &other], &terms)?;
            table.row([
                format!("{method}, {whom}"),
                "no number".into(),
                points(&met),
                format!("{:.0}", met.length()),
            ]);
        }
    }
    findings.tables.push(table);

    let title = format!(
        "Two equal players (1,000 positions a step), {} games from six random steps: White's privilege",
        scale.games
    );
    let mut table = Table::new(
        "privilege",
        title,
        &["board, exchange", "paper", "White, draws, Black", "steps of moving"],
    );
    for size in [5, 7] {
        for (rule, switch) in
            [("untouchable pieces", ""), ("any piece", "(exchange=any)"), ("none", "(exchange=off)")]
        {
            let game: games::GameSpec = format!("seejeh:{size}{switch}").parse()?;
            let field = Pairing { game, start: None, opening: 6, longest: 1000, seed: scale.seed };
            let best = known("alphabeta(nodes=1000)");
            let met = meetings.meet(
                [&best, &best],
                &Terms { field: &field, games: scale.games, paired: false, counted: NOTHING },
            )?;
            let [black, draws, white] = met.results;
            // Steps of placing are as many as there are cells but the centre.
            let moving = met.length() - f64::from(size * size - 1);
            let paper =
                if switch.is_empty() { "White is privileged; about 50 actions of moving" } else { "" };
            table.row([
                format!("{size}×{size}, {rule}"),
                paper.into(),
                format!("{white}, {draws}, {black}"),
                format!("{moving:.0}"),
            ]);
        }
    }
    findings.tables.push(table);
    Ok(findings)
}

/// Nothing yet that takes several studies.
pub fn across(_: &[(&'static str, Archived)]) -> Findings {
    Findings::default()
}

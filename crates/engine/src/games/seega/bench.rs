//! Seega 7×7 with the papers' features.

use std::time::Duration;

use games::seega::{Rules, Seega};
use games::{Game, Side};

use super::papers::{BIAS, Linear, LinearWeights, PAPER_OPTIONS, Schedule, paper_player};
use crate::bench::{Speed, Stopwatch};
use crate::player::{Limits, Player};
use crate::rng::{DEFAULT_SEED, Rng};
use crate::search::AlphaBeta;

type Board = Seega<u64>;

/// Positions spread over a random game: half of them while placing, half while moving.
fn positions(rng: &mut Rng) -> Vec<games::Line<Board>> {
    [6, 12, 18, 24, 30, 36, 42, 48, 56, 64, 72, 80, 90, 100]
        .into_iter()
        .map(|steps| {
            loop {
                let mut line = games::Line::new(Board::start(&Rules::seega(7)));
                while line.outcome().is_none() && line.steps().len() < steps {
                    let step = line.position().pick(&mut |n| rng.below(n)).expect("the game goes on");
                    line.push(step);
                }
                if line.outcome().is_none() {
                    return line;
                }
            }
        })
        .collect()
}

/// Alpha-beta on positions of both phases.
pub fn nodes_per_second() -> Speed {
    let lines = positions(&mut Rng::new(DEFAULT_SEED));
    let search = AlphaBeta::new(Linear::new(7, LinearWeights::abdelbar2004_black()), PAPER_OPTIONS);
    Speed::search("Seega 7x7, the papers' features", search, &lines, 300_000, 3e6)
}

/// Whole games between Table I's two players at the scaled depth schedule.
pub fn seconds_per_game() -> Speed {
    const GAMES: u64 = 64;
    let rules = Rules::seega(7);
    let (mut nodes, mut steps) = (0, 0);
    let mut time = Duration::ZERO;
    for game in 0..GAMES {
        let mut rng = Rng::new(DEFAULT_SEED).child("game", game);
        let began = Stopwatch::start();
        let [white, black] = [LinearWeights::abdelbar2004_white(), LinearWeights::abdelbar2004_black()];
        let mut players =
            [white, black].map(|weights| paper_player(&rules, weights, Schedule::Papers, BIAS, &mut rng));
        let mut line = games::Line::new(Board::start(&rules));
        while line.outcome().is_none() {
            let player = &mut players[usize::from(line.to_move() == Side::Second)];
            let thoughts = player.choose(&line, &Limits::default(), &mut rng);
            nodes += thoughts.nodes;
            line.push(thoughts.step());
        }
        time += began.elapsed();
        steps += line.steps().len();
    }
    Speed {
        name: "Seega 7x7, Table I's players, one game".into(),
        value: time.as_secs_f64() / GAMES as f64,
        unit: "s/game",
        goal: 0.19,
        work: format!("{GAMES} games, {steps} steps, {nodes} nodes"),
    }
}

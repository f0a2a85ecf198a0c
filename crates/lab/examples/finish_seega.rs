//! Does the stronger side win? Plays the position on which the player of 2004 gave up, against that player's White and
//! against our own, and random positions of two to one, our player on both sides.
//!
//! ```text
//! cargo run --release -p petteia-lab --example finish_seega -- WEIGHTS.toml NODES|MSms PAPER_GAMES RANDOM_GAMES SEED
//! ```

use std::time::Duration;

use engine::games::seega::papers::{BIAS, LinearWeights, Schedule, paper_player};
use engine::games::seega::siege::{OPTIONS, SeegaEvaluator, SiegeWeights};
use engine::search::{AlphaBetaPlayer, Biased};
use engine::{Limits, Player, Rng};
use games::seega::{Rules, Seega};
use games::{Game, Line, Outcome, Side};

const PAPER: &str = "w.....w/bb...../b....../.bbbbb./bb...../ww.bbbb/ww...bw b move 0 150";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [weights, effort, paper, random, seed] = args.as_slice() else {
        eprintln!("usage: finish_seega WEIGHTS.toml NODES|MSms PAPER_GAMES RANDOM_GAMES SEED");
        std::process::exit(2);
    };
    let weights: SiegeWeights =
        toml::from_str(&std::fs::read_to_string(weights).expect("weights")).expect("weights");
    let limits = match effort.strip_suffix("ms") {
        Some(ms) => {
            Limits { time: Some(Duration::from_millis(ms.parse().expect("a time"))), ..Limits::default() }
        }
        None => Limits { nodes: Some(effort.parse().expect("nodes")), ..Limits::default() },
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let rng = Rng::new(number(seed));
    let rules = Rules::seega(7);
    for (name, games) in [("table-1", number(paper)), ("own", number(paper)), ("random", number(random))] {
        let mut won = 0;
        for game in 0..games {
            let mut rng = rng.child(name, game);
            let start = if name != "random" {
                Seega::parse(&rules, PAPER).expect("tested")
            } else {
                two_to_one(&rules, &mut rng)
            };
            // A bias too small to matter but for ties makes the games differ.
            let evaluator =
                Biased::new(SeegaEvaluator::<u64>::with_weights(&rules, &weights), 50, rng.bits());
            let mut player = AlphaBetaPlayer::new(evaluator, OPTIONS, limits);
            let mut table_1 = paper_player::<u64>(
                &rules,
                LinearWeights::abdelbar2004_white(),
                Schedule::Papers,
                BIAS,
                &mut rng,
            );
            let mut line = Line::new(start);
            let (mut nodes, mut depth) = (0, 0);
            while line.outcome().is_none() && line.steps().len() < 1000 {
                let white = line.to_move() == Side::First;
                let thoughts = if name == "table-1" && white {
                    table_1.choose(&line, &Limits::default(), &mut rng)
                } else {
                    player.choose(&line, &limits, &mut rng)
                };
                nodes += thoughts.nodes;
                depth += thoughts.best().depth;
                line.push(thoughts.step());
            }
            won += u64::from(line.outcome() == Some(Outcome::Win(Side::Second)));
            let steps = line.steps().len();
            println!(
                "{name} {game}: {start} -> {:?} after {steps} steps, mean depth {:.1}, {} nodes: {}; {won} won",
                line.outcome(),
                f64::from(depth) / steps as f64,
                nodes,
                line.position()
            );
        }
    }
}

/// Ten to sixteen pieces for Black, who moves, and half as many for White, on random cells.
fn two_to_one(rules: &Rules, rng: &mut Rng) -> Seega<u64> {
    loop {
        let weak = 5 + rng.below(4);
        let mut signs = vec!['.'; 49];
        signs[..2 * weak].fill('b');
        signs[2 * weak..3 * weak].fill('w');
        rng.shuffle(&mut signs);
        let rows: Vec<String> = signs.chunks(7).map(|row| row.iter().collect()).collect();
        let text = format!("{} b move 0 100", rows.join("/"));
        let position = Seega::parse(rules, &text).expect("a board of signs");
        if position.can_slide(Side::Second) {
            return position;
        }
    }
}

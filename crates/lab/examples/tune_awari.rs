//! Fits the tables of Awari's own evaluator to games that it plays against itself, and prints them as TOML.
//!
//! Each round plays games from random openings with the tables so far, then fits the expected result of every
//! position to the result of its game: logistic regression by AdaGrad, with a little decay towards zero. The first round
//! starts from the stores alone.
//!
//! `cargo run --release -p petteia-lab --example tune_awari -- [rounds] [games] [nodes] [seed] > players/awari.toml`

use engine::games::awari::pits::{PARAMETERS, features, phase_parameters};
use engine::games::awari::{OPTIONS, PitTables};
use engine::search::{AlphaBetaPlayer, Options, UNIT};
use engine::{Limits, Player, Rng};
use games::awari::{Awari, Rules};
use games::{Game, Line, Outcome};

/// A position and the result of its game for the side to move: 0, a half or 1.
type Sample = (Awari, f32);

/// Scores are half a unit for each unit of log-odds, so that they mean what those of other evaluators do.
const SCALE: f32 = UNIT as f32 / 2.0;

fn tables(weights: &[f32]) -> PitTables {
    let scores = weights.iter().map(|w| (w * SCALE).round() as i32).collect();
    PitTables::new(scores).expect("there is a weight for every parameter")
}

/// One game of the tables against themselves; the opening is random and no sample.
fn play(weights: &[f32], nodes: u64, rng: &mut Rng, samples: &mut Vec<Sample>) {
    let mut line = Line::new(Awari::start(&Rules::DAVIS2002));
    for _ in 0..2 + rng.below(24) {
        match line.position().pick(&mut |n| rng.below(n)) {
            Some(step) => line.push(step),
            None => return,
        }
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = Options { table: 13, ..OPTIONS };
    let mut player = AlphaBetaPlayer::new(tables(weights), options, limits);
    let first = line.steps().len();
    while line.outcome().is_none() {
        let step = player.choose(&line, &limits, rng).step();
        line.push(step);
    }
    let outcome = line.outcome();
    for position in &line.positions()[first..line.steps().len()] {
        let result = match outcome {
            Some(Outcome::Win(winner)) => f32::from(u8::from(winner == position.to_move())),
            _ => 0.5,
        };
        samples.push((*position, result));
    }
}

/// Fits the weights to the samples; returns the mean loss of the last pass.
fn fit(weights: &mut [f32], samples: &mut [Sample], passes: u32, rng: &mut Rng) -> f32 {
    const RATE: f32 = 0.05;
    const DECAY: f32 = 1e-5;
    let mut squares = vec![1.0f32; weights.len()];
    let mut loss = 0.0;
    for _ in 0..passes {
        rng.shuffle(samples);
        loss = 0.0;
        for (position, result) in &*samples {
            let mut z = 0.0;
            features(position, |i, count| z += weights[i] * count as f32);
            let expected = 1.0 / (1.0 + (-z).exp());
            let error = expected - result;
            loss += error * error / samples.len() as f32;
            features(position, |i, count| {
                let slope = error * count as f32 + DECAY * weights[i];
                squares[i] += slope * slope;
                weights[i] -= RATE * slope / squares[i].sqrt();
            });
        }
    }
    loss
}

fn main() {
    let number =
        |place, default| std::env::args().nth(place).map_or(default, |a| a.parse().expect("a number"));
    let (rounds, games, nodes, seed) = (number(1, 4), number(2, 4000), number(3, 2000), number(4, 2026));
    let rng = Rng::new(seed);
    let mut weights = vec![0.0; PARAMETERS];
    phase_parameters(|stores| weights[stores] = 0.25);
    for round in 0..rounds {
        let mut samples = Vec::new();
        for game in 0..games {
            play(&weights, nodes, &mut rng.child("round", round).child("game", game), &mut samples);
        }
        let loss = fit(&mut weights, &mut samples, 8, &mut rng.child("fit", round));
        eprintln!("round {round}: {} positions, mean squared error {loss:.4}", samples.len());
    }
    let about = format!(
        "Awari's own evaluator: see crates/engine/src/games/awari/pits.rs for what the numbers mean.\n\
         Made by crates/lab/examples/tune_awari.rs: rounds {rounds}, games {games}, nodes {nodes}, seed {seed}."
    );
    print!("{}", tables(&weights).to_toml(&about));
}

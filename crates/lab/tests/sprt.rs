//! Simulated matches: at each of its bounds the test errs in at most one of twenty.
//!
//! `PETTEIA_SPRT=10000 cargo test --release -p petteia-lab --test sprt -- --nocapture` plays more of them.

use engine::Rng;
use lab::stats::expected;
use lab::stats::sprt::{Model, Sprt, Verdict};

/// The five results of a pair of two independent games with this expected score and share of draws.
fn pairs_of(score: f64, draws: f64) -> [f64; 5] {
    let win = score - draws / 2.0;
    let game = [1.0 - win - draws, draws, win];
    let mut pair = [0.0; 5];
    for (i, a) in game.iter().enumerate() {
        game.iter().enumerate().for_each(|(j, b)| pair[i + j] += a * b);
    }
    pair
}

/// The score at which independent games with this share of draws have a strength of so much Elo.
fn score_at(elo: f64, draws: f64, model: Model) -> f64 {
    match model {
        Model::Logistic => expected(elo),
        Model::Normalised => {
            // By halving: the strength in deviations of a game rises with the score.
            let t = elo * std::f64::consts::LN_10 / 800.0;
            let (mut low, mut high) = (draws / 2.0, 1.0 - draws / 2.0);
            for _ in 0..60 {
                let score = (low + high) / 2.0;
                let variance = score - draws / 4.0 - score * score;
                if (score - 0.5) / variance.sqrt() < t { low = score } else { high = score }
            }
            low
        }
    }
}

/// How many of the matches at this strength end with the verdict, and the mean number of pairs.
fn errors(test: &Sprt, elo: f64, draws: f64, wrong: Verdict, matches: u64, rng: &Rng) -> (u64, f64) {
    let weights = pairs_of(score_at(elo, draws, test.model), draws);
    let (mut errors, mut length) = (0, 0);
    for i in 0..matches {
        let mut rng = rng.child("match", i);
        let mut pairs = [0u32; 5];
        let verdict = loop {
            let mut left = rng.uniform();
            let kind = weights.iter().position(|weight| {
                left -= weight;
                left < 0.0
            });
            pairs[kind.unwrap_or(4)] += 1;
            length += 1;
            match test.verdict(&pairs) {
                Verdict::Open => {}
                decided => break decided,
            }
        };
        errors += u64::from(verdict == wrong);
    }
    (errors, length as f64 / matches as f64)
}

#[test]
fn both_errors_stay_under_five_and_a_half_percent() {
    let matches: u64 =
        std::env::var("PETTEIA_SPRT").map_or(1000, |n| n.parse().expect("a number of matches"));
    // With few matches three deviations of chance are allowed for; with 10,000 none.
    let chance = if matches < 10_000 { 3.0 * (0.05 * 0.95 / matches as f64).sqrt() - 0.005 } else { 0.0 };
    let tests = [
        (Sprt { elo0: 0.0, elo1: 50.0, model: Model::Logistic }, 0.3),
        (Sprt { elo0: -30.0, elo1: 30.0, model: Model::Normalised }, 0.5),
    ];
    for (t, (test, draws)) in tests.into_iter().enumerate() {
        for (elo, wrong) in [(test.elo0, Verdict::Higher), (test.elo1, Verdict::Lower)] {
            let rng = Rng::new(1).child("test", t as u64).child("bound", u64::from(wrong == Verdict::Lower));
            let (wrongly, pairs) = errors(&test, elo, draws, wrong, matches, &rng);
            let share = wrongly as f64 / matches as f64;
            println!("{test:?} at {elo}: {wrongly} of {matches} wrong, {pairs:.0} pairs on average");
            assert!(share < 0.055 + chance, "{test:?} at {elo}: {wrongly} of {matches} are wrong");
            assert!(share > 0.01, "{test:?} at {elo}: {wrongly} of {matches}: the test is far too careful");
        }
    }
}

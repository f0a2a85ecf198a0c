//! How fast Capture Go's network judges positions.

use games::capture_go::{CaptureGo, Rules};
use games::{Game, MoveList};

use super::net::{Network, PARAMETERS};
use crate::bench::{Speed, Stopwatch};
use crate::rng::{DEFAULT_SEED, Rng};

/// Evaluations a second of a network with random parameters. The positions are those that a search meets: the children of
/// positions of random games, one after the other.
pub fn network_evaluations() -> Speed {
    let mut rng = Rng::new(DEFAULT_SEED).child("bench", 0);
    let parameters = (0..PARAMETERS).map(|_| (0.4 * rng.uniform() - 0.2) as f32).collect();
    let rules = Rules::cai2010(9, 9);
    let mut network = Network::new(parameters, &rules).expect("the number of parameters is right");
    let positions = children(&rules, &mut rng);
    let (mut count, mut sum) = (0, 0.0);
    let began = Stopwatch::start();
    while count < 2_000_000 {
        for position in &positions {
            sum += f64::from(network.output(position));
        }
        count += positions.len();
    }
    std::hint::black_box(sum);
    let name = "Capture Go 9x9, the network";
    Speed::rate(name, count as u64, &began, "evaluations", "evaluations/s", 1e6)
}

/// The children of every fifth position of some random games.
fn children(rules: &Rules, rng: &mut Rng) -> Vec<CaptureGo> {
    let mut positions = Vec::new();
    for _ in 0..20 {
        let mut position = CaptureGo::start(rules);
        for step in 0.. {
            let mut steps = MoveList::new();
            position.moves(&mut steps);
            if step % 5 == 0 {
                positions.extend(steps.iter().map(|&step| {
                    let mut child = position;
                    child.play(step);
                    child
                }));
            }
            let Some(step) = position.pick(&mut |n| rng.below(n)) else { break };
            position.play(step);
        }
    }
    positions
}

//! Plays Awari's own player at 100,000 nodes a step against the six terms at depth 7 and against random steps, in
//! colour-swapped pairs from random openings: the numbers of `docs/results/awari.md`.
//!
//! `cargo run --release -p petteia-lab --example match_awari -- [pairs] [seed]`

use engine::eval::awari::{Weights, players};
use engine::{Limits, Player, RandomPlayer, Rng};
use games::Game;
use games::awari::{Awari, Rules};
use lab::arena::{Contest, Maker, play};

fn main() {
    let number =
        |place, default| std::env::args().nth(place).map_or(default, |a| a.parse().expect("a number"));
    let (pairs, seed) = (number(1, 100) as u32, number(2, 2026));
    let own = |_: &mut Rng| {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        Box::new(players::own(limits)) as Box<dyn Player<Awari>>
    };
    let six = |_: &mut Rng| {
        Box::new(players::davis2002(Weights::OURS, players::DAVIS2002_DEPTH)) as Box<dyn Player<Awari>>
    };
    let random = |_: &mut Rng| Box::new(RandomPlayer) as Box<dyn Player<Awari>>;
    let rivals: [(&str, &Maker<Awari>, u32); 2] = [("six terms, depth 7", &six, 6), ("random", &random, 4)];
    for (name, rival, opening) in rivals {
        let start = Awari::start(&Rules::DAVIS2002);
        let contest = Contest { start, opening, pairs, seed, longest: 1000, threads: 1 };
        let tally = play(&contest, [(&own, Limits::default()), (rival, Limits::default())], &|_| {});
        let (score, error) = (100.0 * tally.score(), 100.0 * tally.error());
        println!(
            "against {name}: won {}, drew {}, lost {}: {score:.1} ± {error:.1}%",
            tally.wins, tally.draws, tally.losses
        );
    }
}

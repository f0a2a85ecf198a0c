//! A match on Seega's boards up to 7×7, in colour-swapped pairs from eight random placements.
//!
//! ```text
//! cargo run --release -p petteia-lab --example seega_match -- seega|seejeh SIZE PLAYER LIMIT PLAYER LIMIT PAIRS SEED
//! ```
//! A player is a file of weights, `table-1` (the papers' two players, each with its colour), `material` or `random`; a limit is a
//! number of nodes a step, or a depth such as `d6`, or `-`.

use engine::eval::seega::{PaperPlayer, Schedule, Weights as TableOne, paper_player};
use engine::eval::siege::{OPTIONS, SeegaEvaluator, Weights};
use engine::search::{AlphaBetaPlayer, Evaluator, Options, Score};
use engine::{Decision, Limits, Player, RandomPlayer, Rng};
use games::seega::{Colour, Rules, Seega, Step};
use games::{Game, Line};
use lab::arena::{Contest, Maker, play};

/// Counts pieces.
struct Material;

impl Evaluator<Seega<u64>> for Material {
    fn score(&mut self, position: &Seega<u64>) -> Score {
        let side = position.to_move();
        (position.count(side) as Score - position.count(side.other()) as Score) * 10_000
    }
}

/// The papers' two players as one.
struct Table1 {
    white: PaperPlayer<u64>,
    black: PaperPlayer<u64>,
}

impl Player<Seega<u64>> for Table1 {
    fn choose(&mut self, line: &Line<Seega<u64>>, limits: &Limits, rng: &mut Rng) -> Decision<Step> {
        let white = line.position().rules().colour(line.to_move()) == Colour::White;
        let player = if white { &mut self.white } else { &mut self.black };
        player.choose(line, limits, rng)
    }
}

fn make(name: &str, rules: Rules, rng: &mut Rng) -> Box<dyn Player<Seega<u64>>> {
    let options = Options { table: 17, ..OPTIONS };
    let mut paper = |weights| paper_player(&rules, weights, Schedule::Papers, rng);
    match name {
        "random" => Box::new(RandomPlayer),
        "material" => Box::new(AlphaBetaPlayer::new(Material, options, Limits::default())),
        "table-1" => Box::new(Table1 {
            white: paper(TableOne::abdelbar2004_white()),
            black: paper(TableOne::abdelbar2004_black()),
        }),
        file => {
            let text = std::fs::read_to_string(file).expect("a file of weights");
            let weights: Weights = toml::from_str(&text).expect("weights");
            Box::new(AlphaBetaPlayer::new(
                SeegaEvaluator::with_weights(&rules, &weights),
                options,
                Limits::default(),
            ))
        }
    }
}

fn limits(text: &str) -> Limits {
    let number = |text: &str| text.parse().expect("a number");
    match text.strip_prefix('d') {
        _ if text == "-" => Limits::default(),
        Some(depth) => Limits { depth: Some(number(depth) as u32), ..Limits::default() },
        None => Limits { nodes: Some(number(text)), ..Limits::default() },
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, size, first, first_limit, second, second_limit, pairs, seed] = args.as_slice() else {
        eprintln!("usage: seega_match seega|seejeh SIZE PLAYER LIMIT PLAYER LIMIT PAIRS SEED");
        std::process::exit(2);
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let size = number(size) as u8;
    let rules = if game == "seejeh" { Rules::seejeh(size) } else { Rules::seega(size) };
    let contest = Contest {
        start: Seega::<u64>::start(&rules),
        opening: 8,
        pairs: number(pairs) as u32,
        seed: number(seed),
        longest: 2000,
        threads: 1,
    };
    let makers: [Box<Maker<'_, Seega<u64>>>; 2] =
        [first, second].map(|name| -> Box<Maker<'_, _>> { Box::new(move |rng| make(name, rules, rng)) });
    let sides = [(&*makers[0], limits(first_limit)), (&*makers[1], limits(second_limit))];
    let tally = play(&contest, sides, &|t| eprintln!("+{} ={} -{}", t.wins, t.draws, t.losses));
    println!(
        "+{} ={} -{}: {:.3} ± {:.3}, {} steps",
        tally.wins,
        tally.draws,
        tally.losses,
        tally.score(),
        tally.error(),
        tally.steps
    );
}

//! What happened in the moving stage of recorded games of Seega and Seejeh: who won, how many games are different, how
//! long the stage was, and how often a piece was given for two.
//!
//!   petteia match seejeh:5 'best(nodes=20000)' 'best(nodes=20000)' --games 60 --opening 4 --seed 12 --record games.jsonl
//!   cargo run --release -p petteia-lab --example moving_stage -- games.jsonl

use std::collections::HashSet;
use std::{env, fs};

use games::record::read_each;
use games::seega::{Seega, Step};
use games::{Game, GameSpec, Line, Outcome, Record, Side};

/// Sums over some games.
#[derive(Default)]
struct Sums {
    games: u32,
    distinct: HashSet<Vec<String>>,
    won: [u32; 2],
    steps: u32,
    turns: u32,
    exchanges: u32,
    /// Games in which there was an exchange.
    exchanging: u32,
}

impl Sums {
    fn add(&mut self, record: &Record, line: &Line<Seega<u64>>) {
        self.games += 1;
        self.distinct.insert(record.steps.clone());
        if let Some(Outcome::Win(side)) = line.outcome() {
            self.won[side.index()] += 1;
        }
        let moving = line.positions().iter().zip(line.steps()).filter(|(position, _)| !position.is_placing());
        let mut exchanges = 0;
        let mut mover = None;
        for (position, step) in moving {
            self.steps += 1;
            // What Black takes off belongs to White's turn.
            let whose = if position.give() > 0 { Side::Second } else { position.to_move() };
            self.turns += u32::from(mover.replace(whose) != Some(whose));
            exchanges += u32::from(position.give() == 0 && matches!(step, Step::TakeOff(_)));
        }
        self.exchanges += exchanges;
        self.exchanging += u32::from(exchanges > 0);
    }
}

fn main() {
    println!("file games distinct first second drawn steps turns exchanges with-exchange");
    for path in env::args().skip(1) {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let mut sums = Sums::default();
        for record in read_each(&text) {
            let record = record.unwrap_or_else(|e| panic!("{path}: {e}"));
            assert!(
                matches!(record.game, GameSpec::Seega(rules) if rules.size <= 7),
                "{path}: {}",
                record.game
            );
            let line = record.replay::<Seega<u64>>().unwrap_or_else(|e| panic!("{path}: {e}"));
            sums.add(&record, &line);
        }
        let each = |sum: u32| f64::from(sum) / f64::from(sums.games.max(1));
        let [first, second] = sums.won;
        println!(
            "{path} {} {} {first} {second} {} {:.1} {:.1} {:.2} {}",
            sums.games,
            sums.distinct.len(),
            sums.games - first - second,
            each(sums.steps),
            each(sums.turns),
            each(sums.exchanges),
            sums.exchanging
        );
    }
}

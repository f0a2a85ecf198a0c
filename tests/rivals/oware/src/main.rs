//! Random games of Awari by these rules and by the crate `board-game`, in turn, in one process, on one thread:
//! `cargo run --release --manifest-path tests/rivals/oware/Cargo.toml`.
//!
//! Both draw from the same generator and are cut after as many steps. That crate's random step is its own
//! `random_available_move`. Its rules are those of `awari:abapa` without the end by repetition, which bare positions do
//! not know either.

use std::hint::black_box;
use std::time::{Duration, Instant};

use board_game::board::Board;
use board_game::games::oware::OwareBoard;
use games::Game;
use games::awari::{Awari, Rules};

const REPEATS: usize = 7;
const REPEAT: Duration = Duration::from_millis(300);
/// Some games go round in circles.
const CUT: u64 = 1000;
/// Ours must be this many times as fast.
const BAR: f64 = 3.0;

/// Small and fast, so that the rules are what is measured.
struct XorShift(u64);

impl XorShift {
    #[inline]
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    #[inline]
    fn below(&mut self, n: usize) -> usize {
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }
}

impl rand::RngCore for XorShift {
    fn next_u32(&mut self) -> u32 {
        (self.bits() >> 32) as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.bits()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.bits().to_le_bytes()[..chunk.len()]);
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

/// Plays one random game of ours; how many steps it took.
fn ours(rules: &Rules, random: &mut XorShift) -> u64 {
    let mut position = Awari::start(rules);
    for steps in 0..CUT {
        let Some(step) = position.pick(&mut |n| random.below(n)) else { return steps };
        position.play(step);
    }
    black_box(position);
    CUT
}

/// The same by the other crate.
fn theirs(random: &mut XorShift) -> u64 {
    let mut board = OwareBoard::<6>::default();
    for steps in 0..CUT {
        let Ok(step) = board.random_available_move(random) else { return steps };
        board.play(step).expect("an available move can be played");
    }
    black_box(board);
    CUT
}

/// One player of random games.
struct Runner {
    name: &'static str,
    play: Box<dyn FnMut(&mut XorShift) -> u64>,
    random: XorShift,
    steps: u64,
    games: u64,
    /// Steps a second of each repeat.
    speeds: Vec<f64>,
}

impl Runner {
    fn new(name: &'static str, play: impl FnMut(&mut XorShift) -> u64 + 'static) -> Self {
        let random = XorShift(0x9E37_79B9_7F4A_7C15);
        Runner { name, play: Box::new(play), random, steps: 0, games: 0, speeds: Vec::new() }
    }

    fn repeat(&mut self) {
        let (clock, before) = (Instant::now(), self.steps);
        while clock.elapsed() < REPEAT {
            // So many games that asking the clock costs nothing.
            for _ in 0..50 {
                self.steps += (self.play)(&mut self.random);
                self.games += 1;
            }
        }
        self.speeds.push((self.steps - before) as f64 / clock.elapsed().as_secs_f64());
    }

    fn sorted(&self) -> Vec<f64> {
        let mut speeds = self.speeds.clone();
        speeds.sort_by(f64::total_cmp);
        speeds
    }

    fn median(&self) -> f64 {
        self.sorted()[self.speeds.len() / 2]
    }
}

fn main() {
    let mut runners = vec![
        Runner::new("board-game 0.8.2", theirs),
        Runner::new("awari", |random| ours(&Rules::DAVIS2002, random)),
        Runner::new("awari:abapa", |random| ours(&Rules::ABAPA, random)),
        Runner::new("awari:romein", |random| ours(&Rules::ROMEIN, random)),
    ];
    // In turn, so that a busy machine disturbs all of them alike.
    for _ in 0..REPEATS {
        runners.iter_mut().for_each(Runner::repeat);
    }
    println!("million steps a second     min  median    best  steps/game   times theirs");
    let rival = runners[0].median();
    for runner in &runners {
        let speeds = runner.sorted();
        let [min, median, best] = [0, REPEATS / 2, REPEATS - 1].map(|i| speeds[i] / 1e6);
        let length = runner.steps as f64 / runner.games as f64;
        let times = runner.median() / rival;
        println!("{:<20}{min:>10.2}{median:>8.2}{best:>8.2}{length:>12.1}{times:>15.2}", runner.name);
    }
    let least = runners[1..].iter().map(|runner| runner.median() / rival).fold(f64::INFINITY, f64::min);
    println!("the slowest of ours is {least:.2} times as fast; the bar is {BAR}");
    if least < BAR {
        std::process::exit(1);
    }
}

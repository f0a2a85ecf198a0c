//! Playing games: openings, games between two seats, and contests of two players that are made by code.
//!
//! A contest is pairs of games from the same random opening, once with each side. A game is a pure function of the
//! contest's seed and its number, whatever thread plays it, as long as the players are limited by depth or nodes and not
//! by time. Contests between players that have a spec are planned as jobs ([`crate::job`]) and give the same games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::{Limits, Player, Rng};
use games::{Game, Line, Outcome, Side};

use crate::stats::Tally;

/// What is played.
pub struct Contest<G: Game> {
    /// The position every opening starts from.
    pub start: G,
    /// Random steps before the players take over.
    pub opening: u32,
    /// Pairs of games.
    pub pairs: u32,
    /// Everything random follows from it.
    pub seed: u64,
    /// A game of more steps than this is a draw.
    pub longest: u32,
    /// Games at a time.
    pub threads: usize,
}

/// Makes a player for one game.
pub type Maker<'a, G> = dyn Fn(&mut Rng) -> Box<dyn Player<G>> + Sync + 'a;

/// Plays a contest between two players, each with its own limits. `watch` hears the tally after every pair.
pub fn play<G: Game>(
    contest: &Contest<G>,
    players: [(&Maker<'_, G>, Limits); 2],
    watch: &(dyn Fn(&Tally) + Sync),
) -> Tally {
    let results = Mutex::new(vec![None; contest.pairs as usize]);
    let next = AtomicUsize::new(0);
    let sofar = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..contest.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= contest.pairs as usize {
                        break;
                    }
                    let result = play_pair(contest, players, i as u64);
                    let mut sofar = sofar.lock().expect("no thread panics while it counts");
                    sofar.add(result.0, result.1);
                    watch(&sofar);
                    results.lock().expect("no thread panics while it counts")[i] = Some(result);
                }
            });
        }
    });
    let mut tally = Tally::default();
    for (pair, steps) in results.into_inner().expect("all threads are done").into_iter().flatten() {
        tally.add(pair, steps);
    }
    tally
}

/// The outcomes of the game in which the first player has the first side and of the other one, and the steps of both.
fn play_pair<G: Game>(
    contest: &Contest<G>,
    players: [(&Maker<'_, G>, Limits); 2],
    pair: u64,
) -> ([Outcome; 2], u64) {
    let rng = Rng::new(contest.seed).child("pair", pair);
    let opening = random_opening(contest.start, contest.opening, &mut rng.child("opening", 0))
        .expect("some games go on after the opening");
    let mut steps = 0;
    let outcomes = Side::BOTH.map(|side| {
        let mut game_rng = rng.child("game", side.index() as u64);
        let order = if side == Side::First { players } else { [players[1], players[0]] };
        let line = play_game(opening.clone(), order, contest.longest, &mut game_rng);
        steps += line.steps().len() as u64;
        line.outcome().unwrap_or(Outcome::Draw)
    });
    (outcomes, steps)
}

/// A line of random steps after which the game still goes on; none where nearly every game is over by then.
pub fn random_opening<G: Game>(start: G, steps: u32, rng: &mut Rng) -> Option<Line<G>> {
    (0..1000).find_map(|_| {
        let mut line = Line::new(start);
        while line.outcome().is_none() && (line.steps().len() as u32) < steps {
            let step = line.position().pick(&mut |n| rng.below(n)).expect("the game goes on");
            line.push(step);
        }
        line.outcome().is_none().then_some(line)
    })
}

/// Plays one game to its end; the players are given by side.
pub fn play_game<G: Game>(
    line: Line<G>,
    players: [(&Maker<'_, G>, Limits); 2],
    longest: u32,
    rng: &mut Rng,
) -> Line<G> {
    let mut seats =
        Side::BOTH.map(|side| (players[side.index()].0)(&mut rng.child("player", side.index() as u64)));
    let [first, second] = &mut seats;
    let limits = players.map(|(_, limits)| limits);
    play_line(line, [first, second], limits, longest, rng).0
}

/// One who sits at the board, and may fail to make a step.
pub trait Seat<G: Game> {
    /// Chooses a legal step, or says why the game is lost without one.
    fn step(&mut self, line: &Line<G>, limits: &Limits, rng: &mut Rng) -> Result<G::Move, String>;
}

impl<G: Game> Seat<G> for Box<dyn Player<G>> {
    fn step(&mut self, line: &Line<G>, limits: &Limits, rng: &mut Rng) -> Result<G::Move, String> {
        Ok(self.choose(line, limits, rng).step)
    }
}

/// A game that one side lost off the board, and why.
pub type Forfeit = (Side, String);

/// Plays a line on until the game is over, somebody forfeits it, or it is too long.
pub fn play_line<G: Game>(
    mut line: Line<G>,
    seats: [&mut dyn Seat<G>; 2],
    limits: [Limits; 2],
    longest: u32,
    rng: &mut Rng,
) -> (Line<G>, Option<Forfeit>) {
    while line.outcome().is_none() && (line.steps().len() as u32) < longest {
        let side = line.to_move();
        match seats[side.index()].step(&line, &limits[side.index()], rng) {
            Ok(step) => line.push(step),
            Err(why) => return (line, Some((side, why))),
        }
    }
    (line, None)
}

//! Matches: two players meet in pairs of games from the same random opening, once with each side.
//!
//! A game is a pure function of the contest's seed and its number, whatever thread plays it, as long as the players
//! are limited by depth or nodes and not by time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::{Limits, Player, Rng};
use games::{Game, Line, Outcome, Side};

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

/// The results of one player, the first of the two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won, drawn and lost.
    pub wins: u32,
    #[allow(missing_docs)]
    pub draws: u32,
    #[allow(missing_docs)]
    pub losses: u32,
    /// Pairs by half points: both lost, …, both won.
    pub pairs: [u32; 5],
    /// Steps of all games together.
    pub steps: u64,
}

impl Tally {
    /// The share of points, a draw being half of one.
    pub fn score(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(games.max(1))
    }

    /// Half the width of the 95% interval of the score, from the spread over pairs.
    pub fn error(&self) -> f64 {
        let n: u32 = self.pairs.iter().sum();
        if n < 2 {
            return 1.0;
        }
        let mean = self.score();
        let spread: f64 =
            self.pairs.iter().enumerate().map(|(i, &k)| f64::from(k) * (i as f64 / 4.0 - mean).powi(2)).sum();
        1.96 * (spread / f64::from(n - 1) / f64::from(n)).sqrt()
    }

    fn add(&mut self, pair: [f64; 2], steps: u64) {
        for points in pair {
            match points {
                p if p > 0.75 => self.wins += 1,
                p if p < 0.25 => self.losses += 1,
                _ => self.draws += 1,
            }
        }
        self.pairs[((pair[0] + pair[1]) * 2.0) as usize] += 1;
        self.steps += steps;
    }
}

/// The difference of Elo ratings that a score stands for; none for 0 and 1, which no difference explains.
pub fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
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

/// The first player's points with the first side and with the second, and the steps of both games.
fn play_pair<G: Game>(
    contest: &Contest<G>,
    players: [(&Maker<'_, G>, Limits); 2],
    pair: u64,
) -> ([f64; 2], u64) {
    let rng = Rng::new(contest.seed).child("pair", pair);
    let opening = random_opening(contest, &mut rng.child("opening", 0));
    let mut steps = 0;
    let points = Side::BOTH.map(|side| {
        let mut game_rng = rng.child("game", side.index() as u64);
        let order = if side == Side::First { players } else { [players[1], players[0]] };
        let line = play_game(opening.clone(), order, contest.longest, &mut game_rng);
        steps += line.steps().len() as u64;
        match line.outcome() {
            Some(Outcome::Win(winner)) if winner == side => 1.0,
            Some(Outcome::Win(_)) => 0.0,
            _ => 0.5,
        }
    });
    (points, steps)
}

/// A line of random steps after which the game still goes on.
fn random_opening<G: Game>(contest: &Contest<G>, rng: &mut Rng) -> Line<G> {
    loop {
        let mut line = Line::new(contest.start);
        while line.outcome().is_none() && (line.steps().len() as u32) < contest.opening {
            let step = line.position().pick(&mut |n| rng.below(n)).expect("the game goes on");
            line.push(step);
        }
        if line.outcome().is_none() {
            return line;
        }
    }
}

/// Plays one game to its end; the players are given by side.
pub fn play_game<G: Game>(
    mut line: Line<G>,
    players: [(&Maker<'_, G>, Limits); 2],
    longest: u32,
    rng: &mut Rng,
) -> Line<G> {
    let mut made =
        Side::BOTH.map(|side| (players[side.index()].0)(&mut rng.child("player", side.index() as u64)));
    while line.outcome().is_none() && (line.steps().len() as u32) < longest {
        let side = line.to_move().index();
        let decision = made[side].choose(&line, &players[side].1, rng);
        line.push(decision.step);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_a_difference_of_ratings() {
        assert_eq!((elo(0.0), elo(0.5), elo(1.0)), (None, Some(0.0), None));
        let ten_to_one = elo(10.0 / 11.0).unwrap();
        assert!((ten_to_one - 400.0).abs() < 1e-9 && (elo(1.0 / 11.0).unwrap() + 400.0).abs() < 1e-9);
    }
}

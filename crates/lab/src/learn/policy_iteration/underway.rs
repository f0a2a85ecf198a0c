//! One game of a network against itself: which position it wants judged next, and what is learnt from it when it is over.

use engine::eval::net::Shape;
use engine::recipe::Maker;
use engine::search::{Evaluation, Leaf, Selection, Tree};
use engine::{Limits, Playable, PlayerSpec, Rng};
use games::{Game, Line, MoveList, Outcome, Side, TextError};
use serde::{Deserialize, Serialize};

use super::config::{Config, Play};
use crate::arena::{Participant, play_line};

/// What a search said about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// How often each legal step was looked at; empty where this teaches no steps.
    pub visits: Vec<u32>,
    /// The value for the mover.
    pub value: f32,
    /// Who that was.
    pub mover: Side,
}

/// A game that is over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The numbers of its steps ([`engine::eval::net::Pictured::step_number`]).
    pub steps: Vec<u16>,
    /// What is learnt from: after how many steps, and what the search said there. Without a search the result is all there is.
    pub lessons: Vec<(u32, Option<Lesson>)>,
    /// Where the movers took over.
    pub placed: Option<u32>,
    /// The results for the first side, from −1 to 1: of the game, and of the other games that were played out from where the movers took over.
    pub results: Vec<f32>,
    /// Who won the game: 1 for the first side, −1 for the second, 0 for a draw.
    pub winner: i8,
}

impl Played {
    /// What the game was worth for a side after so many steps.
    pub fn result(&self, side: Side, after: u32) -> f32 {
        let all = self.placed.is_none_or(|placed| after <= placed);
        let results = if all { &self.results[..] } else { &self.results[..1] };
        let mean = results.iter().sum::<f32>() / results.len() as f32;
        if side == Side::First { mean } else { -mean }
    }
}

/// 1, 0 or −1 for the first side.
fn winner<G: Playable>(line: &Line<G>) -> i8 {
    match line.outcome() {
        Some(Outcome::Win(Side::First)) => 1,
        Some(Outcome::Win(Side::Second)) => -1,
        Some(Outcome::Draw) | None => 0,
    }
}

/// What a line was worth for the first side: who won, mixed with by how much.
fn worth<G: Playable>(line: &Line<G>, margin: f32) -> f32 {
    let won = f32::from(winner(line));
    won + margin * (line.position().margin() - won)
}

/// How the games of one network are played.
pub struct House<'a, G: Game> {
    /// The settings.
    pub play: &'a Play,
    /// What the network sees of a position.
    pub shape: Shape,
    /// Where games start.
    pub start: G,
    /// Whether a position is of the stage that the network plays; without it, all are.
    placing: Option<fn(&G) -> bool>,
    /// Who plays the rest out, and within which limits.
    movers: Vec<(Maker<G>, Limits)>,
}

impl<'a, G: Playable> House<'a, G> {
    /// The house for games by these rules; the error names a mover.
    pub fn new(config: &'a Config, rules: &G::Rules) -> Result<House<'a, G>, TextError> {
        let play = &config.play;
        let shape = config.shape::<G>(rules)?;
        let maker = |mover: &PlayerSpec| Ok((mover.maker::<G>(rules)?, mover.default_limits()));
        let movers = play.movers.iter().map(maker).collect::<Result<Vec<_>, TextError>>()?;
        let placing = G::PLACING.filter(|_| !movers.is_empty());
        Ok(House { play, shape, start: G::start(rules), placing, movers })
    }

    /// Plays a moving stage out: the line of the whole game.
    fn play_out(&self, mover: usize, line: &Line<G>, rng: &mut Rng) -> Line<G> {
        let (maker, limits) = &self.movers[mover];
        let mut players = [maker(rng), maker(rng)];
        let seats = players.each_mut().map(|player| player as &mut dyn Participant<G>);
        play_line(line.clone(), seats, [*limits; 2], self.play.longest, rng).0
    }
}

/// What a game wants next.
pub enum Next<G> {
    /// This position judged.
    Judge(Leaf<G>),
    /// Nothing: it is over.
    Over(Played),
}

/// A game in progress.
pub struct Underway<G: Game> {
    line: Line<G>,
    rng: Rng,
    tree: Tree<G>,
    /// Simulations of the search in progress, and whether it is learnt from.
    aim: Option<(u32, bool)>,
    stirred: bool,
    random: usize,
    played: Played,
}

impl<G: Playable> Underway<G> {
    /// A game at its start.
    pub fn new(house: &House<'_, G>, mut rng: Rng) -> Underway<G> {
        let (play, start) = (house.play, house.start);
        let random = rng.below(play.opening as usize + 1);
        let tree = Tree::new(Selection::Puct(play.curiosity)).proving(play.proofs);
        let (aim, stirred, played) = (None, false, Played::default());
        Underway { line: Line::new(start), rng, tree, aim, stirred, random, played }
    }

    /// Goes on until a judgement is needed or the game is over.
    pub fn next(&mut self, house: &House<'_, G>) -> Next<G> {
        loop {
            let position = *self.line.position();
            let ours = house.placing.is_none_or(|placing| placing(&position));
            let late = self.line.steps().len() >= house.play.longest as usize;
            if self.line.outcome().is_some() || !ours || late {
                return Next::Over(self.finish(house));
            }
            let Some((aim, full)) = self.aim else {
                self.begin(house.play);
                continue;
            };
            let visits = self.tree.root_visits();
            if visits >= aim || visits > 0 && self.tree.is_proven() {
                self.choose(house.play, full);
                continue;
            }
            if full && visits > 0 && !self.stirred {
                let mut steps = MoveList::new();
                position.moves(&mut steps);
                let noise = dirichlet(steps.len(), house.play.spread, &mut self.rng);
                self.tree.stir(&noise, house.play.noise);
                self.stirred = true;
            }
            if let Some(leaf) = self.tree.descend(&self.line) {
                return Next::Judge(leaf);
            }
        }
    }

    /// Takes in the judgement that was wanted.
    pub fn absorb(&mut self, leaf: Leaf<G>, evaluation: &Evaluation) {
        self.tree.absorb(leaf, evaluation);
    }

    /// Begins the search of a step, or makes it where nothing is to be found out.
    fn begin(&mut self, play: &Play) {
        let mut steps = MoveList::new();
        self.line.position().moves(&mut steps);
        if steps.len() == 1 || self.line.steps().len() < self.random {
            let step = steps[self.rng.below(steps.len())];
            return self.make(step);
        }
        let full = play.full >= 1.0 || self.rng.uniform() < play.full;
        self.aim = Some((if full { play.simulations } else { play.quick }, full));
        self.stirred = false;
        self.tree.clear();
        self.tree.take_root(&self.line);
    }

    fn make(&mut self, step: G::Move) {
        self.played.steps.push(self.line.position().step_number(step) as u16);
        self.line.push(step);
        self.aim = None;
    }

    /// Ends the search of a step.
    fn choose(&mut self, play: &Play, full: bool) {
        let mut branches = self.tree.branches();
        let best = branches[0].step;
        let warm = self.line.steps().len() < play.warm as usize && full;
        branches.sort_by_key(|branch| branch.step);
        let visits: Vec<u32> = branches.iter().map(|branch| branch.visits).collect();
        let all: u32 = visits.iter().sum();
        let step = if warm && all > 0 && !self.tree.is_proven() {
            let mut ball = self.rng.below(all as usize) as u32;
            let hit = visits.iter().position(|&n| {
                n > ball || {
                    ball -= n;
                    false
                }
            });
            branches[hit.expect("the ball is below the sum")].step
        } else {
            best
        };
        if full && all > 0 {
            let at = self.line.steps().len() as u32;
            // What is proven needs no more visits: the best step is all there is to learn.
            let visits = if self.tree.is_proven() {
                branches.iter().map(|branch| u32::from(branch.step == best)).collect()
            } else {
                visits
            };
            let (value, mover) = (self.tree.root_value(), self.line.to_move());
            self.played.lessons.push((at, Some(Lesson { visits, value, mover })));
        }
        self.make(step);
    }

    fn finish(&mut self, house: &House<'_, G>) -> Played {
        let mut played = std::mem::take(&mut self.played);
        if self.line.outcome().is_some() || house.play.movers.is_empty() {
            played.results.push(worth(&self.line, house.play.margin));
            played.winner = winner(&self.line);
            return played;
        }
        let at = self.line.steps().len();
        played.placed = Some(at as u32);
        played.lessons.push((at as u32, None));
        for mover in 0..house.play.movers.len() {
            let line = house.play_out(mover, &self.line, &mut self.rng.child("mover", mover as u64));
            played.results.push(worth(&line, house.play.margin));
            if mover == 0 {
                played.winner = winner(&line);
                let steps = line.positions().iter().zip(line.steps()).skip(at);
                played.steps.extend(steps.map(|(position, &step)| position.step_number(step) as u16));
                let length = played.steps.len();
                let mut chosen: Vec<usize> = (at + 1..length).collect();
                self.rng.shuffle(&mut chosen);
                chosen.truncate(house.play.moved);
                chosen.sort_unstable();
                played.lessons.extend(chosen.into_iter().map(|at| (at as u32, None)));
            }
        }
        played
    }
}

/// Shares that favour about `spread` of `count` numbers, at random.
fn dirichlet(count: usize, spread: f64, rng: &mut Rng) -> Vec<f32> {
    let alpha = spread / count as f64;
    let drawn: Vec<f64> = (0..count).map(|_| gamma(alpha, rng)).collect();
    let sum: f64 = drawn.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    drawn.iter().map(|x| (x / sum) as f32).collect()
}

/// A number from the gamma distribution (Marsaglia and Tsang 2000).
fn gamma(alpha: f64, rng: &mut Rng) -> f64 {
    if alpha < 1.0 {
        let boost = libm::pow(1.0 - rng.uniform(), 1.0 / alpha);
        return gamma(alpha + 1.0, rng) * boost;
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = rng.normal();
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 {
            let u = 1.0 - rng.uniform();
            if libm::log(u) < 0.5 * x * x + d - d * v + d * libm::log(v) {
                return d * v;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_the_mean_and_the_spread_of_its_distribution() {
        let mut rng = Rng::new(2);
        for alpha in [0.4, 1.0, 3.0] {
            let drawn: Vec<f64> = (0..20_000).map(|_| gamma(alpha, &mut rng)).collect();
            let mean = drawn.iter().sum::<f64>() / 2e4;
            let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 2e4;
            assert!(
                (mean - alpha).abs() < 0.05 && (variance - alpha).abs() < 0.15,
                "{alpha} {mean} {variance}"
            );
        }
        let noise = dirichlet(24, 10.0, &mut rng);
        assert!((noise.iter().sum::<f32>() - 1.0).abs() < 1e-4 && noise.iter().all(|&x| x >= 0.0));
    }
}

//! Fitting an evaluator that is a sum of terms to what becomes of positions.
//!
//! A round plays games of the evaluator against itself, then fits its weights to all positions so far at once: logistic regression of how
//! each stood at the end, or so many steps later, on its terms. The next round plays with the new weights.
//!
//! Games are [`Job`]s, whose [`Kept`](crate::job::Kept) records let a killed run go on: fits are repeated, which takes seconds.

use engine::recipe::Sum;
use engine::{Limits, Playable, PlayerSpec, Rng};
use games::text::from_toml;
use games::{GameSpec, Line, Outcome, Side, TextError, with_game};
use nalgebra::{Cholesky, DMatrix, DVector};
use serde::{Deserialize, Serialize};

use crate::arena::random_opening;
use crate::config;
use crate::job::{Entrant, Executor, GameRecord, Job, start};
use crate::learn::ranges;

/// What is fitted, and to which games, as a TOML file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The game and its rules.
    pub game: GameSpec,
    /// Who plays: a spec that leaves out the FILE of its evaluator, whose weights are fitted.
    pub player: PlayerSpec,
    /// Everything random follows from it.
    #[serde(default = "config::seed")]
    pub seed: u64,
    /// From so many to so many random steps begin a game, after those that place pieces.
    #[serde(default)]
    pub opening: [u32; 2],
    /// One game of so many begins with a random position in which one side has more; 0 for none.
    #[serde(default)]
    pub uneven: u64,
    /// Games are broken off so many steps after their opening.
    #[serde(default = "config::longest")]
    pub longest: u32,
    /// A position is judged by how the game stands so many steps later, or else by how it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead: Option<usize>,
    /// One position of so many is used.
    #[serde(default = "one")]
    pub every: usize,
    /// How strongly weights are pulled towards zero. Positions of one game have one end, so there is less to learn than it seems.
    #[serde(default = "default_pull")]
    pub pull: f64,
    /// Games of each round, and positions looked at for a step.
    pub rounds: Vec<Round>,
    /// The weights to begin with, as in their file, where the evaluator has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<toml::Table>,
}

/// A round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Round {
    pub games: u64,
    pub nodes: u64,
}

fn default_pull() -> f64 {
    1.0
}

fn one() -> usize {
    1
}

/// What came of a round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// From 1.
    pub round: u64,
    /// How many positions its games had.
    pub positions: usize,
    /// The mean surprise (in nats) about what became of them: of the weights that played, and of those fitted to them, too.
    pub before: f64,
    #[allow(missing_docs)]
    pub after: f64,
}

impl Config {
    /// Reads the text of a file, and checks that its numbers have their ranges and that its player can be made.
    pub fn parse(text: &str) -> Result<Config, TextError> {
        let config: Config = from_toml(text)?;
        ranges::check(&config)?;
        let wrong = |key: &str, why: &str| Err(TextError::new(format!("{key}: {why}")));
        let [least, most] = config.opening;
        if least > most {
            return wrong("opening", "the first number is the smaller one");
        }
        if !(1..=100).contains(&config.rounds.len()) {
            return wrong("rounds", "there are from 1 to 100");
        }
        if config.player.is_timed() {
            return wrong("player", "it is limited by time, and nothing could be repeated");
        }
        with_game!(config.game, |rules: G| {
            let sum = config.player.sum::<G>().map_err(|e| e.within("player"))?;
            if config.uneven > 0 && sum.uneven.is_none() {
                return wrong("uneven", "this game has no such positions");
            }
            let weights = (sum.read)(config.start().as_deref()).map_err(|e| e.within("start"))?;
            let player = config.player.with_weights(&weights.into());
            drop(player.maker::<G>(&rules).map_err(|e| e.within("player"))?);
        });
        Ok(config)
    }

    /// Games of all rounds.
    pub fn games(&self) -> u64 {
        self.rounds.iter().map(|round| round.games).sum()
    }

    fn start(&self) -> Option<String> {
        self.start.as_ref().map(toml::Table::to_string)
    }

    /// Plays and fits all rounds, and tells of each. The text of the file: it says its configuration, and nothing about who played the games.
    pub fn run(&self, executor: &dyn Executor, tell: &mut dyn FnMut(&Fit)) -> Result<String, TextError> {
        with_game!(self.game, |rules: G| self.run_as::<G>(&rules, executor, tell))
    }

    fn run_as<G: Playable>(
        &self,
        rules: &G::Rules,
        executor: &dyn Executor,
        tell: &mut dyn FnMut(&Fit),
    ) -> Result<String, TextError> {
        let (sum, start) = (self.player.sum::<G>()?, self.start());
        let (terms, mut samples) = ((sum.terms)(rules), Vec::new());
        let mut weights = (sum.read)(start.as_deref())?;
        for (round, &Round { games, nodes }) in (1..).zip(&self.rounds) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let player = Entrant::new(self.player.clone(), limits).with_weights(weights.clone().into());
            let rng = Rng::new(self.seed).child("round", round);
            let job = |game| self.job(rules, sum, game, &player, &mut rng.child("game", game));
            let jobs = (0..games).map(job).collect::<Result<Vec<Job>, TextError>>()?;
            let old = samples.len();
            for (number, game) in jobs.iter().zip(executor.run(&jobs)?).enumerate() {
                self.judged(rules, sum.standing, number, game, |position, became| {
                    let mut counts = Vec::new();
                    terms(position, &mut |term, count| counts.push((term as u32, count)));
                    samples.push((counts, became));
                })?;
            }
            let mut fitted = fit(&samples, weights.len(), self.pull);
            let [before, after] = [&weights, &fitted].map(|weights| loss(&samples[old..], weights));
            (0..weights.len()).filter(|&i| (sum.by_hand)(i)).for_each(|i| fitted[i] = weights[i]);
            weights = fitted;
            tell(&Fit { round, positions: samples.len() - old, before, after });
        }
        let config = toml::to_string(self).expect("a configuration is plain data");
        let about = format!("Made by petteia tune, from a configuration that says:\n{config}");
        (sum.file)(&weights, start.as_deref(), &about)
    }

    fn job<G: Playable>(
        &self,
        rules: &G::Rules,
        sum: &Sum<G>,
        game: u64,
        player: &Entrant,
        rng: &mut Rng,
    ) -> Result<Job, TextError> {
        let uneven = sum.uneven.filter(|_| self.uneven > 0 && game.is_multiple_of(self.uneven));
        let begin = uneven.map_or_else(|| G::start(rules), |uneven| uneven(rules, rng));
        let mut placed = Line::new(begin);
        while is_placing(placed.position()) {
            placed.push(placed.position().pick(&mut |n| rng.below(n)).expect("the game goes on"));
        }
        let [least, most] = self.opening;
        let random = least + rng.below((most - least + 1) as usize) as u32;
        let line = random_opening(*placed.position(), random, rng)
            .ok_or_else(|| TextError::new("opening: nearly every game is over by then"))?;
        let words = |line: &Line<G>| -> Vec<String> {
            line.positions().iter().zip(line.steps()).map(|(at, &step)| at.write_step(step)).collect()
        };
        let opening = [words(&placed), words(&line)].concat();
        Ok(Job {
            game: self.game,
            players: [player.clone(), player.clone()],
            start: uneven.map(|_| begin.to_string()),
            longest: opening.len() as u32 + self.longest,
            opening,
            rng: rng.child("play", 0),
        })
    }

    /// Calls a function with positions of a game, and what became of them for the side to move. Random steps teach nothing, but where pieces
    /// are placed there are no others.
    fn judged<G: Playable>(
        &self,
        rules: &G::Rules,
        standing: fn(&G) -> f32,
        number: usize,
        (job, record): (&Job, GameRecord),
        mut judged: impl FnMut(&G, f32),
    ) -> Result<(), TextError> {
        let mut line = Line::new(start::<G>(rules, job.start.as_deref())?);
        record.steps.iter().try_for_each(|step| line.read(step).map(drop))?;
        let (positions, begin) = (line.positions(), job.opening.len());
        let last = positions.len() - 1;
        for at in (number % self.every..last).step_by(self.every) {
            let position = &positions[at];
            if at < begin && !is_placing(position) {
                continue;
            }
            let then = self.ahead.map_or(last, |ahead| last.min(at.max(begin) + ahead));
            let first = match line.outcome() {
                Some(Outcome::Win(side)) if then == last => f32::from(u8::from(side == Side::First)),
                _ => standing(&positions[then]),
            };
            judged(position, if position.to_move() == Side::First { first } else { 1.0 - first });
        }
        Ok(())
    }
}

fn is_placing<G: Playable>(position: &G) -> bool {
    G::PLACING.is_some_and(|is_placing| is_placing(position))
}

/// The terms of a position, by number, and what became of it for the side to move, from 0 to 1.
type Sample = (Vec<(u32, f32)>, f32);

/// What is expected of a position by these weights.
fn expected(terms: &[(u32, f32)], weight: impl Fn(usize) -> f64) -> f64 {
    let logit: f64 = terms.iter().map(|&(i, count)| weight(i as usize) * f64::from(count)).sum();
    1.0 / (1.0 + libm::exp(-logit))
}

fn loss(samples: &[Sample], weights: &[f32]) -> f64 {
    let one = |(terms, y): &Sample| {
        let (p, y) = (expected(terms, |i| weights[i].into()).clamp(1e-9, 1.0 - 1e-9), f64::from(*y));
        -y * libm::log(p) - (1.0 - y) * libm::log(1.0 - p)
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// Logistic regression, pulled towards zero with a strength that fits the scale of each term. The curvature of the loss is at most that of
/// even positions, so steps by this bound go down every time; momentum makes them longer.
fn fit(samples: &[Sample], count: usize, pull: f64) -> Vec<f32> {
    let mut bound = DMatrix::<f64>::zeros(count, count);
    for (terms, _) in samples {
        for &(i, x) in terms {
            terms.iter().for_each(|&(j, y)| bound[(i as usize, j as usize)] += f64::from(x * y) / 4.0);
        }
    }
    let pull = bound.diagonal().map(|curvature| 0.001 * curvature + pull);
    bound.set_diagonal(&(bound.diagonal() + &pull));
    let bound = Cholesky::new(bound).expect("the pull is positive");
    let (mut weights, mut momentum) = (DVector::<f64>::zeros(count), DVector::zeros(count));
    for _ in 0..100 {
        momentum *= 0.9;
        let ahead = &weights + &momentum;
        let mut slope = -ahead.component_mul(&pull);
        for (terms, y) in samples {
            let error = f64::from(*y) - expected(terms, |i| ahead[i]);
            terms.iter().for_each(|&(i, count)| slope[i as usize] += error * f64::from(count));
        }
        momentum += bound.solve(&slope);
        weights += &momentum;
    }
    weights.iter().map(|&weight| weight as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples that follow known weights give them back; a term that never occurs has none.
    #[test]
    fn known_weights_are_found() {
        let (known, mut rng) = ([0.8, -0.3, 0.0, 1.5], Rng::new(1));
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let terms = [0, 1, 3].map(|i| (i, rng.below(5) as f32 - 2.0)).to_vec();
                let won = rng.uniform() < expected(&terms, |i| known[i].into());
                (terms, f32::from(u8::from(won)))
            })
            .collect();
        let found = fit(&samples, 4, 1.0);
        assert!(known.iter().zip(&found).all(|(known, found)| (known - found).abs() < 0.06), "{found:?}");
        assert_eq!(found[2], 0.0);
        assert!(loss(&samples, &found) <= loss(&samples, &known));
    }
}

//! Ratings of many players from the games between them: the model of Bradley and Terry, in which player i scores
//! 1 / (1 + 10^((rⱼ − rᵢ)/400)) against player j, a draw being half a point, at its maximum of likelihood. One player, the
//! anchor, has a given rating; all others follow.
//!
//! - R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952).
//! - The bars are those of a model that may be wrong about the variance (H. White, Econometrica 50, 1982): the information
//!   of the likelihood says how ratings follow from scores, and the spread over pairs how much scores vary.

use super::{ELO, Z95, expected, mean, phi, spread};

/// What two players scored against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The two, by number.
    pub players: [usize; 2],
    /// Pairs by half points of the first of them.
    pub pairs: [u32; 5],
}

/// Ratings on one scale.
#[derive(Clone, Debug)]
pub struct Ratings {
    elo: Vec<Option<f64>>,
    /// Covariances of the ratings, in Elo².
    covariance: Vec<Vec<f64>>,
    /// Drawn games that were added to every meeting: 0, or 1 where some player or group of players won or lost everything
    /// against all others, so that no finite ratings are the likeliest.
    pub added_draws: u32,
}

impl Ratings {
    /// The likeliest ratings of `count` players, the anchor having the rating given.
    pub fn fit(count: usize, meetings: &[Meeting], anchor: usize, rating: f64) -> Ratings {
        let played: Vec<&Meeting> = meetings.iter().filter(|m| m.pairs.iter().any(|&k| k > 0)).collect();
        let known =
            reached(count, anchor, |a, b| played.iter().any(|m| m.players == [a, b] || m.players == [b, a]));
        let beats = |a, b| {
            played.iter().any(|m| {
                let points = mean(&m.pairs);
                m.players == [a, b] && points > 0.0 || m.players == [b, a] && points < 1.0
            })
        };
        // The likelihood has a maximum where each took points, directly or by others, from each (Zermelo, Ford).
        let finite =
            reached(count, anchor, beats) == known && reached(count, anchor, |a, b| beats(b, a)) == known;
        let added_draws = u32::from(!finite);
        // The free ratings, in natural units: all that are known but the anchor's.
        let free: Vec<usize> = (0..count).filter(|&i| known[i] && i != anchor).collect();
        let place = |player: usize| free.iter().position(|&i| i == player);
        let mut strength = vec![0.0; count];
        let mut inverse = Vec::new();
        for _ in 0..200 {
            let mut gradient = vec![0.0; free.len()];
            let mut information = vec![vec![0.0; free.len()]; free.len()];
            for m in &played {
                let games = 2.0 * f64::from(m.pairs.iter().sum::<u32>());
                let all = games + f64::from(added_draws);
                let points = games * mean(&m.pairs) + 0.5 * f64::from(added_draws);
                let chance = expected((strength[m.players[0]] - strength[m.players[1]]) / ELO);
                let places = m.players.map(place);
                add(&mut gradient, places, points - all * chance);
                add_square(&mut information, places, all * chance * (1.0 - chance));
            }
            inverse = inverted(information);
            let step = times(&inverse, &gradient);
            // Far from the maximum a whole step may lead too far.
            let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
            let part = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            free.iter().zip(&step).for_each(|(&i, s)| strength[i] += part * s);
            if longest < 1e-10 {
                break;
            }
        }
        let mut noise = vec![vec![0.0; free.len()]; free.len()];
        for m in &played {
            let pairs = f64::from(m.pairs.iter().sum::<u32>());
            let chance = expected((strength[m.players[0]] - strength[m.players[1]]) / ELO);
            add_square(
                &mut noise,
                m.players.map(place),
                4.0 * pairs * spread(&m.pairs) * chance * (1.0 - chance),
            );
        }
        let mut covariance = vec![vec![0.0; count]; count];
        for (a, row) in free.iter().zip(&product(&product(&inverse, &noise), &inverse)) {
            free.iter().zip(row).for_each(|(b, value)| covariance[*a][*b] = value / (ELO * ELO));
        }
        let elo = (0..count).map(|i| known[i].then(|| rating + strength[i] / ELO)).collect();
        Ratings { elo, covariance, added_draws }
    }

    /// The rating of a player; none if no chain of games connects it to the anchor.
    pub fn elo(&self, player: usize) -> Option<f64> {
        self.elo[player]
    }

    /// Half the width of the 95% interval of a rating; that of the anchor is 0.
    pub fn error(&self, player: usize) -> Option<f64> {
        self.elo[player].map(|_| Z95 * self.covariance[player][player].max(0.0).sqrt())
    }

    /// The likelihood that one player is stronger than another; none if either has no rating.
    pub fn los(&self, a: usize, b: usize) -> Option<f64> {
        let difference = self.elo[a]? - self.elo[b]?;
        let c = &self.covariance;
        let variance = c[a][a] + c[b][b] - 2.0 * c[a][b];
        Some(if variance > 0.0 { phi(difference / variance.sqrt()) } else { 0.5 })
    }

    /// The players from the strongest; those without a rating last.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.elo.len()).collect();
        let key = |i: usize| self.elo[i].unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|&a, &b| key(b).total_cmp(&key(a)).then(a.cmp(&b)));
        order
    }
}

/// Who can be reached from a player by steps that `leads` allows.
fn reached(count: usize, from: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut there = vec![false; count];
    there[from] = true;
    let mut todo = vec![from];
    while let Some(a) = todo.pop() {
        for b in (0..count).filter(|&b| leads(a, b)) {
            if !std::mem::replace(&mut there[b], true) {
                todo.push(b);
            }
        }
    }
    there
}

/// Adds a value for the first of two places and takes it from the second; the anchor has no place.
fn add(vector: &mut [f64], places: [Option<usize>; 2], value: f64) {
    for (place, sign) in places.into_iter().zip([1.0, -1.0]) {
        if let Some(i) = place {
            vector[i] += sign * value;
        }
    }
}

/// Adds value·vvᵀ, where v is 1 at the first place and −1 at the second.
fn add_square(matrix: &mut [Vec<f64>], places: [Option<usize>; 2], value: f64) {
    for (place, sign) in places.into_iter().zip([1.0, -1.0]) {
        if let Some(i) = place {
            add(&mut matrix[i], places, sign * value);
        }
    }
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// A product of symmetric matrices' rows: each row of the first times the second.
fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let column = |j: usize| b.iter().map(|row| row[j]).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> = (0..b.len()).map(column).collect();
    a.iter().map(|row| times(&columns, row)).collect()
}

/// The inverse of a positive definite matrix: Gauss and Jordan, without the need of a pivot.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for i in 0..n {
        let pivot = matrix[i][i];
        matrix[i].iter_mut().for_each(|value| *value /= pivot);
        let row = matrix[i].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i];
            other.iter_mut().zip(&row).for_each(|(value, above)| *value -= factor * above);
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

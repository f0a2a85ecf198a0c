//! What results of games say about strength: scores with honest intervals, Elo, likelihood of superiority ([`Tally`]),
//! the sequential test ([`sprt`]), ratings of many players ([`rating`]) and cross tables ([`table`]).
//!
//! Games come in pairs from the same opening with the sides swapped. The two games of a pair are not independent (an
//! opening that is good for one side is won once by each), so the unit of everything here is the pair, with five results:
//! 0, ½, 1, 1½ or 2 points (the *pentanomial* model of fishtest). A pair that repeats an earlier one step by step says nothing
//! new and counts once ([`Tally::add_repeated`]).

pub mod bootstrap;
pub mod rating;
pub mod sprt;
pub mod table;

use games::Outcome;

/// Deviations of the normal distribution to both sides that hold 95% of it.
pub const Z95: f64 = 1.959_963_984_540_054;

/// One Elo in the natural logarithm of the odds.
pub(crate) const ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// The results of one player, the first of the two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs by half points: both lost, …, both won. Those that repeat an earlier one are not among them.
    pub pairs: [u32; 5],
    /// Steps of all games together.
    pub steps: u64,
}

impl Tally {
    /// Counts a pair: the outcomes of the game in which the player had the first side, and of the other one.
    pub fn add(&mut self, pair: [Outcome; 2], steps: u64) {
        let halves = self.add_games(pair, steps);
        self.pairs[halves[0] + halves[1]] += 1;
    }

    /// Counts a pair that repeats an earlier one, step by step. Its games were played, but they say nothing new: score, interval and
    /// all that follows from them count a pair once.
    pub fn add_repeated(&mut self, pair: [Outcome; 2], steps: u64) {
        self.add_games(pair, steps);
    }

    fn add_games(&mut self, pair: [Outcome; 2], steps: u64) -> [usize; 2] {
        let halves = [halves(pair[0], 0), halves(pair[1], 1)];
        for half in halves {
            *[&mut self.losses, &mut self.draws, &mut self.wins][half] += 1;
        }
        self.steps += steps;
        halves
    }

    /// How many games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The points, a draw being half of one.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// The share of points, every pair counted once; a half where nothing was played.
    pub fn score(&self) -> f64 {
        mean(&self.pairs)
    }

    /// The same results as the opponent sees them.
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, losses: self.wins, pairs, ..*self }
    }

    /// The 95% interval of the score.
    ///
    /// It is Wilson's score interval, on pairs: all expected scores μ for which the observed one is no more than 1.96
    /// deviations away, where the deviation is that under μ. (The usual interval takes the observed deviation, which is 0 for
    /// a clean score and claims certainty after two games.) The variance of a pair under μ is [`spread`]·μ(1 − μ).
    pub fn interval(&self) -> [f64; 2] {
        let n = f64::from(self.pairs.iter().sum::<u32>()) / spread(&self.pairs);
        if n == 0.0 {
            return [0.0, 1.0];
        }
        let (mean, z2) = (self.score(), Z95 * Z95);
        let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z95 / (1.0 + z2 / n) * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt();
        [(centre - half).max(0.0), (centre + half).min(1.0)]
    }

    /// Half the width of that interval.
    pub fn error(&self) -> f64 {
        let [low, high] = self.interval();
        (high - low) / 2.0
    }

    /// Likelihood of superiority: how sure the results make it that the player is the better one, by the same deviation
    /// as [`Tally::interval`], that under equal strength. For a match whose length was fixed beforehand; a match that a test ended
    /// has its own ([`sprt::Sprt::los`]).
    pub fn los(&self) -> f64 {
        let n = f64::from(self.pairs.iter().sum::<u32>());
        phi((self.score() - 0.5) / (spread(&self.pairs) / 4.0 / n.max(1.0)).sqrt())
    }
}

fn halves(outcome: Outcome, side: usize) -> usize {
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(winner) => 2 * usize::from(winner.index() == side),
    }
}

/// The mean score of pairs; a half where there are none.
pub fn mean(pairs: &[u32; 5]) -> f64 {
    let n: u32 = pairs.iter().sum();
    let quarters: u32 = pairs.iter().zip(0..).map(|(k, i)| k * i).sum();
    if n == 0 { 0.5 } else { f64::from(quarters) / f64::from(4 * n) }
}

/// How much pairs vary, as a share of the most that pairs of the same mean could, μ(1 − μ), which is a pair that is
/// always clean: 1 for those, ½ for independent games without draws, less with draws.
///
/// The estimate starts at the worst case, as if one pair of the largest variance had been seen: few pairs do not prove a
/// small spread, and a clean score proves none.
pub fn spread(pairs: &[u32; 5]) -> f64 {
    let (n, mean) = (f64::from(pairs.iter().sum::<u32>()), mean(pairs));
    let squares: f64 =
        pairs.iter().enumerate().map(|(i, &k)| f64::from(k) * (i as f64 / 4.0 - mean).powi(2)).sum();
    (squares + WORST) / (n * mean * (1.0 - mean) + WORST)
}

/// The largest variance of a pair.
const WORST: f64 = 0.25;

/// The difference of Elo ratings that a score stands for; none for 0 and 1, which no difference explains.
pub fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The score that a difference of Elo ratings stands for.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + (-ELO * elo).exp())
}

/// The cumulative normal distribution.
pub fn phi(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use engine::Rng;
    use games::Side;

    use super::*;

    fn of(pairs: [u32; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    #[test]
    fn a_score_is_a_difference_of_ratings() {
        assert_eq!((elo(0.0), elo(0.5), elo(1.0)), (None, Some(0.0), None));
        let ten_to_one = elo(10.0 / 11.0).unwrap();
        assert!((ten_to_one - 400.0).abs() < 1e-9 && (elo(1.0 / 11.0).unwrap() + 400.0).abs() < 1e-9);
        assert!((expected(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((phi(1.959963985) - 0.975).abs() < 1e-9 && (phi(-8.0) - 6.220960574e-16).abs() < 1e-24);
    }

    #[test]
    fn pairs_are_counted_by_points() {
        let (first, second) = (Outcome::Win(Side::First), Outcome::Win(Side::Second));
        let mut tally = Tally::default();
        for pair in [[first, second], [first, first], [Outcome::Draw, second], [second, first]] {
            tally.add(pair, 10);
        }
        assert_eq!(
            tally,
            Tally { wins: 4, draws: 1, losses: 3, pairs: [1, 0, 1, 1, 1], steps: 40 },
            "a win with each side, one win each, a win and a draw, nothing"
        );
        assert_eq!((tally.score(), tally.points(), tally.games()), (4.5 / 8.0, 4.5, 8));
        assert_eq!(tally.reversed().score(), 3.5 / 8.0);
    }

    /// However often two games are repeated, two games prove little.
    #[test]
    fn a_repeated_pair_counts_once() {
        let mut tally = Tally::default();
        let won = [Side::First, Side::Second].map(Outcome::Win);
        tally.add(won, 10);
        let once = (tally.interval(), tally.los(), tally.score());
        (0..99).for_each(|_| tally.add_repeated(won, 10));
        assert_eq!((tally.interval(), tally.los(), tally.score()), once);
        assert!(once.0[0] < 0.25, "{once:?}");
        assert_eq!(
            (tally.games(), tally.points(), tally.steps, tally.pairs),
            (200, 200.0, 1000, [0, 0, 0, 0, 1])
        );
    }

    /// 10 pairs of 10 won: with the rule of three, a true score of 0.75 gives no such result in 95 of 100 cases.
    #[test]
    fn a_clean_score_is_not_certain() {
        let [low, high] = of([0, 0, 0, 0, 10]).interval();
        assert!(high > 1.0 - 1e-12);
        assert!((low - 10.0 / (10.0 + Z95 * Z95)).abs() < 1e-12, "Wilson's bound for 10 of 10, not {low}");
        let [low, high] = of([10, 0, 0, 0, 0]).interval();
        assert!(low < 1e-12 && high > 0.25);
        assert_eq!(of([0; 5]).interval(), [0.0, 1.0]);
        assert_eq!(of([0; 5]).los(), 0.5);
        let [low, high] = of([0, 0, 3, 0, 0]).interval();
        assert!(low < 0.45 && high > 0.55, "three drawn pairs prove little: {low} to {high}");
        let [low, high] = of([0, 0, 300, 0, 0]).interval();
        assert!(low > 0.49 && high < 0.51, "three hundred prove it: {low} to {high}");
    }

    /// A pair drawn with these weights.
    fn draw(weights: &[f64; 5], rng: &mut Rng) -> usize {
        let mut left = rng.uniform() * weights.iter().sum::<f64>();
        for (kind, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return kind;
            }
        }
        4
    }

    /// The interval holds the true score about as often as it says, near the ends, with many draws, and after few pairs. (Five
    /// results of a coin cannot give 95%: Wilson's interval then holds in 93.75 of 100 cases.)
    #[test]
    fn intervals_hold_what_they_promise() {
        let kinds: [[f64; 5]; 8] = [
            [1.0, 4.0, 6.0, 4.0, 1.0],
            [0.0, 1.0, 8.0, 1.0, 0.0],
            [1.0, 0.0, 2.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 0.0, 1.0],
            [0.01, 0.0, 0.18, 0.0, 0.81],
            [0.0, 0.0, 0.04, 0.06, 0.9],
            [0.0, 0.0, 0.01, 0.03, 0.96],
            [0.0, 0.0, 0.05, 0.0, 0.95],
        ];
        let mut rng = Rng::new(1);
        for weights in &kinds {
            let total: f64 = weights.iter().sum();
            let truth: f64 = weights.iter().enumerate().map(|(i, w)| i as f64 / 4.0 * w / total).sum();
            for pairs in [5, 20, 100] {
                let inside = (0..2000)
                    .filter(|_| {
                        let mut tally = of([0; 5]);
                        (0..pairs).for_each(|_| tally.pairs[draw(weights, &mut rng)] += 1);
                        let [low, high] = tally.interval();
                        (low..=high).contains(&truth)
                    })
                    .count();
                assert!(
                    inside >= 1840,
                    "{weights:?}, {pairs} pairs: {inside} of 2000 intervals hold {truth}"
                );
            }
        }
    }
}

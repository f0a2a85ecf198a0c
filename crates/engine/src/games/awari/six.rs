//! The evaluator of Davis and Kendall (2002): six numbers, each with a weight.
//!
//! ```text
//! f = w1·a2 + w2·a3 + w3·b2 + w4·b3 + w5·as + w6·bs
//! ```
//!
//! | term | what it counts | below |
//! |---|---|---|
//! | a2 | the opponent's pits that one of our sowings would capture with two seeds in them | 2: `b`, `c` |
//! | a3 | the opponent's pits that one of our sowings would capture with three | 1: `a` |
//! | b2 | our pits that one of the opponent's sowings would capture with two | 1: `A` |
//! | b3 | our pits that one of the opponent's sowings would capture with three | 1: `B` |
//! | as | the seeds in the opponent's store | 9 |
//! | bs | the seeds in our store | 19 |
//!
//! ```text
//!              f   e   d   c   b   a      South is to move. Sowing D (or F) ends in c and makes a 3, b 2 and c 2: all three
//!   North  9   2   0   3   1   1   2      are captured. If North could move, f would end in B and make A 2 and B 3; d would
//!              1   2   0   5   0   3  19  end in A and capture it too, but a pit counts only once.
//!              A   B   C   D   E   F
//! ```
//!
//! A pit counts in both terms where one sowing takes it with two and another with three. Both sides are looked at as if it
//! were their turn, and any pit may be sown for it, feeding or not; capturing everything counts only where that wins. These
//! readings are ours: the paper says "vulnerable to having 2 stones captured on the next move".

use games::awari::Awari;
use games::text::from_toml;
use games::{Game, Side, TextError, text_error};
use serde::{Deserialize, Serialize};

use super::pits::bounds;
use crate::checksum;
use crate::explain::{Explanation, Term};
use crate::search::{DECIDED, Evaluator, Score};

/// The weights w1 to w6. Only their proportions matter.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SixWeights(pub [f32; 6]);

impl SixWeights {
    /// Weights of ours, not the paper's, which prints none.
    pub const OURS: SixWeights = SixWeights([0.1, 0.1, -0.3, -0.4, -1.0, 1.0]);

    /// Reads a file with one line, `weights = [w1, …, w6]`.
    pub fn parse(text: &str) -> Result<SixWeights, TextError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            weights: SixWeights,
        }
        let file: File = from_toml(text).map_err(|error| error.within("six weights w1 to w6"))?;
        file.weights.0.as_slice().try_into()
    }

    /// The file that [`SixWeights::parse`] reads back. `about` goes into the first lines.
    pub fn to_toml(&self, about: &str) -> String {
        checksum::toml(about, &format!("weights = {:?}\n", self.0))
    }

    /// The same opinion, worded by the opponent: `f` with these weights for one side is minus `f` with the others for the
    /// other side.
    ///
    /// The paper's formula is for the side that searches, a search asks for the side to move: see [`Searcher`].
    pub fn mirrored(self) -> SixWeights {
        let [a2, a3, b2, b3, opponent, own] = self.0;
        SixWeights([-b2, -b3, -a2, -a3, -own, -opponent])
    }
}

impl TryFrom<&[f32]> for SixWeights {
    type Error = TextError;

    fn try_from(all: &[f32]) -> Result<SixWeights, TextError> {
        let array: [f32; 6] =
            all.try_into().map_err(|_| text_error!("{} weights: the six terms have six", all.len()))?;
        match array.iter().all(|weight| weight.is_finite()) {
            true => Ok(SixWeights(array)),
            false => Err(TextError::new("weights: they must be finite")),
        }
    }
}

/// The largest value of each term; no more than half of the seeds are in a store while the game goes on, except
/// under rules that do not end it there.
const MOST: [f32; 6] = [6.0, 6.0, 6.0, 6.0, 48.0, 48.0];

/// The six terms for a side, in the order of their weights.
#[inline]
pub fn six_terms(position: &Awari, side: Side) -> [u8; 6] {
    let other = side.other();
    let ([a2, a3], [b2, b3]) = (position.capturable(other), position.capturable(side));
    [a2, a3, b2, b3, position.store(other), position.store(side)]
}

/// The formula as an evaluator, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct SixTerms {
    weights: [Score; 6],
    /// What one pit that the mover can take adds at least and at most, and one that the opponent can take.
    captures: [[Score; 2]; 2],
}

impl SixTerms {
    /// The weights are scaled so that no position exceeds what estimates may be.
    pub fn new(weights: SixWeights) -> SixTerms {
        let most: f32 = weights.0.iter().zip(MOST).map(|(weight, most)| weight.abs() * most).sum();
        let scale = (DECIDED - 100) as f32 / most.max(f32::MIN_POSITIVE);
        let weights = weights.0.map(|weight| (weight * scale) as Score);
        SixTerms { weights, captures: [bounds(weights[0], weights[1]), bounds(weights[2], weights[3])] }
    }
}

/// The formula taken apart, for the side to move.
pub fn explain(position: &Awari, weights: SixWeights) -> Explanation {
    let mover = position.to_move();
    let named = NAMES.into_iter().zip(six_terms(position, mover)).zip(weights.0);
    let terms: Vec<Term> = named
        .map(|(((name, symbol), value), weight)| Term::new(name, symbol, value.into(), weight))
        .collect();
    Explanation::of_mover("davis2002", "sowing", terms, position.side_name(mover))
}

/// The terms in words and as the paper writes them.
const NAMES: [(&str, &str); 6] = [
    ("opponent's pits to take, twos", "a2"),
    ("opponent's pits to take, threes", "a3"),
    ("own pits in danger, twos", "b2"),
    ("own pits in danger, threes", "b3"),
    ("opponent's store", "as"),
    ("own store", "bs"),
];

impl Evaluator<Awari> for SixTerms {
    #[inline]
    fn score(&mut self, position: &Awari) -> Score {
        self.score_within(position, Score::MIN, Score::MAX)
    }

    #[inline]
    fn score_within(&mut self, position: &Awari, alpha: Score, beta: Score) -> Score {
        let (side, [.., opponents, own]) = (position.to_move(), self.weights);
        let stores =
            opponents * Score::from(position.store(side.other())) + own * Score::from(position.store(side));
        let prey = [side.other(), side].map(|side| Score::from(position.at_most_capturable(side)));
        let [least, most] = [0, 1].map(|i| prey[0] * self.captures[0][i] + prey[1] * self.captures[1][i]);
        // Captures are slow to count, and most leaves are settled without them.
        if stores + most <= alpha {
            return stores + most;
        }
        if stores + least >= beta {
            return stores + least;
        }
        let terms = six_terms(position, side);
        let captures: Score =
            terms.iter().zip(self.weights).take(4).map(|(&term, weight)| Score::from(term) * weight).sum();
        stores + captures
    }

    /// With the seeds that the end of the game brings into a store, as the paper's rule 6 has it.
    fn score_over(&mut self, position: &Awari) -> Score {
        let mover = position.to_move();
        let gained = |side: Side| position.final_stores()[side.index()] - position.store(side);
        let [.., opponents, own] = self.weights;
        self.score(position)
            + opponents * Score::from(gained(mover.other()))
            + own * Score::from(gained(mover))
    }
}

/// The formula as the paper has it: for the side that searches, not the side to move. A line of play that ends the game is shorter
/// than others, so that the depth does not tell whose turn it is at a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Searcher {
    side: Side,
    /// For the searching side when it is to move, and for the other one.
    views: [SixTerms; 2],
}

impl Searcher {
    /// The side is that of the first position that is searched.
    pub fn new(weights: SixWeights) -> Searcher {
        Searcher { side: Side::First, views: [weights, weights.mirrored()].map(SixTerms::new) }
    }

    #[inline]
    fn view(&mut self, position: &Awari) -> &mut SixTerms {
        &mut self.views[usize::from(position.to_move() != self.side)]
    }
}

impl Evaluator<Awari> for Searcher {
    #[inline]
    fn score(&mut self, position: &Awari) -> Score {
        self.view(position).score(position)
    }

    #[inline]
    fn score_within(&mut self, position: &Awari, alpha: Score, beta: Score) -> Score {
        self.view(position).score_within(position, alpha, beta)
    }

    fn score_over(&mut self, position: &Awari) -> Score {
        self.view(position).score_over(position)
    }

    fn prepare(&mut self, root: &Awari) -> bool {
        let side = root.to_move();
        std::mem::replace(&mut self.side, side) != side
    }
}

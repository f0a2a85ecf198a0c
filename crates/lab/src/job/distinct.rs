//! Which games have been there before. Two players without randomness play the same game again from the same opening, and what
//! is repeated says nothing new about their strength.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::GameRecord;

/// The games of two players so far, as far as it takes to know them again.
#[derive(Clone, Debug, Default)]
pub struct Distinct {
    games: HashSet<u64>,
    pairs: HashSet<[u64; 2]>,
}

impl Distinct {
    /// Hears the two games of a pair; whether an earlier pair had the same two, step by step.
    pub fn repeats(&mut self, pair: &[GameRecord; 2]) -> bool {
        let marks = [0, 1].map(|i: usize| mark(&pair[i]));
        self.games.extend(marks);
        !self.pairs.insert(marks)
    }

    /// How many games differed.
    pub fn games(&self) -> u32 {
        self.games.len() as u32
    }
}

/// A number that two different games have with a probability of 2⁻⁶⁴.
fn mark(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    let forfeit = game.forfeit.as_ref().map(|(side, _)| side.index());
    (&game.steps, game.outcome.word(), forfeit).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use games::{Outcome, Side};

    use super::*;

    #[test]
    fn a_pair_is_repeated_where_both_games_are() {
        let game = |steps: &str, outcome| GameRecord {
            steps: steps.split(' ').map(String::from).collect(),
            outcome,
            forfeit: None,
        };
        let (a, b) = (game("a b c", Outcome::Draw), game("a b d", Outcome::Draw));
        let lost = GameRecord {
            forfeit: Some((Side::First, "late".into())),
            ..game("a b c", Outcome::Win(Side::Second))
        };
        let mut distinct = Distinct::default();
        let mut hear = |first: &GameRecord, second: &GameRecord| {
            let repeats = distinct.repeats(&[first.clone(), second.clone()]);
            (repeats, distinct.games())
        };
        assert_eq!(hear(&a, &a), (false, 1), "one game with either side");
        assert_eq!(hear(&a, &b), (false, 2), "the other one is new");
        assert_eq!(hear(&b, &a), (false, 2), "the sides were changed");
        assert_eq!(hear(&a, &b), (true, 2));
        assert_eq!(hear(&a, &lost), (false, 3), "the same steps, and then somebody was late");
    }
}

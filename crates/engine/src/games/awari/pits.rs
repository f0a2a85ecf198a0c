//! Our own evaluator of Awari: a table for every pit, chosen by how many seeds are left.
//!
//! The expected result is the sum of
//! - an entry for each of the twelve pits, by place, by whether it is the mover's, and by the seeds in it: what an empty pit, a
//!   vulnerable one, a hoard or a kroo is worth where it lies;
//! - the difference of the stores, and the number of pits each side could capture;
//! - a constant: the right to move.
//!
//! All of them are separate for each of [`PHASES`] phases, because a seed in the store is worth more where few are left. The
//! numbers come from games that the evaluator played against itself; `players/awari.toml` says how.

use std::sync::LazyLock;

use games::awari::Awari;
use games::text::from_toml;
use games::{Game, TextError, text_error};
use serde::Deserialize;

use crate::checksum;
use crate::recipe::Sum;
use crate::search::{DECIDED, Evaluator, Score, UNIT};

/// Positions are told apart by the seeds left, twelve to a phase.
pub const PHASES: usize = 4;

/// Pits with this many seeds or more are not told apart further.
const HOARD: usize = 23;
const COUNTS: usize = HOARD + 1;

/// Where a phase has what follows its pits: stores, captures of the mover and of the other side by twos and threes, the move.
const STORES: usize = 12 * COUNTS;
const CAPTURES: usize = STORES + 1;
const TEMPO: usize = CAPTURES + 4;
const STRIDE: usize = TEMPO + 1;

/// How many parameters there are.
const PARAMETERS: usize = PHASES * STRIDE;

/// Scores per logit, so that they mean what those of other evaluators do.
const LOGIT: f32 = UNIT as f32 / 2.0;

/// How the tables are fitted: beginning with what a seed in the store is worth.
pub(super) const SUM: Sum<Awari> = Sum {
    name: "pits",
    read: |text| {
        let begin = |i: usize| if i % STRIDE == STORES { 0.25 } else { 0.0 };
        Ok(match text {
            Some(text) => {
                PitTables::from_toml(text)?.parameters.iter().map(|&score| score as f32 / LOGIT).collect()
            }
            None => (0..PARAMETERS).map(begin).collect(),
        })
    },
    terms: |_| Box::new(|position, f| features(position, |i, count| f(i, count as f32))),
    by_hand: |_| false,
    standing: |_| 0.5,
    uneven: None,
    file: |weights, _, about| Ok(PitTables::of_logits(weights)?.to_toml(about)),
};

/// Calls `f` with the number of each parameter that speaks about a position, and how often it counts.
fn features(position: &Awari, mut f: impl FnMut(usize, i32)) {
    let base = STRIDE * phase(position);
    for (place, &seeds) in position.rows().as_flattened().iter().enumerate() {
        f(base + COUNTS * place + usize::from(seeds).min(HOARD), 1);
    }
    f(base + STORES, lead(position));
    f(base + TEMPO, 1);
    for (i, count) in captures(position).into_iter().enumerate() {
        f(base + CAPTURES + i, count);
    }
}

#[inline]
fn phase(position: &Awari) -> usize {
    (usize::from(position.seeds_left().saturating_sub(1)) / 12).min(PHASES - 1)
}

/// The difference of the stores.
#[inline]
fn lead(position: &Awari) -> i32 {
    let mover = position.to_move();
    i32::from(position.store(mover)) - i32::from(position.store(mover.other()))
}

/// The pits that the mover could capture by twos and by threes, then those that the opponent could.
#[inline]
fn captures(position: &Awari) -> [i32; 4] {
    let mover = position.to_move();
    let ([a, b], [c, d]) = (position.capturable(mover.other()), position.capturable(mover));
    [a, b, c, d].map(i32::from)
}

/// The tables.
#[derive(Clone, Debug, PartialEq)]
pub struct PitTables {
    parameters: Vec<Score>,
    phases: Box<[Phase; PHASES]>,
}

/// The parameters of one phase as the evaluation wants them.
#[derive(Clone, Debug, PartialEq)]
struct Phase {
    /// By place and seeds.
    pits: [[Score; 64]; 12],
    stores: Score,
    tempo: Score,
    captures: [Score; 4],
    /// What one pit that the mover can take adds at least and at most, and one that the opponent can take.
    bounds: [[Score; 2]; 2],
}

impl Phase {
    fn new(parameters: &[Score]) -> Phase {
        let pit = |place: usize, seeds: usize| parameters[COUNTS * place + seeds.min(HOARD)];
        let captures: [Score; 4] = std::array::from_fn(|i| parameters[CAPTURES + i]);
        Phase {
            pits: std::array::from_fn(|place| std::array::from_fn(|seeds| pit(place, seeds))),
            stores: parameters[STORES],
            tempo: parameters[TEMPO],
            captures,
            bounds: [bounds(captures[0], captures[1]), bounds(captures[2], captures[3])],
        }
    }
}

/// What a pit that can be taken by twos and threes worth this adds at least and at most.
pub(super) fn bounds(twos: Score, threes: Score) -> [Score; 2] {
    [twos.min(0) + threes.min(0), twos.max(0) + threes.max(0)]
}

impl PitTables {
    /// From [`PARAMETERS`] numbers in units of scores.
    fn new(parameters: Vec<Score>) -> Result<PitTables, TextError> {
        let found = parameters.len();
        if found != PARAMETERS {
            return Err(text_error!("parameters: {found} numbers instead of {PARAMETERS}"));
        }
        let phase = |i: usize| Phase::new(&parameters[STRIDE * i..STRIDE * (i + 1)]);
        Ok(PitTables { phases: Box::new(std::array::from_fn(phase)), parameters })
    }

    /// The same in logits.
    pub fn of_logits(weights: &[f32]) -> Result<PitTables, TextError> {
        PitTables::new(weights.iter().map(|weight| (weight * LOGIT).round() as Score).collect())
    }

    /// The tables that ship with the program.
    pub fn shipped() -> PitTables {
        static READ: LazyLock<PitTables> = LazyLock::new(|| {
            let text = include_str!("../../../../../players/awari.toml");
            PitTables::from_toml(text).expect("a test reads the file")
        });
        READ.clone()
    }

    /// The tables from the text of a player file.
    pub fn from_toml(text: &str) -> Result<PitTables, TextError> {
        let file: File = from_toml(text)?;
        PitTables::new(file.parameters)
    }

    /// The tables as the text of a player file, one line for each pit. `about` goes into the first lines.
    pub fn to_toml(&self, about: &str) -> String {
        let mut text = String::from("parameters = [\n");
        for phase in self.parameters.chunks(STRIDE) {
            for line in phase.chunks(COUNTS) {
                let numbers: Vec<String> = line.iter().map(Score::to_string).collect();
                text += &format!("  {},\n", numbers.join(", "));
            }
        }
        checksum::toml(about, &(text + "]\n"))
    }
}

/// A player file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    parameters: Vec<Score>,
}

impl Evaluator<Awari> for PitTables {
    #[inline]
    fn score(&mut self, position: &Awari) -> Score {
        self.score_within(position, Score::MIN, Score::MAX)
    }

    #[inline]
    fn score_within(&mut self, position: &Awari, alpha: Score, beta: Score) -> Score {
        let phase = &self.phases[phase(position)];
        let mut sum = phase.tempo + phase.stores * lead(position);
        for (table, &seeds) in phase.pits.iter().zip(position.rows().as_flattened()) {
            sum += table[usize::from(seeds & 63)];
        }
        let estimate = |sum: Score| sum.clamp(1 - DECIDED, DECIDED - 1);
        // Most leaves are settled without counting what can be captured.
        let mover = position.to_move();
        let prey = [mover.other(), mover].map(|side| Score::from(position.at_most_capturable(side)));
        let [least, most] = [0, 1].map(|i| prey[0] * phase.bounds[0][i] + prey[1] * phase.bounds[1][i]);
        if estimate(sum + most) <= alpha {
            return estimate(sum + most);
        }
        if estimate(sum + least) >= beta {
            return estimate(sum + least);
        }
        sum +=
            captures(position).iter().zip(phase.captures).map(|(count, worth)| count * worth).sum::<Score>();
        estimate(sum)
    }
}

#[cfg(test)]
mod tests {
    use games::awari::Rules;

    use super::*;
    use crate::Rng;

    #[test]
    fn the_score_is_the_sum_over_the_features() {
        let mut rng = Rng::new(4);
        let mut tables = PitTables::shipped();
        let mut position = Awari::start(&Rules::DAVIS2002);
        while let Some(step) = position.pick(&mut |n| rng.below(n)) {
            let mut sum = 0;
            features(&position, |parameter, count| sum += count * tables.parameters[parameter]);
            assert_eq!(tables.score(&position), sum.clamp(1 - DECIDED, DECIDED - 1), "{position}");
            position.play(step);
        }
    }
}

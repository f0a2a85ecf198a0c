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
use games::{Game, TextError};
use serde::Deserialize;

use crate::search::{DECIDED, Evaluator, Score};

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
pub const PARAMETERS: usize = PHASES * STRIDE;

/// Calls `f` with the number of each parameter that speaks about a position, and how often it counts.
#[inline]
pub fn features(position: &Awari, mut f: impl FnMut(usize, i32)) {
    let mover = position.to_move();
    let rows = position.rows();
    let base = STRIDE * (usize::from(position.seeds_left().saturating_sub(1)) / 12).min(PHASES - 1);
    for (place, &seeds) in rows.as_flattened().iter().enumerate() {
        f(base + COUNTS * place + usize::from(seeds).min(HOARD), 1);
    }
    let [own, other] = [mover, mover.other()].map(|side| i32::from(position.store(side)));
    f(base + STORES, own - other);
    for (i, side) in [mover.other(), mover].into_iter().enumerate() {
        let [twos, threes] = position.capturable(side);
        f(base + CAPTURES + 2 * i, twos.into());
        f(base + CAPTURES + 2 * i + 1, threes.into());
    }
    f(base + TEMPO, 1);
}

/// Calls `f` with the number of each phase's parameter for the difference of the stores: where tuning starts.
pub fn phase_parameters(f: impl FnMut(usize)) {
    (0..PHASES).map(|phase| phase * STRIDE + STORES).for_each(f);
}

/// The tables.
#[derive(Clone, Debug, PartialEq)]
pub struct PitTables {
    parameters: Vec<Score>,
}

impl PitTables {
    /// From [`PARAMETERS`] numbers in units of scores.
    pub fn new(parameters: Vec<Score>) -> Option<PitTables> {
        (parameters.len() == PARAMETERS).then_some(PitTables { parameters })
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
        let file: File = toml::from_str(text).map_err(|error| TextError::new(error.message()))?;
        let found = file.parameters.len();
        PitTables::new(file.parameters)
            .ok_or_else(|| TextError::new(format!("parameters: {found} numbers instead of {PARAMETERS}")))
    }

    /// The tables as the text of a player file, one line for each pit.
    pub fn to_toml(&self) -> String {
        let mut text = String::from("parameters = [\n");
        for phase in self.parameters.chunks(STRIDE) {
            for line in phase.chunks(COUNTS) {
                let numbers: Vec<String> = line.iter().map(Score::to_string).collect();
                text += &format!("  {},\n", numbers.join(", "));
            }
        }
        text + "]\n"
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
        let mut sum = 0;
        features(position, |parameter, count| sum += count * self.parameters[parameter]);
        sum.clamp(1 - DECIDED, DECIDED - 1)
    }
}

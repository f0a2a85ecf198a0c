//! The weights of the evaluator: a table of named numbers, in logits (0 is even, 2.2 is nine games in ten).
//!
//! How much a count matters depends on the stage of the game and on who leads, so every count has four weights: on a
//! full board, on an empty board, and what is added with the lead of its side and with the lead of the other.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use games::text::from_toml;
use games::{TextError, text_error};
use serde::{Deserialize, Serialize};

use super::features::{MOVING, PLACING};

/// Weights as they are stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiegeWeights {
    /// For the difference, the relative difference and the logarithm of the ratio of the numbers of pieces.
    pub material: [f64; 3],
    /// For having the step: on a full and on an empty board.
    pub tempo: [f64; 2],
    /// By name of count, see [`MOVING`]: full board, empty board, own lead, other's lead.
    pub moving: BTreeMap<String, [f64; 4]>,
    /// By name of count, see [`PLACING`]: for the side that starts phase two with an empty and with a full board,
    /// then for the other side.
    pub placing: BTreeMap<String, [f64; 4]>,
    /// What it is worth to start phase two: on an empty and on a full board.
    pub start: [f64; 2],
    /// Other plans for an uneven game, by name of count: own lead, other's lead; what is not named is 0. A player who gets
    /// nowhere with one plan tries the next.
    #[serde(default)]
    pub plans: Vec<BTreeMap<String, [f64; 2]>>,
}

impl SiegeWeights {
    /// How many numbers there are.
    pub const LEN: usize = 7 + 4 * (MOVING.len() + PLACING.len());

    /// The weights that ship.
    pub fn shipped() -> SiegeWeights {
        static READ: LazyLock<SiegeWeights> = LazyLock::new(|| {
            toml::from_str(include_str!("../../../../../../players/seega.toml"))
                .expect("the shipped weights are tested")
        });
        READ.clone()
    }

    /// Reads a file of weights; every name in it must be one of a count.
    pub fn parse(text: &str) -> Result<SiegeWeights, TextError> {
        let weights: SiegeWeights = from_toml(text)?;
        weights.check().map(|()| weights)
    }

    /// Whether every name is one of a count.
    pub fn check(&self) -> Result<(), TextError> {
        let unknown = |names: &[&str], known: &[&str]| {
            names
                .iter()
                .find(|name| !known.contains(name))
                .map(|name| text_error!("{name} is not counted: the counts are {}", known.join(", ")))
        };
        let moving = self.moving.keys().chain(self.plans.iter().flat_map(BTreeMap::keys));
        let moving: Vec<&str> = moving.map(String::as_str).collect();
        let placing: Vec<&str> = self.placing.keys().map(String::as_str).collect();
        unknown(&moving, &MOVING).or(unknown(&placing, &PLACING)).map_or(Ok(()), Err)
    }

    /// The numbers in one row: material, tempo, start, then the counts in the order of their lists.
    pub fn to_row(&self) -> Vec<f64> {
        let named = |table: &BTreeMap<String, [f64; 4]>, names: &[&str]| -> Vec<f64> {
            names.iter().flat_map(|&name| table.get(name).copied().unwrap_or_default()).collect()
        };
        let mut row = [self.material.as_slice(), &self.tempo, &self.start].concat();
        row.extend(named(&self.moving, &MOVING));
        row.extend(named(&self.placing, &PLACING));
        row
    }

    /// The four weights of every count of phase two under a plan; the first plan is the one in `moving`.
    pub fn moving_by_plan(&self, plan: usize) -> Vec<[f64; 4]> {
        let by_plan = |name: &str| {
            let [full, empty, ahead, behind] = self.moving.get(name).copied().unwrap_or_default();
            match plan.checked_sub(1) {
                None => [full, empty, ahead, behind],
                Some(other) => {
                    let [ahead, behind] = self.plans[other].get(name).copied().unwrap_or_default();
                    [full, empty, ahead, behind]
                }
            }
        };
        MOVING.iter().map(|name| by_plan(name)).collect()
    }

    /// From a row that was learnt, to four digits.
    pub fn of_row(row: &[f32]) -> Result<SiegeWeights, TextError> {
        if row.len() != Self::LEN {
            return Err(text_error!("{} numbers instead of {}", row.len(), Self::LEN));
        }
        let row: Vec<f64> = row.iter().map(|&weight| (f64::from(weight) * 1e4).round() / 1e4).collect();
        Ok(SiegeWeights::from_row(&row))
    }

    /// The inverse of [`SiegeWeights::to_row`], with a single plan.
    pub fn from_row(row: &[f64]) -> SiegeWeights {
        assert_eq!(row.len(), Self::LEN, "a row holds every weight");
        let named = |names: &[&str], row: &[f64]| -> BTreeMap<String, [f64; 4]> {
            let four = |w: &[f64]| [w[0], w[1], w[2], w[3]];
            names.iter().zip(row.chunks(4)).map(|(name, w)| (name.to_string(), four(w))).collect()
        };
        let (moving, placing) = row[7..].split_at(4 * MOVING.len());
        SiegeWeights {
            material: [row[0], row[1], row[2]],
            tempo: [row[3], row[4]],
            start: [row[5], row[6]],
            moving: named(&MOVING, moving),
            placing: named(&PLACING, placing),
            plans: Vec::new(),
        }
    }
}

/// What the four weights of a count are multiplied with, for a side with `own` pieces against `enemy` of `full` each.
pub fn stage(own: u32, enemy: u32, full: u32) -> [f64; 4] {
    let total = f64::from((own + enemy).max(1));
    let filled = (total / f64::from(2 * full)).min(1.0);
    let lead = (f64::from(own) - f64::from(enemy)) / total;
    [filled, 1.0 - filled, lead.max(0.0), (-lead).max(0.0)]
}

/// What the three weights of material are multiplied with.
pub fn material(own: u32, enemy: u32) -> [f64; 3] {
    let (own, enemy) = (f64::from(own), f64::from(enemy));
    [own - enemy, (own - enemy) / (own + enemy).max(1.0), ((own + 0.5) / (enemy + 0.5)).ln()]
}

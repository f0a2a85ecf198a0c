//! The fifteen weights of one player: six for placing, nine for moving.

use std::collections::BTreeMap;

use games::text::{from_toml, quote};
use games::{TextError, text_error};
use serde::Deserialize;
use toml::{Spanned, Value};

use super::compound::{MOVING, PLACING, Recipe};
use crate::checksum;

/// The weights in the order of Table I.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearWeights {
    /// Weights 1 to 6.
    pub placing: [f32; 6],
    /// Weights 7 to 15.
    pub moving: [f32; 9],
}

const WHITE: &str = include_str!("../../../../../../players/abdelbar2004-white.toml");
const BLACK: &str = include_str!("../../../../../../players/abdelbar2004-black.toml");
const EVOLVED: [&str; 2] = [
    include_str!("../../../../../../players/abdelbar2004-evolved-white.toml"),
    include_str!("../../../../../../players/abdelbar2004-evolved-black.toml"),
];

impl LinearWeights {
    /// How many there are.
    pub const COUNT: usize = 15;

    /// Table I's White.
    pub fn abdelbar2004_white() -> LinearWeights {
        LinearWeights::parse(WHITE).expect("the shipped file is read by the tests")
    }

    /// Table I's Black.
    pub fn abdelbar2004_black() -> LinearWeights {
        LinearWeights::parse(BLACK).expect("the shipped file is read by the tests")
    }

    /// White and Black of our own run of the paper's experiment.
    pub fn abdelbar2004_evolved() -> [LinearWeights; 2] {
        EVOLVED.map(|text| LinearWeights::parse(text).expect("the shipped files are read by the tests"))
    }

    /// The two vectors one after the other, as an optimiser keeps them.
    pub fn array(&self) -> [f32; 15] {
        std::array::from_fn(|i| if i < 6 { self.placing[i] } else { self.moving[i - 6] })
    }

    /// Reads a file of weights. The error names the key, the line and what would be right.
    pub fn parse(text: &str) -> Result<LinearWeights, TextError> {
        let file: File = from_toml(text)?;
        if file.evaluator.get_ref() != KIND {
            let line = line_of(text, file.evaluator.span().start);
            let found = quote(file.evaluator.get_ref());
            return Err(text_error!("line {line}: evaluator = {found}: here it is \"{KIND}\""));
        }
        Ok(LinearWeights {
            placing: read("placing", &file.placing, &PLACING, text)?,
            moving: read("moving", &file.moving, &MOVING, text)?,
        })
    }

    /// The file that [`LinearWeights::parse`] reads back. `about` goes into the first lines.
    pub fn to_toml(&self, about: &str) -> String {
        let mut text = format!("evaluator = \"{KIND}\"\n");
        let mut table = |name: &str, recipes: &[Recipe], weights: &[f32]| {
            text += &format!("\n[{name}]\n");
            for (recipe, weight) in recipes.iter().zip(weights) {
                text += &format!("{} = {weight:?}\n", recipe.name);
            }
        };
        table("placing", &PLACING, &self.placing);
        table("moving", &MOVING, &self.moving);
        checksum::toml(about, &text)
    }
}

impl From<[f32; 15]> for LinearWeights {
    fn from(all: [f32; 15]) -> LinearWeights {
        LinearWeights {
            placing: std::array::from_fn(|i| all[i]),
            moving: std::array::from_fn(|i| all[i + 6]),
        }
    }
}

impl TryFrom<&[f32]> for LinearWeights {
    type Error = TextError;

    fn try_from(all: &[f32]) -> Result<LinearWeights, TextError> {
        let array: [f32; 15] = all
            .try_into()
            .map_err(|_| text_error!("{} weights: the papers' Seega evaluator has 15", all.len()))?;
        match array.iter().position(|w| !w.is_finite()) {
            Some(i) => Err(text_error!("weight {} is {}: it must be finite", i + 1, array[i])),
            None => Ok(array.into()),
        }
    }
}

/// What the key `evaluator` of a file of weights says.
const KIND: &str = "abdelbar";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    evaluator: Spanned<String>,
    placing: BTreeMap<String, Spanned<Value>>,
    moving: BTreeMap<String, Spanned<Value>>,
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&b| b == b'\n').count()
}

fn read<const N: usize>(
    table: &str,
    found: &BTreeMap<String, Spanned<Value>>,
    recipes: &[Recipe; N],
    text: &str,
) -> Result<[f32; N], TextError> {
    if let Some((key, value)) = found.iter().find(|(key, _)| recipes.iter().all(|r| r.name != key.as_str())) {
        let names = recipes.map(|r| r.name).join(", ");
        let line = line_of(text, value.span().start);
        return Err(text_error!("line {line}: {table}.{key} is not a weight: {names}"));
    }
    let mut weights = [0.0; N];
    for (weight, recipe) in weights.iter_mut().zip(recipes) {
        let key = format!("{table}.{}", recipe.name);
        let value = found.get(recipe.name).ok_or_else(|| text_error!("{key} is missing"))?;
        let number = match value.get_ref() {
            Value::Float(x) => Some(*x as f32),
            Value::Integer(i) => Some(*i as f32),
            _ => None,
        };
        *weight = number.filter(|w| w.is_finite()).ok_or_else(|| {
            let line = line_of(text, value.span().start);
            text_error!("line {line}: {key} = {}: a weight is a finite number", value.get_ref())
        })?;
    }
    Ok(weights)
}

//! Ranges of coordinates: where vectors start, and where they may be.

use engine::Rng;
use serde::{Deserialize, Serialize};

use super::{BadSetting, LARGEST};

/// A lowest and a highest number for each coordinate. One pair holds for all coordinates; none at all means no limits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ranges(Vec<[f32; 2]>);

impl Ranges {
    /// From −half to half, in every coordinate.
    pub fn around_zero(half: f32) -> Ranges {
        Ranges(vec![[-half, half]])
    }

    /// One range for each coordinate.
    pub fn each(pairs: impl Into<Vec<[f32; 2]>>) -> Ranges {
        Ranges(pairs.into())
    }

    /// Whether there are no limits.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The range of a coordinate.
    pub fn of(&self, coordinate: usize) -> [f32; 2] {
        match self.0.as_slice() {
            [] => [-LARGEST, LARGEST],
            [all] => *all,
            each => each[coordinate],
        }
    }

    /// The number nearest to this one that lies within the range of the coordinate.
    pub fn within(&self, coordinate: usize, number: f32) -> f32 {
        let [low, high] = self.of(coordinate);
        // NaN falls to the lower end: max takes the other of the two.
        number.max(low).min(high)
    }

    /// Brings a whole vector within the ranges.
    pub fn confine(&self, vector: &mut [f32]) {
        vector.iter_mut().enumerate().for_each(|(i, number)| *number = self.within(i, *number));
    }

    /// A vector anywhere within the ranges.
    pub fn sample(&self, dimensions: usize, rng: &mut Rng) -> Vec<f32> {
        (0..dimensions)
            .map(|i| {
                let [low, high] = self.of(i);
                self.within(i, low + (high - low) * rng.uniform() as f32)
            })
            .collect()
    }

    /// That there is a range for every coordinate and that each has its ends in order.
    pub(super) fn check(&self, setting: &'static str, dimensions: usize) -> Result<(), BadSetting> {
        let right = "one pair [lowest, highest] for all coordinates, or one for each, between -1e30 and 1e30";
        let ordered = self.0.iter().all(|&[low, high]| -LARGEST <= low && low <= high && high <= LARGEST);
        if ordered && (self.0.len() <= 1 || self.0.len() == dimensions) {
            return Ok(());
        }
        Err(BadSetting::new(setting, format!("{:?} for {dimensions} coordinates", self.0), right))
    }
}

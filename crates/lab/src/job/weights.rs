//! The numbers of a player that is being learnt, as a job carries them.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Numbers that many jobs share. They are the same only if every bit is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<f32>", from = "Vec<f32>")]
pub struct Weights(Arc<[f32]>);

impl Weights {
    /// The numbers.
    pub fn shared(&self) -> &Arc<[f32]> {
        &self.0
    }

    fn bits(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|number| number.to_bits())
    }
}

impl From<Vec<f32>> for Weights {
    fn from(numbers: Vec<f32>) -> Weights {
        Weights(numbers.into())
    }
}

impl From<Arc<[f32]>> for Weights {
    fn from(numbers: Arc<[f32]>) -> Weights {
        Weights(numbers)
    }
}

impl From<Weights> for Vec<f32> {
    fn from(weights: Weights) -> Vec<f32> {
        weights.0.to_vec()
    }
}

impl PartialEq for Weights {
    fn eq(&self, other: &Weights) -> bool {
        // Those of one generation are usually the very same.
        Arc::ptr_eq(&self.0, &other.0) || self.bits().eq(other.bits())
    }
}

impl Eq for Weights {}

impl Hash for Weights {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // A few are enough to tell vectors of a learner apart.
        state.write_usize(self.0.len());
        self.bits().take(16).for_each(|bits| state.write_u32(bits));
    }
}

//! What configurations of runs and tournaments have in common.

use engine::rng::DEFAULT_SEED;

pub fn seed() -> u64 {
    DEFAULT_SEED
}

/// Of a game, in steps.
pub fn longest() -> u32 {
    2000
}

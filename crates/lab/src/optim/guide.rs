//! Who guides a particle: the neighbours that it listens to, and which of them is the best.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

/// Who tells a particle about good positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Neighbourhood {
    /// Particles are the corners of a hypercube, neighbours share an edge; the number of particles is a power of two.
    Hypercube,
    /// Each particle and the two beside it.
    Ring,
    /// All particles.
    #[default]
    Global,
}

impl Neighbourhood {
    /// The neighbours of particle i among n, without itself.
    pub(super) fn of(self, i: usize, n: usize) -> Vec<usize> {
        let mut neighbours: Vec<usize> = match self {
            Neighbourhood::Hypercube => (0..n.trailing_zeros()).map(|bit| i ^ 1 << bit).collect(),
            Neighbourhood::Ring => vec![(i + 1) % n, (i + n - 1) % n],
            Neighbourhood::Global => (0..n).collect(),
        };
        neighbours.retain(|&other| other != i);
        neighbours
    }
}

/// What makes a neighbour the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The score of its position in this round; it guides to where it is.
    Now,
    /// The score of what it remembers; it guides to that.
    Remembered,
}

/// Whose position a particle is pulled to: p of the update.
///
/// The papers of 2003 and 2004 take "the best neighbor in terms of score" just after the scores of the current vectors, and
/// neighbours are "exactly one edge away": that is the score of now, without the particle itself, and their configurations
/// say so. The global best of cai2010 is the best remembered by any particle, itself included. That is the
/// default, because the default pulls ([`super::Motion`]) are made for guides that stay where they are: with guides that move, and
/// these pulls, a swarm does not come to rest even on a sphere; with half of them it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Guide {
    /// By which score the best neighbour is found.
    pub score: Standing,
    /// Whether a particle is in its own neighbourhood.
    pub itself: bool,
}

impl Guide {
    /// The best that is remembered in the neighbourhood, by the particle itself perhaps.
    pub const BEST_REMEMBERED: Guide = Guide { score: Standing::Remembered, itself: true };

    /// The neighbour that scores best now, as the papers of 2003 and 2004 read.
    pub const BEST_NOW: Guide = Guide { score: Standing::Now, itself: false };
}

impl Default for Guide {
    fn default() -> Guide {
        Guide::BEST_REMEMBERED
    }
}

impl Display for Guide {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let score = match self.score {
            Standing::Now => "the best score now",
            Standing::Remembered => "the best remembered score",
        };
        let itself = if self.itself { "counted among them" } else { "left out" };
        write!(f, "a particle is guided by the neighbour with {score}, itself {itself}")
    }
}

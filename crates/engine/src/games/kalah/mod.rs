//! Kalah: who is ahead is what the stores say, and the search does the rest.

mod picture;

use games::Game;
use games::kalah::Kalah;

use super::Playable;
use crate::eval::Material;
use crate::search::{Evaluator, Score, UNIT};

impl Playable for Kalah {
    const BENCH: &'static [(&'static str, u32)] = &[("kalah", 10), ("kalah(pie=true)", 10)];

    fn margin(&self) -> f32 {
        let [south, north] = self.final_stores();
        (f32::from(south) - f32::from(north)) / f32::from(self.rules().all())
    }

    fn material(&self) -> Score {
        let store = |side| Score::from(self.store(side));
        (store(self.to_move()) - store(self.to_move().other())) * (UNIT / 10)
    }

    fn best_evaluator(_rules: &Self::Rules) -> Box<dyn Evaluator<Self>> {
        Box::new(Material)
    }
}

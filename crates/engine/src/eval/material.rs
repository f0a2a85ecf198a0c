//! The plainest evaluator of every game: material, what has been taken.

use games::awari::Awari;
use games::capture_go::CaptureGo;
use games::seega::{Bits, Seega};
use games::{Game, Side};

use crate::search::{Evaluator, Score, UNIT};

/// Counts pieces, seeds, or in Capture Go the liberties of the weakest group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl<B: Bits> Evaluator<Seega<B>> for Material {
    fn score(&mut self, position: &Seega<B>) -> Score {
        let mover = position.to_move();
        (position.count(mover) as Score - position.count(mover.other()) as Score) * (UNIT / 10)
    }
}

impl Evaluator<Awari> for Material {
    fn score(&mut self, position: &Awari) -> Score {
        let mover = position.to_move();
        (Score::from(position.store(mover)) - Score::from(position.store(mover.other()))) * (UNIT / 10)
    }
}

impl Evaluator<CaptureGo> for Material {
    fn score(&mut self, position: &CaptureGo) -> Score {
        let weakest = |side: Side| {
            let groups = position.groups(side);
            groups.into_iter().map(|group| position.liberties(group).count_ones()).min().unwrap_or(4) as Score
        };
        let mover = position.to_move();
        (weakest(mover) - weakest(mover.other())) * (UNIT / 10)
    }
}

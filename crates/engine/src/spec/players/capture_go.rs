//! Players of Capture Go: the paper's network, the defensive player, and our own.

use games::capture_go::CaptureGo;
use games::{Game, Outcome, Side, TextError};

use super::{About, Playable, file};
use crate::eval::{Material, capture_go};
use crate::search::{Evaluator, Options};
use crate::spec::{Call, EvaluatorMaker, Genome, Levels, Maker, limits};

impl Playable for CaptureGo {
    /// Looking at every point once takes 81 positions on 9×9, so that up to level 5 only carelessness differs.
    const LEVELS: Levels = [
        (100, 75),
        (100, 58),
        (100, 42),
        (100, 28),
        (100, 15),
        (1_000, 6),
        (5_000, 2),
        (20_000, 0),
        (100_000, 0),
        (800_000, 0),
    ];
    const NAMES: &'static [About] = &[
        ("defensive", "the hand-coded opponent of Cai and others"),
        ("uct", "Monte-Carlo tree search with playouts that know ataris; takes sims=, ms="),
    ];
    const EVALUATORS: &'static [About] =
        &[("net(FILE)", "the network of Cai and others with the parameters of a file")];
    const GENOMES: &'static [Genome] = &[Genome {
        name: "net",
        dimensions: capture_go::net::PARAMETERS,
        labels: Vec::new,
        file: capture_go::file::text,
        extension: "json",
    }];

    /// The first capture decides; in between, nobody is ahead.
    fn margin(&self) -> f32 {
        match self.outcome() {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => -1.0,
            Some(Outcome::Draw) | None => 0.0,
        }
    }

    fn material() -> Box<dyn Evaluator<Self>> {
        Box::new(Material)
    }

    fn best_evaluator(_rules: &Self::Rules) -> Box<dyn Evaluator<Self>> {
        Box::new(capture_go::Liberties::default())
    }

    fn options() -> Options {
        capture_go::OPTIONS
    }

    fn evaluator(call: &Call, rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        if call.name != "net" {
            return Ok(None);
        }
        call.allow(&["", "file"])?;
        let network = match &call.weights {
            Some(weights) if call.get("file", true).is_none() => {
                capture_go::Network::new(weights.to_vec(), rules).map_err(|e| call.error(e))?
            }
            _ => capture_go::file::load(file(call)?, rules)?.0,
        };
        Ok(Some(Box::new(move || Box::new(network.clone()))))
    }

    fn named(call: &Call, _rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        Ok(match call.name.as_str() {
            "defensive" => {
                call.allow(&[])?;
                Some(Box::new(|_| Box::new(capture_go::Defensive)))
            }
            "uct" => {
                call.allow(&["sims", "ms"])?;
                let limits = limits(call)?;
                Some(Box::new(move |_| Box::new(capture_go::Uct::new(capture_go::Settings::BEST, limits))))
            }
            _ => None,
        })
    }
}

//! Players of Capture Go: the paper's network, the defensive player, and our own.

use games::capture_go::CaptureGo;
use games::{Game, Outcome, Side, TextError};

use super::judging::{self, Shipped};
use super::{About, Playable};
use crate::eval::{Material, capture_go};
use crate::player::{Limits, Player};
use crate::recipe::{EvaluatorMaker, Genome, Levels, Maker, Named, Numbers};
use crate::search::{AlphaBetaPlayer, Evaluator, Options};

static NETWORKS: [Shipped; 1] =
    [Shipped::new("capture-go:9", include_bytes!("../../../../../players/capture-go9.safetensors"))];

const EVOLVED: &str = include_str!("../../../../../players/cai2010-evolved.json");

/// On 9×9 up to level 5 a network is asked once, and only carelessness differs.
const LEVELS: Levels = [
    (100, 75),
    (100, 58),
    (100, 44),
    (100, 32),
    (100, 20),
    (6_000, 6),
    (16_000, 1),
    (40_000, 0),
    (200_000, 0),
    (1_000_000, 0),
];

impl Playable for CaptureGo {
    const NAMES: &'static [About] = &[
        ("defensive", "the hand-coded opponent of Cai and others"),
        (
            "cai2010-evolved",
            "the network that our own run of that experiment evolved, with alpha-beta and all its switches on, as when it was evolved; on 9×9 only; takes depth= [default: 3]",
        ),
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

    const TREES: &'static [&'static str] = &["uct"];

    fn levels(_rules: &Self::Rules) -> Levels {
        LEVELS
    }

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

    /// A network where one ships for the game, alpha-beta elsewhere.
    fn best(rules: &Self::Rules, limits: Limits) -> Box<dyn Player<Self>> {
        judging::player(&NETWORKS, rules, limits).unwrap_or_else(|| Box::new(capture_go::player(limits)))
    }

    fn evaluator(named: &Named, rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        if named.name() != "net" {
            return Ok(None);
        }
        named.allow(&["file"])?;
        let network = match &named.numbers {
            Numbers::Given(weights) => {
                capture_go::Network::new(weights.to_vec(), rules).map_err(|e| named.error(e))?
            }
            Numbers::File(_) | Numbers::Shipped => capture_go::file::load(named.file()?, rules)?.0,
        };
        Ok(Some(Box::new(move || Box::new(network.clone()))))
    }

    fn named(named: &Named, rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        Ok(match named.name() {
            "defensive" => {
                named.allow(&[])?;
                Some(Box::new(|_| Box::new(capture_go::Defensive)))
            }
            "cai2010-evolved" => {
                named.allow(&["depth"])?;
                let limits = Limits { depth: named.limits.depth.or(Some(3)), ..Limits::default() };
                let (network, _) = capture_go::file::parse(EVOLVED, rules).map_err(|e| named.error(e))?;
                Some(Box::new(move |_| {
                    Box::new(AlphaBetaPlayer::new(network.clone(), Self::options(), limits))
                }))
            }
            "uct" => {
                named.allow(&["sims", "ms"])?;
                let limits = named.limits;
                Some(Box::new(move |_| Box::new(capture_go::Uct::new(capture_go::Settings::BEST, limits))))
            }
            _ => None,
        })
    }
}

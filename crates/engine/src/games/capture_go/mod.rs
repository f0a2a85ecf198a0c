//! Capture Go: the paper's network and its defensive opponent, a tree search that knows ataris, and our own evaluator.

mod bench;
pub mod defensive;
pub mod file;
pub mod liberties;
pub mod net;
mod picture;
mod playout;
mod seen;
pub mod tactics;
pub mod tanh;
pub mod uct;

use games::capture_go::CaptureGo;
use games::{Game, Side, TextError};

use super::judging::{self, Shipped};
use super::{About, Levels, Playable};
use crate::bench::Speed;
use crate::player::{Limits, Player};
use crate::recipe::{EvaluatorMaker, Genome, Maker, Named};
use crate::search::{AlphaBetaPlayer, Evaluator, Options, Score, Shape, UNIT};

pub use defensive::Defensive;
pub use liberties::Liberties;
pub use net::Network;
pub use tactics::forced;
pub use uct::Uct;

/// Alpha-beta as it suits Capture Go: the evaluator sees captures itself, so none is followed beyond the depth.
pub const OPTIONS: Options =
    Options { shape: Shape { forced_free: true, ..Shape::PLAIN }, table_depth: 1, ..Options::FULL };

/// The default player where no network ships for the board: [`Liberties`] with alpha-beta.
pub fn player(limits: Limits) -> AlphaBetaPlayer<CaptureGo, Liberties> {
    AlphaBetaPlayer::new(Liberties, OPTIONS, limits)
}

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
        dimensions: net::PARAMETERS,
        labels: Vec::new,
        file: file::text,
        extension: "json",
    }];

    const TREES: &'static [&'static str] = &["uct"];

    const BENCH: &'static [(&'static str, u32)] = &[("capture-go:9", 4), ("capture-go:ponnuki:9", 4)];
    const SPEEDS: &'static [fn() -> Speed] = &[bench::network_evaluations];
    const ANCHORS: &'static [&'static str] = &["random", "greedy", "defensive"];

    fn levels(_rules: &Self::Rules) -> Levels {
        LEVELS
    }

    /// The first capture decides; in between, no side is ahead.
    fn margin(&self) -> f32 {
        self.outcome().map_or(0.0, |outcome| outcome.value_for(Side::First))
    }

    /// The liberties of the weakest group.
    fn material(&self) -> Score {
        let weakest = |side: Side| {
            let groups = self.groups(side);
            groups.into_iter().map(|group| self.liberties(group).count_ones()).min().unwrap_or(4) as Score
        };
        let mover = self.to_move();
        (weakest(mover) - weakest(mover.other())) * (UNIT / 10)
    }

    fn best_evaluator(_rules: &Self::Rules) -> Box<dyn Evaluator<Self>> {
        Box::new(Liberties)
    }

    const OPTIONS: Options = OPTIONS;

    /// A network where one ships for the game, alpha-beta elsewhere.
    fn best(rules: &Self::Rules, limits: Limits) -> Result<Box<dyn Player<Self>>, TextError> {
        let judging = judging::player(&NETWORKS, rules, limits)?;
        Ok(judging.unwrap_or_else(|| Box::new(player(limits))))
    }

    fn evaluator(named: &Named, rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        if named.name() != "net" {
            return Ok(None);
        }
        named.allow(&["file"])?;
        let network = named.learnt(
            |numbers| Network::new(numbers.to_vec(), rules),
            |text| Ok(file::parse(text, rules)?.0),
        )?;
        Ok(Some(Box::new(move || Box::new(network.clone()))))
    }

    fn named(named: &Named, rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        Ok(match named.name() {
            "defensive" => {
                named.allow(&[])?;
                Some(Box::new(|_| Box::new(Defensive)))
            }
            "cai2010-evolved" => {
                named.allow(&["depth"])?;
                let limits = Limits { depth: named.limits.depth.or(Some(3)), ..Limits::default() };
                let (network, _) = file::parse(EVOLVED, rules).map_err(|e| named.error(e))?;
                Some(Box::new(move |_| {
                    Box::new(AlphaBetaPlayer::new(network.clone(), Self::OPTIONS, limits))
                }))
            }
            "uct" => {
                named.allow(&["sims", "ms"])?;
                let limits = named.limits;
                Some(Box::new(move |_| Box::new(Uct::new(limits))))
            }
            _ => None,
        })
    }
}

//! Awari: the six terms of Davis and Kendall, our own evaluator, and who plays with them.

mod bench;
mod picture;
pub mod pits;
pub mod six;

use games::awari::Awari;
use games::{Game, TextError};

use super::{About, Playable};
use crate::bench::Speed;
use crate::explain::Explanation;
use crate::player::Limits;
use crate::recipe::{EvaluatorMaker, Genome, Maker, Named, Numbers, Sum, carelessly};
use crate::search::{AlphaBetaPlayer, Evaluator, Options, Score, Shape, UNIT};

pub use pits::PitTables;
pub use six::{Searcher, SixTerms, SixWeights};

/// How Awari is searched best.
pub const OPTIONS: Options = Options {
    shape: Shape { forced_free: true, quiescence: 6, ..Shape::PLAIN },
    table: 16,
    aspiration: 8_000,
    ..Options::FULL
};

/// The depth of Davis and Kendall's players.
pub const DAVIS2002_DEPTH: u32 = 7;

/// A player like those of Davis and Kendall: the six terms with these weights for the side that searches, every line
/// exactly `depth` steps long but those that end the game. Theirs judged these by the six terms as well; with `outcomes` they are
/// won or lost.
pub fn davis2002(weights: SixWeights, depth: u32, outcomes: bool) -> AlphaBetaPlayer<Awari, Searcher> {
    let shape = Shape { outcomes, ..Shape::PLAIN };
    let options = Options { shape, reductions: false, table: 14, ..OPTIONS };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    AlphaBetaPlayer::new(Searcher::new(weights), options, limits)
}

impl Playable for Awari {
    const NAMES: &'static [About] = &[(
        "davis2002",
        "the six terms at depth 7, by our weights or davis2002(FILE), which as in the paper judge a game that is over, too: it knows of no \
         won game; takes outcomes= (on: it does), depth=, careless=",
    )];
    const EVALUATORS: &'static [About] = &[
        ("davis2002", "the six terms, by our weights or davis2002(FILE)"),
        ("pits(FILE)", "our own tables from a file, such as players/awari.toml"),
    ];
    const EXPLAINED: &'static [&'static str] = &["davis2002(FILE)"];
    const GENOMES: &'static [Genome] = &[Genome {
        name: "davis2002",
        dimensions: 6,
        labels: || (1..=6).map(|i| format!("w{i}")).collect(),
        file: |weights, about| Ok(SixWeights::try_from(weights)?.to_toml(about)),
        extension: "toml",
    }];
    const SUMS: &'static [Sum<Self>] = &[pits::SUM];

    const BENCH: &'static [(&'static str, u32)] = &[("awari", 10), ("awari:romein", 10), ("awari:abapa", 10)];
    const SPEEDS: &'static [fn() -> Speed] = &bench::SPEEDS;
    const ANCHORS: &'static [&'static str] = &["random", "greedy", "davis2002"];

    fn margin(&self) -> f32 {
        let [south, north] = self.final_stores();
        (f32::from(south) - f32::from(north)) / 48.0
    }

    fn material(&self) -> Score {
        let store = |side| Score::from(self.store(side));
        (store(self.to_move()) - store(self.to_move().other())) * (UNIT / 10)
    }

    fn best_evaluator(_rules: &Self::Rules) -> Box<dyn Evaluator<Self>> {
        Box::new(PitTables::shipped())
    }

    const OPTIONS: Options = OPTIONS;

    fn evaluator(named: &Named, _rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        if named.name() == "pits" {
            named.allow(&["file"])?;
            let tables = named.learnt(PitTables::of_logits, PitTables::from_toml)?;
            return Ok(Some(Box::new(move || Box::new(tables.clone()))));
        }
        let Some(weights) = six_weights(named)? else { return Ok(None) };
        named.allow(&["file"])?;
        Ok(Some(Box::new(move || Box::new(SixTerms::new(weights)))))
    }

    fn explain(named: &Named, position: &Self) -> Result<Option<Explanation>, TextError> {
        Ok(six_weights(named)?.map(|weights| six::explain(position, weights)))
    }

    fn named(named: &Named, _rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        let Some(weights) = six_weights(named)? else { return Ok(None) };
        named.allow(&["file", "depth", "outcomes", "careless"])?;
        let depth = named.limits.depth.unwrap_or(DAVIS2002_DEPTH);
        let outcomes = named.switch("outcomes")?.unwrap_or(false);
        let careless = named.careless;
        Ok(Some(Box::new(move |_| carelessly(Box::new(davis2002(weights, depth, outcomes)), careless))))
    }
}

/// The weights of the six terms: ours, or those of a file.
fn six_weights(named: &Named) -> Result<Option<SixWeights>, TextError> {
    if named.name() != "davis2002" {
        return Ok(None);
    }
    if named.numbers == Numbers::Shipped {
        return Ok(Some(SixWeights::OURS));
    }
    named.learnt(|numbers| numbers.try_into(), SixWeights::parse).map(Some)
}

//! Players of Awari: the six terms of Davis and Kendall, and our own.

use games::TextError;
use games::awari::Awari;

use super::{About, Playable};
use crate::eval::{Material, awari};
use crate::explain::Explanation;
use crate::recipe::{EvaluatorMaker, Genome, Maker, Named, Numbers, carelessly};
use crate::search::{Evaluator, Options};

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
        file: |weights, about| Ok(awari::Weights::try_from(weights)?.to_toml(about)),
        extension: "toml",
    }];

    fn margin(&self) -> f32 {
        let [south, north] = self.final_stores();
        (f32::from(south) - f32::from(north)) / 48.0
    }

    fn material() -> Box<dyn Evaluator<Self>> {
        Box::new(Material)
    }

    fn best_evaluator(_rules: &Self::Rules) -> Box<dyn Evaluator<Self>> {
        Box::new(awari::PitTables::shipped())
    }

    fn options() -> Options {
        awari::OPTIONS
    }

    fn evaluator(named: &Named, _rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        if named.name() == "pits" {
            named.allow(&["file"])?;
            let tables = named.parsed(awari::PitTables::from_toml)?;
            return Ok(Some(Box::new(move || Box::new(tables.clone()))));
        }
        let Some(weights) = six_weights(named)? else { return Ok(None) };
        named.allow(&["file"])?;
        Ok(Some(Box::new(move || Box::new(awari::SixTerms::new(weights)))))
    }

    fn explain(named: &Named, position: &Self) -> Result<Option<Explanation>, TextError> {
        Ok(six_weights(named)?.map(|weights| awari::six::explain(position, weights)))
    }

    fn named(named: &Named, _rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        let Some(weights) = six_weights(named)? else { return Ok(None) };
        named.allow(&["file", "depth", "outcomes", "careless"])?;
        let depth = named.limits.depth.unwrap_or(awari::players::DAVIS2002_DEPTH);
        let outcomes = named.switch("outcomes")?.unwrap_or(false);
        let careless = named.careless;
        Ok(Some(Box::new(move |_| {
            carelessly(Box::new(awari::players::davis2002(weights, depth, outcomes)), careless)
        })))
    }
}

/// The weights of the six terms: ours, or those of a file.
fn six_weights(named: &Named) -> Result<Option<awari::Weights>, TextError> {
    if named.name() != "davis2002" {
        return Ok(None);
    }
    if named.numbers == Numbers::Shipped {
        return Ok(Some(awari::Weights::OURS));
    }
    named.learnt(|numbers| numbers.try_into(), awari::Weights::parse).map(Some)
}

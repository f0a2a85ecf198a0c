//! Seega, Seejeh and Kharbga: the papers' evaluator and players with Table I's weights or others (`papers`), and our own (`siege`).

mod bench;
pub mod papers;
mod picture;
pub mod siege;

use games::seega::{Bits, Colour, QuietResult, Rules, Seega};
use games::{Game, Side, TextError};

use super::judging::{self, Shipped};
use super::{About, Levels, Playable};
use crate::bench::Speed;
use crate::explain::Explanation;
use crate::player::{Limits, Player};
use crate::recipe::{EvaluatorMaker, Genome, Maker, Named, Sum, carelessly};
use crate::search::{AlphaBetaPlayer, ByPosition, Evaluator, Options, Score, UNIT};

/// More positions help little in this game: from level to level it is carelessness that falls.
const SEEGA_LEVELS: Levels = [
    (10, 80),
    (10, 60),
    (20, 45),
    (50, 33),
    (100, 24),
    (300, 16),
    (1_000, 10),
    (5_000, 5),
    (50_000, 2),
    (800_000, 0),
];

/// Where nothing is drawn, the better side wins against a few careless steps as well: there are more of them.
const SEEJEH_LEVELS: Levels = [
    (10, 80),
    (10, 67),
    (20, 56),
    (50, 46),
    (100, 36),
    (300, 26),
    (1_000, 18),
    (5_000, 11),
    (50_000, 5),
    (800_000, 0),
];

impl<B: Bits> Playable for Seega<B> {
    const PLACING: Option<fn(&Self) -> bool> = Some(|position| position.is_placing());
    const NAMES: &'static [About] = &[
        (
            "abdelbar2004",
            "the two players of Table I, each for its colour, at the papers' depth; takes depth=, schedule= (papers, clamped or as_printed), bias=, careless=",
        ),
        ("abdelbar2004-white", "Table I's White with either colour; takes the same"),
        ("abdelbar2004-black", "Table I's Black with either colour; takes the same"),
        (
            "abdelbar2004-evolved",
            "the two players that our own run of that experiment evolved when f2 to f6 and f12 were read otherwise; takes the same",
        ),
        ("linear(FILE)", "the papers' evaluator with the weights of a file; takes the same"),
        ("stages", "one player places, another one moves; takes place= and move="),
    ];
    const EVALUATORS: &'static [About] = &[
        ("abdelbar2004-white", "the papers' features with the weights of Table I's White"),
        ("abdelbar2004-black", "the same with those of its Black"),
        ("linear(FILE)", "the same with those of a file, such as players/abdelbar2004-white.toml"),
        ("siege(FILE)", "our own counts with the weights of a file, such as players/seega.toml"),
    ];
    const EXPLAINED: &'static [&'static str] =
        &["abdelbar2004-black", "abdelbar2004-white", "linear(FILE)", "siege(FILE)", "best"];
    const GENOMES: &'static [Genome] = &[Genome {
        name: "linear",
        dimensions: papers::LinearWeights::COUNT,
        labels: || {
            let labels = |phase: &str, recipes: &[papers::Recipe]| -> Vec<String> {
                recipes.iter().map(|recipe| format!("{phase} {}", recipe.name)).collect()
            };
            [labels("placing", &papers::PLACING), labels("moving", &papers::MOVING)].concat()
        },
        file: |weights, about| Ok(papers::LinearWeights::try_from(weights)?.to_toml(about)),
        extension: "toml",
    }];
    const SUMS: &'static [Sum<Self>] = &[siege::sum()];

    const BENCH: &'static [(&'static str, u32)] =
        &[("seega:5", 6), ("seega:7", 5), ("seega:9", 4), ("seega:ludii:7", 5), ("seejeh:7", 5)];
    const SPEEDS: &'static [fn() -> Speed] = &[bench::nodes_per_second, bench::seconds_per_game];
    const ANCHORS: &'static [&'static str] = &["random", "greedy", "abdelbar2004"];

    fn levels(rules: &Rules) -> Levels {
        if rules.quiet_result == QuietResult::MorePiecesOrSecond { SEEJEH_LEVELS } else { SEEGA_LEVELS }
    }

    fn margin(&self) -> f32 {
        let [first, second] = Side::BOTH.map(|side| self.count(side) as f32);
        (first - second) / self.rules().pieces() as f32
    }

    fn material(&self) -> Score {
        let mover = self.to_move();
        (self.count(mover) as Score - self.count(mover.other()) as Score) * (UNIT / 10)
    }

    fn best_evaluator(rules: &Self::Rules) -> Box<dyn Evaluator<Self>> {
        Box::new(siege::SeegaEvaluator::new(rules))
    }

    const OPTIONS: Options = siege::OPTIONS;

    /// A network places where one ships for the game, but for each side's last turn if there is time to search it; alpha-beta
    /// does the rest.
    fn best(rules: &Rules, limits: Limits) -> Result<Box<dyn Player<Self>>, TextError> {
        let mover = AlphaBetaPlayer::new(Self::best_evaluator(rules), Self::OPTIONS, limits)
            .with_contempt(siege::CONTEMPT);
        Ok(match judging::player(&NETWORKS, rules, limits)? {
            None => Box::new(mover),
            Some(placer) => {
                let is_quick = limits.nodes.is_some_and(|nodes| nodes < LAST_TURNS);
                let is_first = if is_quick { Seega::is_placing } else { is_before_last_turns };
                Box::new(ByPosition { players: [placer, Box::new(mover)], is_first })
            }
        })
    }

    fn evaluator(named: &Named, rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        let size = rules.size;
        if let Some(evaluator) = own::<B>(named, rules)? {
            return Ok(Some(Box::new(move || Box::new(evaluator.clone()))));
        }
        let Some(weights) = paper_weights(named)? else { return Ok(None) };
        named.allow(&["file"])?;
        Ok(Some(Box::new(move || Box::new(papers::Linear::new(size, weights)))))
    }

    fn explain(named: &Named, position: &Self) -> Result<Option<Explanation>, TextError> {
        if named.name() == "best" {
            named.allow(&[])?;
            return Ok(Some(siege::SeegaEvaluator::new(position.rules()).explain(position)));
        }
        if let Some(mut evaluator) = own::<B>(named, position.rules())? {
            return Ok(Some(evaluator.explain(position)));
        }
        Ok(paper_weights(named)?.map(|weights| papers::explain(position, &weights, &named.to_string())))
    }

    fn named(named: &Named, rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        let pair = match named.name() {
            "abdelbar2004" => {
                [papers::LinearWeights::abdelbar2004_white(), papers::LinearWeights::abdelbar2004_black()]
            }
            "abdelbar2004-evolved" => papers::LinearWeights::abdelbar2004_evolved(),
            _ => match paper_weights(named)? {
                Some(weights) => [weights; 2],
                None => return Ok(None),
            },
        };
        let file: &[&str] = if named.name() == "linear" { &["file"] } else { &[] };
        named.allow(&[file, &["depth", "schedule", "bias", "careless"]].concat())?;
        let schedules = [
            ("papers", papers::Schedule::Papers),
            ("clamped", papers::Schedule::Clamped),
            ("as_printed", papers::Schedule::AsPrinted),
        ];
        let schedule = named.choice("schedule", &schedules)?.unwrap_or(papers::Schedule::Papers);
        let schedule = named.limits.depth.map_or(schedule, papers::Schedule::Fixed);
        let bias = named.number("bias", 0, UNIT as u64)?.map_or(papers::BIAS, |n| n as Score);
        let careless = named.careless;
        let rules = *rules;
        Ok(Some(Box::new(move |rng| {
            let players = pair.map(|weights| -> Box<dyn Player<Self>> {
                Box::new(papers::paper_player(&rules, weights, schedule, bias, rng))
            });
            carelessly(Box::new(ByPosition { players, is_first: white_moves }), careless)
        })))
    }
}

fn white_moves<B: Bits>(position: &Seega<B>) -> bool {
    position.rules().colour(position.to_move()) == Colour::White
}

/// With fewer positions a step alpha-beta does not see beyond the last turns of placing.
const LAST_TURNS: u64 = 1000;

/// Whether both sides will place in later turns, too. When each has one turn left, the moves that follow are near enough to
/// be searched, and a few cells decide which of them there are.
fn is_before_last_turns<B: Bits>(position: &Seega<B>) -> bool {
    let cells_left = position.empty().count() - 1;
    position.is_placing() && cells_left > 2 * u32::from(position.rules().placements)
}

/// The networks that place, and the games in which they do.
static NETWORKS: [Shipped; 4] = [
    Shipped::new("seejeh:5", include_bytes!("../../../../../players/seejeh5.safetensors")),
    Shipped::new("seejeh:7", include_bytes!("../../../../../players/seejeh7.safetensors")),
    Shipped::new("seega:5", include_bytes!("../../../../../players/seega5.safetensors")),
    Shipped::new("seega:7", include_bytes!("../../../../../players/seega7.safetensors")),
];

/// Our own evaluator with the weights of a file.
fn own<B: Bits>(named: &Named, rules: &Rules) -> Result<Option<siege::SeegaEvaluator<B>>, TextError> {
    if named.name() != "siege" {
        return Ok(None);
    }
    named.allow(&["file"])?;
    let weights = named.learnt(siege::SiegeWeights::of_row, siege::SiegeWeights::parse)?;
    Ok(Some(siege::SeegaEvaluator::with_weights(rules, &weights)))
}

/// The papers' weights: a column of Table I, or those of a file.
fn paper_weights(named: &Named) -> Result<Option<papers::LinearWeights>, TextError> {
    Ok(match named.name() {
        "abdelbar2004-white" => Some(papers::LinearWeights::abdelbar2004_white()),
        "abdelbar2004-black" => Some(papers::LinearWeights::abdelbar2004_black()),
        "linear" => Some(named.learnt(|numbers| numbers.try_into(), papers::LinearWeights::parse)?),
        _ => None,
    })
}

//! What each game adds: its best player, its evaluators, and the players that have a name of their own.

use std::path::Path;

use games::awari::Awari;
use games::capture_go::CaptureGo;
use games::seega::{Bits, Seega};
use games::{Game, TextError};

use super::{Call, EvaluatorMaker, Maker, limits};
use crate::eval::{Material, awari, capture_go, seega, siege};
use crate::explain::Explanation;
use crate::player::{Limits, Player};
use crate::search::{AlphaBetaPlayer, Evaluator, Options};

/// The levels, from 1: positions looked at for a step, and how many steps of a hundred are random.
pub const LEVELS: [(u64, u32); 10] = [
    (10, 50),
    (20, 30),
    (50, 18),
    (120, 10),
    (300, 6),
    (1_000, 3),
    (4_000, 1),
    (15_000, 0),
    (100_000, 0),
    (800_000, 0),
];

/// A game that has players.
pub trait Playable: Game {
    /// The named players of this game.
    const NAMES: &'static [&'static str] = &[];
    /// The evaluators of this game, besides `best`, `material` and `blank`.
    const EVALUATORS: &'static [&'static str] = &[];

    /// Counts what has been taken.
    fn material() -> Box<dyn Evaluator<Self>>;

    /// The evaluator of the best player.
    fn best_evaluator(rules: &Self::Rules) -> Box<dyn Evaluator<Self>>;

    /// What alpha-beta uses in this game.
    fn options() -> Options {
        Options::FULL
    }

    /// The strongest player there is.
    fn best(rules: &Self::Rules, limits: Limits) -> Box<dyn Player<Self>> {
        Box::new(AlphaBetaPlayer::new(Self::best_evaluator(rules), Self::options(), limits))
    }

    /// An evaluator by its name in a spec; nothing if this game has none of that name.
    fn evaluator(_call: &Call, _rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        Ok(None)
    }

    /// The evaluators whose judgement can be taken apart, the first one being asked when none is named.
    const EXPLAINED: &'static [&'static str] = &[];

    /// What an evaluator of [`Playable::EXPLAINED`] sees in a position; nothing for any other.
    fn explain(_call: &Call, _position: &Self) -> Result<Option<Explanation>, TextError> {
        Ok(None)
    }

    /// A player by its name in a spec; nothing if this game has none of that name.
    fn named(_call: &Call, _rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        Ok(None)
    }
}

impl<B: Bits> Playable for Seega<B> {
    const NAMES: &'static [&'static str] = &["abdelbar2004-white", "abdelbar2004-black", "linear(FILE)"];
    const EVALUATORS: &'static [&'static str] = &["abdelbar2004-white", "abdelbar2004-black", "linear(FILE)"];

    fn material() -> Box<dyn Evaluator<Self>> {
        Box::new(Material)
    }

    fn best_evaluator(rules: &Self::Rules) -> Box<dyn Evaluator<Self>> {
        Box::new(siege::SeegaEvaluator::new(rules))
    }

    fn options() -> Options {
        siege::OPTIONS
    }

    fn evaluator(call: &Call, rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        let size = rules.size;
        Ok(paper_weights(call)?.map(|weights| -> EvaluatorMaker<Self> {
            Box::new(move || Box::new(seega::Linear::new(size, weights)))
        }))
    }

    const EXPLAINED: &'static [&'static str] =
        &["abdelbar2004-black", "abdelbar2004-white", "linear(FILE)", "best"];

    fn explain(call: &Call, position: &Self) -> Result<Option<Explanation>, TextError> {
        if call.name == "best" {
            call.allow(&[])?;
            return Ok(Some(siege::SeegaEvaluator::new(position.rules()).explain(position)));
        }
        let told = |weights| seega::explain(position, &weights, &call.to_string());
        Ok(paper_weights(call)?.map(told))
    }

    fn named(call: &Call, rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        let rules = *rules;
        Ok(paper_weights(call)?.map(|weights| -> Maker<Self> {
            Box::new(move |rng| Box::new(seega::paper_player(&rules, weights, seega::Schedule::Papers, rng)))
        }))
    }
}

/// The papers' weights: a column of Table I, or those of a file.
fn paper_weights(call: &Call) -> Result<Option<seega::Weights>, TextError> {
    Ok(Some(match call.name.as_str() {
        "abdelbar2004-white" => seega::Weights::abdelbar2004_white(),
        "abdelbar2004-black" => seega::Weights::abdelbar2004_black(),
        "linear" => {
            let path = file(call)?;
            let wrong = |why: &dyn std::fmt::Display| TextError::new(format!("{}: {why}", path.display()));
            let text = std::fs::read_to_string(path).map_err(|e| wrong(&e))?;
            return seega::Weights::parse(&text).map(Some).map_err(|e| wrong(&e));
        }
        _ => return Ok(None),
    }))
}

impl Playable for Awari {
    const NAMES: &'static [&'static str] = &["davis2002"];
    const EVALUATORS: &'static [&'static str] = &["davis2002"];

    fn material() -> Box<dyn Evaluator<Self>> {
        Box::new(Material)
    }

    fn best_evaluator(_rules: &Self::Rules) -> Box<dyn Evaluator<Self>> {
        Box::new(awari::PitTables::shipped())
    }

    fn options() -> Options {
        awari::OPTIONS
    }

    fn evaluator(call: &Call, _rules: &Self::Rules) -> Result<Option<EvaluatorMaker<Self>>, TextError> {
        if call.name != "davis2002" {
            return Ok(None);
        }
        call.allow(&[])?;
        Ok(Some(Box::new(|| Box::new(awari::SixTerms::new(awari::Weights::OURS)))))
    }

    const EXPLAINED: &'static [&'static str] = &["davis2002"];

    fn explain(call: &Call, position: &Self) -> Result<Option<Explanation>, TextError> {
        if call.name != "davis2002" {
            return Ok(None);
        }
        call.allow(&[])?;
        Ok(Some(awari::six::explain(position, awari::Weights::OURS)))
    }

    fn named(call: &Call, _rules: &Self::Rules) -> Result<Option<Maker<Self>>, TextError> {
        if call.name != "davis2002" {
            return Ok(None);
        }
        call.allow(&["depth"])?;
        let depth =
            call.number("depth", 1, 100)?.unwrap_or(u64::from(awari::players::DAVIS2002_DEPTH)) as u32;
        Ok(Some(Box::new(move |_| Box::new(awari::players::davis2002(awari::Weights::OURS, depth)))))
    }
}

impl Playable for CaptureGo {
    const NAMES: &'static [&'static str] = &["defensive", "uct"];
    const EVALUATORS: &'static [&'static str] = &["net(FILE)"];

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
        let (network, _) = capture_go::file::load(file(call)?, rules)?;
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

/// The one argument of a spec that names a file.
fn file(call: &Call) -> Result<&Path, TextError> {
    call.allow(&["", "file"])?;
    let value =
        call.get("file", true).ok_or_else(|| call.error(format!("say which file: {}(FILE)", call.name)))?;
    Ok(Path::new(&value.name))
}

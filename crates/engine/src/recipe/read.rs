//! From the words of a spec to a recipe: everything that can be known without the game is checked here.

use std::sync::Arc;
use std::time::Duration;

use games::TextError;

use super::named::{Given, careless};
use super::{AlphaBeta, Call, Eval, FileName, Mcts, Named, PlayerSpec, Program, Protocol, Recipe};
use crate::games::LEVELS;
use crate::player::Limits;
use crate::search::{Opponent, Score, UNIT};

impl PlayerSpec {
    /// What a spec means, with these numbers for every evaluator that names no file.
    pub(super) fn read(call: Call, given: Given) -> Result<PlayerSpec, TextError> {
        let recipe = Arc::new(Recipe::read(&call, given)?);
        Ok(PlayerSpec { call, recipe })
    }
}

/// A player within another one.
fn within(call: &Call, given: Given) -> Result<Box<PlayerSpec>, TextError> {
    PlayerSpec::read(call.clone(), given).map(Box::new)
}

impl Recipe {
    fn read(call: &Call, given: Given) -> Result<Recipe, TextError> {
        if let Some(level) = call.name.strip_prefix("level:") {
            call.allow(&[])?;
            let level = level.parse().ok().filter(|level| (1..=LEVELS.len()).contains(level));
            let wrong = || call.error(format!("levels are 1 to {}", LEVELS.len()));
            return level.map(Recipe::Level).ok_or_else(wrong);
        }
        match call.name.as_str() {
            "random" => call.allow(&[]).map(|()| Recipe::Random),
            "greedy" => call.allow(&[]).map(|()| Recipe::Greedy),
            "best" => {
                call.allow(&["nodes", "ms"])?;
                limits(call).map(Recipe::Best)
            }
            "alphabeta" | "minimax" => AlphaBeta::read(call, given).map(Recipe::AlphaBeta),
            "mcts" => Mcts::read(call, given).map(Recipe::Mcts),
            "stages" => {
                call.allow(&["place", "move"])?;
                let stage = |key: &str| {
                    let missing = || call.error(format!("say who shall {key}: {key}=PLAYER"));
                    within(call.get(key, false).ok_or_else(missing)?, given)
                };
                Ok(Recipe::Stages([stage("place")?, stage("move")?]))
            }
            "ugi" => Program::read(call, Protocol::Ugi).map(Recipe::Program),
            "gtp" => Program::read(call, Protocol::Gtp).map(Recipe::Program),
            _ => Named::read(call, given).map(Recipe::Named),
        }
    }
}

impl AlphaBeta {
    fn read(call: &Call, given: Given) -> Result<AlphaBeta, TextError> {
        let plain = call.name == "minimax";
        let switches: &[&str] = if plain { &[] } else { &["quiescence", "reductions", "extensions"] };
        let others = ["outcomes", "bias", "contempt", "careless"];
        call.allow(&[&["depth", "nodes", "ms", "eval"], switches, &others].concat())?;
        let on = |key: &str| Ok::<bool, TextError>(call.switch(key)?.unwrap_or(true));
        Ok(AlphaBeta {
            plain,
            limits: limits(call)?,
            eval: call.get("eval", false).map_or(Ok(Eval::Best), |eval| Eval::read(eval, given))?,
            quiescence: on("quiescence")?,
            reductions: on("reductions")?,
            extensions: on("extensions")?,
            outcomes: on("outcomes")?,
            bias: call.number("bias", 0, UNIT as u64)?.unwrap_or(0) as Score,
            contempt: call.number("contempt", 0, 8 * UNIT as u64)?.unwrap_or(0) as Score,
            careless: careless(call)?,
        })
    }
}

impl Mcts {
    fn read(call: &Call, given: Given) -> Result<Mcts, TextError> {
        call.allow(&["sims", "ms", "eval", "net", "playout", "opponent", "c", "careless"])?;
        let [net, eval, playout] = ["net", "eval", "playout"].map(|key| call.get(key, false));
        if let Some(eval) = eval
            && net.or(playout).is_some()
        {
            return Err(eval.error("mcts takes eval alone, without net and playout"));
        }
        let limits = limits(call)?;
        if playout.is_some() && limits == Limits::default() {
            return Err(call
                .error("games that are played out take long: say how many, sims=N, or for how long, ms=N"));
        }
        let curiosity = |c: &Call| {
            let number: Option<f32> = c.name.parse().ok().filter(|c| (0.0..=100.0).contains(c));
            number.ok_or_else(|| c.error("c is a number from 0 to 100"))
        };
        let opponents = [("best", Opponent::Best), ("random", Opponent::Random)];
        let opponent = call.choice("opponent", "the opponent is thought to be", &opponents)?;
        Ok(Mcts {
            limits,
            eval: eval.map(|eval| Eval::read(eval, given)).transpose()?,
            net: net.map(FileName::read).transpose()?,
            playout: playout.map(|player| within(player, given)).transpose()?,
            opponent: opponent.unwrap_or(Opponent::Best),
            curiosity: call.get("c", false).map(curiosity).transpose()?,
            careless: careless(call)?,
        })
    }
}

impl Eval {
    fn read(call: &Call, given: Given) -> Result<Eval, TextError> {
        let general = match call.name.as_str() {
            "best" => Eval::Best,
            "material" => Eval::Material,
            "blank" => Eval::Blank,
            _ => return Named::read(call, given).map(Eval::Named),
        };
        call.allow(&[]).map(|()| general)
    }
}

/// How long a spec lets its player think.
pub(super) fn limits(call: &Call) -> Result<Limits, TextError> {
    Ok(Limits {
        depth: call.number("depth", 1, 100)?.map(|n| n as u32),
        nodes: call.number("nodes", 1, u64::MAX)?.or(call.number("sims", 1, u64::MAX)?),
        time: call.number("ms", 1, 3_600_000)?.map(Duration::from_millis),
    })
}

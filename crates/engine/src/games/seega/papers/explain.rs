//! The papers' score taken apart for people.

use games::Game;
use games::seega::{Bits, Colour, Seega};

use super::compound::{MOVING, PLACING, Recipe, moving, placing};
use super::features::Features;
use super::linear::weighted;
use super::weights::LinearWeights;
use crate::explain::{Explanation, Feature, Term};

/// What a player with these weights sees in a position. `evaluator` is their name.
pub fn explain<B: Bits>(position: &Seega<B>, weights: &LinearWeights, evaluator: &str) -> Explanation {
    let features = Features::of(position);
    let is_placing = position.is_placing();
    let (phase, terms) = if is_placing {
        ("placing", terms(&PLACING, &weights.placing, &placing(&features)))
    } else {
        ("moving", terms(&MOVING, &weights.moving, &moving(&features)))
    };
    let sum = weighted(weights, &features, is_placing);
    let mover = position.to_move();
    let black_moves = position.rules().colour(mover) == Colour::Black;
    let numbered = Features::NAMES.iter().zip(features.array()).enumerate();
    Explanation {
        evaluator: evaluator.into(),
        phase: phase.into(),
        scale: "from -1, good for White, to 1, good for Black; or from 0 to 1",
        features: numbered
            .map(|(i, (name, value))| Feature { symbol: format!("f{}", i + 1), name, value })
            .collect(),
        terms,
        side: "Black",
        sum,
        mover: position.side_name(mover),
        for_mover: if black_moves { sum } else { -sum },
    }
}

fn terms(recipes: &[Recipe], weights: &[f32], values: &[f32]) -> Vec<Term> {
    let named = recipes.iter().zip(weights).zip(values);
    named.map(|((recipe, &weight), &value)| Term::new(recipe.name, recipe.formula, value, weight)).collect()
}

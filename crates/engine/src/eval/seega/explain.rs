//! A score taken apart for people.

use std::fmt::Write;

use games::Game;
use games::seega::{Bits, Colour, Seega};
use serde::Serialize;

use super::compound::{MOVING, PLACING, Recipe, moving, placing};
use super::features::Features;
use super::linear::weighted;
use super::weights::Weights;

/// One weighted part of the score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// As in a file of weights.
    pub name: &'static str,
    /// How the papers make it of f1 to f13.
    pub formula: &'static str,
    /// The atomic features in it by number (`f11`), in the order of the formula.
    pub features: Vec<(String, f32)>,
    /// The compound feature.
    pub value: f32,
    /// Its weight.
    pub weight: f32,
    /// Weight times value: what it adds to Black's score.
    pub share: f32,
}

/// What a player with these weights sees in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// `placing` or `moving`.
    pub phase: &'static str,
    /// f1 to f13.
    pub features: Features,
    /// The terms of this phase, in the papers' order.
    pub terms: Vec<Term>,
    /// Their sum: positive is good for Black.
    pub black: f32,
    /// The same for the side to move.
    pub mover: f32,
}

/// Takes a score apart.
pub fn explain<B: Bits>(position: &Seega<B>, weights: &Weights) -> Explanation {
    let features = Features::of(position);
    let is_placing = position.is_placing();
    let (phase, terms) = if is_placing {
        ("placing", terms(&PLACING, &weights.placing, &placing(&features), &features))
    } else {
        ("moving", terms(&MOVING, &weights.moving, &moving(&features), &features))
    };
    let black = weighted(weights, &features, is_placing);
    let mover_is_black = position.rules().colour(position.to_move()) == Colour::Black;
    Explanation { phase, features, terms, black, mover: if mover_is_black { black } else { -black } }
}

fn terms(recipes: &[Recipe], weights: &[f32], values: &[f32], features: &Features) -> Vec<Term> {
    let atoms = features.array();
    let term = |((recipe, &weight), &value): ((&Recipe, &f32), &f32)| Term {
        name: recipe.name,
        formula: recipe.formula,
        features: recipe.atoms.iter().map(|&i| (format!("f{i}"), atoms[i - 1])).collect(),
        value,
        weight,
        share: weight * value,
    };
    recipes.iter().zip(weights).zip(values).map(term).collect()
}

/// The same as text: the atomic features, then each term with its value, weight and share.
pub fn explain_text<B: Bits>(position: &Seega<B>, weights: &Weights) -> String {
    let told = explain(position, weights);
    let mut text = String::new();
    let out = &mut text;
    // Writing to a string cannot fail.
    let _ = writeln!(out, "features (from -1, good for White, to 1, good for Black; or from 0 to 1)");
    for (i, (name, value)) in Features::NAMES.iter().zip(told.features.array()).enumerate() {
        let _ = writeln!(out, "  {:<4}{name:<30}{value:>8.3}", format!("f{}", i + 1));
    }
    let _ = writeln!(out, "\n{:<34}{:<22}{:>8}{:>9}{:>9}", told.phase, "", "value", "weight", "share");
    for term in &told.terms {
        let _ = writeln!(
            out,
            "  {:<32}{:<22}{:>8.3}{:>9.3}{:>+9.3}",
            term.name, term.formula, term.value, term.weight, term.share
        );
    }
    let _ = writeln!(out, "  {:<71}{:>+9.3}", "sum, for Black", told.black);
    let mover = position.side_name(position.to_move());
    let _ = writeln!(out, "  {:<71}{:>+9.3}", format!("for {mover}, who is to move"), told.mover);
    text
}

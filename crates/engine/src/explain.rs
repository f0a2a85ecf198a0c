//! A judgement taken apart for people: what an evaluator that is a weighted sum sees in a position, and what each part adds.

use std::fmt;

use serde::Serialize;

/// Something an evaluator looks at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Feature {
    /// As the papers number it, such as `f11`.
    pub symbol: String,
    /// In words.
    pub name: &'static str,
    /// In this position.
    pub value: f32,
}

/// One weighted part of the sum.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// As in a file of weights.
    pub name: String,
    /// How it is made of features; empty where it is one itself.
    pub formula: &'static str,
    /// In this position.
    pub value: f32,
    /// What one of it is worth.
    pub weight: f32,
    /// Weight times value: what it adds to the sum.
    pub share: f32,
}

impl Term {
    /// A term with its share.
    pub fn new(name: impl Into<String>, formula: &'static str, value: f32, weight: f32) -> Term {
        // Nothing times a negative weight is nothing, and not minus nothing.
        Term { name: name.into(), formula, value, weight, share: weight * value + 0.0 }
    }
}

/// What an evaluator sees in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Whose opinion it is: an evaluator by its name in a spec.
    pub evaluator: String,
    /// `placing` or `moving`, or the stage of the game where weights change with it.
    pub phase: String,
    /// What the features' numbers mean; empty where there are none besides the terms.
    pub scale: &'static str,
    /// What the terms are made of.
    pub features: Vec<Feature>,
    /// The parts of the sum, in the evaluator's order.
    pub terms: Vec<Term>,
    /// For whom a positive sum is good: a colour, or the side to move.
    pub side: &'static str,
    /// The sum of the shares.
    pub sum: f32,
    /// The side to move.
    pub mover: &'static str,
    /// The sum from its point of view.
    pub for_mover: f32,
}

impl Explanation {
    /// A sum of terms alone, from the point of view of the side to move.
    pub fn of_mover(
        evaluator: &str,
        phase: impl Into<String>,
        terms: Vec<Term>,
        mover: &'static str,
    ) -> Self {
        let sum = terms.iter().map(|term| term.share).sum();
        Explanation {
            evaluator: evaluator.into(),
            phase: phase.into(),
            scale: "",
            features: Vec::new(),
            terms,
            side: mover,
            sum,
            mover,
            for_mover: sum,
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.features.is_empty() {
            writeln!(f, "features ({})", self.scale)?;
            for Feature { symbol, name, value } in &self.features {
                writeln!(f, "  {symbol:<4}{name:<30}{value:>8.3}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{:<34}{:<21}{:>8}{:>8}{:>9}", self.phase, "", "value", "weight", "share")?;
        for Term { name, formula, value, weight, share } in &self.terms {
            writeln!(f, "  {name:<32}{formula:<21}{value:>8.3}{weight:>8.3}{share:>+9.3}")?;
        }
        writeln!(f, "  {:<69}{:>+9.3}", format!("sum, for {}", self.side), self.sum)?;
        if self.side != self.mover {
            writeln!(f, "  {:<69}{:>+9.3}", format!("for {}, who is to move", self.mover), self.for_mover)?;
        }
        Ok(())
    }
}

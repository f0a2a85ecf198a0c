//! Equations (2) and (3) of the papers: what the weights are multiplied with.
//!
//! In phase one f3 to f6 have one weight together. Figure 1 of 2003 and its text weigh them one by one ("f4 and f6 extremely important,
//! f3 and f5 the least"), which no vector of that paper's own six weights can do. The equations, printed the same in both papers,
//! are followed.

use super::features::Features;

/// One compound feature in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The key in a file of weights.
    pub name: &'static str,
    /// As the papers print it.
    pub formula: &'static str,
    /// The largest absolute value it can have.
    pub most: u8,
}

const fn recipe(name: &'static str, formula: &'static str, most: u8) -> Recipe {
    Recipe { name, formula, most }
}

/// The six of phase one: weights 1 to 6 of Table I.
pub const PLACING: [Recipe; 6] = [
    recipe("phase-two-start", "f12·f13", 1),
    recipe("mass-and-entrapment", "-(f9·f7 + f10·f8)/2", 1),
    recipe("mass-distance", "(f7 + f8)/2", 1),
    recipe("clustering", "f3 + f4 - f5 - f6", 2),
    recipe("corners-plus-borders", "(f1 + f2)/2", 1),
    recipe("corners-minus-borders", "f1 - f2", 2),
];

/// The nine of phase two: weights 7 to 15 of Table I.
pub const MOVING: [Recipe; 9] = [
    recipe("material", "f11", 1),
    recipe("black-clustering", "-f11·(f3 + f4)/2", 1),
    recipe("white-clustering", "-f11·(f5 + f6)/2", 1),
    recipe("mass-and-entrapment", "-(f9·f7 + f10·f8)/2", 1),
    recipe("black-clustering-and-entrapment", "(f3 - f4)·(f9 - f10)", 2),
    recipe("white-clustering-and-entrapment", "(f5 - f6)·(f9 - f10)", 2),
    recipe("mass-distance", "f11·(f7 + f8)/2", 1),
    recipe("corners-plus-borders", "(f1 + f2)/2", 1),
    recipe("corners-minus-borders", "f1 - f2", 2),
];

/// c₁, equation (2).
#[inline(always)]
pub fn placing(f: &Features) -> [f32; 6] {
    [
        f.phase_two_start * f.black_can_start,
        -0.5 * (f.trapped_across * f.mass_across + f.trapped_along * f.mass_along),
        0.5 * (f.mass_across + f.mass_along),
        f.black_rows + f.black_columns - f.white_rows - f.white_columns,
        0.5 * (f.corners + f.borders),
        f.corners - f.borders,
    ]
}

/// c₂, equation (3).
#[inline(always)]
pub fn moving(f: &Features) -> [f32; 9] {
    let trapped = f.trapped_across - f.trapped_along;
    [
        f.material,
        -0.5 * f.material * (f.black_rows + f.black_columns),
        -0.5 * f.material * (f.white_rows + f.white_columns),
        -0.5 * (f.trapped_across * f.mass_across + f.trapped_along * f.mass_along),
        (f.black_rows - f.black_columns) * trapped,
        (f.white_rows - f.white_columns) * trapped,
        0.5 * f.material * (f.mass_across + f.mass_along),
        0.5 * (f.corners + f.borders),
        f.corners - f.borders,
    ]
}

//! What a network sees of a position: planes of numbers, always from the mover's side, and a number for every step.

use games::Game;

use super::layers::Shape;

/// A game that a network can look at.
pub trait Pictured: Game {
    /// Raised when the planes or the numbers of steps change; stored in every file.
    const PICTURE_VERSION: u32 = 1;
    /// Whether it has pieces of two colours, which can be shown alone.
    const COLOURS: bool = true;

    /// The size of what a network sees, and how many numbers steps have.
    fn shape(rules: &Self::Rules) -> Shape;

    /// What a network sees that is shown the pieces of the two colours alone: the first two planes, the mover's first. None where a
    /// game has no colours.
    fn colours(rules: &Self::Rules) -> Option<Shape> {
        Self::COLOURS.then(|| Shape { planes: 2, ..Self::shape(rules) })
    }

    /// Tells every number that is not zero: plane, cell, number.
    fn picture(&self, paint: &mut impl FnMut(usize, usize, f32));

    /// The number of a legal step.
    fn step_number(&self, step: Self::Move) -> usize;
}

/// Fills whole planes: a plane, and the number that all its cells have.
pub fn fill(cells: usize, planes: &[(usize, f32)], paint: &mut impl FnMut(usize, usize, f32)) {
    for &(plane, number) in planes.iter().filter(|(_, number)| *number != 0.0) {
        (0..cells).for_each(|cell| paint(plane, cell, number));
    }
}

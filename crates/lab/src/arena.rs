//! Openings, and games between two seats.

use engine::{Limits, Player, Rng};
use games::{Game, Line, Side};

/// A line of random steps after which the game still goes on; none where nearly every game is over by then.
pub fn random_opening<G: Game>(start: G, steps: u32, rng: &mut Rng) -> Option<Line<G>> {
    (0..1000).find_map(|_| {
        let mut line = Line::new(start);
        while line.outcome().is_none() && (line.steps().len() as u32) < steps {
            let step = line.position().pick(&mut |n| rng.below(n)).expect("the game goes on");
            line.push(step);
        }
        line.outcome().is_none().then_some(line)
    })
}

/// One who sits at the board, and may fail to make a step.
pub trait Participant<G: Game> {
    /// Chooses a legal step, or says why the game is lost without one.
    fn step(&mut self, line: &Line<G>, limits: &Limits, rng: &mut Rng) -> Result<G::Move, String>;
}

impl<G: Game> Participant<G> for Box<dyn Player<G>> {
    fn step(&mut self, line: &Line<G>, limits: &Limits, rng: &mut Rng) -> Result<G::Move, String> {
        Ok(self.choose(line, limits, rng).step())
    }
}

/// A game that one side lost off the board, and why.
pub type Forfeit = (Side, String);

/// Plays a line on until the game is over, one side forfeits it, or it is too long.
pub fn play_line<G: Game>(
    mut line: Line<G>,
    seats: [&mut dyn Participant<G>; 2],
    limits: [Limits; 2],
    longest: u32,
    rng: &mut Rng,
) -> (Line<G>, Option<Forfeit>) {
    while line.outcome().is_none() && (line.steps().len() as u32) < longest {
        let side = line.to_move();
        match seats[side.index()].step(&line, &limits[side.index()], rng) {
            Ok(step) => line.push(step),
            Err(why) => return (line, Some((side, why))),
        }
    }
    (line, None)
}

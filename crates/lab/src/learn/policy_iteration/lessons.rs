//! From games that are over to batches that a network learns from.

use engine::Rng;
use engine::eval::net::{Pictured, Shape};
use games::MoveList;
use nets::{Batch, Target};
use serde::{Deserialize, Serialize};

use super::config::Learn;
use super::underway::Played;

/// The games of the last generations, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Window(pub Vec<Vec<Played>>);

impl Window {
    /// Adds the games of a generation; those of the oldest go when there are too many. With 0 all stay.
    pub fn push(&mut self, games: Vec<Played>, most: usize) {
        self.0.push(games);
        let extra = if most == 0 { 0 } else { self.0.len().saturating_sub(most) };
        self.0.drain(..extra);
    }

    /// Every lesson: its game and its number there.
    pub fn lessons(&self) -> Vec<(&Played, usize)> {
        let games = self.0.iter().flatten();
        games.flat_map(|game| (0..game.lessons.len()).map(move |lesson| (game, lesson))).collect()
    }
}

/// The position of a game after so many steps; none where a step is not legal.
pub fn position_after<G: Pictured>(start: G, steps: &[u16]) -> Option<G> {
    let mut legal = MoveList::new();
    steps.iter().try_fold(start, |mut position, &number| {
        legal.clear();
        position.moves(&mut legal);
        let step = legal.iter().find(|&&step| position.step_number(step) == usize::from(number))?;
        position.play(*step);
        Some(position)
    })
}

/// A batch of random lessons, for networks of a shape.
pub fn draw<G: Pictured>(
    start: G,
    lessons: &[(&Played, usize)],
    shape: &Shape,
    learn: &Learn,
    rng: &mut Rng,
) -> Batch {
    let mut batch = Batch::new(shape);
    while batch.len() < learn.batch {
        let (game, number) = lessons[rng.below(lessons.len())];
        let symmetry = if learn.symmetries { rng.below(start.symmetries()) } else { 0 };
        let (at, _) = game.lessons[number];
        let position = position_after(start, &game.steps[..at as usize]).expect("the game was played");
        batch.push(&position.transform(symmetry), target(&position, game, number, learn, symmetry));
    }
    batch
}

/// What a network should say about the position of a lesson, seen through a symmetry.
fn target<G: Pictured>(position: &G, game: &Played, number: usize, learn: &Learn, symmetry: usize) -> Target {
    let (at, lesson) = &game.lessons[number];
    let turned = position.transform(symmetry);
    let mut legal = MoveList::new();
    position.moves(&mut legal);
    let steps = legal
        .iter()
        .map(|&step| turned.step_number(position.transform_move(step, symmetry)) as u16)
        .collect();
    let result = game.result(position.to_move(), *at);
    let Some(lesson) = lesson else { return Target { steps, shares: Vec::new(), value: result } };
    let all: u32 = lesson.visits.iter().sum();
    let shares = lesson.visits.iter().map(|&n| n as f32 / all as f32).collect();
    Target { steps, shares, value: result + learn.from_search * (lesson.value - result) }
}

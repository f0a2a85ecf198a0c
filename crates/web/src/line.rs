//! A line of play of any game, by texts: the one place of a table that knows the types of its game.

use games::{Game, GameSpec, Line, Record, Side, TextError, with_game};
use serde::Serialize;

use crate::scene::{Scene, Shown};
use crate::table::Pair;

/// Longer games are not kept.
const MAX_STEPS: usize = 4_000;

/// A step that was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Made {
    pub step: String,
    pub written: String,
    pub side: Side,
    pub remark: Option<String>,
}

/// The steps of a game, and what each of its positions shows.
pub trait Play: Send + Sync {
    fn len(&self) -> usize;
    /// Makes a step after so many, in the place of what followed.
    fn push(&mut self, at: usize, step: &str) -> Result<(), TextError>;
    fn made(&self, number: usize) -> Made;
    fn scene(&self, at: usize) -> Scene;
    fn mover(&self, at: usize) -> Side;
    fn record(&self, game: GameSpec) -> Record;
    fn start(&self) -> String;
    fn names(&self) -> Pair<&'static str>;
}

/// A line without steps, from a position string or from the start of the game.
pub fn begin(game: GameSpec, start: Option<&str>) -> Result<Box<dyn Play>, TextError> {
    with_game!(game, |rules: G| {
        let start = start.map_or_else(|| Ok(G::start(&rules)), |text| G::parse(&rules, text))?;
        Ok(Box::new(Typed(Line::new(start))))
    })
}

struct Typed<G: Shown>(Line<G>);

impl<G: Shown> Play for Typed<G> {
    fn len(&self) -> usize {
        self.0.steps().len()
    }

    fn push(&mut self, at: usize, step: &str) -> Result<(), TextError> {
        if at >= MAX_STEPS {
            return Err(TextError::new(format!("a table keeps games of at most {MAX_STEPS} steps")));
        }
        let mut line = self.0.prefix(at);
        line.read(step)?;
        self.0 = line;
        Ok(())
    }

    fn made(&self, number: usize) -> Made {
        let (position, step) = (&self.0.positions()[number], self.0.steps()[number]);
        Made {
            step: step.to_string(),
            written: position.write_step(step),
            side: position.to_move(),
            remark: position.remark(step),
        }
    }

    fn scene(&self, at: usize) -> Scene {
        Scene::of(&self.0.prefix(at))
    }

    fn mover(&self, at: usize) -> Side {
        self.0.positions()[at].to_move()
    }

    fn record(&self, game: GameSpec) -> Record {
        Record::of(game, &self.0)
    }

    fn start(&self) -> String {
        self.0.start().to_string()
    }

    fn names(&self) -> Pair<&'static str> {
        let [first, second] = Side::BOTH.map(|side| self.0.start().side_name(side));
        Pair { first, second }
    }
}

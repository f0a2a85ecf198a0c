//! Players whose numbers are learnt: a spec that leaves out the FILE of its evaluator, and the numbers beside it.
//!
//! `linear(depth=4)`, `davis2002` and `alphabeta(depth=2,eval=net)` say everything about a player of a learner except for
//! its weights; a vector of [`Genome::dimensions`] numbers makes it a player, without a file in between.

use games::{Game, TextError};

use super::{Numbers, Part, PlayerSpec};
use crate::games::Playable;
use crate::rng::Rng;

/// An evaluator that is a vector of numbers.
#[derive(Clone, Copy, Debug)]
pub struct Genome {
    /// Its name in a spec.
    pub name: &'static str,
    /// How many numbers it has.
    pub dimensions: usize,
    /// What the numbers are called, where there are few enough to have names.
    pub labels: fn() -> Vec<String>,
    /// The text of the file that the evaluator reads, from the numbers and a sentence about where they come from.
    pub file: fn(&[f32], &str) -> Result<String, TextError>,
    /// What the name of such a file ends with.
    pub extension: &'static str,
}

/// An evaluator that is a sum of terms, each with a weight in logits: how its weights are fitted to what becomes of positions.
pub struct Sum<G: Game> {
    /// Its name in a spec.
    pub name: &'static str,
    /// The weights in the text of a file, or those to begin with.
    pub read: fn(Option<&str>) -> Result<Vec<f32>, TextError>,
    /// Makes what calls a function with the number of each term in a position and how often it counts, for the side to move.
    pub terms: fn(&G::Rules) -> Box<dyn Fn(&G, &mut dyn FnMut(usize, f32))>,
    /// Whether a weight is set by hand and stays as it was.
    pub by_hand: fn(usize) -> bool,
    /// How a game that is not over stands for the first side, from 0 to 1.
    pub standing: fn(&G) -> f32,
    /// A random position in which one side has more, where games may begin with one.
    pub uneven: Option<fn(&G::Rules, &mut Rng) -> G>,
    /// The text of the file, from the weights, the text of the one before, and what is said about them.
    pub file: fn(&[f32], Option<&str>, &str) -> Result<String, TextError>,
}

impl PlayerSpec {
    /// What there is to learn about this player: the evaluator in its spec that names no file.
    pub fn genome<G: Playable>(&self) -> Result<Genome, TextError> {
        self.open(G::GENOMES, |genome| genome.name, "learnt").copied()
    }

    /// The same, where it is a sum that can be fitted.
    pub fn sum<G: Playable>(&self) -> Result<&'static Sum<G>, TextError> {
        self.open(G::SUMS, |sum| sum.name, "fitted")
    }

    fn open<T>(&self, all: &'static [T], name: fn(&T) -> &str, done: &str) -> Result<&'static T, TextError> {
        let open = |part: &Part<'_>, of: &T| match part {
            Part::Player(named) | Part::Evaluator(named) => {
                !matches!(named.numbers, Numbers::File(_)) && named.name() == name(of)
            }
            _ => false,
        };
        let found = self.recipe.parts().iter().find_map(|part| all.iter().find(|of| open(part, of)));
        found.ok_or_else(|| {
            let names = match all {
                [] => "this game has none".into(),
                all => all.iter().map(name).collect::<Vec<_>>().join(", "),
            };
            let why = format!("nothing can be {done} here: an evaluator without its FILE is wanted, {names}");
            self.call.error(why)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use games::awari::Awari;
    use games::capture_go::CaptureGo;
    use games::seega::Seega;
    use games::{GameSpec, Line, with_game};

    use super::*;
    use crate::checksum::{JSON, TOML, fits};
    use crate::player::Limits;
    use crate::rng::Rng;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    #[test]
    fn the_open_evaluator_of_a_spec_is_found() {
        assert_eq!(spec("linear(depth=3)").genome::<Seega<u64>>().unwrap().dimensions, 15);
        assert_eq!(spec("alphabeta(eval=linear)").genome::<Seega<u64>>().unwrap().name, "linear");
        assert_eq!(spec("davis2002").genome::<Awari>().unwrap().dimensions, 6);
        assert_eq!(spec("alphabeta(depth=2,eval=net)").genome::<CaptureGo>().unwrap().dimensions, 6216);
        for text in ["linear(x.toml)", "random", "davis2002"] {
            let error = spec(text).genome::<Seega<u64>>().unwrap_err().to_string();
            assert!(error.contains("an evaluator without its FILE is wanted, linear"), "{error}");
        }
    }

    /// The step of a player from the start of its game.
    fn step(game: &str, spec: &PlayerSpec) -> Result<String, TextError> {
        let game: GameSpec = game.parse()?;
        with_game!(game, |rules: G| {
            let line = Line::new(<G as games::Game>::start(&rules));
            let step = spec.maker::<G>(&rules)?(&mut Rng::new(1))
                .choose(&line, &Limits::default(), &mut Rng::new(2))
                .step();
            Ok(games::Game::write_step(line.position(), step))
        })
    }

    #[test]
    fn numbers_beside_a_spec_play_as_those_of_a_file() {
        let mut rng = Rng::new(3);
        for (game, text, n) in [
            ("seega:5", "linear(depth=2)", 15),
            ("awari", "davis2002(depth=4)", 6),
            ("awari", "alphabeta(depth=3,eval=davis2002)", 6),
            ("capture-go:9", "alphabeta(depth=1,eval=net)", 6216),
        ] {
            let weights: Arc<[f32]> = (0..n).map(|_| rng.uniform() as f32 - 0.5).collect();
            let game_spec: GameSpec = game.parse().unwrap();
            let genome = with_game!(game_spec, |_rules: G| spec(text).genome::<G>()).unwrap();
            let labels = (genome.labels)();
            assert!(labels.is_empty() || labels.len() == n);
            let name = format!("petteia-genome-{}-{}.{}", std::process::id(), n, genome.extension);
            let path = std::env::temp_dir().join(name);
            let written = (genome.file)(&weights, "a test\nof two lines").unwrap();
            assert!(
                [TOML, JSON].iter().any(|mark| fits(written.as_bytes(), mark) == Some(true)),
                "{written}"
            );
            std::fs::write(&path, written).unwrap();
            let file = text.replace(genome.name, &format!("{}({})", genome.name, path.display()));
            let file = file.replace(")(", ",");
            let carried = spec(text).with_weights(&weights);
            assert_eq!(carried.to_string(), text);
            assert_eq!(step(game, &carried).unwrap(), step(game, &spec(&file)).unwrap(), "{file}");
            std::fs::remove_file(&path).unwrap();
            let short: Arc<[f32]> = weights[1..].into();
            assert!(step(game, &spec(text).with_weights(&short)).is_err(), "one number is missing");
        }
        assert!(step("seega:5", &spec("linear")).unwrap_err().to_string().contains("say which file"));
    }
}

//! The players of the program, by their specs.

use engine::Playable;
use engine::PlayerSpec;
use engine::recipe::Maker;
use games::{Game, GameSpec, TextError, with_game};

/// The player of the commands that analyse and answer.
pub const BEST: &str = "best";

/// The opponent of a person who names none.
pub const OPPONENT: &str = "level:5";

/// Reads a spec; an error names the place, such as `--player`.
pub fn spec(text: &str, place: &str) -> Result<PlayerSpec, TextError> {
    text.parse().map_err(|error: TextError| error.within(place))
}

/// What makes the players of a spec for new games.
pub fn maker<G: Playable>(
    spec: &PlayerSpec,
    rules: &<G as Game>::Rules,
    place: &str,
) -> Result<Maker<G>, TextError> {
    spec.maker(rules).map_err(|error| error.within(place))
}

/// A spec of a player that meets others, who may also be another program; it is checked for the game.
pub fn contestant(text: &str, game: &GameSpec, place: &str) -> Result<PlayerSpec, TextError> {
    let spec = spec(text, place)?;
    if spec.program().is_none() {
        with_game!(game, |rules: G| drop(maker::<G>(&spec, rules, place)?));
    }
    Ok(spec)
}

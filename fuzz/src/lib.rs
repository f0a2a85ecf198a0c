//! What the fuzz targets share: the games that the first byte of an input chooses from, and what every error must be.

use engine::RandomPlayer;
use engine::protocol::Respondent;
use games::{Game, GameSpec, MoveList, TextError};

/// The games that the tests play, by their place in the list.
const GAMES: &str = include_str!("../../crates/games/tests/games.txt");

/// The game of the first byte, and the rest.
pub fn game(data: &[u8]) -> Option<(GameSpec, &[u8])> {
    let (&first, rest) = data.split_first()?;
    let names: Vec<&str> = GAMES.lines().filter(|line| !line.starts_with('#')).collect();
    let name = names[usize::from(first) % names.len()];
    Some((name.parse().expect("a game of the list"), rest))
}

/// The game of the first byte, and the rest as text.
pub fn game_and_text(data: &[u8]) -> Option<(GameSpec, &str)> {
    let (game, rest) = game(data)?;
    Some((game, std::str::from_utf8(rest).ok()?))
}

/// The legal steps of a position: in order, and none exactly when the game is over.
pub fn steps<G: Game>(position: &G) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{position}: {list:?}");
    assert_eq!(list.is_empty(), position.outcome().is_some(), "{position}");
    list
}

/// What parsed, or nothing; an error is one line that says something.
pub fn read<T>(result: Result<T, TextError>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            let sentence = error.to_string();
            assert!(!sentence.trim().is_empty() && !sentence.contains(['\n', '\r']), "{sentence:?}");
            None
        }
    }
}

/// A player that needs no time, whatever the conversation asks for: it is the protocol that is tested.
pub fn random_seat<G: Game>(rules: &G::Rules) -> Respondent<G> {
    let spec = "random".parse().expect("a spec");
    Respondent::with(spec, rules, |_, _| Ok(Box::new(|_| Box::new(RandomPlayer)))).expect("it is always made")
}

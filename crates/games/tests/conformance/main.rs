//! What every game owes to the searches, records and pages that use it, checked along random games of every preset.

#[path = "../common/mod.rs"]
mod common;
#[path = "../reference/mod.rs"]
mod reference;

/// Runs one generic check for every preset: `for_every_game!(check)` calls `check::<G>(&rules, name)`.
macro_rules! for_every_game {
    ($check:ident) => {
        for name in games() {
            let spec: GameSpec = name.parse().unwrap();
            with_game!(spec, |rules: G| $check::<G>(&rules, name));
        }
    };
}

mod limits;
mod play;
mod symmetry;
mod texts;

use std::collections::HashMap;

use common::{Twin, games, walk};
use games::{Game, GameSpec, Line, MoveList, with_game};

fn steps<G: Game>(position: &G) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

fn after<G: Game>(position: &G, step: G::Move) -> G {
    let mut next = *position;
    next.play(step);
    next
}

/// Steps are unique and in order, and there are none exactly when the game is over.
fn steps_are_in_order<G: Game>(rules: &G::Rules, name: &str) {
    for number in 0..30 {
        walk::<G>(rules, name, number, 600, |line, _| {
            let position = line.position();
            let list = steps(position);
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{name} {position}: {list:?}");
            assert_eq!(list.is_empty(), position.outcome().is_some(), "{name} {position}");
            assert_eq!(line.moves().is_empty(), line.outcome().is_some(), "{name} {position}");
            assert_eq!(line.reason().is_empty(), line.outcome().is_none(), "{name} {position}");
        });
    }
}

#[test]
fn steps_in_order() {
    for_every_game!(steps_are_in_order);
}

/// Different positions have different keys and equal ones equal keys, however they came about.
fn distinct_keys<G: Twin>(rules: &G::Rules, name: &str) -> usize {
    let mut key_of: HashMap<String, u64> = HashMap::new();
    let mut position_of: HashMap<u64, String> = HashMap::new();
    let mut number = 0;
    while key_of.len() < 8000 && number < 3000 {
        walk::<G>(rules, name, number, 300, |line, _| {
            let position = line.position();
            let (text, key) = (position.without_counters(), position.key());
            assert_eq!(*key_of.entry(text.clone()).or_insert(key), key, "{name}: two keys of {text}");
            assert_eq!(
                *position_of.entry(key).or_insert(text.clone()),
                text,
                "{name}: one key for two positions"
            );
        });
        number += 1;
    }
    key_of.len()
}

#[test]
fn keys() {
    let mut distinct = 0;
    for name in games() {
        let spec: GameSpec = name.parse().unwrap();
        distinct += with_game!(spec, |rules: G| distinct_keys::<G>(&rules, name));
    }
    println!("{distinct} distinct positions, no two with one key");
    assert!(distinct > 100_000, "only {distinct} positions");
}

/// Steps taken back one after the other give every earlier position again.
fn undo_restores<G: Game>(rules: &G::Rules, name: &str) {
    let mut lines: Vec<Line<G>> = Vec::new();
    walk::<G>(rules, name, 0, 200, |line, _| lines.push(line.clone()));
    let mut line = lines.pop().expect("a line has a start");
    while let Some(earlier) = lines.pop() {
        assert!(line.undo().is_some());
        assert_eq!(line, earlier, "{name}");
        assert_eq!((line.outcome(), line.moves()), (earlier.outcome(), earlier.moves()), "{name}");
    }
    assert_eq!(line.undo(), None);
    assert_eq!(*line.position(), G::start(rules));
}

#[test]
fn undo() {
    for_every_game!(undo_restores);
}

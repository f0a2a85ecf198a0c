//! Kalah: positions worked out by hand for every rule, values that others found, and the words.
#![allow(missing_docs)]

use std::collections::HashMap;

use games::kalah::{Kalah, Rules, Step};
use games::{Game, GameSpec, MoveList, Outcome, Side};

const KALAH: Rules = Rules::MANCALA;
const EMPTY: Rules = Rules { empty_capture: true, ..KALAH };
const PIE: Rules = Rules { pie: true, ..KALAH };

const SOUTH: Option<Outcome> = Some(Outcome::Win(Side::First));
const NORTH: Option<Outcome> = Some(Outcome::Win(Side::Second));

fn at(rules: Rules, text: &str) -> Kalah {
    Kalah::parse(&rules, text).unwrap()
}

fn after(rules: Rules, text: &str, steps: &str) -> Kalah {
    let mut position = at(rules, text);
    for step in steps.split_whitespace() {
        position.play(position.read_step(step).unwrap());
    }
    position
}

fn shown(rules: Rules, text: &str, steps: &str) -> String {
    after(rules, text, steps).to_string()
}

fn legal(position: &Kalah) -> String {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.iter().map(Step::to_string).collect()
}

fn error(position: &Kalah, text: &str) -> String {
    position.read_step(text).unwrap_err().to_string()
}

const START: &str = "4,4,4,4,4,4/4,4,4,4,4,4 0/0 s -";

#[test]
fn sowing_passes_the_own_store_and_not_the_other_one() {
    assert_eq!(shown(KALAH, START, "F"), "4,4,4,4,4,0/5,5,5,4,4,4 1/0 n -");
    assert_eq!(shown(KALAH, START, "F f"), "5,5,5,4,4,0/5,5,5,4,4,0 1/1 s -");
    // Nine seeds from F come around to B, and North's store gets none.
    assert_eq!(shown(KALAH, "4,4,0,0,0,9/4,4,4,4,4,0 10/1 s -", "F"), "5,5,0,0,0,0/5,5,5,5,5,1 11/1 n -");
    // The thirteenth seed falls into the pit itself.
    assert_eq!(shown(KALAH, "1,0,14,0,0,1/4,4,4,4,4,4 4/4 s -", "C"), "2,1,1,2,1,2/5,5,5,5,5,5 5/4 n -");
}

#[test]
fn the_last_seed_in_the_store_moves_again() {
    assert_eq!(shown(KALAH, START, "C"), "4,4,0,5,5,5/4,4,4,4,4,4 1/0 s -");
    assert_eq!(shown(KALAH, START, "C B"), "4,0,1,6,6,6/4,4,4,4,4,4 1/0 n -");
    assert_eq!(shown(KALAH, START, "F b"), "4,4,4,4,4,0/5,0,6,5,5,5 1/1 n -");
    let north = at(KALAH, "4,4,4,4,4,0/5,5,5,4,4,4 1/0 n -");
    assert_eq!(
        north.remark("b".parse().unwrap()).as_deref(),
        Some("The last seed falls into the store: North moves again.")
    );
}

#[test]
fn a_last_seed_alone_captures_what_lies_opposite() {
    let text = "4,1,6,5,0,0/2,5,6,0,4,4 8/3 s -";
    assert_eq!(shown(KALAH, text, "A"), "0,2,7,6,0,0/2,0,6,0,4,4 14/3 n -");
    assert_eq!(at(KALAH, text).captures("A".parse().unwrap()), 5);
    assert_eq!(
        at(KALAH, text).remark("A".parse().unwrap()).as_deref(),
        Some("South captures 5 and his last seed.")
    );
    // A pit that was not empty captures nothing, nor does the opponent's.
    assert_eq!(shown(KALAH, text, "B"), "4,0,7,5,0,0/2,5,6,0,4,4 8/3 n -");
    assert_eq!(shown(KALAH, "0,0,0,0,0,2/0,5,6,0,4,4 12/15 s -", "F"), "0,0,0,0,0,0/1,5,6,0,4,4 13/15 n -");
    // Once around: the seed dropped into the opposite pit is taken with the others, and the pit that was sown may capture.
    assert_eq!(shown(KALAH, "0,2,0,0,0,8/0,4,4,4,4,4 9/9 s -", "F"), "0,2,0,0,0,0/1,5,5,5,5,0 16/9 n -");
    assert_eq!(shown(KALAH, "13,0,0,0,0,0/1,1,1,1,1,1 15/14 s -", "A"), "0,1,1,1,1,1/2,2,2,2,2,0 19/14 n -");
}

#[test]
fn nothing_opposite_is_a_switch() {
    let text = "1,0,3,0,0,0/5,5,5,5,0,0 12/12 s -";
    assert_eq!(shown(KALAH, text, "A"), "0,1,3,0,0,0/5,5,5,5,0,0 12/12 n -");
    assert_eq!(shown(EMPTY, text, "A"), "0,0,3,0,0,0/5,5,5,5,0,0 13/12 n -");
    let remark = at(EMPTY, text).remark("A".parse().unwrap());
    assert_eq!(remark.as_deref(), Some("South captures his last seed."));
    assert_eq!(at(EMPTY, text).captures("A".parse().unwrap()), 0);
}

#[test]
fn an_empty_row_ends_the_game_whoever_would_move() {
    // South empties his row and would move again.
    let end = after(KALAH, "0,0,0,0,0,1/1,0,0,0,0,9 20/17 s -", "F");
    assert_eq!((end.outcome(), legal(&end), end.final_stores()), (NORTH, String::new(), [21, 27]));
    assert_eq!(end.reason(), "South has no seeds and North keeps the 10 seeds left: South 21, North 27.");
    assert_eq!(error(&end, "A"), format!("pit A: the game is over. {}", end.reason()));
    assert_eq!(at(KALAH, "0,0,0,0,0,1/1,0,0,0,0,9 20/17 s -").remark("F".parse().unwrap()), None);
    // A capture empties the opponent's row.
    let end = after(KALAH, "1,0,0,0,0,0/0,0,0,0,3,0 20/24 s -", "A");
    assert_eq!(
        (end.to_string().as_str(), end.outcome()),
        ("0,0,0,0,0,0/0,0,0,0,0,0 24/24 n -", Some(Outcome::Draw))
    );
    let end = after(KALAH, "1,0,0,0,0,2/0,0,0,0,3,0 24/18 s -", "A");
    assert_eq!((end.to_string().as_str(), end.outcome()), ("0,0,0,0,0,2/0,0,0,0,0,0 28/18 n -", SOUTH));
    assert_eq!(end.reason(), "North has no seeds and South keeps the 2 seeds left: South 30, North 18.");
}

#[test]
fn north_may_swap_sides_instead_of_his_first_move() {
    let start = Kalah::start(&PIE);
    assert_eq!(start.to_string(), "4,4,4,4,4,4/4,4,4,4,4,4 0/0 s swap");
    assert_eq!(
        (legal(&start).as_str(), error(&start, "swap").as_str()),
        ("ABCDEF", "swap: North may do so when South's first turn is over")
    );
    let text = start.to_string();
    let turned = after(PIE, &text, "C F");
    assert_eq!(
        (turned.to_string().as_str(), legal(&turned).as_str()),
        ("4,4,0,5,5,0/5,5,5,5,4,4 2/0 n swap", "abcdefswap")
    );
    let swapped = after(PIE, &text, "C F swap");
    assert_eq!(swapped.to_string(), "5,5,5,5,4,4/4,4,0,5,5,0 0/2 s -");
    assert_eq!(error(&swapped, "swap"), "swap: North may do so in place of his first move alone");
    let remark = turned.remark(Step::SWAP);
    assert_eq!(remark.as_deref(), Some("North swaps sides: the board is turned around."));
    // A move of his own closes it, also one after which he moves again.
    assert_eq!(shown(PIE, &text, "F b"), "4,4,4,4,4,0/5,0,6,5,5,5 1/1 n -");
    assert_eq!(
        error(&Kalah::start(&KALAH), "swap"),
        "swap: nobody may do so in this game, where pie is false"
    );
}

/// Irving, Donkers and Uiterwijk 2000: South wins with one seed in each of six pits.
#[test]
fn small_games_are_won_as_others_found() {
    fn best(position: &Kalah, known: &mut HashMap<Kalah, i32>) -> i32 {
        if position.outcome().is_some() {
            let [south, north] = position.final_stores();
            return i32::from(south) - i32::from(north);
        }
        if let Some(&value) = known.get(position) {
            return value;
        }
        let mut list = MoveList::new();
        position.moves(&mut list);
        let values = list.iter().map(|&step| {
            let mut next = *position;
            next.play(step);
            best(&next, known)
        });
        let value = if position.to_move() == Side::First { values.max() } else { values.min() };
        known.insert(*position, value.unwrap());
        value.unwrap()
    }
    let mut known = HashMap::new();
    let value = best(&Kalah::start(&Rules { seeds: 1, ..KALAH }), &mut known);
    assert!(value > 0, "{value}");
}

#[test]
fn steps_are_letters_numbers_or_swap() {
    for text in ["A", "f", "swap"] {
        assert_eq!(text.parse::<Step>().unwrap().to_string(), text);
    }
    let south = Kalah::start(&KALAH);
    for text in ["C", "c", "3", " C "] {
        assert_eq!(south.read_step(text), Ok("C".parse().unwrap()));
    }
    assert_eq!(error(&south, "7"), "pit a is North's: South plays A to F");
    assert_eq!(error(&at(KALAH, "0,4,4,4,4,4/4,4,4,4,4,4 4/0 s -"), "A"), "pit A is empty");
}

#[test]
fn position_errors_say_what_is_wrong() {
    let error = |rules, text: &str| Kalah::parse(&rules, text).unwrap_err().to_string();
    assert_eq!(
        error(KALAH, "4,4,4,4,4,4/4,4,4,4,4,4 0/0 s"),
        "the position ends before whether North may swap sides"
    );
    assert_eq!(
        error(KALAH, "4,4,4,4,4,4/4,4,4,4,4,4 0/0 s yes"),
        "\"yes\" does not say whether North may swap sides: swap or -"
    );
    assert_eq!(
        error(KALAH, "4,4,4,4,4,4/4,4,4,4,4,4 0/0 s swap"),
        "nobody may swap sides in this game: - is right in place of swap"
    );
    assert_eq!(
        error(KALAH, "4,4,4,4,4,4/4,4,4,4,4,4 1/0 s -"),
        "pits and stores hold 49 seeds together; they must make 48"
    );
    assert_eq!(
        error(Rules { seeds: 2, ..KALAH }, START),
        "pits and stores hold 48 seeds together; they must make 24"
    );
    let wrong = "kalah(seeds=5)".parse::<GameSpec>().unwrap_err().to_string();
    assert!(wrong.ends_with("seeds = 5: a number from 1 to 4 is right"), "{wrong}");
}

/// The examples and boards of `docs/rules/kalah.md`.
#[test]
fn the_documented_examples_are_true() {
    let page = include_str!("../../../docs/rules/kalah.md");
    let (_, examples) = page.split_once("## Examples").unwrap();
    let mut rows = 0;
    for row in examples.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> =
            row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [name, before, step, then, result] = cells[..] else { panic!("{row}") };
        let GameSpec::Kalah(rules) = name.parse().unwrap() else { panic!("{row}") };
        let position = after(rules, before, step);
        assert_eq!(position.to_string(), then);
        let expected = match position.outcome() {
            None => "goes on",
            Some(Outcome::Win(Side::First)) => "South wins",
            Some(Outcome::Win(Side::Second)) => "North wins",
            Some(Outcome::Draw) => "draw",
        };
        assert!(result.starts_with(expected), "{row}");
        rows += 1;
    }
    assert_eq!(rows, 8);

    let capture = "4,1,6,5,0,0/2,5,6,0,4,4 8/3 s -";
    for drawing in [Kalah::start(&KALAH).draw(None), at(KALAH, capture).draw(None)] {
        assert!(drawing.lines().all(|line| page.contains(line)), "{drawing}");
    }
    let end = after(KALAH, capture, "A").draw(Some("A".parse().unwrap()));
    assert!(end.lines().all(|line| page.contains(line.trim_start())), "{end}");
}

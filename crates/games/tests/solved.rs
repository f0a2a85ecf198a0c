//! Small boards solved outright, by the rules and by the reference, against what others found.

mod common;
mod reference;

use std::collections::HashMap;

use games::awari::{self, Awari};
use games::capture_go::{self, CaptureGo};
use games::{Game, MoveList, Outcome, Side};
use reference::Reference;

const AWARI: &str = include_str!("../../../tests/data/awari-romein-values.txt");
const CAPTURE_GO: &str = include_str!("../../../tests/data/capturego-ponnuki-solved.txt");

/// The lines of a data file that are not about it, in fields.
fn table(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split([' ', '|']).filter(|field| !field.is_empty()).collect())
}

/// Pits from the mover's first one on.
type Pits = [u32; 12];

/// What a step does: seeds taken, and the board as the opponent sees it.
type Successor = (i64, Pits);

/// Every way to put so many seeds into the pits.
fn boards(seeds: u32) -> Vec<Pits> {
    fn fill(pits: &mut Pits, pit: usize, seeds: u32, found: &mut Vec<Pits>) {
        if pit == 11 {
            pits[11] = seeds;
            found.push(*pits);
            return;
        }
        for n in 0..=seeds {
            pits[pit] = n;
            fill(pits, pit + 1, seeds - n, found);
        }
    }
    let mut found = Vec::new();
    fill(&mut [0; 12], 0, seeds, &mut found);
    found
}

/// Pits and South's store of a position string, seen by North.
fn turned(position: &str) -> (Pits, i64) {
    let numbers: Vec<u32> = position.split(['/', ',', ' ']).map_while(|n| n.parse().ok()).collect();
    let mut pits = [0; 12];
    for pit in 0..12 {
        pits[pit] = numbers[(pit + 6) % 12];
    }
    (pits, i64::from(numbers[12]))
}

/// South's store when so many seeds are left and North has none.
fn store(pits: &Pits) -> u32 {
    48 - pits.iter().sum::<u32>()
}

fn fast_successors(pits: &Pits) -> Vec<Successor> {
    let row = |pits: &[u32]| pits.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let text = format!("{}/{} {}/0 s 0", row(&pits[..6]), row(&pits[6..]), store(pits));
    let position = Awari::parse(&awari::Rules::ROMEIN, &text).unwrap();
    let mut steps = MoveList::new();
    position.moves(&mut steps);
    let play = |&step: &_| {
        let mut next = position;
        next.play(step);
        let (board, south) = turned(&next.to_string());
        (south - i64::from(store(pits)), board)
    };
    steps.iter().map(play).collect()
}

fn slow_successors(pits: &Pits) -> Vec<Successor> {
    let position = reference::awari::Awari::with(&awari::Rules::ROMEIN, *pits, [store(pits), 0], Side::First);
    let play = |step: String| {
        let mut next = position.clone();
        next.play(&step);
        let (board, south) = turned(&next.show());
        (south - i64::from(store(pits)), board)
    };
    position.steps().into_iter().map(play).collect()
}

/// Wins, draws, losses and the sum of values over the boards of 2, 4, 6, … seeds.
///
/// A game that never ends is worth 0, so looking further and further ahead, with 0 at the horizon, ends at the values.
fn solve(most: u32, successors: fn(&Pits) -> Vec<Successor>) -> Vec<[i64; 4]> {
    let mut values: HashMap<Pits, i64> = HashMap::new();
    let mut rows = Vec::new();
    for seeds in 0..=most {
        let boards: Vec<(Pits, Vec<Successor>)> =
            boards(seeds).into_iter().map(|pits| (pits, successors(&pits))).collect();
        for (pits, _) in &boards {
            values.insert(*pits, 0);
        }
        loop {
            // A mover without a step leaves everything to the opponent.
            let value = |next: &[Successor]| {
                next.iter().map(|(taken, board)| taken - values[board]).max().unwrap_or(-i64::from(seeds))
            };
            let changed: Vec<(Pits, i64)> = boards
                .iter()
                .map(|(pits, next)| (*pits, value(next)))
                .filter(|(pits, value)| values[pits] != *value)
                .collect();
            if changed.is_empty() {
                break;
            }
            values.extend(changed);
        }
        if seeds > 0 && seeds % 2 == 0 {
            let of: Vec<i64> = boards.iter().map(|(pits, _)| values[pits]).collect();
            let count = |wanted: i64| of.iter().filter(|value| value.signum() == wanted).count() as i64;
            rows.push([count(1), count(0), count(-1), of.iter().sum()]);
        }
    }
    rows
}

fn published(most: usize) -> Vec<[i64; 4]> {
    let row = |fields: Vec<&str>| [1, 2, 3, 4].map(|i| fields[i].parse().expect("a number"));
    table(AWARI).map(row).take(most / 2).collect()
}

#[test]
fn small_awari_boards() {
    assert_eq!(solve(6, fast_successors), published(6));
}

#[test]
fn small_awari_boards_in_the_reference() {
    assert_eq!(solve(6, slow_successors), published(6));
}

/// The outcome for the mover (1 or -1) and the number of steps: a winner hurries, a loser delays.
fn best(results: impl Iterator<Item = (i32, i32)>) -> (i32, i32) {
    let for_the_mover = results.map(|(result, length)| (-result, length + 1));
    for_the_mover.max_by_key(|(result, length)| (*result, -result * length)).expect("the game is not over")
}

fn finished(outcome: Outcome, to_move: Side) -> (i32, i32) {
    assert_ne!(outcome, Outcome::Draw, "without passing there is always a winner");
    (if outcome == Outcome::Win(to_move) { 1 } else { -1 }, 0)
}

fn fast_best(position: &CaptureGo, known: &mut HashMap<String, (i32, i32)>) -> (i32, i32) {
    if let Some(outcome) = position.outcome() {
        return finished(outcome, position.to_move());
    }
    if let Some(result) = known.get(&position.to_string()) {
        return *result;
    }
    let mut steps = MoveList::new();
    position.moves(&mut steps);
    let result = best(steps.iter().map(|&step| {
        let mut next = *position;
        next.play(step);
        fast_best(&next, known)
    }));
    known.insert(position.to_string(), result);
    result
}

fn slow_best(
    position: &reference::capture_go::CaptureGo,
    known: &mut HashMap<String, (i32, i32)>,
) -> (i32, i32) {
    if let Some(outcome) = position.outcome() {
        return finished(outcome, position.to_move());
    }
    if let Some(result) = known.get(&position.show()) {
        return *result;
    }
    let result = best(position.steps().iter().map(|step| {
        let mut next = position.clone();
        next.play(step);
        slow_best(&next, known)
    }));
    known.insert(position.show(), result);
    result
}

/// Size, winner and length on boards of at most this size.
fn check_capture_go(largest: u8, solve: impl Fn(&capture_go::Rules) -> (i32, i32)) {
    for fields in table(CAPTURE_GO) {
        let size: u8 = fields[0].parse().expect("a size");
        if size > largest {
            continue;
        }
        let (result, length) = solve(&capture_go::Rules::ponnuki(size, size));
        let winner = if result > 0 { "first" } else { "second" };
        assert_eq!((winner, length.to_string().as_str()), (fields[1], fields[2]), "{size}x{size}");
    }
}

#[test]
fn small_capture_go_boards() {
    check_capture_go(3, |rules| fast_best(&CaptureGo::start(rules), &mut HashMap::new()));
}

#[test]
fn small_capture_go_boards_in_the_reference() {
    check_capture_go(3, |rules| {
        slow_best(&reference::capture_go::CaptureGo::start(rules), &mut HashMap::new())
    });
}

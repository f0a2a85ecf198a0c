//! Facts that others published: printed games and counts of step sequences, replayed by the rules and by the reference.
//!
//! The texts are in `tests/data` at the root of the project, each with its source in its first lines.

mod common;
mod reference;

use common::Twin;
use games::awari::{self, Awari};
use games::capture_go::{self, CaptureGo, Territory};
use games::seega::{self, Seega};
use games::{Game, GameSpec, Line, Outcome, Side, perft, with_game};
use reference::Reference;

const PERFT: &str = include_str!("../../../tests/data/perft.txt");
const SEEGA5: &str = include_str!("../../../tests/data/seega5-abdelbar2003.txt");
const SEEGA7: &str = include_str!("../../../tests/data/seega7-abdelbar2004.txt");
const CAPTURE_GO: [&str; 2] = [
    include_str!("../../../tests/data/capturego9-cai2010-game1.txt"),
    include_str!("../../../tests/data/capturego9-cai2010-game2.txt"),
];

/// The lines of a data file that are not about it.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// Side letter and step of each line of a recorded game.
fn recorded(text: &str) -> Vec<(char, &str)> {
    let steps: Vec<(char, &str)> = lines(text)
        .enumerate()
        .map(|(i, line)| {
            let fields: Vec<&str> = line.split(' ').collect();
            assert_eq!(fields[0], (i + 1).to_string(), "steps are numbered from 1");
            (fields[1].chars().next().expect("a side"), fields[2])
        })
        .collect();
    assert!(steps.len() > 50);
    steps
}

/// Game, position and counts of each line of the table.
fn table() -> Vec<(&'static str, &'static str, Vec<u64>)> {
    lines(PERFT)
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let counts = fields[2].split(' ').map(|n| n.parse().expect("a count")).collect();
            (fields[0], fields[1], counts)
        })
        .collect()
}

/// The steps of a recorded game, which must be legal and by the recorded sides. Returns the line at its end.
fn replay<G: Twin>(
    rules: &G::Rules,
    letter: impl Fn(Side) -> char,
    steps: &[(char, String)],
) -> (Line<G>, G::Reference) {
    let mut line = Line::new(G::start(rules));
    let mut slow = G::Reference::start(rules);
    for (number, (side, step)) in steps.iter().enumerate() {
        let place = format!("step {} {step}", number + 1);
        assert_eq!(line.outcome(), None, "over before {place}");
        assert_eq!(letter(line.to_move()), *side, "wrong side before {place}");
        line.read(step).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!(slow.steps().contains(step), "{place} is illegal in the reference");
        slow.play(step);
        assert_eq!(line.position().to_string(), slow.show(), "after {place}");
    }
    assert_eq!(line.outcome(), slow.outcome());
    (line, slow)
}

fn seega_game(size: u8, text: &str) -> (Line<Seega<u64>>, reference::seega::Seega) {
    let letter = |side| if side == Side::First { 'W' } else { 'B' };
    let steps: Vec<(char, String)> =
        recorded(text).into_iter().map(|(side, step)| (side, step.to_string())).collect();
    replay(&seega::Rules::seega(size), letter, &steps)
}

#[test]
fn the_seega_game_of_2003_is_drawn_at_67() {
    let (line, slow) = seega_game(5, SEEGA5);
    assert_eq!(line.steps().len(), 67);
    assert_eq!(line.outcome(), Some(Outcome::Draw));
    assert_eq!((slow.count(Side::First), slow.count(Side::Second)), (12, 10));
    assert!(line.moves().is_empty());
}

#[test]
fn the_seega_game_of_2004_is_drawn_at_190() {
    let (line, slow) = seega_game(7, SEEGA7);
    assert_eq!(line.steps().len(), 190);
    assert_eq!(line.outcome(), Some(Outcome::Draw));
    assert_eq!((slow.count(Side::First), slow.count(Side::Second)), (7, 15));
    let board = "w.....w/bb...../b....../.bbbbb./bb...../ww.bbbb/ww...bw ";
    assert!(line.position().to_string().starts_with(board), "{}", line.position());
}

/// The same games in the reference alone: the captures fall where the papers have them.
#[test]
fn the_reference_replays_the_seega_games() {
    for (size, text, last_capture) in [(5, SEEGA5, 27), (7, SEEGA7, 150)] {
        let mut game = reference::seega::Seega::start(&seega::Rules::seega(size));
        let mut captured_at = 0;
        for (number, (side, step)) in recorded(text).into_iter().enumerate() {
            assert_eq!(game.to_move() == Side::First, side == 'W', "step {}", number + 1);
            assert!(game.steps().iter().any(|s| s == step), "step {} {step}", number + 1);
            if game.captures(step) > 0 {
                captured_at = number + 1;
            }
            game.play(step);
        }
        assert_eq!(captured_at, last_capture);
        assert_eq!(game.outcome(), Some(Outcome::Draw));
    }
}

/// Whether both printed games go to their draws, by the right sides, with these switches.
fn printed_games_replay(switches: &str) -> bool {
    [(5, SEEGA5), (7, SEEGA7)].into_iter().all(|(size, text)| {
        let GameSpec::Seega(rules) = format!("seega:{size}({switches})").parse().expect("a game") else {
            panic!()
        };
        let mut line = Line::new(Seega::<u64>::start(&rules));
        let legal = recorded(text)
            .into_iter()
            .all(|(side, step)| (line.to_move() == Side::First) == (side == 'W') && line.read(step).is_ok());
        legal && line.outcome() == Some(Outcome::Draw)
    })
}

/// What `docs/rules/seega.md` says about what the games settle.
#[test]
fn the_printed_games_settle_four_switches() {
    for open in ["", "blocked=pass", "blocked=loses", "blocked=first-loses", "lose_at=0", "lose_at=3"] {
        assert!(printed_games_replay(open), "{open}");
    }
    for settled in [
        "after_capture=turn-ends",
        "after_capture=same-piece-forced",
        "after_capture=same-piece-free",
        "centre_safe=true",
        "quiet_limit=0",
        "quiet_limit=39",
        "quiet_limit=41",
        "quiet_result=more-pieces",
        "quiet_result=more-pieces-or-second",
    ] {
        assert!(!printed_games_replay(settled), "{settled}");
    }
}

/// Row and column from 0, row 0 at the top, as a point.
fn point(text: &str) -> String {
    let Some((row, column)) = text.split_once(',') else { return text.to_string() };
    let (row, column): (usize, usize) = (row.parse().expect("a row"), column.parse().expect("a column"));
    format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h", "j"][column], 9 - row)
}

fn capture_go_game(
    rules: &capture_go::Rules,
    number: usize,
) -> (Line<CaptureGo>, reference::capture_go::CaptureGo) {
    let letter = |side| if side == Side::First { 'B' } else { 'W' };
    let mut steps: Vec<(char, String)> =
        recorded(CAPTURE_GO[number]).into_iter().map(|(side, text)| (side, point(text))).collect();
    // The first table prints a third pass after the two that end the game.
    if steps[steps.len() - 3..].iter().all(|(_, step)| step == "pass") {
        steps.pop();
    }
    replay(rules, letter, &steps)
}

#[test]
fn the_capture_go_games_of_2010_end_by_19_and_11_points() {
    let rules = capture_go::Rules::cai2010(9, 9);
    let neutral = capture_go::Rules { territory: Territory::Neutral, ..rules };
    for (number, rules, margin) in [(0, rules, 19), (1, rules, 11), (0, neutral, 21), (1, neutral, 11)] {
        let (line, slow) = capture_go_game(&rules, number);
        let [black, white] = slow.territory();
        assert_eq!(black.abs_diff(white), margin, "game {}", number + 1);
        assert_eq!(line.outcome(), Some(Outcome::greater([black, white])));
    }
}

/// The positions of appendices B and C of Davis and Kendall.
#[test]
fn the_awari_positions_of_2002() {
    let rules = awari::Rules::DAVIS2002;
    let at = |text: &str| Line::new(Awari::parse(&rules, text).unwrap());
    let mut slam = at("2,2,12,2,6,3/1,1,1,1,1,0 7/9 s 0");
    let takes = slam.position().captures(slam.position().read_step("E").unwrap());
    slam.read("E").unwrap();
    assert_eq!((takes, slam.outcome()), (10, Some(Outcome::Win(Side::First))));

    let mut line = at("0,0,0,2,17,0/0,0,0,0,1,0 19/9 s 0");
    for step in ["D", "e", "E"] {
        line.read(step).unwrap();
    }
    assert!(line.position().to_string().contains(" 32/9 "), "{}", line.position());
    assert_eq!(line.outcome(), Some(Outcome::Win(Side::First)));
}

/// At most this many leaves, so that the file stays quick.
const FAST_LEAVES: u64 = 50_000_000;
const SLOW_LEAVES: u64 = 150_000;

#[test]
fn step_counts_are_the_published_ones() {
    for (name, position, counts) in table() {
        let spec: GameSpec = name.parse().unwrap();
        with_game!(spec, |rules: G| {
            let start = G::parse(&rules, position).unwrap_or_else(|error| panic!("{name}: {error}"));
            for (&count, depth) in counts.iter().zip(1..).filter(|(count, _)| **count <= FAST_LEAVES) {
                assert_eq!(perft(&start, depth), count, "{name} {position} depth {depth}");
            }
        });
    }
}

#[test]
fn step_counts_of_the_reference_are_the_published_ones() {
    for (name, position, counts) in table() {
        let spec: GameSpec = name.parse().unwrap();
        with_game!(spec, |rules: G| slow_counts(
            name,
            &<G as Twin>::slow(&rules, position),
            position,
            &counts
        ));
    }
}

fn slow_counts<R: Reference>(name: &str, start: &R, position: &str, counts: &[u64]) {
    assert_eq!(start.show(), position);
    for (&count, depth) in counts.iter().zip(1..).filter(|(count, _)| **count <= SLOW_LEAVES) {
        assert_eq!(reference::perft(start, depth), count, "{name} {position} depth {depth}");
    }
}

/// The appendices again, by the reference alone.
#[test]
fn the_reference_knows_the_awari_positions() {
    let rules = awari::Rules::DAVIS2002;
    let slow = |pits, stores| reference::awari::Awari::with(&rules, pits, stores, Side::First);
    let mut slam = slow([2, 2, 12, 2, 6, 3, 1, 1, 1, 1, 1, 0], [7, 9]);
    assert_eq!(slam.captures("E"), 10);
    slam.play("E");
    assert_eq!(slam.outcome(), Some(Outcome::Win(Side::First)));
    let mut game = slow([0, 0, 0, 2, 17, 0, 0, 0, 0, 0, 1, 0], [19, 9]);
    for step in ["D", "e", "E"] {
        assert_eq!(game.outcome(), None);
        game.play(step);
    }
    assert!(game.show().contains(" 32/9 "), "{}", game.show());
}

//! Awari: the paper's endings, positions worked out by hand for every rule, leaf counts of others, and the words.
#![allow(missing_docs)]

use games::awari::{Awari, Repetition, Rules, Step};
use games::{Game, GameSpec, Line, MoveList, Outcome, Side, perft};

const DAVIS: Rules = Rules::DAVIS2002;
const ROMEIN: Rules = Rules::ROMEIN;
const ABAPA: Rules = Rules::ABAPA;

const SOUTH: Option<Outcome> = Some(Outcome::Win(Side::First));
const NORTH: Option<Outcome> = Some(Outcome::Win(Side::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// Appendix B of Davis & Kendall before South's last step, as rule 5 leaves it.
const SLAM: &str = "2,2,12,0,6,3/1,1,1,1,1,0 9/9 s 32";

fn at(rules: Rules, text: &str) -> Awari {
    Awari::parse(&rules, text).unwrap()
}

fn after(rules: Rules, text: &str, steps: &str) -> Awari {
    let mut position = at(rules, text);
    for step in steps.split_whitespace() {
        position.play(position.read_step(step).unwrap());
    }
    position
}

fn legal(position: &Awari) -> String {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.iter().map(Step::to_string).collect()
}

fn error(position: &Awari, text: &str) -> String {
    position.read_step(text).unwrap_err().to_string()
}

#[test]
fn appendix_b_wins_by_capturing_everything() {
    let end = after(DAVIS, SLAM, "E");
    assert_eq!(end.to_string(), "2,2,12,0,0,4/0,0,0,0,0,0 19/9 n 33");
    assert_eq!((end.outcome(), legal(&end)), (SOUTH, String::new()));
    // Rule 8: what South has left on the board is nobody's.
    assert_eq!(end.final_stores(), [19, 9]);
    assert_eq!(end.reason(), "South has captured every seed that North had.");
}

#[test]
fn appendix_c_captures_thirteen() {
    let before = at(DAVIS, "0,0,0,2,17,0/0,0,0,0,1,0 19/9 s 99");
    assert_eq!(before.captures("E".parse().unwrap()), 11, "the quicker win that the paper mentions");
    let last = after(DAVIS, &before.to_string(), "4 11");
    assert_eq!(last.to_string(), "0,0,0,0,18,1/0,0,0,0,0,1 19/9 s 101");
    let end = after(DAVIS, &last.to_string(), "5");
    assert_eq!(end.to_string(), "1,1,1,1,0,3/0,0,0,0,0,0 32/9 n 102");
    assert_eq!(end.outcome(), SOUTH);
    assert_eq!(end.reason(), "South has 32 seeds, more than half.");
}

/// Counted by OpenSpiel 2.0.2, the `board-game` crate and Ludii, which agree; no slam is reachable so early.
#[test]
fn leaf_counts_from_the_start() {
    for rules in [DAVIS, ROMEIN, ABAPA] {
        let counts: Vec<u64> = (1..=7).map(|depth| perft(&Awari::start(&rules), depth)).collect();
        assert_eq!(counts, [6, 36, 190, 1014, 5219, 27332, 139_157]);
    }
}

#[test]
fn the_sown_pit_is_skipped_on_every_lap() {
    let once = after(DAVIS, "12,0,0,0,0,0/4,4,4,4,4,4 12/0 s 0", "A");
    assert_eq!(once.to_string(), "0,2,1,1,1,1/5,5,5,5,5,5 12/0 n 1");
    let twice = after(DAVIS, "23,0,0,0,0,0/1,0,0,0,0,0 24/0 s 0", "A");
    assert_eq!(twice.to_string(), "0,3,2,2,2,2/3,2,2,2,2,2 24/0 n 1");
    let thrice = after(DAVIS, "0,0,0,0,0,0/0,0,0,0,0,34 14/0 n 0", "f");
    assert_eq!(thrice.to_string(), "4,3,3,3,3,3/3,3,3,3,3,0 14/0 s 1");
}

#[test]
fn captures_run_backwards_from_the_last_seed() {
    // The four in b stops the run: the two in a stays.
    let stopped = after(DAVIS, "0,0,0,0,0,4/1,3,1,1,0,0 20/18 s 0", "F");
    assert_eq!(stopped.to_string(), "0,0,0,0,0,0/2,4,0,0,0,0 24/18 n 1");
    // Pits after the last seed are not looked at.
    let forward = after(DAVIS, "0,0,0,0,0,4/1,3,1,1,2,0 20/16 s 0", "F");
    assert_eq!(forward.to_string(), "0,0,0,0,0,0/2,4,0,0,2,0 24/16 n 1");
    // The run ends with the opponent's row: the two in E stays.
    let edge = after(DAVIS, "0,0,0,0,2,2/1,1,0,0,0,5 20/17 s 0", "F");
    assert_eq!(edge.to_string(), "0,0,0,0,2,0/0,0,0,0,0,5 24/17 n 1");
    // Nothing is captured where the last seed makes one or four, nor in one's own row.
    for (text, step) in [
        ("0,0,0,0,0,1/0,2,0,0,0,0 20/25 s 0", "F"),
        ("0,0,0,0,0,1/3,2,0,0,0,0 20/22 s 0", "F"),
        ("1,1,0,0,0,0/3,2,0,0,0,0 20/21 s 0", "A"),
        ("0,0,0,0,0,0/1,2,0,0,0,0 24/21 n 0", "a"),
    ] {
        let position = at(ROMEIN, text);
        assert_eq!(position.captures(position.read_step(step).unwrap()), 0, "{text}");
    }
}

#[test]
fn capturing_everything_wins_is_forbidden_or_captures_nothing() {
    // Rule 7 wins even with fewer seeds, and at the step limit.
    let poor = "20,0,0,0,0,2/1,1,0,0,0,0 3/21 s 249";
    let won = after(DAVIS, poor, "F");
    assert_eq!((won.outcome(), won.final_stores()), (SOUTH, [7, 21]));

    assert_eq!(legal(&at(ROMEIN, SLAM)), "ABCF");
    assert_eq!(error(&at(ROMEIN, SLAM), "E"), "pit E would leave North without seeds: play A, B, C or F");
    assert_eq!(legal(&at(ROMEIN, poor)), "A");
    // Every step leaves North nothing, so this one is legal and captures.
    let forced = after(ROMEIN, "0,0,0,0,0,2/1,1,0,0,0,0 22/22 s 0", "F");
    assert_eq!(forced.to_string(), "0,0,0,0,0,0/0,0,0,0,0,0 26/22 n 1");
    assert_eq!((forced.outcome(), legal(&forced)), (SOUTH, String::new()));

    let nothing = after(ABAPA, SLAM, "E");
    assert_eq!(nothing.to_string(), "2,2,12,0,0,4/2,2,2,2,2,0 9/9 n 33");
    assert_eq!(nothing.outcome(), None);
}

#[test]
fn an_empty_row_must_be_fed() {
    for rules in [DAVIS, ROMEIN, ABAPA] {
        let position = at(rules, "0,3,0,3,2,0/0,0,0,0,0,0 20/20 s 0");
        assert_eq!(legal(&position), "DE");
        assert_eq!(error(&position, "B"), "pit B does not feed North, whose row is empty: play D or E");
        assert_eq!(error(&position, "C"), "pit C is empty");
    }
    // Eighteen seeds put two into each of North's pits and capture them all: the only step, under all rules.
    let feast = "0,0,0,0,18,0/0,0,0,0,0,0 10/20 s 0";
    let davis = after(DAVIS, feast, "E");
    assert_eq!((davis.outcome(), davis.final_stores()), (SOUTH, [22, 20]));
    let romein = after(ROMEIN, feast, "E");
    assert_eq!((romein.outcome(), romein.final_stores()), (SOUTH, [28, 20]));
    assert_eq!(after(ABAPA, feast, "E").to_string(), "1,1,1,1,0,2/2,2,2,2,2,2 10/20 n 1");
}

#[test]
fn a_row_that_cannot_be_fed_ends_the_game() {
    let starved = "0,3,0,0,1,0/0,0,0,0,0,0 20/24 s 0";
    for rules in [DAVIS, ABAPA] {
        let end = at(rules, starved);
        assert_eq!((end.outcome(), end.final_stores(), legal(&end)), (DRAW, [24, 24], String::new()));
        assert_eq!(end.reason(), "South cannot feed North and keeps the 4 seeds left: South 24, North 24.");
        assert_eq!(
            at(rules, "0,0,0,0,0,0/0,5,0,0,0,0 22/21 n 0").outcome(),
            None,
            "the five seeds of b reach A"
        );
        assert_eq!(at(rules, "0,0,0,0,0,0/0,4,0,0,0,0 23/21 n 0").outcome(), NORTH);
    }
    // Romein & Bal let South go on; then North has no seeds and South keeps what is left.
    assert_eq!(legal(&at(ROMEIN, starved)), "BE");
    let end = after(ROMEIN, starved, "E");
    assert_eq!((end.outcome(), end.final_stores()), (DRAW, [24, 24]));
    assert_eq!(end.reason(), "North has no seeds and South keeps the 4 seeds left: South 24, North 24.");
}

#[test]
fn a_majority_ends_the_game() {
    let text = "0,0,0,0,1,1/1,3,0,0,0,0 23/19 s 0";
    for rules in [DAVIS, ABAPA] {
        let end = after(rules, text, "F");
        assert_eq!((end.outcome(), legal(&end)), (SOUTH, String::new()));
        assert_eq!(end.final_stores(), [25, 19], "what is left is nobody's");
        assert_eq!(end.reason(), "South has 25 seeds, more than half.");
    }
    assert_eq!(after(ROMEIN, text, "F").outcome(), None);
}

#[test]
fn half_each_is_a_draw() {
    let text = "0,0,0,0,0,1/1,0,0,0,0,0 22/24 s 0";
    let draw = after(DAVIS, text, "F");
    assert_eq!((draw.outcome(), draw.reason().as_str()), (DRAW, "Both sides have 24 seeds."));
    assert_eq!(after(ROMEIN, text, "F").outcome(), DRAW);
    assert_eq!(after(ABAPA, text, "F").outcome(), NORTH, "nothing captured, South not fed");
    // Without the majority rule, capturing everything wins.
    assert_eq!(after(Rules { majority_ends: false, ..DAVIS }, text, "F").outcome(), SOUTH);
}

#[test]
fn the_step_limit_counts_the_stores() {
    let near = at(DAVIS, "3,4,4,4,4,4/4,4,4,4,4,3 2/0 s 249");
    assert_eq!((near.steps_to_limit(), near.outcome()), (1, None));
    let end = after(DAVIS, &near.to_string(), "F");
    assert_eq!((end.steps_to_limit(), end.outcome(), legal(&end)), (0, SOUTH, String::new()));
    assert_eq!(end.final_stores(), [2, 0]);
    assert_eq!(end.reason(), "250 steps have been made: South 2, North 0.");
    assert_eq!(after(ABAPA, &near.to_string(), "F").outcome(), None);
    // Where a repetition gives each side its own row, so does the limit.
    let rows = at(ABAPA, "3,3,3,3,3,3/4,4,4,4,4,4 5/1 n 1000");
    assert_eq!((rows.outcome(), rows.final_stores()), (NORTH, [23, 25]));
    assert_eq!(rows.reason(), "1000 steps have been made: South 23, North 25.");

    let endless = at(ROMEIN, "4,4,4,4,4,4/4,4,4,4,4,4 0/0 s 65535");
    assert_eq!((endless.steps_to_limit(), endless.outcome()), (u32::MAX, None));
    assert_eq!(
        after(ROMEIN, &endless.to_string(), "F").steps_made(),
        65535,
        "the count stops, the game does not"
    );
}

#[test]
fn a_repeated_position_ends_some_games() {
    let play = |rules: Rules| {
        let mut line = Line::new(at(rules, "1,1,0,0,0,0/1,0,0,0,0,0 22/23 s 7"));
        for step in ["B", "a", "A", "b", "C", "c", "D", "d", "E", "e", "F"] {
            line.read(step).unwrap();
            assert_eq!(line.outcome(), None);
        }
        line.read("f").unwrap();
        line
    };
    // With their own rows both have 24. With half of the three seeds left each, North stays one ahead.
    assert_eq!((play(ABAPA).outcome(), play(ABAPA).moves().len()), (DRAW, 0));
    assert_eq!((play(ROMEIN).outcome(), play(ROMEIN).moves().len()), (NORTH, 0));
    for rules in [DAVIS, Rules { repetition: Repetition::Ignored, ..ROMEIN }] {
        assert_eq!((play(rules).outcome(), play(rules).moves().len()), (None, 2));
    }
    // Pits, stores and mover must all be the same; the number of steps need not.
    let position = at(ROMEIN, "1,1,0,0,0,0/1,0,0,0,0,0 22/23 s 7");
    let again = at(ROMEIN, "1,1,0,0,0,0/1,0,0,0,0,0 22/23 s 19");
    assert!(position.repeats(&again) && position.key() == again.key());
    for text in [
        "1,1,0,0,0,0/1,0,0,0,0,0 23/22 s 7",
        "1,1,0,0,0,0/1,0,0,0,0,0 22/23 n 7",
        "1,1,0,0,0,0/0,1,0,0,0,0 22/23 s 7",
    ] {
        let other = at(ROMEIN, text);
        assert!(!position.repeats(&other) && position.key() != other.key(), "{text}");
    }
}

#[test]
fn steps_are_letters_or_numbers() {
    for pit in 0..12 {
        assert_eq!(Step::new(pit).to_string().parse(), Ok(Step::new(pit)));
    }
    let wrong = "G".parse::<Step>().unwrap_err().to_string();
    assert_eq!(wrong, "\"G\" is not a pit: A to F are South's, a to f North's");
    let south = Awari::start(&DAVIS);
    for text in ["C", "c", "3", " C "] {
        assert_eq!(south.read_step(text), Ok(Step::new(2)));
    }
    let north = after(DAVIS, &south.to_string(), "C");
    for text in ["C", "c", "9"] {
        assert_eq!(north.read_step(text), Ok(Step::new(8)));
    }
    assert_eq!(error(&south, "7"), "pit a is North's: South plays A to F");
    assert_eq!(error(&north, "3"), "pit C is South's: North plays a to f");
    assert_eq!(error(&north, "g"), "\"g\" is not a pit: North plays a to f");
    for text in ["0", "13", "03", "+3", "", "AB", "é"] {
        assert!(error(&south, text).ends_with(" is not a pit: South plays A to F"), "{text}");
    }
    let over = at(DAVIS, "0,0,0,0,0,0/0,0,0,0,0,0 24/24 s 90");
    assert_eq!(error(&over, "A"), "pit A: the game is over. Both sides have 24 seeds.");
}

#[test]
fn remarks_tell_captures() {
    let remark = |rules, step: &str| at(rules, SLAM).remark(step.parse().unwrap());
    assert_eq!(remark(DAVIS, "A"), None);
    assert_eq!(remark(DAVIS, "F").as_deref(), Some("South captures 6."));
    assert_eq!(remark(DAVIS, "E").as_deref(), Some("South captures 10, everything North has, and wins."));
    let nothing = "The capture would be everything North has, so South captures nothing.";
    assert_eq!(remark(ABAPA, "E").as_deref(), Some(nothing));
    let forced = at(ROMEIN, "0,0,0,0,0,2/1,1,0,0,0,0 22/22 s 0").remark(Step::new(5));
    let all = "South captures 4, everything North has: no step leaves North any seeds.";
    assert_eq!(forced.as_deref(), Some(all));
}

#[test]
fn the_board_is_drawn_with_the_last_step() {
    let before = "             f   e   d   c   b   a
  North  9   0   1   1   1   1   1
             2   2  12   0   6   3   9 South
             A   B   C   D   E   F
";
    assert_eq!(at(DAVIS, SLAM).draw(None), before);
    let end = "             f   e   d   c   b   a
  North  9   0   0   0   0   0   0
             2   2  12   0 [ 0]  4  19 South
             A   B   C   D   E   F
";
    assert_eq!(after(DAVIS, SLAM, "E").draw(Some(Step::new(4))), end);
    let north = after(DAVIS, "4,4,4,4,4,4/4,4,4,4,4,4 0/0 n 0", "f").draw(Some(Step::new(11)));
    assert!(north.contains("  North  0 [ 0]  4   4 "), "{north}");
}

#[test]
fn position_errors_say_what_is_wrong() {
    let error = |text: &str| Awari::parse(&DAVIS, text).unwrap_err().to_string();
    assert_eq!(error(""), "the position ends before the pits");
    assert_eq!(error("4,4,4,4,4,4"), "\"4,4,4,4,4,4\" is not the pits: South's, a slash, North's");
    assert_eq!(error("4,4,4,4,4/4,4,4,4,4,4 0/0 s 0"), "South's row has 5 pits instead of 6: \"4,4,4,4,4\"");
    assert_eq!(
        error("4,4,4,4,4,4/4,4,x,4,4,4 0/0 s 0"),
        "pit c: \"x\" is not a number of seeds from 0 to 48"
    );
    assert_eq!(error("4,4,4,4,4,4/4,4,4,4,4,4 0 s 0"), "\"0\" is not the stores: South's, a slash, North's");
    let much = "North's store: \"49\" is not a number of seeds from 0 to 48";
    assert_eq!(error("4,4,4,4,4,4/4,4,4,4,4,4 0/49 s 0"), much);
    assert_eq!(error("4,4,4,4,4,4/4,4,4,4,4,4 0/0 x 0"), "\"x\" is not the side to move: s or n");
    assert_eq!(error("4,4,4,4,4,4/4,4,4,4,4,4 0/0 s"), "the position ends before the number of steps made");
    assert_eq!(error("4,4,4,4,4,4/4,4,4,4,4,4 0/0 s 0 0"), "\"0\" is more than a position has");
    let sum = "pits and stores hold 51 seeds together; they must make 48";
    assert_eq!(error("4,4,4,4,4,4/4,4,4,4,4,4 1/2 s 0"), sum);
}

/// The examples and boards of `docs/rules/awari.md`.
#[test]
fn the_documented_examples_are_true() {
    let page = include_str!("../../../docs/rules/awari.md");
    let (_, examples) = page.split_once("## Examples").unwrap();
    let mut rows = 0;
    for row in examples.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> =
            row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [name, before, step, then, result] = cells[..] else { panic!("{row}") };
        let GameSpec::Awari(rules) = name.parse().unwrap() else { panic!("{row}") };
        if then == "illegal" {
            assert!(at(rules, before).read_step(step).is_err(), "{row}");
        } else {
            let position = after(rules, before, step);
            assert_eq!(position.to_string(), then);
            let expected = match position.outcome() {
                None => "goes on",
                Some(Outcome::Win(Side::First)) => "South wins",
                Some(Outcome::Win(Side::Second)) => "North wins",
                Some(Outcome::Draw) => "draw",
            };
            assert!(result.starts_with(expected), "{row}");
        }
        rows += 1;
    }
    assert_eq!(rows, 10);

    let capture = "0,0,0,0,0,4/1,3,1,1,0,0 20/18 s 60";
    for drawing in [Awari::start(&DAVIS).draw(None), at(DAVIS, capture).draw(None)] {
        assert!(drawing.lines().all(|line| page.contains(line)), "{drawing}");
    }
    let end = after(DAVIS, capture, "F").draw(Some(Step::new(5)));
    assert!(end.lines().all(|line| page.contains(line.trim_start())), "{end}");
}

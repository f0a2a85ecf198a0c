//! What only a person at a terminal sees.

use games::capture_go::{CaptureGo, Rules};
use games::{Game, GameSpec, Line, Session};

use super::dialogue::Dialogue;
use super::keeper::Keeper;
use super::opponent::Adviser;
use crate::talk::Talk;

/// What is said when these lines are typed by hand.
fn by_hand(lines: &str) -> String {
    let rules = Rules::cai2010(2, 2);
    let line = Line::new(CaptureGo::start(&rules));
    let adviser = Adviser::<CaptureGo>::new(&rules, 1).unwrap();
    let mut dialogue =
        Dialogue::new(Session::of(GameSpec::CaptureGo(rules), line), None, adviser, Keeper::new(None));
    let mut out = Vec::new();
    dialogue.play(&mut lines.as_bytes(), &mut Talk::new(&mut out, false, false)).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn quitting_reminds_once_of_a_game_that_nobody_keeps() {
    let reminder = "The game is not kept: save FILE keeps it, quit again leaves.";
    assert_eq!(by_hand("quit\n").matches(reminder).count(), 0, "there is nothing to keep");
    let said = by_hand("a1\nquit\nboard\nquit\nb1\n");
    assert_eq!(said.matches(reminder).count(), 1, "{said}");
    assert!(said.ends_with("The game is not finished.\n"), "{said}");
}

#[test]
fn a_finished_game_can_be_taken_back() {
    let said = by_hand("a1\nb1\npass\na2\nb2\nundo\nb2\nresign\nundo\nquit\nquit\n");
    let parts = [
        "White has won. White has captured 1 stone.\n",
        "The game is over (undo, save FILE, quit): ",
        "The game is over; undo goes back into it.\n",
        "White, move 4: ",
        "Black, move 5: ",
        "White has won: Black resigned.\n",
        "Black, move 5: ",
        "The game is not finished.\n",
    ];
    let mut rest = said.as_str();
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} is not in {rest}, of {said}")).1;
    }
}

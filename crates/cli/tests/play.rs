//! Whole games in the terminal, and their records.

mod common;

use common::{json, scratch, steps, typed};

fn file(name: &str) -> String {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).to_str().unwrap().into()
}

#[test]
fn two_people_play_the_printed_game_to_its_draw() {
    for end in ["pgn", "jsonl"] {
        let record = file(&format!("printed.{end}"));
        let run = typed(&["play", "seega:5", "--record", &record], &steps("seega5-abdelbar2003.txt"));
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert!(run.out.contains("\nWhite, step 26: d4-c4\n26. White d4-c4xc3\n"), "{}", run.out);
        assert!(run.out.contains("    o White 12   x Black 10\n\nIt is a draw. "), "{}", run.out);
        assert!(!run.out.contains('\x1b') && run.out.lines().all(|line| line.chars().count() <= 80));
        let replay = typed(&["replay", &record], "");
        assert_eq!(replay.code, 0, "{}", replay.err);
        assert!(replay.out.starts_with("1. White c1\n2. Black c5\n"), "{}", replay.out);
        assert!(replay.out.contains("\n67. Black e3-e4\n\n     a  b  c  d  e\n"), "{}", replay.out);
        assert!(replay.out.lines().last().unwrap().starts_with("It is a draw. "), "{}", replay.out);
        let report = json(&["replay", &record, "--json"], "");
        assert_eq!((&report["result"], report["steps"].as_array().unwrap().len()), (&"draw".into(), 67));
    }
}

#[test]
fn a_game_against_random_is_played_to_its_end() {
    for (game, side) in
        [("seega:5", "black"), ("seejeh:5", "second"), ("awari", "North"), ("capture-go:5", "first")]
    {
        // Whoever types every step of the board gets a legal one in time.
        let cells: String =
            ('a'..='f').flat_map(|file| (1..=5).map(move |rank| format!("{file}{rank}\n"))).collect();
        let moves: String = ('a'..='e')
            .flat_map(|f| (1..=5u8).map(move |r| (f, r)))
            .flat_map(|(f, r)| {
                let next = (f as u8 + 1) as char;
                [
                    format!("{f}{r}-{next}{r}\n"),
                    format!("{next}{r}-{f}{r}\n"),
                    format!("{f}{r}-{f}{}\n", r + 1),
                    format!("{f}{}-{f}{r}\n", r + 1),
                ]
            })
            .collect();
        let pits: String = ('a'..='f').map(|pit| format!("{pit}\n")).collect();
        let text = format!("{cells}{moves}{pits}").repeat(60);
        let words = ["play", game, "--against", "random", "--side", side, "--seed", "7", "--json"];
        let report = json(&words, &text);
        assert!(
            ["first", "second", "draw"].contains(&report["result"].as_str().unwrap_or("none")),
            "{game}: {report}"
        );
        assert_eq!(report, json(&words, &text), "the seed decides the game");
    }
}

#[test]
fn the_program_thinks_tells_and_is_recorded() {
    let record = file("level.pgn");
    let run = typed(&["play", "awari", "--side", "north", "--seed", "9", "--record", &record], "a\nquit\n");
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with("awari, you are North, South is level:5, seed 9. "), "{}", run.out);
    assert!(run.out.contains("\n1. South ") && run.out.contains(" for it, depth "), "{}", run.out);
    assert!(run.err.starts_with("South is thinking.\n"), "{}", run.err);
    let saved = std::fs::read_to_string(&record).unwrap();
    assert!(saved.contains("[White \"level:5\"]") && saved.contains("[Seed \"9\"]"), "{saved}");
    let quiet = typed(
        &["play", "awari", "--against", "level:5", "--side", "north", "--seed", "9", "-q"],
        "a\nquit\n",
    );
    assert_eq!(quiet.err, "");
    assert!(!quiet.out.contains("depth"), "{}", quiet.out);
    let report = json(&["play", "awari", "--against", "greedy", "--seed", "9", "--json"], "");
    assert_eq!((&report["player"], &report["seed"]), (&"greedy".into(), &9.into()));
    let people = json(&["play", "awari", "--json"], "");
    assert!(people["player"].is_null() && people["seed"].is_null(), "{people}");
}

#[test]
fn undo_against_the_program_goes_back_to_the_own_decision() {
    let run = typed(&["play", "seega:5", "--against", "random", "--side", "black"], "undo\nc1\nundo\nquit\n");
    assert!(
        run.out.contains(
            "Black, step 2: undo\nThere is no step of yours to take back.\nBlack, step 2: c1\n3. White "
        ),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("Black, step 4: undo\n\n") && run.out.contains("Black, step 2: quit\n"),
        "{}",
        run.out
    );
    let two = typed(&["play", "seega:5"], "a1\nb1\nundo\nc3\nb1\n");
    assert!(two.out.contains("Black, step 2: c3\nc3 is the centre"), "{}", two.out);
    assert!(two.out.ends_with("White, step 3: \nThe game is not finished.\n"), "{}", two.out);
    assert_eq!(two.code, 0);
}

#[test]
fn a_person_asks_saves_and_resigns() {
    let saved = file("resigned.pgn");
    let text = format!("help\na1\nlegal\nsave\nsave {saved}\nboard\n?\nresign\n");
    let run = typed(&["play", "seega:3", "--record", &saved], &text);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("Black, step 2: legal\nb1 c1 a2 c2 a3 b3 c3\n"), "{}", run.out);
    assert!(run.out.contains("Name a file, such as save game.pgn.\n"), "{}", run.out);
    assert!(run.out.contains(&format!("Saved in {saved}.\n")), "{}", run.out);
    assert!(run.out.ends_with("White has won: Black resigned.\n"), "{}", run.out);
    assert_eq!(json(&["replay", &saved, "--json"], "")["result"], "first");
}

#[test]
fn capture_go_is_saved_as_sgf() {
    let saved = file("game.sgf");
    let run = typed(&["play", "capture-go:3", "--record", &saved], "a1\na2\nc3\nb1\n");
    assert!(run.out.contains("White has won."), "{}", run.out);
    assert!(std::fs::read_to_string(&saved).unwrap().starts_with("(;FF[4]GM[1]"));
    let report = json(&["replay", &saved, "--json"], "");
    assert_eq!((&report["game"], &report["result"]), (&"capture-go:3".into(), &"second".into()));
}

#[test]
fn a_position_may_be_set_up() {
    let position = "bwbbw/bwwwb/wb.wb/bbwwb/wwwbb b move 0 24";
    let report = json(&["play", "seega:5", "--position", position, "--json"], "b3-c3\n");
    assert_eq!(report["start"], position);
    assert_eq!(report["result"], serde_json::Value::Null);
    assert_eq!(report["steps"].as_array().unwrap().len(), 1);
}

#[test]
fn a_broken_record_is_shown_as_far_as_it_goes() {
    let record =
        scratch("broken.pgn", "[Variant \"seega:5\"]\n[RulesVersion \"1\"]\n\n1. a1 2. e5 3. c3 4. b1 *\n");
    let run = typed(&["replay", &record], "");
    assert_eq!(run.code, 2);
    assert!(run.out.starts_with("1. White a1\n2. Black e5\n\n     a  b  c  d  e\n"), "{}", run.out);
    let sentence = "broken.pgn, game 1: step 3, \"c3\": c3 is the centre: no piece may be placed there\n";
    assert!(run.err.starts_with("petteia: ") && run.err.ends_with(sentence), "{}", run.err);
    let report = json(&["replay", &record, "--json"], "");
    assert_eq!(report["steps"], serde_json::json!(["a1", "e5"]));
    assert!(report["error"].as_str().unwrap().contains("step 3"));
}

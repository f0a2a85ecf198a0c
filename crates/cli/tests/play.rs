//! Whole games in the terminal, and their records.

mod common;

use std::io::{BufRead, Read, Write};

use common::{json, scratch, steps, typed};

/// The name of a file that does not exist yet.
fn file(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().into()
}

#[test]
fn two_people_play_the_printed_game_to_its_draw() {
    for end in ["pgn", "jsonl"] {
        let record = file(&format!("printed.{end}"));
        let run = typed(&["play", "seega:5", "--record", &record], &steps("seega5-abdelbar2003.txt"));
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert!(run.out.contains("\nWhite, move 26: d4-c4\n26. White d4-c4xc3\n"), "{}", run.out);
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
            "Black, move 2: undo\nThere is no move of yours to take back.\nBlack, move 2: c1\n3. White "
        ),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("Black, move 4: undo\n\n") && run.out.contains("Black, move 2: quit\n"),
        "{}",
        run.out
    );
    let two = typed(&["play", "seega:5"], "a1\nb1\nundo\nc3\nb1\n");
    assert!(two.out.contains("Black, move 2: c3\nc3 is the centre"), "{}", two.out);
    assert!(two.out.ends_with("White, move 3: \nThe game is not finished.\n"), "{}", two.out);
    assert_eq!(two.code, 0);
}

#[test]
fn a_person_asks_saves_and_resigns() {
    let saved = file("resigned.pgn");
    let text = format!("help\nsave {saved}\na1\nlegal\nsave\nsave {saved}\nboard\n?\nposition\nresign\n");
    let run = typed(&["play", "seega:3", "--record", &saved], &text);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("Black, move 2: legal\nb1 c1 a2 c2 a3 b3 c3\n"), "{}", run.out);
    assert!(run.out.contains("Name a file, such as save game.pgn.\n"), "{}", run.out);
    assert!(run.out.contains("There is no move yet that could be kept.\n"), "{}", run.out);
    assert!(run.out.contains("Black, move 2: position\n.../.../w.. b place 0 1\n"), "{}", run.out);
    assert!(run.out.contains(&format!("Saved in {saved}.\n")), "{}", run.out);
    assert!(run.out.ends_with("White has won: Black resigned.\n"), "{}", run.out);
    let report = json(&["replay", &saved, "--json"], "");
    assert_eq!((&report["result"], &report["games_in_file"]), (&"first".into(), &1.into()));
    assert_eq!(report["reason"], "White has won: Black resigned.");
    let text = std::fs::read_to_string(&saved).unwrap();
    for tag in ["[Date \"20", "[White \"Person\"]", "[Annotator \"petteia ", "[Termination \"resignation\"]"]
    {
        assert!(text.contains(tag), "{tag}: {text}");
    }
}

#[test]
fn two_people_may_agree_on_a_draw() {
    let record = file("agreed.jsonl");
    let run = typed(&["play", "awari", "--record", &record], "C\ndraw\n");
    assert!(run.out.ends_with("It is a draw, agreed by the players.\n"), "{}", run.out);
    assert!(typed(&["replay", &record], "").out.ends_with("It is a draw, agreed by the players.\n"));
    let alone = typed(&["play", "awari", "--against", "random"], "draw\nquit\n");
    assert!(alone.out.contains("The program agrees to no draw"), "{}", alone.out);
}

#[test]
fn a_hint_is_a_legal_step_with_its_value() {
    let run = typed(
        &["play", "seega:5", "--position", "..w.b/..b../wb.b./..w../b.... w move 0 30"],
        "hint\nlegal\nquit\n",
    );
    assert!(run.out.contains("White, move 1: hint\nc2-c3xb3,c4 (value +"), "{}", run.out);
    let awari = typed(&["play", "awari", "--position", "0,0,0,0,0,4/1,3,1,1,0,0 20/18 s 60"], "legal\n");
    assert!(awari.out.contains("move 1: legal\nF (takes 4)\n"), "{}", awari.out);
}

/// The games of others stay; a game without a step is none; an .sgf is never written over.
#[test]
fn a_record_joins_the_games_of_its_file() {
    for end in ["PGN", "jsonl"] {
        let record = file(&format!("several.{end}"));
        for (steps, games) in [("a1\nquit\n", 1), ("quit\n", 1), ("b1\na1\nundo\nc1\nquit\n", 2)] {
            assert_eq!(typed(&["play", "seega:3", "--record", &record], steps).code, 0);
            assert_eq!(json(&["replay", &record, "--json"], "")["games_in_file"], games, "{steps}");
        }
        let second = json(&["replay", &record, "--game", "2", "--json"], "");
        assert_eq!(second["steps"], serde_json::json!(["b1", "c1"]));
    }
    let none = file("none-played.pgn");
    assert_eq!(typed(&["play", "seega:3", "--record", &none], "quit\n").code, 0);
    assert!(!std::path::Path::new(&none).exists());
    let sgf = file("once.sgf");
    assert_eq!(typed(&["play", "capture-go:3", "--record", &sgf], "a1\nquit\n").code, 0);
    let again = typed(&["play", "capture-go:3", "--record", &sgf], "b2\nquit\n");
    assert_eq!((again.code, again.out.as_str()), (2, ""), "{}", again.err);
    assert!(std::fs::read_to_string(&sgf).unwrap().contains(";B[ac])"));
}

/// Before the first step it shows whether the record can be written.
#[test]
fn a_record_that_cannot_be_written_is_refused_at_once() {
    let run = typed(&["play", "seega:3", "--record", "no/such/folder/game.pgn"], "a1\nquit\n");
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
    assert!(run.err.starts_with("petteia: cannot write no/such/folder/game.pgn: "), "{}", run.err);
}

/// Nobody lets it end, and nobody reads any more what it says: the steps are in the file all the same.
#[test]
fn a_game_that_is_broken_off_is_in_its_file() {
    let record = file("broken-off.pgn");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_petteia"))
        .args(["play", "seega:3", "--record", &record])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut typing = child.stdin.take().unwrap();
    let has = |steps: &str| {
        (0..200).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            std::fs::read_to_string(&record).is_ok_and(|text| text.ends_with(&format!("{steps} *\n\n")))
        })
    };
    typing.write_all(b"a1\n").unwrap();
    assert!(has("1. a1"));
    // Gone before it has asked for the next step, the reader ends the game.
    let (mut said, mut text) = (child.stdout.take().unwrap(), Vec::new());
    while !text.ends_with(b"Black, move 2: ") {
        let mut byte = [0];
        said.read_exact(&mut byte).unwrap();
        text.extend(byte);
    }
    drop(said);
    typing.write_all(b"b1\n").unwrap();
    assert!(has("1. a1 2. b1"));
    let _ = child.kill();
    let _ = child.wait();
}

#[test]
fn a_game_that_cannot_be_written_in_the_end_is_told() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("vanishing");
    std::fs::create_dir_all(&folder).unwrap();
    let record = folder.join("game.pgn");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_petteia"))
        .args(["play", "seega:3", "--record", record.to_str().unwrap()])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    child.stdin.take().unwrap().write_all(b"a1\nquit\n").unwrap();
    said.read_to_string(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(line.contains("cannot write ") && err.contains("1. a1 *\n"), "{line}{err}");
}

#[test]
fn a_saved_game_goes_on() {
    let (first, second) = (file("first.pgn"), file("second.jsonl"));
    typed(&["play", "seega:3", "--record", &first], "a1\nb1\nresign\n");
    let run = typed(&["play", "--from", &first, "--record", &second], "c1\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("White, move 3: c1\n"), "{}", run.out);
    assert_eq!(json(&["replay", &second, "--json"], "")["steps"], serde_json::json!(["a1", "b1", "c1"]));
    let other = typed(&["play", "seega:5", "--from", &first], "");
    assert_eq!(other.code, 2);
    assert!(other.err.ends_with("first.pgn: this is a game of seega:3, not of seega:5\n"), "{}", other.err);
}

#[test]
fn records_are_converted() {
    let (jsonl, pgn, sgf) = (file("go.jsonl"), file("go.pgn"), file("go.sgf"));
    typed(&["play", "capture-go:3", "--record", &jsonl], "a1\na2\nc3\nb1\n");
    let run = typed(&["convert", &jsonl, &sgf], "");
    assert_eq!(
        (run.code, run.out.as_str(), run.err.ends_with(&format!("1 game written to {sgf}\n"))),
        (0, "", true)
    );
    assert_eq!(typed(&["convert", &sgf, &pgn, "-q"], "").err, "");
    let steps = |file: &str| json(&["replay", file, "--json"], "")["steps"].clone();
    assert_eq!((steps(&pgn), steps(&sgf)), (steps(&jsonl), steps(&jsonl)));
    let again = typed(&["convert", &jsonl, &pgn], "");
    assert_eq!(again.code, 2);
    assert!(again.err.ends_with("go.pgn: this file exists; choose another name\n"), "{}", again.err);
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
    assert!(run.out.ends_with("\n\nPosition: ....b/...../...../...../w.... w place 0 2\n"), "{}", run.out);
    let report = json(&["replay", &record, "--json"], "");
    assert_eq!(report["steps"], serde_json::json!(["a1", "e5"]));
    assert!(report["error"].as_str().unwrap().contains("step 3"));
    let sgf = scratch("broken.sgf", "(;GM[1]SZ[3];B[aa];B[bb])");
    let run = typed(&["replay", &sgf], "");
    assert_eq!((run.code, run.out.starts_with("1. Black a3\n\n     a  b  c\n")), (2, true), "{}", run.out);
    assert!(run.err.ends_with("game 1: step 2, \"black:b2\": b2: it is White's step\n"), "{}", run.err);
}

/// One bad game among good ones, a result that nobody explains, and a comment that would move the cursor.
#[test]
fn a_record_is_shown_as_it_is_and_no_more() {
    let good = "[Variant \"seega:5\"]\n\n1. a1 {so\u{1b}[2J} 2. e5 1-0\n\n";
    let record = scratch("mixed.pgn", &format!("{good}[Variant \"chess\"]\n\n1. e4 *\n\n{good}"));
    let run = typed(&["replay", &record, "--game", "3"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("\n   so [2J\n") && !run.out.contains('\u{1b}'), "{}", run.out);
    assert!(run.out.ends_with("\nWhite has won, as the record says.\n"), "{}", run.out);
    let bad = typed(&["replay", &record, "--game", "2"], "");
    assert_eq!((bad.code, bad.out.as_str()), (2, ""));
    assert!(bad.err.contains("mixed.pgn: the game of line 5: \"chess\" is not a game"), "{}", bad.err);
}

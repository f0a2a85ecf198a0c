//! Wrong input ends with code 2 and one sentence, whatever it is; closed pipes are no mistake.

mod common;

use std::process::{Command, Stdio};

use common::{scratch, typed};

fn wrong(words: &[&str]) -> String {
    let run = typed(words, "");
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{words:?}: {}", run.err);
    let sentence = run.err.strip_prefix("petteia: ").unwrap_or_else(|| panic!("{words:?}: {}", run.err));
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence.trim_end().into()
}

#[test]
fn every_mistake_has_its_sentence() {
    assert_eq!(
        wrong(&["anlyse"]),
        "unrecognized subcommand 'anlyse'; did you mean analyse? (--help says more)"
    );
    assert!(wrong(&["play", "seega:5", "--sid", "white"]).contains("; did you mean --side? "));
    assert!(wrong(&["rules", "seejah:5"]).contains("\"seejah:5\" is not a game: did you mean seejeh? "));
    assert!(wrong(&["rules", "chess"]).starts_with("\"chess\" is not a game: seega:7, "));
    assert_eq!(wrong(&["play", "seega:6"]), "\"seega:6\": size = 6: boards have 3, 5, 7 or 9 rows");
    assert_eq!(
        wrong(&["play", "seega:5", "--against", "random", "--side", "red"]),
        "--side: \"red\" is not a side of this game: first (White) or second (Black)"
    );
    let nobody = wrong(&["play", "seega:5", "--against", "kasparov"]);
    let sentence =
        "--against: at character 1, \"kasparov\": no player of this game has that name: random, greedy, ";
    assert!(nobody.starts_with(sentence), "{nobody}");
    assert_eq!(
        wrong(&["engine", "awari", "--player", "level:11"]),
        "--player: at character 1, \"level:11\": levels are 1 to 10"
    );
    assert_eq!(
        wrong(&["match", "awari", "random", "mcts(sims=0)"]),
        "SPEC_B: at character 11, \"0\": sims is a whole number from 1 to 18446744073709551615"
    );
    for games in ["7", "-5", "0", "many", "5000000000"] {
        assert_eq!(
            wrong(&["match", "awari", "random", "random", "--games", games]),
            format!(
                "invalid value '{games}' for '--games <N>': games come in pairs, so their number is even, from 2 to 4294967294 \
                 (--help says more)"
            )
        );
    }
    assert_eq!(
        wrong(&["match", "awari", "random", "ugi(\"no-such-program\")"]),
        "ugi(no-such-program): \"no-such-program\" cannot be started: No such file or directory (os error 2)"
    );
    assert_eq!(
        wrong(&["analyse", "seega:3", "--position", "b../.bw/b.. b move 3 20"]),
        "--position: the game is over. White has one piece left."
    );
    assert_eq!(
        wrong(&["play", "seega:5", "--record", "game.sgf"]),
        "game.sgf: a record of Seega ends in .pgn or .jsonl"
    );
    assert_eq!(
        wrong(&["play", "seega:5", "--record", "game.txt"]),
        "game.txt: a record of Seega ends in .pgn or .jsonl"
    );
    assert_eq!(
        wrong(&["perft", "seega:5", "2", "--position", "w"]),
        "--position: the board has 1 rows, but this game has 5"
    );
    assert_eq!(
        wrong(&["explain", "awari", "--eval", "material"]),
        "--eval: at character 1, \"material\": no evaluator of that name can be taken apart: those of this game are davis2002(FILE)"
    );
    assert_eq!(
        wrong(&["engine", "seega:5", "--gtp"]),
        "--gtp: seega:5 is not played by Go programs; leave --gtp out for UGI"
    );
}

/// However much somebody types, the sentence stays one that can be read.
#[test]
fn long_inputs_are_not_echoed() {
    let long = "x".repeat(100_000);
    for words in [
        &["rules", &long][..],
        &[&long],
        &["play", "seega:5", "--against", &long],
        &["play", "seega:5", "--position", &long],
        &["play", "seega:5", "--side", &long],
        &["match", "awari", "random", "random", "--games", &long],
        &["replay", &scratch("long.pgn", &format!("[Variant \"{long}\"]\n\n*\n"))],
        &["rules", "seega:5", "--rules", &scratch("long.toml", &format!("{long} = 3\n"))],
        &["train", &scratch("long-train.toml", &format!("game = \"{long}\"\n"))],
    ] {
        let sentence = wrong(words);
        assert!(sentence.len() < 2_000, "{}: {} bytes", words[0], sentence.len());
    }
    let much = "y".repeat(5_000_000);
    let talk = [
        (
            vec!["engine", "seega:5"],
            format!("{much}\nposition {much}\nsetoption name {much} value {much}\nquit\n"),
        ),
        (vec!["engine", "capture-go:9", "--gtp"], format!("{much}\nplay b {much}\nquit\n")),
        (
            vec!["analyse", "awari", "--stdio"],
            format!("{{\"id\":\"a\",\"moves\":[\"{much}\"]}}\n{{\"id\":\"a\",\"game\":\"{much}\"}}\n"),
        ),
        (vec!["play", "awari"], format!("{much}\nquit\n")),
    ];
    for (words, input) in talk {
        let run = typed(&words, &input);
        // A person's line is written back once, so that a game read from a file looks like a game.
        let echoed = if words[0] == "play" { much.len() } else { 0 };
        assert!(
            run.out.len() + run.err.len() < echoed + 20_000,
            "{words:?}: {} {}",
            run.out.len(),
            run.err.len()
        );
    }
}

#[test]
fn a_rules_file_names_file_and_place() {
    let unknown = scratch("unknown.toml", "quiet_limit = 3\nquite_limit = 4\n");
    assert!(
        wrong(&["rules", "seega:5", "--rules", &unknown])
            .starts_with(&format!("{unknown}: \"quite_limit\" is no switch of this game; it has "))
    );
    let broken = scratch("broken.toml", "quiet_limit = 3\nblocked ==\n");
    assert!(wrong(&["rules", "seega:5", "--rules", &broken]).starts_with(&format!("{broken}: line 2: ")));
}

#[test]
fn a_file_of_games_is_checked_before_it_is_shown() {
    let one = scratch("one.pgn", "[Variant \"seega:5\"]\n[RulesVersion \"1\"]\n\n1. a1 *\n");
    assert_eq!(wrong(&["replay", &one, "--game", "2"]), format!("--game 2: {one} has games 1 to 1"));
    assert_eq!(wrong(&["replay", &one, "--game", "0"]), format!("--game 0: {one} has games 1 to 1"));
    let binary = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("binary.pgn");
    std::fs::write(&binary, b"[Event\xff").unwrap();
    let binary = binary.to_str().unwrap();
    assert_eq!(wrong(&["replay", binary]), format!("{binary}: this is no UTF-8 text from byte 6 on"));
    assert_eq!(
        wrong(&["rules", "awari", "--rules", binary]),
        format!("{binary}: this is no UTF-8 text from byte 6 on")
    );
    let none = scratch("none.pgn", "\n");
    assert!(wrong(&["replay", &none]).starts_with(&format!("{none}: ")));
}

#[test]
fn the_command_line_is_explained_in_one_sentence() {
    assert_eq!(wrong(&["dance"]), "unrecognized subcommand 'dance' (--help says more)");
    assert_eq!(
        wrong(&["perft", "seega:5"]),
        "the following required arguments were not provided: <DEPTH> (--help says more)"
    );
    assert!(wrong(&["perft", "seega:5", "0"]).starts_with("invalid value '0' for '<DEPTH>'"));
    assert!(wrong(&["analyse", "awari", "--stdio", "--json"]).contains("--json"));
    let bare = typed(&[], "");
    assert_eq!((bare.code, bare.out.as_str()), (2, ""));
    assert!(
        bare.err.contains("Usage: petteia") && bare.err.contains("petteia: a command is missing"),
        "{}",
        bare.err
    );
}

#[test]
fn what_the_system_refuses_is_code_1() {
    let run = typed(&["replay", "no-such-file.pgn"], "");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.starts_with("petteia: cannot read no-such-file.pgn: "), "{}", run.err);
}

#[test]
fn a_reader_that_has_seen_enough_is_fine() {
    for words in
        [&["rules", "seega:5"][..], &["rules", "seega:5", "--json"], &["bench"], &["completions", "bash"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_petteia"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(0), ""),
            "{words:?}"
        );
    }
}

#[test]
fn nobody_has_to_listen_to_the_talk() {
    for (words, code) in [(&["rules", "chess"][..], 2), (&["perft", "awari", "3"], 0)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_petteia"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(code), "{words:?}");
    }
}

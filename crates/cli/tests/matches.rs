//! Matches with other programs, with a test that ends them, and on record.

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{fine, json, typed};

/// Our own program as another one.
fn engine(words: &str) -> String {
    format!("{} engine {words}", env!("CARGO_BIN_EXE_petteia"))
}

fn fake(how: &str) -> String {
    format!("{}/tests/engines/fake {how}", env!("CARGO_MANIFEST_DIR"))
}

/// The games of a match, without the names of the players.
fn games(game: &str, players: [&str; 2], more: &[&str]) -> Vec<serde_json::Value> {
    let file = format!(
        "games-{}.jsonl",
        players.concat().chars().filter(char::is_ascii_alphanumeric).collect::<String>()
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&file);
    // Games of an earlier match would stay in it.
    let _ = std::fs::remove_file(&path);
    let words = ["match", game, players[0], players[1], "--games", "6", "--record", &file, "--quiet"];
    fine(&[&words[..], more].concat());
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| {
            let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
            game["tags"] = serde_json::Value::Null;
            game
        })
        .collect()
}

#[test]
fn our_program_from_outside_plays_as_from_inside() {
    for (game, inside) in
        [("seega:5", "best"), ("awari", "best"), ("capture-go:5", "alphabeta(eval=material)")]
    {
        let outside = format!("ugi(\"{}\")", engine(&format!("{game} --player '{inside}'")));
        let limits = ["--nodes", "200"];
        let here = games(game, [inside, "level:3"], &limits);
        assert_eq!(here.len(), 6);
        assert_eq!(games(game, [&outside, "level:3"], &limits), here, "{game}");
        let threads = ["--nodes", "200", "--threads", "2"];
        assert_eq!(games(game, [&outside, "level:3"], &threads), here, "{game}, two of each at a time");
    }
    // A program that plays by chance is given a seed for every game, so the match can be repeated.
    let random = format!("ugi(\"{}\")", engine("awari --player level:1"));
    let first = games("awari", [&random, "random"], &[]);
    assert_eq!(games("awari", [&random, "random"], &["--threads", "3"]), first);
    assert_ne!(first[0], first[2]);
}

#[test]
fn go_programs_play_capture_go() {
    let outside =
        format!("gtp(\"{}\")", engine("capture-go:5 --gtp --player 'alphabeta(depth=2,eval=material)'"));
    let inside = "alphabeta(depth=2,eval=material)";
    let here = games("capture-go:5", [inside, "greedy"], &[]);
    assert_eq!(games("capture-go:5", [&outside, "greedy"], &[]), here);
    let square = typed(&["match", "capture-go:4x5", &outside, "greedy"], "");
    assert!(square.code == 2 && square.err.contains("Go programs play on square boards"), "{}", square.err);
}

#[test]
fn a_program_that_fails_loses_the_game_and_the_match_goes_on() {
    for (how, why) in [
        ("hang", "no step within 80 ms"),
        ("babble", "no step within 80 ms"),
        ("die", "the program has ended (exit status: 3)"),
        ("cheat", "illegal step: "),
        ("pass", "illegal step: "),
    ] {
        let outside = format!("ugi(\"{}\",patience=80)", fake(how));
        let since = Instant::now();
        let words = ["match", "awari", &outside, "random", "--games", "4", "--opening", "3", "--json"];
        let report = json(&words, "");
        assert!(since.elapsed() < Duration::from_secs(20), "{how}");
        assert_eq!((&report["games"], &report["losses"]), (&4.into(), &4.into()), "{how}: {report}");
        let failures: Vec<&str> =
            report["failures"].as_array().unwrap().iter().map(|failure| failure.as_str().unwrap()).collect();
        assert_eq!(failures.len(), 4, "{failures:?}");
        assert!(failures.iter().all(|failure| failure.contains(why)), "{failures:?}");
        assert!(failures[0].starts_with("game 1, step "), "{failures:?}");
    }
    let told = typed(&["match", "awari", "random", &format!("ugi(\"{}\")", fake("die")), "--games", "2"], "");
    assert!(told.code == 0 && told.err.lines().count() == 2, "{}", told.err);
    assert!(told.out.contains("\nfailures   2, the first in game 1, step "), "{}", told.out);
}

#[test]
fn a_failure_stands_in_the_record() {
    let outside = format!("ugi(\"{}\")", fake("cheat"));
    let games = games("awari", [&outside, "random"], &[]);
    let comments = serde_json::to_string(&games[0]["comments"]).unwrap();
    assert!(comments.contains("South forfeits: illegal step: "), "{comments}");
    assert_eq!((&games[0]["result"], &games[1]["result"]), (&"second".into(), &"first".into()));
}

#[test]
fn a_decided_match_ends_and_says_so() {
    let words = ["match", "seega:3", "alphabeta(depth=3)", "random", "--sprt", "0", "100", "--json"];
    let report = json(&words, "");
    assert_eq!(report["sprt"]["verdict"], "higher", "{report}");
    assert!(report["games"].as_u64().unwrap() < 200 && report["los"].as_f64().unwrap() > 0.95, "{report}");
    assert_eq!((&report["sprt"]["model"], &report["sprt"]["elo1"]), (&"logistic".into(), &100.0.into()));
    let two = json(&[&words[..], &["--threads", "2"]].concat(), "");
    assert_eq!((&two["games"], &two["pentanomial"]), (&report["games"], &report["pentanomial"]));
    let sides = report["sides"].as_array().unwrap();
    assert_eq!((&sides[0]["side"], &sides[1]["side"]), (&"White".into(), &"Black".into()));
    for result in ["wins", "draws", "losses"] {
        let both: u64 = sides.iter().map(|with| with[result].as_u64().unwrap()).sum();
        assert_eq!(both, report[result].as_u64().unwrap(), "{report}");
    }
    let text = fine(&["match", "seega:3", "random", "greedy", "--sprt", "-50", "0", "--normalised"]);
    assert!(text.contains("\nSPRT       -50 rather than 0 normalised Elo (LLR -"), "{text}");
    assert!(text.contains(" --sprt -50 0 --normalised\n"), "{text}");
    let wrong = typed(&["match", "seega:3", "random", "greedy", "--sprt", "5", "0"], "");
    assert!(wrong.code == 2 && wrong.err.contains("the lower first"), "{}", wrong.err);
}

#[test]
fn results_by_side_are_those_of_the_first_player() {
    // White's exchange makes the sides as unequal as can be.
    let text = fine(&["match", "seejeh:5(exchange=any)", "greedy", "random", "--games", "20"]);
    let sides = "as Black   10: 2 won, 0 drawn, 8 lost\nas White   10: 10 won, 0 drawn, 0 lost\n";
    assert!(text.contains(sides), "{text}");
}

#[test]
fn a_clean_score_is_not_certain() {
    let text = fine(&["match", "awari", "level:5", "random", "--games", "6"]);
    let side = |name| format!("as {name}   3: 3 won, 0 drawn, 0 lost\n");
    let [south, north] = ["South", "North"].map(side);
    let games = format!(
        "games      6: 6 won, 0 drawn, 0 lost\n{south}{north}distinct   6 of 6 games\nscore      100.0% (43.9% to 100.0%)"
    );
    assert!(text.contains(&games), "{text}");
    assert!(text.contains("\nElo        above -43\nLOS        95.8%\n"), "{text}");
}

/// Without openings two players without randomness have two games, and those prove what two games prove.
#[test]
fn repeated_games_count_once() {
    let players = ["match", "awari", "alphabeta(depth=2)", "alphabeta(depth=3)", "--opening", "0", "--games"];
    let many = json(&[&players[..], &["40", "--json"]].concat(), "");
    assert_eq!(
        [&many["games"], &many["distinct"], &many["repeated_pairs"], &many["cut"]],
        [40, 2, 19, 0],
        "{many}"
    );
    let once = json(&[&players[..], &["2", "--json"]].concat(), "");
    assert_eq!((&once["distinct"], &once["repeated_pairs"]), (&2.into(), &0.into()));
    for key in ["pentanomial", "score", "score_low", "score_high", "elo_low", "elo_high", "los"] {
        assert_eq!(many[key], once[key], "{key}");
    }
    let [low, high] = ["score_low", "score_high"].map(|end| many[end].as_f64().unwrap());
    assert!(high - low > 0.6, "{low} to {high}");
    let text = fine(&[&players[..], &["40"]].concat());
    let line = "\ndistinct   2 of 40 games; 19 pairs repeat earlier ones, which score, Elo and LOS count once\nscore ";
    assert!(text.contains(line), "{text}");
    // A test of 40,000 games cannot be decided by two.
    let test = json(&[&players[..], &["100", "--sprt", "0", "10", "--json"]].concat(), "");
    assert_eq!((&test["games"], &test["sprt"]["verdict"]), (&100.into(), &"open".into()), "{test}");
    let different = json(&["match", "awari", "random", "random", "--games", "20", "--json"], "");
    assert_eq!((&different["distinct"], &different["repeated_pairs"]), (&20.into(), &0.into()));
}

#[test]
fn games_that_are_cut_off_are_counted() {
    let words = ["match", "seega:ludii:5", "random", "random", "--games", "4", "--longest", "30"];
    let report = json(&[&words[..], &["--json"]].concat(), "");
    assert_eq!((&report["cut"], &report["draws"]), (&4.into(), &4.into()), "{report}");
    let text = fine(&words);
    assert!(
        text.contains("\ncut off    4 games after 30 steps, as draws; --longest allows more\n"),
        "{text}"
    );
    assert!(!fine(&["match", "awari", "random", "random", "--games", "4"]).contains("cut off"));
}

#[test]
fn records_can_be_read_again() {
    fine(&["match", "capture-go:4", "random", "greedy", "--games", "4", "--record", "match.pgn"]);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("match.pgn");
    let shown = fine(&["replay", file.to_str().unwrap(), "--game", "4"]);
    assert!(shown.contains(" has won. "), "{shown}");
    // What stands in a file stays, also where its last line has no end.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unended.jsonl");
    let _ = std::fs::remove_file(&path);
    let words = ["match", "awari", "random", "greedy", "--games", "2", "--record", "unended.jsonl"];
    fine(&words);
    std::fs::write(&path, std::fs::read_to_string(&path).unwrap().trim_end()).unwrap();
    fine(&words);
    fine(&["replay", path.to_str().unwrap(), "--game", "4"]);
    let wrong = typed(&["match", "capture-go:4", "random", "greedy", "--record", "match.sgf"], "");
    assert!(wrong.code == 2 && wrong.err.contains("several games ends in .jsonl or .pgn"), "{}", wrong.err);
}

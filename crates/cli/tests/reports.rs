//! Commands that print something about the games.

mod common;

use common::{data, fine, json, scratch, typed};

#[test]
fn games_are_listed_in_80_columns() {
    let text = fine(&["games"]);
    assert!(
        text.starts_with(
            "seega:7   sizes: 3, 5, 7 or 9\n    Seega by the rules of Abdelbar, Ragab and Mitri"
        ),
        "{text}"
    );
    assert_eq!(text.lines().filter(|line| !line.starts_with(' ')).count(), games::presets().count());
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    let list = json(&["games", "--json"], "");
    let names: Vec<&str> =
        list["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, games::presets().map(|preset| preset.usual().to_string()).collect::<Vec<_>>());
}

#[test]
fn rules_have_words_a_board_and_switches_to_paste() {
    for (game, title) in [
        ("seega:5", "Seega"),
        ("seejeh:7", "Seejeh"),
        ("awari:romein", "Awari"),
        ("capture-go:4x5", "Capture Go"),
    ] {
        let text = fine(&["rules", game]);
        assert!(text.starts_with(&format!("{title}\n{}\n\n", "-".repeat(title.len()))), "{text}");
        // A position string is one word and stays whole.
        let wide =
            |line: &&str| line.chars().count() > 80 && line.split(' ').all(|word| word.chars().count() < 60);
        assert_eq!(text.lines().find(wide), None);
        let (_, switches) = text.split_once(&format!("The switches of {game}\n")).unwrap();
        let switches = switches.split_once('\n').unwrap().1;
        // Whatever is pasted from there gives the same game again.
        let file = scratch(&format!("{}.toml", game.replace(':', "-")), switches);
        assert_eq!(json(&["rules", game, "--rules", &file, "--json"], "")["game"], game);
    }
    let text = fine(&["rules", "seega:5"]);
    assert!(text.contains("\n  3  .  .  +  .  .  3\n") && text.contains("\nquiet_limit = 40\n"), "{text}");
    let file = scratch("no-limit.toml", "# longer games\nquiet_limit = 0\n");
    let report = json(&["rules", "seega:5", "--rules", &file, "--json"], "");
    assert_eq!(report["game"], "seega:5(quiet_limit=0)");
    assert_eq!(report["switches"]["quiet_limit"], 0);
}

#[test]
fn perft_finds_the_published_counts() {
    let table = data("perft.txt");
    let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert!(rows.len() >= 8, "{table}");
    for row in rows {
        let [game, position, counts] = row.split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap();
        let counts: Vec<u64> =
            counts.split(' ').map(|n| n.parse().unwrap()).filter(|&n| n < 100_000).collect();
        let depth = counts.len().to_string();
        let report = json(&["perft", game, &depth, "--position", position, "--divide", "--json"], "");
        assert_eq!(report["counts"], serde_json::json!(counts), "{row}");
        let shares = report["divide"].as_array().unwrap();
        assert_eq!(shares.len() as u64, counts[0]);
        assert_eq!(
            shares.iter().map(|share| share["count"].as_u64().unwrap()).sum::<u64>(),
            *counts.last().unwrap()
        );
    }
    assert_eq!(
        fine(&["perft", "awari", "3"]),
        " 1                    6\n 2                   36\n 3                  190\n"
    );
    let divided = fine(&["perft", "seega:3", "2", "--divide"]);
    assert!(divided.contains("\na1                    7\n"), "{divided}");
}

#[test]
fn bench_prints_the_same_signature_twice() {
    let text = fine(&["bench"]);
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let (total, games) = numbers.split_last().unwrap();
    assert_eq!(games.len(), 2 * engine::games::bench().count());
    assert_eq!(games.iter().sum::<u64>() % 1_000_000_000, *total);
    assert!(text.ends_with(&format!("\nBench: {total}\n")), "{text}");
    assert_eq!(json(&["bench", "--json"], "")["bench"].as_u64(), Some(*total));
}

#[test]
fn completions_and_manual_pages_are_written() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = fine(&["completions", shell]);
        assert!(script.contains("petteia") && script.contains("replay"), "{shell}");
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    fine(&["man", folder.to_str().unwrap()]);
    for page in ["petteia", "petteia-play", "petteia-replay", "petteia-engine"] {
        let text = std::fs::read_to_string(folder.join(format!("{page}.1"))).unwrap();
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        "games",
        "rules",
        "players",
        "play",
        "replay",
        "convert",
        "analyse",
        "match",
        "perft",
        "bench",
        "engine",
        "completions",
        "man",
    ] {
        let help = fine(&[command, "--help"]);
        assert!(help.contains(&format!("  petteia {command}")) || command == "games", "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}

#[test]
fn engines_speak_their_protocols() {
    let ugi =
        typed(&["engine", "seega:5"], "ugi\nisready\nposition startpos moves a1\nquery p1turn\ngo\nquit\n");
    assert_eq!(ugi.code, 0, "{}", ugi.err);
    for answer in ["ugiok\n", "readyok\n", "response false\n", "bestmove "] {
        assert!(ugi.out.contains(answer), "{answer}: {}", ugi.out);
    }
    let words = ["engine", "awari", "--player", "alphabeta(depth=3)"];
    let limited = typed(&words, "go\n");
    assert!(
        limited.out.contains("\ninfo depth 3 nodes ") && !limited.out.contains("depth 4"),
        "{}",
        limited.out
    );
    let gtp = typed(
        &["engine", "capture-go:5", "--gtp", "--player", "level:3"],
        "boardsize 5\nplay b c3\ngenmove w\nquit\n",
    );
    assert_eq!(gtp.code, 0, "{}", gtp.err);
    assert_eq!(gtp.out.matches("= ").count() + gtp.out.matches("=\n").count(), 4, "{}", gtp.out);
}

#[test]
fn explain_shows_the_papers_features() {
    let end = "w.....w/bb...../b....../.bbbbb./bb...../ww.bbbb/ww...bw w move 40 190";
    let text = fine(&["explain", "seega:7", "--position", end]);
    for line in [
        "  f1  corners                         -1.000",
        "  f11 material                         0.364",
        "  corners-minus-borders           f1 - f2                -0.958   0.698   -0.669",
        "  for White, who is to move                                               -0.046",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    let told =
        json(&["explain", "seega:5", "--moves", "a1 e5", "--eval", "abdelbar2004-white", "--json"], "");
    assert_eq!((&told["phase"], told["features"].as_array().unwrap().len()), (&"placing".into(), 13));
    let told = json(&["explain", "awari", "--position", "2,2,12,2,6,3/1,1,1,1,1,0 7/9 s 40", "--json"], "");
    assert_eq!((&told["terms"][4]["value"], &told["terms"][5]["value"]), (&9.0.into(), &7.0.into()));
}

//! `petteia reproduce`: every paper in small, and what happens to its comparisons when they are stopped or run out of disk.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{fine, json, typed};

/// An empty folder.
fn empty(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reproduce-{name}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Every paper in small, and with even fewer epochs: from training to its tables.
#[test]
fn papers_are_repeated() {
    for (paper, epochs, what) in [
        ("davis2002", "4", "Awale's grand master; here `level:9`"),
        ("abdelbar2004", "4", "our two against theirs"),
        ("abdelbar2003", "4", "swarms-2026, 1 to 4"),
        ("cai2010", "1", "  HC, EA\n"),
    ] {
        let folder = empty(paper);
        let place = folder.to_str().unwrap();
        let words =
            ["reproduce", paper, "--quick", "--epochs", epochs, "--games", "2", "--folder", place, "--quiet"];
        let cai = paper == "cai2010";
        let player = "alphabeta(depth=1,eval=net,careless=50)";
        let more: &[&str] = if cai { &["--players", "2", "--player", player] } else { &[] };
        let text = fine(&[&words, more].concat());
        if cai {
            assert!(text.contains(player), "{text}");
            assert!(text.contains("Table 2: 2 players of each method"), "all hybrids: {text}");
            assert_eq!(text.matches("epochs instead of").count(), 4, "once for each method: {text}");
            let config = fs::read_to_string(folder.join("hc-2027/config.toml")).unwrap();
            assert!(config.contains(&format!("\nplayer = \"{player}\"\n")), "{config}");
        }
        assert!(text.contains(what) && text.contains("What is different here:\n- in small: "), "{text}");
        assert!(text.contains(&format!("{epochs} epochs instead of")), "{text}");
        for title in
            ["What the paper leaves open is here:\n- ", "What is not built or not measured here:\n- "]
        {
            assert!(text.contains(title), "{text}");
        }
        let depth = text.contains("- alpha-beta, six plies deep (5.2); here four\n");
        assert!(!depth, "not by the player of this command: {text}");
        if paper == "abdelbar2004" {
            // Half of the games of its comparisons are played again, on two threads.
            let journal = folder.join("comparisons-abdelbar2004.journal");
            let games = fs::read(&journal).unwrap();
            fs::write(&journal, &games[..games.len() / 2]).unwrap();
            let again = json(&[&words[..], &["--json", "--threads", "2"]].concat(), "");
            let tables = again["tables"].as_array().unwrap();
            let cells = tables.iter().flat_map(|table| table["rows"].as_array().unwrap());
            let cells = cells.flat_map(|row| row.as_array().unwrap());
            // Long ones are folded.
            let short = cells.filter(|cell| cell.as_str().unwrap().len() < 30);
            assert!(short.clone().count() > 40);
            short.for_each(|cell| assert!(text.contains(cell.as_str().unwrap()), "{cell}: {text}"));
            assert!(fs::read(&journal).unwrap() == games, "the same games");
            for list in ["differences", "ours", "missing"] {
                assert!(again[list].as_array().is_some_and(|lines| !lines.is_empty()), "{list}: {again}");
            }
        }
    }
    let folder = empty("again");
    let place = folder.to_str().unwrap();
    fine(&[
        "reproduce",
        "davis2002",
        "--quick",
        "--epochs",
        "2",
        "--games",
        "2",
        "--folder",
        place,
        "--quiet",
    ]);
    for (words, why) in [
        (&["turing1953"][..], "davis2002"),
        (&["davis2002", "--quick", "--epochs", "1", "--folder", place], "has had 2 epochs; for fewer"),
        (&["davis2002", "--study", "fast"], "\"fast\" is no study of davis2002: paper"),
        (
            &["davis2002", "--check", "--results", "nowhere"],
            "nowhere/data/davis2002: there are no archived runs here",
        ),
        (&["davis2002", "--player", "random"], "nothing can be learnt"),
        (&["davis2002", "--player", "davis2002(depth=x)"], "depth is a whole number from 1"),
        (&["davis2002", "--player", "no such"], "--player: "),
        (&["aljaafreh2019", "--player", "random"], "--player: this paper trains networks"),
    ] {
        let run = typed(&[&["reproduce"], words].concat(), "");
        assert!(run.code == 2 && run.err.contains(why) && run.err.lines().count() == 1, "{}", run.err);
    }
}

/// What a paper says, what is here, why, and by which setting, without training anything.
#[test]
fn pages_are_printed() {
    for paper in ["abdelbar2003", "abdelbar2004", "aljaafreh2019", "cai2010", "davis2002"] {
        let text = fine(&["reproduce", paper, "--page"]);
        assert!(text.contains("what the paper says, and what is here\n----"), "{text}");
        assert!(!text.contains('|') && !text.contains("<!--") && !text.contains("]("), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{paper}");
    }
    let text = fine(&["reproduce", "cai2010", "--page"]);
    let depth = "\nalpha-beta, six plies deep (5.2)\n    differs: four\n    why: with five a method";
    assert!(text.contains(depth) && text.contains("settings: player.depth = 4\n"), "{text}");
    let wrong = typed(&["reproduce", "turing1953", "--page"], "");
    assert!(wrong.code == 2 && wrong.err.contains("no paper that can be repeated"), "{}", wrong.err);
}

/// In the comparisons of a paper one signal is enough, and their games are kept.
#[cfg(unix)]
#[test]
fn a_signal_stops_comparisons_that_go_on_later() {
    let folder = empty("stopped");
    let (place, journal) = (folder.to_str().unwrap(), folder.join("comparisons-davis2002.journal"));
    let words = ["reproduce", "davis2002", "--quick", "--epochs", "1", "--folder", place, "--games"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_petteia"));
    let child =
        command.args(words).arg("2000").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    for _ in 0..6000 {
        if lines() > 4 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said == "it was stopped; the same command goes on with it\n",
        "{said}"
    );
    let kept = lines();
    assert!(kept > 4, "{kept}");
    let before = String::from_utf8_lossy(&output.stderr);
    let says = "What is different here:\n- in small: ";
    assert!(
        before.starts_with(says)
            && before.contains("- the starting pit is skipped (A 4); here on every lap\n"),
        "{before}"
    );
    let text = fine(&[&words[..], &["4", "--quiet"]].concat());
    assert!(text.contains("  `random`\n"), "{text}");
    // 76 games: the first four were there, and the first generation's best, who is the last one's, plays eight again.
    assert_eq!(lines(), kept + 64);
}

/// A disk that takes no more games of the comparisons ends the command with a sentence; there being room again it goes on.
#[test]
fn a_full_disk_is_named_and_the_comparisons_go_on_later() {
    let folder = empty("full");
    let place = folder.to_str().unwrap();
    let words =
        ["reproduce", "davis2002", "--quick", "--epochs", "1", "--folder", place, "--quiet", "--games"];
    fine(&[&words[..], &["2"]].concat());
    let journal = folder.join("comparisons-davis2002.journal");
    let blocks = fs::metadata(&journal).unwrap().len() / 512 + 4;
    // The shell allows files of so many blocks of 512 bytes; the signal that would end the program is ignored.
    let program = env!("CARGO_BIN_EXE_petteia");
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{program}' {} 40", words.join(" "));
    let run = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(1) && said.lines().count() == 1, "{said}");
    assert!(said.starts_with("petteia: ") && said.matches("davis2002.journal").count() == 1, "{said}");
    assert_eq!(said.matches("large").count(), 1, "{said}");
    let text = fine(&[&words[..], &["4"]].concat());
    assert!(text.contains("  `random`\n"), "{text}");
}

/// Tables and figures are those of the archive; what somebody changes in a page, in a figure or in the archive is told.
#[test]
fn results_are_drawn_from_the_archive() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let copy = empty("archive");
    for folder in ["results/data/davis2002/paper", "results/figures", "log"] {
        fs::create_dir_all(copy.join(folder)).unwrap();
    }
    let files = [
        "results/davis2002.md",
        "log/davis2002.md",
        "results/figures/davis2002-paper-generations.svg",
        "results/data/davis2002/paper/runs.jsonl.gz",
        "results/data/davis2002/paper/meetings.jsonl.gz",
    ];
    files.iter().for_each(|file| _ = fs::copy(docs.join(file), copy.join(file)).unwrap());
    let results = copy.join("results");
    let words = |flag| ["reproduce", "davis2002", flag, "--results", results.to_str().unwrap()];
    assert!(fine(&words("--check")).contains("are those of the archive"));
    for (file, from, to) in
        [(files[0], "| 100, 100, 100, 100, 100 |", "| 100, 99, 100, 100, 100 |"), (files[2], "0.0", "0.1")]
    {
        let path = copy.join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let run = typed(&words("--check"), "");
        assert!(
            run.code == 2 && run.err.contains(&format!("{file} is not what the archive says")),
            "{}",
            run.err
        );
        assert!(fine(&words("--draw")).contains(file));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    // A table that no page shows, and one that is not there.
    let page = copy.join(files[1]);
    let text = fs::read_to_string(&page).unwrap();
    fs::write(&page, text.replace("<!-- table paper/weights -->", "")).unwrap();
    assert!(typed(&words("--check"), "").err.contains("no page of davis2002 shows paper/weights"));
    fs::write(&page, text.replace("table paper/weights", "table paper/waits")).unwrap();
    assert!(typed(&words("--check"), "").err.contains("there is no table paper/waits"));
    fs::write(&page, text).unwrap();
    let archive = copy.join(files[4]);
    let mut bytes = fs::read(&archive).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&archive, bytes).unwrap();
    let run = typed(&words("--check"), "");
    assert!(run.code != 0 && run.err.contains("meetings.jsonl.gz"), "{}", run.err);
}

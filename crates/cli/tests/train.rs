//! Runs: what they leave behind, and what happens to them when they are killed, stopped, or run out of disk.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{fine, json, kill_after, scratch, typed};
use engine::Rng;

/// Two swarms whose memories are scored again.
const SWARMS: &str = "game = 'seega:3'\nplayer = 'linear(depth=2)'\npopulations = 2\nepochs = 5\ncheckpoint = 2\nopening = 2\n\
    scheme = { kind = 'random', opponents = 2 }\nscore = { kind = 'abdelbar2004' }\noptimizer = { kind = 'pso', particles = 8 }\n";

/// One population that decides by duels, and meets former champions.
const DUELS: &str = "game = 'awari'\nplayer = 'davis2002(depth=2)'\nepochs = 5\nlongest = 120\n\
    scheme = { kind = 'hall_of_fame', opponents = 2, past = 1 }\nscore = { kind = 'points', win = 1, draw = 0, loss = -2 }\n\
    [optimizer]\nkind = 'hybrid'\nsurvivors = 3\nswarm = { particles = 6, neighbourhood = 'global', memory = 'duel' }\n";

/// A network that must beat the one before.
const NETWORK: &str = "game = 'capture-go:4'\nepochs = 5\n\
    network = { kind = 'residual', filters = 2, blocks = 1, hidden = 2 }\n\
    play = { games = 3, simulations = 4, longest = 30 }\nlearn = { batch = 8, steps = 1, rate = 0.01, window = 2 }\n\
    gate = { games = 2, threshold = 0.4, simulations = 2 }\n";

/// A config and an empty folder for it.
fn prepared(name: &str, text: &str) -> (String, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-run"));
    let _ = fs::remove_dir_all(&folder);
    (scratch(&format!("{name}.toml"), text), folder)
}

/// All files of a run that two equal runs share, with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        if path.is_dir() {
            files.extend(
                self::files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
            );
        } else if name != "times.jsonl" && !name.contains(".damaged") {
            files.push((name, fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

fn same(a: &Path, b: &Path) {
    let (a, b) = (files(a), files(b));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&a), names(&b));
    for ((name, left), (_, right)) in a.iter().zip(&b) {
        assert!(left == right, "{name} differs: {} and {} bytes", left.len(), right.len());
    }
}

fn train(config: &str, folder: &Path, more: &[&str]) -> String {
    fine(&[&["train", config, "--folder", folder.to_str().unwrap(), "--quiet"], more].concat())
}

fn child(words: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_petteia"));
    command.args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn a_swarm_over_constants_says_which_are_best() {
    let (config, folder) = prepared(
        "constants",
        "game = 'awari'\nplayer = 'davis2002(depth=1)'\nepochs = 3\nscheme = { kind = 'fixed', player = 'random', games = 2 }\nscore = { kind = 'points', win = 1, draw = 0, loss = -2 }\n\
         [optimizer]\nkind = 'nested'\ninner = { particles = 3, neighbourhood = 'global', memory = 'stored' }\n\
         [optimizer.outer]\nparticles = 4\nneighbourhood = 'global'\nmemory = 'stored'\n\
         start = [[0.2, 1.2], [0.25, 2.5], [0.25, 2.5]]\nbounds = [[0.2, 1.2], [0.25, 2.5], [0.25, 2.5]]\n",
    );
    let text = train(&config, &folder, &[]);
    let (_, constants) = text.split_once("the best constants of ").expect(&text);
    let constants = constants.lines().next().unwrap().split_once(": ").unwrap().1;
    let metrics = fs::read_to_string(folder.join("metrics.jsonl")).unwrap();
    let last: serde_json::Value = serde_json::from_str(metrics.lines().last().unwrap()).unwrap();
    let [momentum, own, social] =
        ["momentum", "own", "social"].map(|name| last["populations"][0]["notes"][name].as_f64().unwrap());
    let said = format!("momentum {momentum:.4}, own {own:.4}, social {social:.4}");
    assert_eq!(constants, said);
    fine(&["report", folder.to_str().unwrap(), "--games", "0"]);
    assert!(fs::read_to_string(folder.join("report.html")).unwrap().contains(&said));
}

#[test]
fn settings_of_the_command_line_are_as_good_as_those_of_the_file() {
    let (written, by_file) = prepared(
        "set-file",
        &SWARMS.replace("epochs = 5", "epochs = 2").replace("particles = 8", "particles = 4"),
    );
    let (config, by_words) = prepared("set-words", SWARMS);
    train(&written, &by_file, &[]);
    train(&config, &by_words, &["--set", "optimizer.particles=4", "--set", "epochs=2"]);
    same(&by_file, &by_words);
}

/// A setting may replace what is wrong in the file; what stays wrong is the file's, and a wrong setting is named.
#[test]
fn a_setting_replaces_a_player_that_is_not_there() {
    let text = "game = 'seega:3'\nplayer = 'linear(depth=1)'\nepochs = 1\n\
                scheme = { kind = 'fixed', player = 'linear(no/such/player.toml)', games = 2 }\n\
                score = { kind = 'abdelbar2004' }\noptimizer = { kind = 'pso', particles = 4 }\n";
    let (config, folder) = prepared("set-player", text);
    train(&config, &folder, &["--set", "scheme.player=random"]);
    let (_, elsewhere) = prepared("set-player-wrong", "");
    let mistake = |settings: &[&str]| {
        let words = ["train", &config, "--folder", elsewhere.to_str().unwrap()];
        let run = typed(&[&words, settings].concat(), "");
        assert!(run.code != 0 && run.err.lines().count() == 1, "{}", run.err);
        run.err
    };
    let own = mistake(&[]);
    assert!(own.contains("scheme.player: no/such/player.toml: "), "{own}");
    assert_eq!(mistake(&["--set", "seed=7"]), own);
    let both = mistake(&["--set", "scheme.player=random", "--set", "optimizer.particles=0"]);
    assert!(both.contains("with scheme.player=random, optimizer.particles=0: "), "{both}");
}

#[test]
fn a_run_leaves_what_it_promises() {
    let (config, folder) = prepared("promises", SWARMS);
    let text = train(&config, &folder, &[]);
    assert!(text.starts_with("seega:3, linear(depth=2), epoch 5 of 5, seed 2026\n"), "{text}");
    assert!(text.contains("\nWhite: fitness ") && text.contains("champion-black.toml\n"), "{text}");
    let names: Vec<String> = files(&folder).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "champion-black.toml",
            "champion-white.toml",
            "checkpoint",
            "checkpoint.previous",
            "config.toml",
            "events.out.tfevents.0.petteia",
            "games.journal",
            "games.jsonl",
            "lock",
            "metrics.jsonl",
            "run.json"
        ]
    );
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    assert_eq!(fs::read_to_string(path("metrics.jsonl")).unwrap().lines().count(), 5);
    let shown = fine(&["replay", &path("games.jsonl"), "--game", "10"]);
    assert!(shown.contains("White") && shown.contains("Black"), "{shown}");
    let champion = format!("linear({})", path("champion-black.toml"));
    fine(&["match", "seega:3", &champion, "random", "--games", "2", "--quiet"]);
    // The same on two threads, by the file that has everything in it.
    let (_, again) = prepared("again", "");
    let report = json(
        &["train", &path("config.toml"), "--folder", again.to_str().unwrap(), "--threads", "2", "--json"],
        "",
    );
    assert_eq!((&report["epoch"], &report["finished"]), (&5.into(), &true.into()), "{report}");
    same(&folder, &again);
    // A finished run goes on when it is asked for more, and then it is the longer run.
    fine(&["resume", folder.to_str().unwrap(), "--epochs", "7", "--quiet"]);
    let (config, whole) = prepared("whole", &SWARMS.replace("epochs = 5", "epochs = 7"));
    train(&config, &whole, &[]);
    same(&folder, &whole);
    let listed = json(&["runs", "--folder", env!("CARGO_TARGET_TMPDIR"), "--json"], "");
    let runs = listed["runs"].as_array().unwrap();
    let found = runs.iter().find(|run| run["folder"].as_str().unwrap().ends_with("promises-run")).unwrap();
    assert_eq!((&found["epoch"], &found["epochs"]), (&7.into(), &7.into()));
}

/// A page needs nothing else: no address in it leads elsewhere.
#[test]
fn a_run_is_drawn() {
    for (name, text) in [("drawn-swarms", SWARMS), ("drawn-duels", DUELS)] {
        let (config, folder) = prepared(name, text);
        train(&config, &folder, &[]);
        let words = ["report", folder.to_str().unwrap(), "--games", "2", "--json"];
        let report = json(&words, "");
        let page = fs::read_to_string(folder.join("report.html")).unwrap();
        assert_eq!(report["bytes"], page.len());
        for part in [
            "Weights of one particle",
            "Results of the games",
            "Diversity",
            "Sample games",
            "greedy",
            "games a second",
        ] {
            assert!(page.contains(part), "{name}: {part}");
        }
        assert_eq!(page.contains("Black's relative fitness"), text == SWARMS);
        assert!(!page.contains("http") && !page.contains("NaN") && !page.contains("<script"), "{name}");
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        fine(&words[..4]);
        assert_eq!(fs::read_to_string(folder.join("report.html")).unwrap(), page, "the same page again");
    }
    let run = typed(&["report", "no/such/run"], "");
    assert!(run.code == 2 && run.err.lines().count() == 1, "{}", run.err);
}

/// A bit that is flipped in a number is named by whoever only looks; so is one in the weights of a champion.
#[test]
fn damage_is_named_and_not_shown() {
    let (config, folder) = prepared("damage", SWARMS);
    train(&config, &folder, &["--epochs", "2"]);
    let place = folder.to_str().unwrap();
    let flipped = |name: &str, key: &str| {
        let path = folder.join(name);
        let whole = fs::read(&path).unwrap();
        let at = String::from_utf8_lossy(&whole).find(key).unwrap() + key.len();
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        (path, whole)
    };
    for (name, key) in [("metrics.jsonl", "\"games\":"), ("games.jsonl", "\"steps\":[\"")] {
        let (path, whole) = flipped(name, key);
        let report = typed(&["report", place, "--games", "0"], "");
        assert!(report.code == 2 && report.err.contains(&format!("{name}: its first ")), "{}", report.err);
        assert!(!folder.join("report.html").exists());
        fs::write(path, whole).unwrap();
    }
    flipped("metrics.jsonl", "\"games\":");
    let runs = typed(&["runs", "--folder", env!("CARGO_TARGET_TMPDIR")], "");
    assert!(runs.err.contains("damage-run/metrics.jsonl: its first "), "{}", runs.err);
    assert!(!runs.out.contains("damage-run"), "{}", runs.out);
    let (path, _) = flipped("champion-black.toml", "material = ");
    let champion = format!("linear({})", path.display());
    let run = typed(&["match", "seega:3", &champion, "random", "--games", "2"], "");
    assert!(run.code == 2 && run.err.contains("the checksum in it does not fit"), "{} {}", run.code, run.err);
}

/// Killed at random moments and begun again, a run ends with the files of one that was left alone.
/// `PETTEIA_KILLS=200 cargo test -p petteia --test train` kills more often.
#[test]
fn killed_anywhere_it_ends_the_same() {
    let wanted: usize = std::env::var("PETTEIA_KILLS").map_or(20, |n| n.parse().expect("a number of kills"));
    for (name, text, kills) in
        [("swarms", SWARMS, wanted / 2), ("duels", DUELS, wanted / 2), ("network", NETWORK, wanted)]
    {
        let text = text.replace("epochs = 5", &format!("epochs = {}", 8 * kills));
        let (config, left_alone) = prepared(&format!("{name}-alone"), &text);
        train(&config, &left_alone, &[]);
        let (config, killed) = prepared(&format!("{name}-killed"), &text);
        let folder = killed.to_str().unwrap();
        let over =
            || fs::read_to_string(killed.join("metrics.jsonl")).map_or(0, |metrics| metrics.lines().count());
        let (mut rng, mut epochs) = (Rng::new(5), Vec::new());
        for kill in 0..kills {
            let child = child(&["train", &config, "--folder", folder, "--threads", "2", "--quiet"]);
            // All along the run, and every fifth time before anything can be written.
            let far = 8 * kills * (kill + 1) / (kills + 1);
            kill_after(child, &mut rng, || kill % 5 == 4 || over() >= far);
            epochs.push(over());
            // Now and then the machine lost power, and what was not synced is gone.
            if kill % 3 == 2 && killed.join("games.journal").exists() {
                let bytes = fs::read(killed.join("games.journal")).unwrap();
                let cut = bytes.len() - rng.below(bytes.len().min(300) + 1);
                fs::write(killed.join("games.journal"), &bytes[..cut]).unwrap();
            }
        }
        train(&config, &killed, &["--threads", "2"]);
        same(&left_alone, &killed);
        let amid = epochs.iter().filter(|&&n| n > 0 && n < 8 * kills).count();
        assert!(amid >= kills / 2, "most kills came too early or too late: {epochs:?}");
    }
}

/// A damaged checkpoint is noticed, and the one before is used; even without any, the run ends the same.
#[test]
fn damaged_checkpoints_are_passed_over() {
    let (config, right) = prepared("undamaged", DUELS);
    train(&config, &right, &[]);
    let (config, folder) = prepared("damaged", &DUELS.replace("epochs = 5", "epochs = 3"));
    train(&config, &folder, &[]);
    let damage = |name: &str| {
        let mut bytes = fs::read(folder.join(name)).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        fs::write(folder.join(name), bytes).unwrap();
    };
    damage("checkpoint");
    let run = typed(&["resume", folder.to_str().unwrap(), "--epochs", "4"], "");
    assert!(
        run.code == 0 && run.err.contains("it is not whole; the run goes on from the one before"),
        "{}",
        run.err
    );
    assert!(run.err.contains("2 of 4 epochs are there already"), "{}", run.err);
    assert!(
        run.err.contains("\nswarm: particles are guided by the leader, the best that duels have found\n"),
        "{}",
        run.err
    );
    damage("checkpoint");
    damage("checkpoint.previous");
    fine(&["resume", folder.to_str().unwrap(), "--epochs", "5", "--quiet"]);
    same(&right, &folder);
}

/// A run never has fewer epochs than it has done, whoever asks for it, and nothing is changed by asking.
#[test]
fn fewer_epochs_than_there_are_is_a_mistake() {
    for (name, text) in [("fewer-swarms", SWARMS), ("fewer-network", NETWORK)] {
        let (config, folder) = prepared(name, text);
        train(&config, &folder, &[]);
        let (place, before) = (folder.to_str().unwrap(), files(&folder));
        let again = ["train", &config, "--folder", place];
        for words in [
            [&again[..], &["--set", "epochs=2"]].concat(),
            [&again[..], &["--epochs", "4"]].concat(),
            vec!["resume", place, "--epochs", "1"],
        ] {
            let run = typed(&words, "");
            assert!(run.code == 2 && run.out.is_empty() && run.err.lines().count() == 1, "{}", run.err);
            assert!(
                run.err.contains("this run has had 5 epochs; for fewer take another folder"),
                "{}",
                run.err
            );
            assert!(files(&folder) == before, "{words:?} has changed something");
        }
        let listed = json(&["runs", "--folder", env!("CARGO_TARGET_TMPDIR"), "--json"], "");
        let runs = listed["runs"].as_array().unwrap();
        let found = runs.iter().find(|run| run["folder"].as_str() == Some(place)).unwrap();
        assert_eq!((&found["epoch"], &found["epochs"]), (&5.into(), &5.into()));
    }
}

/// Looking at a run needs none of the files that it used; to go on with it does.
#[test]
fn a_run_is_there_when_a_file_that_it_used_is_gone() {
    let (config, first) = prepared("used", &SWARMS.replace("epochs = 5", "epochs = 1"));
    train(&config, &first, &[]);
    let used = first.join("champion-white.toml");
    let text = format!(
        "game = 'seega:3'\nplayer = 'linear(depth=1)'\nepochs = 2\n\
         scheme = {{ kind = 'fixed', player = 'linear({})', games = 2 }}\n\
         score = {{ kind = 'abdelbar2004' }}\noptimizer = {{ kind = 'pso', particles = 4 }}\n",
        used.display()
    );
    let (config, folder) = prepared("used-by", &text);
    train(&config, &folder, &[]);
    fs::remove_file(&used).unwrap();
    let place = folder.to_str().unwrap();
    let text = fine(&["runs", "--folder", env!("CARGO_TARGET_TMPDIR")]);
    assert!(
        text.contains(&format!("{place}\n  seega:3, linear(depth=1), seed 2026\n  epoch 2 of 2")),
        "{text}"
    );
    fine(&["report", place, "--games", "2"]);
    let run = typed(&["resume", place, "--epochs", "3"], "");
    assert!(run.code != 0 && run.err.contains("champion-white.toml"), "{}", run.err);
}

/// Numbers that would take all memory, or never end, are named with their range.
#[test]
fn every_number_has_a_range() {
    let (config, folder) = prepared("ranges", &DUELS.replace("particles = 6", "particles = 1000000000000"));
    for (settings, said) in [
        (&[][..], "optimizer.swarm.particles is 1000000000000, but it must be a number from 0 to 10000"),
        (&["--epochs", "1000000000000000000"], "epochs is 1000000000000000000, but it must be"),
        (&["--set", "scheme.past=-1"], "scheme.past=-1: "),
    ] {
        let run = typed(&[&["train", &config, "--folder", folder.to_str().unwrap()], settings].concat(), "");
        assert!(run.code == 2 && run.err.lines().count() == 1 && run.err.contains(said), "{}", run.err);
    }
    assert!(!folder.exists());
}

/// A disk that takes no more ends the command with a sentence, and there being room again the run goes on.
#[test]
fn a_full_disk_is_named_and_the_run_goes_on_later() {
    let (config, right) = prepared("room", SWARMS);
    train(&config, &right, &[]);
    let (config, folder) = prepared("full", SWARMS);
    let mut failures = 0;
    for blocks in [1, 4, 8, 12] {
        // The shell allows files of so many blocks of 512 bytes; the signal that would end the program is ignored.
        let limited = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec '{}' train '{config}' --folder '{}' --quiet",
            env!("CARGO_BIN_EXE_petteia"),
            folder.display()
        );
        let run = Command::new("sh").args(["-c", &limited]).output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        if run.status.code() != Some(0) {
            let last = said.lines().last().unwrap();
            assert_eq!(run.status.code(), Some(1), "{said}");
            assert!(last.starts_with("petteia: ") && last.matches("full-run/").count() == 1, "{said}");
            assert!(last.matches("large").count() == 1, "{said}");
            failures += 1;
        }
    }
    assert!(failures >= 2, "only {failures} runs met the limit");
    fine(&["resume", folder.to_str().unwrap(), "--quiet"]);
    for (name, _) in files(&folder).into_iter().filter(|(name, _)| name.ends_with(".new")) {
        fs::remove_file(folder.join(name)).unwrap();
    }
    same(&right, &folder);
}

/// The first signal lets the generation end, the second stops at once; both resume.
#[cfg(unix)]
#[test]
fn signals_stop_a_run_that_goes_on_later() {
    let text = SWARMS.replace("epochs = 5", "epochs = 60");
    let (config, right) = prepared("unstopped", &text);
    train(&config, &right, &[]);
    let (config, folder) = prepared("stopped", &text);
    let words = ["train", &config, "--folder", folder.to_str().unwrap(), "--json"];
    let mut stopped = 0;
    for signals in [1, 2, 1] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_petteia"));
        let child = command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(60));
        for _ in 0..signals {
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        stopped += usize::from(report["finished"] == false);
    }
    assert!(stopped > 0, "the run was over before the first signal");
    fine(&["resume", folder.to_str().unwrap(), "--quiet"]);
    same(&right, &folder);
}

#[test]
fn mistakes_are_named() {
    let (config, folder) = prepared("mistaken", SWARMS);
    train(&config, &folder, &["--epochs", "1"]);
    let failed = |text: String, code: i32| {
        fs::write(&config, text).unwrap();
        let run = typed(&["train", &config, "--folder", folder.to_str().unwrap(), "--quiet"], "");
        assert!(
            run.code == code && run.out.is_empty() && run.err.lines().count() == 1,
            "{}: {}",
            run.code,
            run.err
        );
        run.err
    };
    assert!(
        failed(SWARMS.replace("epochs", "epoch"), 2).contains("mistaken.toml: line 4: unknown field epoch")
    );
    assert!(failed(SWARMS.replace("depth=2", "depth=0"), 2).contains("depth is a whole number"));
    let other = failed(SWARMS.replace("depth=2", "depth=1"), 1);
    assert!(
        other.contains("player = \"linear(depth=2)\" where player = \"linear(depth=1)\" is asked for"),
        "{other}"
    );
    let run = typed(&["resume", "no/such/run"], "");
    assert!(run.code == 2 && run.err.contains("no/such/run: this is no folder of a run"), "{}", run.err);
}

//! Tournaments: results, mistakes, and what happens to them when they are killed.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{fine, json, kill_after, scratch, typed};
use engine::Rng;

const SMALL: &str = "kind = 'round-robin'\ngame = 'seega:3'\npairs = 4\nopening = 3\nanchor = 'random'\n\
    players = ['random', 'greedy', { name = 'deep', spec = 'alphabeta(depth=3)' }]\n";

/// A config and an empty folder for it.
fn prepared(name: &str, text: &str) -> (String, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-folder"));
    let _ = fs::remove_dir_all(&folder);
    (scratch(&format!("{name}.toml"), text), folder)
}

fn files(folder: &Path) -> [Vec<u8>; 2] {
    ["pairs.journal", "games.jsonl"].map(|name| fs::read(folder.join(name)).unwrap())
}

fn play(config: &str, folder: &Path, more: &[&str]) -> String {
    fine(&[&["tournament", config, "--folder", folder.to_str().unwrap(), "--quiet"], more].concat())
}

#[test]
fn everybody_is_rated() {
    let (config, folder) = prepared("rated", SMALL);
    let text = play(&config, &folder, &[]);
    assert!(
        text.starts_with("seega:3, 24 games, seed 2026\n\n  player  rating  ± 95%  LOS to next  points\n"),
        "{text}"
    );
    assert!(
        text.contains("\n1 deep  ") && text.contains("\n1 deep   ") && text.contains("  all\n"),
        "{text}"
    );
    let words = ["tournament", &config, "--folder", folder.to_str().unwrap(), "--json"];
    let report = json(&words, "");
    let players = report["players"].as_array().unwrap();
    assert_eq!(players.len(), 3);
    let points: f64 = players.iter().map(|player| player["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 24.0, "{report}");
    let random = players.iter().find(|player| player["name"] == "random").unwrap();
    assert_eq!((&random["rating"], &random["error"]), (&0.0.into(), &0.0.into()));
    assert!(players[0]["los"].as_f64().unwrap() > 0.5 && players[2]["los"].is_null());
    // The meeting of two is the match between them.
    let game =
        json(&["match", "seega:3", "random", "greedy", "--games", "8", "--opening", "3", "--json"], "");
    let meeting = random["against"].as_array().unwrap().iter().find(|cell| cell["name"] == "greedy").unwrap();
    assert_eq!(meeting["pentanomial"], game["pentanomial"]);
    let shown = fine(&["replay", folder.join("games.jsonl").to_str().unwrap(), "--game", "24"]);
    assert!(shown.contains("White") && shown.contains("Black"), "{shown}");
}

/// What a tournament without openings repeats is said and does not make it surer, also after it was gone on with.
#[test]
fn repeated_pairs_count_once() {
    let players = "players = ['alphabeta(depth=1)', 'alphabeta(depth=2)']\n";
    let text = |pairs, longest| {
        format!(
            "kind = 'ladder'\ngame = 'awari'\npairs = {pairs}\nopening = 0\nlongest = {longest}\n{players}"
        )
    };
    let (config, folder) = prepared("repeated", &text(1, 2000));
    let report =
        |config: &str| json(&["tournament", config, "--folder", folder.to_str().unwrap(), "--json"], "");
    let once = report(&config);
    fs::write(&config, text(12, 2000)).unwrap();
    let many = report(&config);
    assert_eq!((&once["repeated_pairs"], &many["repeated_pairs"]), (&0.into(), &11.into()));
    for player in [0, 1] {
        let [a, b] = [&once, &many].map(|report| &report["players"][player]);
        assert_eq!((&a["rating"], &a["error"], &a["los"]), (&b["rating"], &b["error"], &b["los"]));
        assert_eq!((&a["games"], &b["games"]), (&2.into(), &24.into()));
    }
    let said = play(&config, &folder, &[]);
    assert!(
        said.contains(
            "\n11 of 12 pairs repeat an earlier one, step by step; ratings and LOS count those once.\n"
        ),
        "{said}"
    );
    let (config, folder) = prepared("cut", &text(1, 10));
    let said = play(&config, &folder, &[]);
    assert!(said.contains("\nGames cut off after 10 steps and counted as draws: 2. "), "{said}");
}

/// Killed at random moments and begun again, a tournament ends with the files of one that was left alone.
/// `PETTEIA_KILLS=200 cargo test -p petteia --test tournament` kills more often.
#[test]
fn killed_anywhere_it_ends_the_same() {
    let wanted: usize = std::env::var("PETTEIA_KILLS").map_or(20, |n| n.parse().expect("a number of kills"));
    let text = SMALL.replace("pairs = 4", &format!("pairs = {}", 20 * wanted));
    let (config, left_alone) = prepared("alone", &text);
    play(&config, &left_alone, &[]);
    let right = files(&left_alone);
    let (config, killed) = prepared("killed", &text);
    let size = || fs::metadata(killed.join("pairs.journal")).map_or(0, |file| file.len() as usize);
    let mut rng = Rng::new(11);
    let (mut kills, mut sizes) = (0, Vec::new());
    while kills < wanted {
        let child = Command::new(env!("CARGO_BIN_EXE_petteia"))
            .args(["tournament", &config, "--folder", killed.to_str().unwrap(), "--threads", "2", "--quiet"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // All along the file, and every fifth time before anything can be written.
        let far = right[0].len() * (kills + 1) / (wanted + 1);
        kill_after(child, &mut rng, || kills % 5 == 4 || size() >= far);
        kills += 1;
        sizes.push(size());
        // Now and then the machine lost power in the middle of a line.
        if kills % 4 == 0 {
            let bytes = fs::read(killed.join("pairs.journal")).unwrap_or_default();
            let cut = bytes.len() - rng.below(bytes.len().min(500) + 1);
            fs::create_dir_all(&killed).unwrap();
            fs::write(killed.join("pairs.journal"), &bytes[..cut]).unwrap();
        }
    }
    play(&config, &killed, &["--threads", "2"]);
    assert!(files(&killed) == right, "the files differ after kills at sizes {sizes:?}");
    let amid = sizes.iter().filter(|&&size| size > 0 && size < right[0].len()).count();
    assert!(amid >= wanted / 2, "most kills came too early or too late: {sizes:?}");
}

#[test]
fn more_pairs_go_on_and_other_settings_do_not() {
    let (config, folder) = prepared("longer", SMALL);
    play(&config, &folder, &[]);
    fs::write(&config, SMALL.replace("pairs = 4", "pairs = 6")).unwrap();
    play(&config, &folder, &[]);
    let (fresh, whole) = prepared("whole", &SMALL.replace("pairs = 4", "pairs = 6"));
    play(&fresh, &whole, &[]);
    assert!(files(&folder) == files(&whole));
    let failed = |text: String| {
        fs::write(&config, text).unwrap();
        let run = typed(&["tournament", &config, "--folder", folder.to_str().unwrap(), "--quiet"], "");
        assert!(run.code != 0 && run.out.is_empty() && run.err.lines().count() == 1, "{}", run.err);
        run.err
    };
    assert!(failed(SMALL.into()).contains("18 pairs are played, but only 12 are asked for"));
    assert!(failed(SMALL.replace("greedy", "level:1")).contains("this is of another setting: it has "));
    assert!(
        failed(SMALL.replace("greedy", "level:77"))
            .contains("longer.toml: line 6: at character 1, \"level:77\": levels are 1")
    );
    assert!(
        failed(SMALL.replace("pairs", "pears"))
            .contains("longer.toml: line 3: unknown field pears, expected")
    );
    assert!(files(&folder) == files(&whole), "nothing was written");
}

/// A disk that takes no more ends the command with a sentence, and there being room again it goes on.
#[test]
fn a_full_disk_is_named_and_the_rest_is_played_later() {
    let (config, folder) = prepared("full", SMALL);
    play(&config, &folder, &[]);
    let right = files(&folder);
    fs::remove_dir_all(&folder).unwrap();
    // The shell allows files of four blocks of 512 bytes; the signal that would end the program is ignored.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 4; exec '{}' tournament '{config}' --folder '{}' --quiet",
        env!("CARGO_BIN_EXE_petteia"),
        folder.display()
    );
    let run = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!((run.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    let once = |part| said.matches(part).count() == 1;
    assert!(once("pairs.journal: ") && once("large"), "the error is said once: {said}");
    play(&config, &folder, &[]);
    assert!(files(&folder) == right);
}

#[test]
fn a_damaged_line_is_noticed_and_played_again() {
    let (config, folder) = prepared("damaged", SMALL);
    play(&config, &folder, &[]);
    let right = files(&folder);
    let mut bytes = right[0].clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.join("pairs.journal"), &bytes).unwrap();
    let run = typed(&["tournament", &config, "--folder", folder.to_str().unwrap()], "");
    assert!(
        run.code == 0 && run.err.contains(" is not whole; what stood there is done again, with "),
        "{}",
        run.err
    );
    assert!(files(&folder) == right);
    assert_eq!(fs::read(folder.join("pairs.journal.damaged")).unwrap(), bytes, "it is kept");
}

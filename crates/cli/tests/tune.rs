//! `petteia tune`: what it writes plays, and killed or not it writes the same.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{fine, json, kill_after, scratch, typed};
use engine::Rng;

const SMALL: &str = "game = 'awari'\nplayer = 'alphabeta(eval=pits)'\nopening = [2, 25]\n\
    rounds = [{ games = 60, nodes = 100 }, { games = 30, nodes = 100 }]\n";

/// Where weights go, and nothing is.
fn fresh(name: &str) -> String {
    let path = scratch(name, "");
    let _ = fs::remove_file(format!("{path}.journal"));
    fs::remove_file(&path).unwrap();
    path
}

#[test]
fn weights_are_written_once_and_play() {
    let (config, out) = (scratch("tune-small.toml", SMALL), fresh("tuned.toml"));
    let set = ["--set", "seed=5", "--threads", "2", "--quiet"];
    let report = json(&[&["tune", &config, &out, "--json"], &set[..]].concat(), "");
    assert_eq!((report["games"].as_u64(), report["seed"].as_u64()), (Some(90), Some(5)), "{report}");
    let rounds = report["rounds"].as_array().unwrap();
    assert!(rounds.iter().all(|fit| fit["after"].as_f64() < fit["before"].as_f64()), "{report}");
    assert!(
        fs::read_to_string(&out).unwrap().contains("# seed = 5\n")
            && !Path::new(&format!("{out}.journal")).exists()
    );
    let tuned = format!("alphabeta(depth=1,eval=pits(\"{out}\"))");
    fine(&["match", "awari", &tuned, "random", "--games", "2"]);
    let run = typed(&["tune", &config, &out], "");
    assert_eq!((run.code, run.err), (2, format!("petteia: {out}: this file exists; choose another name\n")));
    let run = typed(&["tune", &config, &fresh("none.toml"), "--set", "every=0"], "");
    let said = "with every=0: every is 0, but it must be a number from 1 to 1000\n";
    assert!(run.code == 2 && run.err.ends_with(said), "{}", run.err);
}

#[test]
fn killed_it_goes_on_to_the_same_bytes() {
    let config = scratch("tune-killed-config.toml", SMALL);
    let (whole, killed) = (fresh("tune-whole.toml"), fresh("tune-killed.toml"));
    fine(&["tune", &config, &whole, "--quiet"]);
    let (mut rng, journal) = (Rng::new(4), format!("{killed}.journal"));
    for least in [200, 6_000, 12_000] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_petteia"));
        let child =
            command.args(["tune", &config, &killed, "--quiet"]).stdout(Stdio::null()).spawn().unwrap();
        kill_after(child, &mut rng, || fs::metadata(&journal).is_ok_and(|file| file.len() > least));
        assert!(!Path::new(&killed).exists(), "it was killed too late");
    }
    let kept = fs::metadata(&journal).unwrap().len();
    assert!(kept > 12_000, "only {kept} bytes of games");
    fine(&["tune", &config, &killed, "--threads", "2", "--quiet"]);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&killed).unwrap());
}

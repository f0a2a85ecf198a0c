//! The real program, run as a user runs it.

#![allow(dead_code)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use engine::Rng;

/// What a run of the program left behind.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs `petteia` with these words and this text typed into it.
pub fn typed(words: &[&str], text: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_petteia"))
        .args(words)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends early closes its input; that is not this test's business.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs `petteia`; all must go well.
pub fn fine(words: &[&str]) -> String {
    let run = typed(words, "");
    assert_eq!(run.code, 0, "{words:?}: {}", run.err);
    run.out
}

/// The one JSON object that a command prints.
pub fn json(words: &[&str], text: &str) -> serde_json::Value {
    let run = typed(words, text);
    let value: serde_json::Value =
        serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{words:?}: {e}: {}", run.out));
    assert_eq!((value["schema"].as_u64(), value["command"].as_str()), (Some(1), Some(words[0])), "{value}");
    value
}

/// A file of the project's test data.
pub fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The steps of a recorded game, one a line, as a person would type them.
pub fn steps(name: &str) -> String {
    let text = data(name);
    let steps = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().nth(2).unwrap());
    steps.map(|step| format!("{step}\n")).collect()
}

/// A file for this test alone.
pub fn scratch(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

/// Kills a child at some moment within a thousandth of a second after something is so, however fast the machine is; one that ends
/// before is left alone.
pub fn kill_after(mut child: Child, rng: &mut Rng, is_so: impl Fn() -> bool) {
    while !is_so() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_micros(100));
    }
    std::thread::sleep(Duration::from_micros(rng.below(1_000) as u64));
    child.kill().unwrap();
    child.wait().unwrap();
}

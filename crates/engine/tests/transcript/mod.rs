//! Conversations kept as files: `> ` before what is sent, `< ` before what comes back, other lines are remarks.

#![allow(dead_code)]

use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Sends what the file sends, all at once, and compares what comes back.
pub fn check(name: &str, talk: impl FnOnce(&[u8]) -> Vec<u8>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = |mark: char| -> String {
        let marked = text.lines().filter_map(|line| line.strip_prefix(mark));
        marked.map(|line| line.strip_prefix(' ').unwrap_or(line).to_string() + "\n").collect()
    };
    let output = String::from_utf8(talk(lines('>').as_bytes())).unwrap();
    assert_eq!(output.replace(env!("CARGO_PKG_VERSION"), "VERSION"), lines('<'), "{name}");
}

/// Input that comes when the other side has said something: `(what to wait for, what to send)`.
pub struct Dialogue {
    said: Arc<Mutex<Vec<u8>>>,
    turns: std::vec::IntoIter<(&'static str, &'static str)>,
}

impl Read for Dialogue {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((wait, send)) = self.turns.next() else { return Ok(0) };
        let patience = Instant::now() + Duration::from_secs(60);
        while !String::from_utf8_lossy(&self.said.lock().unwrap()).contains(wait) {
            assert!(Instant::now() < patience, "nobody says {wait}");
            std::thread::sleep(Duration::from_millis(1));
        }
        buffer[..send.len()].copy_from_slice(send.as_bytes());
        Ok(send.len())
    }
}

/// Output that the dialogue sees.
pub struct Ear(Arc<Mutex<Vec<u8>>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation in which every line waits for something that the other side says.
pub fn dialogue(
    turns: Vec<(&'static str, &'static str)>,
    talk: impl FnOnce(BufReader<Dialogue>, Ear),
) -> String {
    let said = Arc::new(Mutex::new(Vec::new()));
    let input = BufReader::new(Dialogue { said: said.clone(), turns: turns.into_iter() });
    talk(input, Ear(said.clone()));
    let said = said.lock().unwrap();
    String::from_utf8(said.clone()).unwrap()
}

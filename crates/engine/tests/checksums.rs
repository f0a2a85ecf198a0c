//! Files of weights say their checksum: no damage is used in silence, and who writes or edits one by hand is told how to go on.

use std::path::PathBuf;

use engine::checksum::{JSON, TOML, WRONG, fits};
use engine::{Playable, PlayerSpec, Rng};
use games::{GameSpec, TextError, with_game};

/// Who plays with a file of `players/`, in which game.
fn player(file: &str) -> (&'static str, &'static str) {
    match file {
        "awari.toml" => ("awari", "alphabeta(eval=pits(FILE))"),
        "seega.toml" => ("seega:5", "alphabeta(eval=siege(FILE))"),
        _ if file.starts_with("abdelbar") => ("seega:5", "linear(FILE)"),
        _ if file.starts_with("davis2002") => ("awari", "davis2002(FILE)"),
        _ if file.starts_with("cai2010") => ("capture-go:9", "alphabeta(eval=net(FILE))"),
        _ => panic!("{file}: who plays with it?"),
    }
}

/// A copy of a file that ships, as a player's spec names it.
struct Copy {
    path: PathBuf,
    game: GameSpec,
    spec: PlayerSpec,
}

impl Copy {
    fn new(test: &str, name: &str) -> Copy {
        let path = std::env::temp_dir().join(format!("petteia-{test}-{}-{name}", std::process::id()));
        let (game, spec) = player(name);
        let spec = spec.replace("FILE", path.to_str().unwrap()).parse().unwrap();
        Copy { path, game: game.parse().unwrap(), spec }
    }

    /// Whether a player can be made where the file has these bytes.
    fn read(&self, bytes: &[u8]) -> Result<(), TextError> {
        fn make<G: Playable>(spec: &PlayerSpec, rules: &G::Rules) -> Result<(), TextError> {
            spec.maker::<G>(rules).map(drop)
        }
        std::fs::write(&self.path, bytes).unwrap();
        with_game!(self.game, |rules: G| make::<G>(&self.spec, &rules))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The files of weights that ship, in TOML and JSON; networks in safetensors have tests of their own.
fn shipped() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../players");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "toml" || end == "json"));
    files
        .map(|path| (path.file_name().unwrap().to_str().unwrap().into(), std::fs::read(path).unwrap()))
        .collect()
}

fn mark(name: &str) -> &'static str {
    if name.ends_with(".json") { JSON } else { TOML }
}

/// Single bits of every file that ships: the file is refused, or nothing but its checksum is another one.
#[test]
fn every_flipped_bit_is_noticed_or_harmless() {
    let mut rng = Rng::new(23);
    for (name, bytes) in shipped() {
        assert_eq!(fits(&bytes, mark(&name)), Some(true), "{name}: examples/checksum.rs gives it a checksum");
        let copy = Copy::new("flip", &name);
        copy.read(&bytes).unwrap();
        let sealed = bytes.windows(TOML.len()).position(|part| part == TOML.as_bytes());
        for _ in 0..100 {
            let bit = rng.below(8 * bytes.len());
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let harmless = sealed.is_some_and(|at| bit / 8 >= at);
            assert!(copy.read(&flipped).is_err() || harmless, "{name}: bit {bit} is silently used");
        }
    }
}

#[test]
fn who_edits_a_file_takes_its_checksum_out() {
    for (name, bytes) in shipped() {
        let (copy, text) = (Copy::new("edit", &name), String::from_utf8(bytes).unwrap());
        let edited = text.replacen('[', "[ ", 1);
        let error = copy.read(edited.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(copy.path.to_str().unwrap()) && error.ends_with(WRONG), "{error}");
        let at = edited.find(mark(&name)).unwrap();
        // With what ends it: the quotation mark and the comma, or the end of the line.
        let end = at + mark(&name).len() + if name.ends_with(".json") { 10 } else { 9 };
        copy.read(&[&edited.as_bytes()[..at], &edited.as_bytes()[end..]].concat()).unwrap();
    }
}

/// Programs that write JSON anew keep a checksum that is of other bytes.
#[test]
fn a_network_that_was_written_anew_is_refused() {
    let name = "cai2010-evolved.json";
    let (_, bytes) = shipped().into_iter().find(|(file, _)| file == name).unwrap();
    let network: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    let spaced = serde_json::to_string_pretty(&network).unwrap();
    let error = Copy::new("anew", name).read(spaced.as_bytes()).unwrap_err().to_string();
    assert!(error.ends_with(WRONG), "{error}");
}

//! Rules files and names of games: what is read has a name and switches that are read back to the same rules.
#![no_main]

use games::{Game, GameSpec, with_game};
use libfuzzer_sys::fuzz_target;
use petteia_fuzz::{game_and_text, read, steps};

fuzz_target!(|data: &[u8]| {
    let Some((base, text)) = game_and_text(data) else { return };
    if let Some(spec) = read(base.with_toml(text)) {
        assert_eq!(base.with_toml(&spec.switches().to_string()), Ok(spec));
        is_read_back(spec);
    }
    read(text.parse()).map(is_read_back);
    read(format!("{base}({text})").parse()).map(is_read_back);
});

fn is_read_back(spec: GameSpec) {
    assert_eq!(spec.to_string().parse(), Ok(spec), "{spec}");
    with_game!(spec, |rules: G| assert!(!steps(&G::start(&rules)).is_empty(), "{spec}"));
}

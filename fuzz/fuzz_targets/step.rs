//! Steps in the middle of a game: what is read is legal, is printed and read back to the same.
//! An input is the game, the number of random steps before it, their seed, and the text.
#![no_main]

use games::game::mix;
use games::{Game, with_game};
use libfuzzer_sys::fuzz_target;
use petteia_fuzz::{game, read, steps};

fuzz_target!(|data: &[u8]| {
    let Some((spec, [length, seed, rest @ ..])) = game(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    with_game!(spec, |rules: G| step(&reached::<G>(&rules, *length, *seed), text));
});

/// The position after so many random steps, or the last one with a step before that.
fn reached<G: Game>(rules: &G::Rules, length: u8, seed: u8) -> G {
    let mut position = G::start(rules);
    let mut random = u64::from(seed);
    for _ in 0..length {
        let mut next = position;
        let step = position.pick(&mut |n| {
            random = mix(random.wrapping_add(0x9E37_79B9_7F4A_7C15));
            random as usize % n
        });
        next.play(step.expect("the game goes on"));
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn step<G: Game>(position: &G, text: &str) {
    if let Some(step) = read(text.parse::<G::Move>()) {
        assert_eq!(step.to_string().parse(), Ok(step));
    }
    let Some(step) = read(position.read_step(text)) else { return };
    assert!(steps(position).contains(&step), "{position}: {text} was read as {step}");
    assert_eq!(step.to_string().parse(), Ok(step));
    for written in [step.to_string(), position.write_step(step)] {
        assert_eq!(position.read_step(&written), Ok(step), "{position}: {written}");
    }
}

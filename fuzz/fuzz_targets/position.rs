//! Position strings: what is read is printed and read back to the same, and can be played on.
#![no_main]

use games::{Game, with_game};
use libfuzzer_sys::fuzz_target;
use petteia_fuzz::{game_and_text, read, steps};

fuzz_target!(|data: &[u8]| {
    let Some((spec, text)) = game_and_text(data) else { return };
    with_game!(spec, |rules: G| position::<G>(&rules, text));
});

fn position<G: Game>(rules: &G::Rules, text: &str) {
    let Some(position) = read(G::parse(rules, text)) else { return };
    is_read_back(&position);
    for step in steps(&position) {
        let mut next = position;
        next.play(step);
        steps(&next);
        is_read_back(&next);
        assert!(position.remark(step).is_none_or(|remark| !remark.contains('\n')), "{position} {step}");
    }
    for symmetry in 0..position.symmetries() {
        assert_eq!(steps(&position.transform(symmetry)).len(), steps(&position).len(), "{position}");
    }
}

fn is_read_back<G: Game>(position: &G) {
    let text = position.to_string();
    let back = G::parse(position.rules(), &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((back, back.key()), (*position, position.key()), "{text}");
    assert_eq!(position.reason().is_empty(), position.outcome().is_none(), "{text}");
    assert!(position.draw(None).lines().count() > 1);
}

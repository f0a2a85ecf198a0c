//! Counters that end a game announce themselves, because a search's stored values know nothing of them.

use games::{GameSpec, perft, with_game};

use crate::common::{Twin, games, walk};

/// No counter ends a game earlier than `steps_to_limit` says: up to there the limits might as well not exist.
fn limits_are_announced<G: Twin>(rules: &G::Rules, name: &str) -> usize {
    let unlimited = G::unlimited(rules);
    let mut ended = 0;
    for number in 0..40 {
        walk::<G>(rules, name, number, 1000, |line, _| {
            let position = line.position();
            if let Some(outcome) = position.outcome() {
                let free = G::parse(&unlimited, &position.to_string()).unwrap();
                if free.outcome() == Some(outcome) {
                    return;
                }
                ended += 1;
                for (i, earlier) in line.positions().iter().enumerate() {
                    let made = (line.steps().len() - i) as u32;
                    assert!(
                        earlier.steps_to_limit() <= made,
                        "{name} {earlier}: a limit ended the game after {made} steps"
                    );
                }
                return;
            }
            let announced = position.steps_to_limit();
            assert!(announced > 0, "{name} {position}: the game is not over");
            if announced <= 3 {
                let free = G::parse(&unlimited, &position.to_string()).unwrap();
                assert_eq!(perft(position, announced), perft(&free, announced), "{name} {position}");
            }
        });
    }
    ended
}

#[test]
fn limits() {
    for name in [
        "seega:3",
        "seega:5",
        "seega:5(quiet_limit=4,turn_limit=50)",
        "seega:ludii:3(turn_limit=20)",
        "seega:ludii:5(turn_limit=7)",
        "seega:3(turn_limit=9,blocked=pass,after_capture=same-piece-free)",
        "seejeh:5(quiet_limit=5,turn_limit=30)",
        "seejeh:5(turn_limit=20,after_capture=any-step)",
        "awari(step_limit=40)",
        "awari:abapa(step_limit=40,repetition=ignored)",
    ] {
        let spec: GameSpec = name.parse().unwrap();
        let ended = with_game!(spec, |rules: G| limits_are_announced::<G>(&rules, name));
        assert!(ended > 0, "{name}: no limit was reached");
    }
    for_every_game!(limits_are_announced_somewhere);
}

/// The presets as they are, whether or not a limit is reached.
fn limits_are_announced_somewhere<G: Twin>(rules: &G::Rules, name: &str) {
    limits_are_announced::<G>(rules, name);
}

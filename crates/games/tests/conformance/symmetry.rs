//! The board turned and mirrored is the same game.

use games::{Game, GameSpec, with_game};

use crate::common::{games, walk};
use crate::{after, steps};

/// Playing and turning the board can be exchanged; the symmetries are different and closed.
fn symmetries_commute<G: Game>(rules: &G::Rules, name: &str) {
    let count = G::start(rules).symmetries();
    let mut differ = vec![vec![false; count]; count];
    // Which symmetries may still be `a` followed by `b`.
    let mut composed = vec![vec![vec![true; count]; count]; count];
    for number in 0..4 {
        walk::<G>(rules, name, number, 200, |line, random| {
            if random.below(4) > 0 && line.outcome().is_none() {
                return;
            }
            let position = line.position();
            let images: Vec<G> = (0..count).map(|s| position.transform(s)).collect();
            assert_eq!(images[0], *position, "{name} {position}: symmetry 0 is the identity");
            for (a, image) in images.iter().enumerate() {
                assert_eq!(image.symmetries(), count);
                assert_eq!(
                    (image.to_move(), image.outcome()),
                    (position.to_move(), position.outcome()),
                    "{name} {position} {a}"
                );
                let mut turned: Vec<G::Move> =
                    steps(position).iter().map(|&step| position.transform_move(step, a)).collect();
                turned.sort();
                assert_eq!(turned[..], steps(image)[..], "{name} {position} symmetry {a}");
                for step in steps(position) {
                    let image_step = position.transform_move(step, a);
                    assert_eq!(
                        after(position, step).transform(a),
                        after(image, image_step),
                        "{name} {position} {step} {a}"
                    );
                    assert_eq!(
                        position.captures(step),
                        image.captures(image_step),
                        "{name} {position} {step} {a}"
                    );
                }
                for b in 0..count {
                    differ[a][b] |= images[a] != images[b];
                    let both = image.transform(b);
                    for c in 0..count {
                        composed[a][b][c] &= both == images[c];
                    }
                }
            }
        });
    }
    for a in 0..count {
        for b in 0..count {
            assert!(a == b || differ[a][b], "{name}: symmetries {a} and {b} are the same");
            assert!(composed[a][b].contains(&true), "{name}: {a} then {b} is no symmetry");
        }
    }
}

#[test]
fn symmetries() {
    for_every_game!(symmetries_commute);
    let count =
        |name: &str| with_game!(name.parse::<GameSpec>().unwrap(), |rules: G| G::start(&rules).symmetries());
    assert_eq!((count("seega:7"), count("capture-go:9"), count("capture-go:4x5")), (8, 8, 4));
}

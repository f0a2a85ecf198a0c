//! Whatever is written is read back; whatever else is read gives one sentence and no panic.

use games::{FAMILIES, Game, GameSpec, presets, with_game};

use crate::common::{Random, Twin, games, walk};
use crate::{after, steps};

/// Positions and steps are read back as they are written, with the same key.
fn texts_are_read_back<G: Game>(rules: &G::Rules, name: &str) {
    for number in 0..10 {
        walk::<G>(rules, name, number, 400, |line, _| {
            let position = line.position();
            let text = position.to_string();
            let back = G::parse(rules, &text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            assert_eq!(back, *position, "{name} {text}");
            assert_eq!(back.key(), position.key(), "{name} {text}");
            for step in steps(position) {
                let written = step.to_string();
                assert_eq!(written.parse(), Ok(step), "{name} {written}");
                assert_eq!(position.read_step(&written), Ok(step), "{name} {text}");
                assert_eq!(position.read_step(&position.write_step(step)), Ok(step), "{name} {text}");
            }
        });
    }
}

#[test]
fn texts() {
    for_every_game!(texts_are_read_back);
}

/// Exactly the legal steps are accepted of those that could be written; anything else is an error and no panic.
fn illegal_steps_are_errors<G: Game>(rules: &G::Rules, name: &str) {
    const NONSENSE: &[&str] = &[
        "",
        " ",
        "-",
        "x",
        "xx",
        "a",
        "1",
        "a0",
        "a1-",
        "-a1",
        "a1-a1",
        "z9",
        "a99",
        "a999999999999999999999",
        "i1",
        "xz9",
        "a1-z9",
        "G",
        "g",
        "AA",
        "passpass",
        "END",
        "\u{1F4A5}",
        "é1",
        "a1-é2",
        "a1é",
        "xé",
        "\0",
        "a1-a2-a3",
        "a1-a2x",
        "a1-a2x,",
        "a1-a2xé",
        "🟢🟢",
    ];
    let mut known: Vec<String> = NONSENSE.iter().map(ToString::to_string).collect();
    let mut positions: Vec<G> = Vec::new();
    for number in 0..4 {
        walk::<G>(rules, name, number, 300, |line, random| {
            known.extend(steps(line.position()).iter().map(ToString::to_string));
            if random.below(8) == 0 || line.outcome().is_some() {
                positions.push(*line.position());
            }
        });
    }
    known.sort();
    known.dedup();
    for position in &positions {
        let legal: Vec<String> = steps(position).iter().map(ToString::to_string).collect();
        for text in &known {
            match position.read_step(text) {
                Ok(step) => {
                    assert!(
                        legal.contains(&step.to_string()),
                        "{name} {position}: {text} was read as {step}"
                    );
                    assert!(
                        NONSENSE.contains(&text.as_str()) || step.to_string().eq_ignore_ascii_case(text),
                        "{name} {position}: {text} was read as {step}"
                    );
                }
                Err(error) => {
                    assert!(!legal.contains(text), "{name} {position}: {text} is legal, but: {error}");
                    assert!(!error.to_string().is_empty() && !error.to_string().contains('\n'));
                }
            }
        }
    }
}

#[test]
fn illegal_steps() {
    for_every_game!(illegal_steps_are_errors);
}

/// A damaged position string is an error or a position that can be played on; never a panic.
fn damaged_positions_are_errors<G: Game>(rules: &G::Rules, name: &str) {
    let letters: Vec<char> = "wb./0123456789 snx:,-aceghimnoprté\u{1F4A5}".chars().collect();
    for number in 0..20 {
        walk::<G>(rules, name, number, 300, |line, random| {
            let mut text: Vec<char> = line.position().to_string().chars().collect();
            for _ in 0..=random.below(3) {
                let (place, other) = (random.below(text.len()), random.below(text.len()));
                match random.below(4) {
                    0 => drop(text.remove(place)),
                    1 => text.insert(place, random.choose(&letters)),
                    2 => text.swap(place, other),
                    _ => text[place] = random.choose(&letters),
                }
                if text.is_empty() {
                    break;
                }
            }
            let text: String = text.into_iter().collect();
            let Ok(position) = G::parse(rules, &text) else { return };
            assert_eq!(G::parse(rules, &position.to_string()), Ok(position), "{name} {text}");
            assert_eq!(steps(&position).is_empty(), position.outcome().is_some(), "{name} {text}");
            for step in steps(&position) {
                let next = after(&position, step);
                assert_eq!(steps(&next).is_empty(), next.outcome().is_some(), "{name} {text} after {step}");
            }
        });
    }
}

#[test]
fn damaged_positions() {
    for_every_game!(damaged_positions_are_errors);
}

/// Drawings, names, remarks and reasons exist for every position: one line each but the drawing.
fn words_are_there<G: Game>(rules: &G::Rules, name: &str) {
    for number in 0..3 {
        walk::<G>(rules, name, number, 300, |line, _| {
            let position = line.position();
            assert!(position.draw(line.steps().last().copied()).lines().count() > 1, "{name} {position}");
            assert!(!line.reason().contains('\n'), "{name} {position}");
            for step in steps(position) {
                let remark = position.remark(step).unwrap_or_else(|| "Nothing.".into());
                assert!(!remark.is_empty() && !remark.contains('\n'), "{name} {position} {step}");
            }
        });
    }
}

#[test]
fn words() {
    for_every_game!(words_are_there);
}

/// The shortest name of any rules is read back to the same rules.
#[test]
fn names_of_games() {
    let usual = presets().map(|preset| preset.usual().to_string());
    for name in games().map(String::from).chain(usual) {
        assert_eq!(name.parse::<GameSpec>().unwrap().to_string(), name);
    }
    for family in FAMILIES {
        for number in 0..2000 {
            let random = &mut Random::new(family.presets[0].name, number);
            let spec =
                with_game!(family.usual(), |_rules: G| GameSpec::of::<G>(&<G as Twin>::random(random)));
            let spec = spec.expect("every game has a name");
            assert_eq!(spec.to_string().parse(), Ok(spec), "{spec}");
        }
    }
}

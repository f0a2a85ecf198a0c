//! Names are read back, and what is wrong with others is said.

use super::*;
use crate::record::Format;

#[test]
fn names_are_read_back() {
    for preset in presets() {
        let usual: GameSpec = preset.name.parse().unwrap();
        assert_eq!(usual, preset.usual());
        assert_eq!(usual.to_string().parse(), Ok(usual));
        assert_eq!(usual.preset().name, preset.name);
    }
    for name in [
        "seega:5",
        "seejeh:9",
        "capture-go:5x4",
        "capture-go:ponnuki:2",
        "seega:5(quiet_limit=0,blocked=loses)",
    ] {
        let spec: GameSpec = name.parse().unwrap();
        assert_eq!(spec.to_string().parse::<GameSpec>().unwrap(), spec);
    }
    assert_eq!("seega".parse::<GameSpec>().unwrap().to_string(), "seega:7");
    assert_eq!("kharbga".parse::<GameSpec>().unwrap().to_string(), "kharbga:7");
    assert_eq!("seejeh:com".parse::<GameSpec>().unwrap().to_string(), "seejeh:com:7");
    assert_eq!("seega:egyptian".parse::<GameSpec>().unwrap().to_string(), "seega:egyptian:7");
    assert_eq!("Capture-Go:Ponnuki:4X5".parse::<GameSpec>().unwrap().to_string(), "capture-go:ponnuki:4x5");
    assert_eq!("capture-go:4×5".parse::<GameSpec>().unwrap().to_string(), "capture-go:4x5");
    assert_eq!("seega:7(quiet_limit=40)".parse::<GameSpec>().unwrap().to_string(), "seega:7");
}

#[test]
fn families_know_their_games_and_no_others() {
    for (number, family) in FAMILIES.iter().enumerate() {
        for preset in family.presets {
            let spec = preset.usual();
            assert!(std::ptr::eq(spec.family(), *family), "{spec}");
            assert!(spec.family().formats.contains(&Format::Pgn) && !spec.preset().documents.is_empty());
            with_game!(spec, |rules: G| {
                assert_eq!(GameSpec::of::<G>(&rules), Some(spec));
                assert_eq!(spec.rules_of::<G>(), Some(rules));
                for other in FAMILIES.iter().enumerate().filter(|(other, _)| *other != number) {
                    assert_eq!(other.1.presets[0].usual().rules_of::<G>(), None);
                }
                let marks = spec.sides();
                assert_ne!(marks[0].tag, marks[1].tag);
                assert_ne!(marks[0].letter, marks[1].letter);
                let mover = format!(" {} ", marks[0].letter);
                // A game may have no fields behind the side to move.
                assert!(format!("{} ", G::start(&rules)).contains(&mover), "{spec}");
            });
        }
    }
    let small: GameSpec = "seega:5".parse().unwrap();
    assert_eq!(small.rules_of::<seega::Seega<u128>>(), None);
    assert_eq!(GameSpec::of::<seega::Seega<u64>>(&seega::Rules::seega(9)), None);
}

#[test]
fn titles_are_for_people() {
    let title = |name: &str| name.parse::<GameSpec>().unwrap().title();
    assert_eq!(title("seega:5"), "Seega 5×5");
    assert_eq!(title("seega:ludii:9"), "Seega (Ludii) 9×9");
    assert_eq!(title("seejeh:com"), "Seejeh (seejeh.com) 7×7");
    assert_eq!(title("kharbga(quiet_limit=3)"), "Kharbga 7×7, own rules");
    assert_eq!(title("awari:romein"), "Awari (Romein)");
    assert_eq!(title("capture-go:5x4"), "Capture Go 5×4");
}

#[test]
fn errors_say_what_is_wrong() {
    let error = |text: &str| text.parse::<GameSpec>().unwrap_err().to_string();
    assert_eq!(error("seega:6"), "\"seega:6\": size = 6: boards have 3, 5, 7 or 9 rows");
    assert!(
        error("sega:5").starts_with("\"sega:5\" is not a game: did you mean seega? The games are seega:7, ")
    );
    assert!(error("capture-goo").contains("did you mean capture-go?"));
    assert!(error("awari:romain").contains("did you mean awari:romein?"));
    assert!(error("awari:").contains("one board and no size"));
    assert!(!error("chess").contains("did you mean"));
    assert!(!error(&"seega".repeat(100_000)).contains("did you mean"));
    assert!(error("chess").starts_with("\"chess\" is not a game: seega:7, "));
    assert!(
        error("seega:7(quite_limit=3)")
            .starts_with("\"quite_limit\" is no switch of this game; it has after_capture, ")
    );
    assert!(
        error("seega:7(blocked=maybe)").contains("blocked = \"maybe\": unknown variant"),
        "{}",
        error("seega:7(blocked=maybe)")
    );
    assert!(error("seega:7(blocked=skip").contains("closing parenthesis"));
    assert_eq!(error("seega:7(blocked=a\nb)").lines().count(), 1);
    assert_eq!(error("awari:5"), "\"awari:5\": awari has one board and no size");
    for size in ["+7", "07", "", "300"] {
        let sentence = format!("\"seega:{size}\": \"{size}\" is not a board size: 3, 5, 7 or 9");
        assert_eq!(error(&format!("seega:{size}")), sentence);
    }
    assert_eq!(error("kharbga:5"), "\"kharbga:5\": \"5\" is not a board size: 7");
    assert_eq!(error("seejeh:com:9"), "\"seejeh:com:9\": \"9\" is not a board size: 7");
    assert_eq!(error("seega:egyptian:x"), "\"seega:egyptian:x\": \"x\" is not a board size: 5, 7 or 9");
    assert_eq!(
        error("capture-go:5x"),
        "\"capture-go:5x\": \"5x\" is not a board size: 2 to 11, or rows x columns"
    );
    let toml = "seega:7".parse::<GameSpec>().unwrap().with_toml("quiet_limit = 10\nblocked ==").unwrap_err();
    assert!(toml.to_string().starts_with("line 2: "), "{toml}");
}

#[test]
fn a_wrong_number_is_told_the_range() {
    let error =
        |game: &str, toml: &str| game.parse::<GameSpec>().unwrap().with_toml(toml).unwrap_err().to_string();
    assert_eq!(
        error("seega:7", "quiet_limit = 70000"),
        "quiet_limit = 70000: a number from 0 to 65535 is right"
    );
    assert_eq!(error("seega:7", "quiet_limit = -1"), "quiet_limit = -1: a number from 0 to 65535 is right");
    assert_eq!(error("seega:7", "size = \"7\""), "size = \"7\": boards have 3, 5, 7 or 9 rows");
    assert_eq!(error("seega:5", "lose_at = 300"), "lose_at = 300: on this board it is a number from 0 to 10");
    assert_eq!(error("capture-go:9", "rows = 1.5"), "rows = 1.5: boards have 2 to 11 rows and columns");
    assert_eq!(
        error("seega:7", "exchange = 1"),
        "exchange = 1: this is the number 1, expected untouchable, any or off"
    );
}

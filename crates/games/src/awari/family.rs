//! Awari and its presets.

use super::Rules;
use crate::family::{Family, Field, Marks, Preset, Sizes};
use crate::record::Format;
use crate::spec::GameSpec;

const DOCUMENTS: &[&str] = &[include_str!("../../../../docs/rules/awari.md")];

/// Two rows of six pits.
pub(super) const BOARD: [u8; 2] = [2, 6];

/// South makes the first step, as White does in the games that results were invented for.
pub(super) const SIDES: [Marks; 2] =
    [Marks { name: "South", letter: 's', tag: "White" }, Marks { name: "North", letter: 'n', tag: "Black" }];

/// What is known about these games.
pub static FAMILY: Family = Family {
    presets: &[
        Preset {
            name: "awari",
            alias: "awari:davis2002",
            title: "Awari",
            about: "Awari by the rules of Davis and Kendall (2002)",
            sizes: Sizes::One(BOARD),
            documents: DOCUMENTS,
            game: |_| GameSpec::Awari(Rules::DAVIS2002),
        },
        Preset {
            name: "awari:romein",
            alias: "",
            title: "Awari (Romein)",
            about: "Awari by the rules under which Romein and Bal solved it (2002)",
            sizes: Sizes::One(BOARD),
            documents: DOCUMENTS,
            game: |_| GameSpec::Awari(Rules::ROMEIN),
        },
        Preset {
            name: "awari:abapa",
            alias: "",
            title: "Oware Abapa",
            about: "Oware Abapa as OpenSpiel plays it",
            sizes: Sizes::One(BOARD),
            documents: DOCUMENTS,
            game: |_| GameSpec::Awari(Rules::ABAPA),
        },
    ],
    formats: &[Format::Pgn, Format::Jsonl],
    fields: &[Field::number("made", "Moves made")],
};

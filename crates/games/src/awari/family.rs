//! Awari and its presets.

use super::Rules;
use crate::family::{Family, Field, Preset, Sizes};
use crate::pits::SIZE;
use crate::record::Format;
use crate::spec::GameSpec;

const DOCUMENTS: &[&str] = &[include_str!("../../../../docs/rules/awari.md")];

/// What is known about these games.
pub static FAMILY: Family = Family {
    presets: &[
        Preset {
            name: "awari",
            alias: "awari:davis2002",
            title: "Awari",
            about: "Awari by the rules of Davis and Kendall (2002)",
            sizes: Sizes::One(SIZE),
            documents: DOCUMENTS,
            game: |_| GameSpec::Awari(Rules::DAVIS2002),
        },
        Preset {
            name: "awari:romein",
            alias: "",
            title: "Awari (Romein)",
            about: "Awari by the rules under which Romein and Bal solved it (2002)",
            sizes: Sizes::One(SIZE),
            documents: DOCUMENTS,
            game: |_| GameSpec::Awari(Rules::ROMEIN),
        },
        Preset {
            name: "awari:abapa",
            alias: "",
            title: "Oware Abapa",
            about: "Oware Abapa as OpenSpiel plays it",
            sizes: Sizes::One(SIZE),
            documents: DOCUMENTS,
            game: |_| GameSpec::Awari(Rules::ABAPA),
        },
    ],
    formats: &[Format::Pgn, Format::Jsonl],
    fields: &[Field::number("made", "Moves made")],
};

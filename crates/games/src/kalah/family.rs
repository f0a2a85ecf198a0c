//! Kalah and its preset.

use super::Rules;
use crate::family::{Family, Field, Preset, Sizes};
use crate::pits::SIZE;
use crate::record::Format;
use crate::spec::GameSpec;

/// What is known about these games.
pub static FAMILY: Family = Family {
    presets: &[Preset {
        name: "kalah",
        alias: "kalah:mancala",
        title: "Kalah",
        about: "Kalah as OpenSpiel plays it under the name of mancala",
        sizes: Sizes::One(SIZE),
        documents: &[include_str!("../../../../docs/rules/kalah.md")],
        game: |_| GameSpec::Kalah(Rules::MANCALA),
    }],
    formats: &[Format::Pgn, Format::Jsonl],
    fields: &[Field { name: "swap", label: "May North swap sides?", words: &[("-", "No"), ("swap", "Yes")] }],
};

//! Capture Go and its presets.

use super::Rules;
use super::rules::{LEAST, MOST};
use crate::family::{BLACK, Family, Field, Marks, Preset, Sizes, WHITE};
use crate::record::Format;
use crate::spec::GameSpec;

const DOCUMENTS: &[&str] = &[include_str!("../../../../docs/rules/capture-go.md")];

/// Black makes the first step.
pub(super) const SIDES: [Marks; 2] = [BLACK, WHITE];

/// What is known about these games.
pub static FAMILY: Family = Family {
    presets: &[
        Preset {
            name: "capture-go",
            alias: "capture-go:cai2010",
            title: "Capture Go",
            about: "Capture Go by the rules of Cai and others (2010): passing allowed",
            sizes: Sizes::Rectangles(9, LEAST, MOST),
            documents: DOCUMENTS,
            game: |[rows, columns]| GameSpec::CaptureGo(Rules::cai2010(rows, columns)),
        },
        Preset {
            name: "capture-go:ponnuki",
            alias: "",
            title: "Capture Go without passing",
            about: "Capture Go without passing",
            sizes: Sizes::Rectangles(9, LEAST, MOST),
            documents: DOCUMENTS,
            game: |[rows, columns]| GameSpec::CaptureGo(Rules::ponnuki(rows, columns)),
        },
    ],
    formats: &[Format::Pgn, Format::Jsonl, Format::Sgf],
    fields: &[Field::number("passes", "Passes in a row"), Field::number("made", "Moves made")],
};

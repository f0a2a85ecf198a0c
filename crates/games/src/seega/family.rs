//! Seega and its relatives: Seejeh, Kharbga, and their presets.

use super::Rules;
use super::rules::SIZES;
use crate::family::{Family, Field, Preset, Sizes};
use crate::record::Format;
use crate::spec::GameSpec;

const SEEGA: &str = include_str!("../../../../docs/rules/seega.md");
const SEEJEH: &str = include_str!("../../../../docs/rules/seejeh.md");
const KHARBGA: &str = include_str!("../../../../docs/rules/kharbga.md");

/// What is known about these games.
pub static FAMILY: Family = Family {
    presets: &[
        Preset {
            name: "seega",
            alias: "",
            title: "Seega",
            about: "Seega by the rules of Abdelbar, Ragab and Mitri (2003, 2004)",
            sizes: Sizes::Squares(7, &SIZES),
            documents: &[SEEGA],
            game: |[size, _]| GameSpec::Seega(Rules::seega(size)),
        },
        Preset {
            name: "seega:ludii",
            alias: "",
            title: "Seega (Ludii)",
            about: "Seega as Ludii plays it",
            sizes: Sizes::Squares(7, &SIZES),
            documents: &[SEEGA],
            game: |[size, _]| GameSpec::Seega(Rules::ludii(size)),
        },
        Preset {
            name: "seega:egyptian",
            alias: "",
            title: "Seega (Egypt)",
            about: "Seega as Lane (1836) and Parker (1909) describe it from Egypt",
            sizes: Sizes::Squares(7, &[5, 7, 9]),
            documents: &[SEEGA],
            game: |[size, _]| GameSpec::Seega(Rules::egyptian(size)),
        },
        Preset {
            name: "kharbga",
            alias: "",
            title: "Kharbga",
            about: "Kharbga of southern Tunisia, after KharbgaNet and kharbga.com",
            sizes: Sizes::Only(7),
            documents: &[KHARBGA, SEEJEH, SEEGA],
            game: |[size, _]| GameSpec::Seega(Rules::kharbga(size)),
        },
        Preset {
            name: "seejeh",
            alias: "",
            title: "Seejeh",
            about: "Seejeh after Aljaafreh and Al-Oudat (2019), in our reading",
            sizes: Sizes::Squares(7, &[5, 7, 9]),
            documents: &[SEEJEH, SEEGA],
            game: |[size, _]| GameSpec::Seega(Rules::seejeh(size)),
        },
        Preset {
            name: "seejeh:com",
            alias: "",
            title: "Seejeh (seejeh.com)",
            about: "Seejeh as seejeh.com plays it",
            sizes: Sizes::Only(7),
            documents: &[SEEJEH, SEEGA],
            game: |[size, _]| GameSpec::Seega(Rules::seejeh_com(size)),
        },
    ],
    formats: &[Format::Pgn, Format::Jsonl],
    fields: &[
        Field { name: "phase", label: "Phase", words: &[("place", "Placing"), ("move", "Moving")] },
        Field::number("quiet", "Moves without capture"),
        Field::number("turns", "Turns made"),
    ],
};

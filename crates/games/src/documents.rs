//! The rules in words: the documents of `docs/rules`, as part of the program.

use crate::spec::GameSpec;

const SEEGA: &str = include_str!("../../../docs/rules/seega.md");
const SEEJEH: &str = include_str!("../../../docs/rules/seejeh.md");
const KHARBGA: &str = include_str!("../../../docs/rules/kharbga.md");
const AWARI: &str = include_str!("../../../docs/rules/awari.md");
const CAPTURE_GO: &str = include_str!("../../../docs/rules/capture-go.md");

impl GameSpec {
    /// What has to be read to play this game, as Markdown: Seejeh and Kharbga capture as Seega does.
    pub fn documents(&self) -> &'static [&'static str] {
        match self {
            GameSpec::Seega(_) if self.to_string().starts_with("seejeh") => &[SEEJEH, SEEGA],
            GameSpec::Seega(_) if self.to_string().starts_with("kharbga") => &[KHARBGA, SEEJEH, SEEGA],
            GameSpec::Seega(_) => &[SEEGA],
            GameSpec::Awari(_) => &[AWARI],
            GameSpec::CaptureGo(_) => &[CAPTURE_GO],
        }
    }
}

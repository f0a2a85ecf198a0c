//! What clients say to a table.

use games::TextError;
use serde::Deserialize;

use crate::table::Table;

/// What a client may say.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Wish {
    Step {
        step: String,
        at: usize,
    },
    Undo {},
    Redo {},
    Go {
        at: usize,
    },
    Resume {},
    Resign {},
    Seats {
        first: String,
        second: String,
    },
    Pace {
        ms: u32,
    },
    Analyse {
        on: bool,
        #[serde(default = "three")]
        best: usize,
        #[serde(default = "best")]
        player: String,
    },
    Review {},
    Hint {},
}

fn three() -> usize {
    3
}

fn best() -> String {
    "best".into()
}

impl Wish {
    /// Does what concerns the table alone; none where a wish is more than that.
    pub fn apply(&self, table: &mut Table) -> Option<Result<(), TextError>> {
        Some(match self {
            Wish::Step { step, at } => table.person_step(*at, step),
            Wish::Undo {} => table.undo(),
            Wish::Redo {} => table.redo(),
            Wish::Go { at } => table.go(*at),
            Wish::Resign {} => table.resign(),
            Wish::Resume {} => {
                table.resume();
                Ok(())
            }
            Wish::Pace { ms } => {
                table.set_pace(*ms);
                Ok(())
            }
            Wish::Seats { .. } | Wish::Analyse { .. } | Wish::Review {} | Wish::Hint {} => return None,
        })
    }

    /// Reads a message.
    pub fn read(text: &str) -> Result<Wish, TextError> {
        serde_json::from_str(text).map_err(|error| TextError::new(format!("this cannot be done: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn wishes_are_read() {
        let wish = Wish::read(r#"{"do":"step","step":"c3","at":4}"#).unwrap();
        assert_eq!(wish, Wish::Step { step: "c3".into(), at: 4 });
        let wish = Wish::read(r#"{"do":"analyse","on":true}"#).unwrap();
        assert_eq!(wish, Wish::Analyse { on: true, best: 3, player: "best".into() });
        for wrong in ["", "[]", "{}", r#"{"do":"fly"}"#, r#"{"do":"undo","x":1}"#, r#"{"do":"go","at":-1}"#] {
            assert!(Wish::read(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]
        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,80}|\\{\"do\":\"[a-z]{0,9}\"(,\"[a-z]{1,6}\":[0-9a-z\"\\[\\]{}.-]{0,12}){0,3}\\}") {
            if let Err(error) = Wish::read(&text) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}

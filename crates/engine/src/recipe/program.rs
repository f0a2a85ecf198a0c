//! Other programs as players: `ugi("command line")` for programs that speak UGI, `gtp("command line")` for Go programs.
//!
//! What a spec says about one is read here; the code that arranges matches starts it. This crate starts no program, because
//! its players may be named over a protocol or by visitors of the page.

use std::time::Duration;

use games::TextError;

use super::grammar::Call;

/// What a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Go Text Protocol.
    Gtp,
}

/// A program as a spec names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// What it speaks.
    pub protocol: Protocol,
    /// The words of its command line; at least one.
    pub command: Vec<String>,
    /// How much longer than its limit of time it may take; where nothing is said, that depends on the limit.
    pub patience: Option<Duration>,
}

impl Program {
    pub(super) fn read(call: &Call, protocol: Protocol) -> Result<Program, TextError> {
        call.allow(&["", "patience"])?;
        let right = || call.error(format!("say which program: {}(\"command line\")", call.name));
        let command = call.get("", true).filter(|value| value.arguments.is_empty()).ok_or_else(right)?;
        let command = words(&command.name).filter(|words| !words.is_empty()).ok_or_else(right)?;
        let patience = call.number("patience", 1, 3_600_000)?.map(Duration::from_millis);
        Ok(Program { protocol, command, patience })
    }
}

/// The words of a command line; quotation marks of either kind hold a word with spaces together. None if one is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut mark) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match mark {
            Some(m) if c == m => mark = None,
            None if c == '\'' || c == '"' => {
                mark = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    mark.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::PlayerSpec;

    #[test]
    fn a_command_line_is_words() {
        let read = |text| words(text).unwrap();
        assert_eq!(read(" gnugo  --mode gtp "), ["gnugo", "--mode", "gtp"]);
        assert_eq!(read("petteia engine 'a b'c \"it's\" ''"), ["petteia", "engine", "a bc", "it's", ""]);
        assert_eq!(words("petteia 'engine"), None);
    }

    #[test]
    fn specs_say_what_is_missing() {
        let error = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        let missing = "at character 1, \"ugi\": say which program: ugi(\"command line\")";
        assert_eq!(
            [error("ugi"), error("ugi(\"\")"), error("ugi(patience=3)")],
            [missing; 3].map(String::from)
        );
        assert!(error("gtp(gnugo, patience=0)").contains("patience is a whole number from 1 to 3600000"));
        assert!(error("gtp(gnugo, level=3)").contains("takes patience"));
    }
}

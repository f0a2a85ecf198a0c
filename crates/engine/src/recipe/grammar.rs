//! The grammar of player specs: a name, and in parentheses what is set, each a word, a number or again such a call.
//!
//! `alphabeta(depth=6, eval=linear(players/mine.toml))`, `mcts(sims=800)`, `level:7`, `random`. What has spaces, commas or
//! parentheses in it stands in quotation marks, `ugi("my-engine --fast")`, where `\"` and `\\` stand for the two characters.

use std::borrow::Cow;
use std::fmt;

use games::text::quote;
use games::{TextError, text_error};

/// A name with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name.
    pub name: String,
    /// The arguments in order: a key where one was written, and the value.
    pub arguments: Vec<(Option<String>, Call)>,
    /// Where it starts in the text, in characters from 1.
    pub place: usize,
}

/// Nothing deeper than this is meant seriously.
const DEEPEST: usize = 8;

impl Call {
    /// Reads a whole spec.
    pub fn parse(text: &str) -> Result<Call, TextError> {
        let mut reader = Reader { chars: text.chars().collect(), at: 0 };
        let call = reader.call(0)?;
        reader.spaces();
        if reader.at < reader.chars.len() {
            return Err(reader.error("nothing more was expected"));
        }
        Ok(call)
    }

    /// A name alone.
    pub fn of(name: &str, place: usize) -> Call {
        Call { name: name.into(), arguments: Vec::new(), place }
    }

    /// An error about this part of the spec.
    pub fn error(&self, text: impl fmt::Display) -> TextError {
        text_error!("at character {}, {}: {text}", self.place, quote(&self.name))
    }

    /// The value of a key, or of the first argument without one if `first` is set.
    pub fn get(&self, key: &str, first: bool) -> Option<&Call> {
        let named = self.arguments.iter().find(|(k, _)| k.as_deref() == Some(key));
        named.or_else(|| self.arguments.iter().find(|(k, _)| first && k.is_none())).map(|(_, value)| value)
    }

    /// A whole number within bounds.
    pub fn number(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, TextError> {
        let Some(value) = self.get(key, false) else { return Ok(None) };
        let number = value
            .name
            .replace('_', "")
            .parse()
            .ok()
            .filter(|n| (least..=most).contains(n) && value.arguments.is_empty());
        number.map(Some).ok_or_else(|| value.error(format!("{key} is a whole number from {least} to {most}")))
    }

    /// A switch, `on` or `off`.
    pub fn switch(&self, key: &str) -> Result<Option<bool>, TextError> {
        self.choice(key, &format!("{key} is"), &[("on", true), ("off", false)])
    }

    /// One of some words, at least two; the error is what it `is` and the words.
    pub fn choice<T: Copy>(
        &self,
        key: &str,
        is: &str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, TextError> {
        let Some(value) = self.get(key, false) else { return Ok(None) };
        let found = choices.iter().find(|(word, _)| *word == value.name && value.arguments.is_empty());
        found.map(|&(_, choice)| Some(choice)).ok_or_else(|| {
            let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
            let (last, others) = words.split_last().expect("there is something to choose");
            value.error(format!("{is} {} or {last}", others.join(", ")))
        })
    }

    /// Every argument must have one of these keys (an empty one stands for the argument without a key), once.
    pub fn allow(&self, keys: &[&str]) -> Result<(), TextError> {
        for (i, (key, value)) in self.arguments.iter().enumerate() {
            let key = key.as_deref().unwrap_or("");
            if !keys.contains(&key) {
                let known: Vec<&str> = keys.iter().copied().filter(|k| !k.is_empty()).collect();
                let known = if known.is_empty() {
                    "takes nothing".into()
                } else {
                    format!("takes {}", known.join(", "))
                };
                return Err(value.error(format!("{} {known}", self.name)));
            }
            if self.arguments[..i].iter().any(|(other, _)| other.as_deref().unwrap_or("") == key) {
                return Err(value.error("it is set twice"));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(&self.name))?;
        for (i, (key, value)) in self.arguments.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { "," })?;
            if let Some(key) = key {
                write!(f, "{}=", written(key))?;
            }
            write!(f, "{value}")?;
        }
        if self.arguments.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

/// A word as a spec has it, in quotation marks where it needs them.
fn written(word: &str) -> Cow<'_, str> {
    if !word.is_empty() && word.chars().all(|c| plain(c) && c != '"') {
        return word.into();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")).into()
}

/// Whether a character may stand in a word without quotation marks.
fn plain(c: char) -> bool {
    !"(),=".contains(c) && !c.is_whitespace() && !c.is_control()
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn error(&self, text: &str) -> TextError {
        let rest: String = self.chars[self.at.min(self.chars.len())..].iter().collect();
        let found = if rest.is_empty() { "the end".into() } else { quote(&rest) };
        text_error!("at character {}, {found}: {text}", self.at + 1)
    }

    fn spaces(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.spaces();
        let here = self.chars.get(self.at) == Some(&wanted);
        self.at += usize::from(here);
        here
    }

    fn word(&mut self) -> Result<String, TextError> {
        self.spaces();
        if self.chars.get(self.at) == Some(&'"') {
            return self.quoted();
        }
        let rest = &self.chars[self.at..];
        let length = rest.iter().take_while(|c| plain(**c)).count();
        if length == 0 {
            return Err(self.error("a name or a number was expected"));
        }
        let word = rest[..length].iter().collect();
        self.at += length;
        Ok(word)
    }

    fn quoted(&mut self) -> Result<String, TextError> {
        let start = self.at;
        let mut word = String::new();
        loop {
            self.at += 1;
            match self.chars.get(self.at) {
                Some('"') => break,
                Some('\\') if self.chars.get(self.at + 1).is_some_and(|c| "\\\"".contains(*c)) => {
                    self.at += 1;
                    word.push(self.chars[self.at]);
                }
                Some(c) if !c.is_control() => word.push(*c),
                _ => {
                    self.at = start;
                    return Err(self.error("the quotation mark is not closed"));
                }
            }
        }
        self.at += 1;
        Ok(word)
    }

    fn call(&mut self, depth: usize) -> Result<Call, TextError> {
        if depth > DEEPEST {
            return Err(self.error("this is nested too deeply"));
        }
        self.spaces();
        let place = self.at + 1;
        let name = self.word()?;
        let mut arguments = Vec::new();
        if self.eat('(') && !self.eat(')') {
            loop {
                let start = self.at;
                let key = self.word()?;
                if self.eat('=') {
                    arguments.push((Some(key), self.call(depth + 1)?));
                } else {
                    self.at = start;
                    arguments.push((None, self.call(depth + 1)?));
                }
                if self.eat(')') {
                    break;
                }
                if !self.eat(',') {
                    return Err(self.error("a comma or a closing parenthesis was expected"));
                }
            }
        }
        Ok(Call { name, arguments, place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_printed() {
        for text in
            ["random", "level:7", "alphabeta(depth=6,eval=linear(players/seega7.toml))", "mcts(sims=800)"]
        {
            assert_eq!(Call::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Call::parse(" mcts ( sims = 8 , c = 1.5 ) ").unwrap().to_string(), "mcts(sims=8,c=1.5)");
        for text in [r#"ugi("a b, c(d)=\"e\" \\f",patience=5)"#, r#"x("")"#, r#"x("a b"="=",c="a\"b")"#] {
            assert_eq!(Call::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Call::parse(r#"ugi("a \"b\" \c")"#).unwrap().arguments[0].1.name, r#"a "b" \c"#);
        assert_eq!(Call::parse(r#"f("plain")"#).unwrap().to_string(), "f(plain)");
        assert_eq!(Call::parse("random()").unwrap().to_string(), "random");
    }

    #[test]
    fn errors_point_at_the_place() {
        let error = |text: &str| Call::parse(text).unwrap_err().to_string();
        assert_eq!(error(""), "at character 1, the end: a name or a number was expected");
        assert_eq!(error("mcts(sims=)"), "at character 11, \")\": a name or a number was expected");
        assert_eq!(
            error("mcts(sims=8"),
            "at character 12, the end: a comma or a closing parenthesis was expected"
        );
        assert_eq!(error("random)"), "at character 7, \")\": nothing more was expected");
        assert_eq!(error("ugi(\"a"), "at character 5, \"\"a\": the quotation mark is not closed");
        assert!(Call::parse(&"a(".repeat(100)).is_err());
    }
}

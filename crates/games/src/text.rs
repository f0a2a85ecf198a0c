//! What all notations share: the error type, board cells such as `c3`, and a small reader of fields.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;

/// Why a text could not be read: one sentence that names the place and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    message: String,
}

impl TextError {
    /// An error that says this, in one short line: what libraries say may quote a wrong input as a whole, line breaks included.
    pub fn new(message: impl AsRef<str>) -> Self {
        TextError { message: short(message.as_ref()).replace(char::is_control, " ") }
    }

    /// The same error with the place in front: `line 3: …`.
    pub fn within(self, place: impl fmt::Display) -> Self {
        TextError { message: short(&format!("{place}: {}", self.message)).into_owned() }
    }
}

/// A [`TextError`] with the sentence that `format!` would make.
#[macro_export]
macro_rules! text_error {
    ($($sentence:tt)+) => { $crate::TextError::new(::std::format!($($sentence)+)) };
}
pub use crate::text_error;

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

/// Longer sentences lose their middle: they begin with what is wrong and end with what would be right.
const SENTENCE: usize = 1_200;

/// A sentence that no long input makes long.
pub fn short(sentence: &str) -> Cow<'_, str> {
    if sentence.len() <= SENTENCE {
        return sentence.into();
    }
    let boundary = |mut at: usize| {
        while !sentence.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (head, tail) = (boundary(SENTENCE / 2), boundary(sentence.len() - SENTENCE / 4));
    format!("{} … {}", &sentence[..head], &sentence[tail..]).into()
}

/// At most this much of a wrong input is quoted back.
const QUOTE: usize = 40;

/// The input as an error shows it: short, in one line.
pub fn quote(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(QUOTE + 1).collect();
    if clean.chars().count() > QUOTE {
        format!("\"{}…\"", clean.chars().take(QUOTE).collect::<String>())
    } else {
        format!("\"{clean}\"")
    }
}

/// `1 seed`, `2 seeds`.
pub(crate) fn counted(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// What libraries say of wrong values, and what people say.
const PLAIN: [(&str, &str); 17] = [
    ("`", ""),
    ("invalid type: ", "this is "),
    ("invalid value: ", "this is "),
    ("integer ", "the number "),
    ("floating point ", "the number "),
    ("string ", "the word "),
    ("boolean ", ""),
    ("expected a boolean", "expected true or false"),
    ("expected a sequence", "expected a list, [ … ]"),
    ("expected u64", "expected a whole number, 0 or more"),
    ("expected u32", "expected a whole number, 0 or more"),
    ("expected usize", "expected a whole number, 0 or more"),
    ("expected f64", "expected a number"),
    ("expected f32", "expected a number"),
    ("expected ident", "this is no JSON"),
    ("invalid digit found in string", "a whole number is right"),
    (" is not in 1..18446744073709551615", " is less than 1"),
];

/// What a library says of a wrong value in plain words, in one line, with the word that was probably meant.
pub fn plain(message: &str) -> String {
    let mut text = message.split_whitespace().collect::<Vec<_>>().join(" ");
    for (theirs, ours) in PLAIN {
        text = text.replace(theirs, ours);
    }
    for kind in ["internally tagged enum ", "struct "] {
        if let Some((head, rest)) = text.split_once(kind) {
            let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            text = format!("{head}a group of settings{}", &rest[name.len()..]);
        }
    }
    let known = ["unknown field ", "unknown variant "].into_iter().find_map(|kind| text.split_once(kind));
    let words = known.and_then(|(_, rest)| rest.split_once(", expected "));
    let words = words.map(|(wrote, known)| (wrote, known.strip_prefix("one of ").unwrap_or(known)));
    let meant = words.and_then(|(wrote, known)| meant(wrote, known.split(", ")));
    meant.map(|word| format!("{text}; did you mean {word}?")).unwrap_or(text)
}

/// Reads a TOML file. The error names the line and what would be right.
pub fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, TextError> {
    toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(1, |s| text[..s.start.min(text.len())].matches('\n').count() + 1);
        text_error!("line {line}: {}", plain(e.message()))
    })
}

/// The known word nearest to a misspelt one; none if no word is near.
pub fn meant<'a>(wrote: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |word: &'a str| (strsim::damerau_levenshtein(wrote, word), word);
    // A long text is not compared: it is no slip of the finger.
    let near = known.filter(|word| wrote.len() <= word.len() + 3).map(distance);
    let (errors, word) = near.min_by_key(|(errors, _)| *errors)?;
    (errors * 3 <= word.len().max(3)).then_some(word)
}

/// A letter, as a small one, and the number behind it, from 1 to 999 and printed as numbers are.
pub(crate) fn coordinates(text: &str) -> Option<(char, u16)> {
    let mut chars = text.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let digits = chars.as_str();
    let plain = digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    Some((letter, digits.parse().ok().filter(|_| plain)?))
}

/// A cell of a square board: file letter and rank number, `a1` at the bottom left. Ordered a1, b1, …, a2, ….
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// More files and ranks than any board has.
    pub const LIMIT: u8 = 16;

    /// File and rank from 0.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Cell {
        debug_assert!(file < Self::LIMIT && rank < Self::LIMIT);
        Cell(rank << 4 | file)
    }

    /// 0 for file a.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// 0 for rank 1.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Cell, TextError> {
        let wrong =
            || text_error!("{} is not a cell: a file letter and a rank number, such as c3", quote(text));
        let (file, rank) = coordinates(text).ok_or_else(wrong)?;
        let file = file as u8 - b'a';
        if file >= Self::LIMIT || rank > Self::LIMIT.into() {
            Err(wrong())
        } else {
            Ok(Cell::new(file, rank as u8 - 1))
        }
    }
}

/// The fields of a position string, taken one after the other.
pub struct Fields<'a> {
    /// Those that have not been taken.
    pub(crate) rest: std::str::SplitWhitespace<'a>,
}

impl<'a> Fields<'a> {
    /// Splits at white space.
    pub fn new(text: &'a str) -> Self {
        Fields { rest: text.split_whitespace() }
    }

    /// The next field, or an error that says what is missing.
    pub fn next(&mut self, what: &str) -> Result<&'a str, TextError> {
        self.rest.next().ok_or_else(|| text_error!("the position ends before {what}"))
    }

    /// The next field as a number of at most `max`.
    pub fn number(&mut self, what: &str, max: u16) -> Result<u16, TextError> {
        let field = self.next(what)?;
        field
            .parse()
            .ok()
            .filter(|&n| n <= max && field.bytes().all(|b| b.is_ascii_digit()))
            .ok_or_else(|| text_error!("{} is not {what}: a number from 0 to {max}", quote(field)))
    }

    /// Nothing may be left.
    pub fn end(mut self) -> Result<(), TextError> {
        match self.rest.next() {
            None => Ok(()),
            Some(field) => Err(text_error!("{} is more than a position has", quote(field))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libraries_say_is_said_plainly() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code)]
        struct File {
            games: u64,
            #[serde(default)]
            noisy: bool,
            #[serde(default)]
            names: Vec<String>,
        }
        let error = |text: &str| from_toml::<File>(text).unwrap_err().to_string();
        assert_eq!(error("games = -4"), "line 1: this is the number -4, expected a whole number, 0 or more");
        assert_eq!(
            error("games = 1\nnoisy = 'yes'"),
            "line 2: this is the word \"yes\", expected true or false"
        );
        assert_eq!(error("games = 1\nnames = 2"), "line 2: this is the number 2, expected a list, [ … ]");
        let near = "line 2: unknown field nosiy, expected one of games, noisy, names; did you mean noisy?";
        assert_eq!(error("games = 1\nnosiy = true"), near);
        assert!(error("games = 1\nzzz = true").ends_with("expected one of games, noisy, names"));
        let group = from_toml::<std::collections::BTreeMap<String, File>>("a = 3").unwrap_err().to_string();
        assert_eq!(group, "line 1: this is the number 3, expected a group of settings");
    }
}

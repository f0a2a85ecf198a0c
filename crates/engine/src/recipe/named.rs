//! What a spec says about a player or an evaluator that one game has under a name of its own.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use games::{TextError, text_error};

use super::grammar::Call;
use super::read::limits;
use crate::checksum;
use crate::games::About;
use crate::player::Limits;

/// A file that a spec names. Nothing else in a recipe may be opened, so [`super::PlayerSpec::reads_files`] sees every file
/// that making the player would read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    name: String,
    place: usize,
}

impl FileName {
    pub(super) fn read(value: &Call) -> Result<FileName, TextError> {
        if !value.arguments.is_empty() {
            return Err(value
                .error("the name of a file was expected; one with parentheses stands in quotation marks"));
        }
        Ok(FileName { name: value.name.clone(), place: value.place })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        Path::new(&self.name)
    }

    /// An error of this file, which says where the spec names it.
    pub fn error(&self, error: TextError) -> TextError {
        error.within(format_args!("at character {}", self.place))
    }
}

/// Where the numbers of an evaluator come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// From the program, if it has any for that name.
    Shipped,
    /// From a file.
    File(FileName),
    /// From beside the spec: a learner tries them. They are no part of its text.
    Given(Arc<[f32]>),
}

/// Numbers from beside a spec, if there are any.
pub(super) type Given<'a> = Option<&'a Arc<[f32]>>;

/// A name that a game gives a meaning to, and what is set. A game can ask it for numbers, switches and words from a list, and
/// for one file; there is no way to the text of an argument, so that none can become the name of a file unseen.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub(super) call: Call,
    /// Where its numbers come from.
    pub numbers: Numbers,
    /// What `depth`, `nodes`, `sims` and `ms` set.
    pub limits: Limits,
    /// How many steps of a hundred are random, if that is set.
    pub careless: Option<u32>,
}

impl Named {
    pub(super) fn read(call: &Call, given: Given) -> Result<Named, TextError> {
        let numbers = match call.get("file", true) {
            Some(file) => Numbers::File(FileName::read(file)?),
            None => given.cloned().map_or(Numbers::Shipped, Numbers::Given),
        };
        Ok(Named { call: call.clone(), numbers, limits: limits(call)?, careless: careless(call)? })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.call.name
    }

    /// Whether it is one of these.
    pub(super) fn is_of(&self, names: &[About]) -> bool {
        names.iter().any(|(name, _)| name.split('(').next() == Some(self.name()))
    }

    /// An error about this part of the spec.
    pub fn error(&self, text: impl fmt::Display) -> TextError {
        self.call.error(text)
    }

    /// Every argument must have one of these keys (`file` may be written without), once.
    pub fn allow(&self, keys: &[&str]) -> Result<(), TextError> {
        let first: &[&str] = if keys.contains(&"file") { &[""] } else { &[] };
        self.call.allow(&[first, keys].concat())
    }

    /// A whole number within bounds.
    pub fn number(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, TextError> {
        self.call.number(key, least, most)
    }

    /// A switch, `on` or `off`.
    pub fn switch(&self, key: &str) -> Result<Option<bool>, TextError> {
        self.call.switch(key)
    }

    /// One of some words.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<Option<T>, TextError> {
        self.call.choice(key, &format!("{key} is"), choices)
    }

    /// What the file says, which must be named, read by `parse`; an error names the file.
    pub fn parsed<T>(&self, parse: impl Fn(&str) -> Result<T, TextError>) -> Result<T, TextError> {
        let Numbers::File(file) = &self.numbers else {
            return Err(self.error(format!("say which file: {}(FILE)", self.name())));
        };
        let path = file.path();
        let wrong = |why: &dyn fmt::Display| text_error!("{}: {why}", path.display());
        let text = std::fs::read_to_string(path).map_err(|e| wrong(&e))?;
        if checksum::fits(text.as_bytes(), checksum::TOML) == Some(false) {
            return Err(wrong(&checksum::WRONG));
        }
        parse(&text).map_err(|e| wrong(&e))
    }

    /// What the numbers beside the spec make, or else what its file says.
    pub fn learnt<T>(
        &self,
        make: impl Fn(&[f32]) -> Result<T, TextError>,
        parse: impl Fn(&str) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        match &self.numbers {
            Numbers::Given(numbers) => make(numbers).map_err(|e| self.error(e)),
            Numbers::File(_) | Numbers::Shipped => self.parsed(parse),
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.call.fmt(f)
    }
}

/// How many steps of a hundred are random.
pub(super) fn careless(call: &Call) -> Result<Option<u32>, TextError> {
    Ok(call.number("careless", 0, 100)?.map(|n| n as u32))
}

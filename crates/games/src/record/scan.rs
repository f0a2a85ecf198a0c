//! The tokens of PGN-shaped text: tags, comments and words.

use crate::text::{TextError, quote, text_error};

/// The four ways a game's text ends.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// What a word among the steps means.
pub enum Word<'a> {
    Result(&'static str),
    Step(&'a str),
    Nothing,
}

impl Word<'_> {
    /// Takes numbers in front (`12.`, `12...`) and marks behind (`!`, `?`) away.
    pub fn of(word: &str) -> Word<'_> {
        let mut step = word.trim_end_matches(['!', '?']);
        loop {
            let unnumbered = step.trim_start_matches(|c: char| c.is_ascii_digit());
            if !unnumbered.starts_with('.') {
                break;
            }
            step = unnumbered.trim_start_matches('.');
        }
        match RESULTS.into_iter().find(|&result| result == step) {
            Some(result) => Word::Result(result),
            None if step.is_empty() => Word::Nothing,
            None => Word::Step(step),
        }
    }
}

/// One piece of the text.
pub enum Token<'a> {
    Tag(String, String),
    Comment(String),
    Word(&'a str),
}

/// Characters that end a word.
pub const DELIMITERS: [char; 9] = ['{', '}', '(', ')', '[', ']', ';', '"', '$'];

/// Cuts a text into tokens and knows the line.
#[derive(Clone, Copy)]
pub struct Scanner<'a> {
    rest: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// Whether nothing of this line has been read.
    fresh: bool,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Scanner { rest: text, line: 1, fresh: true }
    }

    /// Takes `n` bytes.
    fn take(&mut self, n: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(n);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        self.fresh = if taken.is_empty() { self.fresh } else { taken.ends_with('\n') };
        taken
    }

    /// Takes everything before the first character of that kind.
    fn until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(stop).unwrap_or(self.rest.len()))
    }

    /// Goes on to the next token.
    pub fn skip_space(&mut self) {
        self.until(|c| !c.is_whitespace());
    }

    /// Goes on to where another game may start: a line with a tag after an empty line.
    pub fn skip_game(&mut self) {
        self.until(|c| c == '\n');
        let mut after_empty = false;
        while !self.rest.is_empty() {
            self.take(1);
            if after_empty && self.rest.starts_with('[') {
                return;
            }
            after_empty = self.until(|c| c == '\n').trim().is_empty();
        }
    }

    /// The next token; none at the end of the text.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, TextError> {
        loop {
            let Some(c) = self.rest.chars().next() else { return Ok(None) };
            match c {
                '%' if self.fresh => {
                    self.until(|c| c == '\n');
                }
                c if c.is_whitespace() => {
                    self.take(c.len_utf8());
                }
                ';' => {
                    self.take(1);
                    return Ok(Some(Token::Comment(self.until(|c| c == '\n').trim().into())));
                }
                '{' => return self.comment().map(|text| Some(Token::Comment(text))),
                '(' => self.variation()?,
                '$' => {
                    self.take(1);
                    self.until(|c| !c.is_ascii_digit());
                }
                '[' => return self.tag().map(Some),
                '}' | ')' | ']' | '"' => return Err(text_error!("this {c} closes nothing")),
                _ => {
                    return Ok(Some(Token::Word(
                        self.until(|c| c.is_whitespace() || DELIMITERS.contains(&c)),
                    )));
                }
            }
        }
    }

    fn comment(&mut self) -> Result<String, TextError> {
        let opened = self.line;
        self.take(1);
        let mut text = String::new();
        loop {
            text.push_str(self.until(|c| matches!(c, '}' | '\\' | '\r' | '\n')));
            let next = self.rest.get(1..).and_then(|rest| rest.chars().next());
            let (taken, meaning) = match (self.rest.chars().next(), next) {
                (None, _) => {
                    return Err(text_error!("the comment that starts in line {opened} has no }}"));
                }
                (Some('}'), _) => {
                    self.take(1);
                    return Ok(text);
                }
                (Some('\\'), Some(c @ ('}' | '\\'))) => (2, c),
                (Some('\\'), Some('n')) => (2, '\n'),
                (Some('\\'), Some('r')) => (2, '\r'),
                (Some('\\'), _) => (1, '\\'),
                (Some('\r'), Some('\n')) => (2, ' '),
                _ => (1, ' '),
            };
            self.take(taken);
            text.push(meaning);
        }
    }

    /// Skips a variation with all that is inside; counts instead of recursing, so that no depth is too deep.
    fn variation(&mut self) -> Result<(), TextError> {
        let opened = self.line;
        let mut depth = 0usize;
        loop {
            self.until(|c| matches!(c, '(' | ')' | '{' | ';'));
            match self.rest.chars().next() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('{') => {
                    self.comment()?;
                    continue;
                }
                Some(_) => {
                    self.until(|c| c == '\n');
                    continue;
                }
                None => {
                    return Err(text_error!("the variation that starts in line {opened} has no )"));
                }
            }
            self.take(1);
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// `[Name "value"]`, in one line.
    fn tag(&mut self) -> Result<Token<'a>, TextError> {
        let wrong = || TextError::new("a tag looks like [Event \"The Cup\"]");
        self.take(1);
        let space = |c: char| c == ' ' || c == '\t';
        self.until(|c| !space(c));
        let name = self.until(|c| c.is_whitespace() || DELIMITERS.contains(&c));
        self.until(|c| !space(c));
        if !self.rest.starts_with('"') {
            return Err(wrong());
        }
        self.take(1);
        let mut value = String::new();
        loop {
            value.push_str(self.until(|c| matches!(c, '"' | '\\' | '\n')));
            let mut chars = self.rest.chars();
            let meaning = match (chars.next(), chars.next()) {
                (Some('"'), _) => break,
                (Some('\\'), Some(c @ ('"' | '\\'))) => c,
                (Some('\\'), Some('n')) => '\n',
                (Some('\\'), Some('r')) => '\r',
                (Some('\\'), _) => {
                    value.push_str(self.take(1));
                    continue;
                }
                _ => {
                    return Err(text_error!("the value of the tag {} has no closing \"", quote(name)));
                }
            };
            self.take(2);
            value.push(meaning);
        }
        self.take(1);
        self.until(|c| !space(c));
        if !self.rest.starts_with(']') {
            return Err(wrong());
        }
        self.take(1);
        Ok(Token::Tag(name.into(), value))
    }
}

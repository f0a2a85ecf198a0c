//! PGN-shaped text, which rating programs read unchanged:
//!
//! ```text
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "Plato"]
//! [Black "Palamedes"]
//! [Result "0-1"]
//! [Variant "seega:5"]
//! [RulesVersion "1"]
//!
//! 1. a1 2. e5 3. a2 {the corner} 4. e4 … 25. c2-c3xc4 … 0-1
//! ```
//!
//! Steps are numbered singly, those of both sides together. Results go by colour: `1-0` is a win of the player in the White tag.
//! A set-up start stands in `[SetUp "1"]` and `[FEN "…"]`. In tags `\"`, `\\`, `\n` and `\r`, in comments `\}`, `\\`,
//! `\n` and `\r` stand for what cannot be written there; a line break in a comment is a space.

use super::scan::{DELIMITERS, Scanner, Token, Word};
use super::{
    Entry, MOST_STEPS, MOST_TAGS, RESERVED, ROSTER, Record, player_tag, too_many_steps, too_many_tags,
    unknown, without_mark,
};
use crate::game::{Outcome, Side};
use crate::spec::GameSpec;
use crate::text::{TextError, quote, text_error};

/// Lines of steps are at most this long.
const WIDTH: usize = 80;

/// The record as text that ends with an empty line, so that games can be strung together.
pub fn write(record: &Record) -> String {
    let result = result_token(record.game, record.result);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", escaped(value, '"')));
    };
    for name in ROSTER {
        tag(name, record.tag(name).unwrap_or(unknown(name)));
    }
    tag("Result", result);
    tag("Variant", &record.game.to_string());
    tag("RulesVersion", &record.rules_version.to_string());
    if let Some(start) = &record.start {
        tag("SetUp", "1");
        tag("FEN", start);
    }
    for (name, value) in record.tags().iter().filter(|(name, _)| !ROSTER.contains(&name.as_str())) {
        tag(name, value);
    }
    text.push('\n');
    let mut steps = Wrapped::default();
    steps.comment(record.comments.get(&0));
    for (i, step) in record.steps.iter().enumerate() {
        steps.word(&format!("{}. {step}", i + 1), true);
        steps.comment(record.comments.get(&(i + 1)));
    }
    steps.word(result, true);
    text + &steps.text + "\n\n"
}

/// Words in lines of at most [`WIDTH`] columns.
#[derive(Default)]
struct Wrapped {
    text: String,
    column: usize,
}

impl Wrapped {
    fn word(&mut self, word: &str, may_break: bool) {
        let width = word.chars().count();
        if may_break && self.column + 1 + width > WIDTH && self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        } else if !self.text.is_empty() {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }

    fn comment(&mut self, comment: Option<&String>) {
        let Some(comment) = comment.filter(|comment| !comment.is_empty()) else { return };
        let mut after_word = true;
        for piece in format!("{{{}}}", escaped(comment, '}')).split(' ') {
            // A break is read as one space; beside other spaces it would be too easily lost.
            self.word(piece, after_word && !piece.is_empty());
            after_word = !piece.is_empty();
        }
    }
}

/// A text as it stands before this character, which ends it.
fn escaped(text: &str, end: char) -> String {
    let text = text.replace('\\', "\\\\").replace(end, &format!("\\{end}"));
    text.replace('\n', "\\n").replace('\r', "\\r")
}

fn result_token(game: GameSpec, result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::Win(side)) if player_tag(game, side) == "White" => "1-0",
        Some(Outcome::Win(_)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// The result that one of the four tokens states.
fn read_result(game: GameSpec, token: &str) -> Option<Outcome> {
    let outcomes = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
    outcomes.into_iter().find(|&outcome| result_token(game, Some(outcome)) == token)
}

/// Whether a text can stand as a step between the other words of a game.
pub(super) fn is_step(text: &str) -> bool {
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !DELIMITERS.contains(&c);
    text.chars().all(plain) && matches!(Word::of(text), Word::Step(step) if step == text)
}

/// The records of a text, see [`read_each`], or the first error.
pub fn read(text: &str) -> Result<Vec<Record>, TextError> {
    read_each(text).collect()
}

/// Every game of a text, or why it cannot be read; the games around it can. Tolerant of missing or odd numbers, `;`
/// comments, `$n` and `!?` marks, lines that start with `%`, and variations, which are skipped. A game without an end,
/// because the text ends or the tags of another game start, is not finished, whatever its tags say. Errors name the
/// line.
pub fn read_each(text: &str) -> impl Iterator<Item = Entry> + '_ {
    let mut scanner = Scanner::new(without_mark(text));
    std::iter::from_fn(move || {
        let mut game = Draft { line: scanner.line, ..Draft::default() };
        match read_game(&mut scanner, &mut game) {
            Ok(()) if game.is_empty() => None,
            Ok(()) => {
                let line = game.line;
                Some(game.finish().map_err(|e| e.within(format_args!("the game of line {line}"))))
            }
            Err(error) => {
                scanner.skip_game();
                Some(Err(error))
            }
        }
    })
}

/// One game as it is read, before its tags are understood.
#[derive(Default)]
struct Draft {
    line: usize,
    tags: Vec<(String, String)>,
    steps: Vec<String>,
    comments: std::collections::BTreeMap<usize, String>,
    /// None where the end is missing.
    result: Option<&'static str>,
}

/// Reads up to the end of one game, or up to the token that is wrong.
fn read_game(scanner: &mut Scanner<'_>, game: &mut Draft) -> Result<(), TextError> {
    let mut in_steps = false;
    loop {
        scanner.skip_space();
        let before = *scanner;
        let token = match scanner.next() {
            Ok(Some(token)) => token,
            Ok(None) => return Ok(()),
            Err(error) => {
                let error = error.within(format_args!("line {}", scanner.line));
                *scanner = before;
                return Err(error);
            }
        };
        if game.tags.is_empty() && !in_steps {
            game.line = scanner.line;
        }
        match token {
            Token::Tag(..) if in_steps && !game.is_empty() => {
                *scanner = before;
                return Ok(());
            }
            Token::Tag(..) if game.tags.len() >= MOST_TAGS + ROSTER.len() + RESERVED.len() => {
                return Err(too_many_tags().within(format_args!("line {}", scanner.line)));
            }
            Token::Tag(name, value) => game.tags.push((name, value)),
            // What stands before the tags belongs to no game.
            Token::Comment(_) if game.tags.is_empty() && !in_steps => {}
            Token::Comment(text) => {
                let comment = game.comments.entry(game.steps.len()).or_default();
                if !comment.is_empty() && !text.is_empty() {
                    comment.push(' ');
                }
                comment.push_str(&text);
            }
            Token::Word(word) => {
                in_steps = true;
                match Word::of(word) {
                    Word::Result(result) => {
                        game.result = Some(result);
                        return Ok(());
                    }
                    Word::Step(_) if game.steps.len() >= MOST_STEPS => {
                        return Err(too_many_steps().within(format_args!("line {}", scanner.line)));
                    }
                    Word::Step(step) if is_step(step) => game.steps.push(step.into()),
                    Word::Step(step) => {
                        let error = text_error!("{} is not a step of any game", quote(step));
                        return Err(error.within(format_args!("line {}", scanner.line)));
                    }
                    Word::Nothing => {}
                }
            }
        }
    }
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.steps.is_empty() && self.result.is_none()
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.tags.iter().position(|(known, _)| known == name)?;
        Some(self.tags.remove(at).1)
    }

    fn finish(mut self) -> Result<Record, TextError> {
        let missing = || TextError::new("a tag must name the game, such as [Variant \"seega:7\"]");
        let variant = self.take("Variant").ok_or_else(missing)?;
        let mut record = Record::new(variant.parse()?);
        if let Some(version) = self.take("RulesVersion") {
            record = record.by_version(version.parse().map_err(|_| {
                text_error!("the tag RulesVersion is {}, but must be a number such as 1", quote(&version))
            })?);
        }
        let tag = self.take("Result");
        if let (Some(tag), Some(end)) = (tag, self.result)
            && tag != end
        {
            let tag = quote(&tag);
            return Err(text_error!("the tag Result is {tag}, but the steps end with {end}"));
        }
        let set_up = self.take("SetUp");
        record.start = self.take("FEN");
        if set_up.as_deref() == Some("1") && record.start.is_none() {
            return Err(TextError::new("the tag SetUp needs the position in a tag FEN"));
        }
        record.result = self.result.and_then(|token| read_result(record.game, token));
        record.steps = self.steps;
        record.comments = self.comments.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        for (i, (name, value)) in self.tags.iter().enumerate() {
            if self.tags[..i].iter().any(|(known, _)| known == name) || RESERVED.contains(&name.as_str()) {
                return Err(text_error!("the tag {name} is set twice"));
            }
            record.set_tag(name, value)?;
        }
        Ok(record)
    }
}

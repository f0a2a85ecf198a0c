//! The syntax of SGF: the nodes of the main line with their properties, side variations checked and left out.

use crate::text::{TextError, quote, text_error};

/// A property of a node, such as `AB[cc][dd]`, and the byte where it starts.
pub(super) struct Property {
    pub place: usize,
    pub name: String,
    pub values: Vec<String>,
}

impl Property {
    /// An error at this property.
    pub fn error(&self, message: impl std::fmt::Display) -> TextError {
        text_error!("byte {}: {}: {message}", self.place, self.name)
    }

    /// The value of a property that has one.
    pub fn value(&self) -> Result<&str, TextError> {
        match self.values.as_slice() {
            [value] => Ok(value),
            values => Err(self.error(format!("{} values where one is right", values.len()))),
        }
    }
}

/// What was read last, and so what may follow.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// Nothing: a tree must follow.
    Start,
    /// `(`: a node must follow.
    Opened,
    /// `;` or a property.
    Node,
    /// `)`.
    Closed,
}

/// The nodes from the root along the first variations; at least one. Nesting costs no stack: it is only counted.
pub(super) fn main_line(text: &str) -> Result<Vec<Vec<Property>>, TextError> {
    let mut scan = Scan { text, place: 0 };
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    let (mut depth, mut last, mut in_main_line) = (0usize, Last::Start, true);
    while let Some(next) = scan.peek() {
        match (next, last) {
            ('(', Last::Start | Last::Node) => (depth, last) = (depth + 1, Last::Opened),
            ('(', Last::Closed) if depth > 0 => (depth, last) = (depth + 1, Last::Opened),
            ('(', Last::Closed) => {
                return Err(scan.error("a second game starts here; one record holds one game"));
            }
            (';', Last::Opened | Last::Node) => {
                last = Last::Node;
                if in_main_line {
                    nodes.push(Vec::new());
                }
            }
            (')', Last::Node | Last::Closed) if depth > 0 => {
                (depth, last, in_main_line) = (depth - 1, Last::Closed, false)
            }
            (letter, Last::Node) if letter.is_ascii_alphabetic() => {
                let property = scan.property()?;
                if let (true, Some(node)) = (in_main_line, nodes.last_mut()) {
                    node.push(property);
                }
                continue;
            }
            (other, _) => {
                let right = match last {
                    Last::Start => "a record starts with (",
                    Last::Opened => "a ; follows a (",
                    Last::Node => "a property, ;, ( or ) is right",
                    Last::Closed if depth == 0 => "nothing follows the game",
                    Last::Closed => "a ( or ) follows a )",
                };
                return Err(scan.error(format!("{}: {right}", quote(&other.to_string()))));
            }
        }
        scan.place += 1;
    }
    match depth {
        0 if last == Last::Start => Err(scan.error("a record starts with (;")),
        0 => Ok(nodes),
        _ => Err(scan.error("the record ends inside the game: a ) is missing")),
    }
}

struct Scan<'a> {
    text: &'a str,
    place: usize,
}

impl Scan<'_> {
    fn error(&self, message: impl std::fmt::Display) -> TextError {
        text_error!("byte {}: {message}", self.place)
    }

    /// The next character that is no white space; some programs start a file with a byte order mark.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.place..];
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        self.place += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    fn property(&mut self) -> Result<Property, TextError> {
        let rest = &self.text[self.place..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        // Older files write long names, of which only the capitals count: Black is B.
        let name: String = rest[..length].chars().filter(char::is_ascii_uppercase).collect();
        let mut property = Property { place: self.place, name, values: Vec::new() };
        if property.name.is_empty() {
            return Err(self.error(format!("{} is no property: names are capitals", quote(&rest[..length]))));
        }
        self.place += length;
        while self.peek() == Some('[') {
            property.values.push(self.value()?);
        }
        if property.values.is_empty() {
            Err(property.error("a value in [ ] is missing"))
        } else {
            Ok(property)
        }
    }

    /// The text between `[` and `]`: after a backslash any character stands for itself, and a line break for nothing.
    fn value(&mut self) -> Result<String, TextError> {
        let body = &self.text[self.place + 1..];
        let mut value = String::new();
        let mut chars = body.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                ']' => {
                    self.place += 1 + at + 1;
                    return Ok(value);
                }
                '\\' => match chars.next() {
                    Some((_, '\n')) => {
                        chars.next_if(|&(_, c)| c == '\r');
                    }
                    Some((_, '\r')) => {
                        chars.next_if(|&(_, c)| c == '\n');
                    }
                    Some((_, escaped)) => value.push(escaped),
                    None => {}
                },
                c => value.push(c),
            }
        }
        Err(self.error("the value that starts here has no ]"))
    }
}

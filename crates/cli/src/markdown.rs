//! The documents about the rules and the papers, printed as plain text: just the Markdown that they use.

use lab::reproduce::cells;

use crate::layout::{WIDTH, wrap};

/// Headings underlined, paragraphs and lists wrapped, tables as lists of terms, drawn boards left alone.
pub fn plain(source: &str) -> String {
    let mut text = String::new();
    let mut block = Block::default();
    let mut drawing = false;
    for line in source.lines() {
        if line.starts_with("```") {
            block.end(&mut text);
            drawing = !drawing;
        } else if drawing {
            text += line.trim_end();
            text.push('\n');
        } else if line.trim().is_empty() {
            block.end(&mut text);
            text.push('\n');
        } else if let Some(title) = line.strip_prefix('#') {
            block.end(&mut text);
            text += &heading(&inline(title.trim_start_matches('#').trim()));
        } else {
            block.add(line, &mut text);
        }
    }
    block.end(&mut text);
    text
}

/// A title, underlined.
pub fn heading(title: &str) -> String {
    format!("{title}\n{}\n", "-".repeat(title.chars().count()))
}

/// A paragraph, a list item or a table that is being read.
#[derive(Default)]
struct Block {
    first: String,
    words: Vec<String>,
    table: Vec<Vec<String>>,
}

impl Block {
    fn add(&mut self, line: &str, text: &mut String) {
        if let Some(cells) = cells(line) {
            self.table.push(cells.map(|cell| inline(cell).replace('`', "")).collect());
            return;
        }
        let marker = marker(line);
        if marker > 0 {
            self.end(text);
            self.first = line[..marker].into();
        }
        self.words.extend(inline(&line[marker..]).split_whitespace().map(String::from));
    }

    fn end(&mut self, text: &mut String) {
        let Block { first, words, table } = std::mem::take(self);
        if !words.is_empty() {
            *text += &wrap(&first, first.chars().count(), words);
        }
        let Some((header, rows)) = table.split_first() else { return };
        let longest = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
        // Terms that are whole sentences have lines of their own.
        let sentences = longest > WIDTH / 3;
        let term = if sentences { 4 } else { longest + 2 };
        for row in rows.iter().filter(|row| !row[0].starts_with('-')) {
            let about = row.get(1).map_or("", String::as_str);
            let first = if sentences {
                *text += &wrap("", 0, row[0].split_whitespace());
                " ".repeat(term)
            } else {
                format!("{:term$}", row[0])
            };
            *text += &wrap(&first, term, about.split_whitespace());
            let cells = header.iter().zip(row).skip(2).filter(|(_, cell)| !cell.is_empty());
            let cells: Vec<String> = cells.map(|(head, cell)| format!("{head}: {cell}")).collect();
            // A cell stays in one piece where a line can hold it.
            let joined = cells.join(";\n");
            let fits = |cell: &&str| term + cell.chars().count() <= WIDTH;
            let words = joined.lines().flat_map(|cell| match fits(&cell) {
                true => vec![cell],
                false => cell.split_whitespace().collect(),
            });
            if !cells.is_empty() {
                *text += &wrap(&" ".repeat(term), term, words);
            }
        }
    }
}

/// The bytes of a list item's marker (`- `, `2. `) with the spaces before it; 0 of other lines.
fn marker(line: &str) -> usize {
    let indent = line.len() - line.trim_start().len();
    let rest = &line[indent..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let item = rest.starts_with("- ") || digits > 0 && rest[digits..].starts_with(". ");
    if item { indent + digits.max(1) + if digits > 0 { 2 } else { 1 } } else { 0 }
}

/// Without emphasis, and links without their targets.
fn inline(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((label, tail)) = before.rsplit_once('[').zip(after.split_once(')')) else { break };
        plain += label.0;
        plain += label.1;
        rest = tail.1;
    }
    plain += rest;
    plain.replace('*', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_markdown_of_the_rules_becomes_plain_text() {
        let source = "# Seega\n\nSee [seejeh.md](seejeh.md) and\n**this**.\n\n1. One\n   more\n2. Two\n- `x`: y\n\n\
                      ```\n  5  .   .\n```\n\n| key | values | `seega` |\n|---|---|---|\n| `size` | 3, 5 | N |\n| `first` | a | b |\n";
        let text = "Seega\n-----\n\nSee seejeh.md and this.\n\n1. One more\n2. Two\n- `x`: y\n\n  5  .   .\n\n\
                    size   3, 5\n       seega: N\nfirst  a\n       seega: b\n";
        assert_eq!(plain(source), text);
    }

    /// Where the first column has whole sentences, nothing stands beside it, and empty cells are left out.
    #[test]
    fn terms_that_are_sentences_have_their_own_lines() {
        let said = "a sentence about something that a paper says and that is too long";
        let table = format!(
            "| paper | here | why | set |\n|---|---|---|---|\n| {said} | so | | `a = 1` |\n| x | y | | |\n"
        );
        assert_eq!(plain(&table), format!("{said}\n    so\n    set: a = 1\nx\n    y\n"));
    }
}

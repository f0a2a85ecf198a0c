//! The documents about the rules, printed as plain text: just the Markdown that they use.

use crate::layout::wrap;

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
        if line.starts_with('|') {
            let cells =
                line.trim().trim_matches('|').split('|').map(|cell| inline(cell.trim()).replace('`', ""));
            self.table.push(cells.collect());
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
        let term = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0) + 2;
        for row in rows.iter().filter(|row| !row[0].starts_with('-')) {
            let about = row.get(1).map_or("", String::as_str);
            *text += &wrap(&format!("{:term$}", row[0]), term, about.split_whitespace());
            let cells: Vec<String> =
                header.iter().zip(row).skip(2).map(|(head, cell)| format!("{head}: {cell}")).collect();
            if !cells.is_empty() {
                *text += &wrap(&" ".repeat(term), term, cells.join(";\n").lines());
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
}

//! What a paper says and what is here: the tables of `docs/papers`, read.
//!
//! ```text
//! | the paper        | here          | why                         | settings           |
//! |------------------|---------------|-----------------------------|--------------------|
//! | depth 6 (5.2)    | differs: four | six take 25 times as long   | `player.depth = 4` |
//! ```
//!
//! A setting names a key of the configurations that the page's first lines link to, or of the one before a colon:
//! `cai2010-hill: optimizer.beta = 0.05`. The tests compare each with the file; `rules.` stands before the switches of the game.

use games::TextError;
use serde::Serialize;

/// A page about a paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The configurations whose settings it names, without `.toml`.
    pub files: Vec<String>,
    /// Everything concrete that the paper says.
    pub rows: Vec<Row>,
}

/// One thing that the paper says.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The line of the page.
    pub line: usize,
    /// What it says.
    pub paper: String,
    /// How far it is so here.
    pub status: Status,
    /// What is here, in a few words.
    pub here: String,
    /// The reason.
    pub why: String,
    /// Where it is set.
    pub settings: Vec<Setting>,
}

/// How far something is here as the paper has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// As the text has it, or as its printed games and numbers settle it.
    AsWritten,
    /// Otherwise.
    Differs,
    /// The text leaves it open; what is here is our choice.
    Ours,
    /// A result that has been measured here: a page of results has it.
    Measured,
    /// A result that could be measured here and has not been.
    NotMeasured,
    /// There is no such thing here.
    NotBuilt,
}

/// A setting with the value that a configuration has.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The configuration, where it is not all of the page's.
    pub file: Option<String>,
    /// The key with the groups it is in.
    pub key: String,
    /// Its value.
    pub value: toml::Value,
}

/// What a repetition says about itself, a line each.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Said {
    /// What is not as the paper has it.
    pub differences: Vec<String>,
    /// What the paper leaves open, and what it is here.
    pub ours: Vec<String>,
    /// What the paper has and is not built or measured here.
    pub missing: Vec<String>,
}

/// The first line of every table.
const HEADER: [&str; 4] = ["the paper", "here", "why", "settings"];

/// Words of the second column.
const STATUS: [(&str, Status); 6] = [
    ("as written", Status::AsWritten),
    ("differs", Status::Differs),
    ("ours", Status::Ours),
    ("measured", Status::Measured),
    ("not measured", Status::NotMeasured),
    ("not built", Status::NotBuilt),
];

impl Page {
    /// Reads a page; the error names the line.
    pub fn read(text: &str) -> Result<Page, TextError> {
        let text = without_comments(text);
        let intro = text.split("\n## ").next().unwrap_or_default();
        let links = intro.split("](../../configs/").skip(1);
        let files = links.filter_map(|rest| Some(rest.split_once(".toml)")?.0.into())).collect();
        let mut rows = Vec::new();
        let mut table: Vec<(usize, Vec<&str>)> = Vec::new();
        for (number, line) in text.lines().chain([""]).enumerate() {
            match cells(line) {
                Some(cells) => table.push((number + 1, cells.collect())),
                None => rows.extend(body(&std::mem::take(&mut table))?),
            }
        }
        Ok(Page { files, rows })
    }

    /// What a repetition says about itself. Where another player learns than the paper's, rows about the player hold no more.
    pub fn said(&self, other_player: bool) -> Said {
        let about_player = |row: &Row| row.settings.iter().any(|setting| setting.key.starts_with("player."));
        let of = |wanted: &[Status]| -> Vec<String> {
            let rows = self.rows.iter().filter(|row| wanted.contains(&row.status));
            rows.filter(|row| !(other_player && about_player(row))).map(Row::line_of_text).collect()
        };
        Said {
            differences: of(&[Status::Differs]),
            ours: of(&[Status::Ours]),
            missing: of(&[Status::NotBuilt, Status::NotMeasured]),
        }
    }
}

/// The page as it is read, without `<!-- comments -->`.
pub fn without_comments(text: &str) -> String {
    let mut parts = text.split("<!--");
    let mut plain: String = parts.next().unwrap_or_default().into();
    parts.for_each(|part| plain += part.split_once("-->").map_or("", |(_, rest)| rest));
    plain
}

/// The cells of a line of a table; none of any other line.
pub fn cells(line: &str) -> Option<impl Iterator<Item = &str>> {
    let row = line.trim_end().strip_prefix('|')?;
    Some(row.strip_suffix('|').unwrap_or(row).split('|').map(str::trim))
}

/// The rows of a table.
fn body(table: &[(usize, Vec<&str>)]) -> Result<Vec<Row>, TextError> {
    let Some(((first, header), rest)) = table.split_first() else { return Ok(Vec::new()) };
    if header[..] != HEADER {
        let header = HEADER.join(" | ");
        return Err(TextError::new(format!("line {first}: a table here begins with | {header} |")));
    }
    rest.iter().skip(1).map(|(line, cells)| row(*line, cells)).collect()
}

fn row(line: usize, cells: &[&str]) -> Result<Row, TextError> {
    let wrong = |why: &str| TextError::new(format!("line {line}: {why}"));
    let &[paper, here, why, settings] = cells else {
        return Err(wrong("a row has four cells: the paper, here, why, settings"));
    };
    let (word, here) = here.split_once(": ").unwrap_or((here, ""));
    let status =
        STATUS.iter().find(|(name, _)| *name == word).map(|(_, status)| *status).ok_or_else(|| {
            let names: Vec<&str> = STATUS.iter().map(|(name, _)| *name).collect();
            wrong(&format!("{word:?} is none of {}", names.join(", ")))
        })?;
    if paper.is_empty() {
        return Err(wrong("it does not say what the paper says"));
    }
    let settings = settings_of(settings).map_err(|e| e.within(format_args!("line {line}")))?;
    let row = Row { line, paper: paper.into(), status, here: here.into(), why: why.into(), settings };
    row.check().map_err(wrong)?;
    Ok(row)
}

impl Row {
    fn check(&self) -> Result<(), &'static str> {
        let silent = self.why.is_empty() && self.settings.is_empty();
        match self.status {
            Status::Differs | Status::Ours if self.here.is_empty() => {
                Err("say what is here instead, after a colon")
            }
            Status::Differs | Status::Ours if silent => Err("a difference has a reason or a setting"),
            Status::NotBuilt | Status::NotMeasured if self.why.is_empty() || !self.here.is_empty() => {
                Err("what is not here has a reason, in the third cell")
            }
            Status::Measured if !self.here.contains("](../results/") => {
                Err("what was measured links to a page of results")
            }
            _ => Ok(()),
        }
    }

    /// In a line: what the paper says, and what is here.
    fn line_of_text(&self) -> String {
        let Row { paper, here, .. } = self;
        let text = if here.is_empty() { paper.clone() } else { format!("{paper}; here {here}") };
        text.replace('`', "")
    }
}

/// The settings of a cell: each in backquotes, with commas between them.
fn settings_of(cell: &str) -> Result<Vec<Setting>, TextError> {
    let mut settings = Vec::new();
    for (at, part) in cell.split('`').enumerate() {
        let inside = at % 2 == 1;
        if !inside && !["", ","].contains(&part.trim()) {
            return Err(TextError::new(format!(
                "{part:?}: settings stand in backquotes, with commas between"
            )));
        }
        if inside {
            settings.push(setting(part)?);
        }
    }
    if cell.matches('`').count() % 2 == 1 {
        return Err(TextError::new(format!("{cell}: a backquote is not closed")));
    }
    Ok(settings)
}

fn setting(text: &str) -> Result<Setting, TextError> {
    let wrong = || TextError::new(format!("{text} is no KEY = VALUE, such as optimizer.particles = 64"));
    let (key, value) = text.split_once(" = ").ok_or_else(wrong)?;
    let (file, key) = key.split_once(": ").map_or((None, key), |(file, key)| (Some(file.to_string()), key));
    let table: Option<toml::Table> = format!("value = {value}").parse().ok();
    let value = table.and_then(|mut table| table.remove("value")).ok_or_else(wrong)?;
    Ok(Setting { file, key: key.trim().into(), value })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# A paper\n\nSee [a](../../configs/a.toml).\n\n## Rules\n| the paper | here | why | settings |\n|---|---|---|---|\n\
        | depth 6 (5.2) | differs: four | time | `player.depth = 4`, `b: rules.size = 5` |\n| a board | as written | | |\n\
        | noise | ours: a `little` | | `x.y = [1, 2.5]`<!-- later: `z = 1` --> |\n| a cluster | not built | nobody has one | |\n";

    fn error(from: &str, to: &str) -> String {
        assert!(PAGE.contains(from));
        Page::read(&PAGE.replace(from, to)).unwrap_err().to_string()
    }

    #[test]
    fn rows_are_read() {
        let page = Page::read(PAGE).unwrap();
        assert_eq!(page.files, ["a"]);
        let lines: Vec<usize> = page.rows.iter().map(|row| row.line).collect();
        assert_eq!(lines, [8, 9, 10, 11]);
        let keys = page.rows.iter().flat_map(|row| &row.settings);
        let keys: Vec<_> = keys.map(|s| (s.file.as_deref(), s.key.as_str(), s.value.to_string())).collect();
        let wanted = [(None, "player.depth", "4"), (Some("b"), "rules.size", "5"), (None, "x.y", "[1, 2.5]")];
        assert_eq!(keys, wanted.map(|(file, key, value)| (file, key, value.to_string())));
        let mut said = Said {
            differences: vec!["depth 6 (5.2); here four".into()],
            ours: vec!["noise; here a little".into()],
            missing: vec!["a cluster".into()],
        };
        assert_eq!(page.said(false), said);
        said.differences.clear();
        assert_eq!(page.said(true), said, "another player than the page's");
    }

    #[test]
    fn what_a_row_lacks_is_named() {
        assert_eq!(
            error("| why | s", "| s"),
            "line 6: a table here begins with | the paper | here | why | settings |"
        );
        assert_eq!(
            error("| as written |", "|"),
            "line 9: a row has four cells: the paper, here, why, settings"
        );
        assert!(error("as written", "as usual").starts_with("line 9: \"as usual\" is none of as written, "));
        assert_eq!(error("differs: four", "differs"), "line 8: say what is here instead, after a colon");
        assert_eq!(error(" `x.y = [1, 2.5]`", " "), "line 10: a difference has a reason or a setting");
        assert_eq!(error("nobody has one", ""), "line 11: what is not here has a reason, in the third cell");
        assert_eq!(
            error("| as written", "| measured"),
            "line 9: what was measured links to a page of results"
        );
        assert!(error("`x.y = [1, 2.5]`", "`x.y`").starts_with("line 10: x.y is no KEY = VALUE"));
        assert!(error("`x.y = [1, 2.5]`", "`x.y = [1`").starts_with("line 10: x.y = [1 is no KEY = VALUE"));
        assert!(error("`x.y = [1, 2.5]`", "x.y = 1").contains("settings stand in backquotes"));
        assert!(error("`x.y = [1, 2.5]`", "`x.y = 1").contains("a backquote is not closed"));
    }
}

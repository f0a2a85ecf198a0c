//! What comes out of a paper's experiments: tables and figures, for the terminal and for `docs/results`.

use std::fmt::Write;

use serde::Serialize;

use crate::report::chart::Figure;

/// All of it.
#[derive(Default)]
pub struct Findings {
    /// Tables in their order.
    pub tables: Vec<Table>,
    /// Figures by the names of their files, without `.svg`.
    pub figures: Vec<(String, Figure)>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// Its name in the pages: `paper/levels`.
    pub name: String,
    /// What it shows, with what all rows have in common.
    pub title: String,
    /// The columns; the first says what a row is about.
    pub columns: Vec<String>,
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub fn new(name: &str, title: impl Into<String>, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|column| column.to_string()).collect();
        Table { name: name.into(), title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.columns.len(), "{}: a row has a cell for each column", self.name);
        self.rows.push(cells);
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = format!("|{}\n", "---|".repeat(self.columns.len()));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.columns) + &rule + &rows
    }
}

/// A page with its tables drawn anew: what stands between `<!-- table NAME -->` and `<!-- end -->`. Names that it asks for
/// and that are not there are an error in words.
pub fn fill(page: &str, tables: &[Table]) -> Result<String, String> {
    let mut parts = page.split(BEGIN);
    let mut filled = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once(" -->\n").ok_or("a table's mark has no end of its line")?;
        let (_, rest) = rest.split_once(END).ok_or_else(|| format!("{END:?} is missing after {name}"))?;
        let table = tables.iter().find(|table| table.name == name);
        let table = table.ok_or_else(|| format!("there is no table {name}"))?;
        let _ = write!(filled, "{BEGIN}{name} -->\n{}{END}{rest}", table.markdown());
    }
    Ok(filled)
}

/// The names of the tables that a page has.
pub fn tables_of(page: &str) -> impl Iterator<Item = &str> {
    page.split(BEGIN).skip(1).filter_map(|part| Some(part.split_once(" -->")?.0))
}

const BEGIN: &str = "<!-- table ";
const END: &str = "<!-- end -->";

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("paper/levels", "Points of 100 games", &["against", "the paper", "here"]);
        table.row(["level:1", "5 of 5", "100"]);
        table.row(["level:3", "", "94"]);
        table
    }

    #[test]
    fn pages_are_filled() {
        let page = "# A\n<!-- table paper/levels -->\nold\n<!-- end -->\nB\n";
        let filled = fill(page, &[table()]).unwrap();
        let wanted = "# A\n<!-- table paper/levels -->\n| against | the paper | here |\n|---|---|---|\n| level:1 | 5 of 5 | 100 |\n\
            | level:3 |  | 94 |\n<!-- end -->\nB\n";
        assert_eq!(filled, wanted);
        assert_eq!(fill(&filled, &[table()]).unwrap(), filled);
        assert_eq!(fill("nothing", &[]).unwrap(), "nothing");
        assert_eq!(fill(page, &[]).unwrap_err(), "there is no table paper/levels");
        assert!(fill(&page.replace("<!-- end -->", ""), &[table()]).unwrap_err().contains("missing after"));
        assert_eq!(tables_of(page).collect::<Vec<_>>(), ["paper/levels"]);
    }
}

//! Sample games with drawn boards.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use games::record::{Record, jsonl};
use games::{Game, Line, TextError, with_game};

use super::chart::escape;
use crate::{At, RunError};

/// Boards that are drawn of each game.
const BOARDS: usize = 4;

/// Some of the games of a file, spread over it, the last one included.
pub fn samples(path: &Path, wanted: usize) -> Result<String, RunError> {
    let text = fs::read_to_string(path).at(path)?;
    let lines: Vec<&str> = text.lines().collect();
    let n = wanted.min(lines.len());
    if n == 0 {
        return Ok(String::new());
    }
    let mut page = String::from("<h2>Sample games</h2>\n");
    for k in 1..=n {
        let record = jsonl::read(lines[k * lines.len() / n - 1])
            .and_then(|records| records.into_iter().next().ok_or_else(|| TextError::new("an empty line")))
            .map_err(|e| e.within(path.display()))?;
        page += &with_game!(record.game, |rules: G| one::<G>(&record, &rules))?;
    }
    Ok(page)
}

fn one<G: Game>(record: &Record, rules: &G::Rules) -> Result<String, TextError> {
    let start = record.start.as_deref().map_or_else(|| Ok(G::start(rules)), |text| G::parse(rules, text))?;
    let mut line = Line::new(start);
    for step in &record.steps {
        line.read(step)?;
    }
    let tag = |name: &str| escape(record.tag(name).unwrap_or("?"));
    let [first, second] = record.game.sides().map(|marks| format!("{} ({})", tag(marks.tag), marks.name));
    let mut text = format!(
        "<details><summary>Game {}: {first} and {second}, {} steps. {}</summary>\n",
        tag("Round"),
        line.steps().len(),
        escape(&line.reason())
    );
    let steps = line.steps().len();
    for k in 1..=BOARDS.min(steps) {
        let at = k * steps / BOARDS.min(steps);
        let board = line.positions()[at].draw(Some(line.steps()[at - 1]));
        let _ = writeln!(text, "<p>After step {at}:</p>\n<pre>{}</pre>", escape(board.trim_end()));
    }
    let _ = writeln!(text, "<pre>{}</pre></details>", escape(&folded(&record.steps)));
    Ok(text)
}

/// Numbered steps, ten a line.
fn folded(steps: &[String]) -> String {
    let numbered = |(i, line): (usize, &[String])| format!("{:>4}. {}", 10 * i + 1, line.join(" "));
    steps.chunks(10).enumerate().map(numbered).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_the_names_that_players_give_them() {
        let mut record = Record::new("awari".parse().unwrap());
        record.set_players("level:3", "a<b");
        record.steps = vec!["C".into()];
        let shown = with_game!(record.game, |rules: G| one::<G>(&record, &rules)).unwrap();
        assert!(shown.contains(": level:3 (South) and a&lt;b (North), 1 steps."), "{shown}");
    }
}

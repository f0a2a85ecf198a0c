//! The conversation with a person: questions, answers, and games told in lines.

use std::io::{BufRead, Write};

use anyhow::Result;
use games::Game;

/// Where the program speaks to a person.
pub struct Talk<'a> {
    /// Where that is written.
    pub out: &'a mut dyn Write,
    bold: bool,
    /// Typed lines are written back, so that a game read from a file looks like a game.
    echo: bool,
}

impl<'a> Talk<'a> {
    /// `terminal` says whether a person sees `out`, `echo` whether the answers come from elsewhere.
    pub fn new(out: &'a mut dyn Write, terminal: bool, echo: bool) -> Self {
        Talk { out, bold: terminal && std::env::var_os("NO_COLOR").is_none(), echo }
    }

    /// Whether a person is typing, not a file.
    pub fn to_a_person(&self) -> bool {
        !self.echo
    }

    /// Asks and waits for a line; none at the end of the input.
    pub fn ask(&mut self, question: &str, input: &mut impl BufRead) -> Result<Option<String>> {
        let [on, off] = if self.bold { ["\x1b[1m", "\x1b[0m"] } else { [""; 2] };
        write!(self.out, "{on}{question}{off} ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        let more = input.read_until(b'\n', &mut line)? > 0;
        let line = String::from_utf8_lossy(&line).trim().to_string();
        if self.echo || !more {
            writeln!(self.out, "{line}")?;
        }
        Ok(more.then_some(line))
    }
}

/// The board between empty lines, the last step marked.
pub fn board<G: Game>(position: &G, last: Option<G::Move>) -> String {
    format!("\n{}\n\n", position.draw(last).trim_end())
}

/// A numbered step, and what it does beyond the obvious: `26. White d4-c4xc3`.
pub fn step<G: Game>(before: &G, number: usize, step: G::Move) -> String {
    let line = format!("{number}. {} {}\n", before.side_name(before.to_move()), before.write_step(step));
    line + &before.remark(step).map_or_else(String::new, |remark| remark + "\n")
}

/// Text from a file as a terminal may show it: without its control characters.
pub fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// A sentence as it begins.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

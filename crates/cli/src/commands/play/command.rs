//! What a person can type besides a step.

use games::GameSpec;

/// One typed line.
pub enum Command<'a> {
    Nothing,
    Help,
    Legal,
    Hint,
    Board,
    Position,
    Undo,
    /// The name of a file, or nothing.
    Save(&'a str),
    Draw,
    Resign,
    Quit,
    /// Anything else.
    Step(&'a str),
}

impl Command<'_> {
    pub fn read(line: &str) -> Command<'_> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Command::Nothing,
            ("help" | "?", "") => Command::Help,
            ("legal", "") => Command::Legal,
            ("hint", "") => Command::Hint,
            ("board", "") => Command::Board,
            ("position", "") => Command::Position,
            ("undo", "") => Command::Undo,
            ("save", file) => Command::Save(file),
            ("draw", "") => Command::Draw,
            ("resign", "") => Command::Resign,
            ("quit" | "exit", "") => Command::Quit,
            _ => Command::Step(line),
        }
    }
}

/// All of them, with a step that is legal now.
pub fn help(spec: &GameSpec, example: &str) -> String {
    format!(
        "{example:<12} a step; this one is legal now
legal        every legal step, and what it takes
hint         the step that the program would make
undo         takes back your last step
board        the board again
position     the position in one line, for --position
save FILE    keeps the game so far (.pgn, .jsonl; Capture Go also .sgf)
draw         ends the game as a draw; two people may agree on that
resign       gives the game up
quit         leaves
The rules: petteia rules '{spec}'"
    )
}

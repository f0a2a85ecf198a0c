//! What a person can type besides a move.

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

/// The command that is probably meant by a text that is no move.
pub fn meant(text: &str) -> Option<&'static str> {
    const WORDS: [&str; 10] =
        ["help", "legal", "hint", "board", "position", "undo", "save FILE", "draw", "resign", "quit"];
    let word = text.split(' ').next().unwrap_or(text).to_lowercase();
    let command = |name: &&'static str| name.split(' ').next();
    let meant = games::text::meant(&word, WORDS.iter().filter_map(command))?;
    WORDS.into_iter().find(|name| name.starts_with(meant))
}

/// All of them, with a move that is legal now.
pub fn help(spec: &GameSpec, example: &str) -> String {
    format!(
        "{example:<12} a move; this one is legal now
legal        every legal move, and what it takes
hint         the move that the program would make
undo         takes back your last move
board        the board again
position     the position in one line, for --position
save FILE    keeps the game so far (.pgn, .jsonl; Capture Go also .sgf)
draw         ends the game as a draw; two people may agree on that
resign       gives the game up
quit         leaves
The rules: petteia rules '{spec}'"
    )
}

//! A position as the page draws it: the board, whose turn it is in words, and what each legal step does to which cell. What a
//! game says about itself stands in the file of its name.

mod awari;
mod capture_go;
mod kalah;
mod seega;

use engine::Playable;
use games::family::{self, BLACK};
use games::pits::{self, Pit};
use games::{Game, Line, Outcome, Rules, Session, Side, with_game};
use serde::Serialize;

use crate::table::Pair;

/// Everything about one position.
#[derive(Clone, Debug, Serialize)]
pub struct Scene {
    pub position: String,
    pub mover: Side,
    pub over: Option<Over>,
    pub board: Board,
    /// What the players call the sides, and how their pieces are marked.
    pub sides: Pair<Marks>,
    /// Whose turn it is, and what the rules expect, in a sentence.
    pub status: String,
    pub counts: Vec<Count>,
    pub legal: Vec<Action>,
    /// Pieces that a player may think of taking off but may not, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<Staying>,
    /// The step that led here.
    pub last: Option<Action>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Over {
    pub outcome: &'static str,
    pub reason: String,
}

/// What lies where.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// Pieces on squares.
    Cells(Lines),
    /// Stones on the crossings of lines.
    Points(Lines),
    /// Seeds in pits: the first side's row, then the second's, in sowing order; then the stores and whose they are.
    Pits { names: Vec<String>, pits: Vec<u8>, owners: [&'static str; 2], stores: [u8; 2] },
}

impl Board {
    /// A board of pits, whose stores belong to the sides.
    pub fn pits<G: Game>(position: &G, board: pits::Board) -> Board {
        Board::Pits {
            names: (0..board.pits.len()).map(|pit| Pit::new(pit as u8).to_string()).collect(),
            pits: board.pits.into(),
            owners: Side::BOTH.map(|side| position.side_name(side)),
            stores: board.stores,
        }
    }
}

/// A board of rows from the top: the letters of the sides, and `.`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lines {
    pub rows: u8,
    pub columns: u8,
    pub lines: Vec<String>,
    /// The names of the columns from the left.
    pub files: Vec<String>,
    /// The names of the rows from the bottom.
    pub ranks: Vec<String>,
    /// The cell that the board itself marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centre: Option<String>,
}

impl Lines {
    /// The board of a position whose cells are made of column and row, both from 0, and are named by a letter and a number.
    pub fn new<G: Game, C: ToString>(
        position: &G,
        cell: impl Fn(u8, u8) -> C,
        owner: impl Fn(C) -> Option<Side>,
    ) -> Lines {
        let ([rows, columns], sides) = (position.rules().board(), position.rules().sides());
        let letter = |cell| owner(cell).map_or('.', |side| sides[side.index()].letter);
        let line = |row| (0..columns).map(|column| letter(cell(column, row))).collect();
        let file = |column| cell(column, 0).to_string()[..1].to_string();
        Lines {
            rows,
            columns,
            lines: (0..rows).rev().map(line).collect(),
            files: (0..columns).map(file).collect(),
            ranks: (1..=rows).map(|rank| rank.to_string()).collect(),
            centre: None,
        }
    }
}

/// How a side is marked.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Marks {
    pub name: &'static str,
    /// In position strings.
    pub letter: char,
    /// Whether its pieces are the dark ones.
    pub dark: bool,
}

/// Two numbers worth showing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Count {
    pub label: &'static str,
    pub first: u32,
    pub second: u32,
}

/// A piece that may not be taken off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Staying {
    pub cell: String,
    /// A sentence without its full stop.
    pub why: String,
}

/// How a person makes a step on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Presses the cell where a piece is placed.
    #[default]
    Place,
    /// Moves a piece from a cell to another one.
    Slide,
    /// Presses a piece that is taken off the board.
    TakeOff,
    /// Presses a pit, which is emptied.
    Sow,
    /// Presses the crossing where a stone is placed.
    Point,
    /// Presses a button with a label: the step has no cell.
    Button,
}

/// What a step does, cell by cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Action {
    pub step: String,
    pub kind: Kind,
    /// What people call a step that has no cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    pub takes: Vec<String>,
    /// Where seeds are dropped, one after the other; `first` and `second` are the stores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sows: Vec<String>,
}

impl Action {
    fn new(step: impl ToString, kind: Kind) -> Action {
        Action { step: step.to_string(), kind, ..Action::default() }
    }

    /// A step without a cell, which a button offers.
    fn button(step: impl ToString, label: &'static str) -> Action {
        Action { label: Some(label), ..Action::new(step, Kind::Button) }
    }

    fn from(self, cell: impl ToString) -> Action {
        Action { from: Some(cell.to_string()), ..self }
    }

    fn to(self, cell: impl ToString) -> Action {
        Action { to: Some(cell.to_string()), ..self }
    }
}

/// A game that the page can draw.
pub trait Shown: Playable {
    /// What lies where.
    fn board(&self) -> Board;
    /// What a legal step does.
    fn action(&self, step: Self::Move) -> Action;
    /// What the mover has to do; the game goes on.
    fn task(&self, legal: &[Self::Move]) -> String;
    /// Numbers worth showing.
    fn counts(&self) -> Vec<Count> {
        Vec::new()
    }
    /// Pieces that may not be taken off where others may, or would if they could be spared.
    fn kept(&self) -> Vec<Staying> {
        Vec::new()
    }
}

impl Scene {
    /// The position where a game stands.
    pub fn of(session: &Session) -> Scene {
        with_game!(session.game(), |_rules: G| {
            let line = session.line::<G>().expect("a session is played by the type of its game");
            Scene::after(line, session.at())
        })
    }

    /// The position after so many steps of a line.
    fn after<G: Shown>(line: &Line<G>, at: usize) -> Scene {
        #[cfg(test)]
        DRAWN.with(|drawn| drawn.set(drawn.get() + 1));
        let (position, legal) = (&line.positions()[at], line.moves_after(at));
        let outcome = line.outcome_after(at);
        let reason = line.reason_after(at);
        let status = match outcome {
            Some(outcome) => format!("{} {reason}", result(position, outcome)).trim().to_string(),
            None => format!("{} {}", position.side_name(position.to_move()), position.task(&legal)),
        };
        let marks = |side: family::Marks| {
            let family::Marks { name, letter, tag, .. } = side;
            Marks { name, letter, dark: tag == BLACK.tag }
        };
        let over = outcome.map(|outcome| Over { outcome: outcome.word(), reason });
        let last = at.checked_sub(1).map(|before| line.positions()[before].action(line.steps()[before]));
        Scene {
            position: position.to_string(),
            mover: position.to_move(),
            over,
            board: position.board(),
            sides: Pair::from(position.rules().sides().map(marks)),
            status,
            counts: position.counts(),
            legal: legal.iter().map(|&step| position.action(step)).collect(),
            kept: position.kept(),
            last,
        }
    }
}

/// The cells that the steps of a line go to, from where a game stands; as far as they can be made there.
pub fn cells(session: &Session, steps: &[String]) -> Vec<String> {
    with_game!(session.game(), |_rules: G| {
        let line = session.line::<G>().expect("a session is played by the type of its game");
        let mut position = line.positions()[session.at()];
        let goes = |text: &String| {
            let step = position.read_step(text).ok()?;
            let Action { from, to, .. } = position.action(step);
            position.play(step);
            // A step without a cell, such as a pass, keeps its place.
            Some(to.or(from).unwrap_or_default())
        };
        steps.iter().map_while(goes).collect()
    })
}

#[cfg(test)]
thread_local! {
    /// How many scenes this thread has made.
    pub static DRAWN: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Who has won, as a sentence.
fn result<G: Game>(position: &G, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(side) => format!("{} has won.", position.side_name(side)),
        Outcome::Draw => "It is a draw.".into(),
    }
}

#[cfg(test)]
mod tests {
    use games::presets;

    use super::*;

    /// The page's editor makes position strings of what it is sent; a game that writes them in another way cannot be set up.
    #[test]
    fn positions_are_written_as_the_editor_writes_them() {
        for game in presets().map(games::Preset::usual) {
            let scene = Scene::of(&Session::begin(game, None).unwrap());
            let board = match &scene.board {
                Board::Cells(lines) | Board::Points(lines) => lines.lines.join("/"),
                Board::Pits { pits, stores, .. } => {
                    let (first, second) = pits.split_at(pits.len() / 2);
                    let row = |pits: &[u8]| pits.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
                    format!("{}/{} {}/{}", row(first), row(second), stores[0], stores[1])
                }
            };
            let usual = |field: &games::family::Field| field.words.first().map_or("0", |(word, _)| word);
            let fields: Vec<&str> = game.family().fields.iter().map(usual).collect();
            let letter = scene.sides.of(scene.mover).letter;
            assert_eq!(scene.position, format!("{board} {letter} {}", fields.join(" ")).trim(), "{game}");
        }
    }

    #[test]
    fn every_cell_of_a_step_is_on_the_board() {
        for game in presets().map(games::Preset::usual) {
            let scene = Scene::of(&Session::begin(game, None).unwrap());
            let names: Vec<String> = match scene.board {
                Board::Cells(board) | Board::Points(board) => {
                    let name =
                        |file: &String| board.ranks.iter().map(|rank| format!("{file}{rank}")).collect();
                    board.files.iter().flat_map(|file| -> Vec<String> { name(file) }).collect()
                }
                Board::Pits { names, .. } => names,
            };
            for Action { step, from, to, takes, sows, .. } in scene.legal {
                for cell in from.iter().chain(&to).chain(&takes).chain(&sows) {
                    let is_store = ["first", "second"].contains(&cell.as_str());
                    assert!(is_store || names.contains(cell), "{game}: {step} has {cell}");
                }
            }
        }
    }

    #[test]
    fn a_line_of_steps_has_its_cells() {
        let begin =
            |game: &str, position: Option<&str>| Session::begin(game.parse().unwrap(), position).unwrap();
        let steps = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let board = "bwbbw/bwwwb/wb.wb/bbwwb/wwwbb b move 0 24";
        assert_eq!(cells(&begin("seega:5", Some(board)), &steps("b3-c3 nonsense c3-b3")), ["c3"]);
        assert_eq!(cells(&begin("awari", None), &steps("A a B")), ["A", "a", "B"]);
        // A pass has no cell, but its place in the line.
        assert_eq!(cells(&begin("capture-go:9", None), &steps("e5 pass e6")), ["e5", "", "e6"]);
    }

    /// Seeds fall as they are told to: into every pit but the one that they came from.
    #[test]
    fn sowing_says_where_every_seed_falls() {
        let position = "0,0,0,0,0,13/4,4,4,4,4,4 6/5 s 20";
        let scene = Scene::of(&Session::begin("awari".parse().unwrap(), Some(position)).unwrap());
        assert_eq!(scene.legal[0].sows.join(""), "abcdefABCDEab");
    }
}

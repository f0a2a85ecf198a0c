//! Families of games: what is known about a game besides how it is played.
//!
//! A family is plain data, one static in the folder of its game; [`FAMILIES`] is the list of them. Names, lists, documents,
//! records and the page ask it. What has to be computed, the game's own [`Rules`](crate::Rules) and [`Game`](crate::Game) say.

use std::fmt;

use serde::Serialize;

use crate::game::Side;
use crate::record::Format;
use crate::spec::{FAMILIES, GameSpec};

/// Games of one type: they differ by size and switches.
pub struct Family {
    /// Its rule sets with a name; every game of the family is called after the nearest of them.
    pub presets: &'static [Preset],
    /// The formats that its games are written in.
    pub formats: &'static [Format],
    /// The fields of a position string after the side to move that an editor sets.
    pub fields: &'static [Field],
}

impl Family {
    /// Its first game on the usual board.
    pub fn usual(&self) -> GameSpec {
        self.presets[0].usual()
    }
}

/// Rules that have a name.
pub struct Preset {
    /// The name in front of the size: `seega`, `seega:ludii`.
    pub name: &'static str,
    /// Another name that is understood; empty where there is none.
    pub alias: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Whose rules it follows.
    pub about: &'static str,
    /// The boards it is played on.
    pub sizes: Sizes,
    /// What has to be read to play it, as Markdown: Seejeh and Kharbga capture as Seega does.
    pub documents: &'static [&'static str],
    /// The game on a board of so many rows and columns.
    pub game: fn([u8; 2]) -> GameSpec,
}

impl Preset {
    /// The game of this preset on that board, with its name; none if the preset is not played there.
    pub(crate) fn on(&self, board: [u8; 2]) -> Option<(String, GameSpec)> {
        let size = self.sizes.write(board)?;
        let name = if size.is_empty() { self.name.into() } else { format!("{}:{size}", self.name) };
        Some((name, (self.game)(board)))
    }

    /// The game on its usual board.
    pub fn usual(&self) -> GameSpec {
        (self.game)(self.sizes.usual())
    }
}

/// Which boards a preset is played on. As text it says so to a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// One board of so many rows and columns; names have no size.
    One([u8; 2]),
    /// Squares of these sizes; the usual one stands first. The rules may allow others, which can be named too.
    Squares(u8, &'static [u8]),
    /// A square of this size alone.
    Only(u8),
    /// Rectangles of so few to so many rows and columns; the usual one is a square of the first size.
    Rectangles(u8, u8, u8),
}

impl Sizes {
    /// The rows and columns of the usual board.
    pub fn usual(self) -> [u8; 2] {
        match self {
            Sizes::One(board) => board,
            Sizes::Squares(usual, _) | Sizes::Only(usual) | Sizes::Rectangles(usual, ..) => [usual; 2],
        }
    }

    /// The sizes of squares to choose from; none where names have no size.
    pub fn squares(self) -> Vec<u8> {
        match self {
            Sizes::One(_) => Vec::new(),
            Sizes::Squares(_, sizes) => sizes.to_vec(),
            Sizes::Only(size) => vec![size],
            Sizes::Rectangles(_, least, most) => (least..=most).collect(),
        }
    }

    /// The board as names have it, empty where they have no size; none if it is not one of these.
    fn write(self, [rows, columns]: [u8; 2]) -> Option<String> {
        match self {
            Sizes::One(board) => (board == [rows, columns]).then(String::new),
            Sizes::Only(size) => ([rows, columns] == [size; 2]).then(|| size.to_string()),
            Sizes::Squares(..) => (rows == columns).then(|| rows.to_string()),
            Sizes::Rectangles(..) if rows == columns => Some(rows.to_string()),
            Sizes::Rectangles(..) => Some(format!("{rows}x{columns}")),
        }
    }

    /// The board that a name has: the usual one where it has no size. Numbers are as they are printed, so that a board has one name.
    pub(crate) fn read(self, text: Option<&str>) -> Option<[u8; 2]> {
        let Some(text) = text else { return Some(self.usual()) };
        let number = |text: &str| text.parse().ok().filter(|n: &u8| n.to_string() == text);
        let board = match (self, text.split_once(['x', '×'])) {
            (Sizes::One(_), _) => return None,
            (Sizes::Rectangles(..), Some((rows, columns))) => [number(rows)?, number(columns)?],
            _ => [number(text)?; 2],
        };
        self.write(board).map(|_| board)
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sizes::One(_) => Ok(()),
            Sizes::Only(size) => write!(f, "{size}"),
            Sizes::Rectangles(_, least, most) => write!(f, "{least} to {most}, or rows x columns"),
            Sizes::Squares(_, sizes) => {
                for (i, size) in sizes.iter().enumerate() {
                    let between = [", ", " or "][usize::from(i + 1 == sizes.len())];
                    write!(f, "{}{size}", if i == 0 { "" } else { between })?;
                }
                Ok(())
            }
        }
    }
}

/// One field of a position string after the side to move, which an editor sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Field {
    /// Its name among the fields.
    pub name: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// The words that it may be and what people call them, the usual one first; none where it is a number, usually 0.
    pub words: &'static [(&'static str, &'static str)],
}

impl Field {
    /// A field that is a number.
    pub const fn number(name: &'static str, label: &'static str) -> Field {
        Field { name, label, words: &[] }
    }
}

/// What marks a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// What the players call it.
    pub name: &'static str,
    /// Its letter in position strings.
    pub letter: char,
    /// The tag of a record that names its player: results are written by colour.
    pub tag: &'static str,
}

/// The side with this letter.
pub(crate) fn side_with(letter: &str, sides: [Marks; 2]) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| letter.chars().eq([sides[side.index()].letter]))
}

/// The sides of games with white and black pieces.
pub const WHITE: Marks = Marks { name: "White", letter: 'w', tag: "White" };
#[allow(missing_docs)]
pub const BLACK: Marks = Marks { name: "Black", letter: 'b', tag: "Black" };

/// Every preset of every family.
pub fn presets() -> impl Iterator<Item = &'static Preset> {
    FAMILIES.iter().flat_map(|family| family.presets)
}

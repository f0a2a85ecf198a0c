//! A position as the page draws it: the board, whose turn it is in words, and what each legal step does to which cell.

use engine::Playable;
use games::awari::Awari;
use games::capture_go::{self, CaptureGo};
use games::seega::{self, Bits, Seega};
use games::text::Cell;
use games::{Game, Line, Outcome, Rules as _, Session, Side, with_game};
use serde::Serialize;

/// Everything about one position.
#[derive(Clone, Debug, Serialize)]
pub struct Scene {
    pub position: String,
    pub mover: Side,
    pub over: Option<Over>,
    pub board: Board,
    /// Whose turn it is, and what the rules expect, in a sentence.
    pub status: String,
    pub counts: Vec<Count>,
    pub legal: Vec<Action>,
    /// Pieces that a player may think of taking off but may not, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<Kept>,
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
    /// Seeds in pits: South's row, then North's, in sowing order; then the stores.
    Pits { pits: [u8; 12], stores: [u8; 2] },
}

/// A board of rows from the top: `w`, `b` and `.`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lines {
    pub rows: u8,
    pub columns: u8,
    pub lines: Vec<String>,
    /// The names of the columns from the left.
    pub files: Vec<String>,
    /// The names of the rows from the bottom.
    pub ranks: Vec<String>,
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
pub struct Kept {
    pub cell: String,
    /// A sentence without its full stop.
    pub why: String,
}

/// What a step does, cell by cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Action {
    pub step: String,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    pub takes: Vec<String>,
}

impl Action {
    fn new(step: impl ToString, kind: &'static str) -> Action {
        Action { step: step.to_string(), kind, from: None, to: None, takes: Vec::new() }
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
    fn counts(&self) -> Vec<Count>;
    /// Pieces that may not be taken off where others may, or would if they could be spared.
    fn kept(&self) -> Vec<Kept> {
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
        let over = outcome.map(|outcome| Over { outcome: outcome.word(), reason });
        let last = at.checked_sub(1).map(|before| line.positions()[before].action(line.steps()[before]));
        Scene {
            position: position.to_string(),
            mover: position.to_move(),
            over,
            board: position.board(),
            status,
            counts: position.counts(),
            legal: legal.iter().map(|&step| position.action(step)).collect(),
            kept: position.kept(),
            last,
        }
    }
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

fn ordinal(n: usize) -> String {
    match n {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        n => format!("{n}th"),
    }
}

impl<B: Bits> Shown for Seega<B>
where
    Seega<B>: Playable + Game<Move = seega::Step, Rules = seega::Rules>,
{
    fn board(&self) -> Board {
        let (size, sides) = (self.rules().size, self.rules().sides());
        let letter = |cell: Cell| {
            let side = Side::BOTH.into_iter().find(|&s| !(self.pieces(s) & B::cell(cell)).is_empty());
            match side {
                Some(side) => sides[side.index()].letter,
                None => '.',
            }
        };
        Board::Cells(Lines {
            rows: size,
            columns: size,
            lines: (0..size)
                .rev()
                .map(|rank| (0..size).map(|file| letter(Cell::new(file, rank))).collect())
                .collect(),
            files: (0..size).map(|file| Cell::new(file, 0).to_string()[..1].into()).collect(),
            ranks: (1..=size).map(|rank| rank.to_string()).collect(),
        })
    }

    fn action(&self, step: seega::Step) -> Action {
        use seega::Step::*;
        match step {
            Place(cell) => Action::new(step, "place").to(cell),
            Slide(from, to) => {
                let takes = self.taken(self.to_move(), from, to).cells().map(|c| c.to_string()).collect();
                Action { takes, ..Action::new(step, "slide").from(from).to(to) }
            }
            TakeOff(cell) => {
                Action { takes: vec![cell.to_string()], ..Action::new(step, "take-off").from(cell) }
            }
            Pass => Action::new(step, "pass"),
            End => Action::new(step, "end"),
        }
    }

    fn task(&self, legal: &[seega::Step]) -> String {
        let can_end = legal.contains(&seega::Step::End);
        let exchange = legal.iter().any(|step| matches!(step, seega::Step::TakeOff(_)));
        if self.is_placing() {
            let of = usize::from(self.rules().placements);
            let placed = (self.count(Side::First) + self.count(Side::Second)) as usize;
            return match of {
                1 => "places a pebble.".into(),
                2 => format!("places the {} of two pebbles.", ordinal(placed % of + 1)),
                _ => format!("places the {} of {of} pebbles.", ordinal(placed % of + 1)),
            };
        }
        if let Some(blocked) = self.waiting() {
            let name = self.side_name(blocked);
            return match self.rules().blocked {
                seega::Blocked::LosesPiece => {
                    format!("takes off one of {name}'s pebbles, because {name} is blocked.")
                }
                seega::Blocked::TakesPiece => {
                    "is blocked and takes off an enemy pebble beside an own one.".into()
                }
                _ => format!("takes off an own pebble beside one of {name}'s, because {name} is blocked."),
            };
        }
        match (self.give(), self.chain()) {
            (0, Some(cell)) if can_end => format!("may go on capturing with {cell}, or end the turn."),
            (0, Some(cell)) => format!("goes on capturing with {cell}."),
            (0, None) if legal == [seega::Step::Pass] => "is blocked and passes.".into(),
            (0, None) if can_end => "may go on, or end the turn.".into(),
            (0, None) if exchange && self.rules().exchange == seega::Exchange::Untouchable => {
                "moves a pebble, or gives an untouchable one, ringed, for two of the opponent's.".into()
            }
            (0, None) if exchange => {
                "moves a pebble, or takes one of his own off to make the opponent give two.".into()
            }
            (0, None) => "moves a pebble.".into(),
            (1, _) => "has to take off one of his own pebbles.".into(),
            (n, _) => format!("has to take off {n} of his own pebbles."),
        }
    }

    fn counts(&self) -> Vec<Count> {
        let [first, second] = Side::BOTH.map(|side| self.count(side));
        vec![Count { label: "pebbles on the board", first, second }]
    }

    fn kept(&self) -> Vec<Kept> {
        if self.untouchable().is_empty() {
            return Vec::new();
        }
        let own = self.pieces(self.to_move()).cells();
        own.filter_map(|cell| Some(Kept { cell: cell.to_string(), why: self.why_not_given(cell)? })).collect()
    }
}

impl Shown for Awari {
    fn board(&self) -> Board {
        Board::Pits { pits: self.pits(), stores: Side::BOTH.map(|side| self.store(side)) }
    }

    fn action(&self, step: Self::Move) -> Action {
        Action::new(step, "sow").from(step)
    }

    fn task(&self, _legal: &[Self::Move]) -> String {
        "sows a pit.".into()
    }

    fn counts(&self) -> Vec<Count> {
        let [first, second] = Side::BOTH.map(|side| u32::from(self.store(side)));
        vec![Count { label: "seeds captured", first, second }]
    }
}

impl Shown for CaptureGo {
    fn board(&self) -> Board {
        let capture_go::Rules { rows, columns, .. } = *self.rules();
        let sides = self.rules().sides();
        let letter = |column, row| match self.stone_at(capture_go::Step::point(column, row)) {
            Some(side) => sides[side.index()].letter,
            None => '.',
        };
        let file = |column| {
            let name = capture_go::Step::point(column, 0).to_string();
            name[..1].to_string()
        };
        Board::Points(Lines {
            rows,
            columns,
            lines: (0..rows).rev().map(|row| (0..columns).map(|c| letter(c, row)).collect()).collect(),
            files: (0..columns).map(file).collect(),
            ranks: (1..=rows).map(|rank| rank.to_string()).collect(),
        })
    }

    fn action(&self, step: Self::Move) -> Action {
        if step.is_pass() {
            return Action::new(step, "pass");
        }
        let taken = self.captured_by(self.to_move(), step);
        let capture_go::Rules { rows, columns, .. } = *self.rules();
        let points = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let takes = points
            .filter(|_| taken != 0)
            .map(|(column, row)| capture_go::Step::point(column, row))
            .filter(|&point| {
                self.stone_at(point) == Some(self.to_move().other()) && self.group_at(point) & taken != 0
            })
            .map(|point| point.to_string());
        Action { takes: takes.collect(), ..Action::new(step, "point").to(step) }
    }

    fn task(&self, legal: &[Self::Move]) -> String {
        let passing = legal.iter().any(|step| step.is_pass());
        match (self.passes(), passing) {
            (1, _) => "places a stone; another pass ends the game.".into(),
            (_, true) => "places a stone, or passes.".into(),
            (_, false) => "places a stone.".into(),
        }
    }

    fn counts(&self) -> Vec<Count> {
        Vec::new()
    }
}

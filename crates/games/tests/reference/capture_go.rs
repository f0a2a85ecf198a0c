//! Capture Go on a board of characters, after `docs/rules/capture-go.md`. Black is the first side.

use games::capture_go::{Rules, Territory};
use games::{Game, Outcome, Side, capture_go};

use super::Reference;
use super::board::{Board, Cell};
use crate::common::{Random, Twin, count};

/// Go leaves out the letter i.
const COLUMNS: &str = "abcdefghjkl";

#[derive(Clone, Debug)]
pub struct CaptureGo {
    rules: Rules,
    /// `b` and `w`.
    board: Board,
    to_move: Side,
    passes: u32,
    steps: u32,
    /// Who has captured; the captured stones stay on the board.
    winner: Option<Side>,
}

fn letter(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}

fn name((column, row): Cell) -> String {
    format!("{}{}", COLUMNS.chars().nth(column).expect("boards have at most eleven columns"), row + 1)
}

impl CaptureGo {
    /// All points of the same letter that hang together with this one.
    fn group(&self, point: Cell) -> Vec<Cell> {
        let mut group = vec![point];
        let mut next = 0;
        while next < group.len() {
            for other in self.board.beside(group[next]) {
                if self.board.at(other) == self.board.at(point) && !group.contains(&other) {
                    group.push(other);
                }
            }
            next += 1;
        }
        group
    }

    fn has_liberty(&self, point: Cell) -> bool {
        self.group(point)
            .into_iter()
            .any(|stone| self.board.beside(stone).into_iter().any(|p| self.board.at(p) == '.'))
    }

    /// The stones of this side that have no liberty.
    fn breathless(&self, side: Side) -> usize {
        self.board.all(letter(side)).into_iter().filter(|&stone| !self.has_liberty(stone)).count()
    }

    fn with_stone(&self, point: Cell) -> CaptureGo {
        let mut next = self.clone();
        next.board.set(point, letter(self.to_move));
        next
    }

    /// Whether the side to move may place a stone here.
    fn is_legal(&self, point: Cell) -> bool {
        if self.board.at(point) != '.' {
            return false;
        }
        let next = self.with_stone(point);
        let enemies = next
            .board
            .beside(point)
            .into_iter()
            .filter(|&p| next.board.at(p) == letter(self.to_move.other()));
        let captures = enemies.into_iter().any(|stone| !next.has_liberty(stone));
        captures || next.has_liberty(point)
    }

    fn placements(&self) -> Vec<Cell> {
        self.board.cells().into_iter().filter(|&point| self.is_legal(point)).collect()
    }

    /// The empty points that are Black's and White's.
    pub fn territory(&self) -> [usize; 2] {
        let mut territory = [0, 0];
        for point in self.board.all('.') {
            let (mut black, mut white) = (0, 0);
            for empty in self.group(point) {
                for other in self.board.beside(empty) {
                    match self.board.at(other) {
                        'b' => black += 1,
                        'w' => white += 1,
                        _ => {}
                    }
                }
            }
            let shared = black > 0 && white > 0;
            if shared && self.rules.territory == Territory::Neutral {
                continue;
            }
            if black > white {
                territory[0] += 1;
            } else if white > black {
                territory[1] += 1;
            }
        }
        territory
    }
}

impl Reference for CaptureGo {
    type Rules = Rules;

    fn start(rules: &Rules) -> CaptureGo {
        let board = Board::empty(rules.rows, rules.columns);
        CaptureGo { rules: *rules, board, to_move: Side::First, passes: 0, steps: 0, winner: None }
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn steps(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut steps: Vec<String> = self.placements().into_iter().map(name).collect();
        if self.rules.passing {
            steps.push("pass".into());
        }
        steps
    }

    fn play(&mut self, step: &str) {
        if step == "pass" {
            self.passes += 1;
        } else {
            let point =
                self.board.cells().into_iter().find(|&p| name(p) == step).expect("a point of the board");
            *self = self.with_stone(point);
            self.passes = 0;
            if self.breathless(self.to_move.other()) > 0 {
                self.winner = Some(self.to_move);
            }
        }
        self.steps += 1;
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(side) = self.winner {
            return Some(Outcome::Win(side));
        }
        if self.passes >= 2 {
            let [black, white] = self.territory();
            return Some(if black > white {
                Outcome::Win(Side::First)
            } else if white > black {
                Outcome::Win(Side::Second)
            } else {
                Outcome::Draw
            });
        }
        if !self.rules.passing && self.placements().is_empty() {
            return Some(Outcome::Win(self.to_move.other()));
        }
        None
    }

    fn show(&self) -> String {
        format!("{} {} {} {}", self.board.show(), letter(self.to_move), self.passes, self.steps)
    }

    fn captures(&self, step: &str) -> u32 {
        if step == "pass" {
            return 0;
        }
        let mut next = self.clone();
        next.play(step);
        next.breathless(self.to_move.other()) as u32
    }
}

impl Twin for capture_go::CaptureGo {
    type Reference = CaptureGo;

    const COUNTERS: &[usize] = &[3];

    fn random(random: &mut Random) -> Rules {
        Rules {
            rows: random.choose(&[2, 3, 4, 5, 7]),
            columns: random.choose(&[2, 3, 4, 6, 11]),
            passing: random.coin(),
            territory: random.choose(&[Territory::Majority, Territory::Neutral]),
        }
    }

    fn unlimited(rules: &Rules) -> Rules {
        *rules
    }

    /// A stone more, unless it is a pass; a capture ends the game and leaves the stones where they are.
    fn conserves(before: &Self, step: Self::Move, captured: u32, after: &Self) -> bool {
        let stones = |position: &Self| count(position, 'b') + count(position, 'w');
        let placed = u32::from(step.to_string() != "pass");
        stones(after) == stones(before) + placed && (captured == 0 || after.outcome().is_some())
    }
}

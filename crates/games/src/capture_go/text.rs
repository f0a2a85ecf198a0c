//! Positions and results of Capture Go in words: the position string, the drawn board, sentences for players.

use std::fmt::{self, Display, Write};

use super::family::SIDES;
use super::step::COLUMNS;
use super::{CaptureGo, Rules, Step};
use crate::family::side_with;
use crate::game::{Game, Outcome, Side};
use crate::text::{Fields, TextError, counted, quote, text_error};

/// What the players call the sides.
const NAMES: [&str; 2] = [SIDES[0].name, SIDES[1].name];

/// Sides and empty points in position strings.
const LETTERS: [char; 2] = [SIDES[0].letter, SIDES[1].letter];

impl Display for CaptureGo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.rules.rows).rev() {
            for column in 0..self.rules.columns {
                f.write_char(
                    self.stone_at(Step::point(column, row)).map_or('.', |side| LETTERS[side.index()]),
                )?;
            }
            if row > 0 {
                f.write_char('/')?;
            }
        }
        write!(f, " {} {} {}", LETTERS[self.mover.index()], self.passes, self.steps)
    }
}

pub(super) fn parse(rules: &Rules, text: &str) -> Result<CaptureGo, TextError> {
    let mut fields = Fields::new(text);
    let mut position = CaptureGo::start(rules);
    position.stones = parse_board(&position, fields.next("the board")?)?;
    let mover = fields.next("the side to move, b or w")?;
    position.mover = side_with(mover, SIDES)
        .ok_or_else(|| text_error!("{} is not the side to move: b or w", quote(mover)))?;
    position.passes = fields.number("the passes in a row", if rules.passing { 2 } else { 0 })? as u8;
    position.steps = fields.number("the steps made", u16::MAX)?;
    fields.end()?;
    position.verdict = position.judge();
    if position.passes > 0 && Side::BOTH.into_iter().any(|side| position.breathless(side) != 0) {
        return Err(text_error!(
            "a capture has ended the game: the passes in a row are 0, not {}",
            position.passes
        ));
    }
    Ok(position)
}

fn parse_board(position: &CaptureGo, text: &str) -> Result<[u128; 2], TextError> {
    let Rules { rows, columns, .. } = position.rules;
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != rows as usize {
        return Err(text_error!("the board has {} rows: {rows} would be right", lines.len()));
    }
    let mut stones = [0; 2];
    for (line, row) in lines.into_iter().zip((0..rows).rev()) {
        let points = line.chars().count();
        if points != columns as usize {
            return Err(text_error!("row {} has {points} points: {columns} would be right", row + 1));
        }
        for (letter, column) in line.chars().zip(0..) {
            let point = Step::point(column, row);
            match LETTERS.iter().position(|&l| l == letter) {
                Some(side) => stones[side] |= position.point(point),
                None if letter == '.' => {}
                None => {
                    return Err(text_error!(
                        "{} on {point}: a point is b, w or .",
                        quote(&letter.to_string())
                    ));
                }
            }
        }
    }
    Ok(stones)
}

impl CaptureGo {
    /// Nothing for a legal step, and one sentence for another.
    pub(super) fn check(&self, step: Step) -> Result<(), TextError> {
        let Rules { rows, columns, passing, .. } = self.rules;
        let why = match self.stone_at(step) {
            _ if self.verdict.is_some() => format!("{step}: the game is over"),
            _ if step.is_pass() && passing => return Ok(()),
            _ if step.is_pass() => "passing is not allowed in this game".into(),
            _ if self.point(step) == 0 => {
                format!("{step} is not on the board of {rows} rows and {columns} columns")
            }
            Some(side) => format!("{step} is taken by {}", NAMES[side.index()]),
            None if self.is_open(self.index(step), self.empty()) => return Ok(()),
            None => format!("{step} would have no liberty: suicide is not allowed"),
        };
        Err(TextError::new(why))
    }

    /// The same for a step of which the colour is known.
    pub(super) fn check_for(&self, side: Side, step: Step) -> Result<(), TextError> {
        if self.verdict.is_none() && side != self.mover {
            return Err(text_error!("{step}: it is {}'s step", NAMES[self.mover.index()]));
        }
        self.check(step)
    }

    /// A step as people write it; a colour before it, as in `black:e5`, must be the mover's.
    pub(super) fn read(&self, text: &str) -> Result<Step, TextError> {
        let (side, point) = match text.split_once(':') {
            Some((colour, point)) => {
                let named = |side: &Side| colour.trim().eq_ignore_ascii_case(NAMES[side.index()]);
                let wrong = || text_error!("{} is no colour: black or white", quote(colour));
                (Side::BOTH.into_iter().find(named).ok_or_else(wrong)?, point)
            }
            None => (self.mover, text),
        };
        let step = Step::read(point, self.rules.columns, self.rules.rows)?;
        self.check_for(side, step).map(|()| step)
    }
}

pub(super) fn remark(position: &CaptureGo, step: Step) -> Option<String> {
    let name = NAMES[position.mover.index()];
    if step.is_pass() {
        return (position.passes == 1).then(|| "Two passes in a row end the game.".into());
    }
    let captured = position.captures(step);
    if captured > 0 {
        return Some(format!("{name} captures {}.", counted(captured, "stone")));
    }
    let mut next = *position;
    next.play(step);
    let threatened: u32 = next
        .groups(next.mover)
        .filter(|&group| {
            next.grid().around(group) & next.point(step) != 0 && next.liberties(group).count_ones() == 1
        })
        .map(u128::count_ones)
        .sum();
    (threatened > 0).then(|| format!("{name} threatens to capture {}.", counted(threatened, "stone")))
}

pub(super) fn reason(position: &CaptureGo) -> String {
    let Some(outcome) = position.verdict else { return String::new() };
    if let Outcome::Win(side) = outcome {
        let captured = position.breathless(side.other()).count_ones();
        if captured > 0 {
            return format!("{} has captured {}.", NAMES[side.index()], counted(captured, "stone"));
        }
        if position.passes < 2 {
            return format!("{} has no legal step.", NAMES[side.other().index()]);
        }
    }
    let [black, white] = position.territory();
    format!("Two passes in a row: Black's territory is {black}, White's {white}.")
}

pub(super) fn draw(position: &CaptureGo, last: Option<Step>) -> String {
    let Rules { rows, columns, .. } = position.rules;
    let letters: String =
        COLUMNS[..columns as usize].iter().map(|&letter| format!("  {}", letter as char)).collect();
    let mut text = format!("   {letters}\n");
    for row in (0..rows).rev() {
        let _ = write!(text, "{:>3} ", row + 1);
        for point in (0..columns).map(|column| Step::point(column, row)) {
            let sign = match position.stone_at(point) {
                Some(Side::First) => 'x',
                Some(Side::Second) => 'o',
                None if is_star(&position.rules, point) => '+',
                None => '.',
            };
            let [open, close] = if last == Some(point) { ['[', ']'] } else { [' ', ' '] };
            text.extend([open, sign, close]);
        }
        let _ = writeln!(text, " {}", row + 1);
    }
    let _ = writeln!(text, "   {letters}");
    if last == Some(Step::PASS) {
        let _ = writeln!(text, "     {} passed", NAMES[position.mover.other().index()]);
    }
    if columns >= 5 {
        text.push_str("     x Black, o White\n");
    }
    text
}

/// The centre and the crossings of the third lines, on boards that have room for them.
fn is_star(rules: &Rules, point: Step) -> bool {
    let lines = [(rules.rows, point.row()), (rules.columns, point.column())];
    lines.iter().all(|&(size, line)| size >= 9 && size % 2 == 1 && line == size / 2)
        || lines.iter().all(|&(size, line)| size >= 9 && (line == 2 || line == size - 3))
}

//! Games as SGF, the format of Go programs: `(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[Capture-1];B[ee];W[ef])`.
//!
//! A file may break the rules, or go on after the first capture as Go does: what can be played is read as a line of
//! play, and the rest is kept beside it.
//!
//! Reading follows the main line, the first of every set of variations. Points are two letters, column and row from the
//! top left; an empty value is a pass, and so is `tt`. The root may set up stones (`AB`, `AW`) and the mover (`PL`).
//! `RU[Capture-1]` means the rules of Cai and others, and for other switches the game's name follows:
//! `RU[Capture-1 capture-go:ponnuki:9]`. A file of a Go program that names other rules, or none, is read as `Capture-1`.

mod scan;

use std::fmt::Write;

use self::scan::Property;
use super::{CaptureGo, Rules, Step};
use crate::game::{Game, Outcome, Rules as _, Side};
use crate::text::{TextError, quote, text_error};
use crate::{GameSpec, Line};

/// A game as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Start, rules, and the steps that obey them. A start that was set up has no passes and no steps made.
    pub line: Line<CaptureGo>,
    /// The step that breaks the rules and all that follow it, each with its colour; none where all is right.
    pub rest: Vec<(Side, Step)>,
    /// The result that the file states (`RE`), or else that of the last position.
    pub result: Option<Outcome>,
    /// Whether the file states that the loser gave up (`B+R`) a game that the board has not ended.
    pub resigned: bool,
    /// The other properties of the root with their (first) values, such as `PB` for Black's name, in the file's order.
    pub properties: Vec<(String, String)>,
    /// Comments, each with the number of steps made before it.
    pub comments: Vec<(usize, String)>,
}

/// Properties of the root that are not among [`Record::properties`], because the rest of the record has their meaning.
const OWN: [&str; 13] = ["FF", "GM", "CA", "SZ", "RU", "RE", "AB", "AW", "AE", "PL", "B", "W", "C"];

const LETTERS: [&str; 2] = ["B", "W"];

/// Longer texts are not read: a node of two bytes takes seventy times as much in memory.
const LONGEST: usize = 2 << 20;

/// Reads one game. Errors name the byte, from 0.
pub fn read(text: &str) -> Result<Record, TextError> {
    if text.len() > LONGEST {
        return Err(text_error!("a game in SGF has at most {LONGEST} bytes"));
    }
    let nodes = scan::main_line(text)?;
    let root = &nodes[0];
    let start = set_up(&read_rules(root)?, root, nodes.iter().flatten())?;
    let mut record = Record {
        line: Line::new(start),
        rest: Vec::new(),
        result: None,
        resigned: false,
        properties: Vec::new(),
        comments: Vec::new(),
    };
    for (number, node) in nodes.iter().enumerate() {
        for property in node {
            match property.name.as_str() {
                "B" | "W" => {
                    let side = if property.name == "B" { Side::First } else { Side::Second };
                    let step = read_move(property, record.line.start())?;
                    if record.rest.is_empty() && record.line.position().check_for(side, step).is_ok() {
                        record.line.push(step);
                    } else {
                        record.rest.push((side, step));
                    }
                }
                "AB" | "AW" | "AE" | "PL" if number > 0 => {
                    return Err(property.error("stones are set up in the first node only"));
                }
                _ => {}
            }
        }
        let steps = record.line.steps().len() + record.rest.len();
        let comments = node.iter().filter(|p| p.name == "C").map(|p| (steps, p.values.concat()));
        record.comments.extend(comments.filter(|(_, comment)| !comment.is_empty()));
    }
    let others = root.iter().filter(|p| !OWN.contains(&p.name.as_str()));
    record.properties = others.map(|p| (p.name.clone(), p.values[0].clone())).collect();
    let stated = find(root, "RE").map(|p| p.values[0].trim().to_ascii_lowercase()).unwrap_or_default();
    let reached = record.line.outcome();
    record.result = read_result(&stated).or(reached.filter(|_| record.rest.is_empty()));
    record.resigned = reached.is_none() && (stated.starts_with("b+r") || stated.starts_with("w+r"));
    Ok(record)
}

impl Record {
    /// The line of play, or one sentence about the step that breaks the rules.
    pub fn into_line(self) -> Result<Line<CaptureGo>, TextError> {
        let Some(&(side, step)) = self.rest.first() else { return Ok(self.line) };
        let number = self.line.steps().len() + 1;
        let why = self.line.position().check_for(side, step);
        why.map_err(|e| e.within(format_args!("step {number}"))).map(|()| self.line)
    }
}

fn find<'a>(node: &'a [Property], name: &str) -> Option<&'a Property> {
    node.iter().find(|property| property.name == name)
}

fn read_rules(root: &[Property]) -> Result<Rules, TextError> {
    if let Some(game) = find(root, "GM").filter(|p| p.values[0].trim() != "1") {
        return Err(game.error(format!("game {} is not Go, which is 1", quote(&game.values[0]))));
    }
    let Some(size) = find(root, "SZ") else {
        return Err(TextError::new(
            "byte 0: SZ is missing, which means 19 rows: boards have 2 to 11 rows and columns",
        ));
    };
    let value = size.value()?;
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    let number = |text: &str| {
        text.trim().parse::<u8>().map_err(|_| {
            size.error(format!("{} is no size, such as 9 or 5:4 (columns and rows)", quote(value)))
        })
    };
    let rules = Rules::cai2010(number(rows)?, number(columns)?);
    rules.check().map_err(|e| size.error(e))?;
    match find(root, "RU") {
        Some(name) if name.values[0].trim().to_ascii_lowercase().starts_with("capture") => {
            switches(rules, name)
        }
        _ => Ok(rules),
    }
}

/// The rules that `Capture-1` and the name after it stand for.
fn switches(rules: Rules, property: &Property) -> Result<Rules, TextError> {
    let value = property.value()?.trim();
    let (first, name) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    if !first.eq_ignore_ascii_case("Capture-1") {
        return Err(property.error(format!(
            "{}: only Capture-1, where the first capture wins, is played here",
            quote(value)
        )));
    }
    if name.trim().is_empty() {
        return Ok(rules);
    }
    match name.trim().parse().map_err(|e| property.error(e))? {
        GameSpec::CaptureGo(named) if (named.rows, named.columns) == (rules.rows, rules.columns) => Ok(named),
        _ => Err(property.error(format!("{} is not played on the board of SZ", quote(name.trim())))),
    }
}

/// The position before the first step. Without `PL` the colour of the first move says who begins.
fn set_up<'a>(
    rules: &Rules,
    root: &[Property],
    all: impl Iterator<Item = &'a Property>,
) -> Result<CaptureGo, TextError> {
    let mut start = CaptureGo::start(rules);
    for property in root {
        let stones = match property.name.as_str() {
            "AB" => 0,
            "AW" => 1,
            _ => continue,
        };
        for value in &property.values {
            let set = read_points(property, value, &start)?;
            if set & !start.empty() != 0 {
                let twice = start.points(set & !start.empty()).next().unwrap_or(Step::PASS);
                return Err(property.error(format!("a stone on {twice} is set twice")));
            }
            start.stones[stones] |= set;
        }
    }
    let first = all.into_iter().find(|p| LETTERS.contains(&p.name.as_str()));
    start.mover = match (find(root, "PL"), first) {
        (Some(mover), _) => match mover.value()?.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Side::First,
            "w" | "white" => Side::Second,
            other => return Err(mover.error(format!("{} is no side: B or W", quote(other)))),
        },
        (None, Some(first)) if first.name == "W" => Side::Second,
        _ => Side::First,
    };
    start.verdict = start.judge();
    Ok(start)
}

/// `cc`, or `cc:ee` for a rectangle.
fn read_points(property: &Property, value: &str, board: &CaptureGo) -> Result<u128, TextError> {
    let point = |text: &str| read_point(text, board).ok_or_else(|| not_on_board(property, text, board));
    let Some((from, to)) = value.split_once(':') else { return Ok(board.point(point(value)?)) };
    let (from, to) = (point(from)?, point(to)?);
    let columns = from.column().min(to.column())..=from.column().max(to.column());
    let rows = from.row().min(to.row())..=from.row().max(to.row());
    let all =
        board.points(board.board()).filter(|p| columns.contains(&p.column()) && rows.contains(&p.row()));
    Ok(all.fold(0, |set, p| set | board.point(p)))
}

fn not_on_board(property: &Property, text: &str, board: &CaptureGo) -> TextError {
    let corner = |column, row| format!("{}{}", (b'a' + column) as char, (b'a' + row) as char);
    let last = corner(board.rules.columns - 1, board.rules.rows - 1);
    property.error(format!("{} is no point: two letters from aa to {last}", quote(text)))
}

fn read_point(text: &str, board: &CaptureGo) -> Option<Step> {
    let &[column, row] = text.trim().as_bytes() else { return None };
    let (column, row) = (column.wrapping_sub(b'a'), row.wrapping_sub(b'a'));
    let on_board = column < board.rules.columns && row < board.rules.rows;
    on_board.then(|| Step::point(column, board.rules.rows - 1 - row))
}

fn read_move(property: &Property, board: &CaptureGo) -> Result<Step, TextError> {
    match property.value()?.trim() {
        "" | "tt" => Ok(Step::PASS),
        value => read_point(value, board).ok_or_else(|| not_on_board(property, value, board)),
    }
}

/// `b+…`, `w+…`, `0` or `draw`; anything else states no result.
fn read_result(text: &str) -> Option<Outcome> {
    match text {
        "0" | "draw" => Some(Outcome::Draw),
        _ if text.starts_with("b+") => Some(Outcome::Win(Side::First)),
        _ if text.starts_with("w+") => Some(Outcome::Win(Side::Second)),
        _ => None,
    }
}

/// Writes one game; the same record gives the same text. Properties whose names are not capitals, or whose meaning the
/// rest of the record has, are left out. SGF has no place for the counts of a start in the middle of a game: the number
/// of steps made is lost, and passes in a row are written as steps.
pub fn write(record: &Record) -> String {
    let start = record.line.start();
    let mut text = String::from("(;FF[4]GM[1]CA[UTF-8]");
    let Rules { rows, columns, .. } = start.rules;
    let size = if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") };
    let name = if start.rules == Rules::cai2010(rows, columns) {
        String::new()
    } else {
        format!(" {}", GameSpec::CaptureGo(start.rules))
    };
    let _ = write!(text, "SZ[{size}]RU[Capture-1{name}]");
    for (name, value) in &record.properties {
        if !OWN.contains(&name.as_str()) && !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase()) {
            let _ = write!(text, "{name}[{}]", escape(value));
        }
    }
    if let Some(result) = record.result {
        let how = write_result(result, record.line.position());
        let _ = write!(text, "RE[{how}{}]", if record.resigned { "R" } else { "" });
    }
    let passes = start.passes as usize;
    let mut mover = if passes.is_multiple_of(2) { start.mover } else { start.mover.other() };
    if start.stones != [0; 2] || mover == Side::Second {
        for side in Side::BOTH.into_iter().filter(|&side| start.stones(side) != 0) {
            let points: String =
                start.points(start.stones(side)).map(|p| format!("[{}]", write_point(p, rows))).collect();
            let _ = write!(text, "A{}{points}", LETTERS[side.index()]);
        }
        let _ = write!(text, "PL[{}]", LETTERS[mover.index()]);
    }
    let legal = std::iter::repeat_n(Step::PASS, passes).chain(record.line.steps().iter().copied());
    let legal = legal.map(|step| {
        mover = mover.other();
        (mover.other(), step)
    });
    write_comment(&mut text, record, 0, passes);
    for (number, (side, step)) in legal.chain(record.rest.iter().copied()).enumerate() {
        let line = if number.is_multiple_of(10) { "\n" } else { "" };
        let _ = write!(text, "{line};{}[{}]", LETTERS[side.index()], write_point(step, rows));
        write_comment(&mut text, record, number + 1, passes);
    }
    text.push_str(")\n");
    text
}

fn write_point(step: Step, rows: u8) -> String {
    if step.is_pass() {
        return String::new();
    }
    format!("{}{}", (b'a' + step.column()) as char, (b'a' + rows - 1 - step.row()) as char)
}

/// The comments at a node, where so many passes stand before the record's own steps.
fn write_comment(text: &mut String, record: &Record, node: usize, passes: usize) {
    let here =
        record.comments.iter().filter(|(steps, comment)| steps + passes == node && !comment.is_empty());
    let comments: Vec<&str> = here.map(|(_, comment)| comment.as_str()).collect();
    if !comments.is_empty() {
        let _ = write!(text, "C[{}]", escape(&comments.join("\n")));
    }
}

/// With the margin where territory decided.
fn write_result(result: Outcome, last: &CaptureGo) -> String {
    let Outcome::Win(side) = result else { return "0".into() };
    let [black, white] = last.territory();
    let margin = if last.passes == 2 && last.verdict == Some(result) {
        black.abs_diff(white).to_string()
    } else {
        String::new()
    };
    format!("{}+{margin}", LETTERS[side.index()])
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

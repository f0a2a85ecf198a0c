//! The one-line position string: printed, and read back with every contradiction named.

use std::fmt;

use super::{AfterCapture, Bits, Blocked, Due, Exchange, Rules, Seega};
use crate::family::side_with;
use crate::game::{Game, Outcome, Rules as _, Side};
use crate::text::{Cell, Fields, TextError, quote, text_error};

impl<B: Bits> fmt::Display for Seega<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> =
            self.rows().map(|row| row.into_iter().map(|c| self.letter(c)).collect()).collect();
        let mover = self.rules.sides()[self.mover.index()].letter;
        let phase = if self.is_placing() { "place" } else { "move" };
        write!(f, "{} {mover} {phase} {} {}", rows.join("/"), self.quiet, self.turns)?;
        if let Some(cell) = self.chain {
            write!(f, " chain:{cell}")?;
        }
        match self.due {
            Due::Nothing => {}
            Due::Way => write!(f, " way")?,
            Due::One | Due::Two => write!(f, " give:{}", self.give())?,
        }
        if self.opening {
            write!(f, " opening")?;
        }
        if self.exchanged {
            write!(f, " exchanged")?;
        }
        self.room.map_or(Ok(()), |cell| write!(f, " room:{cell}"))
    }
}

pub fn parse<B: Bits>(rules: &Rules, text: &str) -> Result<Seega<B>, TextError> {
    let wrong = |text: String| Err(TextError::new(text));
    let mut fields = Fields::new(text);
    let mut position = Seega::<B>::start(rules);
    read_board(&mut position, fields.next("the board")?)?;
    let mover = fields.next("the side to move, w or b")?;
    position.mover = side_with(mover, rules.sides())
        .ok_or_else(|| text_error!("{} is not a side: w or b", quote(mover)))?;
    let phase = fields.next("the phase, place or move")?;
    position.quiet = fields.number("the quiet count", u16::MAX)?;
    position.turns = fields.number("the number of turns", u16::MAX)?;
    let placed = position.count(Side::First) + position.count(Side::Second);
    match phase {
        "place" => finish_placing(&mut position, placed)?,
        "move" => position.to_place = 0,
        _ => return wrong(format!("{} is not a phase: place or move", quote(phase))),
    }
    if position.is_placing() {
        fields.end()?;
        return Ok(position);
    }
    for field in fields.rest {
        read_note(&mut position, field)?;
    }
    let most = rules.pieces();
    for side in Side::BOTH {
        if position.count(side) > most {
            let name = position.side_name(side);
            return wrong(format!("{name} has {} pieces, but there are only {most}", position.count(side)));
        }
    }
    check_notes(&position)?;
    position.opening |= rules.keeps_opening() && is_very_start(&position);
    judge(&mut position);
    Ok(position)
}

fn read_board<B: Bits>(position: &mut Seega<B>, board: &str) -> Result<(), TextError> {
    let size = position.rules.size as usize;
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != size {
        return Err(text_error!("the board has {} rows, but this game has {size}", rows.len()));
    }
    for (row, cells) in rows.iter().zip(position.rows()) {
        let rank = cells[0].rank() + 1;
        if row.chars().count() != size {
            let n = row.chars().count();
            return Err(text_error!("rank {rank} of the board has {n} cells, but this game has {size}"));
        }
        for (letter, cell) in row.chars().zip(cells) {
            if letter == '.' {
                continue;
            }
            let letter = letter.to_string();
            let side = side_with(&letter, position.rules.sides())
                .ok_or_else(|| text_error!("{} on {cell} is not a piece: w, b or .", quote(&letter)))?;
            position.pieces[side.index()] |= B::cell(cell);
        }
    }
    Ok(())
}

/// Phase one: the number of pieces decides whose turn it is.
fn finish_placing<B: Bits>(position: &mut Seega<B>, placed: u32) -> Result<(), TextError> {
    let wrong = |text: String| Err(TextError::new(text));
    let rules = position.rules;
    let centre = position.centre();
    if !(position.empty() & B::cell(centre)).is_empty() && placed < rules.pieces() * 2 {
        position.to_place = (rules.pieces() * 2 - placed) as u8;
    } else if placed >= rules.pieces() * 2 {
        return wrong("the board is full: the phase is move".into());
    } else {
        return wrong(format!("{centre} is the centre: no piece may be placed there"));
    }
    let (each, turn) = (u32::from(rules.placements), placed / u32::from(rules.placements));
    let first = turn.div_ceil(2) * each + if turn.is_multiple_of(2) { placed % each } else { 0 };
    let mover = if turn.is_multiple_of(2) { Side::First } else { Side::Second };
    if position.count(Side::First) != first || position.mover != mover {
        let (one, two) = (position.side_name(Side::First), position.side_name(Side::Second));
        let second = placed - first;
        let next = position.side_name(mover);
        return wrong(format!(
            "after {placed} placements {one} has {first}, {two} has {second} and {next} is to place"
        ));
    }
    if position.quiet != 0 {
        return wrong("the quiet count is 0 in phase one".into());
    }
    let turns = turn as u16;
    if position.turns != turns {
        return wrong(format!("after {placed} placements the number of turns is {turns}"));
    }
    position.outcome = position.limit_outcome();
    Ok(())
}

fn read_note<B: Bits>(position: &mut Seega<B>, field: &str) -> Result<(), TextError> {
    let wrong = || {
        text_error!(
            "{} is not known here: chain:c4, give:2, way, opening, exchanged or room:c4",
            quote(field)
        )
    };
    let on_board = |text: &str| {
        let cell: Cell = text.parse()?;
        if (B::BOARDS[position.rules.size as usize] & safe_cell::<B>(cell)).is_empty() {
            return Err(text_error!("{}: {cell} is off the board", quote(field)));
        }
        Ok(cell)
    };
    match field.split_once(':') {
        Some(("chain", cell)) if position.chain.is_none() => position.chain = Some(on_board(cell)?),
        Some(("room", cell)) if position.room.is_none() => position.room = Some(on_board(cell)?),
        Some(("give", n)) if position.due == Due::Nothing => {
            position.due = Due::of(n.parse().ok().filter(|n| (1..=2).contains(n)).ok_or_else(wrong)?)
        }
        None if field == "way" && position.due == Due::Nothing => position.due = Due::Way,
        None if field == "opening" && !position.opening => position.opening = true,
        None if field == "exchanged" && !position.exchanged => position.exchanged = true,
        _ => return Err(wrong()),
    }
    Ok(())
}

/// The bit of a cell that may lie outside of what the word can hold.
fn safe_cell<B: Bits>(cell: Cell) -> B {
    if u32::from(cell.file()) < B::ROW && u32::from(cell.rank()) < B::ROW - 1 {
        B::cell(cell)
    } else {
        B::NONE
    }
}

/// Whether what follows the counts can be true of this position and these rules.
fn check_notes<B: Bits>(position: &Seega<B>) -> Result<(), TextError> {
    let rules = &position.rules;
    let wrong = |text: String| Err(TextError::new(text));
    if position.empty().is_empty() {
        return wrong("in phase two at least one cell is empty".into());
    }
    if let Some(cell) = position.chain {
        let same_piece =
            matches!(rules.after_capture, AfterCapture::SamePieceForced | AfterCapture::SamePieceFree);
        let mine = !(position.pieces(position.mover) & B::cell(cell)).is_empty();
        if !same_piece || !mine || position.capturing_targets(position.mover, cell).is_empty() {
            return wrong(format!("chain:{cell}: no piece of the mover's goes on capturing there"));
        }
    }
    let nothing_due = position.due == Due::Nothing;
    let giving = matches!(position.due, Due::One | Due::Two);
    let enough = u32::from(position.give()) <= position.count(Side::First);
    if giving
        && !(rules.exchange != Exchange::Off
            && position.mover == Side::First
            && enough
            && position.chain.is_none())
    {
        return wrong(format!("give:{}: nothing is to be taken off here", position.give()));
    }
    let waiting = position.waiting().filter(|&side| rules.blocked.takes_off() && !position.can_slide(side));
    if position.due == Due::Way && (waiting.is_none() || position.chain.is_some()) {
        return wrong("way: no piece has to be taken off for a blocked side here".into());
    }
    let ended = position.chain.is_none() && nothing_due && position.quiet == 0;
    if position.exchanged
        && !(rules.exchange != Exchange::Off
            && rules.exchange_wins
            && position.mover == Side::Second
            && position.count(Side::Second) >= position.count(Side::First)
            && ended)
    {
        return wrong("exchanged: no exchange has ended the game here".into());
    }
    if position.opening && !rules.keeps_opening() {
        return wrong("opening: this game has no such rule".into());
    }
    if let Some(cell) = position.room {
        // While the first turn goes on, by a chain or by any step after a capture, its origin is remembered.
        let bound = if position.opening {
            position.chain.is_some() || rules.after_capture == AfterCapture::AnyStep && nothing_due
        } else {
            position.chain.is_none() && nothing_due && !position.can_slide(Side::Second)
        };
        if !rules.make_room || position.mover != Side::First || !bound {
            return wrong(format!("room:{cell}: no cell has to be vacated here"));
        }
    } else if rules.make_room && position.opening && position.chain.is_some() && position.mover == Side::First
    {
        return wrong("opening: say where the first step started, such as room:c2".into());
    }
    Ok(())
}

/// Whether all pieces are placed and none has moved yet. Nothing else leaves only the centre empty without quiet steps:
/// a capture and an exchange empty more cells.
fn is_very_start<B: Bits>(position: &Seega<B>) -> bool {
    let notes =
        position.chain.is_some() || position.room.is_some() || matches!(position.due, Due::One | Due::Two);
    position.quiet == 0 && !notes && position.empty() == B::cell(position.centre())
}

/// The outcome of a position of phase two that was set up.
fn judge<B: Bits>(position: &mut Seega<B>) {
    let least = u32::from(position.rules.lose_at);
    // Too few on both sides cannot come from play; the side to move is then the loser.
    let order = [position.mover, position.mover.other()];
    if let Some(&loser) = order.iter().find(|&&side| position.count(side) <= least) {
        position.outcome = Some(Outcome::Win(loser.other()));
        position.exchanged = false;
    } else if position.exchanged {
        position.outcome = Some(Outcome::Win(Side::Second));
    } else if position.due == Due::Nothing && !position.can_slide(position.mover) {
        let very_start = is_very_start(position);
        match position.rules.blocked {
            Blocked::Pass => {}
            Blocked::FirstLoses if position.mover == Side::First && !very_start => {
                position.outcome = Some(Outcome::Win(Side::Second));
            }
            // Only the end of the first side's first turn leaves the second blocked while that turn still counts.
            Blocked::FirstTurnLoses if position.mover == Side::Second && position.opening && !very_start => {
                position.outcome = Some(Outcome::Win(Side::Second));
            }
            Blocked::Skip | Blocked::FirstLoses | Blocked::FirstTurnLoses => {
                position.mover = position.mover.other();
                position.room = None;
            }
            Blocked::LosesPiece | Blocked::TakesPiece | Blocked::GetsWay => {
                position.room = None;
                position.ask_for_way(position.mover);
            }
            Blocked::Loses => position.outcome = Some(Outcome::Win(position.mover.other())),
        }
    }
    position.outcome = position.outcome.or_else(|| position.limit_outcome());
}

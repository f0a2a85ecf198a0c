//! Seega in words: steps as people write them, why a step is wrong, the drawn board.

use super::{Bits, Blocked, Colour, Due, Exchange, QuietResult, Seega, Step, WhyKept};
use crate::game::{Game, MoveList, Outcome, Rules as _, Side};
use crate::text::{Cell, TextError, quote, text_error};

impl<B: Bits> Seega<B> {
    /// Whose piece stands on a cell.
    fn holder(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| !(self.pieces(side) & B::cell(cell)).is_empty())
    }

    pub(super) fn letter(&self, cell: Cell) -> char {
        self.holder(cell).map_or('.', |side| self.rules.sides()[side.index()].letter)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Vec<Cell>> + use<B> {
        let size = self.rules.size;
        (0..size).rev().map(move |rank| (0..size).map(|file| Cell::new(file, rank)).collect())
    }

    /// Why a step is not legal here, as a sentence; nothing if it is legal.
    pub fn why_illegal(&self, step: Step) -> Option<String> {
        let mut list = MoveList::new();
        self.moves(&mut list);
        (!list.contains(&step)).then(|| why_illegal(self, step, &list))
    }

    /// Why the mover may not give its piece on this cell, where it is its turn to give untouchable ones.
    pub fn why_not_given(&self, cell: Cell) -> Option<String> {
        let may_give = self.may_give() && self.rules.exchange == Exchange::Untouchable;
        let (one, own) = (B::cell(cell), self.pieces(self.mover));
        let asked = may_give && !(own & one).is_empty() && (self.offers() & one).is_empty();
        asked.then(|| why_kept(self, cell))
    }
}

pub fn read_step<B: Bits>(position: &Seega<B>, text: &str) -> Result<Step, TextError> {
    let lower = text.trim().to_ascii_lowercase();
    let (body, claimed) = match lower.split_once('x') {
        Some((body, claimed)) if !body.is_empty() => (body, Some(claimed)),
        _ => (lower.as_str(), None),
    };
    let step: Step = body.parse().or_else(|error| match body.split_at_checked(2) {
        // c4c3 is c4-c3.
        Some((from, to)) => format!("{from}-{to}").parse().map_err(|_| error),
        None => Err(error),
    })?;
    let mut list = MoveList::new();
    position.moves(&mut list);
    if !list.contains(&step) {
        return Err(TextError::new(why_illegal(position, step, &list)));
    }
    if let Some(claimed) = claimed {
        let taken = taken_text(position, step);
        let mut cells: Vec<&str> = claimed.split(',').map(str::trim).collect();
        let mut truth: Vec<&str> = taken.split(',').filter(|t| !t.is_empty()).collect();
        cells.sort_unstable();
        truth.sort_unstable();
        if cells != truth {
            let really = if taken.is_empty() { "nothing".into() } else { taken.clone() };
            return Err(text_error!("{step} takes {really}, not {}", quote(claimed)));
        }
    }
    Ok(step)
}

fn taken_text<B: Bits>(position: &Seega<B>, step: Step) -> String {
    let Step::Slide(from, to) = step else { return String::new() };
    let cells: Vec<String> =
        position.taken(position.mover, from, to).cells().map(|c| c.to_string()).collect();
    cells.join(",")
}

pub fn write_step<B: Bits>(position: &Seega<B>, step: Step) -> String {
    let taken = taken_text(position, step);
    if taken.is_empty() { step.to_string() } else { format!("{step}x{taken}") }
}

/// Some of the legal steps, for an error that says what would be right.
fn some(list: &[Step]) -> String {
    let shown: Vec<String> = list.iter().take(4).map(Step::to_string).collect();
    if list.len() > 4 { format!("{}, …", shown.join(", ")) } else { shown.join(" or ") }
}

fn why_illegal<B: Bits>(position: &Seega<B>, step: Step, list: &[Step]) -> String {
    let rules = &position.rules;
    let (mover, size) = (position.mover, rules.size);
    let name = position.side_name(mover);
    let off = |cell: Cell| cell.file() >= size || cell.rank() >= size;
    let cells = match step {
        Step::Place(c) | Step::TakeOff(c) => vec![c],
        Step::Slide(from, to) => vec![from, to],
        Step::Pass | Step::End => vec![],
    };
    if position.outcome.is_some() {
        return format!("{step}: the game is over");
    }
    if let Some(cell) = cells.iter().find(|&&c| off(c)) {
        let last = (b'a' + size - 1) as char;
        return format!("{cell} is off the board: files are a to {last}, ranks 1 to {size}");
    }
    let holder = |cell: Cell| position.holder(cell);
    match step {
        _ if position.due == Due::Way => {
            format!("{step}: {}, such as {}", position.why_due(), list[0])
        }
        _ if position.due != Due::Nothing && !matches!(step, Step::TakeOff(_)) => {
            let due = position.give();
            format!("{step}: {name} has to take off {due} of the own pieces, such as {}", list[0])
        }
        Step::Place(cell) if position.is_placing() => match holder(cell) {
            Some(side) => format!("{cell} is taken: {} has a piece there", position.side_name(side)),
            None => format!("{cell} is the centre: no piece may be placed there"),
        },
        Step::Place(cell) => format!(
            "{cell}: all pieces are placed; write where a piece goes from and to, such as {}",
            list[0]
        ),
        _ if position.is_placing() => {
            format!("{step}: pieces are still being placed; name an empty cell, such as {}", list[0])
        }
        Step::Slide(..) if position.chain.is_some() => {
            let cell = position.chain.map(|c| c.to_string()).unwrap_or_default();
            format!("{step}: the piece on {cell} goes on capturing: {}", some(list))
        }
        Step::Slide(from, to) => match (holder(from), holder(to)) {
            (None, _) => format!("{step}: {from} is empty"),
            (Some(side), _) if side != mover => {
                format!(
                    "{step}: the piece on {from} is {}'s, and it is {name}'s step",
                    position.side_name(side)
                )
            }
            (_, Some(side)) => {
                format!("{step}: {to} is taken, {} has a piece there", position.side_name(side))
            }
            _ if (B::cell(from).beside() & B::cell(to)).is_empty() => {
                format!("{step}: a piece moves one cell along its row or column")
            }
            _ => format!(
                "{step}: {name} must vacate a cell beside {}: {}",
                position.room.map(|c| c.to_string()).unwrap_or_default(),
                some(list)
            ),
        },
        Step::TakeOff(cell) if rules.exchange == Exchange::Off && rules.blocked.takes_off() => {
            format!("x{cell}: pieces are taken off only where a side is blocked")
        }
        Step::TakeOff(cell) if rules.exchange == Exchange::Off => {
            format!("x{cell}: this game has no exchange")
        }
        Step::TakeOff(cell) if position.due != Due::Nothing => format!("x{cell}: {name} has no piece there"),
        Step::TakeOff(cell) if mover == Side::First => {
            format!("x{cell}: only {} may offer an exchange", position.side_name(Side::Second))
        }
        Step::TakeOff(cell) if holder(cell) != Some(mover) => format!("x{cell}: {name} has no piece there"),
        Step::TakeOff(cell) if position.chain.is_some() => {
            format!("x{cell}: nothing is given while a piece goes on capturing: {}", some(list))
        }
        Step::TakeOff(cell) if rules.exchange == Exchange::Untouchable && position.can_slide(mover) => {
            format!("x{cell}: {}", why_kept(position, cell))
        }
        Step::TakeOff(cell) => format!("x{cell}: no exchange is possible now"),
        Step::Pass => format!("pass: {name} has a step and must make one, such as {}", list[0]),
        Step::End => format!("end: {name} is not in a chain of captures; a step is {}", list[0]),
    }
}

/// Why the second side may not give its piece on this cell, where only untouchable ones may be given.
fn why_kept<B: Bits>(position: &Seega<B>, cell: Cell) -> String {
    let other = position.side_name(Side::First);
    let why = match position.why_kept(cell) {
        Some(WhyKept::Exposed) => format!("{other} could come to take it"),
        Some(WhyKept::NoEye) => format!("it has no step to a cell that {other} can never reach"),
        Some(WhyKept::Needed(piece)) => format!("without it {other} could come to take {piece}"),
        None => return "no exchange is possible now".into(),
    };
    format!("{cell} is not to be given, because {why}")
}

pub fn remark<B: Bits>(position: &Seega<B>, step: Step) -> Option<String> {
    let side = position.mover;
    let mut next = *position;
    next.play(step);
    let (me, you) = (position.side_name(side), position.side_name(side.other()));
    let mut said = Vec::new();
    match position.captures(step) {
        0 => {}
        1 => said.push(format!("{me} takes a piece.")),
        n => said.push(format!("{me} takes {n} pieces.")),
    }
    let exchanging = matches!(step, Step::TakeOff(_)) && position.due != Due::Way;
    if next.outcome.is_none() && !next.is_placing() && !exchanging {
        if next.due == Due::Way {
            said.push(format!("{}.", next.why_due()));
        } else if position.due == Due::Way {
            let still = if position.waiting() == Some(next.mover) { "" } else { " again" };
            said.push(format!("{} moves{still}.", next.side_name(next.mover)));
        } else if position.is_placing() {
            said.push(format!("All pieces are placed: {} moves first.", next.side_name(next.mover)));
        } else if next.chain.is_some() {
            said.push(format!("{me} goes on with the same piece."));
        } else if next.mover == side && next.turns == position.turns {
            said.push(format!("{me} moves again."));
        } else if next.mover == side {
            said.push(format!("{you} is blocked: {me} moves again."));
        }
    }
    if exchanging && next.due == Due::Two {
        said.push(format!("{me} gives a piece: {you} has to take off two."));
    } else if exchanging && next.due == Due::One && position.due == Due::Nothing {
        said.push(format!("{me} gives a piece: {you} has to take off the last one."));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

pub fn draw<B: Bits>(position: &Seega<B>, last: Option<Step>) -> String {
    let marked: Vec<Cell> = match last {
        Some(Step::Place(c) | Step::TakeOff(c)) => vec![c],
        Some(Step::Slide(from, to)) => vec![from, to],
        _ => vec![],
    };
    let files: String = (0..position.rules.size).map(|f| format!(" {} ", (b'a' + f) as char)).collect();
    let mut out = format!("    {}\n", files.trim_end());
    for row in position.rows() {
        let rank = row[0].rank() + 1;
        let cells: String = row
            .into_iter()
            .map(|cell| {
                let sign = match position.letter(cell) {
                    'w' => 'o',
                    'b' => 'x',
                    _ if cell == position.centre() && position.is_placing() => '+',
                    _ => '.',
                };
                if marked.contains(&cell) { format!("[{sign}]") } else { format!(" {sign} ") }
            })
            .collect();
        out += &format!("{rank:3} {cells} {rank}\n");
    }
    let (white, black) = (position.rules.side(Colour::White), position.rules.side(Colour::Black));
    out + &format!(
        "    {}\n    o White {}   x Black {}\n",
        files.trim_end(),
        position.count(white),
        position.count(black)
    )
}

pub fn reason<B: Bits>(position: &Seega<B>) -> String {
    let rules = &position.rules;
    let Some(outcome) = position.outcome else { return String::new() };
    let counts = || {
        let [first, second] =
            Side::BOTH.map(|side| format!("{} has {}", position.side_name(side), position.count(side)));
        format!("{first}, {second}")
    };
    if position.exchanged {
        return format!("After the exchange {}.", counts());
    }
    if let Outcome::Win(winner) = outcome {
        let loser = winner.other();
        let (name, left) = (position.side_name(loser), position.count(loser));
        if !position.is_placing() && left <= u32::from(rules.lose_at) {
            let left = match left {
                0 => "no piece".into(),
                1 => "one piece".into(),
                n => format!("{n} pieces"),
            };
            return format!("{name} has {left} left.");
        }
        if position.due == Due::Nothing && position.mover == loser && !position.can_slide(loser) {
            return format!("{name} is blocked.");
        }
        if rules.blocked == Blocked::FirstTurnLoses
            && loser == Side::First
            && position.opening
            && !position.can_slide(winner)
        {
            return format!("{name} has left {} blocked after the first turn.", position.side_name(winner));
        }
    }
    if rules.quiet_limit > 0 && position.quiet >= rules.quiet_limit {
        let steps = format!("{} steps without a capture", rules.quiet_limit);
        return match rules.quiet_result {
            QuietResult::Draw => format!("{steps}."),
            _ => format!("{steps}: {}.", counts()),
        };
    }
    format!("{} turns were played.", rules.turn_limit)
}

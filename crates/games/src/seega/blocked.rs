//! A piece taken off for a side that has to start a turn without a step, where the rules let it have a way.

use super::{Bits, Blocked, Seega};
use crate::game::{Game, Outcome, Side};
use crate::text::Cell;

/// What has to be taken off before play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Due {
    Nothing,
    /// One own piece: the rest of the first side's part of an exchange.
    One,
    /// Two own pieces: the first side's part of an exchange.
    Two,
    /// The one piece that gives a blocked side a way.
    Way,
}

impl Due {
    /// So many own pieces: none, one or two.
    pub(super) fn of(pieces: u8) -> Due {
        match pieces {
            0 => Due::Nothing,
            1 => Due::One,
            _ => Due::Two,
        }
    }
}

impl<B: Bits> Seega<B> {
    /// This side has to start a turn and has no step: a piece has to be taken off.
    #[cold]
    pub(super) fn ask_for_way(&mut self, blocked: Side) {
        self.due = Due::Way;
        let takes = self.rules.blocked == Blocked::TakesPiece;
        self.mover = if takes { blocked } else { blocked.other() };
    }

    /// The blocked side for which a piece has to be taken off.
    pub fn waiting(&self) -> Option<Side> {
        let takes = self.rules.blocked == Blocked::TakesPiece;
        (self.due == Due::Way).then(|| if takes { self.mover } else { self.mover.other() })
    }

    /// The pieces of which one has to be taken off now.
    #[cold]
    pub(super) fn dues(&self) -> B {
        let Some(blocked) = self.waiting() else { return self.pieces(self.mover) };
        let shut_in = self.pieces(blocked);
        if self.rules.blocked == Blocked::LosesPiece {
            return shut_in;
        }
        // There always is one: what shuts pieces in on a board with an empty cell is not the edge alone.
        self.pieces(blocked.other()) & shut_in.beside()
    }

    /// Takes the piece off and lets the blocked side begin its turn. If that piece was its own and stood alone, it is
    /// still blocked, and the other side moves.
    #[cold]
    pub(super) fn open_way(&mut self, cell: Cell) {
        let Some(blocked) = self.waiting() else { return };
        let side = if self.rules.blocked == Blocked::LosesPiece { blocked } else { blocked.other() };
        self.pieces[side.index()] ^= B::cell(cell);
        self.quiet = 0;
        self.due = Due::Nothing;
        if self.count(side) <= u32::from(self.rules.lose_at) {
            self.outcome = Some(Outcome::Win(side.other()));
        }
        self.mover = if self.can_slide(blocked) { blocked } else { blocked.other() };
    }

    /// Who takes off what for the blocked side, as the beginning of a sentence.
    pub(super) fn why_due(&self) -> String {
        let Some(blocked) = self.waiting() else { return String::new() };
        let (name, mover) = (self.side_name(blocked), self.side_name(self.mover));
        if self.rules.blocked == Blocked::LosesPiece {
            return format!("{name} is blocked: {mover} takes off one of {name}'s pieces");
        }
        let owner = self.side_name(blocked.other());
        format!("{name} is blocked: {mover} takes off one of {owner}'s pieces beside {name}'s")
    }
}

//! What a step does: placing, sliding with captures, taking off, and whose turn it is then.

use super::{AfterCapture, Bits, Blocked, Due, QuietResult, Seega};
use crate::game::{Outcome, Side};
use crate::text::Cell;

impl<B: Bits> Seega<B> {
    pub(super) fn place(&mut self, cell: Cell) {
        self.pieces[self.mover.index()] |= B::cell(cell);
        self.to_place -= 1;
        // The number of placements is divisible by 4, so a turn always ends with the last one.
        if self.to_place.is_multiple_of(self.rules.placements) {
            self.turns = self.turns.saturating_add(1);
            self.mover = self.mover.other();
        }
        if self.to_place == 0 {
            self.start_moving();
        }
    }

    fn start_moving(&mut self) {
        let starter = self.rules.starts_moving;
        self.mover = starter;
        self.opening = self.rules.keeps_opening();
        if !self.can_slide(starter) {
            match self.rules.blocked {
                Blocked::Skip | Blocked::FirstLoses | Blocked::FirstTurnLoses => self.mover = starter.other(),
                Blocked::Pass => {}
                Blocked::Loses => self.outcome = Some(Outcome::Win(starter.other())),
                Blocked::LosesPiece | Blocked::TakesPiece | Blocked::GetsWay => self.ask_for_way(starter),
            }
        }
    }

    pub(super) fn slide(&mut self, from: Cell, to: Cell) {
        let side = self.mover;
        let taken = self.taken(side, from, to);
        self.pieces[side.index()] ^= B::cell(from) | B::cell(to);
        self.pieces[side.other().index()] ^= taken;
        if !self.opening {
            self.room = None;
        } else if self.rules.make_room && side == Side::First && self.room.is_none() {
            self.room = Some(from);
        }
        self.chain = None;
        if taken.is_empty() {
            self.quiet = self.quiet.saturating_add(1);
            return self.end_turn();
        }
        self.quiet = 0;
        if self.count(side.other()) <= u32::from(self.rules.lose_at) {
            self.outcome = Some(Outcome::Win(side));
        }
        match self.rules.after_capture {
            AfterCapture::AnyStep if self.can_slide(side) => {}
            AfterCapture::SamePieceForced | AfterCapture::SamePieceFree
                if !self.capturing_targets(side, to).is_empty() =>
            {
                self.chain = Some(to);
            }
            _ => self.end_turn(),
        }
    }

    pub(super) fn take_off(&mut self, cell: Cell) {
        if self.due == Due::Way {
            return self.open_way(cell);
        }
        let side = self.mover;
        self.pieces[side.index()] ^= B::cell(cell);
        self.quiet = 0;
        if self.count(side) <= u32::from(self.rules.lose_at) {
            self.outcome = Some(Outcome::Win(side.other()));
        }
        self.due = match self.due {
            Due::Nothing => {
                self.mover = Side::First;
                Due::of(self.count(Side::First).min(2) as u8)
            }
            Due::Two => Due::One,
            Due::One | Due::Way => Due::Nothing,
        };
        if self.due == Due::Nothing {
            self.mover = Side::Second;
            if self.rules.exchange_wins && self.count(Side::Second) >= self.count(Side::First) {
                self.exchanged = self.outcome.is_none();
                self.outcome = self.outcome.or(Some(Outcome::Win(Side::Second)));
                return;
            }
            if !self.can_slide(Side::Second) {
                self.turns = self.turns.saturating_add(1);
                self.mover = Side::First;
            }
        }
    }

    /// The mover's turn is over: who is next, and what if they are blocked.
    pub(super) fn end_turn(&mut self) {
        let side = self.mover;
        let next = side.other();
        self.turns = self.turns.saturating_add(1);
        let first_turn = self.opening && side == Side::First;
        if first_turn {
            self.opening = false;
        }
        let origin = if first_turn { self.room.take() } else { None };
        self.mover = next;
        if self.can_slide(next) {
            return;
        }
        match self.rules.blocked {
            Blocked::Pass => {}
            Blocked::Loses => self.lose_blocked(next),
            Blocked::FirstLoses if next == Side::First => self.lose_blocked(next),
            Blocked::FirstTurnLoses if first_turn => {
                // That it was the first turn is what the position has to say.
                self.opening = true;
                self.lose_blocked(side);
            }
            Blocked::Skip | Blocked::FirstLoses | Blocked::FirstTurnLoses => {
                self.mover = side;
                self.room = self.room.or(origin);
            }
            Blocked::LosesPiece | Blocked::TakesPiece | Blocked::GetsWay => self.ask_for_way(next),
        }
    }

    fn lose_blocked(&mut self, side: Side) {
        self.outcome = self.outcome.or(Some(Outcome::Win(side.other())));
    }

    /// The result if a counter ends the game now.
    pub(super) fn limit_outcome(&self) -> Option<Outcome> {
        let rules = &self.rules;
        if rules.quiet_limit > 0 && self.quiet >= rules.quiet_limit {
            let more = Outcome::greater(Side::BOTH.map(|side| self.count(side)));
            return Some(match rules.quiet_result {
                QuietResult::Draw => Outcome::Draw,
                QuietResult::MorePiecesOrSecond if more == Outcome::Draw => Outcome::Win(Side::Second),
                _ => more,
            });
        }
        (rules.turn_limit > 0 && self.turns >= rules.turn_limit).then_some(Outcome::Draw)
    }
}

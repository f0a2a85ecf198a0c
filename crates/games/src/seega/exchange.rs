//! Two for one: which pieces the second side may give. A piece is *untouchable* if it can never be taken while its side
//! stands still, and has a step that cannot be denied it.
//!
//! ```text
//!      a  b  c  d  e
//!   5  .  .  x  .  .  5     White (o) stands still; Black (x) can come to every empty cell but a1, so he could take
//!   4  .  o  .  .  x  4     b4 and nothing else: a2, b1 and b2 keep each other. a1 is White's alone, an *eye*: a2 and
//!   3  .  .  .  .  .  3     b1 can step there, so they are untouchable. Neither may be given, because without it Black
//!   2  o  o  .  .  x  2     comes to a1 and takes the other ones.
//!   1  .  o  .  x  .  1
//! ```

use super::{Bits, Due, Exchange, Seega};
use crate::game::Side;
use crate::text::Cell;

/// What one side can keep by standing still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep<B> {
    /// The pieces that can never be taken.
    pub safe: B,
    /// The empty cells that the other side can never reach.
    pub eyes: B,
}

/// Why the second side may not give a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyKept {
    /// It can be taken.
    Exposed,
    /// It is safe, but has no step into an eye.
    NoEye,
    /// Without it this piece could be taken.
    Needed(Cell),
}

impl<B: Bits> Seega<B> {
    /// What `side` keeps if it stands still and the other side alone moves, with as many pieces as it needs: as Benson
    /// asks of the stones of Go.
    pub fn keep(&self, side: Side) -> Keep<B> {
        let threat = self.threat(side).to_the_end();
        Keep { safe: threat.safe, eyes: threat.eyes }
    }

    /// The other side has gone wherever it can without taking anything.
    #[inline]
    fn threat(&self, side: Side) -> Threat<B> {
        let immune = if self.rules.centre_safe { B::cell(self.centre()) } else { B::NONE };
        let (safe, reach) = (self.pieces(side), self.pieces(side.other()));
        let mut threat = Threat { safe, eyes: self.empty(), reach, immune, lines: self.rules.line_capture };
        threat.spread();
        threat
    }

    /// Whether it is a moment at which the second side may give a piece, if it has one to give.
    pub(super) fn may_give(&self) -> bool {
        self.rules.exchange != Exchange::Off
            && self.mover == Side::Second
            && !self.is_placing()
            && self.due == Due::Nothing
            && self.chain.is_none()
            && self.outcome.is_none()
    }

    /// The pieces that the mover may give now, each for two of the other side's.
    #[inline]
    pub fn offers(&self) -> B {
        // Said first and apart, because random playouts ask before every step.
        if self.rules.exchange == Exchange::Off || self.mover == Side::First {
            return B::NONE;
        }
        self.offers_of_second()
    }

    /// The offers and perhaps other pieces of the mover's, told quickly: no enemy comes to an eye in two steps.
    #[inline]
    pub(super) fn perhaps_offers(&self) -> B {
        if self.rules.exchange != Exchange::Untouchable {
            return self.offers();
        }
        if self.mover == Side::First {
            return B::NONE;
        }
        let near = self.empty() & self.pieces(Side::First).beside();
        let eyes = self.empty() & !near & !near.beside();
        self.pieces(Side::Second) & eyes.beside()
    }

    fn offers_of_second(&self) -> B {
        if !self.may_give() {
            return B::NONE;
        }
        let own = self.pieces(Side::Second);
        match self.rules.exchange {
            Exchange::Untouchable => self.spare(),
            _ if own.count() >= 2 && self.can_slide(Side::Second) => own,
            _ => B::NONE,
        }
    }

    /// The second side's untouchable pieces.
    pub fn untouchable(&self) -> B {
        let keep = self.keep(Side::Second);
        keep.safe & keep.eyes.beside()
    }

    /// The second side's untouchable pieces without which all its other safe ones stay safe.
    #[inline]
    pub fn spare(&self) -> B {
        let threat = self.threat(Side::Second);
        if threat.eyes.is_empty() { B::NONE } else { threat.spare() }
    }

    /// Why this piece of the second side may not be given; nothing if it is untouchable and can be spared.
    pub fn why_kept(&self, cell: Cell) -> Option<WhyKept> {
        let threat = self.threat(Side::Second).to_the_end();
        let one = B::cell(cell);
        if (threat.safe & one).is_empty() {
            return Some(WhyKept::Exposed);
        }
        if (threat.eyes.beside() & one).is_empty() {
            return Some(WhyKept::NoEye);
        }
        threat.taken_without(one).cells().next().map(WhyKept::Needed)
    }
}

/// One side moves alone, with as many pieces as it needs.
#[derive(Clone, Copy)]
struct Threat<B> {
    /// The other side's pieces that still stand.
    safe: B,
    /// The empty cells that it cannot reach.
    eyes: B,
    /// The cells that it can reach.
    reach: B,
    /// What cannot be taken wherever it goes.
    immune: B,
    /// Whether whole lines are taken.
    lines: bool,
}

impl<B: Bits> Threat<B> {
    /// Goes wherever it can.
    #[inline]
    fn spread(&mut self) {
        loop {
            let next = self.reach.beside() & self.eyes;
            if next.is_empty() {
                return;
            }
            self.reach |= next;
            self.eyes &= !next;
        }
    }

    /// What stands between two cells that it can reach.
    #[inline]
    fn taken(&self) -> B {
        if self.lines {
            return self.lines_taken();
        }
        let across = self.reach << 1 & self.reach >> 1;
        let along = self.reach << B::ROW & self.reach >> B::ROW;
        self.safe & (across | along) & !self.immune
    }

    /// What stands in unbroken lines between two cells that it can reach.
    fn lines_taken(&self) -> B {
        let from = |step: fn(B) -> B| step(self.reach).filled(self.safe, step);
        let across = from(|set| set << 1) & from(|set| set >> 1);
        let along = from(|set| set << B::ROW) & from(|set| set >> B::ROW);
        (across | along) & !self.immune
    }

    /// Takes all that it can. Whether there was anything.
    #[inline]
    fn take(&mut self) -> bool {
        let taken = self.taken();
        self.safe &= !taken;
        self.reach |= taken;
        !taken.is_empty()
    }

    /// Takes and goes until nothing is left to take.
    fn to_the_end(mut self) -> Self {
        while self.take() {
            self.spread();
        }
        self
    }

    /// The pieces that are safe at last, have a step into an eye, and are not needed by others.
    fn spare(mut self) -> B {
        while self.take() {
            self.spread();
            if self.eyes.is_empty() {
                return B::NONE;
            }
        }
        let untouchable = self.safe & self.eyes.beside();
        // Without a piece that cannot be reached, its cell is one more of the eye.
        let inner = untouchable & !self.reach.beside();
        let wall = (untouchable & !inner).cells().map(B::cell);
        wall.filter(|&one| self.taken_without(one).is_empty()).fold(inner, |spare, one| spare | one)
    }

    /// What can be taken, when all is taken that can be, as soon as this piece is gone.
    fn taken_without(mut self, one: B) -> B {
        self.safe &= !one;
        self.eyes |= one;
        self.spread();
        self.taken()
    }
}

//! Games played to their end by quick, slightly clever steps.
//!
//! No step plays into atari; what is in atari is captured or saved. So a game ends when a group in atari cannot be
//! saved, when two are, or when both sides have no good step left and territory decides. Since nothing is left in atari,
//! only the groups beside the last stone have to be looked at.

use games::capture_go::board::{nth, points};

use super::tactics::Stones;

/// A small generator for playouts (xorshift64*), seeded from the engine's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quick(u64);

impl Quick {
    pub fn new(seed: u64) -> Quick {
        Quick(seed | 1)
    }

    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32;
        ((u64::from(bits) * u64::from(n)) >> 32) as u32
    }
}

/// How a playout ended.
pub(super) struct Played {
    /// Points for the side that was to move: 1, 0.5 or 0.
    pub points: f32,
    /// The stones at the end of the side that was to move, and of the other.
    pub own: u128,
    pub enemy: u128,
}

#[inline]
fn few(set: u128) -> bool {
    set & set.wrapping_sub(1) == 0
}

impl Stones {
    /// Whether a stone of the mover on this empty point has two liberties or more.
    #[inline]
    pub fn is_safe(&self, point: u32) -> bool {
        !few(self.grid.neighbours[point as usize] & self.empty()) || !few(self.liberties_after(1 << point))
    }

    /// Whether all points beside this one are the mover's: filling it gains nothing.
    #[inline]
    pub fn is_eye(&self, point: u32) -> bool {
        self.grid.neighbours[point as usize] & self.board & !self.own == 0
    }

    /// Plays to the end. `last` is the last stone placed, or 128 where anything may be in atari.
    pub fn play_out(&self, mut last: u32, quick: &mut Quick) -> Played {
        let (mut now, mut turned, mut passes) = (*self, false, 0);
        let points = loop {
            let step = match now.answer(last, quick) {
                Answer::Won => break 1.0,
                Answer::Lost => break 0.0,
                Answer::Step(point) => Some(point),
                Answer::Any => now.any(quick),
            };
            match step {
                Some(point) => {
                    passes = 0;
                    last = point;
                    now = now.after(1 << point);
                }
                None => {
                    passes += 1;
                    last = 127;
                    now = now.turned();
                }
            }
            turned = !turned;
            if passes == 2 {
                break now.margin();
            }
        };
        if turned {
            Played { points: 1.0 - points, own: now.enemy, enemy: now.own }
        } else {
            Played { points, own: now.own, enemy: now.enemy }
        }
    }

    /// What the last stone demands.
    #[inline]
    fn answer(&self, last: u32, quick: &mut Quick) -> Answer {
        let (grid, empty) = (self.grid, self.empty());
        let mut danger = 0;
        let mut thin = 0;
        if last == 127 {
            return Answer::Any;
        }
        if last == 128 {
            if self.groups(self.enemy).any(|(_, liberties)| few(liberties)) {
                return Answer::Won;
            }
            for (_, liberties) in self.groups(self.own) {
                danger |= if few(liberties) { liberties } else { 0 };
            }
        } else {
            let hunter = grid.flood(1 << last, self.enemy);
            let liberties = grid.around(hunter) & empty;
            if few(liberties) {
                return Answer::Won;
            }
            if few(liberties & liberties.wrapping_sub(1)) {
                thin |= liberties;
            }
            let mut seen = 0u128;
            for stone in points(grid.neighbours[last as usize] & self.own) {
                if seen >> stone & 1 == 1 {
                    continue;
                }
                let group = grid.flood(1 << stone, self.own);
                seen |= group;
                let liberties = grid.around(group) & empty;
                if few(liberties) {
                    danger |= liberties;
                } else if few(liberties & liberties.wrapping_sub(1)) {
                    thin |= liberties;
                }
            }
        }
        if danger != 0 {
            let point = danger.trailing_zeros();
            return if few(danger) && self.is_safe(point) { Answer::Step(point) } else { Answer::Lost };
        }
        // A group beside the last stone has two liberties: attack or strengthen it, mostly.
        if thin != 0 && quick.below(8) < 6 {
            let point = nth(thin, quick.below(thin.count_ones()));
            if self.is_safe(point) {
                return Answer::Step(point);
            }
        }
        Answer::Any
    }

    /// A random step that is neither self-atari nor fills an eye.
    #[inline]
    fn any(&self, quick: &mut Quick) -> Option<u32> {
        let mut candidates = self.empty();
        while candidates != 0 {
            let point = nth(candidates, quick.below(candidates.count_ones()));
            if !self.is_eye(point) && self.is_safe(point) {
                return Some(point);
            }
            candidates &= !(1 << point);
        }
        None
    }

    /// The mover's points for the territory as it is; shared regions go to the majority, whatever the rules say.
    fn margin(&self) -> f32 {
        let mut margin = 0;
        for (region, _) in self.groups(self.empty()) {
            let own = self.grid.adjacencies(region, self.own);
            let enemy = self.grid.adjacencies(region, self.enemy);
            let size = region.count_ones() as i32;
            margin += size * ((own > enemy) as i32 - (enemy > own) as i32);
        }
        match margin {
            0 => 0.5,
            m if m > 0 => 1.0,
            _ => 0.0,
        }
    }
}

/// What a side should do.
enum Answer {
    Won,
    Lost,
    Step(u32),
    Any,
}

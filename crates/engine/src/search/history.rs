//! Which steps refuted others lately: killers by ply, counts over all positions.

use std::hash::{Hash, Hasher};

/// Memory for ordering quiet steps.
pub struct History<M> {
    killers: Vec<[Option<M>; 2]>,
    counts: Vec<i32>,
}

const PLACES: usize = 1 << 12;
const MAX: i32 = 1 << 22;

impl<M: Copy + Eq + Hash> History<M> {
    /// Nothing remembered.
    pub fn new() -> Self {
        History { killers: vec![[None; 2]; 257], counts: vec![0; PLACES] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.counts.fill(0);
    }

    /// A new search starts: killers are gone, counts fade.
    pub fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.counts.iter_mut().for_each(|count| *count /= 4);
    }

    /// A quiet step refuted its siblings; those tried before it did not.
    pub fn refuted(&mut self, step: M, ply: u32, depth: i32, tried: impl Iterator<Item = M>) {
        let killers = &mut self.killers[(ply as usize).min(256)];
        if killers[0] != Some(step) {
            killers[1] = killers[0];
            killers[0] = Some(step);
        }
        let bonus = (depth * depth).min(400);
        let up = &mut self.counts[place(step)];
        *up = (*up + bonus).min(MAX);
        for other in tried {
            let down = &mut self.counts[place(other)];
            *down = (*down - bonus / 4).max(-MAX);
        }
    }

    /// The last steps that refuted siblings at this ply.
    #[inline]
    pub fn killers(&self, ply: u32) -> [Option<M>; 2] {
        self.killers[(ply as usize).min(256)]
    }

    /// How well a step has done.
    #[inline]
    pub fn count(&self, step: M) -> i32 {
        self.counts[place(step)]
    }
}

fn place<M: Hash>(step: M) -> usize {
    let mut hasher = Small(0);
    step.hash(&mut hasher);
    (hasher.finish() >> 52) as usize
}

/// A hasher for the few bytes of a step, one multiplication in all; the same on every machine.
struct Small(u64);

impl Hasher for Small {
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.0 = self.0.rotate_left(8) ^ u64::from(byte);
    }

    fn write_isize(&mut self, number: isize) {
        // The tag of an enum: its bytes differ between machines, its value does not.
        self.write_u8(number as u8);
    }
}

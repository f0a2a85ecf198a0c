//! Sets of cells as machine words with an empty guard column, so that shifting by a row or a cell never wraps.
//!
//! `u64` holds boards up to 7×7 (8 bits a row), `u128` boards up to 9×9 (10 bits a row).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not, RangeInclusive, Shl, Shr};

use crate::text::Cell;

/// A set of cells.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The boards that are played with this word: those that no smaller one holds.
    const SIZES: RangeInclusive<u8>;
    /// Bits a row: one more than the widest board.
    const ROW: u32;
    /// No cell.
    const NONE: Self;
    /// All cells of a board, by its size.
    const BOARDS: [Self; 10];

    /// The set of one bit.
    fn bit(index: u32) -> Self;
    /// How many cells.
    fn count(self) -> u32;
    /// The lowest bit of a set that is not empty.
    fn lowest(self) -> u32;
    /// The set without its lowest bit.
    fn rest(self) -> Self;
    /// The n-th lowest bit (from 0).
    fn nth(self, n: u32) -> u32;
    /// Everything about the set in one well-spread word, different for different salts.
    fn key(self, salt: u64) -> u64;

    /// Whether no cell is in it.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The cells orthogonally beside those of the set; may hold guard bits, so mask it with a board.
    #[inline]
    fn beside(self) -> Self {
        self << 1 | self >> 1 | self << Self::ROW | self >> Self::ROW
    }

    /// The enemies caught between the one cell `to` and another own piece in a straight line.
    #[inline]
    fn flanked(to: Self, own: Self, enemy: Self) -> Self {
        let row = Self::ROW;
        enemy
            & ((to << 1 & own >> 1)
                | (to >> 1 & own << 1)
                | (to << row & own >> row)
                | (to >> row & own << row))
    }

    /// The enemies of every unbroken line, however long, between the one cell `to` and another own piece.
    #[cold]
    fn enclosed(to: Self, own: Self, enemy: Self) -> Self {
        let ahead = |step: fn(Self) -> Self| {
            let line = step(to).filled(enemy, step);
            if (step(line) & own).is_empty() { Self::NONE } else { line }
        };
        ahead(|set| set << 1)
            | ahead(|set| set >> 1)
            | ahead(|set| set << Self::ROW)
            | ahead(|set| set >> Self::ROW)
    }

    /// The cells of a set within `field`, and all that steps within the field lead to from there.
    #[inline]
    fn filled(self, field: Self, step: fn(Self) -> Self) -> Self {
        let mut filled = self & field;
        loop {
            let more = filled | step(filled) & field;
            if more == filled {
                return filled;
            }
            filled = more;
        }
    }

    /// The set of one cell.
    #[inline]
    fn cell(cell: Cell) -> Self {
        Self::bit(u32::from(cell.rank()) * Self::ROW + u32::from(cell.file()))
    }

    /// The cell of a bit.
    #[inline]
    fn to_cell(bit: u32) -> Cell {
        Cell::new((bit % Self::ROW) as u8, (bit / Self::ROW) as u8)
    }

    /// The cells in ascending order: a1, b1, …, a2, ….
    #[inline]
    fn cells(self) -> impl Iterator<Item = Cell> {
        let mut left = self;
        std::iter::from_fn(move || {
            (!left.is_empty()).then(|| {
                let bit = left.lowest();
                left = left.rest();
                Self::to_cell(bit)
            })
        })
    }
}

/// `SELECT[n][byte]` is the n-th set bit of a byte.
static SELECT: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n][byte] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The n-th lowest set bit of a word, without branches: random playouts spend their time on mispredicted ones.
#[inline]
fn select(word: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    // Byte i holds how many bits are set in bytes 0 to i.
    let sums = ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES);
    let passed = (((u64::from(n) * ONES) | (0x80 * ONES)) - sums) >> 7 & ONES;
    let byte = passed.wrapping_mul(ONES) >> 56;
    let before = (sums << 8) >> (byte * 8) & 0xFF;
    let shift = byte as u32 * 8;
    shift + u32::from(SELECT[(n - before as u32) as usize & 7][(word >> shift & 0xFF) as usize])
}

macro_rules! bits {
    ($word:ty, $row:expr, $sizes:expr) => {
        impl Bits for $word {
            const SIZES: RangeInclusive<u8> = $sizes;
            const ROW: u32 = $row;
            const NONE: Self = 0;
            const BOARDS: [Self; 10] = {
                let mut boards = [0; 10];
                let mut size = 1;
                while size <= *$sizes.end() as usize {
                    let mut rank = 0;
                    while rank < size {
                        boards[size] |= ((1 << size) - 1) << (rank as u32 * $row);
                        rank += 1;
                    }
                    size += 1;
                }
                boards
            };

            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn nth(self, n: u32) -> u32 {
                let low = self as u64;
                if <$word>::BITS == 64 {
                    return select(low, n);
                }
                let count = low.count_ones();
                if n < count { select(low, n) } else { 64 + select((self as u128 >> 64) as u64, n - count) }
            }
            #[inline]
            fn key(self, salt: u64) -> u64 {
                let low = crate::game::mix(self as u64 ^ salt);
                if <$word>::BITS > 64 { crate::game::mix(low ^ (self as u128 >> 64) as u64) } else { low }
            }
        }
    };
}

bits!(u64, 8, 0..=7);
bits!(u128, 10, 8..=9);

#[cfg(test)]
mod tests {
    use super::*;

    fn boards_fit<B: Bits>(widest: usize) {
        for size in 1..=widest {
            let board = B::BOARDS[size];
            assert_eq!(board.count() as usize, size * size);
            for (i, cell) in board.cells().enumerate() {
                assert_eq!((cell.file() as usize, cell.rank() as usize), (i % size, i / size));
                assert_eq!(B::to_cell(board.nth(i as u32)), cell);
                let beside = (B::cell(cell).beside() & board).count();
                let edges =
                    [cell.file(), cell.rank()].iter().filter(|&&x| x == 0 || x as usize == size - 1).count();
                if size > 1 {
                    assert_eq!(beside as usize, 4 - edges, "{cell} on {size}");
                }
            }
        }
    }

    #[test]
    fn neighbours_never_wrap() {
        boards_fit::<u64>(7);
        boards_fit::<u128>(9);
    }
}

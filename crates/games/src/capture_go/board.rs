//! Sets of points as bits, and what is beside them.
//!
//! Bit `row * columns + column` is a point, row 0 at the bottom; the largest board, 11×11, fills 121 of the 128 bits.
//! Rows follow each other without a gap, so a shift to the side has to leave out the column that would wrap around:
//!
//! ```text
//!   3  10 11 12 13 14
//!   2   5  6  7  8  9      bit 4 (e1) shifted by one would arrive at a2,
//!   1   0  1  2  3  4      shifted by five arrives at e2.
//!       a  b  c  d  e
//! ```

use super::step::Step;

/// Points of the largest board.
const MAX_POINTS: usize = 121;

/// The geometry of all boards with so many columns. It does not know the rows: sets may grow over the top, so what
/// comes out is always cut with a set of points on the board (stones, empty points).
pub struct Grid {
    columns: u32,
    not_first: u128,
    not_last: u128,
    /// The up to four points beside each point.
    pub neighbours: [u128; MAX_POINTS],
    /// The name of each point.
    pub steps: [Step; MAX_POINTS],
}

/// By columns; the first two are never used.
static GRIDS: [Grid; 12] = {
    const UNUSED: Grid = Grid::new(2);
    let mut grids = [UNUSED; 12];
    let mut columns = 3;
    while columns < 12 {
        grids[columns] = Grid::new(columns as u32);
        columns += 1;
    }
    grids
};

impl Grid {
    /// The geometry for so many columns, 2 to 11.
    #[inline]
    pub fn of(columns: u8) -> &'static Grid {
        &GRIDS[columns as usize]
    }

    const fn new(columns: u32) -> Grid {
        let mut first = 0u128;
        let mut shift = 0;
        while shift < u128::BITS {
            first |= 1 << shift;
            shift += columns;
        }
        let (not_first, not_last) = (!first, !(first << (columns - 1)));
        let mut grid = Grid {
            columns,
            not_first,
            not_last,
            neighbours: [0; MAX_POINTS],
            steps: [Step::PASS; MAX_POINTS],
        };
        let mut point = 0;
        while point < MAX_POINTS as u32 {
            grid.neighbours[point as usize] = grid.around(1 << point);
            // On narrow boards most of the table lies above the top row.
            if point / columns < 11 {
                grid.steps[point as usize] = Step::point((point % columns) as u8, (point / columns) as u8);
            }
            point += 1;
        }
        grid
    }

    /// The points beside a set (some of the set itself may be among them).
    #[inline]
    pub const fn around(&self, set: u128) -> u128 {
        // Saying that the shift is below 64 saves a comparison each.
        let row = self.columns & 15;
        set << row | set >> row | (set & self.not_last) << 1 | (set & self.not_first) >> 1
    }

    /// The points that have at least two of a set beside them.
    #[inline]
    pub const fn beside_two(&self, set: u128) -> u128 {
        let row = self.columns & 15;
        let (up, down) = (set << row, set >> row);
        let (right, left) = ((set & self.not_last) << 1, (set & self.not_first) >> 1);
        up & down | left & right | (up | down) & (left | right)
    }

    /// How many pairs of adjacent points there are with one in each set.
    pub fn adjacencies(&self, set: u128, other: u128) -> u32 {
        let row = self.columns;
        [set << row, set >> row, (set & self.not_last) << 1, (set & self.not_first) >> 1]
            .iter()
            .map(|moved| (moved & other).count_ones())
            .sum()
    }

    /// The points of `within` that are connected to `seed`.
    pub fn flood(&self, seed: u128, within: u128) -> u128 {
        let mut set = seed & within;
        loop {
            let next = (set | self.around(set)) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// Whether a stone's group, among the stones `own`, touches one of the points `empty`.
    #[inline]
    pub fn breathes(&self, point: u32, own: u128, empty: u128) -> bool {
        let near = self.neighbours[point as usize];
        // Most stones have a liberty of their own.
        if near & empty != 0 {
            return true;
        }
        let mut group = near & own;
        if group == 0 {
            return false;
        }
        loop {
            let around = self.around(group);
            if around & empty != 0 {
                return true;
            }
            let next = group | around & own;
            if next == group {
                return false;
            }
            group = next;
        }
    }
}

/// The points of a set, ascending.
#[inline]
pub fn points(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = set.trailing_zeros();
            set &= set - 1;
            point
        })
    })
}

/// The point of a set that has `n` smaller ones in it; the set is large enough.
#[inline]
pub fn nth(set: u128, n: u32) -> u32 {
    let low = set as u64;
    let in_low = low.count_ones();
    let (mut word, mut left, offset) =
        if n < in_low { (low, n, 0) } else { ((set >> 64) as u64, n - in_low, 64) };
    while left > 0 {
        word &= word - 1;
        left -= 1;
    }
    offset + word.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_wrap_around() {
        let grid = Grid::of(5);
        assert_eq!(grid.neighbours[4], 1 << 3 | 1 << 9);
        assert_eq!(grid.neighbours[5], 1 << 0 | 1 << 6 | 1 << 10);
        assert_eq!(grid.neighbours[7], 1 << 2 | 1 << 6 | 1 << 8 | 1 << 12);
        let corner = Grid::of(11);
        assert_eq!(corner.neighbours[120] & ((1 << 121) - 1), 1 << 109 | 1 << 119);
        for columns in 2..=11 {
            let grid = Grid::of(columns);
            for a in 0..MAX_POINTS {
                let (row, column) = (a / columns as usize, a % columns as usize);
                for b in 0..MAX_POINTS {
                    let (r, c) = (b / columns as usize, b % columns as usize);
                    let beside = row.abs_diff(r) + column.abs_diff(c) == 1;
                    assert_eq!(grid.neighbours[a] >> b & 1 == 1, beside, "{columns} columns, {a} and {b}");
                }
                for b in a + 1..MAX_POINTS {
                    let both = grid.around(1 << a) & grid.around(1 << b);
                    assert_eq!(grid.beside_two(1 << a | 1 << b), both, "{columns} columns, {a} and {b}");
                }
            }
        }
    }

    #[test]
    fn floods_reach_what_is_connected() {
        //   3  x x . . x
        //   2  . x . x x
        //   1  x . . . x
        let set = 0b10011_11010_10001;
        let grid = Grid::of(5);
        assert_eq!(grid.flood(1 << 4, set), 0b10000_11000_10000);
        assert_eq!(grid.flood(1 << 0, set), 1);
        assert_eq!(grid.flood(1 << 1, set), 0);
        // e2 has d2, e1 and e3 beside it; a1 nothing.
        assert_eq!(grid.adjacencies(1 << 0 | 1 << 9, set), 3);
    }

    #[test]
    fn the_nth_point_is_the_nth_of_the_list() {
        for set in [
            1u128,
            u128::MAX,
            0x8000_0000_0000_0001_8000_0000_0000_0001,
            0xF0F0_1234_0000_0000_0000_0000_0000_0007,
        ] {
            for (n, point) in points(set).enumerate() {
                assert_eq!(nth(set, n as u32), point);
            }
            assert_eq!(points(set).count() as u32, set.count_ones());
        }
    }
}

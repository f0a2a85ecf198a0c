//! A board as the candidate definitions see it.

use games::seega::{Bits, Colour, Seega};
use games::text::Cell;
use games::{Game, Side};

/// Sets of cells of one size of board.
pub struct Grid {
    /// Cells a side.
    pub n: usize,
    pub files: Vec<u64>,
    pub ranks: Vec<u64>,
    pub corners: u64,
    /// The outermost files and ranks, corners and all.
    pub rim: u64,
    /// The cell beside the centre and the one behind it: right, left, above, below.
    pub axes: [(u64, u64); 4],
}

impl Grid {
    pub fn new(size: u8) -> Grid {
        let cell = |file: i32, rank: i32| u64::cell(Cell::new(file as u8, rank as u8));
        let n = i32::from(size);
        let file = |f: i32| (0..n).fold(0, |set, r| set | cell(f, r));
        let rank = |r: i32| (0..n).fold(0, |set, f| set | cell(f, r));
        let last = n - 1;
        let middle = n / 2;
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        Grid {
            n: n as usize,
            files: (0..n).map(file).collect(),
            ranks: (0..n).map(rank).collect(),
            corners: cell(0, 0) | cell(0, last) | cell(last, 0) | cell(last, last),
            rim: file(0) | file(last) | rank(0) | rank(last),
            axes: around.map(|(f, r)| (cell(middle + f, middle + r), cell(middle + 2 * f, middle + 2 * r))),
        }
    }
}

/// The pieces of one position.
pub struct Seen<'a> {
    pub grid: &'a Grid,
    pub black: u64,
    pub white: u64,
}

impl<'a> Seen<'a> {
    pub fn new(grid: &'a Grid, position: &Seega<u64>) -> Seen<'a> {
        let [one, two] = Side::BOTH.map(|side| position.pieces(side));
        let is_black_first = position.rules().colour(Side::First) == Colour::Black;
        let (black, white) = if is_black_first { (one, two) } else { (two, one) };
        Seen { grid, black, white }
    }

    /// A side's pieces on the full board.
    pub fn pieces(&self) -> f32 {
        ((self.grid.n * self.grid.n - 1) / 2) as f32
    }

    /// Black's pieces less White's on these cells.
    pub fn more(&self, set: u64) -> f32 {
        count(self.black & set) - count(self.white & set)
    }

    /// For each direction: what the cell beside the centre is worth and what the one behind it is worth, by its piece.
    pub fn axes(&self, beside: Worth, behind: Worth) -> [(f32, f32); 4] {
        self.grid.axes.map(|(near, far)| (self.worth(near, beside), self.worth(far, behind)))
    }

    fn worth(&self, cell: u64, worth: Worth) -> f32 {
        if self.black & cell != 0 {
            worth.black
        } else if self.white & cell != 0 {
            worth.white
        } else {
            worth.empty
        }
    }

    /// Whether a black piece stands beside the empty centre.
    pub fn black_stands_ready(&self) -> bool {
        let middle = self.grid.n / 2;
        let centre = self.grid.files[middle] & self.grid.ranks[middle];
        let beside = self.grid.axes.iter().fold(0, |set, (near, _)| set | near);
        self.black & beside != 0 && (self.black | self.white) & centre == 0
    }
}

/// What a cell is worth by what stands there.
#[derive(Clone, Copy)]
pub struct Worth {
    pub black: f32,
    pub empty: f32,
    pub white: f32,
}

pub const fn worth(black: f32, empty: f32, white: f32) -> Worth {
    Worth { black, empty, white }
}

pub fn count(set: u64) -> f32 {
    set.count_ones() as f32
}

/// Pairs of neighbours along a rank, and along a file.
pub fn pairs(set: u64) -> (f32, f32) {
    (count(set & set << 1), count(set & set << u64::ROW))
}

/// Pieces with a neighbour along the rank, and along the file.
pub fn in_company(set: u64) -> (f32, f32) {
    let along = |by: u32| count(set & (set << by | set >> by));
    (along(1), along(u64::ROW))
}

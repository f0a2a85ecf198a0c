//! The papers' thirteen atomic features.
//!
//! The texts name the features and fix their ranges; how each fills its range is ours. *Bipolar* features lie in −1..1,
//! are positive for Black and change sign when the colours are swapped; *unipolar* ones lie in 0..1. A mirrored board
//! has the same features, a board turned by a quarter swaps every horizontal feature with its vertical twin.
//! n is the size of the board, p = (n² − 1)/2 a side's pieces on the full board.

use games::seega::{Bits, Colour, Seega};
use games::text::Cell;
use games::{Game, Side};
use serde::Serialize;

/// The atomic features of one position. The examples are 5×5 boards (n = 5, p = 12); x is Black, o is White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Features {
    /// f1, bipolar: (black − white pieces on corners) / 4.
    ///
    /// ```text
    /// x . . . x
    /// . . . . .
    /// . . o . .     (2 − 1) / 4 = 0.25
    /// . . . . .
    /// o . . . .
    /// ```
    pub corners: f32,
    /// f2, bipolar: (black − white pieces on edge cells, corners among them) / 4(n − 1).
    ///
    /// ```text
    /// x . x x .
    /// o . . . .
    /// . . o . x     (5 − 1) / 16 = 0.25
    /// . . . . .
    /// . . x . .
    /// ```
    pub borders: f32,
    /// f3, unipolar: the share of the black pieces that have another one beside them in their row; 0 without pieces.
    ///
    /// ```text
    /// x x x . .
    /// . . x . .
    /// . o o . .     5 / 6
    /// . . x x .
    /// . . . . .
    /// ```
    pub black_rows: f32,
    /// f4, unipolar: the same in their column. On the board of f3: 2 / 6.
    pub black_columns: f32,
    /// f5, unipolar: the share of the white pieces with another one beside them in their row. On the board of f3: 2 / 2.
    pub white_rows: f32,
    /// f6, unipolar: the same in their column. On the board of f3: 0 / 2.
    pub white_columns: f32,
    /// f7, unipolar: distance of the mean file of the black pieces from that of the white ones / (n − 1); 0 while a
    /// colour has no piece.
    ///
    /// ```text
    /// x x . . .
    /// . . . . .
    /// . . . . .     mean files 0.5 and 3.5: 3 / 4
    /// . . . o .
    /// . . . . o
    /// ```
    pub mass_across: f32,
    /// f8, unipolar: the same with ranks. On the board of f7 the mean ranks are 4 and 0.5: 3.5 / 4.
    pub mass_along: f32,
    /// f9, bipolar: how much further from the middle file the black pieces stand on average than the white ones,
    /// / ((n − 1)/2); 0 while a colour has no piece.
    ///
    /// ```text
    /// . . . . .
    /// x . o . x
    /// . . . o .     (2 − 0.5) / 2 = 0.75
    /// . . . . .
    /// . . . . .
    /// ```
    pub trapped_across: f32,
    /// f10, bipolar: the same with ranks. On the board of f9: (1 − 0.5) / 2 = 0.25.
    pub trapped_along: f32,
    /// f11, bipolar: (black − white pieces) / (p − 2), and never beyond ±1.
    ///
    /// ```text
    /// x x . . .
    /// x . . . .
    /// . . o . .     (4 − 2) / 10 = 0.2
    /// . . . . .
    /// x . . . o
    /// ```
    pub material: f32,
    /// f12, unipolar: the captures that Black may expect of the first step into the centre, / 3, and at most 1. In each of the four
    /// directions the cell beside the centre must not be black; then the cell behind it counts 1 if it is black, ½ while it is
    /// empty and 0 if it is white. (A step takes at most three: the piece that steps comes from the fourth direction.) So both
    /// sides want the four cells two steps from the centre before anything stands beside it, as in the printed games.
    ///
    /// ```text
    /// . . x . .
    /// . . o . .
    /// . . . . o     above 1; right 0; below, where black stands beside the centre, 0; left ½: 1.5 / 3
    /// . . x . .
    /// . . x . .
    /// ```
    pub phase_two_start: f32,
    /// f13: 0 if White holds the four cells around the centre (Black cannot start phase two), 1 otherwise. Without it, f12 would
    /// be 2/3 on this board.
    ///
    /// ```text
    /// . . x . .
    /// . . o . .
    /// x o . o o     0; with c2 empty or black 1
    /// . . o . .
    /// . . o . .
    /// ```
    pub black_can_start: f32,
}

impl Features {
    /// The papers' numbers and names, in order.
    pub const NAMES: [&'static str; 13] = [
        "corners",
        "borders",
        "black clustering, horizontal",
        "black clustering, vertical",
        "white clustering, horizontal",
        "white clustering, vertical",
        "mass distance, horizontal",
        "mass distance, vertical",
        "entrapment, horizontal",
        "entrapment, vertical",
        "material",
        "phase two start",
        "black can start",
    ];

    /// The features of a position.
    pub fn of<B: Bits>(position: &Seega<B>) -> Features {
        Frame::new(position.rules().size).features(position)
    }

    /// f1 to f13.
    pub fn array(&self) -> [f32; 13] {
        [
            self.corners,
            self.borders,
            self.black_rows,
            self.black_columns,
            self.white_rows,
            self.white_columns,
            self.mass_across,
            self.mass_along,
            self.trapped_across,
            self.trapped_along,
            self.material,
            self.phase_two_start,
            self.black_can_start,
        ]
    }
}

/// The parts of a board that the features look at.
#[derive(Clone, Debug)]
pub struct Frame<B> {
    size: u8,
    pub(super) corners: B,
    pub(super) edges: B,
    /// The cells beside the centre, and one by one: right, left, above, below. (On 3×3 none has a cell behind it, and none is
    /// listed.)
    around: B,
    beside: [B; 4],
    /// Right, left, above and below of the middle: the cells whose distance from it has binary digit 1, 2 or 4.
    distance: [[B; 3]; 4],
    /// What each count is multiplied by.
    pub(super) one_border: f32,
    pub(super) one_file: f32,
    one_piece: f32,
    /// 1/k for k pieces; 0 for none.
    pub(super) share: [f32; 82],
}

/// Sums over one colour's pieces.
struct Spread {
    count: u32,
    /// Sums of distances from the middle: right, left, above, below.
    sums: [u32; 4],
    /// Pieces with another one beside them in their row, and in their column.
    in_company: [u32; 2],
}

impl<B: Bits> Frame<B> {
    /// The frame of a board of this size.
    pub fn new(size: u8) -> Frame<B> {
        let (middle, last) = (size as i32 / 2, size as i32 - 1);
        let cells = |wanted: &dyn Fn(i32, i32) -> bool| {
            let inside = |c: &Cell| wanted(i32::from(c.file()), i32::from(c.rank()));
            B::BOARDS[size as usize].cells().filter(inside).fold(B::NONE, |set, c| set | B::cell(c))
        };
        let outer = |x: i32| x == 0 || x == last;
        let offset =
            |i: usize, file: i32, rank: i32| [file - middle, middle - file, rank - middle, middle - rank][i];
        let pieces = (i32::from(size) * i32::from(size) - 1) / 2;
        Frame {
            size,
            corners: cells(&|f, r| outer(f) && outer(r)),
            edges: cells(&|f, r| outer(f) || outer(r)),
            beside: std::array::from_fn(|i| {
                cells(&|f, r| middle > 1 && offset(i, f, r) == 1 && (f == middle || r == middle))
            }),
            around: cells(&|f, r| (f - middle).abs() + (r - middle).abs() == 1),
            distance: std::array::from_fn(|i| {
                std::array::from_fn(|digit| cells(&|f, r| offset(i, f, r).max(0) >> digit & 1 == 1))
            }),
            one_border: 1.0 / (4 * last) as f32,
            one_file: 1.0 / last as f32,
            one_piece: 1.0 / (pieces - 2) as f32,
            share: std::array::from_fn(|k| if k == 0 { 0.0 } else { 1.0 / k as f32 }),
        }
    }

    #[inline(always)]
    fn spread(&self, pieces: B) -> Spread {
        let sum = |[one, two, four]: &[B; 3]| {
            let small = (pieces & *one).count() + 2 * (pieces & *two).count();
            // Boards of 64 bits end three cells from the middle.
            if B::ROW > 8 { small + 4 * (pieces & *four).count() } else { small }
        };
        Spread {
            count: pieces.count(),
            sums: [
                sum(&self.distance[0]),
                sum(&self.distance[1]),
                sum(&self.distance[2]),
                sum(&self.distance[3]),
            ],
            in_company: [1, B::ROW].map(|by| (pieces & (pieces << by | pieces >> by)).count()),
        }
    }

    /// Black's and White's pieces.
    #[inline(always)]
    pub(super) fn colours(position: &Seega<B>) -> (B, B) {
        let first = position.rules().first == Colour::Black;
        let [one, two] = Side::BOTH.map(|side| position.pieces(side));
        if first { (one, two) } else { (two, one) }
    }

    /// The features of a position of this size. What the caller does not use costs nothing.
    #[inline(always)]
    pub fn features(&self, position: &Seega<B>) -> Features {
        debug_assert_eq!(self.size, position.rules().size, "the frame is for this board");
        let (black, white) = Self::colours(position);
        let (b, w) = (self.spread(black), self.spread(white));
        let more = |set: B| (black & set).count() as f32 - (white & set).count() as f32;
        let (of_black, of_white) = (self.share[b.count as usize], self.share[w.count as usize]);
        let both = if b.count > 0 && w.count > 0 { self.one_file } else { 0.0 };
        let mean = |s: &Spread, share: f32, i: usize| {
            let (plus, minus) = (s.sums[i] as f32, s.sums[i + 1] as f32);
            ((plus - minus) * share, (plus + minus) * share)
        };
        let axis = |i: usize| {
            let ((b_mean, b_far), (w_mean, w_far)) = (mean(&b, of_black, i), mean(&w, of_white, i));
            ((b_mean - w_mean).abs() * both, (b_far - w_far) * (both + both))
        };
        let ((mass_across, trapped_across), (mass_along, trapped_along)) = (axis(0), axis(2));
        Features {
            corners: more(self.corners) * 0.25,
            borders: more(self.edges) * self.one_border,
            black_rows: b.in_company[0] as f32 * of_black,
            black_columns: b.in_company[1] as f32 * of_black,
            white_rows: w.in_company[0] as f32 * of_white,
            white_columns: w.in_company[1] as f32 * of_white,
            mass_across,
            mass_along,
            trapped_across,
            trapped_along,
            material: ((b.count as f32 - w.count as f32) * self.one_piece).clamp(-1.0, 1.0),
            phase_two_start: self.first_captures(black, white).min(6) as f32 * (1.0 / 6.0),
            black_can_start: if self.around & !white == B::NONE { 0.0 } else { 1.0 },
        }
    }

    /// Twice the captures that Black may expect of the first step.
    #[inline(always)]
    fn first_captures(&self, black: B, white: B) -> u32 {
        let [right, left, above, below] = self.beside.map(|cell| cell & !black);
        let behind = right << 1 | left >> 1 | above << B::ROW | below >> B::ROW;
        // A black piece counts in both sets, an empty cell in one.
        (behind & black).count() + (behind & !white).count()
    }
}

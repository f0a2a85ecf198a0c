//! Questions about stones, groups, liberties and territory. Sets of points are `u128`, a bit for each point, row by row
//! from the bottom; [`CaptureGo::points`] gives their names.

use super::board::{Grid, points};
use super::{CaptureGo, Step, Territory};
use crate::game::Side;

impl CaptureGo {
    /// What is beside what on this board.
    #[inline]
    pub fn grid(&self) -> &'static Grid {
        Grid::of(self.rules.columns)
    }

    /// The number of a point's bit.
    #[inline]
    pub(super) fn index(&self, point: Step) -> u32 {
        point.row() as u32 * self.rules.columns as u32 + point.column() as u32
    }

    /// The set of this one point; empty for a pass and for a point off the board.
    pub fn point(&self, step: Step) -> u128 {
        let on_board = step.column() < self.rules.columns && step.row() < self.rules.rows;
        if on_board { 1 << self.index(step) } else { 0 }
    }

    /// The points of a set as steps, in ascending order; points off the board are left out.
    pub fn points(&self, set: u128) -> impl Iterator<Item = Step> + use<> {
        let grid = self.grid();
        points(set & self.board()).map(|point| grid.steps[point as usize])
    }

    /// Every point of the board.
    #[inline]
    pub fn board(&self) -> u128 {
        u128::MAX >> (128 - self.rules.rows as u32 * self.rules.columns as u32)
    }

    /// The stones of one side.
    #[inline]
    pub fn stones(&self, side: Side) -> u128 {
        self.stones[side.index()]
    }

    /// The points without a stone.
    #[inline]
    pub fn empty(&self) -> u128 {
        self.board() & !(self.stones[0] | self.stones[1])
    }

    /// Whose stone stands on a point.
    pub fn stone_at(&self, point: Step) -> Option<Side> {
        let bit = self.point(point);
        Side::BOTH.into_iter().find(|&side| self.stones(side) & bit != 0)
    }

    /// The connected stones of one colour that the stone on this point belongs to; empty where there is no stone.
    pub fn group_at(&self, point: Step) -> u128 {
        self.stone_at(point).map_or(0, |side| self.grid().flood(self.point(point), self.stones(side)))
    }

    /// The empty points beside a group, or beside any set of points.
    #[inline]
    pub fn liberties(&self, group: u128) -> u128 {
        self.grid().around(group) & self.empty()
    }

    /// The groups of one side, by their lowest points.
    pub fn groups(&self, side: Side) -> impl Iterator<Item = u128> + use<> {
        regions(self.grid(), self.stones(side))
    }

    /// The points where this side, if it were to move, could capture at once. Each is a legal step that wins.
    pub fn capturing_points(&self, side: Side) -> u128 {
        let (grid, empty, victims) = (self.grid(), self.empty(), self.stones(side.other()));
        // A stone with two liberties of its own saves its group, and most groups have one.
        let safe = grid.flood(grid.beside_two(empty), victims);
        regions(grid, victims & !safe)
            .map(|group| grid.around(group) & empty)
            .filter(|liberties| liberties & liberties.wrapping_sub(1) == 0)
            .fold(0, |set, liberty| set | liberty)
    }

    /// The stones that this side would capture with a stone on this empty point.
    pub fn captured_by(&self, side: Side, point: Step) -> u128 {
        let (grid, bit, victims) = (self.grid(), self.point(point), self.stones(side.other()));
        let empty = self.empty() & !bit;
        regions(grid, victims)
            .filter(|&group| grid.around(group) & bit != 0 && grid.around(group) & empty == 0)
            .fold(0, |set, group| set | group)
    }

    /// The stones of one side that have no liberty: none until the game is over.
    pub fn breathless(&self, side: Side) -> u128 {
        let empty = self.empty();
        self.groups(side)
            .filter(|&group| self.grid().around(group) & empty == 0)
            .fold(0, |set, group| set | group)
    }

    /// The empty points that belong to Black and to White if the game were to end here. A region that touches one
    /// colour is that colour's; one that touches both goes by [`Territory`]; one that touches none belongs to neither.
    pub fn territory(&self) -> [u32; 2] {
        let grid = self.grid();
        let mut counts = [0; 2];
        for region in regions(grid, self.empty()) {
            let [black, white] = self.stones.map(|stones| grid.adjacencies(region, stones));
            let shared = black > 0 && white > 0;
            if black == white || shared && self.rules.territory == Territory::Neutral {
                continue;
            }
            counts[(white > black) as usize] += region.count_ones();
        }
        counts
    }
}

/// The connected parts of a set, by their lowest points.
fn regions(grid: &'static Grid, mut set: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let region = grid.flood(set & set.wrapping_neg(), set);
            set &= !region;
            region
        })
    })
}

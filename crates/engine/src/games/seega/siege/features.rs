//! What is counted about one side's pieces, with a few shifts for the whole board at once.
//!
//! ```text
//!      a  b  c  d  e
//!   3  .  x  o  .  x     White (o) on c3 hangs: Black (x) steps e3-d3, or from d2 or d4, with b3 behind it.
//!   2  .  .  .  .  .     An empty cell where a piece would hang is *dangerous*; steps to the others are *safe*.
//! ```
//!
//! An *eye* is an empty cell whose neighbours are all one's own: the enemy cannot enter it, and a piece stepping in and out
//! of it is never in zugzwang. A side without any step is *blocked*: it is skipped, so nothing of it can be forced out.

use games::seega::Bits;

/// The classes of cells that are weighted apart, by name.
const CLASSES: [&str; 9] = [
    "beside_centre",
    "diagonal_to_centre",
    "two_from_centre",
    "knight_from_centre",
    "two_diagonal",
    "corner",
    "beside_corner",
    "edge",
    "inside",
];

/// What is counted of a side in phase two, by name.
pub const MOVING: [&str; 29] = joined(
    ["steps", "safe_steps", "movable", "hits_on_move", "hits"],
    CLASSES,
    [
        "blocks",
        "pairs",
        "exposed",
        "half_flanked",
        "solid",
        "alone",
        "within_1",
        "within_2",
        "within_3",
        "room_2",
        "room_4",
        "no_safe_step",
        "few_safe_steps",
        "eyes",
        "blocked",
    ],
);

/// What is counted of a side while pieces are placed, by name.
pub const PLACING: [&str; 14] =
    joined([], CLASSES, ["blocks", "pairs", "solid", "sandwiches", "centre_prey"]);

/// Three lists as one.
#[inline(always)]
const fn joined<T: Copy, const A: usize, const B: usize, const C: usize, const N: usize>(
    a: [T; A],
    b: [T; B],
    c: [T; C],
) -> [T; N] {
    let mut all = [b[0]; N];
    let (start, rest) = all.split_at_mut(A);
    let (middle, end) = rest.split_at_mut(B);
    start.copy_from_slice(&a);
    middle.copy_from_slice(&b);
    end.copy_from_slice(&c);
    all
}

/// The numbers of [`MOVING`].
pub type Moving = [i32; MOVING.len()];
/// The numbers of [`PLACING`].
pub type Placing = [i32; PLACING.len()];

/// The cells of a board by what they are good for.
#[derive(Clone, Debug)]
pub struct Zones<B> {
    /// All cells.
    pub board: B,
    /// The middle.
    pub centre: B,
    /// Where a piece cannot be taken whatever stands around it, besides what geometry says: the centre, or nothing.
    pub immune: B,
    classes: [B; CLASSES.len()],
}

impl<B: Bits> Zones<B> {
    /// The zones of a board.
    pub fn new(size: u8, centre_safe: bool) -> Self {
        let (board, middle) = (B::BOARDS[size as usize], size / 2);
        let mut classes = [B::NONE; CLASSES.len()];
        let mut centre = B::NONE;
        for cell in board.cells() {
            let across = cell.file().abs_diff(middle).max(cell.rank().abs_diff(middle));
            let along = cell.file().abs_diff(middle).min(cell.rank().abs_diff(middle));
            let class = match (across, along) {
                (0, 0) => {
                    centre = B::cell(cell);
                    continue;
                }
                (a, b) if a == middle && b == middle => 5,
                (1, 0) => 0,
                (a, b) if a == middle && b + 1 == middle => 6,
                (a, _) if a == middle => 7,
                (1, 1) => 1,
                (2, 0) => 2,
                (2, 1) => 3,
                (2, 2) => 4,
                _ => 8,
            };
            classes[class] |= B::cell(cell);
        }
        Zones { board, centre, immune: if centre_safe { centre } else { B::NONE }, classes }
    }

    fn class_counts(&self, own: B) -> [i32; CLASSES.len()] {
        self.classes.map(|class| count(own & class))
    }
}

#[inline]
fn count<B: Bits>(set: B) -> i32 {
    set.count() as i32
}

/// The cells beside which, to the left, right, below and above, a piece of the set stands.
#[inline]
fn around<B: Bits>(set: B) -> [B; 4] {
    [set << 1, set >> 1, set << B::ROW, set >> B::ROW]
}

/// The cells on which an enemy would be taken by a single step of `own`.
#[inline]
pub fn attacked<B: Bits>(own: B, empty: B) -> B {
    let [left, right, below, above] = around(own);
    let (beside, stacked) = (left | right, below | above);
    ((empty & (left | stacked)) << 1 & right)
        | ((empty & (right | stacked)) >> 1 & left)
        | ((empty & (below | beside)) << B::ROW & above)
        | ((empty & (above | beside)) >> B::ROW & below)
}

/// Two-by-two blocks, adjacent pairs, and the cells of pieces that no flanking can take as long as the side stands still.
#[inline]
fn structure<B: Bits>(zones: &Zones<B>, own: B) -> (i32, i32, B) {
    let (in_rows, in_files) = (own & own << 1, own & own << B::ROW);
    let others = zones.board & !own;
    let [left, right, below, above] = around(others);
    let exposed = (left & right) | (below & above);
    (count(in_rows & in_rows << B::ROW), count(in_rows) + count(in_files), own & !exposed)
}

/// Phase two, for the side of `own`, which makes the next step if `on_move`.
#[inline]
pub fn moving<B: Bits>(zones: &Zones<B>, own: B, enemy: B, on_move: bool) -> Moving {
    let empty = zones.board & !(own | enemy);
    let targets = around(own).map(|set| set & empty);
    let steps: i32 = targets.iter().map(|&set| count(set)).sum();
    let danger = attacked(enemy, empty) & !zones.immune;
    let safe: i32 = targets.iter().map(|&set| count(set & !danger)).sum();
    let hits = count(attacked(own, empty) & enemy & !zones.immune);
    let (blocks, pairs, solid) = structure(zones, own);
    let classes = zones.class_counts(own);

    let [left, right, below, above] = around(zones.board & !own);
    let exposed = count(own & left & right) + count(own & below & above);
    let [foe_left, foe_right, foe_below, foe_above] = around(enemy);
    let [free_left, free_right, free_below, free_above] = around(empty);
    let half = count(own & ((foe_left & free_right) | (foe_right & free_left)))
        + count(own & ((foe_below & free_above) | (foe_above & free_below)));

    let near = enemy.beside();
    let nearer = near | (near & zones.board).beside();
    let wide = nearer | (nearer & zones.board).beside();

    let walkable = own | (empty & !danger);
    let grow = |set: B| (set | set.beside()) & walkable;
    let room_2 = grow(grow(own));
    let room_4 = grow(grow(room_2));
    let pieces = count(own);
    // Written out, because joining lists here costs a twentieth of the time of a search.
    [
        steps,
        safe,
        count(own & empty.beside()),
        if on_move { hits } else { 0 },
        if on_move { 0 } else { hits },
        classes[0],
        classes[1],
        classes[2],
        classes[3],
        classes[4],
        classes[5],
        classes[6],
        classes[7],
        classes[8],
        blocks,
        pairs,
        exposed,
        half,
        count(solid),
        count(own & !own.beside()),
        count(own & near),
        count(own & nearer),
        count(own & wide),
        count(room_2) - pieces,
        count(room_4) - pieces,
        i32::from(safe == 0 && steps > 0),
        i32::from(safe <= 2 && steps > 0),
        count(empty & !(zones.board & !own).beside()),
        i32::from(steps == 0),
    ]
}

/// Phase one, for the side of `own`.
#[inline]
pub fn placing<B: Bits>(zones: &Zones<B>, own: B, enemy: B) -> Placing {
    let (blocks, pairs, solid) = structure(zones, own);
    let classes = zones.class_counts(own);
    let [left, right, below, above] = around(own);
    let sandwiches = count(enemy & left & right) + count(enemy & below & above);
    let prey = B::flanked(zones.centre, own, enemy);
    joined([], classes, [blocks, pairs, count(solid), sandwiches, count(prey)])
}

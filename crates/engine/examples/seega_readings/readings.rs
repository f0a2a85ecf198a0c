//! The candidate definitions.

use engine::games::seega::papers::Features;

use crate::board::{Seen, Worth, count, in_company, pairs, worth};

/// One candidate: what it changes in the shipped features.
pub struct Reading {
    /// The features it is about.
    pub about: &'static str,
    pub name: &'static str,
    pub change: fn(&Seen, &mut Features),
}

impl Reading {
    /// f12 and f13 belong to phase one alone.
    pub fn is_of_placing(&self) -> bool {
        self.about.contains("f12") || self.about.contains("f13")
    }
}

const fn reading(about: &'static str, name: &'static str, change: fn(&Seen, &mut Features)) -> Reading {
    Reading { about, name, change }
}

/// The features that ship.
pub const SHIPPED: Reading = reading("all", "as shipped", |_, _| {});

/// White pieces that would be taken, whatever an empty cell counts.
const VICTIM: Worth = worth(0.0, 0.0, 1.0);
const MAYBE_VICTIM: Worth = worth(0.0, 0.5, 1.0);
const NOT_BLACK: Worth = worth(0.0, 1.0, 1.0);
const TAKER: Worth = worth(1.0, 0.0, 0.0);
const MAYBE_TAKER: Worth = worth(1.0, 0.5, 0.0);
const NOT_WHITE: Worth = worth(1.0, 1.0, 0.0);
const OWNER: Worth = worth(1.0, 0.0, -1.0);

/// The sum over the directions of what the cell beside the centre is worth times what the one behind it is worth.
fn captures(seen: &Seen, beside: Worth, behind: Worth) -> f32 {
    seen.axes(beside, behind).iter().map(|(near, far)| near * far).sum()
}

/// The same where the piece that steps comes from one direction, which Black chooses, and takes in the three others.
fn captures_of_a_step(seen: &Seen, beside: Worth, behind: Worth, may_step: Worth) -> f32 {
    let around = seen.axes(beside, behind).map(|(near, far)| near * far);
    let from = seen.axes(may_step, worth(1.0, 1.0, 1.0)).map(|(near, _)| near);
    let all: f32 = around.iter().sum();
    (0..4).map(|i| from[i] * (all - around[i])).fold(0.0, f32::max)
}

/// f12: how many captures Black will make on the first move in phase two.
pub const START: [Reading; 15] = [
    reading("f12", "captures that stand there now, a black piece beside the centre; / 3", |s, f| {
        let now = captures(s, VICTIM, TAKER);
        f.phase_two_start = if s.black_stands_ready() { now / 3.0 } else { 0.0 };
    }),
    reading("f12", "captures that stand there now, whoever may step; / 4", |s, f| {
        f.phase_two_start = captures(s, VICTIM, TAKER) / 4.0;
    }),
    reading("f12", "behind black − white; / 4", |s, f| {
        f.phase_two_start = s.axes(OWNER, OWNER).iter().map(|(_, far)| far).sum::<f32>() / 4.0;
    }),
    reading("f12", "behind black; / 4", |s, f| {
        f.phase_two_start = s.axes(TAKER, TAKER).iter().map(|(_, far)| far).sum::<f32>() / 4.0;
    }),
    reading("f12", "behind black 1, empty ½; / 4", |s, f| {
        f.phase_two_start = s.axes(MAYBE_TAKER, MAYBE_TAKER).iter().map(|(_, far)| far).sum::<f32>() / 4.0;
    }),
    reading("f12", "beside not black; behind black; / 4", |s, f| {
        f.phase_two_start = captures(s, NOT_BLACK, TAKER) / 4.0;
    }),
    reading("f12", "beside not black; behind black 1, empty ½; / 4", |s, f| {
        f.phase_two_start = captures(s, NOT_BLACK, MAYBE_TAKER) / 4.0;
    }),
    reading("f12", "the same; / 3, at most 1", |s, f| {
        f.phase_two_start = (captures(s, NOT_BLACK, MAYBE_TAKER) / 3.0).min(1.0);
    }),
    reading("f12", "the same but for the direction of the step; / 3", |s, f| {
        let may_step = worth(1.0, 1.0, 0.0);
        f.phase_two_start = captures_of_a_step(s, NOT_BLACK, MAYBE_TAKER, may_step) / 3.0;
    }),
    reading("f12", "beside white 1, empty ½; behind black 1, empty ½; / 4", |s, f| {
        f.phase_two_start = captures(s, MAYBE_VICTIM, MAYBE_TAKER) / 4.0;
    }),
    reading("f12", "the same but for the direction of the step; / 3", |s, f| {
        let may_step = worth(1.0, 0.5, 0.0);
        f.phase_two_start = captures_of_a_step(s, MAYBE_VICTIM, MAYBE_TAKER, may_step) / 3.0;
    }),
    reading("f12", "beside white 1, empty ½; behind black; / 4", |s, f| {
        f.phase_two_start = captures(s, MAYBE_VICTIM, TAKER) / 4.0;
    }),
    reading("f12", "still possible: beside not black, behind not white; / 4", |s, f| {
        f.phase_two_start = captures(s, NOT_BLACK, NOT_WHITE) / 4.0;
    }),
    reading("f12", "beside not black; behind black 1, empty ½; from −1 to 1", |s, f| {
        f.phase_two_start = captures(s, NOT_BLACK, MAYBE_TAKER) / 2.0 - 1.0;
    }),
    reading("f12", "the same for Black − for White; / 4", |s, f| {
        let of_white = captures(s, worth(1.0, 1.0, 0.0), worth(0.0, 0.5, 1.0));
        f.phase_two_start = (captures(s, NOT_BLACK, MAYBE_TAKER) - of_white) / 4.0;
    }),
];

/// f13: whether Black can make the first move.
pub const CAN_START: [Reading; 4] = [
    reading("f13", "always 1", |_, f| f.black_can_start = 1.0),
    reading("f13", "0 if White holds the four cells around the centre (the text)", |s, f| {
        f.black_can_start = if s.axes(VICTIM, VICTIM).iter().all(|a| a.0 == 1.0) { 0.0 } else { 1.0 };
    }),
    reading("f13", "0 unless Black stands beside the centre", |s, f| {
        f.black_can_start = if s.black_stands_ready() { 1.0 } else { 0.0 };
    }),
    reading("f13", "share of the four cells that White does not hold", |s, f| {
        f.black_can_start = 1.0 - s.axes(VICTIM, VICTIM).iter().map(|a| a.0).sum::<f32>() / 4.0;
    }),
];

/// The other features whose definition the texts leave open.
pub const OTHERS: [Reading; 20] = [
    reading(
        "f2–f6",
        "as they were: edge cells but corners; pairs / the most that p pieces can have",
        |s, f| {
            f.borders = without_corners(s);
            clusters(s, f, pairs, most_pairs);
        },
    ),
    reading("f2", "edge cells but corners; / 4(n − 2)", |s, f| {
        f.borders = without_corners(s);
    }),
    reading("f2", "edge cells and corners; / 4(n − 1)", |s, f| {
        f.borders = s.more(s.grid.rim) / (4 * (s.grid.n - 1)) as f32;
    }),
    reading("f2", "cells a side gets at most: edge cells but corners / p", |s, f| {
        f.borders = (s.more(s.grid.rim & !s.grid.corners) / s.pieces()).clamp(-1.0, 1.0);
    }),
    reading("f1", "(black − white) / (black + white) there", |s, f| {
        f.corners = share_of(s, s.grid.corners)
    }),
    reading("f1", "1 for more black, −1 for more white", |s, f| f.corners = sign_of(s, s.grid.corners)),
    reading("f2", "(black − white) / (black + white) there", |s, f| f.borders = share_of(s, s.grid.rim)),
    reading("f2", "1 for more black, −1 for more white", |s, f| f.borders = sign_of(s, s.grid.rim)),
    reading("f3–f6", "pairs / the most that p pieces can have", |s, f| {
        clusters(s, f, pairs, most_pairs);
    }),
    reading("f3–f6", "pairs / p", |s, f| clusters(s, f, pairs, |s, _| s.pieces())),
    reading("f3–f6", "pairs / pieces there now", |s, f| clusters(s, f, pairs, |_, k| k)),
    reading("f3–f6", "pairs / pairs of cells on the board", |s, f| {
        clusters(s, f, pairs, |s, _| (s.grid.n * (s.grid.n - 1)) as f32);
    }),
    reading("f3–f6", "pieces with a neighbour / p", |s, f| {
        clusters(s, f, in_company, |s, _| s.pieces());
    }),
    reading("f3–f6", "pieces with a neighbour / pieces there now", |s, f| {
        clusters(s, f, in_company, |_, k| k);
    }),
    reading("f9 f10", "mean distances from the middle, black − white; / (n − 1)/2", |s, f| {
        let half = (s.grid.n / 2) as f32;
        trapped(s, f, |lines, black, white| {
            let far = |set| mean(set, lines, |i| (i as f32 - half).abs());
            both(black, white) * (far(black) - far(white)) / half
        });
    }),
    reading("f9 f10", "mean squares of these distances, black − white; / ((n − 1)/2)²", |s, f| {
        let half = (s.grid.n / 2) as f32;
        trapped(s, f, |lines, black, white| {
            let far = |set| mean(set, lines, |i| (i as f32 - half).powi(2));
            both(black, white) * (far(black) - far(white)) / (half * half)
        });
    }),
    reading("f9 f10", "cells of the two outermost lines, black − white; / 2n", |s, f| {
        trapped(s, f, |lines, black, white| {
            let outer = lines[0] | lines[lines.len() - 1];
            (count(black & outer) - count(white & outer)) / (2 * lines.len()) as f32
        });
    }),
    reading("f9 f10", "share of a side's pieces on these lines, black − white", |s, f| {
        trapped(s, f, |lines, black, white| {
            let outer = lines[0] | lines[lines.len() - 1];
            let share = |set: u64| count(set & outer) / count(set).max(1.0);
            share(black) - share(white)
        });
    }),
    reading(
        "f9 f10",
        "deviation of a side's pieces from their own mean, black − white; / (n − 1)/2",
        |s, f| {
            let half = (s.grid.n / 2) as f32;
            trapped(s, f, |lines, black, white| {
                let deviation = |set| {
                    let middle = mean(set, lines, |i| i as f32);
                    mean(set, lines, |i| (i as f32 - middle).powi(2)).sqrt()
                };
                both(black, white) * (deviation(black) - deviation(white)) / half
            });
        },
    ),
    reading(
        "f9 f10",
        "pieces of the other side between two of one's own on a line, by Black − by White; / p",
        |s, f| {
            let surrounded = |lines: &[u64], inner: u64, outer: u64| {
                let between = |line: u64| {
                    let walls = line & outer;
                    if walls == 0 {
                        return 0.0;
                    }
                    // Along a line bits rise with the cells.
                    let (low, high) = (walls.trailing_zeros(), 63 - walls.leading_zeros());
                    count(line & inner & (u64::MAX << low) & (u64::MAX >> (63 - high)))
                };
                lines.iter().map(|&line| between(line)).sum::<f32>()
            };
            let on = |lines: &[u64]| {
                (surrounded(lines, s.white, s.black) - surrounded(lines, s.black, s.white)) / s.pieces()
            };
            f.trapped_across = on(&s.grid.ranks);
            f.trapped_along = on(&s.grid.files);
        },
    ),
];

fn without_corners(s: &Seen) -> f32 {
    s.more(s.grid.rim & !s.grid.corners) / (4 * (s.grid.n - 2)) as f32
}

fn share_of(s: &Seen, set: u64) -> f32 {
    s.more(set) / count((s.black | s.white) & set).max(1.0)
}

fn sign_of(s: &Seen, set: u64) -> f32 {
    let more = s.more(set);
    if more == 0.0 { 0.0 } else { more.signum() }
}

/// As many pairs as p pieces can have.
fn most_pairs(s: &Seen, _: f32) -> f32 {
    s.pieces() - (s.grid.n as f32 + 1.0) / 2.0
}

fn clusters(s: &Seen, f: &mut Features, measure: fn(u64) -> (f32, f32), most: fn(&Seen, f32) -> f32) {
    let share = |set: u64| {
        let (along, across) = measure(set);
        let most = most(s, count(set)).max(1.0);
        (along / most, across / most)
    };
    (f.black_rows, f.black_columns) = share(s.black);
    (f.white_rows, f.white_columns) = share(s.white);
}

fn trapped(s: &Seen, f: &mut Features, measure: impl Fn(&[u64], u64, u64) -> f32) {
    f.trapped_across = measure(&s.grid.files, s.black, s.white);
    f.trapped_along = measure(&s.grid.ranks, s.black, s.white);
}

fn both(black: u64, white: u64) -> f32 {
    if black == 0 || white == 0 { 0.0 } else { 1.0 }
}

/// The mean over the pieces of what their line is worth.
fn mean(set: u64, lines: &[u64], worth: impl Fn(usize) -> f32) -> f32 {
    let sum: f32 = lines.iter().enumerate().map(|(i, line)| count(set & line) * worth(i)).sum();
    sum / count(set).max(1.0)
}

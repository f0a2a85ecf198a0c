//! Which pieces Seejeh's White may give: positions worked by hand, and what can be taken while White stands still by
//! trying everything.

use std::collections::HashSet;

use games::seega::{Bits, Seega};
use games::{Game, GameSpec, Line, Outcome, Side};

mod common;
mod reference;

use common::Random;

fn position(name: &str, text: &str) -> Seega<u64> {
    let GameSpec::Seega(rules) = name.parse().unwrap() else { panic!("{name}") };
    Seega::parse(&rules, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn cells(set: u64) -> String {
    set.cells().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

/// White is to move: his safe pieces, the untouchable ones among them, and those that he may give.
fn check(rows: &str, safe: &str, untouchable: &str, offers: &str) {
    check_in("seejeh:5", rows, safe, untouchable, offers);
}

fn check_in(name: &str, rows: &str, safe: &str, untouchable: &str, offers: &str) {
    let position = position(name, &format!("{rows} w move 3 40"));
    let found = [position.keep(Side::Second).safe, position.untouchable(), position.offers()].map(cells);
    assert_eq!(found, [safe, untouchable, offers], "{rows}");
    let GameSpec::Seega(rules) = name.parse().unwrap() else { panic!("{name}") };
    let slow = reference::seega::Seega::waiting(&rules, rows);
    let found = [slow.safe(), slow.untouchable(), slow.offers()].map(|cells| reference::seega::names(&cells));
    assert_eq!(found, [safe, untouchable, offers], "{rows}, by the reference");
}

#[test]
fn an_eye_in_a_corner_with_two_pieces_to_spare() {
    check("ww.bb/.w..b/wwb../w...b/..bbb", "a2 a3 b3 b4 a5 b5", "a3 b4 a5", "a3 a5");
    // Without a3 the eye is larger, and a2 can step there, but keeps b3.
    check("ww.../.w.../.wb../w...b/..bbb", "a2 b3 b4 a5 b5", "a2 b3 b4 a5", "a5");
}

#[test]
fn an_eye_of_two_cells() {
    check("..b../...../...../ww.b./..w..", "c1 a2 b2", "c1 a2 b2", "");
}

#[test]
fn a_false_eye_whose_wall_can_be_taken() {
    check("..b../...../...../..w.b/.w.w.", "", "", "");
}

#[test]
fn the_same_wall_with_a_prop() {
    check("..b../...../...../.ww.b/.w.w.", "b1 d1 b2 c2", "b1 d1 c2", "");
}

#[test]
fn a_corner_piece_without_a_free_step() {
    check("..b../...../...../...../w...b", "a1", "", "");
    check("..b../...../...../w..../ww..b", "a1 b1 a2", "", "");
}

#[test]
fn a_block_in_a_corner_has_no_eye() {
    check("..b../...../...../ww.../ww..b", "a1 b1 a2 b2", "", "");
}

#[test]
fn two_eyes() {
    check("..b../...../...../www.b/.w.w.", "b1 d1 a2 b2 c2", "b1 d1 a2 c2", "b1 a2");
}

#[test]
fn a_piece_inside_the_eye() {
    check("..b../...../...../ww..b/w.w..", "a1 c1 a2 b2", "a1 c1 b2", "a1");
}

#[test]
fn an_enemy_inside_is_no_eye() {
    check("..b../...../...../ww..b/b.w..", "", "", "");
}

#[test]
fn a_wall_across_the_board() {
    check("..b../...b./...../wwwww/.....", "a2 b2 c2 d2 e2", "a2 b2 c2 d2 e2", "");
    check("..b../...b./...../wwwww/..w..", "c1 a2 b2 c2 d2 e2", "c1 a2 b2 d2 e2", "c1");
}

#[test]
fn black_walled_in() {
    check("....w/...../...../ww.../bbw..", "c1 a2 b2 e5", "c1 a2 b2 e5", "e5");
}

#[test]
fn the_centre_can_protect() {
    check("..b../...../..w../...../..b.w", "e1", "", "");
    check_in("seejeh:5(centre_safe=true)", "..b../...../..w../...../..b.w", "e1 c3", "", "");
}

#[test]
fn a_sentence_says_why_a_piece_is_not_given() {
    let said = |rows: &str, step: &str| {
        position("seejeh:5", &format!("{rows} w move 3 40")).read_step(step).unwrap_err().to_string()
    };
    let two_eyes = "..b../...../w..../www.b/.w.w.";
    assert_eq!(
        said(two_eyes, "xc2"),
        "xc2: c2 is not to be given, because without it Black could come to take d1"
    );
    assert_eq!(
        said(two_eyes, "xb2"),
        "xb2: b2 is not to be given, because it has no step to a cell that Black can never reach"
    );
    let exposed = "..b../...../...../..w.b/.w.w.";
    assert_eq!(said(exposed, "xc2"), "xc2: c2 is not to be given, because Black could come to take it");
    assert_eq!(said(exposed, "xe2"), "xe2: White has no piece there");
}

/// The example of the paper: White gives a5 and a3, Black takes off four, and equal numbers are White's in the end.
#[test]
fn the_example_of_the_paper() {
    let start = "ww.bb/.w..b/wwb../w...b/..bbb w move 3 40";
    let mut line = Line::new(position("seejeh:5", start));
    for step in "xa5 xe4 xe5 xa3 xd5 xc3".split(' ') {
        line.read(step).unwrap_or_else(|e| panic!("{step}: {e}"));
    }
    assert_eq!(line.position().to_string(), ".w.../.w.../.w.../w...b/..bbb w move 0 40");
    assert_eq!(line.outcome(), None);
    for i in 0..40 {
        line.read(["b5-a5", "e2-e3", "a5-b5", "e3-e2"][i % 4]).unwrap();
    }
    assert_eq!(line.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(line.position().reason(), "40 steps without a capture: Black has 4, White has 4.");
}

/// With `exchange_wins` the same four takings-off end the game, and the position says so when it is read back.
#[test]
fn equal_numbers_may_win_at_once() {
    let start = "ww.bb/.w..b/wwb../w...b/..bbb w move 3 40";
    let mut line = Line::new(position("seejeh:5(exchange_wins=true)", start));
    for step in "xa5 xe4 xe5".split(' ') {
        line.read(step).unwrap();
    }
    assert_eq!(line.outcome(), None, "five to six");
    for step in "xa3 xd5 xc3".split(' ') {
        line.read(step).unwrap();
    }
    let text = ".w.../.w.../.w.../w...b/..bbb w move 0 40 exchanged";
    assert_eq!(
        (line.position().to_string().as_str(), line.outcome()),
        (text, Some(Outcome::Win(Side::Second)))
    );
    let read = position("seejeh:5(exchange_wins=true)", text);
    assert_eq!(
        (read.outcome(), read.reason()),
        (line.outcome(), "After the exchange Black has 4, White has 4.".into())
    );
    let GameSpec::Seega(rules) = "seejeh:5".parse().unwrap() else { panic!() };
    assert_eq!(
        Seega::<u64>::parse(&rules, text).unwrap_err().to_string(),
        "exchanged: no exchange has ended the game here"
    );
}

/// A board of `size` as bits, cell by cell.
struct Small {
    size: usize,
    /// Whether whole lines are captured.
    lines: bool,
}

impl Small {
    fn away(&self, cell: usize, direction: usize) -> Option<usize> {
        let (file, rank) = (cell % self.size, cell / self.size);
        match direction {
            0 => (rank > 0).then(|| cell - self.size),
            1 => (file > 0).then(|| cell - 1),
            2 => (file + 1 < self.size).then(|| cell + 1),
            _ => (rank + 1 < self.size).then(|| cell + self.size),
        }
    }

    fn cells(&self) -> std::ops::Range<usize> {
        0..self.size * self.size
    }

    /// Every white piece that some sequence of Black's steps takes while White passes.
    fn takeable(&self, black: u32, white: u32) -> u32 {
        let mut seen = HashSet::from([(black, white)]);
        let mut waiting = vec![(black, white)];
        let mut taken = 0;
        while let Some((black, white)) = waiting.pop() {
            for from in self.cells().filter(|from| black >> from & 1 == 1) {
                for to in (0..4).filter_map(|d| self.away(from, d)) {
                    if (black | white) >> to & 1 == 1 {
                        continue;
                    }
                    let black = black ^ 1 << from ^ 1 << to;
                    let flanked = (0..4).filter_map(|d| {
                        let (mut line, mut next) = (0, self.away(to, d)?);
                        while white >> next & 1 == 1 && (line == 0 || self.lines) {
                            line |= 1 << next;
                            next = self.away(next, d)?;
                        }
                        (black >> next & 1 == 1).then_some(line)
                    });
                    let now: u32 = flanked.fold(0, |all, one| all | one);
                    taken |= now;
                    let state = (black, white & !now);
                    if seen.insert(state) {
                        waiting.push(state);
                    }
                }
            }
        }
        taken
    }

    /// Whether every region that holds a black piece holds two and an empty cell: then pieces can go anywhere in it, and
    /// everything that the rule calls reachable can be reached.
    fn is_roomy(&self, black: u32, white: u32) -> bool {
        let mut left: u32 =
            self.cells().filter(|cell| white >> cell & 1 == 0).fold(0, |all, cell| all | 1 << cell);
        while left != 0 {
            let mut region = 1u32 << left.trailing_zeros();
            loop {
                let beside = self.cells().filter(|cell| region >> cell & 1 == 1).flat_map(|cell| {
                    (0..4).filter_map(move |d| self.away(cell, d)).filter(|next| left >> next & 1 == 1)
                });
                let wider = beside.fold(region, |all, cell| all | 1 << cell);
                if wider == region {
                    break;
                }
                region = wider;
            }
            let inside = (region & black).count_ones();
            if inside > 0 && (inside < 2 || region & !black == 0) {
                return false;
            }
            left &= !region;
        }
        true
    }

    /// What is safe by the rules is never taken; and where Black has room, everything else can be.
    fn compare(&self, name: &str, black: u32, white: u32) -> bool {
        let mut rows: Vec<String> = self
            .cells()
            .map(|cell| match (black >> cell & 1, white >> cell & 1) {
                (1, _) => 'b',
                (_, 1) => 'w',
                _ => '.',
            })
            .collect::<Vec<char>>()
            .chunks(self.size)
            .map(|row| row.iter().collect())
            .collect();
        rows.reverse();
        let text = format!("{} w move 3 40", rows.join("/"));
        let safe = position(name, &text).keep(Side::Second).safe;
        let safe: u32 = self
            .cells()
            .filter(|cell| safe >> (cell / self.size * 8 + cell % self.size) & 1 == 1)
            .fold(0, |all, cell| all | 1 << cell);
        let takeable = self.takeable(black, white);
        assert_eq!(safe & takeable, 0, "{text}");
        let roomy = self.is_roomy(black, white);
        assert!(!roomy || safe | takeable == white, "{text}: {safe:b} {takeable:b}");
        roomy
    }
}

#[test]
fn every_position_of_nine_cells() {
    let board = Small { size: 3, lines: false };
    let mut roomy = 0;
    for number in 0..3usize.pow(9) {
        let (mut black, mut white) = (0, 0);
        for cell in board.cells() {
            match number / 3usize.pow(cell as u32) % 3 {
                1 => black |= 1 << cell,
                2 => white |= 1 << cell,
                _ => {}
            }
        }
        // The rules know neither more than four pieces of a side nor a full board.
        let fits = |set: u32| (1..=4).contains(&set.count_ones());
        if fits(black) && fits(white) && black.count_ones() + white.count_ones() < 9 {
            roomy += usize::from(board.compare("seejeh:3(lose_at=0)", black, white));
        }
    }
    assert!(roomy > 1000, "{roomy}");
}

fn corners(name: &str, lines: bool) {
    let board = Small { size: 5, lines };
    let mut random = Random::new("corners", 1);
    let mut roomy = 0;
    for _ in 0..400 {
        let mut white = 0;
        for cell in [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12] {
            white |= u32::from(random.below(5) < 3) << cell;
        }
        let mut black: u32 = 0;
        while black.count_ones() < 2 + (white & 1) {
            let cell = random.below(25);
            black |= 1 << cell & !white;
        }
        roomy += usize::from(board.compare(name, black, white));
    }
    assert!(roomy > 200, "{roomy}");
}

#[test]
fn corners_of_25_cells() {
    corners("seejeh:5(lose_at=0)", false);
}

#[test]
fn corners_of_25_cells_where_lines_are_captured() {
    corners("seejeh:5(line_capture=true,lose_at=0)", true);
}

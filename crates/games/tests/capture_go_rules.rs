//! Capture Go: printed games, published counts and winners, and positions worked out by hand.

use std::collections::HashMap;

use games::capture_go::{CaptureGo, Rules, Step, Territory};
use games::{Game, Line, MoveList, Outcome, Side, perft};

const BLACK: Option<Outcome> = Some(Outcome::Win(Side::First));
const WHITE: Option<Outcome> = Some(Outcome::Win(Side::Second));

/// A position of a game with passing, read from its string; the size is that of the board drawn.
fn passing(text: &str) -> CaptureGo {
    parse(text, Rules::cai2010)
}

fn ponnuki(text: &str) -> CaptureGo {
    parse(text, Rules::ponnuki)
}

fn parse(text: &str, rules: fn(u8, u8) -> Rules) -> CaptureGo {
    let rows: Vec<&str> = text.split(' ').next().unwrap().split('/').collect();
    CaptureGo::parse(&rules(rows.len() as u8, rows[0].len() as u8), text).unwrap()
}

fn after(position: &CaptureGo, steps: &str) -> CaptureGo {
    let mut line = Line::new(*position);
    for step in steps.split_whitespace() {
        line.read(step).unwrap();
    }
    *line.position()
}

fn list(position: &CaptureGo) -> MoveList<Step> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

/// Plays a printed game to its end; what is printed after that is given back.
fn replay(text: &str, territory: Territory) -> (CaptureGo, Vec<String>) {
    let mut line = Line::new(CaptureGo::start(&Rules { territory, ..Rules::cai2010(9, 9) }));
    let mut left = Vec::new();
    for entry in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = entry.split_whitespace().collect();
        let step = fields[2]
            .split_once(',')
            .map_or(Step::PASS, |(row, column)| Step::point(column.parse().unwrap(), row.parse().unwrap()));
        if line.outcome().is_some() {
            left.push(step.to_string());
            continue;
        }
        assert_eq!(fields[1], if line.to_move() == Side::First { "B" } else { "W" });
        assert_eq!(fields[0], (line.steps().len() + 1).to_string());
        line.read(&step.to_string()).unwrap();
    }
    (*line.position(), left)
}

#[test]
fn the_printed_games_end_with_their_margins() {
    let first = include_str!("../../../tests/data/capturego9-cai2010-game1.txt");
    let second = include_str!("../../../tests/data/capturego9-cai2010-game2.txt");
    // White's and Black's passes 54 and 55 end the first game; the table goes on to the end of its row.
    for (game, territory, margin, printed_after) in [
        (first, Territory::Majority, 19, vec!["pass"]),
        (first, Territory::Neutral, 21, vec!["pass"]),
        (second, Territory::Majority, 11, vec![]),
        (second, Territory::Neutral, 11, vec![]),
    ] {
        let (last, left) = replay(game, territory);
        let [black, white] = last.territory();
        assert_eq!(
            (last.outcome(), black - white, left),
            (BLACK, margin, printed_after.iter().map(ToString::to_string).collect())
        );
    }
    assert_eq!(
        replay(first, Territory::Majority).0.reason(),
        "Two passes in a row: Black's territory is 26, White's 7."
    );
}

#[test]
fn the_steps_from_the_start_are_counted() {
    let start = CaptureGo::start(&Rules::ponnuki(9, 9));
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&start, depth)), [81, 6480, 511920, 39928512]);
    // With passing, of three steps: two stones first, then a stone or pass; or one stone and one pass in either order
    // first; two passes are the end.
    let start = CaptureGo::start(&Rules::cai2010(9, 9));
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [82, 81 * 81 + 82, 81 * 80 * 80 + 2 * 81 * 81]);
}

/// The value of a position to its mover with best play: positive for a win; the winner hurries, the loser delays. A win
/// in n steps is worth `LONG - n`.
const LONG: i32 = 1000;

fn solve<G: Game>(position: &G, mut alpha: i32, beta: i32, table: &mut HashMap<u64, (i32, i32)>) -> i32 {
    match position.outcome() {
        Some(Outcome::Win(side)) => return if side == position.to_move() { LONG } else { -LONG },
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    let key = (0..position.symmetries()).map(|s| position.transform(s).key()).min().unwrap();
    let (low, high) = table.get(&key).copied().unwrap_or((-LONG, LONG));
    if low >= beta || low == high {
        return low;
    }
    if high <= alpha {
        return high;
    }
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.sort_by_key(|&step| position.captures(step) == 0);
    let (first_alpha, mut best) = (alpha, -LONG);
    for step in list {
        let mut next = *position;
        next.play(step);
        // Every step between here and the end brings the value one nearer to zero, and so the window one away from it.
        let away = |value: i32| value + value.signum();
        let value = -solve(&next, -away(beta), -away(alpha), table);
        best = best.max(value - value.signum());
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    let (low, high) = table.get(&key).copied().unwrap_or((-LONG, LONG));
    let bounds = if best >= beta {
        (low.max(best), high)
    } else if best <= first_alpha {
        (low, high.min(best))
    } else {
        (best, best)
    };
    table.insert(key, bounds);
    best
}

#[test]
fn small_boards_have_their_published_winners() {
    for (size, winner, steps) in [(2, Side::Second, 4), (3, Side::First, 7), (4, Side::Second, 14)] {
        let start = CaptureGo::start(&Rules::ponnuki(size, size));
        let value = solve(&start, -LONG, LONG, &mut HashMap::new());
        let found = if value > 0 { Side::First } else { Side::Second };
        assert_eq!((found, LONG - value.abs()), (winner, steps), "{size}x{size}");
    }
}

#[test]
fn suicide_is_illegal_and_a_capture_is_not() {
    let error = |position: &CaptureGo, step: &str| position.read_step(step).unwrap_err().to_string();
    let corner = passing("...../...../...../w..../.w... b 0 0");
    assert_eq!(error(&corner, "a1"), "a1 would have no liberty: suicide is not allowed");
    assert!(!list(&corner).contains(&"a1".parse().unwrap()));
    // White may: the stone joins a group with other liberties.
    assert!(passing("...../...../...../w..../.w... w 0 0").read_step("a1").is_ok());
    // A whole group may not take its own last liberty.
    let group = passing("...../...../w..../bw.../.bw.. b 0 0");
    assert_eq!(error(&group, "a1"), "a1 would have no liberty: suicide is not allowed");
    // The same stone without a liberty is right where it captures, here two groups at once.
    let race = passing("...../...../b..../wb.../.wb.. b 0 0");
    let step = race.read_step("a1").unwrap();
    assert_eq!((race.captures(step), race.remark(step)), (2, Some("Black captures 2 stones.".into())));
    let end = after(&race, "a1");
    assert_eq!((end.outcome(), end.reason()), (BLACK, "Black has captured 2 stones.".into()));
    assert_eq!(end.to_string(), "...../...../b..../wb.../bwb.. w 0 1");
    assert!(list(&end).is_empty());
    // Black's own stone on a1 has no liberty either: who moved last has won.
    assert_eq!(passing("...../...../b..../wb.../bwb.. b 0 1").outcome(), WHITE);
}

#[test]
fn captures_in_the_middle_at_the_edge_and_in_the_corner() {
    for (position, step, captured) in [
        ("...../..b../.bo../..b../..... b 0 0", "d3", 1),
        ("...../..b../.bo../..bob/...b. b 0 0", "d3", 2),
        ("...../...../...bb/..boo/...b. b 0 0", "e1", 2),
        ("...../...../...../...../.bo.. b 0 0", "d1", 0),
        ("...../...../...../..b../.bo.. b 0 0", "d1", 1),
        ("o..../...../...../...../..... b 0 0", "a4", 0),
        ("ob.../...../...../...../..... b 0 0", "a4", 1),
        (".boo./.bob./.boo./..bb./..... b 0 0", "e5", 0),
        (".boob/.bob./.boo./..bb./..... b 0 0", "e3", 5),
    ] {
        let position = passing(&position.replace('o', "w"));
        let step = position.read_step(step).unwrap();
        assert_eq!(position.captures(step), captured, "{position}");
        assert_eq!(
            position.capturing_points(Side::First) & position.point(step) != 0,
            captured > 0,
            "{position}"
        );
        let mut next = position;
        next.play(step);
        assert_eq!(next.outcome(), if captured > 0 { BLACK } else { None }, "{position}");
    }
}

#[test]
fn groups_and_liberties() {
    let position = passing("..w../.bb../.b.w./...w./..... w 0 0");
    let set = |names: &str| names.split(' ').fold(0, |set, name| set | position.point(name.parse().unwrap()));
    assert_eq!(position.group_at("c4".parse().unwrap()), set("b3 b4 c4"));
    assert_eq!(position.group_at("a1".parse().unwrap()), 0);
    assert_eq!(position.group_at(Step::PASS), 0);
    assert_eq!(position.liberties(set("b3 b4 c4")), set("a3 a4 b2 b5 c3 d4"));
    assert_eq!(position.groups(Side::Second).collect::<Vec<_>>(), [set("d2 d3"), set("c5")]);
    assert_eq!(position.capturing_points(Side::First), 0);
    assert_eq!(after(&position, "a1 d5").capturing_points(Side::First), set("b5"));
    assert_eq!(after(&position, "a1 d5").capturing_points(Side::Second), 0);
    assert_eq!(
        after(&position, "a1").remark("d5".parse().unwrap()),
        Some("Black threatens to capture 1 stone.".into())
    );
    assert_eq!(
        position.points(set("d3 a1 c5")).map(|p| p.to_string()).collect::<Vec<_>>(),
        ["a1", "d3", "c5"]
    );
}

#[test]
fn two_passes_end_the_game_and_territory_decides() {
    let start = CaptureGo::start(&Rules::cai2010(9, 9));
    let end = after(&start, "pass pass");
    assert_eq!((end.outcome(), end.territory()), (Some(Outcome::Draw), [0, 0]));
    assert_eq!(after(&start, "pass").remark(Step::PASS), Some("Two passes in a row end the game.".into()));
    assert_eq!(after(&start, "pass e5 pass").outcome(), None);
    let walls = passing("..bw./..bw./..bw./..bw./..bw. b 0 10");
    assert_eq!((walls.territory(), after(&walls, "pass pass").outcome()), ([10, 5], BLACK));
    // Stones themselves count nothing: the board has 25 points.
    assert_eq!(passing("..b../.bb../bb.../...../..... b 0 0").territory(), [20, 0]);
}

#[test]
fn shared_regions_go_by_the_switch() {
    // Black touches the region three times (a3-a2, b3-b2, b3-c3), White twice (c1-b1, c1-c2).
    // On the 4x4 board White's one stone touches it four times, Black's two stones three times.
    // On the last board each side touches it twice.
    for (text, majority) in
        [("bb./.../..w b 2 3", [6, 0]), ("..../.w../..../bb.. b 2 3", [0, 13]), ("b../.../..w b 2 2", [0, 0])]
    {
        let position = passing(text);
        assert_eq!(position.territory(), majority, "{text}");
        assert_eq!(position.outcome(), Some(Outcome::greater(majority)));
        let rules = Rules { territory: Territory::Neutral, ..*position.rules() };
        let neutral = CaptureGo::parse(&rules, text).unwrap();
        assert_eq!((neutral.territory(), neutral.outcome()), ([0, 0], Some(Outcome::Draw)), "{text}");
    }
}

#[test]
fn without_passing_a_side_without_a_step_has_lost() {
    let eyes = ponnuki("bb./bb./.bb b 0 6");
    let end = after(&eyes, "c2");
    assert_eq!((end.outcome(), end.reason()), (BLACK, "White has no legal step.".into()));
    assert_eq!(eyes.read_step("pass").unwrap_err().to_string(), "passing is not allowed in this game");
    // Black would have had a step, and an unwise one.
    let unwise = ponnuki("bb./bbb/.bb b 0 0");
    assert_eq!(list(&unwise).iter().map(Step::to_string).collect::<Vec<_>>(), ["a1", "c3"]);
    assert_eq!((after(&unwise, "a1").outcome(), after(&unwise, "a1 c3").outcome()), (None, WHITE));
    // With passing White passes.
    assert_eq!(list(&passing("bb./bbb/.bb w 0 0")).as_slice(), [Step::PASS]);
}

#[test]
fn a_set_up_group_without_liberties_has_lost() {
    let position = passing("...../...../...../w..../bw... w 0 3");
    assert_eq!((position.outcome(), position.reason()), (WHITE, "White has captured 1 stone.".into()));
}

/// Every sequence of answers to `choose`, weighted: each legal step must come out with the same probability.
#[test]
fn picks_are_uniform() {
    fn explore(position: &CaptureGo, script: &mut Vec<usize>, weight: f64, found: &mut HashMap<Step, f64>) {
        let (mut at, mut open) = (0, None);
        let picked = position.pick(&mut |n| {
            at += 1;
            script.get(at - 1).copied().unwrap_or_else(|| {
                open.get_or_insert(n);
                0
            })
        });
        let Some(n) = open else {
            *found.entry(picked.unwrap()).or_default() += weight;
            return;
        };
        for answer in 0..n {
            script.push(answer);
            explore(position, script, weight / n as f64, found);
            script.pop();
        }
    }
    // a1, c1 and a3 are suicide for White, who has b5, e1 and the rest of the empty points.
    for position in
        [passing("b.bbb/bbbbw/.bbww/bbbw./.b.bb w 0 0"), ponnuki("b.b.b/bbbbb/.bbbw/bbbw./.b.bw w 0 0")]
    {
        let legal = list(&position);
        let mut found = HashMap::new();
        explore(&position, &mut Vec::new(), 1.0, &mut found);
        assert_eq!(found.len(), legal.len(), "{position}");
        for step in legal {
            assert!((found[&step] - 1.0 / found.len() as f64).abs() < 1e-9, "{position} {step} {found:?}");
        }
    }
}

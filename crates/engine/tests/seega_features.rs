//! The papers' Seega features: a worked example for each, the papers' own positions, symmetries, and a slow second
//! implementation over random positions of every size.

mod slow_features;

use engine::Rng;
use engine::games::seega::papers::{Features, Linear, LinearWeights, explain, moving, placing};
use engine::search::{Evaluator, UNIT};
use games::seega::{Bits, Colour, Rules, Seega};
use games::{Game, Side};
use proptest::prelude::*;

/// A position of phase two drawn as in the documentation: x is Black, o is White.
fn drawn(board: &str) -> Seega<u64> {
    let rows: Vec<String> = board
        .lines()
        .map(|line| {
            let cells = line.chars().filter_map(|c| match c {
                'x' => Some('b'),
                'o' => Some('w'),
                '.' => Some('.'),
                _ => None,
            });
            cells.collect::<String>()
        })
        .filter(|row| !row.is_empty())
        .collect();
    let text = format!("{} b move 0 0", rows.join("/"));
    Seega::parse(&Rules::seega(rows.len() as u8), &text).unwrap()
}

fn near(found: f32, wanted: f64) -> bool {
    (f64::from(found) - wanted).abs() < 1e-5
}

#[track_caller]
fn check(board: &str, examples: &[(usize, f64)]) {
    let found = Features::of(&drawn(board)).array();
    for &(number, wanted) in examples {
        assert!(near(found[number - 1], wanted), "f{number} is {} and not {wanted}", found[number - 1]);
    }
}

#[test]
fn worked_examples() {
    check("x . . . x\n. . . . .\n. . o . .\n. . . . .\no . . . .", &[(1, 0.25)]);
    check("x . x x .\no . . . .\n. . o . x\n. . . . .\n. . x . .", &[(2, 0.25)]);
    check(
        "x x x . .\n. . x . .\n. o o . .\n. . x x .\n. . . . .",
        &[(3, 5.0 / 6.0), (4, 2.0 / 6.0), (5, 1.0), (6, 0.0)],
    );
    check("x x . . .\n. . . . .\n. . . . .\n. . . o .\n. . . . o", &[(7, 0.75), (8, 0.875)]);
    check(". . . . .\nx . o . x\n. . . o .\n. . . . .\n. . . . .", &[(9, 0.75), (10, 0.25)]);
    check("x x . . .\nx . . . .\n. . o . .\n. . . . .\nx . . . o", &[(11, 0.2)]);
    check(". . x . .\n. . o . .\n. . . . o\n. . x . .\n. . x . .", &[(12, 0.5), (13, 1.0)]);
    check(". . x . .\n. . o . .\nx o . o o\n. . o . .\n. . o . .", &[(12, 2.0 / 3.0), (13, 0.0)]);
    check(". . x . .\n. . o . .\nx o . o o\n. . . . .\n. . o . .", &[(12, 2.0 / 3.0), (13, 1.0)]);
    // The empty board promises two captures, and never more than three count.
    check(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .", &[(12, 2.0 / 3.0), (13, 1.0)]);
    check(". . x . .\n. . o . .\nx . . . x\n. . . . .\n. . x . .", &[(12, 1.0)]);
}

#[test]
fn whether_black_can_start_is_not_known_from_his_captures() {
    // Once f13 said nothing that f12 did not say: with today's f12 it takes away all of it.
    let mut rng = Rng::new(12);
    let mut shut = 0;
    for _ in 0..20_000 {
        let position = wander::<u64>(&Rules::seega(5), &mut rng, 24);
        let f = Features::of(&position);
        let product = placing(&f)[0];
        if f.black_can_start == 0.0 && f.phase_two_start > 0.0 {
            assert_eq!(product, 0.0);
            shut += 1;
        } else {
            assert_eq!(product, f.phase_two_start);
        }
    }
    assert!(shut > 100, "only {shut} boards");
}

#[test]
fn every_feature_fills_its_range() {
    let full = "xxxxxxx\nxxxxxxx\nxxxxxxx\nxxx....\n.......\n.......\n.....oo";
    check(full, &[(3, 1.0), (11, 1.0)]);
    check("xxxx...\nxxxx...\nxxxx...\nxxx....\nxxx....\nxxx....\nxxx..oo", &[(4, 1.0)]);
    check("ooooooo\nooooooo\nooooooo\nooo....\n.......\n.......\n.....xx", &[(5, 1.0), (11, -1.0)]);
    check("oooo...\noooo...\noooo...\nooo....\nooo....\nooo....\nooo..xx", &[(6, 1.0)]);
    check("x.....x\n.......\n...o...\n...o...\n.......\n.......\nx.....x", &[(1, 1.0), (9, 1.0)]);
    check("o.....o\n.......\n.......\n..xx...\n.......\n.......\no.....o", &[(1, -1.0), (10, -1.0)]);
    check("xxxxxxx\nx.....x\nx..o..x\nx..o..x\nx.....x\nx.....x\nxxxxxxx", &[(2, 1.0), (3, 14.0 / 24.0)]);
    check("x.....o\nx.....o\n.......\n.......\n.......\n.......\n.......", &[(7, 1.0), (8, 0.0)]);
    check("xx.....\n.......\n.......\n.......\n.......\n.......\noo.....", &[(7, 0.0), (8, 1.0)]);
    check(".......\n...x...\n...o...\n.xo.ox.\n...x...\n.......\n.......", &[(12, 1.0), (13, 1.0)]);
}

#[test]
fn the_papers_positions() {
    // The last board of the 2004 game: 15 black pieces, 7 white ones.
    let text = "w.....w/bb...../b....../.bbbbb./bb...../ww.bbbb/ww...bw b move 40 120";
    let end: Seega<u64> = Seega::parse(&Rules::seega(7), text).unwrap();
    let f = Features::of(&end);
    let wanted = [
        -1.0,
        -1.0 / 24.0,
        13.0 / 15.0,
        2.0 / 5.0,
        4.0 / 7.0,
        4.0 / 7.0,
        1.0 / 9.0,
        7.0 / 90.0,
        -32.0 / 105.0,
        -53.0 / 105.0,
        8.0 / 22.0,
        0.5,
        1.0,
    ];
    assert!(f.array().iter().zip(wanted).all(|(&f, w)| near(f, w)), "{f:?}");
    let wanted = [
        4.0 / 11.0,
        -38.0 / 165.0,
        -16.0 / 77.0,
        691.0 / 18900.0,
        7.0 / 75.0,
        0.0,
        17.0 / 495.0,
        -25.0 / 48.0,
        -23.0 / 24.0,
    ];
    assert!(moving(&f).iter().zip(wanted).all(|(&c, w)| near(c, w)), "{:?}", moving(&f));

    // The last board of the 2003 game: 10 black pieces, 12 white ones.
    let end: Seega<u64> =
        Seega::parse(&Rules::seega(5), ".bbbb/bbwwb/bwww./bww.w/wwwwb w move 40 40").unwrap();
    let wanted = [
        -1.0 / 5.0,
        13.0 / 100.0,
        1.0 / 6.0,
        -223.0 / 6400.0,
        -7.0 / 400.0,
        7.0 / 240.0,
        -33.0 / 800.0,
        1.0 / 4.0,
        0.0,
    ];
    let found = moving(&Features::of(&end));
    assert!(found.iter().zip(wanted).all(|(&c, w)| near(c, w)), "{found:?}");

    // The 2004 game when the board is full: c4-d4 takes e4 and d3.
    let text = "wbwwwww/bwwwwbb/bbbwbbb/wwb.wbb/bwbwwbb/wwbbbbb/wwwwbbw b move 0 48";
    let full: Seega<u64> = Seega::parse(&Rules::seega(7), text).unwrap();
    assert!(near(Features::of(&full).phase_two_start, 2.0 / 3.0));
    let step = full.read_step("c4-d4").unwrap();
    assert_eq!(full.captures(step), 2);
}

#[test]
fn equation_two_by_hand() {
    // f1 = 1/4, f2 = 1/16 (a5 and c5 against d1), f6 = 2/3 (d1 and d2), f3 to f5 are 0. Mean files 1 and 8/3, mean ranks 10/3 and 4/3:
    // f7 = 5/12, f8 = 1/2. Mean distances from the middle file 1 and 2/3, from the middle rank 4/3 and 4/3: f9 = 1/6,
    // f10 = 0. Black will take c4, and perhaps what White puts on d3 and c2; b3 is black: f12 = (1 + ½ + ½)/3.
    let position = drawn("x . x . .\n. . o . .\n. x . . .\n. . . o .\n. . . o .");
    let found = placing(&Features::of(&position));
    let wanted = [2.0 / 3.0, -5.0 / 144.0, 11.0 / 24.0, -2.0 / 3.0, 5.0 / 32.0, 3.0 / 16.0];
    assert!(found.iter().zip(wanted).all(|(&c, w)| near(c, w)), "{found:?}");
}

fn wander<B: Bits>(rules: &Rules, rng: &mut Rng, steps: usize) -> Seega<B> {
    let mut position = Seega::start(rules);
    for _ in 0..steps {
        let mut next = position;
        let Some(step) = position.pick(&mut |n| rng.below(n)) else { break };
        next.play(step);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn equals_slow<B: Bits>(rules: &Rules, rng: &mut Rng) {
    let most = rules.size as usize * rules.size as usize * 3;
    let steps = rng.below(most);
    let position: Seega<B> = wander(rules, rng, steps);
    let text = position.to_string();
    let found = Features::of(&position).array();
    let wanted = slow_features::features(&text);
    for i in 0..13 {
        assert!(near(found[i], wanted[i]), "f{}: {} and not {} in {text}", i + 1, found[i], wanted[i]);
    }
    let weights: [f32; 15] = std::array::from_fn(|_| (4.0 * rng.uniform() - 2.0) as f32);
    let mut linear = Linear::<B>::new(rules.size, weights.into());
    let sum = slow_features::sum(&text, &weights);
    assert!((f64::from(linear.sum(&position)) - sum).abs() < 2e-5, "{text}");
    // For the mover, and scaled down where the weights are heavy.
    let score = f64::from(linear.score(&position)) / f64::from(UNIT);
    let mover = if rules.colour(position.to_move()) == Colour::Black { sum } else { -sum };
    assert!(score.abs() <= mover.abs() + 1e-4 && score * mover >= -1e-4, "{text}: {score}, {mover}");
}

#[test]
fn fast_equals_slow_on_random_positions() {
    let mut rng = Rng::new(7);
    for size in [3, 5, 7, 9] {
        for rules in [Rules::seega(size), Rules::ludii(size), Rules::seejeh(size)] {
            for _ in 0..150 {
                if size < 9 {
                    equals_slow::<u64>(&rules, &mut rng);
                }
                equals_slow::<u128>(&rules, &mut rng);
            }
        }
    }
}

/// Random boards of phase two as strings: `b`, `w` and `.`, at least one of them empty.
fn boards() -> impl Strategy<Value = (u8, String)> {
    prop_oneof![Just(3u8), Just(5), Just(7), Just(9)].prop_flat_map(|n| {
        let cells = usize::from(n) * usize::from(n);
        let most = (cells - 1) / 2;
        (Just(n), 0..=most, 0..=most, Just((0..cells).collect::<Vec<_>>()).prop_shuffle()).prop_map(
            |(n, black, white, order)| {
                let mut letters = vec!['.'; order.len()];
                order[..black].iter().for_each(|&i| letters[i] = 'b');
                order[black..black + white].iter().for_each(|&i| letters[i] = 'w');
                let rows: Vec<String> = letters.chunks(n.into()).map(|row| row.iter().collect()).collect();
                (n, rows.join("/"))
            },
        )
    })
}

fn board(n: u8, rows: &str) -> Seega<u128> {
    Seega::parse(&Rules::seega(n), &format!("{rows} b move 0 0")).unwrap()
}

/// The twins: which feature takes the place of which.
fn permuted(f: [f32; 13], swaps: [(usize, usize); 4]) -> [f32; 13] {
    let mut g = f;
    swaps.into_iter().for_each(|(a, b)| g.swap(a - 1, b - 1));
    g
}

proptest! {
    #[test]
    fn swapping_the_colours((n, rows) in boards()) {
        let swapped: String =
            rows.chars().map(|c| match c { 'b' => 'w', 'w' => 'b', c => c }).collect();
        let f = Features::of(&board(n, &rows)).array();
        let g = Features::of(&board(n, &swapped)).array();
        let mut wanted = permuted(f, [(3, 5), (4, 6), (1, 1), (1, 1)]);
        for bipolar in [1, 2, 9, 10, 11] {
            wanted[bipolar - 1] = -wanted[bipolar - 1];
        }
        // f12 and f13 are Black's alone.
        prop_assert_eq!(&g[..11], &wanted[..11]);
    }

    #[test]
    fn turning_the_board((n, rows) in boards()) {
        let position = board(n, &rows);
        let f = Features::of(&position).array();
        for symmetry in 0..8 {
            let g = Features::of(&position.transform(symmetry)).array();
            let twins = [(3, 4), (5, 6), (7, 8), (9, 10)];
            let wanted = if symmetry & 4 != 0 { permuted(f, twins) } else { f };
            prop_assert_eq!(g, wanted, "symmetry {}", symmetry);
        }
    }

    #[test]
    fn ranges_hold((n, rows) in boards()) {
        let f = Features::of(&board(n, &rows)).array();
        for (i, value) in f.into_iter().enumerate() {
            let low = if [1, 2, 9, 10, 11].contains(&(i + 1)) { -1.0 } else { 0.0 };
            prop_assert!((low - 1e-6..=1.0 + 1e-6).contains(&value), "f{} = {}", i + 1, value);
        }
    }
}

#[test]
fn colours_and_not_sides_decide() {
    // In Seejeh Black is the first side; the board is the same, and so are the features.
    let rows = "x . . . x\n. . . . .\n. . o . .\n. . . . .\no . . . .";
    let text = drawn(rows).to_string();
    let seejeh: Seega<u64> = Seega::parse(&Rules::seejeh(5), &text).unwrap();
    assert_eq!(seejeh.pieces(Side::First).count(), 2);
    assert_eq!(Features::of(&seejeh), Features::of(&drawn(rows)));
    let weights = LinearWeights::abdelbar2004_black();
    let (mut a, mut b) = (Linear::new(5, weights), Linear::new(5, weights));
    assert_eq!(a.score(&seejeh), b.score(&drawn(rows)));
}

#[test]
fn explanations_add_up() {
    let text = "w.....w/bb...../b....../.bbbbb./bb...../ww.bbbb/ww...bw w move 3 120";
    let end: Seega<u64> = Seega::parse(&Rules::seega(7), text).unwrap();
    for weights in [LinearWeights::abdelbar2004_white(), LinearWeights::abdelbar2004_black()] {
        let told = explain(&end, &weights, "mine");
        assert_eq!((told.phase.as_str(), told.terms.len()), ("moving", 9));
        assert!((told.terms.iter().map(|t| t.share).sum::<f32>() - told.sum).abs() < 1e-5);
        assert_eq!((told.side, told.mover, told.for_mover), ("Black", "White", -told.sum));
        let score = Linear::new(7, weights).score(&end);
        assert!((score as f32 / UNIT as f32 - told.for_mover).abs() < 1e-4);
    }
    let told = explain(&Seega::<u64>::start(&Rules::seega(7)), &LinearWeights::abdelbar2004_white(), "mine");
    assert_eq!((told.phase.as_str(), told.terms.len()), ("placing", 6));
    // The empty board promises Black two captures of three.
    assert!(near(told.sum, 1.358074 * 2.0 / 3.0), "{}", told.sum);

    let told = explain(&end, &LinearWeights::abdelbar2004_black(), "mine");
    let text = told.to_string();
    assert!(text.contains("  f11 material                         0.364\n"), "{text}");
    let line = "  material                        f11                     0.364   1.985   +0.722\n";
    assert!(text.contains(line), "{text}");
    assert!(text.contains("for White, who is to move"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let json = serde_json::to_value(told).unwrap();
    assert_eq!(json["terms"][1]["name"], "black-clustering");
    assert_eq!(json["features"][10]["symbol"], "f11");
}

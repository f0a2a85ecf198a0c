use games::seega::{Exchange, Rules, Seega};
use games::{Game, Line, MoveList};

use super::*;
use crate::search::{AlphaBeta, Options};
use crate::{Limits, Rng};

/// The position on which the player of 2004 gave up; White's step `b1-c1` makes the eye.
const GIVEN_UP: &str = "w.....w/bb...../b....../.bbbbb./bb...../ww.bbbb/ww...bw b move 0 150";

fn random_positions<B: Bits>(rules: &Rules, games: u64, mut visit: impl FnMut(&Seega<B>)) {
    for game in 0..games {
        let mut rng = Rng::new(5).child("game", game);
        let mut position = Seega::<B>::start(rules);
        for _ in 0..2 * rules.pieces() + 60 {
            let Some(step) = position.pick(&mut |n| rng.below(n)) else { break };
            visit(&position);
            position.play(step);
        }
    }
}

fn swapped(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'w' => 'b',
            'b' => 'w',
            c => c,
        })
        .collect()
}

#[test]
fn symmetries_and_colours_leave_the_score() {
    let rules = Rules::seega(7);
    let mut evaluator = SeegaEvaluator::<u64>::new(&rules);
    random_positions::<u64>(&rules, 10, |position| {
        let score = evaluator.score(position);
        for symmetry in 0..position.symmetries() {
            assert_eq!(evaluator.score(&position.transform(symmetry)), score, "{position} by {symmetry}");
        }
        if !position.is_placing() {
            let text = position.to_string();
            let (board, rest) = text.split_once(" ").unwrap();
            let (mover, rest) = rest.split_once(" ").unwrap();
            let other = format!("{} {} {rest}", swapped(board), swapped(mover));
            let other = Seega::parse(&rules, &other).unwrap();
            assert_eq!(evaluator.score(&other), score, "{position}");
        }
    });
}

fn agrees<B: Bits>(rules: &Rules) {
    let mut evaluator = SeegaEvaluator::<B>::new(rules);
    let weights = SiegeWeights::shipped().to_row();
    random_positions::<B>(rules, 5, |position| {
        let score = evaluator.score(position);
        assert!(score.abs() < DECIDED, "{position}: {score}");
        if rules.exchange == Exchange::Off {
            let logits: f64 = evaluator.terms(position).iter().zip(&weights).map(|(x, w)| x * w).sum();
            let plain = logits * LOGIT;
            if plain.abs() < f64::from(STEEP) {
                assert!((f64::from(score) - plain).abs() < 300.0, "{position}: {score}, {plain}");
            }
        }
    });
}

#[test]
fn scores_are_bounded_sums_of_terms() {
    for size in [3, 5, 7] {
        agrees::<u64>(&Rules::seega(size));
        agrees::<u64>(&Rules::seejeh(size));
        agrees::<u64>(&Rules::ludii(size));
    }
    agrees::<u128>(&Rules::seega(9));
    agrees::<u128>(&Rules::seejeh(9));
    assert!(press(i32::MAX / 2) < DECIDED && press(500_000) > press(450_000));
}

#[test]
fn weights_are_stored_completely() {
    let weights = SiegeWeights::shipped();
    let plans = weights.plans.clone();
    assert_eq!(SiegeWeights { plans, ..SiegeWeights::from_row(&weights.to_row()) }, weights);
    assert_eq!((weights.moving.len(), weights.placing.len()), (MOVING.len(), PLACING.len()));
}

fn best(text: &str, nodes: u64) -> String {
    let rules = Rules::seega(5);
    let line = Line::new(Seega::<u64>::parse(&rules, text).unwrap());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = Options { table: 12, ..OPTIONS };
    let found =
        AlphaBeta::new(SeegaEvaluator::new(&rules), options).search(&line, &limits.into(), &mut |_, _| {});
    found[0].line[0].to_string()
}

#[test]
fn takes_what_hangs() {
    // c4 and b3 hang: the step of the drawing in the rules.
    assert_eq!(best("..w../..b../wb.b./..w../b...b w move 0 24", 5_000), "c2-c3");
}

#[test]
fn saves_what_hangs() {
    // White threatens e3-d3 (c3 between b3 and d3). Black must not lose the piece for nothing.
    let text = "w..../...../.wb.w/...../b...b b move 0 24";
    let step = best(text, 20_000);
    let rules = Rules::seega(5);
    let mut position = Seega::<u64>::parse(&rules, text).unwrap();
    position.play(position.read_step(&step).unwrap());
    let mut list = MoveList::new();
    position.moves(&mut list);
    assert!(list.iter().all(|&reply| position.captures(reply) == 0), "{step}");
}

#[test]
fn the_position_given_up_in_2004_cannot_be_won() {
    // Whatever Black does first, White steps b1-c1 and then in and out of the eye: Black can enter neither a1 nor b1, and
    // without one of them none of a2, b2 and c1 can be taken. Here Black is random, and tries captures first.
    let rules = Rules::seega(7);
    for game in 0..300 {
        let mut rng = Rng::new(2004).child("game", game);
        let mut position = Seega::<u64>::parse(&rules, GIVEN_UP).unwrap();
        while position.outcome().is_none() {
            let step = if position.to_move() == Side::First {
                let plan = ["b1-c1", "a1-b1", "b1-a1"];
                let eye = position.pieces(Side::First) & 0b100 != 0;
                let plan = if eye { &plan[1..] } else { &plan[..1] };
                plan.iter().find_map(|step| position.read_step(step).ok()).expect("White can always go on")
            } else {
                let mut list = MoveList::new();
                position.moves(&mut list);
                let captures: Vec<_> = list.iter().copied().filter(|&s| position.captures(s) > 0).collect();
                let from = if captures.is_empty() { &list[..] } else { &captures[..] };
                from[rng.below(from.len())]
            };
            position.play(step);
        }
        assert_eq!(position.outcome(), Some(games::Outcome::Draw), "{position}");
    }
}

#[test]
fn a_plan_that_gets_nowhere_is_dropped() {
    let rules = Rules::seega(7);
    let mut evaluator = SeegaEvaluator::<u64>::new(&rules);
    let at = |quiet: u32| {
        let text = GIVEN_UP.replace("move 0", &format!("move {quiet}"));
        Seega::<u64>::parse(&rules, &text).unwrap()
    };
    assert!(!evaluator.prepare(&at(9)), "the first plan");
    let before = evaluator.score(&at(0));
    assert!(evaluator.prepare(&at(10)), "another one");
    assert_ne!(evaluator.score(&at(0)), before);
    assert_eq!(evaluator.score(&at(0)), evaluator.score(&at(39)), "the plan follows the root alone");
    assert!(evaluator.prepare(&at(0)));
    assert_eq!(evaluator.score(&at(0)), before);
}

#[test]
fn explanations_add_up() {
    for rules in [Rules::seega(7), Rules::seejeh(5)] {
        let mut rng = Rng::new(3);
        let mut position = Seega::<u64>::start(&rules);
        while let Some(step) = position.pick(&mut |n| rng.below(n)) {
            let mut evaluator = SeegaEvaluator::new(&rules);
            let told = evaluator.explain(&position);
            // Explaining has chosen the plan, and scores are pressed together only where they are steep.
            let score = evaluator.score(&position);
            if score.abs() < STEEP {
                assert!((told.sum - score as f32 / LOGIT as f32).abs() < 1e-3, "{position}: {told}");
            }
            position.play(step);
        }
    }
}

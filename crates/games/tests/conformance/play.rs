//! Pieces, captures, random steps and step counts.

use games::{Game, GameSpec, Line, with_game};

use crate::common::{Twin, games, walk};
use crate::reference::{self, Reference};
use crate::{after, steps};

/// Nothing appears or vanishes but what the rules say, and `captures` says how much is taken.
fn pieces_are_conserved<G: Twin>(rules: &G::Rules, name: &str) {
    let mut captured = 0;
    for number in 0..20 {
        let mut slow = G::Reference::start(rules);
        walk::<G>(rules, name, number, 400, |line, _| {
            if let Some(last) = line.steps().last() {
                slow.play(&last.to_string());
            }
            let position = line.position();
            for step in steps(position) {
                let takes = position.captures(step);
                assert!(takes == 0 || !position.is_quiet(), "{name} {position} {step}");
                let next = after(position, step);
                assert_eq!(takes, slow.captures(&step.to_string()), "{name} {position} {step}");
                assert!(
                    G::conserves(position, step, takes, &next),
                    "{name} {position} {step} takes {takes}: {next}"
                );
                captured += takes;
            }
        });
    }
    assert!(captured > 0, "{name}: nothing was taken");
}

#[test]
fn conservation() {
    for_every_game!(pieces_are_conserved);
}

/// `pick` gives every legal step about equally often (chi-square), and nothing else.
fn picks_are_uniform<G: Game>(rules: &G::Rules, name: &str) {
    const EACH: usize = 60;
    for number in 0..3 {
        walk::<G>(rules, name, number, 400, |line, random| {
            let position = line.position();
            let list = steps(position);
            if list.is_empty() {
                assert_eq!(position.pick(&mut |n| random.below(n)), None, "{name} {position}");
            }
            if list.is_empty() || random.below(6) > 0 {
                return;
            }
            let mut picked = vec![0; list.len()];
            for _ in 0..EACH * list.len() {
                let step = position.pick(&mut |n| random.below(n)).expect("a step");
                let index = list.iter().position(|s| *s == step);
                picked[index.unwrap_or_else(|| panic!("{name} {position}: {step} is illegal"))] += 1;
            }
            let square = |n: &i32| f64::from(n - EACH as i32).powi(2) / EACH as f64;
            let (distance, freedom) = (picked.iter().map(square).sum::<f64>(), (list.len() - 1) as f64);
            let bound = freedom + 5.0 * (2.0 * freedom).sqrt() + 15.0;
            assert!(distance < bound, "{name} {position}: {list:?} were picked {picked:?} times");
        });
    }
}

#[test]
fn picks() {
    for_every_game!(picks_are_uniform);
}

/// Like [`perft`], repetitions included.
fn line_perft<G: Game>(line: &mut Line<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    for step in line.moves() {
        line.push(step);
        sum += line_perft(line, depth - 1);
        line.undo();
    }
    sum
}

/// From random positions the rules and the reference reach equally many positions.
fn step_counts_agree<G: Twin>(rules: &G::Rules, name: &str) {
    for number in 0..3 {
        let mut slow = G::Reference::start(rules);
        walk::<G>(rules, name, number, 400, |line, random| {
            if let Some(last) = line.steps().last() {
                slow.play(&last.to_string());
            }
            if random.below(20) > 0 {
                return;
            }
            let depth = if line.moves().len() <= 12 { 3 } else { 2 };
            let mut line = line.clone();
            assert_eq!(
                line_perft(&mut line, depth),
                reference::perft(&slow, depth),
                "{name} {} depth {depth}",
                line.position()
            );
        });
    }
}

#[test]
fn step_counts() {
    for_every_game!(step_counts_agree);
}

//! Monte-Carlo tree search backs up correctly where turns are several steps long: given time it finds what plain minimax
//! knows, its means are those of what it saw, and its proofs are true.

#[allow(dead_code)]
mod tree_game;

use engine::search::{Evaluation, Mcts, Playouts, Selection, Shape, Uniform, View, minimax};
use engine::{Limits, Rng};
use games::{Game, Line, Outcome, Side};
use tree_game::{Opinion, Tree, TreeRules};

fn sims(n: u64) -> Limits {
    Limits { nodes: Some(n), ..Limits::default() }
}

#[test]
fn proofs_are_what_minimax_finds() {
    let mut proven = 0;
    for seed in 0..300 {
        // Few positions and a short quiet limit: the whole game fits into a tree.
        let start = Tree::start(&TreeRules { seed, nodes: 40, width: 3, quiet_limit: 4 });
        if start.outcome().is_some() {
            continue;
        }
        let mut search = Mcts::new(Playouts { longest: 50 }, Selection::Uct(1.0));
        let branches = search.search(&Line::new(start), &sims(1500), &mut Rng::new(seed), &mut |_, _| {});
        let best = &branches[0];
        if best.value.abs() == 1.0 || best.value == 0.0 {
            // Proven or by chance equal; deep minimax decides.
            let truth = minimax(&start, &mut Opinion, &Shape::PLAIN, 9, 0);
            let decided = truth.abs() > engine::search::DECIDED;
            if decided {
                assert_eq!(best.value, truth.signum() as f32, "seed {seed}");
                proven += 1;
            }
        }
    }
    assert!(proven > 50, "only {proven} trees were decided");
}

#[test]
fn the_most_visited_step_wins_where_minimax_sees_a_win() {
    let mut checked = 0;
    for seed in 1000..1300 {
        let start = Tree::start(&TreeRules { seed, nodes: 5000, width: 4, quiet_limit: 40 });
        if start.outcome().is_some() {
            continue;
        }
        let truth = minimax(&start, &mut Opinion, &Shape::PLAIN, 4, 0);
        if truth < engine::search::DECIDED {
            continue;
        }
        let mut search = Mcts::new(Uniform(Opinion), Selection::Puct(1.5));
        let best =
            search.search(&Line::new(start), &sims(4000), &mut Rng::new(1), &mut |_, _| {}).swap_remove(0);
        let mut child = start;
        child.play(best.step);
        let reply =
            View::new(start.to_move(), &child).score(minimax(&child, &mut Opinion, &Shape::PLAIN, 5, 1));
        assert!(reply > engine::search::DECIDED, "seed {seed}: {:?} throws a win away", best.step);
        checked += 1;
    }
    assert!(checked > 20, "only {checked} trees had a win to find");
}

#[test]
fn the_tree_is_kept_for_the_next_step() {
    let spec: games::GameSpec = "seega:5".parse().unwrap();
    games::with_game!(spec, |rules: G| {
        let mut line = Line::new(G::start(&rules));
        let mut search = Mcts::new(Playouts { longest: 400 }, Selection::Uct(1.0));
        let mut rng = Rng::new(3);
        let best = search.search(&line, &sims(500), &mut rng, &mut |_, _| {}).swap_remove(0);
        line.push(best.step);
        let seen = best.visits;
        search.search(&line, &sims(100), &mut rng, &mut |_, _| {});
        assert_eq!(search.tree().root_visits(), seen + 100);
        // Another game: nothing is kept.
        search.search(&Line::new(G::start(&rules)), &sims(10), &mut rng, &mut |_, _| {});
        assert_eq!(search.tree().root_visits(), 10);
    });
}

/// What a position is worth for the first side if one side plays at random and the other knows it; none where games may be longer.
fn expectation(position: &Tree, aimless: Side, longest: u32) -> Option<f32> {
    match position.outcome() {
        Some(Outcome::Win(Side::First)) => return Some(1.0),
        Some(Outcome::Win(Side::Second)) => return Some(-1.0),
        Some(Outcome::Draw) => return Some(0.0),
        None if longest == 0 => return None,
        None => {}
    }
    let mut steps = games::MoveList::new();
    position.moves(&mut steps);
    let worth = |&step: &_| {
        let mut child = *position;
        child.play(step);
        expectation(&child, aimless, longest - 1)
    };
    let worths = steps.iter().map(worth).collect::<Option<Vec<f32>>>()?.into_iter();
    Some(match position.to_move() {
        mover if mover == aimless => worths.sum::<f32>() / steps.len() as f32,
        Side::First => worths.fold(-1.0, f32::max),
        Side::Second => worths.fold(1.0, f32::min),
    })
}

#[test]
fn an_opponent_who_plays_at_random_is_worth_his_mean() {
    let (mut checked, mut apart) = (0, 0);
    for seed in 0..1500 {
        let start = Tree::start(&TreeRules { seed, nodes: 40, width: 3, quiet_limit: 4 });
        if start.outcome().is_some() {
            continue;
        }
        let (line, mover) = (Line::new(start), start.to_move());
        let Some(first) = expectation(&start, mover.other(), 10) else { continue };
        let value = |mut tree: engine::search::Tree<Tree>| {
            tree.take_root(&line);
            while tree.root_visits() < 20_000 && !(tree.root_visits() > 0 && tree.is_proven()) {
                if let Some(leaf) = tree.descend(&line) {
                    tree.absorb(leaf, &Evaluation { value: 0.0, priors: Vec::new() });
                }
            }
            tree.root_value()
        };
        let selection = Selection::Puct(0.5);
        let found = value(engine::search::Tree::against_random(selection, mover.other()));
        let truth = if mover == Side::First { first } else { -first };
        assert!((found - truth).abs() < 0.1, "seed {seed}: {found}, not {truth}");
        checked += 1;
        apart += u32::from((value(engine::search::Tree::new(selection)) - truth).abs() > 0.1);
    }
    assert!(checked > 50 && apart > 15, "{checked} trees, {apart} of them worth less against the best play");
}

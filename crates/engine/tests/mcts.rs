//! Monte-Carlo tree search backs up correctly where turns are several steps long: given time it finds what plain minimax
//! knows, its means are those of what it saw, and its proofs are true.

#[allow(dead_code)]
mod tree_game;

use engine::search::{Evaluation, Mcts, Playouts, Selection, Shape, Uniform, View, minimax};
use engine::{Limits, Rng};
use games::{Game, Line, MoveList, Outcome};
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

#[test]
fn what_a_leaf_proves_counts_more_than_an_opinion_of_it() {
    let mut checked = 0;
    for seed in 0..2000 {
        let start = Tree::start(&TreeRules { seed, nodes: 5000, width: 4, quiet_limit: 40 });
        if start.outcome().is_some() {
            continue;
        }
        let after = |position: &Tree| {
            let mut steps = MoveList::new();
            position.moves(&mut steps);
            let played = |&step: &_| {
                let mut child = *position;
                child.play(step);
                child
            };
            steps.iter().map(played).collect::<Vec<Tree>>()
        };
        let children = after(&start);
        // A child that wins for its mover in one step, which nobody can see from outside.
        let wins = |child: &Tree| {
            let won = Some(Outcome::Win(child.to_move()));
            child.outcome().is_none() && after(child).iter().any(|last| last.outcome() == won)
        };
        let Some(child) = children.iter().position(wins) else { continue };
        if children.iter().any(|child| child.outcome().is_some()) {
            continue;
        }
        let (line, mut tree) = (Line::new(start), engine::search::Tree::new(Selection::Puct(1.5)));
        tree.take_root(&line);
        let root = tree.descend(&line).expect("nothing is known yet");
        let priors = (0..children.len()).map(|i| f32::from(u8::from(i == child))).collect();
        tree.absorb(root, &Evaluation { value: 0.0, priors });
        let leaf = tree.descend(&line).expect("its children are not known yet");
        assert_eq!(leaf.position, children[child]);
        tree.absorb(leaf, &Evaluation { value: -1.0, priors: Vec::new() });
        let sign = if children[child].to_move() == start.to_move() { 1.0 } else { -1.0 };
        // A win of the mover's own proves the root as well.
        let mean = if tree.is_proven() { sign } else { 0.5 * sign };
        assert_eq!(tree.root_value(), mean, "seed {seed}");
        checked += 1;
    }
    assert!(checked > 20, "only {checked} trees had such a leaf");
}

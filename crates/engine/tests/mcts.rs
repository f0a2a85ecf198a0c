//! Monte-Carlo tree search backs up correctly where turns are several steps long: given time it finds what plain minimax
//! knows, its means are those of what it saw, and its proofs are true.

#[allow(dead_code)]
mod tree_game;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::search::{
    Evaluation, Mcts, Opponent, PlayedOut, Playouts, PolicyEvaluator, Selection, Shape, Tree as Growth,
    Uniform, View, minimax,
};
use engine::{Limits, Player, PlayerSpec, RandomPlayer, Rng, Task};
use games::capture_go::CaptureGo;
use games::seega::Seega;
use games::{Game, Line, MoveList, Outcome, Side};
use tree_game::{Opinion, Tree, TreeRules};

fn sims(n: u64) -> Task {
    Limits { nodes: Some(n), ..Limits::default() }.into()
}

fn search<G: Game>(evaluator: impl PolicyEvaluator<G> + 'static, selection: Selection) -> Mcts<G> {
    Mcts::new(Box::new(evaluator), Growth::new(selection), Limits::default())
}

fn against_random<G: Game>(longest: u32) -> Mcts<G> {
    let tree = Growth::new(Selection::Uct(1.0)).against(Opponent::Random);
    Mcts::new(Box::new(Playouts { longest }), tree, Limits::default())
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
        let mut search = search(Playouts { longest: 50 }, Selection::Uct(1.0));
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

/// Without proofs a search goes on where the result is certain, and all of its visits are counted; what it thinks best is the same in the end.
#[test]
fn without_proofs_visits_are_all_there_is() {
    let (mut proven, mut agreed) = (0, 0);
    for seed in 0..100 {
        let start = Tree::start(&TreeRules { seed, nodes: 40, width: 3, quiet_limit: 4 });
        if start.outcome().is_some() {
            continue;
        }
        let line = Line::new(start);
        let [with, without] = [true, false].map(|proves| {
            let mut tree = Growth::new(Selection::Puct(1.5)).proving(proves);
            tree.take_root(&line);
            let mut judge = Uniform(Opinion);
            while tree.root_visits() < 800 && !tree.is_proven() {
                if let Some(leaf) = tree.descend(&line) {
                    let evaluation = judge.evaluate(&[leaf.position], &mut Rng::new(1)).remove(0);
                    tree.absorb(leaf, &evaluation);
                }
            }
            tree
        });
        assert!(!without.is_proven());
        let branches = without.branches();
        assert_eq!(branches.iter().map(|branch| branch.visits).sum::<u32>(), 799, "all but the root's own");
        assert!(
            branches.windows(2).all(|pair| pair[0].visits >= pair[1].visits),
            "the most visited is the best"
        );
        if with.is_proven() {
            proven += 1;
            agreed += u32::from((with.root_value() - branches[0].value).abs() < 0.2);
        }
    }
    assert!(proven > 30 && agreed * 10 > proven * 9, "{agreed} of {proven}");
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
        let mut search = search(Uniform(Opinion), Selection::Puct(1.5));
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

/// What a position is worth to a side that chooses its best steps while the other makes any; nothing where a game may take longer than
/// `left` steps.
fn against_chance(position: &Tree, side: Side, left: u32) -> Option<f32> {
    match position.outcome() {
        Some(Outcome::Draw) => return Some(0.0),
        Some(Outcome::Win(winner)) => return Some(if winner == side { 1.0 } else { -1.0 }),
        None if left == 0 => return None,
        None => {}
    }
    let mut steps = MoveList::new();
    position.moves(&mut steps);
    let after = |step: &_| {
        let mut child = *position;
        child.play(*step);
        against_chance(&child, side, left - 1)
    };
    let values: Vec<f32> = steps.iter().map(after).collect::<Option<_>>()?;
    let best = values.iter().copied().fold(-1.0, f32::max);
    Some(if position.to_move() == side { best } else { values.iter().sum::<f32>() / values.len() as f32 })
}

#[test]
fn against_an_opponent_who_makes_any_step_a_position_is_worth_the_mean_of_them() {
    let (mut checked, mut different) = (0, 0);
    for seed in 0..4000 {
        let start = Tree::start(&TreeRules { seed, nodes: 5000, width: 4, quiet_limit: 2 });
        let mover = start.to_move();
        let Some(truth) = against_chance(&start, mover, 12).filter(|_| start.outcome().is_none()) else {
            continue;
        };
        let mut search = against_random(50);
        let branches = search.search(&Line::new(start), &sims(8000), &mut Rng::new(seed), &mut |_, _| {});
        let mut child = start;
        child.play(branches[0].step);
        let chosen = against_chance(&child, mover, 12).unwrap();
        assert!(truth - chosen < 0.05, "seed {seed}: a step worth {chosen} instead of {truth}");
        assert!((branches[0].value - truth).abs() < 0.1, "seed {seed}: {} for {truth}", branches[0].value);
        checked += 1;
        different += i32::from(truth.fract() != 0.0);
    }
    assert!(checked > 100 && different > 30, "{checked} trees, {different} of them not certain");
}

#[test]
fn games_that_a_player_plays_out_say_what_a_position_is_worth() {
    let start = Tree::start(&TreeRules { seed: 3, nodes: 5000, width: 4, quiet_limit: 40 });
    let mut played =
        PlayedOut::new(Box::new(Uniform(Opinion)), Box::new(RandomPlayer), Limits::default(), false);
    let mut rng = Rng::new(1);
    let mut results = [0; 3];
    for _ in 0..200 {
        let judged = &played.evaluate(&[start], &mut rng)[0];
        assert!(!judged.certain);
        results[(judged.value + 1.0) as usize] += 1;
    }
    // Whole results, and not always the same: games, not the opinion of the evaluator.
    assert!(results[0] > 10 && results[2] > 10, "{results:?}");
    // Where nobody waits any more, the opinion has to do.
    played.bound(None, &Arc::new(AtomicBool::new(true)));
    let opinion = Uniform(Opinion).evaluate(&[start], &mut rng);
    assert_eq!(played.evaluate(&[start], &mut rng), opinion);
}

#[test]
fn playouts_keep_to_the_time() {
    let rules = games::seega::Rules::seega(5);
    let spec = "mcts(ms=50,playout=alphabeta(depth=100))".parse::<PlayerSpec>().unwrap();
    let mut player = spec.maker::<Seega<u64>>(&rules).unwrap()(&mut Rng::new(1));
    let began = Instant::now();
    player.choose(&Line::new(Seega::start(&rules)), &Limits::default(), &mut Rng::new(1));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[test]
fn games_by_chance_prove_nothing() {
    let rules = games::seega::Rules::seega(5);
    let mut line = Line::new(Seega::<u64>::start(&rules));
    let mut rng = Rng::new(4);
    for _ in 0..22 {
        line.push(line.position().pick(&mut |n| rng.below(n)).unwrap());
    }
    let nodes = |playout: &str| {
        let spec = format!("mcts(sims=300,playout={playout})").parse::<PlayerSpec>().unwrap();
        let mut player = spec.maker::<Seega<u64>>(&rules).unwrap()(&mut Rng::new(1));
        player.choose(&line, &Limits::default(), &mut Rng::new(1)).nodes
    };
    assert_eq!(nodes("random"), 300);
    assert!(nodes("alphabeta(depth=1)") < 20, "two placings are left, and known once they were played out");
}

/// Against an opponent by chance a tree cannot be kept for the other side.
#[test]
fn whoever_chooses_chooses_in_a_tree_of_its_own() {
    let rules: games::GameSpec = "capture-go:ponnuki:3".parse().unwrap();
    let games::GameSpec::CaptureGo(rules) = rules else { panic!("a game of Capture Go") };
    let mut line = Line::new(CaptureGo::start(&rules));
    line.read("a1").unwrap();
    let mut kept = against_random(100);
    kept.search(&line, &sims(20_000), &mut Rng::new(1), &mut |_, _| {});
    line.read("b1").unwrap();
    let kept = kept.search(&line, &sims(3_000), &mut Rng::new(2), &mut |_, _| {});
    let fresh = against_random(100).search(&line, &sims(3_000), &mut Rng::new(2), &mut |_, _| {});
    assert_eq!((kept[0].step, kept[0].value), (fresh[0].step, fresh[0].value));
}

/// What placing is worth to a side where `mover` plays the moving stage for both, and the other side places by chance or as well as it can.
fn placed(line: &Line<Seega<u64>>, side: Side, chance: bool, mover: &mut dyn Player<Seega<u64>>) -> f32 {
    let mut line = line.clone();
    if !line.position().is_placing() {
        while line.outcome().is_none() {
            line.push(mover.choose(&line, &Limits::default(), &mut Rng::new(0)).step());
        }
        return match line.outcome() {
            Some(Outcome::Win(winner)) => {
                if winner == side {
                    1.0
                } else {
                    -1.0
                }
            }
            _ => 0.0,
        };
    }
    let steps = line.moves();
    let mut after = |&step: &_| {
        line.push(step);
        let value = placed(&line, side, chance, mover);
        line.undo();
        value
    };
    let values: Vec<f32> = steps.iter().map(&mut after).collect();
    match line.to_move() == side {
        true => values.into_iter().fold(-1.0, f32::max),
        false if chance => values.iter().sum::<f32>() / values.len() as f32,
        false => values.into_iter().fold(1.0, f32::min),
    }
}

#[test]
fn the_end_of_a_placing_is_searched_to_the_end_where_somebody_plays_the_rest_out() {
    let rules = games::seega::Rules::seega(5);
    let mover = "alphabeta(depth=2)".parse::<PlayerSpec>().unwrap().maker::<Seega<u64>>(&rules).unwrap();
    let mut differ = 0;
    for seed in 0..6 {
        let mut line = Line::new(Seega::start(&rules));
        let mut rng = Rng::new(seed);
        // Four placings are left.
        for _ in 0..20 {
            line.push(line.position().pick(&mut |n| rng.below(n)).unwrap());
        }
        let mut truths = Vec::new();
        for chance in [false, true] {
            let opponent = if chance { "random" } else { "best" };
            let spec = format!(
                "mcts(sims=3000,playout=stages(place=random,move=alphabeta(depth=2)),opponent={opponent})"
            );
            let mut placer =
                spec.parse::<PlayerSpec>().unwrap().maker::<Seega<u64>>(&rules).unwrap()(&mut rng);
            let chosen = placer.choose(&line, &Limits::default(), &mut rng);
            let truth = placed(&line, line.to_move(), chance, &mut *mover(&mut rng));
            let slack = if chance { 0.1 } else { 0.0 };
            let said = chosen.best().value;
            assert!((said - truth).abs() <= slack, "seed {seed}, {opponent}: {said} for {truth}");
            let mut after = line.clone();
            after.push(chosen.step());
            let kept = placed(&after, line.to_move(), chance, &mut *mover(&mut rng));
            assert!(truth - kept <= slack, "seed {seed}, {opponent}: a step worth {kept} instead of {truth}");
            truths.push(truth);
            // In the moving stage it searches as ever, from a new tree.
            let mut line = line.clone();
            while line.position().is_placing() {
                line.push(line.moves()[0]);
            }
            let moving = placer.choose(&line, &Limits { nodes: Some(10), ..Limits::default() }, &mut rng);
            assert!(moving.nodes >= 10 || moving.best().value.abs() == 1.0, "seed {seed}: {moving:?}");
        }
        differ += i32::from(truths[0] != truths[1]);
    }
    assert!(differ > 0, "no placing depends on who answers");
}

#[test]
fn the_tree_is_kept_for_the_next_step() {
    let spec: games::GameSpec = "seega:5".parse().unwrap();
    games::with_game!(spec, |rules: G| {
        let mut line = Line::new(G::start(&rules));
        let mut search = search(Playouts { longest: 400 }, Selection::Uct(1.0));
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
        tree.absorb(root, &Evaluation::new(0.0, priors));
        let leaf = tree.descend(&line).expect("its children are not known yet");
        assert_eq!(leaf.position, children[child]);
        tree.absorb(leaf, &Evaluation::new(-1.0, Vec::new()));
        let sign = if children[child].to_move() == start.to_move() { 1.0 } else { -1.0 };
        // A win of the mover's own proves the root as well.
        let mean = if tree.is_proven() { sign } else { 0.5 * sign };
        assert_eq!(tree.root_value(), mean, "seed {seed}");
        checked += 1;
    }
    assert!(checked > 20, "only {checked} trees had such a leaf");
}

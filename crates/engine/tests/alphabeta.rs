//! Alpha-beta with every option on and off equals plain minimax, where turns are several steps long, where positions
//! repeat, and near a quiet limit.

#[allow(dead_code)]
mod tree_game;

use engine::player::{Limits, Task};
use engine::search::{AlphaBeta, Evaluator, Options, Score, Shape, View, minimax, value_of};
use engine::{Playable, PlayerSpec, Rng};
use games::{Game, GameSpec, Line, MoveList, with_game};
use proptest::prelude::*;
use tree_game::{KeyOpinion, Opinion, Tree, TreeRules};

/// The options that a bit mask names; none of them may change an answer.
fn options(mask: u32, shape: Shape) -> Options {
    Options {
        shape,
        table: if mask & 1 != 0 { 10 } else { 0 },
        table_depth: if mask & 32 != 0 { 1 } else { 2 },
        aspiration: if mask & 2 != 0 { 50 } else { 0 },
        killers: mask & 4 != 0,
        history: mask & 8 != 0,
        scout: mask & 16 != 0,
        reductions: false,
    }
}

fn alphabeta<G: Game>(line: &Line<G>, evaluator: impl Evaluator<G>, options: Options, depth: u32) -> Score {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut search = AlphaBeta::new(evaluator, options);
    let found = search.search(line, &limits.into(), &mut |_, _| {});
    let best = &found[0];
    // The expected play must be playable and start with the chosen step.
    let mut play = line.clone();
    for &step in &best.line {
        assert!(play.moves().contains(&step), "the expected play holds an illegal step");
        play.push(step);
    }
    best.score
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn equals_minimax_on_random_trees(
        seed in any::<u64>(), nodes in 5u64..3000, width in 1u64..6, quiet_limit in 2u32..12,
        depth in 1u32..6, mask in 0u32..64, forced_free in any::<bool>(), quiescence in 0u32..4,
        draw in prop_oneof![Just(0), -900..=900], outcomes in any::<bool>(),
    ) {
        let start = Tree::start(&TreeRules { seed, nodes, width, quiet_limit });
        prop_assume!(start.outcome().is_none());
        let shape = Shape { forced_free, quiescence, outcomes, draw };
        // An iteration stops early at a proven win; minimax must then agree at the depth it stopped at or any above.
        let truth = minimax(&start, &mut Opinion, &shape, depth as i32, 0);
        let found = alphabeta(&Line::new(start), Opinion, options(mask, shape), depth);
        prop_assert_eq!(found, truth);
    }
}

/// A position some random steps into a game.
fn wander<G: Game>(rules: &G::Rules, seed: u64, steps: u32) -> Line<G> {
    let mut line = Line::new(G::start(rules));
    let mut x = seed | 1;
    for _ in 0..steps {
        let list = line.moves();
        if list.is_empty() {
            line.undo();
            break;
        }
        x = games::game::mix(x);
        line.push(list[(x % list.len() as u64) as usize]);
    }
    if line.outcome().is_some() {
        line.undo();
    }
    line
}

fn real_positions(name: &str, steps: std::ops::Range<u32>, depth: u32) {
    let spec: GameSpec = name.parse().unwrap();
    with_game!(spec, |rules: G| {
        for (i, steps) in steps.enumerate() {
            let line = wander::<G>(&rules, i as u64 * 77 + 5, steps);
            for (forced_free, quiescence, draw, outcomes) in
                [(false, 0, 0, true), (true, 3, 0, true), (true, 0, -700, true), (true, 3, 0, false)]
            {
                let shape = Shape { forced_free, quiescence, outcomes, draw };
                let truth = minimax(line.position(), &mut KeyOpinion, &shape, depth as i32, 0);
                for mask in [0, 1, 3, 16, 31, 33, 63] {
                    let found = alphabeta(&line, KeyOpinion, options(mask, shape), depth);
                    assert_eq!(found, truth, "{name}, mask {mask}, depth {depth}, {}", line.position());
                }
            }
        }
    });
}

#[test]
fn equals_minimax_on_every_preset() {
    for preset in games::presets() {
        real_positions(&preset.usual().to_string(), 0..60, 2);
    }
}

#[test]
fn equals_minimax_on_seega() {
    real_positions("seega:5", 18..60, 3);
    real_positions("seega:3", 3..40, 5);
    real_positions("seega:5(quiet_limit=6)", 24..60, 4);
    real_positions("seega:9", 70..100, 2);
}

#[test]
fn equals_minimax_on_seejeh() {
    real_positions("seejeh:5", 18..50, 3);
    real_positions("seejeh:5(quiet_limit=5)", 22..50, 3);
}

#[test]
fn equals_minimax_on_awari() {
    real_positions("awari", 0..60, 4);
    real_positions("awari(step_limit=30)", 20..30, 4);
}

#[test]
fn equals_minimax_on_capture_go() {
    real_positions("capture-go:4", 0..16, 3);
    real_positions("capture-go:ponnuki:5", 0..20, 2);
}

/// The step that plain minimax finds without any cut: the first of the best, and its value.
fn plainly<G: Game>(
    position: &G,
    evaluator: &mut impl Evaluator<G>,
    shape: &Shape,
    depth: i32,
) -> (G::Move, Score) {
    let mut steps = MoveList::new();
    position.moves(&mut steps);
    let worth = |&step: &G::Move| {
        let mut child = *position;
        child.play(step);
        (step, View::new(position.to_move(), &child).score(minimax(&child, evaluator, shape, depth - 1, 1)))
    };
    let all: Vec<_> = steps.iter().map(worth).collect();
    let best = all.iter().map(|(_, score)| *score).max().unwrap();
    *all.iter().find(|(_, score)| *score == best).unwrap()
}

const GAMES: [(&str, u32, u32); 9] = [
    ("seega:5", 60, 3),
    ("seega:7", 90, 2),
    ("seega:ludii:5", 60, 3),
    ("seejeh:5", 60, 3),
    ("seejeh:5(exchange=false)", 60, 4),
    ("awari", 90, 5),
    ("awari:romein", 60, 4),
    ("capture-go:4", 14, 3),
    ("capture-go:ponnuki:5", 20, 2),
];

/// The players of specs choose what plain minimax chooses, by the evaluators that ship.
#[test]
fn minimax_by_name_makes_the_step_of_plain_minimax() {
    let mut chosen = 0;
    for (name, longest, depth) in GAMES {
        let spec: GameSpec = name.parse().unwrap();
        for outcomes in [true, false] {
            let shape = Shape { outcomes, ..Shape::PLAIN };
            let switch = if outcomes { "on" } else { "off" };
            let players = [
                format!("minimax(depth={depth},outcomes={switch})"),
                format!(
                    "alphabeta(depth={depth},quiescence=off,reductions=off,extensions=off,outcomes={switch})"
                ),
            ];
            with_game!(spec, |rules: G| {
                for number in 0..12u64 {
                    let line = wander::<G>(&rules, number * 31 + 3, number as u32 * longest / 12);
                    let line = Line::new(*line.position());
                    let mut evaluator = G::best_evaluator(&rules);
                    evaluator.prepare(line.position());
                    let (step, score) = plainly(line.position(), &mut evaluator, &shape, depth as i32);
                    let found = players.each_ref().map(|player| {
                        let spec: PlayerSpec = player.parse().unwrap();
                        let mut player = spec.maker::<G>(&rules).unwrap()(&mut Rng::new(1));
                        player
                            .think(&line, &Task::default(), &mut Rng::new(2), &mut |_| {})
                            .ideas
                            .swap_remove(0)
                    });
                    assert_eq!(found[0].line[0], step, "{}, {name}: {}", players[0], line.position());
                    // The same tree with a memory: of equal steps it may take another.
                    for (idea, player) in found.iter().zip(&players) {
                        assert_eq!(idea.value, value_of(score), "{player}, {name}: {}", line.position());
                    }
                    chosen += 1;
                }
            });
        }
    }
    assert_eq!(chosen, GAMES.len() * 2 * 12);
}

/// Each switch of a spec does something: somewhere the answer is another one.
#[test]
fn switches_change_answers() {
    for (switch, name, depth) in [
        ("quiescence", "seejeh:5", 2),
        ("extensions", "capture-go:5", 2),
        ("reductions", "awari", 7),
        ("outcomes", "seejeh:5(exchange=false)", 3),
    ] {
        let spec: GameSpec = name.parse().unwrap();
        with_game!(spec, |rules: G| {
            let differs = (0..60u64).any(|number| {
                let line = wander::<G>(&rules, number * 31 + 3, number as u32);
                let [on, off] = ["on", "off"].map(|word| {
                    let spec: PlayerSpec =
                        format!("alphabeta(depth={depth},{switch}={word})").parse().unwrap();
                    let mut player = spec.maker::<G>(&rules).unwrap()(&mut Rng::new(1));
                    player.think(&line, &Task::default(), &mut Rng::new(2), &mut |_| {}).best().value
                });
                on != off
            });
            assert!(differs, "{switch} changes nothing in {name}");
        });
    }
}

#[test]
fn several_best_steps_are_the_best_ones() {
    let start = Tree::start(&TreeRules { seed: 11, nodes: 2000, width: 5, quiet_limit: 30 });
    let line = Line::new(start);
    let mut scores: Vec<Score> = line
        .moves()
        .iter()
        .map(|&step| {
            let mut child = start;
            child.play(step);
            engine::search::View::new(start.to_move(), &child).score(minimax(
                &child,
                &mut Opinion,
                &Shape::PLAIN,
                3,
                1,
            ))
        })
        .collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let found = AlphaBeta::new(Opinion, options(31, Shape::PLAIN)).search(
        &line,
        &Task { best: 99, ..limits.into() },
        &mut |_, _| {},
    );
    assert_eq!(found.iter().map(|r| r.score).collect::<Vec<_>>(), scores);
}

#[test]
fn same_nodes_same_answer() {
    let spec: GameSpec = "seega:7".parse().unwrap();
    with_game!(spec, |rules: G| {
        let line = wander::<G>(&rules, 3, 60);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let run = || {
            let mut search = AlphaBeta::new(KeyOpinion, Options::FULL);
            let found = search.search(&line, &limits.into(), &mut |_, _| {});
            (found[0].line.clone(), found[0].score, search.nodes())
        };
        assert_eq!(run(), run());
    });
}

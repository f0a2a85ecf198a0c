//! A review: losses are those of one search of the position before the step, whatever values do from depth to depth, and forced moves
//! are judged like all others.

use std::sync::Arc;

use engine::player::{Limits, Task};
use engine::protocol::analysis::Query;
use engine::review::{Judged, Review};
use engine::{Playable, PlayerSpec, Rng};
use games::seega::{Rules, Seega};
use games::{Game, GameSpec, Line, Session};

type Board = Seega<u64>;

fn query(session: Session, player: &str, limits: Limits) -> Query {
    let (id, turns, every, player) = (String::new(), Vec::new(), None, player.parse().unwrap());
    Query { id, session, turns, player, limits, best: 1, every, priority: 0, play: false }
}

/// The judged steps, and what every question was limited to beside how deep its answer looked.
fn judge(query: Query) -> (Vec<Judged>, Vec<(Option<u32>, u32)>) {
    let (mut review, mut depths) = (Review::new(query), Vec::new());
    while let Some((query, turn)) = review.question() {
        let answer = query.answer(turn, 1, &Arc::default(), |_| {}).unwrap();
        depths.push((query.limits.depth, answer.root_info.depth));
        review.hear(answer);
    }
    (review.steps().to_vec(), depths)
}

fn random_game<G: Game>(rules: &G::Rules, seed: u64, steps: usize) -> Line<G> {
    let (mut line, mut rng) = (Line::new(G::start(rules)), Rng::new(seed));
    while line.steps().len() < steps
        && let Some(step) = line.position().pick(&mut |n| rng.below(n))
    {
        line.push(step);
    }
    line
}

/// What every legal step of a position is worth by one search of it. (The best evaluator is of no use here: its plan follows the root.)
fn by_one_search<G: Playable>(line: &Line<G>, player: &str, depth: u32) -> Vec<(G::Move, f32)> {
    let maker = player.parse::<PlayerSpec>().unwrap().maker::<G>(line.position().rules()).unwrap();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let task = Task { best: 99, ..limits.into() };
    let thoughts = maker(&mut Rng::new(1)).think(line, &task, &mut Rng::new(1), &mut |_| {});
    thoughts.ideas.iter().map(|idea| (idea.line[0], idea.value)).collect()
}

#[test]
fn losses_are_those_of_one_search() {
    let player = "minimax(bias=0,eval=abdelbar2004-white)";
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let (mut worse, mut equal) = (0, 0);
    for (seed, name) in [(3, "seega:5"), (4, "seejeh:5"), (5, "seega:3")] {
        let game: GameSpec = name.parse().unwrap();
        let GameSpec::Seega(rules) = game else { panic!("it is of the family") };
        let line = random_game::<Board>(&rules, seed, 34);
        let (judged, _) = judge(query(Session::of(game, line.clone()), player, limits));
        assert_eq!(judged.len(), line.steps().len());
        for (at, judged) in judged.iter().enumerate().skip(6) {
            // Two steps beyond the one that was made.
            let worths = by_one_search(&line.prefix(at), player, 3);
            let worth = |text: &str| {
                let found = worths.iter().find(|(step, _)| line.positions()[at].write_step(*step) == text);
                f64::from(found.unwrap().1)
            };
            let loss = (worth(&judged.best) - worth(&judged.step)).max(0.0);
            assert!((loss - judged.loss).abs() < 1e-5, "{name}, {at}: {loss} {judged:?}");
            if loss > 0.0 { worse += 1 } else { equal += 1 }
        }
    }
    assert!(worse > 20 && equal > 5, "{worse} {equal}");
}

#[test]
fn searches_that_are_compared_end_at_depths_of_one_kind() {
    let game: GameSpec = "seega:5".parse().unwrap();
    let line = random_game::<Board>(&Rules::seega(5), 8, 30);
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let (_, depths) = judge(query(Session::of(game, line), "alphabeta", limits));
    let mut compared = 0;
    for pair in depths.windows(2) {
        if let (Some(limit), reached) = pair[1] {
            assert_eq!(limit, pair[0].1, "as deep as the search before it");
            assert_eq!(reached % 2, limit % 2);
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Black has one legal step. It was once judged by a search of depth 1, and the step before it called a mistake.
#[test]
fn forced_moves_are_judged_like_all_others() {
    let rules = Rules::seega(5);
    let forced = Board::parse(&rules, "ww.w./.w..w/....w/bw.../bw... b move 3 80").unwrap();
    let line = Line::new(forced);
    assert_eq!(line.moves().len(), 1);
    let maker = "best(nodes=50000)".parse::<PlayerSpec>().unwrap().maker::<Board>(&rules).unwrap();
    let think = |line: &Line<Board>, play| {
        let task = Task { play, ..Task::default() };
        maker(&mut Rng::new(1)).think(line, &task, &mut Rng::new(1), &mut |_| {})
    };
    // Whoever only has to move does so at once.
    assert_eq!(think(&line, true).best().depth, 1);
    let advice = think(&line, false);
    assert!(advice.best().depth > 3, "{advice:?}");
    let mut after = line.clone();
    after.push(advice.step());
    assert_ne!(after.to_move(), line.to_move());
    let value = -think(&after, false).best().value;
    assert!((advice.best().value - value).abs() < 0.1, "{} {value}", advice.best().value);
}

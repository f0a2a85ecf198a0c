//! Capture Go's evaluators and players: reading, the forced cut, the network against a slow second version of it.

use engine::games::capture_go::net::{Network, PARAMETERS};
use engine::games::capture_go::{Defensive, Liberties, OPTIONS, Uct, file, forced, player};
use engine::search::{AlphaBeta, DECIDED, Evaluator, Options, Score, Shape, WIN, minimax};
use engine::{Limits, Player, PlayerSpec, RandomPlayer, Rng, Task};
use games::capture_go::{CaptureGo, Rules, Step};
use games::{Game, Line, MoveList, Outcome, Side};

fn at(name: &str, position: &str) -> CaptureGo {
    let spec: games::GameSpec = name.parse().unwrap();
    let games::GameSpec::CaptureGo(rules) = spec else { panic!("{name} is another game") };
    CaptureGo::parse(&rules, position).unwrap()
}

fn cut(position: &CaptureGo) -> (bool, Vec<String>) {
    let mut steps = MoveList::new();
    position.moves(&mut steps);
    let is_forced = forced(position, &mut steps);
    (is_forced, steps.iter().map(Step::to_string).collect())
}

#[test]
fn forced_steps_are_captures_and_rescues() {
    // White's c3 has one liberty, d3: Black takes it, White runs there.
    let black = at("capture-go:5", "...../..b../.bw../..b../...w. b 0 5");
    assert_eq!(cut(&black), (true, vec!["d3".into()]));
    let white = at("capture-go:5", "...../..b../.bw../..b../...w. w 0 5");
    assert_eq!(cut(&white), (true, vec!["d3".into()]));
    // After a pass White may also end the game.
    let passed = at("capture-go:5", "...../..b../.bw../..b../...w. w 1 6");
    assert_eq!(cut(&passed), (true, vec!["d3".into(), "pass".into()]));
    // Two groups in atari cannot both be saved: some step is left.
    let double = at("capture-go:5", "..b../.bw../..b../.b.../wb... w 0 7");
    assert_eq!(cut(&double).1.len(), 1);
    let quiet = at("capture-go:5", "...../..b../..w../...../..... b 0 2");
    assert_eq!(cut(&quiet), (false, quiet_steps(&quiet)));
}

fn quiet_steps(position: &CaptureGo) -> Vec<String> {
    let mut steps = MoveList::new();
    position.moves(&mut steps);
    steps.iter().map(Step::to_string).collect()
}

/// Knows nothing and cuts nothing.
struct Uncut;
impl Evaluator<CaptureGo> for Uncut {
    fn score(&mut self, _: &CaptureGo) -> Score {
        0
    }
    fn forced(&mut self, _: &CaptureGo, steps: &mut MoveList<Step>) -> bool {
        steps.len() == 1
    }
}

/// Knows nothing, and cuts without making anything free.
struct Cut;
impl Evaluator<CaptureGo> for Cut {
    fn score(&mut self, _: &CaptureGo) -> Score {
        0
    }
    fn forced(&mut self, position: &CaptureGo, steps: &mut MoveList<Step>) -> bool {
        forced(position, steps)
    }
}

/// Positions of random games.
fn positions(rules: &Rules, games: u64) -> Vec<CaptureGo> {
    let mut found = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(5).child("position", game);
        let mut position = CaptureGo::start(rules);
        while position.outcome().is_none() {
            found.push(position);
            position.play(position.pick(&mut |n| rng.below(n)).unwrap());
        }
    }
    found
}

#[test]
fn the_cut_does_not_change_who_wins() {
    // 3×3 is small enough to look at every line to its end.
    let shape = Shape { forced_free: true, ..Shape::PLAIN };
    for rules in [Rules::ponnuki(3, 3), Rules::cai2010(3, 3)] {
        let mut decided = 0;
        for position in positions(&rules, 60).iter().filter(|p| p.empty().count_ones() <= 5) {
            let truth = minimax(position, &mut Uncut, &Shape::PLAIN, 14, 0);
            assert_eq!(minimax(position, &mut Cut, &shape, 14, 0), truth, "{position}");
            decided += u32::from(truth.abs() > DECIDED);
        }
        assert!(decided > 50, "only {decided} positions taught something");
    }
    // With less depth the cut may see further, but a win that plain minimax proves stays one of the same length.
    for position in positions(&Rules::cai2010(5, 5), 20).iter().step_by(3) {
        let truth = minimax(position, &mut Uncut, &Shape::PLAIN, 3, 0);
        if truth.abs() > DECIDED {
            assert_eq!(minimax(position, &mut Cut, &shape, 3, 0), truth, "{position}");
        }
    }
}

#[test]
fn alphabeta_with_the_cut_equals_minimax() {
    let options = Options { reductions: false, ..OPTIONS };
    for position in positions(&Rules::cai2010(4, 4), 20).iter().step_by(2) {
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let found =
            AlphaBeta::new(Liberties, options).search(&Line::new(*position), &limits.into(), &mut |_, _| {});
        assert_eq!(found[0].score, minimax(position, &mut Liberties, &options.shape, 4, 0), "{position}");
    }
}

#[test]
fn a_ladder_is_read_at_once() {
    // Black chases c2 up to the edge: many more steps than the depth of the search.
    let ladder = at(
        "capture-go:9",
        "........./........./........./........./........./........./.b......./.bw....../..b...... b 0 4",
    );
    let score = Liberties.score(&ladder);
    assert!(score > DECIDED / 2, "{score}");
    // A white stone on the way breaks it.
    let broken = at(
        "capture-go:9",
        "........./........./........./......w../........./........./.b......./.bw....../..b...... b 0 5",
    );
    let score = Liberties.score(&broken);
    assert!(score < DECIDED / 2, "{score}");
}

#[test]
fn what_is_read_as_won_is_won() {
    // The evaluator's certainty against a search that knows nothing.
    let shape = Shape { forced_free: true, ..Shape::PLAIN };
    let mut read = 0;
    for position in positions(&Rules::cai2010(5, 5), 25) {
        if Liberties.score(&position) > DECIDED / 2 && position.passes() == 0 {
            read += 1;
            let options = Options { shape, reductions: false, ..Options::FULL };
            let limits = Limits { depth: Some(7), nodes: Some(300_000), ..Limits::default() };
            let found =
                AlphaBeta::new(Cut, options).search(&Line::new(position), &limits.into(), &mut |_, _| {});
            assert!(found[0].score > DECIDED, "{position}: {found:?}");
        }
    }
    assert!(read > 10, "{read}");
}

/// The network from its description, in the plainest way and in double precision.
fn slow_output(p: &[f32], position: &CaptureGo) -> f64 {
    let input = |column: u8, row: u8| match position.stone_at(Step::point(column, row)) {
        Some(Side::First) => -1.0,
        Some(Side::Second) => 1.0,
        None => 0.0,
    };
    const CLASSES: [[usize; 9]; 5] = [
        [0, 1, 3, 6, 10, 6, 3, 1, 0],
        [1, 2, 4, 7, 11, 7, 4, 2, 1],
        [3, 4, 5, 8, 12, 8, 5, 4, 3],
        [6, 7, 8, 9, 13, 9, 8, 7, 6],
        [10, 11, 12, 13, 14, 13, 12, 11, 10],
    ];
    let mut first = Vec::new();
    for size in 3..=9u8 {
        for bottom in 0..=9 - size {
            for left in 0..=9 - size {
                let mut sum = f64::from(p[15 + first.len()]);
                for row in bottom..bottom + size {
                    for column in left..left + size {
                        let class = CLASSES[row.min(8 - row) as usize][column as usize];
                        sum += f64::from(p[class]) * input(column, row);
                    }
                }
                first.push(sum.tanh());
            }
        }
    }
    let layer = |inputs: &[f64], weights: &[f32], biases: &[f32]| -> Vec<f64> {
        let unit = |(weights, &bias): (&[f32], &f32)| {
            let sum: f64 = weights.iter().zip(inputs).map(|(&w, x)| f64::from(w) * x).sum();
            (sum + f64::from(bias)).tanh()
        };
        weights.chunks(inputs.len()).zip(biases).map(unit).collect()
    };
    let second = layer(&first, &p[155..5755], &p[5755..5795]);
    let third = layer(&second, &p[5795..6195], &p[6195..6205]);
    layer(&third, &p[6205..6215], &p[6215..])[0]
}

fn parameters(seed: u64) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    (0..PARAMETERS).map(|_| (0.4 * rng.uniform() - 0.2) as f32).collect()
}

#[test]
fn the_network_is_the_papers() {
    let rules = Rules::cai2010(9, 9);
    let p = parameters(1);
    let mut network = Network::new(p.clone(), &rules).unwrap();
    let start = network.clone();
    let mut spread = 0.0f64;
    for position in positions(&rules, 8) {
        let quick = network.output(&position);
        assert!((f64::from(quick) - slow_output(&p, &position)).abs() < 1e-4, "{position}");
        assert_eq!(
            start.clone().output(&position).to_bits(),
            quick.to_bits(),
            "the sums went astray at {position}"
        );
        // Symmetries permute windows of one size, whose units have weights of their own, so only the first layer is symmetric.
        spread = spread.max(f64::from(quick).abs());
        let sign = if position.to_move() == Side::First { 1.0 } else { -1.0 };
        for _ in 0..2 {
            assert_eq!(
                network.score(&position),
                (sign * quick * 100_000.0) as Score,
                "the second time from memory"
            );
        }
    }
    assert!(spread > 0.01, "all outputs are alike");
}

#[test]
fn networks_are_refused_with_a_reason() {
    let error = |p: Vec<f32>, rows| Network::new(p, &Rules::cai2010(rows, 9)).unwrap_err().to_string();
    assert_eq!(
        error(parameters(1), 7),
        "the network of cai2010 looks at windows of a 9×9 board and cannot judge 7×9"
    );
    assert_eq!(error(vec![0.0; 6215], 9), "a network has 6216 parameters, not 6215");
    let mut odd = parameters(1);
    odd[7] = f32::NAN;
    assert_eq!(error(odd, 9), "parameter 7 is NaN: parameters are finite numbers");
}

#[test]
fn the_evolved_network_plays() {
    let maker =
        |spec: &str, rows| spec.parse::<PlayerSpec>().unwrap().maker::<CaptureGo>(&Rules::cai2010(rows, 9));
    let mut rng = Rng::new(1);
    let evolved = maker("cai2010-evolved(depth=1)", 9).unwrap();
    let random = maker("random", 9).unwrap();
    let line = game([evolved(&mut rng), random(&mut rng)], Limits::default(), 1);
    assert_eq!(line.outcome(), Some(Outcome::Win(Side::First)));
    assert!(maker("cai2010-evolved", 7).err().unwrap().to_string().contains("cannot judge 7×9"));
}

/// Where a win is proven at once, steps that nobody has looked at are not offered beside it with its value.
#[test]
fn a_tree_search_offers_no_guesses() {
    let rules = Rules::cai2010(9, 9);
    let text =
        "........./........./........./...w...../..wb...../...w...../........./........./......... w 0 4";
    let line = Line::new(CaptureGo::parse(&rules, text).unwrap());
    let mut rng = Rng::new(1);
    let mut player = "best".parse::<PlayerSpec>().unwrap().maker::<CaptureGo>(&rules).unwrap()(&mut rng);
    let task =
        Task { limits: Limits { nodes: Some(20_000), ..Limits::default() }, best: 5, ..Task::default() };
    let thoughts = player.think(&line, &task, &mut rng, &mut |_| {});
    let steps: Vec<String> = thoughts.ideas.iter().map(|idea| idea.line[0].to_string()).collect();
    assert_eq!(steps, ["e5"], "{:?}", thoughts.ideas);
}

#[test]
fn networks_come_back_from_files() {
    let rules = Rules::cai2010(9, 9);
    let text = file::text(&parameters(3), "a test").unwrap();
    let (again, provenance) = file::parse(&text, &rules).unwrap();
    assert_eq!((again.parameters(), provenance.as_str()), (&parameters(3)[..], "a test"));
    let error = file::parse(r#"{"network":"cai2010","provenance":"","parameters":[1]}"#, &rules).unwrap_err();
    assert_eq!(error.to_string(), "a network has 6216 parameters, not 1");
}

fn game(mut players: [Box<dyn Player<CaptureGo>>; 2], limits: Limits, seed: u64) -> Line<CaptureGo> {
    let mut rng = Rng::new(seed);
    let mut line = Line::new(CaptureGo::start(&Rules::cai2010(9, 9)));
    while line.outcome().is_none() && line.steps().len() < 200 {
        let step = players[line.to_move().index()].choose(&line, &limits, &mut rng).step();
        line.push(step);
    }
    line
}

#[test]
fn the_defensive_player_stays_connected() {
    for seed in 0..5 {
        let mut rng = Rng::new(seed);
        let mut line = Line::new(CaptureGo::start(&Rules::cai2010(9, 9)));
        for _ in 0..12 {
            let step = if line.to_move() == Side::Second {
                Defensive.choose(&line, &Limits::default(), &mut rng).step()
            } else {
                Step::PASS
            };
            line.push(step);
            if line.outcome().is_some() {
                break;
            }
            assert!(line.position().groups(Side::Second).count() <= 1, "{}", line.position());
        }
    }
}

#[test]
fn the_defensive_player_beats_random() {
    let won = (0..20)
        .filter(|&seed| {
            let line = game([Box::new(Defensive), Box::new(RandomPlayer)], Limits::default(), seed);
            line.outcome() == Some(Outcome::Win(Side::First))
        })
        .count();
    assert!(won >= 17, "{won} of 20");
}

#[test]
fn a_capture_is_a_win_in_one() {
    let black = at("capture-go:5", "...../..b../.bw../..b../...w. b 0 5");
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let found =
        AlphaBeta::new(Liberties, Options::FULL).search(&Line::new(black), &limits.into(), &mut |_, _| {});
    assert_eq!((found[0].score, found[0].line[0].to_string()), (WIN - 1, "d3".into()));
}

#[test]
fn players_that_search_beat_random_and_repeat_themselves() {
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let uct = || Box::new(Uct::new(Limits::default()));
    for seed in 0..5 {
        let line = game([Box::new(player(Limits::default())), Box::new(RandomPlayer)], limits, seed);
        assert_eq!(line.outcome(), Some(Outcome::Win(Side::First)), "{}", line.position());
        let line = game([Box::new(RandomPlayer), uct()], limits, seed);
        assert_eq!(line.outcome(), Some(Outcome::Win(Side::Second)), "{}", line.position());
        let again = game([Box::new(RandomPlayer), uct()], limits, seed);
        assert_eq!(line.steps(), again.steps());
    }
}

#[test]
fn playouts_prove_what_they_can() {
    // The ladder again: proven, so the value is exactly 1.
    let ladder = at(
        "capture-go:9",
        "........./........./........./........./........./........./.b......./.bw....../..b...... b 0 4",
    );
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let decision = Uct::new(limits).choose(&Line::new(ladder), &limits, &mut Rng::new(1));
    assert_eq!(decision.best().value, 1.0);
    assert!(decision.nodes < 20_000);
}

/// Told to stop, it looks at no more steps than the one that it must make.
#[test]
fn the_defensive_player_stops_when_it_is_told_to() {
    let position = at("capture-go:5", "...../..b../..w../...../..... b 0 2");
    let line = Line::new(position);
    let think = |task: &Task| Defensive.think(&line, task, &mut Rng::new(1), &mut |_| {}).step().to_string();
    assert_ne!(think(&Task::default()), quiet_steps(&position)[0]);
    let task = Task::default();
    task.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(think(&task), quiet_steps(&position)[0]);
}

//! The papers' Seega players: files of weights, depth schedules, and a search that plain minimax agrees with.

use engine::games::seega::papers::{BIAS, Linear, LinearWeights, PAPER_OPTIONS, Schedule, paper_player};
use engine::player::Task;
use engine::search::{AlphaBeta, Biased, Evaluator, Shape, View, minimax};
use engine::{Limits, Player, Rng};
use games::seega::{Bits, Blocked, Rules, Seega};
use games::{Game, Line, MoveList, Side};

#[test]
fn table_one() {
    let (white, black) = (LinearWeights::abdelbar2004_white(), LinearWeights::abdelbar2004_black());
    let table: [[f32; 2]; 15] = [
        [1.358074, 1.209082],
        [0.301910, 0.196217],
        [0.668130, 0.721942],
        [0.086753, 0.171628],
        [0.361836, 0.127716],
        [0.361181, 0.230659],
        [1.335093, 1.985006],
        [0.529828, 0.009885],
        [0.539433, 0.158170],
        [0.169001, 0.114103],
        [0.176832, 0.458611],
        [0.357456, 0.740123],
        [0.389927, 1.00919],
        [0.516087, 0.103386],
        [0.454301, 0.698025],
    ];
    assert_eq!(white.array(), table.map(|row| row[0]));
    assert_eq!(black.array(), table.map(|row| row[1]));
}

#[test]
fn evolved_players() {
    let [white, black] = LinearWeights::abdelbar2004_evolved();
    assert_eq!([white.placing[0], white.moving[0]], [0.16529888, 1.7423058]);
    assert_eq!([black.placing[0], black.moving[0]], [0.54486376, 3.7256277]);
    let spec = |text: &str| {
        text.parse::<engine::PlayerSpec>().unwrap().maker::<Seega<u64>>(&Rules::seega(7)).map(drop)
    };
    assert!(spec("abdelbar2004-evolved(depth=1)").is_ok());
    assert!(spec("abdelbar2004-evolved(nowhere.toml)").is_err());
}

#[test]
fn weights_are_written_and_read_back() {
    let mut rng = Rng::new(3);
    let array: [f32; 15] = std::array::from_fn(|_| rng.normal() as f32);
    let weights = LinearWeights::from(array);
    let text = weights.to_toml("A test.\nTwo lines.");
    assert!(text.starts_with("# A test.\n# Two lines.\n"));
    assert_eq!(LinearWeights::parse(&text).unwrap(), weights);
    assert_eq!(LinearWeights::try_from(&array[..]).unwrap(), weights);
}

#[test]
fn wrong_files_are_told_where_and_what() {
    let good = LinearWeights::abdelbar2004_white().to_toml("x");
    let error = |text: &str| LinearWeights::parse(text).unwrap_err().to_string();
    let missing = good.replace("mass-distance = 0.66813\n", "");
    assert_eq!(error(&missing), "placing.mass-distance is missing");
    let word = good.replace("clustering = 0.086753", "clustering = \"much\"");
    assert_eq!(error(&word), "line 8: placing.clustering = \"much\": a weight is a finite number");
    let nan = good.replace("material = 1.335093", "material = nan");
    assert_eq!(error(&nan), "line 13: moving.material = nan: a weight is a finite number");
    let unknown = good.replace("material =", "matter =");
    let told = error(&unknown);
    assert!(
        told.starts_with("line 13: moving.matter is not a weight: material, black-clustering, "),
        "{told}"
    );
    let kind = good.replace("\"abdelbar\"", "\"tree\"");
    assert_eq!(error(&kind), "line 2: evaluator = \"tree\": here it is \"abdelbar\"");
    let syntax = good.replace("[moving]", "[moving");
    assert!(error(&syntax).starts_with("line 12: "), "{}", error(&syntax));
    assert!(error("").contains("evaluator"), "{}", error(""));
    let short = LinearWeights::try_from(&[1.0f32; 14][..]).unwrap_err();
    assert_eq!(short.to_string(), "14 weights: the papers' Seega evaluator has 15");
    let infinite = [&[0.0f32; 14][..], &[f32::INFINITY]].concat();
    assert!(LinearWeights::try_from(&infinite[..]).unwrap_err().to_string().starts_with("weight 15 is inf"));
}

#[test]
fn schedules() {
    // On 5×5 both are the printed formulas.
    for schedule in [Schedule::Papers, Schedule::Clamped, Schedule::AsPrinted] {
        let placing: Vec<u32> = [0, 3, 4, 10, 20, 23].map(|p| schedule.depth_at(true, p, 24)).into();
        assert_eq!(placing, [2, 2, 3, 5, 8, 8]);
        let moving: Vec<u32> = [24, 22, 20, 19, 12, 5, 4, 2].map(|p| schedule.depth_at(false, p, 24)).into();
        assert_eq!(moving, [6, 6, 5, 4, 4, 4, 5, 6]);
    }
    let papers =
        [(true, 0), (true, 6), (true, 7), (true, 47), (false, 48), (false, 40), (false, 24), (false, 4)];
    let depths = papers.map(|(placing, p)| Schedule::Papers.depth_at(placing, p, 48));
    assert_eq!(depths, [2, 2, 3, 9, 6, 5, 4, 6]);
    let printed = [(true, 47), (false, 48)].map(|(placing, p)| Schedule::AsPrinted.depth_at(placing, p, 48));
    assert_eq!(printed, [16, 29]);
    let clamped = [0, 3, 4, 26, 27, 47].map(|p| Schedule::Clamped.depth_at(true, p, 48));
    assert_eq!(clamped, [2, 2, 3, 9, 10, 10]);
    let clamped = [48, 22, 21, 20, 19, 5, 4, 2].map(|p| Schedule::Clamped.depth_at(false, p, 48));
    assert_eq!(clamped, [6, 6, 5, 5, 4, 4, 5, 6]);
    let start = Seega::<u64>::start(&Rules::seega(7));
    assert_eq!(Schedule::Papers.depth(&start), 2);
    let player =
        |text: &str| text.parse::<engine::PlayerSpec>().unwrap().maker::<Seega<u64>>(&Rules::seega(7));
    assert!(player("abdelbar2004(schedule=clamped)").is_ok());
    let error = player("abdelbar2004(schedule=literal)").err().unwrap().to_string();
    assert!(error.contains("schedule is papers, clamped or as_printed"), "{error}");
}

const FIVE: &str = include_str!("../../../tests/data/seega5-abdelbar2003.txt");
const SEVEN: &str = include_str!("../../../tests/data/seega7-abdelbar2004.txt");

/// How many cells Table I's weights judge better than the printed one, at each of the first placements.
fn better_than_printed(size: u8, game: &str, schedule: Schedule, placements: usize) -> Vec<usize> {
    let mut line = Line::new(Seega::<u64>::start(&Rules::seega(size)));
    let words =
        game.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').nth(2).unwrap());
    let ranks = words.take(placements).map(|word| {
        let position = *line.position();
        let weights = match position.to_move() {
            Side::First => LinearWeights::abdelbar2004_white(),
            Side::Second => LinearWeights::abdelbar2004_black(),
        };
        let depth = schedule.depth(&position) - 1;
        let mut search = AlphaBeta::new(Linear::new(size, weights), PAPER_OPTIONS);
        let mut value = |step| {
            let mut child = position;
            child.play(step);
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let score = search.search(&Line::new(child), &limits.into(), &mut |_, _| {})[0].score;
            View::new(position.to_move(), &child).score(score)
        };
        let printed = position.read_step(word).unwrap();
        let worth = value(printed);
        line.push(printed);
        let mut steps = MoveList::new();
        position.moves(&mut steps);
        steps.iter().filter(|&&step| value(step) > worth).count()
    });
    ranks.collect()
}

#[test]
fn table_one_would_open_as_printed() {
    // In both games the four cells two steps from the centre are taken first of all. By chance that happens twice to ten
    // times in a hundred thousand games.
    for schedule in [Schedule::Papers, Schedule::Clamped] {
        let found = better_than_printed(7, SEVEN, schedule, 5);
        assert_eq!([found[0], found[1], found[3], found[4]], [0; 4], "d6 d2 f4 b4: {found:?}");
        assert_eq!(better_than_printed(5, FIVE, schedule, 4), [0; 4], "c1 c5 a3 e3");
    }
}

#[test]
fn table_one_takes_the_four_cells_by_itself() {
    for (size, cells, within) in [(5, ["c1", "c5", "a3", "e3"], 4), (7, ["d2", "d6", "b4", "f4"], 5)] {
        let rules = Rules::seega(size);
        for seed in 1..=3 {
            let mut rng = Rng::new(seed);
            let weights = [LinearWeights::abdelbar2004_white(), LinearWeights::abdelbar2004_black()];
            let mut players =
                weights.map(|w| paper_player::<u64>(&rules, w, Schedule::Papers, BIAS, &mut rng));
            let mut line = Line::new(Seega::<u64>::start(&rules));
            for _ in 0..within {
                let player = &mut players[line.to_move().index()];
                let step = player.choose(&line, &Limits::default(), &mut rng).step();
                line.push(step);
            }
            let taken: Vec<String> = line.steps().iter().map(ToString::to_string).collect();
            assert!(cells.iter().all(|cell| taken.iter().any(|step| step == cell)), "seed {seed}: {taken:?}");
        }
    }
}

fn wander<B: Bits>(rules: &Rules, rng: &mut Rng, steps: usize) -> Line<Seega<B>> {
    let mut line = Line::new(Seega::start(rules));
    while line.steps().len() < steps {
        let Some(step) = line.position().pick(&mut |n| rng.below(n)) else {
            line.undo();
            break;
        };
        line.push(step);
    }
    if line.outcome().is_some() {
        line.undo();
    }
    line
}

fn random_weights(rng: &mut Rng) -> LinearWeights {
    std::array::from_fn(|_| (3.0 * rng.uniform() - 1.5) as f32).into()
}

/// No quiet step exceeds the ceiling, and none is said to be without captures that has one.
fn ceiling_holds<B: Bits>(rules: &Rules, rng: &mut Rng, met: &mut u32) {
    let cells = usize::from(rules.size) * usize::from(rules.size);
    let steps = cells + rng.below(cells * 3);
    let line = wander::<B>(rules, rng, steps);
    let mut evaluator = Biased::new(Linear::<B>::new(rules.size, random_weights(rng)), 50, rng.bits());
    let position = line.position();
    let Some(ceiling) = evaluator.ceiling(position) else { return };
    let mut list = MoveList::new();
    position.moves(&mut list);
    for &step in &list {
        if position.captures(step) > 0 {
            assert!(ceiling.captures, "{step} captures in {position}");
            continue;
        }
        let mut child = *position;
        child.play(step);
        assert!(child.outcome().is_none(), "{step} ends the game in {position}");
        let score = View::new(position.to_move(), &child).score(evaluator.score(&child));
        assert!(score <= ceiling.quiet, "{step} in {position}: {score} > {}", ceiling.quiet);
        *met += 1;
    }
}

#[test]
fn no_quiet_step_exceeds_the_ceiling() {
    let (mut rng, mut met) = (Rng::new(11), 0);
    for _ in 0..400 {
        for rules in [Rules::seega(5), Rules::seega(7), Rules::ludii(7), Rules::seejeh(7)] {
            ceiling_holds::<u64>(&rules, &mut rng, &mut met);
        }
        ceiling_holds::<u128>(&Rules::seega(9), &mut rng, &mut met);
        ceiling_holds::<u64>(&Rules { quiet_limit: 4, ..Rules::seega(5) }, &mut rng, &mut met);
        ceiling_holds::<u64>(&Rules::seega(3), &mut rng, &mut met);
        ceiling_holds::<u64>(&Rules::egyptian(5), &mut rng, &mut met);
        ceiling_holds::<u64>(&Rules { line_capture: true, ..Rules::seega(5) }, &mut rng, &mut met);
    }
    assert!(met > 10_000, "only {met} steps");
}

#[test]
fn the_search_equals_minimax() {
    let mut rng = Rng::new(5);
    let short = Rules { quiet_limit: 6, ..Rules::seega(5) };
    let lines = Rules { line_capture: true, blocked: Blocked::LosesPiece, ..Rules::seega(5) };
    let games = [
        (Rules::seega(5), 18..70, 3),
        (short, 24..60, 4),
        (Rules::seejeh(5), 20..50, 3),
        (Rules::egyptian(5), 20..50, 3),
        (lines, 20..50, 3),
    ];
    for (rules, steps, depth) in games {
        for steps in steps {
            let line = wander::<u64>(&rules, &mut rng, steps);
            let (weights, seed) = (random_weights(&mut rng), rng.bits());
            let evaluator = || Biased::new(Linear::<u64>::new(rules.size, weights), BIAS, seed);
            let truth = minimax(line.position(), &mut evaluator(), &Shape::PLAIN, depth, 0);
            let limits = Limits { depth: Some(depth as u32), ..Limits::default() };
            let found =
                AlphaBeta::new(evaluator(), PAPER_OPTIONS).search(&line, &limits.into(), &mut |_, _| {});
            assert_eq!(found[0].score, truth, "{}", line.position());
        }
    }
}

#[test]
fn a_game_follows_from_its_seed() {
    let rules = Rules::seega(5);
    let play = |seed: u64| {
        let mut rng = Rng::new(seed);
        let weights = [LinearWeights::abdelbar2004_white(), LinearWeights::abdelbar2004_black()];
        let mut players = weights.map(|w| paper_player::<u64>(&rules, w, Schedule::Papers, BIAS, &mut rng));
        let mut line = Line::new(Seega::<u64>::start(&rules));
        while line.outcome().is_none() {
            let player = &mut players[line.to_move().index()];
            let step = player.choose(&line, &Limits::default(), &mut rng).step();
            line.push(step);
        }
        line
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1).steps(), play(2).steps());
}

#[test]
fn contempt_opens_a_board_that_only_a_draw_would_keep_shut() {
    // White stands around the centre, Black cannot move, and two steps are left: to and fro is a draw.
    let shut = "bwwbbbw/bbbwbbw/wbbwbbw/bww.www/bbwwwbb/wbwwbwb/bbwwbww w move 38 86";
    let swap = |c: char| match c {
        'b' => 'w',
        'w' => 'b',
        c => c,
    };
    let (board, rest) = shut.split_once(' ').unwrap();
    let turned = format!("{} b{}", board.chars().map(swap).collect::<String>(), &rest[1..]);
    let rules = Rules::seega(7);
    let player = |text: &str| {
        text.parse::<engine::PlayerSpec>().unwrap().maker::<Seega<u64>>(&rules).unwrap()(&mut Rng::new(1))
    };
    for (shut, side) in [(shut, Side::First), (&turned, Side::Second)] {
        let line = Line::new(Seega::<u64>::parse(&rules, shut).unwrap());
        let decide = |text: &str| player(text).choose(&line, &Limits::default(), &mut Rng::new(1));
        assert_eq!(decide("alphabeta(nodes=20000)").step().to_string(), "d3-d4");
        assert_ne!(decide("alphabeta(nodes=20000,contempt=200000)").step().to_string(), "d3-d4");
        // A draw that it cannot better is no loss to others, and advice says what the position is worth.
        let little = decide("alphabeta(nodes=20000,contempt=100)");
        assert_eq!((little.step().to_string().as_str(), little.best().value), ("d3-d4", 0.0));
        let mut adviser = player("alphabeta(nodes=20000,contempt=200000)");
        let advice = adviser.think(&line, &Task::default(), &mut Rng::new(1), &mut |_| {});
        assert_eq!((advice.ideas[0].line[0].to_string().as_str(), advice.ideas[0].value), ("d3-d4", 0.0));
        // The default player does not wait for the draw.
        let mut line = Line::new(Seega::<u64>::parse(&rules, &shut.replace("38 86", "0 48")).unwrap());
        let mut best = player("best(nodes=20000)");
        while line.outcome().is_none() && line.to_move() == side {
            let step = best.choose(&line, &Limits::default(), &mut Rng::new(1)).step();
            line.push(step);
        }
        assert_eq!(line.outcome(), None, "the board was kept shut");
    }
}

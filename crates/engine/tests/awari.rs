//! Awari's evaluators: the six terms against a slow computation, and what ships.

use engine::checksum::{TOML, fits};
use engine::games::awari::six::six_terms;
use engine::games::awari::{OPTIONS, PitTables, Searcher, SixTerms, SixWeights, davis2002};
use engine::player::{Limits, Player};
use engine::search::{AlphaBetaPlayer, DECIDED, Evaluator};
use engine::{PlayerSpec, RandomPlayer, Rng};
use games::awari::{Awari, GrandSlam, Rules};
use games::{Game, Line, Outcome, Side};

/// The pits that sowing one pit captures, with the seeds in them, seed by seed. Pits are 0 to 11 from South's first.
fn captured(mut pits: [u8; 12], from: usize, slams_count: bool) -> Vec<(usize, u8)> {
    let theirs = |pit: usize| pit / 6 != from / 6;
    let (mut hand, mut at) = (std::mem::take(&mut pits[from]), from);
    if hand == 0 {
        return Vec::new();
    }
    while hand > 0 {
        at = (at + 1) % 12;
        if at != from {
            pits[at] += 1;
            hand -= 1;
        }
    }
    let mut taken = Vec::new();
    while theirs(at) && matches!(pits[at], 2 | 3) {
        taken.push((at, pits[at]));
        at = (at + 11) % 12;
    }
    let all = (0..12).filter(|&pit| theirs(pit)).map(|pit| pits[pit]).sum::<u8>();
    let slam = !taken.is_empty() && taken.iter().map(|&(_, seeds)| seeds).sum::<u8>() == all;
    if slam && !slams_count { Vec::new() } else { taken }
}

fn naive_terms(position: &Awari, side: Side) -> [u8; 6] {
    let slams_count = position.rules().grand_slam == GrandSlam::Wins;
    let count = |sower: Side, seeds: u8| {
        let own = 6 * sower.index()..6 * sower.index() + 6;
        let pits = (0..12).filter(|&pit| {
            own.clone().any(|from| captured(position.pits(), from, slams_count).contains(&(pit, seeds)))
        });
        pits.count() as u8
    };
    let other = side.other();
    [
        count(side, 2),
        count(side, 3),
        count(other, 2),
        count(other, 3),
        position.store(other),
        position.store(side),
    ]
}

#[test]
fn the_worked_example_of_the_six_terms() {
    let position = Awari::parse(&Rules::DAVIS2002, "1,2,0,5,0,3/2,1,1,3,0,2 19/9 s 40").unwrap();
    assert_eq!(six_terms(&position, Side::First), [2, 1, 1, 1, 9, 19]);
    assert_eq!(six_terms(&position, Side::Second), [1, 1, 2, 1, 19, 9]);
}

#[test]
fn a_pit_can_be_vulnerable_for_two_and_for_three() {
    // F ends in a and makes two there.
    let position = Awari::parse(&Rules::DAVIS2002, "0,0,0,0,0,1/1,0,0,0,0,9 20/17 s 40").unwrap();
    assert_eq!(six_terms(&position, Side::First)[..2], [1, 0]);
    // B goes around and its last seed is the second it drops into a: three. F still makes two there.
    let position = Awari::parse(&Rules::DAVIS2002, "0,16,0,0,0,1/1,0,0,0,0,9 10/11 s 40").unwrap();
    assert_eq!(six_terms(&position, Side::First)[..2], [1, 1]);
}

#[test]
fn the_six_terms_equal_a_slow_computation() {
    let mut rng = Rng::new(5);
    let mut seen = [0u32; 4];
    for game in 0..300 {
        let rules = [Rules::DAVIS2002, Rules::ROMEIN, Rules::ABAPA][game % 3];
        let mut line = Line::new(Awari::start(&rules));
        while line.outcome().is_none() && line.steps().len() < 200 {
            for side in Side::BOTH {
                let terms = six_terms(line.position(), side);
                assert_eq!(terms, naive_terms(line.position(), side), "{}", line.position());
                seen.iter_mut().zip(terms).for_each(|(seen, term)| *seen += u32::from(term));
            }
            let step = line.position().pick(&mut |n| rng.below(n)).unwrap();
            line.push(step);
        }
    }
    assert!(seen.iter().all(|&n| n > 1000), "the games hardly touch some terms: {seen:?}");
}

#[test]
fn scores_are_the_weighted_sum_for_the_mover() {
    let position = Awari::parse(&Rules::DAVIS2002, "1,2,0,5,0,3/2,1,1,3,0,2 19/9 s 40").unwrap();
    let score = |weights| SixTerms::new(SixWeights(weights)).score(&position);
    let unit = score([0.0, 0.0, 0.0, 0.0, 0.0, 1.0]) / 19;
    assert_eq!(score([0.0, 0.0, 0.0, 0.0, -1.0, 0.0]), -9 * unit);
    // Only proportions matter.
    assert_eq!(score([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), score([2.0, 4.0, 6.0, 8.0, 10.0, 12.0]));
    let sum = score([1.0, 10.0, 100.0, 1000.0, 0.0, 0.0]);
    let expected = 2.0 + 10.0 + 100.0 + 1000.0;
    assert!((f64::from(sum) / f64::from(DECIDED) * 6.0 * 1111.0 - expected).abs() < 1.0, "{sum}");
    assert!(score([f32::MAX / 1e3, 0.0, 0.0, 0.0, 0.0, 0.0]) < DECIDED);
    assert_eq!(score([0.0; 6]), 0);
}

#[test]
fn mirrored_weights_say_the_same_for_the_other_side() {
    let weights = SixWeights([0.5, -0.25, 1.5, 2.0, -3.0, 4.0]);
    let f = |weights: SixWeights, terms: [u8; 6]| -> f32 {
        terms.iter().zip(weights.0).map(|(&term, weight)| f32::from(term) * weight).sum()
    };
    let position = Awari::parse(&Rules::DAVIS2002, "1,2,0,5,0,3/2,1,1,3,0,2 19/9 s 40").unwrap();
    let south = f(weights, six_terms(&position, Side::First));
    let north = f(weights.mirrored(), six_terms(&position, Side::Second));
    assert_eq!(south, -north);
    assert_eq!(weights.mirrored().mirrored(), weights);
}

#[test]
fn the_shipped_tables_know_what_a_seed_is_worth() {
    let tables = PitTables::shipped();
    let text = tables.to_toml("A test.");
    assert_eq!(fits(text.as_bytes(), TOML), Some(true));
    assert_eq!(PitTables::from_toml(&text), Ok(tables.clone()));
    let score = |text| tables.clone().score(&Awari::parse(&Rules::DAVIS2002, text).unwrap());
    let (ahead, level) =
        (score("4,4,0,1,2,3/1,0,2,4,3,4 14/6 s 30"), score("4,4,0,1,2,3/1,0,2,4,3,4 10/10 s 30"));
    assert!(ahead > level && level > score("4,4,0,1,2,3/1,0,2,4,3,4 6/14 s 30"));
    assert!(
        PitTables::from_toml("parameters = [1, 2]").unwrap_err().to_string().contains("2 numbers instead of")
    );
}

#[test]
fn the_players_beat_a_random_one() {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    for (number, rules) in [Rules::DAVIS2002, Rules::ROMEIN, Rules::ABAPA].iter().enumerate() {
        for side in Side::BOTH {
            let mut rng = Rng::new(7).child("game", number as u64);
            let mut made: [Box<dyn Player<Awari>>; 2] = [
                Box::new(AlphaBetaPlayer::new(PitTables::shipped(), OPTIONS, limits)),
                Box::new(davis2002(SixWeights::OURS, 4, false)),
            ];
            let strong = &mut made[number % 2];
            let mut line = Line::new(Awari::start(rules));
            while line.outcome().is_none() {
                let decision = if line.to_move() == side {
                    strong.choose(&line, &Limits::default(), &mut rng)
                } else {
                    RandomPlayer.choose(&line, &Limits::default(), &mut rng)
                };
                line.push(decision.step());
            }
            assert_eq!(line.outcome(), Some(Outcome::Win(side)), "{rules:?}");
        }
    }
}

/// The steps of a player and the answers of a North who has one step only, until the game is over.
fn south_plays(player: &str, position: &str) -> (Vec<String>, Awari) {
    let start = Awari::parse(&Rules::DAVIS2002, position).unwrap();
    let spec: PlayerSpec = player.parse().unwrap();
    let mut rng = Rng::new(1);
    let mut south = spec.maker::<Awari>(start.rules()).unwrap()(&mut rng);
    let (mut line, mut steps) = (Line::new(start), Vec::new());
    while line.outcome().is_none() {
        let step = match line.to_move() {
            Side::First => south.choose(&line, &Limits::default(), &mut rng).step(),
            Side::Second => line.moves()[0],
        };
        steps.push(line.position().write_step(step));
        line.push(step);
    }
    (steps, *line.position())
}

/// Appendix C: the paper's player could win at once with 11 seeds and takes 13 two steps later, because nothing tells it what winning is.
#[test]
fn the_paper_s_player_values_seeds_and_not_the_win() {
    const POSITION: &str = "0,0,0,2,17,0/0,0,0,0,1,0 19/9 s 100";
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../players/davis2002-evolved.toml");
    for (file, depth) in [("", 7), ("", 6), ("", 4), (weights, 7), (weights, 6)] {
        let player = |rest: &str| {
            let file = if file.is_empty() { String::new() } else { format!("\"{file}\",") };
            format!("davis2002({file}depth={depth}{rest})")
        };
        for rest in ["", ",outcomes=off"] {
            let (steps, last) = south_plays(&player(rest), POSITION);
            assert_eq!((steps.join(" ").as_str(), last.store(Side::First)), ("D e E", 32), "depth {depth}");
        }
        let (steps, last) = south_plays(&player(",outcomes=on"), POSITION);
        assert_eq!((steps.join(" ").as_str(), last.store(Side::First)), ("E", 30), "depth {depth}");
    }
    let error = |text: &str| {
        let maker = text.parse::<PlayerSpec>().and_then(|spec| spec.maker::<Awari>(&Rules::DAVIS2002));
        maker.err().unwrap().to_string()
    };
    assert!(error("davis2002(outcomes=perhaps)").contains("\"perhaps\": outcomes is on or off"));
    assert!(error("minimax(reductions=off)").contains("minimax takes depth, "));
}

/// Of a game that is over the formula sees the stores as rule 6 leaves them: who cannot feed takes all that is left.
#[test]
fn the_last_seeds_count_for_whom_they_come_to() {
    let over = Awari::parse(&Rules::DAVIS2002, "0,0,0,0,0,0/2,4,0,0,0,0 24/18 n 61").unwrap();
    assert_eq!((over.outcome(), over.final_stores()), (Some(Outcome::Draw), [24, 24]));
    let mut stores = SixTerms::new(SixWeights([0.0, 0.0, 0.0, 0.0, -1.0, 1.0]));
    assert!(stores.score(&over) < 0 && stores.score_over(&over) == 0);
    // South searches, and so does North: each sees the game as his own.
    let mut searcher = Searcher::new(SixWeights([0.0, 0.0, 0.0, 0.0, 0.0, 1.0]));
    let start = Awari::start(&Rules::DAVIS2002);
    searcher.prepare(&start);
    let south = -searcher.score_over(&over);
    searcher.prepare(&over);
    assert_eq!(south, searcher.score_over(&over), "both own 24 seeds");
    assert!(searcher.score(&over) < south, "before the last six North owned 18");
}

/// What [`Evaluator::score_within`] promises, on random positions and windows around the score.
#[test]
fn windows_save_work_and_change_nothing() {
    let mut rng = Rng::new(11);
    let (mut six, mut pits) = (SixTerms::new(SixWeights::OURS), PitTables::shipped());
    let mut position = Awari::start(&Rules::DAVIS2002);
    for _ in 0..5_000 {
        let Some(step) = position.pick(&mut |n| rng.below(n)) else {
            position = Awari::start(&Rules::DAVIS2002);
            continue;
        };
        for evaluator in [&mut six as &mut dyn Evaluator<Awari>, &mut pits] {
            let score = evaluator.score(&position);
            let alpha = score + rng.below(200_000) as i32 - 100_000;
            let beta = alpha + 1 + rng.below(20_000) as i32;
            let found = evaluator.score_within(&position, alpha, beta);
            let kept = match score {
                s if s <= alpha => (s..=alpha).contains(&found),
                s if s >= beta => (beta..=s).contains(&found),
                s => found == s,
            };
            assert!(kept, "{position}: {found} for {score} within {alpha} and {beta}");
        }
        position.play(step);
    }
}

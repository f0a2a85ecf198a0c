//! Every learner learns: after a tiny run its champions are better than its start was.
//!
//! The test: the champion of each population meets all vectors of the first generation, with the side that it learnt (both, where
//! there is one population), from random openings; so do the vectors of the first generation among themselves. The mean points
//! (1, ½, 0) of the champion must exceed theirs by more than 2.33 standard errors: by chance that happens once in a hundred
//! times. Seeds are fixed, so it happens always or never.

use lab::job::{Executor, Weights, opening};
use lab::learn::{Coevolution, Config, Learner};
use lab::{Entrant, Job, Threads};

use engine::Rng;
use games::{Outcome, Side};

/// Awari, six numbers, one population.
const AWARI: &str = "game = 'awari'\nplayer = 'davis2002(depth=2)'\nlongest = 250\nopening = 2\nfitness = 'mean'\n\
    score = { kind = 'points', win = 1, draw = 0, loss = -1 }\n";

/// Seega on a small board, fifteen numbers, two populations.
const SEEGA: &str = "game = 'seega:5'\nplayer = 'linear(depth=1)'\npopulations = 2\nlongest = 300\nfitness = 'mean'\n\
    score = { kind = 'abdelbar2004' }\n";

fn config(base: &str, rest: &str) -> Config {
    Config::parse(&format!("{base}{rest}")).unwrap_or_else(|e| panic!("{rest}: {e}"))
}

/// Plays generations; every epoch as JSON, and the learner.
fn train(config: &Config, threads: usize) -> (Vec<String>, Coevolution) {
    let (executor, mut epochs) = (Threads::new(threads), Vec::new());
    let mut learner = Coevolution::new(config).unwrap();
    while (epochs.len() as u64) < config.epochs {
        let jobs = learner.plan().unwrap();
        let records = executor.run(&jobs).unwrap();
        if let Some(epoch) = learner.absorb(&jobs, &records).unwrap() {
            epochs.push(serde_json::to_string(&epoch).unwrap());
        }
    }
    (epochs, learner)
}

/// The vectors of the first generation that can have a side.
fn start(config: &Config, side: Side) -> Vec<Weights> {
    let jobs = Coevolution::new(config).unwrap().plan().unwrap();
    let seats =
        jobs.into_iter().flat_map(|job| Side::BOTH.map(|s| (s, job.players[s.index()].weights.clone())));
    let mut vectors: Vec<Weights> = Vec::new();
    for (seat, weights) in seats {
        let weights = weights.filter(|weights| !vectors.contains(weights));
        vectors.extend(weights.filter(|_| config.populations == 1 || seat == side));
    }
    vectors
}

/// The points of each of these with a side against each of those.
fn points(config: &Config, own: &[Weights], others: &[Weights], side: Side, games: usize) -> Vec<f64> {
    let player = Entrant::new(config.player.clone(), config.limits);
    let jobs: Vec<Job> = (0..games)
        .map(|game| {
            let rng = Rng::new(77).child("game", game as u64);
            let mut players = [&own[game % own.len()], &others[game / own.len() % others.len()]]
                .map(|weights| player.with_weights(weights.clone()));
            if side == Side::Second {
                players.reverse();
            }
            let opening = opening(config.game, None, 4, &mut rng.child("opening", 0)).unwrap();
            Job { game: config.game, players, start: None, opening, longest: config.longest, rng }
        })
        .collect();
    let records = Threads::new(2).run(&jobs).unwrap();
    let points = records.iter().map(|record| match record.outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(winner == side),
    });
    points.collect()
}

fn mean_and_error(points: &[f64]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = points.iter().sum::<f64>() / n;
    let variance = points.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, variance / n)
}

fn learns(config: &Config) {
    let (_, learner) = train(config, 2);
    let champions = learner.best();
    let starts = Side::BOTH.map(|side| start(config, side));
    let mut all = [Vec::new(), Vec::new()];
    for side in Side::BOTH {
        let (own, others) = (&starts[side.index()], &starts[side.other().index()]);
        let champion: Weights = champions[side.index() % champions.len()].1.clone().into();
        let games = 240;
        let now = points(config, &[champion], others, side, games);
        let before = points(config, own, others, side, games);
        if config.populations == 2 {
            better(&now, &before, &format!("{side:?}"));
        }
        all[0].extend(now);
        all[1].extend(before);
    }
    better(&all[0], &all[1], "both sides");
}

fn better(now: &[f64], before: &[f64], who: &str) {
    let ((now, v), (before, w)) = (mean_and_error(now), mean_and_error(before));
    let z = (now - before) / (v + w).sqrt();
    println!("{who}: {before:.3} before, {now:.3} now, z = {z:.1}");
    assert!(z > 2.33, "{who}: {before:.3} before, {now:.3} now, z = {z:.2}");
}

#[test]
fn an_evolution_strategy_learns() {
    learns(&config(
        AWARI,
        "epochs = 6\nscheme = { kind = 'everybody' }\noptimizer = { kind = 'es', population = 10, survivors = 3 }",
    ));
}

#[test]
fn a_self_adaptive_algorithm_learns() {
    learns(&config(
        AWARI,
        "epochs = 8\nscheme = { kind = 'random', opponents = 6 }\n\
         optimizer = { kind = 'ea', population = 12, survivors = 6, step = 0.5, start = [[-1, 1]] }",
    ));
}

#[test]
fn a_hybrid_learns_by_duels() {
    learns(&config(
        AWARI,
        "epochs = 8\nscheme = { kind = 'random', opponents = 6 }\n\
         [optimizer]\nkind = 'hybrid'\nsurvivors = 6\nstep = 0.2\n\
         swarm = { particles = 12, neighbourhood = 'global', memory = 'duel' }",
    ));
}

#[test]
fn a_hill_is_climbed() {
    learns(&config(
        AWARI,
        "epochs = 300\nscheme = { kind = 'everybody' }\n\
         optimizer = { kind = 'hill', beta = 0.3, step = 1.0, start = [[-1, 1]] }",
    ));
}

#[test]
fn noise_that_ranked_well_is_followed() {
    learns(&config(
        SEEGA,
        "epochs = 8\nscheme = { kind = 'random', opponents = 6 }\n\
         optimizer = { kind = 'openai_es', population = 16, step = 0.5, rate = 0.2 }",
    ));
}

#[test]
fn covariances_are_adapted() {
    learns(&config(
        AWARI,
        "epochs = 8\nscheme = { kind = 'hall_of_fame', opponents = 4, past = 2 }\noptimizer = { kind = 'cma', step = 0.5 }",
    ));
}

#[test]
fn swarms_over_constants_learn() {
    learns(&config(
        AWARI,
        "epochs = 5\nscheme = { kind = 'fixed', player = 'davis2002(depth=2)', games = 2 }\n\
         [optimizer]\nkind = 'nested'\n\
         inner = { particles = 6, neighbourhood = 'global', memory = 'stored' }\n\
         [optimizer.outer]\nparticles = 4\nneighbourhood = 'global'\nmemory = 'stored'\n\
         start = [[0.2, 1.2], [0.25, 2.5], [0.25, 2.5]]\nbounds = [[0.2, 1.2], [0.25, 2.5], [0.25, 2.5]]",
    ));
}

#[test]
fn two_swarms_learn_from_their_images() {
    learns(&config(
        SEEGA,
        "epochs = 12\nscheme = { kind = 'image', games = 1 }\n\
         optimizer = { kind = 'pso', particles = 16, memory = 'rescored' }",
    ));
}

#[test]
fn two_swarms_learn_from_opponents_drawn_by_lot() {
    learns(&config(
        SEEGA,
        "epochs = 12\nscheme = { kind = 'random', opponents = 6 }\n\
         optimizer = { kind = 'pso', particles = 16, memory = 'stored' }",
    ));
}

#[test]
fn breeding_swarms_learn_by_the_swiss_system() {
    learns(&config(
        SEEGA,
        "epochs = 12\nscheme = { kind = 'swiss', rounds = 5 }\n\
         [optimizer]\nkind = 'breeding'\nsubpopulations = 2\nswarm = { particles = 16 }",
    ));
}

/// The network of Capture Go: the same bytes on one thread and on two, and as many games as the scheme says.
#[test]
fn threads_change_nothing() {
    for (base, rest, games) in [
        (
            "game = 'capture-go:9'\nplayer = 'alphabeta(depth=1,eval=net)'\nlongest = 200\n\
             score = { kind = 'points', win = 1, draw = 0, loss = -2 }\n",
            "epochs = 2\nscheme = { kind = 'random', opponents = 2 }\n\
             [optimizer]\nkind = 'pso'\nparticles = 4\nneighbourhood = 'global'\nmemory = 'duel'\nstart = [[-0.2, 0.2]]",
            // Eight in the tournament; then as many, four duels of two games, and two for the swarm's best.
            vec![8, 18],
        ),
        (
            SEEGA,
            "epochs = 2\nscheme = { kind = 'random', opponents = 3 }\noptimizer = { kind = 'pso', particles = 4 }",
            // Twelve; then also what both swarms remember, against the same opponents.
            vec![12, 36],
        ),
    ] {
        let config = config(base, rest);
        let ((one, first), (two, second)) = (train(&config, 1), train(&config, 2));
        assert_eq!(one, two);
        assert!(Learner::state(&first) == Learner::state(&second));
        let counts: Vec<u64> = one
            .iter()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["games"].as_u64().unwrap())
            .collect();
        assert_eq!(counts, games);
    }
}

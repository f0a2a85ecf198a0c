//! What holds for every optimiser whatever it is told, and how memories behave where scores depend on the others.

use engine::Rng;
use lab::optim::{
    AnyOptimizer, Candidate, Guide, Memory, Motion, Neighbourhood, OptimConfig, Optimizer, Pso, PsoConfig,
    Ranges, Results, Round, Standing, Wall,
};
use proptest::prelude::*;

const KINDS: [&str; 15] = [
    "kind = 'pso'\nparticles = 8",
    "kind = 'pso'\nparticles = 8\nmemory = 'stored'\nneighbourhood = 'ring'\nbounds = [[-1, 1]]",
    "kind = 'pso'\nparticles = 7\nmemory = 'duel'\nneighbourhood = 'global'\nmotion = { v_max = 0.1 }",
    "kind = 'pso'\nparticles = 7\nmemory = 'duel'\nneighbourhood = 'global'\ncandidate = 'knockout'",
    "kind = 'pso'\nparticles = 8\nmotion = { momentum = 3.0, own = 50.0, social = 50.0 }",
    "kind = 'breeding'\nrate = 0.5\nswarm = { particles = 16, bounds = [[-1, 1]], wall = 'keep' }",
    "kind = 'nested'\nouter = { particles = 3, memory = 'stored', neighbourhood = 'ring', start = [[0.2, 1]], bounds = [[0.2, 1]] }",
    "kind = 'es'",
    "kind = 'ea'\ntau = 2.0",
    "kind = 'hybrid'\nsurvivors = 3\nswarm = { particles = 8, bounds = [[-1, 1]] }",
    "kind = 'hill'",
    "kind = 'hill'\nchallenges = 3",
    "kind = 'cma'",
    "kind = 'cma'\ndiagonal = true",
    "kind = 'openai_es'",
];

fn build(kind: &str, dimensions: usize, rng: &mut Rng) -> AnyOptimizer {
    toml::from_str::<OptimConfig>(kind).unwrap().build(dimensions, rng).unwrap()
}

/// Scores without any sense, some of them no numbers.
fn nonsense(round: &Round, rng: &mut Rng) -> Results {
    let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, 0.0];
    let mut score = || if rng.below(4) == 0 { strange[rng.below(5)] } else { rng.normal() };
    Results {
        scores: (0..round.scored).map(|_| score()).collect(),
        duels: round.duels.iter().map(|_| score()).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Stored between any two calls and loaded again, an optimiser goes on to the same bytes.
    #[test]
    fn a_stored_optimiser_goes_on_as_it_would_have(kind in 0..KINDS.len(), seed: u64, at in 0..12usize) {
        let (mut rng, mut scores) = (Rng::new(seed), Rng::new(seed).child("scores", 0));
        let mut optimiser = build(KINDS[kind], 5, &mut rng);
        let mut twin = None;
        for step in 0..16 {
            if step == at {
                let bytes = postcard::to_stdvec(&(&optimiser, &rng)).unwrap();
                twin = Some(postcard::from_bytes::<(AnyOptimizer, Rng)>(&bytes).unwrap());
            }
            let round = optimiser.ask(&mut rng);
            if step == at + 1 {
                // Between ask and tell.
                let bytes = postcard::to_stdvec(&optimiser).unwrap();
                prop_assert_eq!(&postcard::from_bytes::<AnyOptimizer>(&bytes).unwrap(), &optimiser);
            }
            let results = nonsense(&round, &mut scores);
            optimiser.tell(&results, &mut rng);
            if let Some((twin, rng)) = &mut twin {
                prop_assert_eq!(&twin.ask(rng), &round);
                twin.tell(&results, rng);
            }
        }
        let (twin, twin_rng) = twin.unwrap();
        prop_assert_eq!(postcard::to_stdvec(&(twin, twin_rng)).unwrap(), postcard::to_stdvec(&(optimiser, rng)).unwrap());
    }

    /// Whatever it is told, an optimiser asks for numbers, as many as it has coordinates, within its bounds.
    #[test]
    fn vectors_are_numbers_within_bounds(kind in 0..KINDS.len(), seed: u64, dimensions in 1..9usize) {
        let mut rng = Rng::new(seed);
        let mut optimiser = build(KINDS[kind], dimensions, &mut rng);
        let bounded = KINDS[kind].contains("bounds = [[-1, 1]]");
        for _ in 0..60 {
            let round = optimiser.ask(&mut rng);
            prop_assert!(round.scored <= round.vectors.len());
            prop_assert!(round.duels.iter().flatten().all(|&i| i < round.vectors.len()));
            for vector in round.vectors.iter().chain([&optimiser.best()]) {
                prop_assert_eq!(vector.len(), dimensions);
                prop_assert!(vector.iter().all(|x| x.is_finite() && (!bounded || x.abs() <= 1.0)));
            }
            let results = nonsense(&round, &mut rng);
            optimiser.tell(&results, &mut rng);
        }
    }
}

fn swarm(memory: Memory, particles: usize) -> PsoConfig {
    PsoConfig { particles, neighbourhood: Neighbourhood::Global, memory, ..PsoConfig::default() }
}

/// Where a vector's score never changes the three memories are one and the same.
#[test]
fn memories_agree_where_scores_do_not_change() {
    let flight = |memory: Memory| -> Vec<Vec<f32>> {
        let mut rng = Rng::new(7);
        let mut pso = Pso::new(swarm(memory, 12), 6, &mut rng).unwrap();
        for _ in 0..50 {
            // A move may take a second round, in which nobody but the leader is challenged.
            let before: Vec<Vec<f32>> = pso.positions().map(<[f32]>::to_vec).collect();
            while pso.positions().zip(&before).all(|(a, b)| a == b) {
                let round = pso.ask(&mut rng);
                pso.tell(&round.measure(|x| -x.iter().map(|&x| f64::from(x * x)).sum::<f64>()), &mut rng);
            }
        }
        pso.positions().map(<[f32]>::to_vec).collect()
    };
    let stored = flight(Memory::Stored);
    assert_eq!(stored, flight(Memory::Rescored));
    assert_eq!(stored, flight(Memory::Duel));
}

/// Rock, paper and scissors as points on a circle: a vector is an angle (by its first two coordinates), and it beats
/// whoever stands up to half a turn behind it. Today's field stands at one angle; tomorrow's at another.
fn score_against(field: f64, x: &[f32]) -> f64 {
    (f64::from(x[1]).atan2(f64::from(x[0])) - field).sin()
}

/// When the field turns, what was best is best no longer. Memories that are scored again turn with it; stored ones keep
/// the score of a victory over opponents that are gone.
#[test]
fn rescored_memories_follow_the_field_and_stored_ones_do_not() {
    let after_turn = |memory: Memory| -> f64 {
        let mut rng = Rng::new(11);
        let mut pso = Pso::new(swarm(memory, 20), 2, &mut rng).unwrap();
        for round in 0..60 {
            let field = if round < 30 { 0.0 } else { std::f64::consts::PI };
            let asked = pso.ask(&mut rng);
            pso.tell(&asked.measure(|x| score_against(field, x)), &mut rng);
        }
        score_against(std::f64::consts::PI, &pso.best())
    };
    let (rescored, stored) = (after_turn(Memory::Rescored), after_turn(Memory::Stored));
    assert!(rescored > 0.95, "beats the field of today, {rescored}");
    assert!(stored < -0.95, "still beats the field of yesterday and loses to that of today, {stored}");
}

/// Two swarms that meet only each other, one with each kind of memory. The one whose bests are scored again stays ahead
/// of the other, whose bests rest on victories of long ago.
#[test]
fn a_swarm_that_scores_its_bests_again_beats_one_that_does_not() {
    let angle = |x: &[f32]| f64::from(x[1]).atan2(f64::from(x[0]));
    let mut sum = 0.0;
    for seed in 0..10 {
        let mut rng = Rng::new(seed);
        let mut swarms = [Memory::Rescored, Memory::Stored]
            .map(|memory| Pso::new(swarm(memory, 20), 2, &mut rng).unwrap());
        for _ in 0..100 {
            let rounds = swarms.each_mut().map(|swarm| swarm.ask(&mut rng));
            for (own, other) in [(0, 1), (1, 0)] {
                let field: Vec<f64> = rounds[other].vectors[..20].iter().map(|x| angle(x)).collect();
                let score = |x: &[f32]| field.iter().map(|other| (angle(x) - other).sin()).sum::<f64>();
                swarms[own].tell(&rounds[own].measure(score), &mut rng);
            }
        }
        sum += (angle(&swarms[0].best()) - angle(&swarms[1].best())).sin();
    }
    assert!(sum > 8.0, "{sum} of 10");
}

#[test]
fn duels_are_asked_for_and_decide() {
    let mut rng = Rng::new(1);
    let mut pso = Pso::new(swarm(Memory::Duel, 3), 2, &mut rng).unwrap();
    let first = pso.ask(&mut rng);
    assert_eq!((first.vectors.len(), first.scored, first.duels.len()), (3, 3, 0), "nothing to remember yet");
    pso.tell(&Results { scores: vec![1.0, 3.0, 2.0], duels: vec![] }, &mut rng);
    assert_eq!(pso.best(), first.vectors[1]);

    let second = pso.ask(&mut rng);
    assert_eq!((second.vectors.len(), second.scored), (6, 3));
    assert_eq!(second.duels, [[0, 3], [1, 4], [2, 5]]);
    assert_eq!(second.vectors[3..], first.vectors[..], "against what they remember");
    // Particles 0 and 2 win their duels; 2 has the higher score, so it challenges the leader, and loses.
    pso.tell(&Results { scores: vec![0.1, 9.0, 0.2], duels: vec![1.0, 0.0, 1.0] }, &mut rng);
    let challenge = pso.ask(&mut rng);
    assert_eq!((challenge.scored, &challenge.duels[..]), (0, &[[0, 1]][..]));
    assert_eq!(challenge.vectors, [second.vectors[2].clone(), first.vectors[1].clone()]);
    pso.tell(&Results { scores: vec![], duels: vec![-1.0] }, &mut rng);
    assert_eq!(pso.best(), first.vectors[1], "the leader stays");
    let third = pso.ask(&mut rng);
    let remembered = [&second.vectors[0], &first.vectors[1], &second.vectors[2]];
    assert!(third.vectors[3..].iter().eq(remembered), "who won his duel is remembered");
}

/// Those with a new best meet two by two until one is left, and he meets the leader.
#[test]
fn a_knockout_finds_the_challenger() {
    let mut rng = Rng::new(1);
    let settings = PsoConfig { candidate: Candidate::Knockout, ..swarm(Memory::Duel, 4) };
    let mut pso = Pso::new(settings, 2, &mut rng).unwrap();
    let tell = |pso: &mut Pso, rng: &mut Rng, scores: &[f64], duels: &[f64]| {
        pso.tell(&Results { scores: scores.to_vec(), duels: duels.to_vec() }, rng);
    };
    let first = pso.ask(&mut rng);
    tell(&mut pso, &mut rng, &[1.0, 4.0, 3.0, 2.0], &[]);
    assert_eq!(pso.best(), first.vectors[1], "at first the highest score leads");
    let second = pso.ask(&mut rng);
    // Particles 0, 2 and 3 have new bests. 0 and 2 draw, and 2 has the higher score; 3 has nobody to meet, and then beats 2.
    tell(&mut pso, &mut rng, &[1.0, 9.0, 5.0, 0.0], &[1.0, -1.0, 1.0, 1.0]);
    let own = |i: usize| second.vectors[i].clone();
    for (vectors, duels) in [([own(0), own(2), own(3)].to_vec(), [0.0]), ([own(2), own(3)].to_vec(), [-1.0])]
    {
        let round = pso.ask(&mut rng);
        assert_eq!((round.vectors, round.scored, &round.duels[..]), (vectors, 0, &[[0, 1]][..]));
        assert!(!pso.settled());
        tell(&mut pso, &mut rng, &[], &duels);
    }
    let challenge = pso.ask(&mut rng);
    assert_eq!(challenge.vectors, [own(3), first.vectors[1].clone()]);
    tell(&mut pso, &mut rng, &[], &[1.0]);
    assert!(pso.settled() && pso.best() == own(3));
}

/// A wall stops a particle, or only holds it.
#[test]
fn a_wall_takes_the_speed_or_leaves_it() {
    for wall in [Wall::Stop, Wall::Keep] {
        let motion = Motion { momentum: 1.0, own: 0.0, social: 0.0, random: false, v_max: None };
        let (start, bounds) = (Ranges::each([[0.9, 0.9]]), Ranges::each([[-1.0, 1.0]]));
        let settings = PsoConfig { particles: 1, motion, start, bounds, wall, ..PsoConfig::default() };
        let mut rng = Rng::new(3);
        let mut pso = Pso::new(PsoConfig { start_speed: 5.0, ..settings }, 1, &mut rng).unwrap();
        let fly = |pso: &mut Pso, rng: &mut Rng| {
            let round = pso.ask(rng);
            pso.tell(&round.measure(|_| 0.0), rng);
            pso.positions().next().unwrap()[0]
        };
        let at = fly(&mut pso, &mut rng);
        assert_eq!(at.abs(), 1.0, "it flew too far");
        // Pulled back by a tenth of what is remembered at 0.9: who has kept his speed stays at the wall.
        pso.set_motion(Motion { own: 0.1, ..pso.motion().clone() });
        let next = fly(&mut pso, &mut rng);
        assert_eq!(next == at, wall == Wall::Keep, "{wall:?}: {next}");
    }
}

#[test]
fn bad_settings_say_what_would_be_right() {
    let error = |toml: &str| match toml::from_str::<OptimConfig>(toml) {
        Err(error) => error.message().to_string(),
        Ok(config) => config.build(4, &mut Rng::new(0)).unwrap_err().to_string(),
    };
    assert_eq!(
        error("kind = 'pso'\nparticles = 30"),
        "the optimiser's setting `particles` is 30, but it must be a power of two, as a hypercube has corners"
    );
    assert!(error("kind = 'pso'\nparticels = 32").contains("unknown field `particels`"));
    assert!(error("kind = 'pos'").contains("unknown variant `pos`"));
    for (toml, setting) in [
        ("kind = 'pso'\nparticles = 0\nneighbourhood = 'ring'", "particles"),
        ("kind = 'pso'\nmemory = 'duel'", "neighbourhood"),
        ("kind = 'pso'\nmemory = 'duel'\nneighbourhood = 'global'\nguide = { score = 'now' }", "guide"),
        ("kind = 'pso'\nmemory = 'stored'\ncandidate = 'knockout'", "candidate"),
        ("kind = 'pso'\nmotion = { momentum = nan }", "momentum"),
        ("kind = 'pso'\nmotion = { v_max = 0 }", "v_max"),
        ("kind = 'pso'\nstart = [[0, 1], [0, 1]]", "start"),
        ("kind = 'pso'\nstart = []", "start"),
        ("kind = 'pso'\nbounds = [[1, 0]]", "bounds"),
        ("kind = 'pso'\nstart_speed = -1", "start_speed"),
        ("kind = 'breeding'\nsubpopulations = 3", "subpopulations"),
        ("kind = 'breeding'\nrate = 2", "rate"),
        ("kind = 'nested'\ninner = { memory = 'rescored' }", "inner.memory"),
        ("kind = 'es'\nsurvivors = 20", "survivors"),
        ("kind = 'es'\nstep = 0", "step"),
        ("kind = 'ea'\ntau = -1", "tau"),
        ("kind = 'hybrid'\nsurvivors = 40", "survivors"),
        ("kind = 'hill'\nbeta = 0", "beta"),
        ("kind = 'hill'\nchallenges = 0", "challenges"),
        ("kind = 'cma'\npopulation = 3", "population"),
        ("kind = 'cma'\nstep = inf", "step"),
        ("kind = 'openai_es'\npopulation = 7", "population"),
        ("kind = 'openai_es'\nrate = 0.0", "rate"),
        ("kind = 'openai_es'\ndecay = -1.0", "decay"),
    ] {
        let message = error(toml);
        assert!(message.contains(&format!("`{setting}`")) && !message.contains('\n'), "{toml}: {message}");
    }
}

#[test]
fn settings_are_written_and_read_back() {
    for kind in KINDS {
        let config: OptimConfig = toml::from_str(kind).unwrap();
        let text = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<OptimConfig>(&text).unwrap(), config, "{text}");
    }
}

/// In two rounds a particle's best may be behind it. The four kinds of guide lead to different places, each to its own.
#[test]
fn a_particle_follows_the_guide_that_is_set() {
    // After the first round everybody flies on as it came; then, with all pull to the guide and none of chance, each particle goes exactly
    // where its guide is.
    let motions = [(1.0, 0.0), (0.0, 1.0)].map(|(momentum, social)| Motion {
        momentum,
        own: 0.0,
        social,
        random: false,
        v_max: None,
    });
    let hypercube = [[1, 2, 4], [0, 3, 5], [3, 0, 6], [2, 1, 7], [5, 6, 0], [4, 7, 1], [7, 4, 2], [6, 5, 3]];
    let ring = [[1, 7, 7], [2, 0, 0], [3, 1, 1], [4, 2, 2], [5, 3, 3], [6, 4, 4], [7, 5, 5], [0, 6, 6]];
    let scores = [[3.0, 6.0, 10.0, 4.0, 7.0, 2.0, 0.0, 5.0], [2.0, 5.0, 8.0, 1.0, 0.0, 9.0, 3.0, 4.0]];
    let mut seen = Vec::new();
    for (neighbourhood, hoods) in [(Neighbourhood::Hypercube, hypercube), (Neighbourhood::Ring, ring)] {
        for (score, itself) in [
            (Standing::Now, false),
            (Standing::Now, true),
            (Standing::Remembered, false),
            (Standing::Remembered, true),
        ] {
            let start = PsoConfig { particles: 8, memory: Memory::Stored, ..PsoConfig::default() };
            let guide = Guide { score, itself };
            let settings = PsoConfig { neighbourhood, guide, ..start };
            let mut rng = Rng::new(1);
            let mut pso = Pso::new(settings, 3, &mut rng).unwrap();
            let rounds = [0, 1].map(|round: usize| {
                pso.set_motion(motions[round].clone());
                let scores = scores[round];
                let round = pso.ask(&mut rng).vectors;
                pso.tell(&Results { scores: scores.to_vec(), duels: vec![] }, &mut rng);
                round
            });
            let after = pso.ask(&mut rng).vectors;
            for (particle, hood) in hoods.iter().enumerate() {
                // Scores and vectors that each may lead to: those of now, and with a memory the better of both rounds.
                let stands = |i: usize| match score {
                    Standing::Now => (scores[1][i], &rounds[1][i]),
                    Standing::Remembered if scores[0][i] >= scores[1][i] => (scores[0][i], &rounds[0][i]),
                    Standing::Remembered => (scores[1][i], &rounds[1][i]),
                };
                let among = hood.iter().copied().chain(itself.then_some(particle)).map(stands);
                let best = among.reduce(|a, b| if b.0 > a.0 { b } else { a }).unwrap().1;
                let near = after[particle].iter().zip(best).all(|(a, b)| (a - b).abs() < 1e-6);
                assert!(near, "{neighbourhood:?}, {guide:?}: particle {particle}");
            }
            assert!(!seen.contains(&after), "{neighbourhood:?}, {guide:?} is as another one");
            seen.push(after);
        }
    }
}

/// What a run says at its start.
#[test]
fn guides_are_said() {
    let said = |toml: &str| toml::from_str::<OptimConfig>(toml).unwrap().guides();
    assert_eq!(
        said("kind = 'pso'\nguide = { score = 'now', itself = false }"),
        ["swarm: a particle is guided by the neighbour with the best score now, itself left out"]
    );
    assert_eq!(
        said("kind = 'nested'")[0],
        "outer swarm: a particle is guided by the neighbour with the best remembered score, itself counted among them"
    );
    assert_eq!(
        said("kind = 'hybrid'"),
        ["swarm: particles are guided by the leader, the best that duels have found"]
    );
    assert!(said("kind = 'cma'").is_empty());
}

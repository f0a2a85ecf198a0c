//! The five papers and what is done for each: the first study is the paper's own experiment.

use super::{Method, Paper, Study, abdelbar, aljaafreh2019, cai2010, davis2002};

macro_rules! page {
    ($name:literal) => {
        include_str!(concat!("../../../../docs/papers/", $name, ".md"))
    };
}

/// A method, by the names of its configurations in full and in small.
macro_rules! method {
    ($name:literal, $full:literal, $quick:literal) => {
        method!($name, $full, $quick, [])
    };
    ($name:literal, $full:literal, $quick:literal, $change:expr) => {
        Method {
            name: $name,
            full: include_str!(concat!("../../../../configs/", $full, ".toml")),
            quick: include_str!(concat!("../../../../configs/", $quick, ".toml")),
            change: &$change,
        }
    };
}

const DAVIS2002: &[Method] = &[method!("evolution strategy", "davis2002", "davis2002-quick")];
const MODERN_2002: &[Method] = &[
    method!(
        "CMA-ES",
        "davis2002",
        "davis2002-quick",
        ["optimizer={ kind = 'cma', population = 20, step = 0.5, start = [[-1, 1]] }"]
    ),
    method!(
        "OpenAI-ES",
        "davis2002",
        "davis2002-quick",
        ["optimizer={ kind = 'openai_es', population = 20, step = 0.3, rate = 0.1, start = [[-1, 1]] }"]
    ),
];
const ABDELBAR2003: &[Method] = &[method!("swarms", "abdelbar2003", "abdelbar2003-quick")];
/// All with 112,000 games, as many as fifty iterations have.
const FEWER: &[Method] = &[
    method!(
        "Swiss",
        "abdelbar2003",
        "abdelbar2003-quick",
        ["epochs=250", "scheme={ kind = 'swiss', rounds = 7 }"]
    ),
    method!(
        "hall of fame",
        "abdelbar2003",
        "abdelbar2003-quick",
        ["epochs=219", "scheme={ kind = 'hall_of_fame', opponents = 4, past = 2 }", "fitness=mean"]
    ),
    method!(
        "breeding",
        "abdelbar2003",
        "abdelbar2003-quick",
        [
            "epochs=50",
            "optimizer={ kind = 'breeding', subpopulations = 2, swarm = { particles = 64, guide = { score = 'now', itself = false }, \
             memory = 'stored', start = [[-1, 1]], start_speed = 0.5 } }"
        ]
    ),
];
const CHOICE: &[Method] = &[method!(
    "chosen by a tournament",
    "abdelbar2003",
    "abdelbar2003-quick",
    ["epochs=50", "choice={ kind = 'tournament', past = 20, opponents = 15 }"]
)];
const MODERN_2003: &[Method] = &[
    method!(
        "CMA-ES",
        "abdelbar2003",
        "abdelbar2003-quick",
        ["epochs=50", "optimizer={ kind = 'cma', population = 64, step = 0.5, start = [[-1, 1]] }"]
    ),
    method!(
        "OpenAI-ES",
        "abdelbar2003",
        "abdelbar2003-quick",
        [
            "epochs=50",
            "optimizer={ kind = 'openai_es', population = 64, step = 0.3, rate = 0.1, start = [[-1, 1]] }"
        ]
    ),
];
const ABDELBAR2004: &[Method] = &[method!("swarms", "abdelbar2004", "abdelbar2004-quick")];
const RESCORED: &[Method] = &[method!("swarms", "abdelbar2004-rescored", "abdelbar2004-quick")];
const CAI2010: &[Method] = &[
    method!("hybrid", "cai2010-hybrid", "cai2010-hybrid-quick"),
    method!("PSO", "cai2010-pso", "cai2010-pso-quick"),
    method!("EA", "cai2010-ea", "cai2010-ea-quick"),
    method!("HC", "cai2010-hill", "cai2010-hill-quick"),
];
/// The paper's methods, and two of today.
const CAI2010_AND_MODERN: &[Method] = &[
    method!("hybrid", "cai2010-hybrid", "cai2010-hybrid-quick"),
    method!("PSO", "cai2010-pso", "cai2010-pso-quick"),
    method!("EA", "cai2010-ea", "cai2010-ea-quick"),
    method!("HC", "cai2010-hill", "cai2010-hill-quick"),
    method!(
        "CMA-ES",
        "cai2010-ea",
        "cai2010-ea-quick",
        ["optimizer={ kind = 'cma', population = 40, diagonal = true, step = 0.1, start = [[-0.2, 0.2]] }"]
    ),
    method!(
        "OpenAI-ES",
        "cai2010-ea",
        "cai2010-ea-quick",
        [
            "optimizer={ kind = 'openai_es', population = 40, step = 0.05, rate = 0.02, start = [[-0.2, 0.2]] }"
        ]
    ),
];
/// The fixed player has to be trained first: its configuration says how.
const OUTER: &[Method] = &[method!("outer swarm", "cai2010-outer", "cai2010-pso-quick")];
const AGAINST_DEFENSIVE: &[Method] = &[method!(
    "hybrid",
    "cai2010-hybrid",
    "cai2010-hybrid-quick",
    ["scheme={ kind = 'fixed', player = 'defensive', games = 8 }"]
)];
/// The swarms are slower; the others have no speed.
const SLOW: &[Method] = &[
    method!("hybrid", "cai2010-hybrid", "cai2010-hybrid-quick", ["optimizer.swarm.motion.v_max=0.05"]),
    method!("PSO", "cai2010-pso", "cai2010-pso-quick", ["optimizer.motion.v_max=0.05"]),
    method!("EA", "cai2010-ea", "cai2010-ea-quick"),
    method!("HC", "cai2010-hill", "cai2010-hill-quick"),
];
const ALJAAFREH2019: &[Method] = &[
    method!("as the paper", "aljaafreh2019", "aljaafreh2019-quick"),
    method!("ours", "seejeh5", "seejeh5-quick"),
];
const SEVEN: &[Method] = &[method!("as the paper", "aljaafreh2019", "aljaafreh2019-quick")];

const DEPTH_1: &[&str] = &["player=alphabeta(depth=1,reductions=off,eval=net)"];
const DEPTH_2: &[&str] = &["player=alphabeta(depth=2,reductions=off,eval=net)"];
const DEPTH_3: &[&str] = &["player=alphabeta(depth=3,reductions=off,eval=net)"];
const DEPTH_6: &[&str] = &["player=alphabeta(depth=6,reductions=off,eval=net)"];

/// Everything that studies of one paper have in common.
macro_rules! studies {
    ($compare:path, $games:literal: $(($name:literal, $about:literal, $methods:ident $(of $from:literal)?, $change:expr, $epochs:expr, $players:literal after $after:literal, $minutes:literal $(, $own:path)?)),* $(,)?) => {
        &[$(Study {
            name: $name,
            about: $about,
            methods: $methods,
            from: studies!(@from $($from)?),
            change: $change,
            epochs: $epochs,
            players: $players,
            after: $after,
            games: $games,
            minutes: $minutes,
            compare: studies!(@ $compare $(, $own)?),
        }),*]
    };
    (@from) => { None };
    (@from $from:literal) => { Some($from) };
    (@ $compare:path) => { $compare };
    (@ $compare:path, $own:path) => { $own };
}

/// All of them.
pub static PAPERS: &[Paper] = &[
    Paper {
        name: "davis2002",
        title: "Davis and Kendall (2002): an investigation, using co-evolution, to evolve an Awari player",
        page: page!("davis2002"),
        studies: studies![davis2002::compare, 100:
            ("paper", "the paper's experiment, five times", DAVIS2002, &[], None, 5 after 0, 45),
            ("modern", "CMA-ES and OpenAI-ES with as many games", MODERN_2002, &[], None, 5 after 0, 90, davis2002::compare_methods),
        ],
        across: davis2002::across,
    },
    Paper {
        name: "abdelbar2004",
        title: "Abdelbar, Ragab and Mitri (2004): particle swarms that learn Seega on 7×7",
        page: page!("abdelbar2004"),
        studies: studies![abdelbar::compare_2004, 200:
            ("paper", "the paper's experiment", ABDELBAR2004, &[], None, 1 after 0, 120),
            ("seeds", "the same with two other seeds, half as long", ABDELBAR2004, &[], Some(100), 2 after 1, 120),
            ("rescored", "what a particle remembers is scored again", RESCORED, &[], Some(100), 1 after 0, 180),
            ("clamped", "the depths as printed, within the text's ranges", ABDELBAR2004, &["player=linear(schedule=clamped)"], Some(10), 1 after 0, 120),
        ],
        across: abdelbar::across_2004,
    },
    Paper {
        name: "abdelbar2003",
        title: "Abdelbar, Ragab and Mitri (2003): particle swarms that learn Seega on 5×5",
        page: page!("abdelbar2003"),
        studies: studies![abdelbar::compare_2003, 100:
            ("paper", "the paper's experiment", ABDELBAR2003, &[], None, 1 after 0, 140),
            ("seeds", "the same with two other seeds, a quarter as long", ABDELBAR2003, &[], Some(200), 2 after 1, 70),
            ("fewer-games", "fewer games an iteration, with as many in all as fifty iterations have", FEWER, &[], None, 3 after 0, 150, abdelbar::compare_methods),
            ("choice", "the champion of fifty iterations is chosen by a last tournament", CHOICE, &[], None, 3 after 0, 30, abdelbar::compare_methods),
            ("modern", "CMA-ES and OpenAI-ES with as many games as fifty iterations have", MODERN_2003, &[], None, 3 after 0, 60, abdelbar::compare_methods),
            ("guide", "guided by the best remembered, itself among them", ABDELBAR2003, &["optimizer.guide.score=remembered", "optimizer.guide.itself=true"], Some(200), 1 after 0, 35),
        ],
        across: abdelbar::across_2003,
    },
    Paper {
        name: "cai2010",
        title: "Cai, Venayagamoorthy and Wunsch (2010): evolutionary swarm neural network game engine for Capture Go",
        page: page!("cai2010"),
        studies: studies![cai2010::compare, 100:
            ("depth-4", "the paper's experiment, but for a search of depth 4", CAI2010, &[], None, 1 after 0, 150),
            ("depth-1", "ten players a method at depth 1", CAI2010, DEPTH_1, None, 10 after 0, 40),
            ("depth-2", "ten players a method at depth 2, CMA-ES and OpenAI-ES among them", CAI2010_AND_MODERN, DEPTH_2, None, 10 after 0, 150),
            ("depth-2-slow", "the same with slow swarms", SLOW, DEPTH_2, None, 10 after 0, 100),
            ("depth-3", "three players a method at depth 3", CAI2010, DEPTH_3, None, 3 after 0, 180),
            ("at-depth-6", "the champions of depth 4 with a search of depth 6", CAI2010 of "depth-4", DEPTH_6, None, 1 after 0, 120),
            ("outer", "the swarm over the constants of swarms", OUTER, &[], None, 1 after 0, 30, cai2010::compare_outer),
            ("defensive", "hybrids that learn against the defensive player, at depth 2", AGAINST_DEFENSIVE, DEPTH_2, None, 10 after 0, 60, cai2010::compare_defensive),
            ("depth-6", "the paper's experiment in full", CAI2010, DEPTH_6, None, 1 after 0, 20000),
        ],
        across: cai2010::across,
    },
    Paper {
        name: "aljaafreh2019",
        title: "Aljaafreh and Al-Oudat (2019): a network and Monte-Carlo tree search that learn to place in Seejeh",
        page: page!("aljaafreh2019"),
        studies: studies![aljaafreh2019::compare, 200:
            ("paper", "the paper's set-up and ours on 5×5", ALJAAFREH2019, &[], None, 1 after 0, 120),
            ("7x7", "the paper's set-up on 7×7, the board that it calls the most popular", SEVEN, &["game=seejeh:7", "play.warm=48"], Some(12), 1 after 0, 60),
        ],
        across: aljaafreh2019::across,
    },
];

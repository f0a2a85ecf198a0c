//! Policy iteration in small: the same bytes on one thread and on two, after interruptions, and a network that learns.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use engine::eval::net::{Network, Pictured, file};
use engine::{Limits, Rng};
use games::seega::Seega;
use games::{Game, GameSpec, MoveList, TextError};
use lab::job::{Pair, Pairing};
use lab::learn::policy_iteration::Config;
use lab::learn::policy_iteration::lessons::{Window, position_after};
use lab::learn::policy_iteration::selfplay::{Crew, Effort, play_games};
use lab::learn::policy_iteration::underway::House;
use lab::learn::{Experiment, Means, News, Stop, Training};
use lab::run::{About, Run, read_metrics};
use lab::{Entrant, RunError, Tally, Threads};
use nets::{Batch, Cpu, Device, Losses, Oracle, Rate, Student};

const TINY: &str = r#"
    game = "seejeh:5"
    epochs = 3
    network = { kind = "residual", filters = 4, blocks = 1, hidden = 4 }
    play = { games = 6, simulations = 8, full = 0.5, quick = 4, warm = 4, opening = 2, movers = ["greedy", "alphabeta(depth=2)"], moved = 2, longest = 200 }
    learn = { batch = 32, steps = 4, rate = 0.01, window = 2, from_search = 0.25 }
    gate = { games = 4, threshold = 0.5, simulations = 4 }
    anchors = { every = 2, games = 4, simulations = 4, players = ["random"] }
"#;

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("petteia-policy-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Goes on with a run until it is over or `patience` pieces of news have come.
fn go(config: &Config, folder: &Path, threads: usize, patience: u32) -> bool {
    go_on(config, folder, threads, patience, &|student| Ok(Box::new(Cpu::new(student, threads)))).unwrap()
}

/// The same on any device.
fn go_on(
    config: &Config,
    folder: &Path,
    threads: usize,
    patience: u32,
    device: &dyn Fn(Student) -> Result<Box<dyn Device>, TextError>,
) -> Result<bool, RunError> {
    let executor = Threads::new(threads);
    let means = Means { device, crew: Crew { threads, games: 3 }, executor: &executor };
    let experiment = Experiment::Network(config.clone());
    let (mut run, notes) = Run::begin(&experiment, folder, &About::default()).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    let heard = Cell::new(0);
    let stop = || if heard.get() >= patience { Stop::Now } else { Stop::Never };
    run.train(&means, &stop, &mut |news| {
        if let News::Games { .. } = news {
            heard.set(heard.get() + 1);
        }
    })
}

/// Every file of a run but those that tell the time.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for place in [folder.to_path_buf(), folder.join("networks")] {
        for entry in fs::read_dir(place).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if entry.path().is_file() && !["times.jsonl", "lock"].contains(&name.as_str()) {
                // The folder's name is in no file but the names of players in matches, which are not kept.
                all.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    all
}

#[test]
fn interruptions_and_threads_change_nothing() {
    let config = Config::parse(TINY).unwrap();
    let whole = scratch("whole");
    assert!(go(&config, &whole, 1, u32::MAX));
    let wanted = bytes(&whole);
    assert!(wanted.contains_key("network.safetensors") && wanted.contains_key("0003.safetensors"));
    let (two, torn) = (scratch("two"), scratch("torn"));
    assert!(go(&config, &two, 2, u32::MAX));
    assert_eq!(bytes(&two), wanted);
    let mut sittings = 0;
    while !go(&config, &torn, 1 + sittings % 2, 4) {
        sittings += 1;
        assert!(sittings < 30);
    }
    assert!(sittings >= 3, "it was interrupted");
    assert_eq!(bytes(&torn), wanted);
    for folder in [whole, two, torn] {
        fs::remove_dir_all(folder).unwrap();
    }
}

/// A device that fails at its n-th piece of work, as a GPU may.
struct Failing {
    device: Cpu,
    left: Arc<AtomicU32>,
}

struct FailingOracle {
    oracle: Box<dyn Oracle>,
    left: Arc<AtomicU32>,
}

fn work(left: &AtomicU32) -> Result<(), TextError> {
    let before = left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
    before.map(drop).map_err(|_| TextError::new("the GPU has fallen off the bus"))
}

impl Device for Failing {
    fn learn(&mut self, batch: &Batch, rate: &Rate) -> Result<Losses, TextError> {
        work(&self.left)?;
        self.device.learn(batch, rate)
    }

    fn student(&mut self) -> Result<Student, TextError> {
        work(&self.left)?;
        self.device.student()
    }

    fn oracle(&self, network: &Network) -> Result<Box<dyn Oracle>, TextError> {
        work(&self.left)?;
        Ok(Box::new(FailingOracle { oracle: self.device.oracle(network)?, left: self.left.clone() }))
    }
}

impl Oracle for FailingOracle {
    fn answer(&self, batch: usize, planes: &[f32]) -> Result<[Vec<f32>; 2], TextError> {
        work(&self.left)?;
        self.oracle.answer(batch, planes)
    }
}

/// Wherever a GPU fails, in a game, between two or while it learns, that is an error in words, and the run goes on later to the same bytes.
#[test]
fn a_device_that_fails_loses_nothing() {
    let config = Config::parse(TINY).unwrap();
    let (whole, failing) = (scratch("sound"), scratch("failing"));
    assert!(go(&config, &whole, 2, u32::MAX));
    let mut failures = 0;
    for work in [0, 1, 30, 150, 400, 900, 1500, u32::MAX] {
        let ended = go_on(&config, &failing, 2, u32::MAX, &|student| {
            let left = Arc::new(AtomicU32::new(work));
            Ok(Box::new(Failing { device: Cpu::new(student, 2), left }))
        });
        match ended {
            Ok(over) => assert!(over),
            Err(error) => {
                assert!(error.to_string().contains("the GPU has fallen off the bus"), "{error}");
                failures += 1;
            }
        }
    }
    assert!(failures >= 4, "{failures}");
    assert_eq!(bytes(&failing), bytes(&whole));
    for folder in [whole, failing] {
        fs::remove_dir_all(folder).unwrap();
    }
}

/// A network for Capture Go on a small board ends far above the random one it began as: at least 26 of 32 games are won (among equals fewer than
/// one match in a thousand goes like that).
#[test]
fn a_small_network_learns() {
    let config = Config::parse(
        r#"
        game = "capture-go:4"
        epochs = 8
        network = { kind = "residual", filters = 12, blocks = 1, hidden = 12 }
        play = { games = 40, simulations = 24, warm = 6, opening = 2, longest = 60 }
        learn = { batch = 64, steps = 40, rate = 0.005, window = 4 }
        "#,
    )
    .unwrap();
    let folder = scratch("learns");
    assert!(go(&config, &folder, 2, u32::MAX));
    let metrics = read_metrics(&folder).unwrap();
    let [first, last]: [&Training; 2] = [0, 7].map(|i: usize| metrics[i].training.as_ref().unwrap());
    assert!(last.value_loss < first.value_loss, "{first:?} {last:?}");
    // The last network against the first, which has learnt nothing.
    let player = |epoch: u32| {
        let file = folder.join(format!("networks/{epoch:04}.safetensors"));
        Entrant::new(config.player(&file.to_string_lossy(), 12).unwrap(), Limits::default())
    };
    let pairing = Pairing { game: config.game, start: None, opening: 2, longest: 60, seed: 5 };
    let plan = (0..16).map(|number| Pair { players: [0, 1], number });
    let mut tally = Tally::default();
    let played = pairing.play(&Threads::new(2), &[player(8), player(0)], plan, |_, _, games| {
        tally.add(games.map(|game| game.outcome), 0);
        ControlFlow::Continue(())
    });
    played.unwrap();
    assert!(tally.wins >= 26, "{tally:?}");
    fs::remove_dir_all(folder).unwrap();
}

/// As the paper has it: the network sees the two colours, every lesson is the visits of a whole search, also where the result is certain,
/// and no game is dropped.
#[test]
fn the_paper_s_way_is_kept_to() {
    let text = TINY
        .replace(
            "kind = \"residual\", filters = 4, blocks = 1",
            "kind = \"paper\", planes = \"colours\", filters = 4",
        )
        .replace("full = 0.5, quick = 4, warm = 4, opening = 2", "warm = 24, proofs = false, noise = 0.0")
        .replace("movers = [\"greedy\", \"alphabeta(depth=2)\"]", "movers = [\"minimax(depth=1)\"]")
        .replace("window = 2", "window = 0");
    let config = Config::parse(&text).unwrap();
    assert_eq!(Config::parse(&config.to_toml()).unwrap(), config);
    let folder = scratch("paper");
    assert!(go(&config, &folder, 1, u32::MAX));
    let (network, about) = file::read(&fs::read(folder.join("network.safetensors")).unwrap()).unwrap();
    assert_eq!((about.shape.planes, network.shape().planes), (2, 2));
    // Games of self-play, by hand.
    let GameSpec::Seega(rules) = config.game else { panic!("it is of the family") };
    type Board = Seega<u64>;
    let house = House::<Board>::new(&config, &rules).unwrap();
    let oracle = Cpu::new(Student::new(network.clone()), 1).oracle(&network).unwrap();
    let (mut lessons, mut not_the_most_visited) = (0, 0);
    let crew = Crew { threads: 1, games: 2 };
    play_games(&house, 0..8, &Rng::new(3), &*oracle, crew, &Effort::default(), &mut |played| {
        for (at, lesson) in &played.lessons {
            let Some(lesson) = lesson else { continue };
            assert_eq!(lesson.visits.iter().sum::<u32>(), 7, "eight simulations, one of them the root's own");
            let position = position_after(Board::start(&rules), &played.steps[..*at as usize]).unwrap();
            let mut legal = MoveList::new();
            position.moves(&mut legal);
            // Visits are in the order of the steps.
            legal.sort();
            let made = usize::from(played.steps[*at as usize]);
            let place = legal.iter().position(|&step| position.step_number(step) == made).unwrap();
            assert!(lesson.visits[place] > 0, "a step that the search never looked at");
            lessons += 1;
            not_the_most_visited += u32::from(lesson.visits[place] < *lesson.visits.iter().max().unwrap());
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    // The last placement has no choice.
    assert_eq!(lessons, 8 * 23);
    assert!(not_the_most_visited > 10, "{not_the_most_visited}");
    let mut window = Window::default();
    (0..30).for_each(|_| window.push(vec![Default::default()], 0));
    assert_eq!(window.0.len(), 30);
    window.push(Vec::new(), 5);
    assert_eq!(window.0.len(), 5);
    fs::remove_dir_all(folder).unwrap();
}

/// Settings that are younger than runs that may go on are not part of what they are known by.
#[test]
fn older_runs_stay_the_same() {
    let identity = Config::parse(TINY).unwrap().identity();
    assert!(
        identity.contains(r#""network":{"kind":"residual","filters":4,"blocks":1,"hidden":4}"#),
        "{identity}"
    );
    assert!(!identity.contains("proofs") && !identity.contains("planes"), "{identity}");
}

#[test]
fn mistakes_are_named() {
    let error = |from: &str, to: &str| {
        assert!(TINY.contains(from));
        Config::parse(&TINY.replace(from, to)).unwrap_err().to_string()
    };
    assert!(error("filters = 4", "filters = 0").contains("network.filters is 0, but it must be"));
    assert!(error("quick = 4, ", "").contains("play.quick"));
    assert!(error("\"greedy\"", "\"nobody\"").starts_with("play.movers: at character 1"));
    assert!(error("rate = 0.01", "rate = 3").starts_with("learn.rate"));
    assert!(error("warm = 4", "warm = 4, spread = nan").starts_with("play.spread"));
    assert!(error("threshold = 0.5", "threshold = nan").starts_with("gate"));
    assert!(error("seejeh:5", "awari").starts_with("play.movers: this game has no stage"));
    let awari =
        TINY.replace("movers = [\"greedy\", \"alphabeta(depth=2)\"], ", "").replace("seejeh:5", "awari");
    let colours = awari.replace("kind = \"residual\"", "kind = \"residual\", planes = \"colours\"");
    let text = Config::parse(&colours).unwrap_err().to_string();
    assert!(text.contains("network.planes: this game has no colours"), "{text}");
    assert!(error("filters = 4", "filters = 4, planes = \"red\"").contains("unknown variant red"));
    assert!(error("filters = 4", "filters = 4, filter = 4").contains("unknown field filter"));
    assert!(error("window = 2", "windows = 2").contains("unknown field windows"));
    assert!(error("\"greedy\"", "\"alphabeta(ms=5)\"").contains("limited by time"));
}

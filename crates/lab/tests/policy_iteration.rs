//! Policy iteration in small: the same bytes on one thread and on two, after interruptions, and a network that learns.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use engine::Limits;
use games::TextError;
use lab::job::{Pair, Pairing};
use lab::learn::policy_iteration::selfplay::Crew;
use lab::learn::policy_iteration::{Config, Generation, Means, News, PolicyRun, read_metrics};
use lab::run::{About, Stop};
use lab::{Entrant, Tally, Threads};
use nets::{Cpu, Device, Student};

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
    let open =
        |student: Student| -> Result<Box<dyn Device>, TextError> { Ok(Box::new(Cpu::new(student, threads))) };
    let executor = Threads::new(threads);
    let means = Means { device: &open, crew: Crew { threads, tables: 3 }, executor: &executor };
    let (mut run, notes) = PolicyRun::begin(config, folder, &About::default()).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    let heard = Cell::new(0);
    let stop = || if heard.get() >= patience { Stop::Now } else { Stop::Never };
    run.train(&means, &stop, &mut |news| {
        if let News::Games { .. } = news {
            heard.set(heard.get() + 1);
        }
    })
    .unwrap()
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
    let metrics: Vec<Generation> = read_metrics(&folder).unwrap();
    let [first, last] = [&metrics[0], &metrics[7]];
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

#[test]
fn mistakes_are_named() {
    let error = |from: &str, to: &str| {
        assert!(TINY.contains(from));
        Config::parse(&TINY.replace(from, to)).unwrap_err().to_string()
    };
    assert!(error("filters = 4", "filters = 0").contains("filters is a number from 1"));
    assert!(error("quick = 4, ", "").contains("play.quick"));
    assert!(error("\"greedy\"", "\"nobody\"").starts_with("play.movers: at character 1"));
    assert!(error("rate = 0.01", "rate = 3").starts_with("learn.rate"));
    assert!(error("warm = 4", "warm = 4, spread = nan").starts_with("play.spread"));
    assert!(error("threshold = 0.5", "threshold = nan").starts_with("gate"));
    assert!(error("seejeh:5", "awari").starts_with("play.movers: this game has no stage"));
    assert!(error("window = 2", "windows = 2").contains("unknown field windows"));
    assert!(error("\"greedy\"", "\"alphabeta(ms=5)\"").contains("limited by time"));
}

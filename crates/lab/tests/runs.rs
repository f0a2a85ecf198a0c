//! What a run does when its files are not as it left them: a bit is flipped, a file is shorter or gone. Nothing is silently used,
//! and nothing is lost.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use engine::{Playable, PlayerSpec, Rng};
use games::{TextError, with_game};
use lab::learn::{Experiment, Means, News, Stop};
use lab::run::{About, Run, champions, overview};
use lab::{RunError, Threads, report};

const SWARMS: &str = "game = 'seega:3'\nplayer = 'linear(depth=1)'\npopulations = 2\nepochs = 3\ncheckpoint = 2\nopening = 2\n\
    scheme = { kind = 'random', opponents = 2 }\nscore = { kind = 'abdelbar2004' }\noptimizer = { kind = 'pso', particles = 4 }\n";

const NETWORK: &str = "game = 'capture-go:4'\nepochs = 3\n\
    network = { kind = 'residual', filters = 2, blocks = 1, hidden = 2 }\n\
    play = { games = 3, simulations = 4, longest = 30 }\nlearn = { batch = 8, steps = 1, rate = 0.01, window = 1 }\n\
    gate = { games = 2, threshold = 0.5, simulations = 2 }\n";

/// Their weights are too many for the metrics, so that champions come from the checkpoint.
const NETS: &str = "game = 'capture-go:9'\nplayer = 'alphabeta(depth=1,eval=net)'\nepochs = 3\ncheckpoint = 2\nopening = 2\n\
    scheme = { kind = 'random', opponents = 1 }\nscore = { kind = 'points', win = 1, draw = 0, loss = -2 }\noptimizer = { kind = 'pso', particles = 2 }\n";

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// All files of a folder, and of those in it.
fn files(folder: &Path) -> Files {
    let mut all = Files::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => _ = all.insert(path.clone(), fs::read(&path).unwrap()),
        }
    }
    all
}

/// Makes a folder what it was.
fn restore(folder: &Path, before: &Files) {
    for (path, bytes) in files(folder) {
        match before.get(&path) {
            Some(wanted) if *wanted == bytes => {}
            Some(wanted) => fs::write(&path, wanted).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
    }
    for (path, bytes) in before.iter().filter(|(path, _)| !path.exists()) {
        fs::write(path, bytes).unwrap();
    }
}

/// Trains until the run is over or so many games were played.
fn go(run: &mut Run, games: u32) -> Result<bool, RunError> {
    let heard = Cell::new(0);
    let stop = || if heard.get() >= games { Stop::Now } else { Stop::Never };
    Means::with_threads(1, |means| {
        run.train(means, &stop, &mut |news| {
            if let News::Games { .. } = news {
                heard.set(heard.get() + 1);
            }
        })
    })
}

/// A run that was stopped in its third generation, with two checkpoints and a journal with some games.
fn stopped(name: &str, text: &str, checkpoint: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("petteia-runs-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let experiment = Experiment::parse(&text.replace("checkpoint = 2", checkpoint)).unwrap();
    let (mut run, _) = Run::begin(&experiment, &folder, &About::default()).unwrap();
    let mut heard = 0;
    let all = Means::with_threads(1, |means| {
        let (over, after) = (Cell::new(0), Cell::new(0));
        let stop = || if over.get() == 2 && after.get() >= 2 { Stop::Now } else { Stop::Never };
        run.train(means, &stop, &mut |news| match news {
            News::Epoch(_) => over.set(over.get() + 1),
            News::Games { .. } if over.get() == 2 => after.set(after.get() + 1),
            _ => heard += 1,
        })
    });
    assert!(!all.unwrap() && heard > 0);
    folder
}

/// Whether something was said about a flip, or everything is as if it had not been there.
fn looked_at(folder: &Path, clean: &Files) -> (bool, bool) {
    match Run::resume(folder, None) {
        Err(error) => {
            let said = error.to_string();
            assert!(said.contains(folder.to_str().unwrap()), "the file is not named: {said}");
            (true, false)
        }
        Ok((run, notes)) => {
            drop(run);
            let now = files(folder);
            let same = clean.iter().all(|(path, bytes)| now.get(path) == Some(bytes));
            (!notes.is_empty(), same)
        }
    }
}

/// Single bits of all files of a run: each is noticed when the run is to go on, or does no harm.
#[test]
fn every_flipped_bit_is_noticed_or_harmless() {
    let (mut flips, mut noticed) = (0, 0);
    for (name, text) in [("swarms", SWARMS), ("network", NETWORK)] {
        let folder = stopped(name, text, "checkpoint = 1");
        let before = files(&folder);
        // A clean look cuts nothing off that it would not write again.
        assert_eq!(looked_at(&folder, &before), (false, true), "{name}");
        let mut rng = Rng::new(11);
        for (path, bytes) in &before {
            let file = path.file_name().unwrap().to_str().unwrap();
            // Nobody reads the lock, and nothing follows from times.
            if ["lock", "times.jsonl"].contains(&file) {
                continue;
            }
            let each = (bytes.len() / 400).max(1);
            for start in (0..bytes.len()).step_by(each) {
                let (at, bit) = (start + rng.below(each.min(bytes.len() - start)), rng.below(8));
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << bit;
                fs::write(path, &flipped).unwrap();
                let (said, same) = looked_at(&folder, &before);
                // These are not read, or written anew before: see below.
                let spare = file == "checkpoint.previous" || file.ends_with(".safetensors");
                assert!(said || same || spare, "{name}: bit {bit} of byte {at} of {file} is silently used");
                (flips, noticed) = (flips + 1, noticed + u32::from(said));
                restore(&folder, &before);
            }
        }
        fs::remove_dir_all(folder).unwrap();
    }
    println!("{noticed} of {flips} flips were noticed, the others are harmless");
    assert!(flips > 3000 && noticed > 2000, "{noticed} of {flips}");
}

/// Everything that somebody sees who only looks at a run: its line, its report, and its champions, made as the page makes them.
fn seen(folder: &Path) -> Result<String, RunError> {
    fn made<G: Playable>(player: &PlayerSpec, rules: &G::Rules) -> Result<(), TextError> {
        player.maker::<G>(rules).map(drop)
    }
    let (run, champions) = (overview(folder)?, champions(folder)?);
    for champion in &champions {
        with_game!(run.game, |rules: G| made::<G>(&champion.player, &rules))?;
    }
    let options = report::Options { games: 0, champions: 0, samples: 3 };
    Ok(format!("{run:?} {champions:?} {}", report::page(folder, &options, &Threads::new(1))?))
}

/// Who only looks at a run sees what it was, or hears which file is damaged.
#[test]
fn no_flipped_bit_is_silently_shown() {
    let mut noticed = 0;
    for (name, text) in [("swarms-seen", SWARMS), ("network-seen", NETWORK), ("nets-seen", NETS)] {
        let folder = stopped(name, text, "checkpoint = 1");
        let (before, clean) = (files(&folder), seen(&folder).unwrap());
        let mut rng = Rng::new(12);
        for (path, bytes) in &before {
            let file = path.file_name().unwrap().to_str().unwrap();
            // How long it took is shown, but nothing follows from it.
            for _ in 0..if file == "times.jsonl" || bytes.is_empty() { 0 } else { 60 } {
                let bit = rng.below(8 * bytes.len());
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                fs::write(path, &flipped).unwrap();
                match seen(&folder) {
                    Ok(seen) => assert!(seen == clean, "{name}: bit {bit} of {file} is silently shown"),
                    Err(error) => {
                        let said = error.to_string();
                        assert!(said.contains(file), "{said}: it is {file}");
                        noticed += 1;
                    }
                }
            }
            fs::write(path, bytes).unwrap();
        }
        fs::remove_dir_all(folder).unwrap();
    }
    println!("{noticed} flips were noticed, the others are harmless");
    assert!(noticed > 300, "{noticed}");
}

/// What was written after the checkpoint is shown, with nothing to check it by; and so is all of a run of an earlier version.
#[test]
fn what_no_checkpoint_knows_is_shown() {
    let folder = stopped("beyond", SWARMS, "checkpoint = 1");
    let (metrics, checkpoint) = (folder.join("metrics.jsonl"), folder.join("checkpoint"));
    let text = fs::read_to_string(&metrics).unwrap();
    let next = text.lines().last().unwrap().replace("\"epoch\":2", "\"epoch\":3");
    fs::write(&metrics, format!("{text}{next}\n{{\"epo")).unwrap();
    assert_eq!(overview(&folder).unwrap().epoch, 3);
    // The one before knows the first line.
    let whole = fs::read(&checkpoint).unwrap();
    fs::write(&checkpoint, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(overview(&folder).unwrap().epoch, 3);
    fs::write(&metrics, text.replacen("\"games\":", "\"games\":1", 1)).unwrap();
    for damaged in [whole.clone(), whole[..30].to_vec()] {
        fs::write(&checkpoint, damaged).unwrap();
        let error = overview(&folder).unwrap_err().to_string();
        assert!(
            error.contains("metrics.jsonl: its first ") && error.contains("put the file back"),
            "{error}"
        );
    }
    fs::write(&checkpoint, "petteia checkpoint 1\n and what that version kept").unwrap();
    assert_eq!(overview(&folder).unwrap().epoch, 2);
    fs::remove_dir_all(folder).unwrap();
}

/// What a flip was silent about does no harm: the spare checkpoint and the files of champions and networks are not what the run goes on
/// from, or they are written anew before they are used.
#[test]
fn what_is_not_noticed_is_written_anew() {
    for (name, text) in [("swarms-anew", SWARMS), ("network-anew", NETWORK)] {
        let (left_alone, folder) = (
            stopped(&format!("{name}-alone"), text, "checkpoint = 1"),
            stopped(name, text, "checkpoint = 1"),
        );
        for (path, mut bytes) in files(&folder) {
            let file = path.file_name().unwrap().to_str().unwrap();
            if file == "checkpoint.previous"
                || file.ends_with("0002.safetensors")
                || file == "network.safetensors"
            {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
                fs::write(&path, bytes).unwrap();
            }
        }
        for folder in [&left_alone, &folder] {
            assert!(go(&mut Run::resume(folder, None).unwrap().0, u32::MAX).unwrap());
        }
        let relative = |folder: &Path| -> Vec<(PathBuf, Vec<u8>)> {
            let all = files(folder).into_iter().filter(|(path, _)| !path.ends_with("times.jsonl"));
            all.map(|(path, bytes)| (path.strip_prefix(folder).unwrap().into(), bytes)).collect()
        };
        for (wanted, found) in relative(&left_alone).iter().zip(&relative(&folder)) {
            assert!(wanted == found, "{name}: {} is not {}", found.0.display(), wanted.0.display());
        }
        [left_alone, folder].iter().for_each(|folder| fs::remove_dir_all(folder).unwrap());
    }
}

/// A log that is shorter or gone stops the run with its name, and nothing else is touched; put back, the run goes on.
#[test]
fn a_shortened_log_loses_nothing() {
    for (name, text) in [("swarms-short", SWARMS), ("network-short", NETWORK)] {
        let folder = stopped(name, text, "checkpoint = 1");
        let before = files(&folder);
        for log in ["metrics.jsonl", "games.jsonl", "events.out.tfevents.0.petteia"] {
            let path = folder.join(log);
            for kept in [0, before[&path].len() / 2] {
                fs::write(&path, &before[&path][..kept]).unwrap();
                let error = Run::resume(&folder, None).err().unwrap().to_string();
                assert!(error.contains(log) && error.contains(&format!("it has {kept} of the ")), "{error}");
                let mut after = files(&folder);
                after.insert(path.clone(), before[&path].clone());
                assert!(after == before, "something else has changed");
            }
            restore(&folder, &before);
        }
        assert!(go(&mut Run::resume(&folder, None).unwrap().0, u32::MAX).unwrap());
        fs::remove_dir_all(folder).unwrap();
    }
}

/// A run never has fewer epochs than it has done, however that is asked for; a file that it used may be gone.
#[test]
fn fewer_epochs_are_refused_and_nothing_is_changed() {
    for (name, text) in [("swarms-fewer", SWARMS), ("network-fewer", NETWORK)] {
        let folder = stopped(name, text, "checkpoint = 3");
        let before = files(&folder);
        let fewer =
            Experiment::read(&text.replace("checkpoint = 2", "checkpoint = 3")).unwrap().with_epochs(1);
        let begun = Run::begin(&fewer, &folder, &About::default());
        for error in [begun.err().unwrap(), Run::resume(&folder, Some(1)).err().unwrap()] {
            assert!(
                error.to_string().contains("this run has had 2 epochs; for fewer take another folder"),
                "{error}"
            );
        }
        assert!(files(&folder) == before, "something has changed");
        assert_eq!(overview(&folder).unwrap().epochs, 3);
        let (run, _) = Run::resume(&folder, Some(2)).unwrap();
        assert_eq!(run.experiment().epochs(), 2);
        drop(run);
        fs::remove_dir_all(folder).unwrap();
    }
}

/// The last tournament chooses among the last vectors and earlier champions, whatever interrupts it; for one network whose numbers are in
/// the metrics and for one whose numbers are not.
#[test]
fn a_chosen_champion_is_the_same_after_any_interruption() {
    for (name, text) in [("chosen", SWARMS), ("chosen-nets", NETS)] {
        let method = "{ kind = 'openai_es', population = 4, step = 0.5 }";
        let text = text.replace("{ kind = 'pso', particles = 4 }", method);
        let text = text.replace("{ kind = 'pso', particles = 2 }", method);
        let run = |text: &str, name: &str, games: u32| {
            let folder =
                std::env::temp_dir().join(format!("petteia-runs-{}-{name}-{games}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            let experiment = Experiment::parse(text).unwrap();
            while !go(&mut Run::begin(&experiment, &folder, &About::default()).unwrap().0, games).unwrap() {}
            let kept = files(&folder).into_iter().filter(|(path, _)| !path.ends_with("times.jsonl"));
            let kept: Files =
                kept.map(|(path, bytes)| (path.strip_prefix(&folder).unwrap().into(), bytes)).collect();
            let best: Vec<Vec<f32>> =
                champions(&folder).unwrap().iter().map(|c| c.player.weights().unwrap().to_vec()).collect();
            fs::remove_dir_all(&folder).unwrap();
            (kept, best)
        };
        let more = "choice = { kind = 'tournament', past = 2, opponents = 3 }\nanchors = { every = 2, games = 3, players = ['random'] }";
        let choice = format!("{more}\n{text}");
        let (whole, best) = run(&choice, name, u32::MAX);
        let metrics = String::from_utf8(whole[Path::new("metrics.jsonl")].clone()).unwrap();
        let met: Vec<usize> =
            metrics.lines().map(|line| line.matches("\"against\":\"random\"").count()).collect();
        assert_eq!(
            met,
            if name == "chosen" { [2, 2, 0] } else { [1, 1, 0] },
            "the first and every second: {metrics}"
        );
        assert_eq!(run(&choice, name, 5), (whole, best.clone()));
        // The method alone stands by the middle of its vectors, which is none of them.
        assert_ne!(run(&text, &format!("{name}-not"), u32::MAX).1, best);
    }
}

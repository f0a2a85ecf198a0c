//! Fitted weights: they are a function of the configuration, and better than those before.

use std::fs;

use engine::Limits;
use lab::job::Pairing;
use lab::tune::{Config, Fit};
use lab::{Entrant, Threads};

const AWARI: &str = "game = 'awari'\nplayer = 'alphabeta(eval=pits)'\nopening = [2, 25]\nrounds = [{ games = 40, nodes = 60 }]\n";

fn seega() -> String {
    let shipped = include_str!("../../../configs/tune-seega.toml");
    let (_, rounds) = shipped.split_once("\nrounds = ").unwrap();
    let rounds = rounds.lines().next().unwrap();
    shipped
        .replace(rounds, "[{ games = 8, nodes = 20 }, { games = 4, nodes = 20 }]")
        .replace("seega:7", "seega:5")
}

fn tuned(text: &str, threads: usize) -> (String, Vec<Fit>) {
    let mut fits = Vec::new();
    let config = Config::parse(text).unwrap();
    let text = config.run(&Threads::new(threads), &mut |fit| fits.push(*fit)).unwrap();
    (text, fits)
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    for text in [AWARI, &seega()] {
        let (file, fits) = tuned(text, 1);
        assert_eq!(tuned(text, 2), (file.clone(), fits.clone()));
        assert!(fits.iter().all(|fit| fit.positions > 50 && fit.after < fit.before), "{fits:?}");
        let other = format!("seed = 7\n{}", text.replace("\nseed = 2\n", "\n"));
        assert_ne!(tuned(&other, 2).0, file);
        assert!(file.starts_with("# Made by petteia tune") && file.contains("# games = "), "{file}");
        assert_eq!(engine::checksum::fits(file.as_bytes(), engine::checksum::TOML), Some(true));
    }
}

#[test]
fn what_is_set_by_hand_stays() {
    let number = |text: &str, key: &str| -> Vec<f64> {
        let table: toml::Table = text.parse().unwrap();
        let value = key.split('.').fold(&toml::Value::from(table), |value, key| &value[key]).clone();
        value.try_into().unwrap()
    };
    let (file, _) = tuned(&seega(), 2);
    let config = seega();
    for key in ["material", "moving.no_safe_step", "moving.few_safe_steps"] {
        assert_eq!(number(&file, key), number(&config, &format!("start.{key}")), "{key}");
    }
    assert_eq!(number(&file, "moving.eyes")[2..], [0.0, 1.0]);
    assert_ne!(number(&file, "moving.steps")[..2], [0.02, 0.02]);
    assert_ne!(number(&file, "placing.corner"), [0.0; 4]);
    let plans = |text: &str| text.parse::<toml::Table>().unwrap();
    assert_eq!(plans(&file)["plans"], plans(&config)["start"]["plans"]);
}

/// A few hundred quick games teach enough to beat those who know the stores alone.
#[test]
fn fitted_weights_beat_those_before() {
    let (file, _) = tuned(&AWARI.replace("games = 40", "games = 300"), 2);
    let path = std::env::temp_dir().join(format!("petteia-tuned-{}.toml", std::process::id()));
    fs::write(&path, file).unwrap();
    let pits = format!("alphabeta(depth=2,eval=pits(\"{}\"))", path.display());
    let players = [&pits, "alphabeta(depth=2,eval=material)"]
        .map(|spec| Entrant::new(spec.parse().unwrap(), Limits::default()));
    let pairing = Pairing { game: "awari".parse().unwrap(), start: None, opening: 6, longest: 300, seed: 1 };
    let tally = pairing.tally(players.each_ref(), 100, &Threads::new(2)).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(tally.interval()[0] > 0.5, "{tally:?}");
}

#[test]
fn configurations_that_ship_are_read_and_say_what_they_show() {
    for text in
        [include_str!("../../../configs/tune-awari.toml"), include_str!("../../../configs/tune-seega.toml")]
    {
        assert!(text.lines().take_while(|line| line.starts_with('#')).any(|line| line.contains("Shows ")));
        assert!(Config::parse(text).unwrap().games() >= 7000);
    }
}

#[test]
fn mistakes_are_named() {
    let error = |from: &str, to: &str| {
        assert!(AWARI.contains(from));
        Config::parse(&AWARI.replace(from, to)).unwrap_err().to_string()
    };
    for (from, to, said) in [
        (
            "opening = ",
            "openings = ",
            "line 3: unknown field openings, expected one of game, player, seed, opening",
        ),
        ("games = 40", "games = 0", "rounds.games is 0, but it must be a number from 1 to 100000"),
        ("nodes = 60", "nodes = 0", "rounds.nodes is 0, but"),
        ("nodes = 60", "node = 60", "line 4: unknown field node, expected games or nodes"),
        ("[2, 25]", "[25, 2]", "opening: the first number is the smaller one"),
        ("[2, 25]", "[2, 2500]", "opening is 2500, but"),
        ("[{ games = 40, nodes = 60 }]", "[]", "rounds: there are from 1 to 100"),
        ("[{ games = 40", "[{ games = 1000000", "rounds.games is 1000000, but"),
        ("rounds", "every = 0\nrounds", "every is 0, but"),
        ("rounds", "ahead = 0\nrounds", "ahead is 0, but"),
        ("rounds", "pull = 0.0\nrounds", "pull is 0.0, but"),
        ("rounds", "longest = 0\nrounds", "longest is 0, but"),
        ("rounds", "uneven = 4\nrounds", "uneven: this game has no such positions"),
        ("rounds", "seed = -1\nrounds", "line 4: "),
        ("rounds", "start = { parameters = [1, 2] }\nrounds", "start: parameters: 2 numbers instead of 1176"),
        (
            "eval=pits",
            "eval=davis2002",
            "player: at character 1, \"alphabeta\": nothing can be fitted here: an evaluator without its FILE is wanted, pits",
        ),
        ("eval=pits", "eval=pits(x.toml)", "player: at character 1, "),
        ("eval=pits", "ms=5,eval=pits", "player: it is limited by time"),
        (
            "'awari'",
            "'kalah'",
            "player: at character 1, \"alphabeta\": nothing can be fitted here: an evaluator without its FILE is wanted, this game has none",
        ),
        ("'awari'", "'seega:5'", "wanted, siege"),
    ] {
        let error = error(from, to);
        assert!(error.contains(said), "{to}: {error}");
    }
    let seega = AWARI.replace("awari", "seega:5").replace("pits", "siege");
    let error = Config::parse(&seega).unwrap_err().to_string();
    assert_eq!(error, "start: the weights that are set by hand are missing");
}

//! Every configuration that ships can be read, says in its first lines what it shows, and has the numbers of its paper.

use std::fs;
use std::path::{Path, PathBuf};

use lab::learn::{Coevolution, Config, Experiment};
use lab::optim::{Guide, OptimConfig};

/// Those of `petteia tune` have a test of their own.
fn is_tuned(path: &Path) -> bool {
    path.file_name().unwrap().to_str().unwrap().starts_with("tune-")
}

fn all() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file() && !is_tuned(path));
    paths.sort();
    let named = paths.iter().map(|path| {
        (path.file_stem().unwrap().to_str().unwrap().to_string(), fs::read_to_string(path).unwrap())
    });
    named.collect()
}

/// The text with a fixed player that needs no training.
fn playable(text: &str) -> String {
    let mut config: toml::Table = text.parse().unwrap();
    if let Some(player) = config.get_mut("scheme").and_then(|scheme| scheme.get_mut("player")) {
        *player = "random".into();
    }
    config.to_string()
}

#[test]
fn configurations_are_read_and_say_what_they_show() {
    let all = all();
    assert!(all.len() >= 15, "{} configurations", all.len());
    for (name, text) in &all {
        let about: String = text.lines().take_while(|line| line.starts_with('#')).collect();
        assert!(about.contains("Shows "), "{name} does not say what it shows");
        let experiment = Experiment::parse(&playable(text)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(Experiment::parse(&experiment.to_toml()).unwrap(), experiment, "{name}");
        let network = text.contains("\n[network]\n") || text.contains("\nnetwork = ");
        assert_eq!(matches!(experiment, Experiment::Network(_)), network, "{name}");
    }
}

/// Games of the first generation, and generations, as the papers have them.
#[test]
fn papers_have_their_numbers_of_games() {
    let all = all();
    for (name, games, epochs) in [
        ("abdelbar2003", 2240, 800),
        ("abdelbar2004", 256, 200),
        ("davis2002", 380, 250),
        ("cai2010-pso", 320, 100),
        ("cai2010-ea", 320, 100),
        ("cai2010-hybrid", 320, 100),
        ("cai2010-hill", 2, 100),
        ("cai2010-outer", 200, 30),
    ] {
        let (_, text) =
            all.iter().find(|(found, _)| found == name).unwrap_or_else(|| panic!("{name} is missing"));
        let config = Config::parse(&playable(text)).unwrap();
        let jobs = Coevolution::new(&config).unwrap().plan().unwrap();
        assert_eq!((jobs.len(), config.epochs), (games, epochs), "{name}");
    }
}

/// The text of 2003 and 2004 takes the best neighbour by the scores of now; that of 2010 the best position obtained so far.
#[test]
fn swarms_have_the_guide_of_their_paper() {
    for (name, text) in all() {
        let Experiment::Populations(config) = Experiment::parse(&playable(&text)).unwrap() else { continue };
        let swarms: Vec<Guide> = match config.optimizer {
            OptimConfig::Pso(swarm) => vec![swarm.guide],
            OptimConfig::Hybrid(hybrid) => vec![hybrid.swarm.guide],
            OptimConfig::Nested(nested) => vec![nested.outer.guide, nested.inner.guide],
            _ => continue,
        };
        let paper = if name.starts_with("abdelbar") { Guide::BEST_NOW } else { Guide::BEST_REMEMBERED };
        assert!(swarms.iter().all(|&guide| guide == paper), "{name}: {swarms:?}");
        assert_eq!(text.matches("\nguide = {").count(), swarms.len(), "{name} names it");
    }
}

//! The statistics beside published numbers and other people's programs.

use std::path::Path;

use lab::stats::rating::{Meeting, Ratings};
use lab::stats::sprt::{Model, Sprt};
use lab::stats::{Tally, elo, mean};

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split_whitespace().map(|word| word.parse().unwrap_or_else(|_| panic!("{text}"))).collect()
}

#[test]
fn the_published_match_has_its_numbers() {
    let text = data("pentanomial.txt");
    let value = |key: &str| -> f64 {
        let line = lines(&text).find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("{key}"));
        line.trim().parse().unwrap()
    };
    let pairs: [u32; 5] =
        numbers(lines(&text).find_map(|l| l.strip_prefix("pairs")).unwrap()).try_into().unwrap();
    let [elo0, elo1] = ["elo0", "elo1"].map(value);
    let test = |model| Sprt { elo0, elo1, model };
    let near = |ours: f64, key: &str, error: f64| {
        assert!((ours - value(key)).abs() <= error, "{key}: {ours} instead of {}", value(key));
    };
    near(elo(mean(&pairs)).unwrap(), "elo ", 5e-5);
    near(test(Model::Normalised).llr(&pairs), "llr_normalised", 5e-6);
    near(test(Model::Normalised).los(&pairs), "los", 5e-6);
    near(Sprt::bound(), "bound", 5e-5);
    let logistic = Sprt { elo0: 0.0, elo1: value("elo1_logistic"), model: Model::Logistic };
    near(logistic.llr(&pairs), "llr_logistic", 1e-4);
    // Without a test that may stop the match the interval is ours, and still near theirs.
    let tally = Tally { pairs, ..Tally::default() };
    let [low, high] = tally.interval().map(|score| elo(score).unwrap());
    near(low, "elo_low", 3.0);
    near(high, "elo_high", 3.0);
    assert!((tally.los() - value("los")).abs() < 2e-3, "{}", tally.los());
}

#[test]
fn likelihood_ratios_are_those_of_a_general_optimiser() {
    let text = data("llr.txt");
    let mut rows = 0;
    for line in lines(&text) {
        let [pairs, bounds, values] = line.split('|').collect::<Vec<_>>().try_into().unwrap();
        let pairs: [u32; 5] = numbers(pairs).try_into().unwrap();
        let [elo0, elo1] = numbers::<f64>(bounds).try_into().unwrap();
        let values: Vec<f64> = numbers(values);
        for (model, value) in [Model::Logistic, Model::Normalised].into_iter().zip(values) {
            let llr = Sprt { elo0, elo1, model }.llr(&pairs);
            assert!((llr - value).abs() < 2e-5 * value.abs().max(1.0), "{line}: {model:?} {llr}");
        }
        rows += 1;
    }
    assert_eq!(rows, 40);
}

#[test]
fn ratings_are_those_of_other_programs() {
    let text = data("ratings.txt");
    let (mut count, mut meetings, mut checked, mut worst) = (0, Vec::new(), 0, 0.0f64);
    for line in lines(&text) {
        let (word, rest) = line.split_once(' ').unwrap();
        match word {
            "tournament" => (count, meetings) = (rest.parse().unwrap(), Vec::new()),
            "ratings" => {
                let ratings = Ratings::fit(count, &meetings, 0, 0.0);
                assert_eq!(ratings.added_draws, 0);
                for (player, right) in numbers::<f64>(rest).into_iter().enumerate() {
                    let ours = ratings.elo(player).unwrap();
                    worst = worst.max((ours - right).abs());
                    assert!((ours - right).abs() < 0.05, "player {player}: {ours} instead of {right}");
                    checked += 1;
                }
            }
            _ => {
                let all: Vec<usize> = numbers(line);
                let pairs = std::array::from_fn(|i| all[i + 2] as u32);
                meetings.push(Meeting { players: [all[0], all[1]], pairs });
            }
        }
    }
    assert_eq!(checked, 33);
    println!("largest difference {worst:.4} Elo");
}

#[test]
fn two_players_have_the_elo_of_their_match() {
    let pairs = [13, 37, 50, 25, 3];
    let ratings = Ratings::fit(3, &[Meeting { players: [1, 0], pairs }], 0, 1500.0);
    assert!((ratings.elo(1).unwrap() - 1500.0 + 43.6578).abs() < 1e-3);
    assert_eq!((ratings.elo(0), ratings.error(0)), (Some(1500.0), Some(0.0)));
    assert_eq!((ratings.elo(2), ratings.los(2, 0)), (None, None), "it has not played");
    // The bar is that of the match: half its interval, which is not quite symmetrical.
    let [low, high] = Tally { pairs, ..Tally::default() }.interval().map(|score| elo(score).unwrap());
    assert!((ratings.error(1).unwrap() - (high - low) / 2.0).abs() < 1.5, "{:?}", ratings.error(1));
    assert!(ratings.los(1, 0).unwrap() < 0.005 && ratings.los(0, 1).unwrap() > 0.995);
    assert_eq!(ratings.order(), [0, 1, 2]);
}

#[test]
fn who_won_everything_has_a_finite_rating_with_a_wide_bar() {
    let meetings = [
        Meeting { players: [0, 1], pairs: [0, 0, 0, 0, 10] },
        Meeting { players: [1, 2], pairs: [2, 2, 2, 2, 2] },
    ];
    let ratings = Ratings::fit(3, &meetings, 2, 0.0);
    assert_eq!(ratings.added_draws, 1);
    let top = ratings.elo(0).unwrap();
    assert!(top > 400.0 && top < 1000.0, "{top}");
    assert!(ratings.error(0).unwrap() > 300.0, "{:?}", ratings.error(0));
    let sure = ratings.los(0, 1).unwrap();
    assert!(sure > 0.95 && sure < 0.9999, "{sure}");
}

/// The bars hold the true ratings as often as they say.
#[test]
fn bars_hold_what_they_promise() {
    let truth = [0.0, 100.0, -150.0, 40.0];
    let mut rng = engine::Rng::new(5);
    let (mut inside, mut all) = (0, 0);
    for _ in 0..500 {
        let mut meetings = Vec::new();
        for players in [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]] {
            let mut pairs = [0; 5];
            let win = lab::stats::expected(truth[players[0]] - truth[players[1]]);
            for _ in 0..40 {
                // A third of all games is drawn.
                let mut half = || match rng.uniform() {
                    u if u < 1.0 / 3.0 => 1,
                    _ => 2 * usize::from(rng.uniform() < 1.5 * win - 0.25),
                };
                pairs[half() + half()] += 1;
            }
            meetings.push(Meeting { players, pairs });
        }
        let ratings = Ratings::fit(4, &meetings, 0, 0.0);
        for (player, right) in truth.iter().enumerate().skip(1) {
            let off = (ratings.elo(player).unwrap() - right).abs();
            inside += u32::from(off <= ratings.error(player).unwrap());
            all += 1;
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.935..0.975).contains(&share), "{share}");
}

//! What games of self-play say about searches.

use games::{Outcome, Side};

use super::super::{Epoch, Training};
use super::underway::Played;

/// Notes what the games say.
pub fn summarise(number: u64, games: &[Played]) -> (Epoch, Training) {
    let (mut epoch, mut training) = (Epoch { epoch: number, ..Epoch::default() }, Training::default());
    let (mut entropy, mut searches) = (0.0, 0.0);
    let mut classes = vec![[0.0; 3]; 10];
    for game in games {
        epoch.count(match game.winner {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Side::First),
            _ => Outcome::Win(Side::Second),
        });
        epoch.length += game.steps.len() as f64 / games.len() as f64;
        for (at, lesson) in &game.lessons {
            let Some(lesson) = lesson else { continue };
            let all: u32 = lesson.visits.iter().sum();
            let shares = lesson.visits.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) / f64::from(all));
            entropy -= shares.map(|share| share * share.ln()).sum::<f64>();
            searches += 1.0;
            let value = f64::from(lesson.value);
            let class = &mut classes[((value + 1.0) * 5.0).clamp(0.0, 9.0) as usize];
            class[0] += 1.0;
            class[1] += value;
            class[2] += f64::from(game.result(lesson.mover, *at));
        }
    }
    training.entropy = entropy / f64::max(searches, 1.0);
    for [count, value, result] in &mut classes {
        *value /= f64::max(*count, 1.0);
        *result /= f64::max(*count, 1.0);
    }
    training.calibration = classes;
    (epoch, training)
}

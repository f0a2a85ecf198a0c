//! How the weights are fitted to games: what is fitted, how a game stands that is not over, and where uneven games begin.

use games::seega::{Bits, Rules, Seega};
use games::{Game, Side, TextError};

use super::features::MOVING;
use super::{SeegaEvaluator, SiegeWeights};
use crate::checksum;
use crate::recipe::Sum;
use crate::rng::Rng;

/// Counts of which nothing is fitted.
const BY_HAND: [&str; 3] = ["no_safe_step", "few_safe_steps", "blocked"];

/// What is fitted. Material, what the stronger side wants of the weaker, and the plans are set by hand: positions that stay unwon would
/// teach that nothing helps.
pub const fn sum<B: Bits>() -> Sum<Seega<B>> {
    Sum {
        name: "siege",
        read: |text| {
            let missing = || TextError::new("the weights that are set by hand are missing");
            let weights = SiegeWeights::parse(text.ok_or_else(missing)?)?;
            Ok(weights.to_row().iter().map(|&weight| weight as f32).collect())
        },
        terms: |rules| {
            let evaluator = SeegaEvaluator::<B>::new(rules);
            Box::new(move |position, f| {
                let terms = evaluator.terms(position).into_iter().enumerate();
                terms.filter(|(_, count)| *count != 0.0).for_each(|(i, count)| f(i, count as f32));
            })
        },
        by_hand,
        standing,
        uneven: Some(uneven),
        file: |weights, before, about| {
            let plans =
                before.map(SiegeWeights::parse).transpose()?.map_or(Vec::new(), |before| before.plans);
            let text = toml::to_string(&SiegeWeights { plans, ..SiegeWeights::of_row(weights)? });
            Ok(checksum::toml(about, &text.expect("weights are numbers")))
        },
    }
}

/// Material, the columns of [`MOVING`] for leads, and three of its counts; see [`SiegeWeights::to_row`].
fn by_hand(i: usize) -> bool {
    match i.checked_sub(7).map(|i| (MOVING.get(i / 4), i % 4)) {
        None => i < 3,
        Some((Some(name), column)) => column > 1 || BY_HAND.contains(name),
        Some((None, _)) => false,
    }
}

/// By the numbers of pieces: most games between equals are drawn in the end, and results alone would teach little.
fn standing<B: Bits>(position: &Seega<B>) -> f32 {
    let [first, second] = Side::BOTH.map(|side| position.count(side) as f32 + 0.5);
    1.0 / (1.0 + (second / first).powi(3))
}

/// A random position of phase two in which one side has up to three times as many pieces as the other.
fn uneven<B: Bits>(rules: &Rules, rng: &mut Rng) -> Seega<B> {
    let (most, size) = (rules.pieces() as usize, rules.size as usize);
    loop {
        let strong = 3 + rng.below(most - 2);
        let least = (strong / 3).max(2);
        let weak = least + rng.below(strong - least + 1);
        let mut signs = vec!['.'; size * size];
        let sides = if rng.below(2) == 0 { ['w', 'b'] } else { ['b', 'w'] };
        signs[..strong].fill(sides[0]);
        signs[strong..strong + weak].fill(sides[1]);
        rng.shuffle(&mut signs);
        let rows: Vec<String> = signs.chunks(size).map(|row| row.iter().collect()).collect();
        let text = format!("{} {} move 0 {}", rows.join("/"), ["w", "b"][rng.below(2)], 2 * most);
        if let Ok(position) = Seega::parse(rules, &text)
            && position.outcome().is_none()
            && position.can_slide(position.to_move())
        {
            return position;
        }
    }
}

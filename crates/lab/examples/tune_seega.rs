//! Fits the weights of our Seega evaluator to the results of its own games.
//!
//! One round: games of the evaluator against itself, limited by nodes, three in four from random placements and the others
//! from random positions of phase two in which one side has more pieces; then ridge logistic regression of what became
//! of a position thirty steps later on the evaluator's terms, over every third position of these games, by preconditioned gradient steps.
//!
//! ```text
//! cargo run --release -p petteia-lab --example tune_seega -- START.toml OUT.toml SIZE GAMES NODES SEED [seejeh]
//! ```

use engine::games::seega::siege::{OPTIONS, SeegaEvaluator, SiegeWeights};
use engine::search::{AlphaBetaPlayer, Options};
use engine::{Limits, Player, Rng};
use games::seega::{Bits, Rules, Seega};
use games::{Game, Line, Outcome, Side};

/// A position is judged by what became of it so many steps of phase two later: most games between equals are drawn in the
/// end, and results alone would teach little.
const AHEAD: usize = 30;
/// Games are broken off after so many steps of phase two.
const LONGEST: usize = 70;

/// Positions with their terms and the result for the side to move, from 0 to 1.
type Data = Vec<(Vec<f32>, f32)>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [start, out, size, games, nodes, seed, rest @ ..] = args.as_slice() else {
        eprintln!("usage: tune_seega START.toml OUT.toml SIZE GAMES NODES SEED [seejeh]");
        std::process::exit(2);
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let weights: SiegeWeights =
        toml::from_str(&std::fs::read_to_string(start).expect("weights")).expect("weights");
    let size = number(size) as u8;
    let rules = if rest.iter().any(|r| r == "seejeh") { Rules::seejeh(size) } else { Rules::seega(size) };
    let mut rng = Rng::new(number(seed));
    let data = if size > 7 {
        collect::<u128>(&rules, &weights, number(games), number(nodes), &mut rng)
    } else {
        collect::<u64>(&rules, &weights, number(games), number(nodes), &mut rng)
    };
    let row = fit(&data);
    let rounded: Vec<f64> = row.iter().map(|w| (w * 1e4).round() / 1e4).collect();
    let text = toml::to_string(&SiegeWeights::from_row(&rounded)).expect("numbers");
    std::fs::write(out, engine::checksum::toml("", &text)).expect("a place");
}

fn collect<B: Bits>(rules: &Rules, weights: &SiegeWeights, games: u64, nodes: u64, rng: &mut Rng) -> Data {
    let evaluator = SeegaEvaluator::<B>::with_weights(rules, weights);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = Options { table: 13, ..OPTIONS };
    let mut player = AlphaBetaPlayer::new(evaluator.clone(), options, limits);
    let mut data = Data::new();
    let mut results = [0; 3];
    for game in 0..games {
        let mut rng = rng.child("game", game);
        let mut line =
            if game % 4 < 3 { placed::<B>(rules, &mut rng) } else { Line::new(uneven::<B>(rules, &mut rng)) };
        let begin = line.steps().len();
        while line.outcome().is_none() && line.steps().len() < begin + LONGEST {
            let step = if rng.below(30) == 0 {
                line.position().pick(&mut |n| rng.below(n)).expect("the game goes on")
            } else {
                player.choose(&line, &Limits::default(), &mut rng).step()
            };
            line.push(step);
        }
        let positions = line.positions();
        results[(later(positions.last().expect("a line has a start")) * 2.0).round() as usize] += 1;
        let mut at = rng.below(3);
        while at + 1 < positions.len() {
            let position = &positions[at];
            let first = later(&positions[(at.max(begin) + AHEAD).min(positions.len() - 1)]);
            let result = if position.to_move() == Side::First { first } else { 1.0 - first };
            data.push((evaluator.terms(position).iter().map(|&x| x as f32).collect(), result as f32));
            at += 3;
        }
    }
    eprintln!(
        "{} positions; games that stood badly, evenly and well for the first side: {results:?}",
        data.len()
    );
    data
}

/// What a position shows about those before it: won or lost, or else how the numbers of pieces stand.
fn later<B: Bits>(position: &Seega<B>) -> f64 {
    match position.outcome() {
        Some(Outcome::Win(side)) => 1.0 - side.index() as f64,
        _ => {
            let [first, second] = Side::BOTH.map(|side| f64::from(position.count(side)) + 0.5);
            1.0 / (1.0 + (second / first).powi(3))
        }
    }
}

/// All pieces placed at random.
fn placed<B: Bits>(rules: &Rules, rng: &mut Rng) -> Line<Seega<B>> {
    let mut line = Line::new(Seega::start(rules));
    while line.position().is_placing() {
        line.push(line.position().pick(&mut |n| rng.below(n)).expect("cells are empty"));
    }
    line
}

/// A random position of phase two in which one side has up to three times as many pieces as the other.
fn uneven<B: Bits>(rules: &Rules, rng: &mut Rng) -> Seega<B> {
    let most = rules.pieces() as usize;
    loop {
        let strong = 3 + rng.below(most - 3);
        let weak = (strong / 3).max(2) + rng.below(strong - (strong / 3).max(2) + 1);
        let cells = rules.size as usize * rules.size as usize;
        let mut signs = vec!['.'; cells];
        let (a, b) = if rng.below(2) == 0 { ('w', 'b') } else { ('b', 'w') };
        signs[..strong].fill(a);
        signs[strong..strong + weak].fill(b);
        rng.shuffle(&mut signs);
        let rows: Vec<String> = signs.chunks(rules.size as usize).map(|row| row.iter().collect()).collect();
        let mover = if rng.below(2) == 0 { 'w' } else { 'b' };
        let text = format!("{} {mover} move 0 {}", rows.join("/"), 2 * most);
        if let Ok(position) = Seega::parse(rules, &text)
            && position.outcome().is_none()
            && position.can_slide(position.to_move())
        {
            return position;
        }
    }
}

/// Logistic regression, pulled towards zero with a strength that fits the scale of each term. The curvature of the loss is
/// at most that of even positions, so steps by this bound go down every time; momentum makes them longer.
fn fit(data: &Data) -> Vec<f64> {
    let n = SiegeWeights::LEN;
    let used: Vec<(Vec<(usize, f64)>, f64)> = data
        .iter()
        .map(|(terms, y)| {
            let terms = terms.iter().enumerate().filter(|(_, x)| **x != 0.0).map(|(i, x)| (i, f64::from(*x)));
            (terms.collect(), f64::from(*y))
        })
        .collect();
    let mut bound = vec![0.0; n * n];
    for (terms, _) in &used {
        for &(i, x) in terms {
            for &(j, z) in terms {
                bound[i * n + j] += 0.25 * x * z;
            }
        }
    }
    let pull: Vec<f64> = (0..n).map(|i| 0.001 * bound[i * n + i] + 1.0).collect();
    (0..n).for_each(|i| bound[i * n + i] += pull[i]);
    let factor = cholesky(bound, n);
    let (mut row, mut momentum) = (vec![0.0; n], vec![0.0; n]);
    for round in 0..100 {
        let ahead: Vec<f64> = row.iter().zip(&momentum).map(|(w, m)| w + 0.9 * m).collect();
        let mut slope: Vec<f64> = ahead.iter().zip(&pull).map(|(w, p)| -w * p).collect();
        let mut loss = 0.0;
        for (terms, y) in &used {
            let logit: f64 = terms.iter().map(|&(i, x)| ahead[i] * x).sum();
            let p = 1.0 / (1.0 + (-logit).exp());
            loss -= y * p.max(1e-9).ln() + (1.0 - y) * (1.0 - p).max(1e-9).ln();
            terms.iter().for_each(|&(i, x)| slope[i] += (y - p) * x);
        }
        if round % 50 == 49 {
            eprintln!("round {round}: loss {:.5}", loss / data.len() as f64);
        }
        let step = solve(&factor, slope);
        for i in 0..n {
            momentum[i] = 0.9 * momentum[i] + step[i];
            row[i] += momentum[i];
        }
    }
    row
}

/// The lower triangle L with L·Lᵀ = a.
fn cholesky(mut a: Vec<f64>, n: usize) -> Vec<f64> {
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum();
            let rest = a[i * n + j] - sum;
            a[i * n + j] = if i == j { rest.sqrt() } else { rest / a[j * n + j] };
        }
    }
    a
}

/// The x with L·Lᵀ·x = b.
fn solve(l: &[f64], mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| l[i * n + k] * b[k]).sum();
        b[i] = (b[i] - sum) / l[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| l[k * n + i] * b[k]).sum();
        b[i] = (b[i] - sum) / l[i * n + i];
    }
    b
}

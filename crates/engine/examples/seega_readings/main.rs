//! What the printed games say about the features that the papers only name.
//!
//! Every printed placement and move of both games is judged by Table I's weights under each candidate definition: how many
//! legal steps are judged better than the printed one (its rank), and how likely a player would be to choose it who
//! prefers steps by exp(value / T). A value is that of plain minimax at the depth of the schedule, without bias. T is
//! fitted to each column of each candidate, so that a candidate is not favoured by its scale alone.
//!
//! ```text
//! cargo run --release -p petteia-engine --example seega_readings
//! cargo run --release -p petteia-engine --example seega_readings -- clamped
//! ```
//!
//! The first takes one processor about two and a half minutes; the second, which asks about f1 to f6, f9 and f10 again at the depths of
//! the printed formulas, much longer. docs/results/data/seega-readings.md has the tables of both.

mod board;
mod likelihood;
mod readings;

use engine::Limits;
use engine::games::seega::papers::{Frame, Linear, LinearWeights, PAPER_OPTIONS, Schedule, moving, placing};
use engine::search::{AlphaBeta, Ceiling, Evaluator, Score, UNIT, View};
use games::seega::{Colour, Rules, Seega};
use games::{Game, Line, Outcome};

use board::{Grid, Seen};
use likelihood::{Column, Judged, difference};
use readings::{CAN_START, OTHERS, Reading, SHIPPED, START};

const FIVE: &str = include_str!("../../../../tests/data/seega5-abdelbar2003.txt");
const SEVEN: &str = include_str!("../../../../tests/data/seega7-abdelbar2004.txt");

type Board = Seega<u64>;

/// A printed game: each position with the step that was made in it.
struct Printed {
    size: u8,
    grid: Grid,
    steps: Vec<(Board, <Board as Game>::Move)>,
}

impl Printed {
    fn new(size: u8, text: &str) -> Printed {
        let mut position = Board::start(&Rules::seega(size));
        let mut steps = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let word = line.split(' ').nth(2).expect("number, side, step");
            let step = position.read_step(word).expect("the printed games are legal");
            steps.push((position, step));
            position.play(step);
        }
        Printed { size, grid: Grid::new(size), steps }
    }
}

/// Table I's weights of one colour, with the features as a candidate has them.
struct Judge<'a> {
    reading: &'a Reading,
    grid: &'a Grid,
    frame: Frame<u64>,
    linear: Linear<u64>,
}

impl Judge<'_> {
    fn sum(&self, position: &Board) -> f32 {
        let mut features = self.frame.features(position);
        (self.reading.change)(&Seen::new(self.grid, position), &mut features);
        let weights = self.linear.weights();
        let dot = |w: &[f32], c: &[f32]| w.iter().zip(c).map(|(w, c)| w * c).sum::<f32>();
        if position.is_placing() {
            dot(&weights.placing, &placing(&features))
        } else {
            dot(&weights.moving, &moving(&features))
        }
    }
}

impl Evaluator<Board> for Judge<'_> {
    fn score(&mut self, position: &Board) -> Score {
        if self.reading.is_of_placing() && !position.is_placing() {
            return self.linear.score(position);
        }
        let black = (self.sum(position) * UNIT as f32) as Score;
        if position.rules().colour(position.to_move()) == Colour::Black { black } else { -black }
    }

    fn ceiling(&mut self, position: &Board) -> Option<Ceiling> {
        if self.reading.is_of_placing() { self.linear.ceiling(position) } else { None }
    }
}

/// The values of all legal steps in units, for the mover, and which of them was printed.
fn judge(game: &Printed, reading: &Reading, at: usize, depth: u32) -> Judged {
    let (position, printed) = game.steps[at];
    let is_black = position.rules().colour(position.to_move()) == Colour::Black;
    let weights =
        if is_black { LinearWeights::abdelbar2004_black() } else { LinearWeights::abdelbar2004_white() };
    let judge = Judge {
        reading,
        grid: &game.grid,
        frame: Frame::new(game.size),
        linear: Linear::new(game.size, weights),
    };
    let mut search = AlphaBeta::new(judge, PAPER_OPTIONS);
    let limits = Limits { depth: Some(depth - 1), ..Limits::default() };
    let line = Line::new(position);
    let steps = line.moves();
    let values = steps.iter().map(|&step| {
        let mut child = position;
        child.play(step);
        let score = match child.outcome() {
            Some(Outcome::Win(side)) if side == position.to_move() => engine::search::WIN,
            Some(Outcome::Win(_)) => -engine::search::WIN,
            Some(Outcome::Draw) => 0,
            None => {
                let found = search.search(&Line::new(child), &limits.into(), &mut |_, _| {});
                View::new(position.to_move(), &child).score(found[0].score)
            }
        };
        score as f64 / f64::from(UNIT)
    });
    let values = values.collect();
    let printed = steps.iter().position(|&step| step == printed).expect("the printed games are legal");
    Judged { is_black, values, printed }
}

/// All printed steps of one phase: a column of a table, for one candidate.
#[derive(Clone, Copy)]
struct Part<'a> {
    name: &'a str,
    game: &'a Printed,
    is_placing: bool,
    schedule: Schedule,
}

impl Part<'_> {
    fn judged(&self, reading: &Reading) -> Column {
        let of_phase =
            (0..self.game.steps.len()).filter(|&at| self.game.steps[at].0.is_placing() == self.is_placing);
        let depth = |at: usize| self.schedule.depth(&self.game.steps[at].0);
        Column::new(of_phase.map(|at| judge(self.game, reading, at, depth(at))).collect())
    }
}

fn head(title: &str, names: &[&str]) {
    println!("\n### {title}\n\n| | | {} |\n|---|---|{}", names.join(" | "), "---|".repeat(names.len()));
}

fn row(about: &str, name: &str, cells: &[String]) {
    println!("| {about} | {name} | {} |", cells.join(" | "));
}

/// One table of candidates, each beside the features that ship, and what the columns of the first one's depth say together. `heard` hears of each
/// candidate.
fn table(title: &str, parts: &[Part], readings: &[&Reading], mut heard: impl FnMut(&Reading, &[Column])) {
    let judged = |reading: &Reading| parts.iter().map(|part| part.judged(reading)).collect::<Vec<_>>();
    let shipped = judged(&SHIPPED);
    let schedule = parts[0].schedule;
    let together = if schedule == Schedule::Papers { "together, scaled" } else { "together, clamped" };
    let names: Vec<&str> = parts.iter().map(|part| part.name).chain([together]).collect();
    head(title, &names);
    let plain =
        |cell: fn(&Column) -> String| shipped.iter().map(cell).chain([String::new()]).collect::<Vec<_>>();
    row("", "by chance", &plain(Column::by_chance));
    row("", "as shipped", &plain(Column::summary));
    for reading in readings {
        let columns = judged(reading);
        let beside = |(column, shipped): (&Column, &Column)| {
            format!("{} ({})", column.summary(), difference(&[column.more_than(shipped)]))
        };
        let mut cells: Vec<String> = columns.iter().zip(&shipped).map(beside).collect();
        // The same game under another schedule says little new.
        let once = (0..parts.len()).filter(|&i| parts[i].schedule == schedule);
        let all: Vec<_> = once.map(|i| columns[i].more_than(&shipped[i])).collect();
        cells.push(difference(&all));
        row(reading.about, reading.name, &cells);
        heard(reading, &columns);
    }
}

fn main() {
    let (five, seven) = (Printed::new(5, FIVE), Printed::new(7, SEVEN));
    let part = |name, game, is_placing, schedule| Part { name, game, is_placing, schedule };
    let (papers, clamped) = (Schedule::Papers, Schedule::Clamped);
    let all = [
        part("7×7 placing", &seven, true, papers),
        part("7×7 moving", &seven, false, papers),
        part("5×5 placing", &five, true, papers),
        part("5×5 moving", &five, false, papers),
        part("7×7 placing, clamped", &seven, true, clamped),
        part("7×7 moving, clamped", &seven, false, clamped),
    ];

    if std::env::args().any(|word| word == "clamped") {
        table("The other features, clamped", &all[4..], &OTHERS.each_ref(), |_, _| {});
        return;
    }

    let start: Vec<&Reading> = START.iter().chain(&CAN_START).collect();
    let mut openings = Vec::new();
    table("f12 and f13", &[all[0], all[2], all[4]], &start, |reading, columns| {
        let ranks = |column: &Column, numbers: [usize; 4]| {
            numbers.map(|number| column.step(number).rank_text()).join(", ")
        };
        let cells = [(0, [1, 2, 4, 5]), (1, [1, 2, 3, 4]), (2, [1, 2, 4, 5])];
        openings.push((reading.about, reading.name, cells.map(|(i, numbers)| ranks(&columns[i], numbers))));
    });
    head(
        "The cells two steps from the centre: how many cells are judged better (and how many as good)",
        &["7×7: d6, d2, f4, b4", "5×5: c1, c5, a3, e3", "7×7, clamped"],
    );
    openings.iter().for_each(|(about, name, cells)| row(about, name, cells));

    table("The other features", &all[..4], &OTHERS.each_ref(), |_, _| {});

    head("Printed steps that would be chosen", &["White", "Black"]);
    for part in all {
        for (name, reading) in [("as shipped", &SHIPPED), ("f12 as captures that stand there now", &START[0])]
        {
            let column = part.judged(reading);
            row(part.name, name, &[false, true].map(|is_black| column.chosen(is_black)));
        }
    }
}

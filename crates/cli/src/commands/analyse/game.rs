//! A whole game: the value before and after every step, and where it was thrown away.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use engine::Playable;
use games::record::TERMINATION;
use games::{Game, GameSpec, Line, Outcome, Side, TextError};
use serde::Serialize;

use super::{Analyst, Args, round};
use crate::{output, records, talk};

/// Losses of value that are marked, the largest first.
const MARKS: [(f64, &str); 3] = [(0.4, "??"), (0.2, "?"), (0.1, "?!")];

#[derive(Serialize)]
struct Report {
    game: GameSpec,
    player: String,
    start: String,
    steps: Vec<Judged>,
    /// `first`, `second` or `draw`; none of an unfinished game.
    result: Option<&'static str>,
    summary: Vec<Summary>,
}

/// One step of the game; values are for the side that made it.
#[derive(Serialize)]
struct Judged {
    number: usize,
    side: &'static str,
    step: String,
    best: String,
    line: Vec<String>,
    depth: u32,
    before: f64,
    after: f64,
    /// How much of the value the step lost; 0 for the best step.
    loss: f64,
    mark: &'static str,
}

#[derive(Serialize)]
struct Summary {
    side: &'static str,
    name: &'static str,
    steps: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    /// The mean loss of a step.
    loss: f64,
}

pub fn run<G: Playable>(
    args: &Args,
    file: &Path,
    game: GameSpec,
    analyst: &mut Analyst<G>,
    out: &mut impl Write,
) -> Result<()> {
    let record = records::one(file, args.number)?;
    if record.game != game {
        let (file, name) = (file.display(), record.game);
        return Err(TextError::new(format!("{file}: this is a game of {name}, not of {game}")).into());
    }
    let place = format!("{}, game {}", file.display(), args.number);
    let line: Line<G> = record.replay().map_err(|error| TextError::new(error.to_string()).within(&place))?;
    let steps = judge(&line, analyst, args.quiet);
    let summary = Side::BOTH.map(|side| summary(side, line.start(), &steps)).into();
    let result = line.outcome().or(record.result);
    if args.json {
        let report = Report {
            game,
            player: analyst.spec.to_string(),
            start: line.start().to_string(),
            steps,
            result: result.map(Outcome::word),
            summary,
        };
        return output::json(out, "analyse", &report);
    }
    let result = talk::result(&line, result, record.tag(TERMINATION));
    print(&line, &result, &steps, &summary, out)
}

/// Looks at every position once: what is after a step is before the next.
fn judge<G: Playable>(line: &Line<G>, analyst: &mut Analyst<G>, quiet: bool) -> Vec<Judged> {
    let mut told = Instant::now();
    let every = Duration::from_secs(if std::io::stderr().is_terminal() { 1 } else { 10 });
    let mut sofar = Line::new(*line.start());
    let mut judged: Vec<Judged> = Vec::new();
    let last = line.steps().len();
    for number in 1..=last + 1 {
        let position = *sofar.position();
        let side = position.to_move();
        let thoughts = sofar.outcome().is_none().then(|| analyst.think(&sofar));
        // A game that is over has its result for a value.
        let value = match (&thoughts, sofar.outcome()) {
            (Some(thoughts), _) => round(thoughts.ideas[0].value),
            (None, Some(Outcome::Win(winner))) => {
                if winner == side {
                    1.0
                } else {
                    -1.0
                }
            }
            (None, _) => 0.0,
        };
        if let Some(before) = judged.last_mut() {
            before.settle(if before.side == word(side) { value } else { -value });
        }
        let (Some(thoughts), Some(&step)) = (thoughts, line.steps().get(number - 1)) else { break };
        let best = &thoughts.ideas[0];
        judged.push(Judged {
            number,
            side: word(side),
            step: position.write_step(step),
            best: position.write_step(best.line[0]),
            line: best.line.iter().map(ToString::to_string).collect(),
            depth: best.depth,
            before: value,
            after: value,
            loss: 0.0,
            mark: "",
        });
        sofar.push(step);
        if !quiet && told.elapsed() >= every {
            told = Instant::now();
            output::aside(&format!("{number} of {last} steps analysed"));
        }
    }
    judged
}

impl Judged {
    /// The value after the step is known. Whoever made the best step has lost nothing, whatever was seen later.
    fn settle(&mut self, after: f64) {
        self.after = after;
        self.loss = if self.step == self.best { 0.0 } else { (self.before - after).max(0.0) };
        self.loss = (self.loss * 1e6).round() / 1e6;
        self.mark = MARKS.iter().find(|(least, _)| self.loss > *least).map_or("", |(_, mark)| mark);
    }
}

fn word(side: Side) -> &'static str {
    Outcome::Win(side).word()
}

fn summary<G: Game>(side: Side, start: &G, steps: &[Judged]) -> Summary {
    let mine: Vec<&Judged> = steps.iter().filter(|step| step.side == word(side)).collect();
    let count = |mark| mine.iter().filter(|step| step.mark == mark).count();
    Summary {
        side: word(side),
        name: start.side_name(side),
        steps: mine.len(),
        inaccuracies: count("?!"),
        mistakes: count("?"),
        blunders: count("??"),
        loss: mine.iter().map(|step| step.loss).sum::<f64>() / mine.len().max(1) as f64,
    }
}

fn print<G: Game>(
    line: &Line<G>,
    result: &str,
    steps: &[Judged],
    summary: &[Summary],
    out: &mut impl Write,
) -> Result<()> {
    let width = steps.iter().map(|step| step.step.chars().count()).max().unwrap_or(0).max(4) + 3;
    writeln!(out, "       side   {:<width$} before   after  depth  better", "step")?;
    for (judged, position) in steps.iter().zip(line.positions()) {
        let name = position.side_name(position.to_move());
        let step = format!("{} {}", judged.step, judged.mark);
        let better = if judged.mark.is_empty() { "" } else { &judged.best };
        let row = format!(
            "{:>4}.  {name:<5}  {step:<width$} {:>+6.3}  {:>+6.3} {:>6}  {better}",
            judged.number, judged.before, judged.after, judged.depth
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out, "{result}\n")?;
    for Summary { name, steps, inaccuracies, mistakes, blunders, loss, .. } in summary {
        writeln!(
            out,
            "{name:<5}  steps {steps}, inaccuracies ?! {inaccuracies}, mistakes ? {mistakes}, blunders ?? {blunders}, lost a step {loss:.3}"
        )?;
    }
    Ok(out.flush()?)
}

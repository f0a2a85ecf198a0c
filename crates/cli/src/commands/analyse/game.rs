//! A whole game: the value before and after every step, and where it was thrown away.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use engine::Playable;
use engine::review::{Choice, Judged, Review, Summary};
use games::record::{Record, TERMINATION};
use games::{Game, GameSpec, Line, Outcome, Session, Side, TextError};
use serde::Serialize;

use super::{Analyst, Args, round};
use crate::output;

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

pub fn run<G: Playable>(
    args: &Args,
    file: &Path,
    record: &Record,
    analyst: &mut Analyst<G>,
    out: &mut impl Write,
) -> Result<()> {
    let game = record.game;
    let place = format!("{}, game {}", file.display(), args.number);
    let line: Line<G> = record.replay().map_err(|error| TextError::new(error.to_string()).within(&place))?;
    let review = judge(&line, analyst, args.quiet);
    let summary = Side::BOTH.map(|side| review.summary(side, line.start().side_name(side))).into();
    let steps = review.steps();
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
    let mut session = Session::of(game, line.clone());
    session.end(record.result, record.tag(TERMINATION));
    print(&line, &session.result(), &steps, &summary, out)
}

/// Looks at every position once.
fn judge<G: Playable>(line: &Line<G>, analyst: &mut Analyst<G>, quiet: bool) -> Review {
    let mut told = Instant::now();
    let every = Duration::from_secs(if std::io::stderr().is_terminal() { 1 } else { 10 });
    let mut sofar = Line::new(*line.start());
    let mut review = Review::default();
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
        let next = thoughts.as_ref().zip(line.steps().get(number - 1));
        let choice = next.map(|(thoughts, &step)| Choice {
            step: position.write_step(step),
            best: position.write_step(thoughts.ideas[0].line[0]),
            line: thoughts.ideas[0].line.iter().map(ToString::to_string).collect(),
            depth: thoughts.ideas[0].depth,
        });
        review.position(side, value, choice);
        let Some((_, &step)) = next else { break };
        sofar.push(step);
        if !quiet && told.elapsed() >= every {
            told = Instant::now();
            output::aside(&format!("{number} of {last} steps analysed"));
        }
    }
    review
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

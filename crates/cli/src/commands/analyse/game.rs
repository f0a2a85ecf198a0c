//! A whole game: the value before and after every step, and where it was thrown away.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use engine::Playable;
use engine::review::{Judged, Review, Summary};
use games::record::{Record, TERMINATION};
use games::{Game, GameSpec, Line, Outcome, Session, TextError};
use serde::Serialize;

use super::{Analyst, Args};
use crate::output;

#[derive(Serialize)]
struct Report<'a> {
    game: GameSpec,
    player: String,
    start: String,
    steps: &'a [Judged],
    /// `first`, `second` or `draw`; none of an unfinished game.
    result: Option<&'static str>,
    summary: [Summary; 2],
}

pub fn run<G: Playable>(
    args: &Args,
    file: &Path,
    record: &Record,
    analyst: &Analyst<G>,
    out: &mut impl Write,
) -> Result<()> {
    let game = record.game;
    let place = format!("{}, game {}", file.display(), args.number);
    let line: Line<G> = record.replay().map_err(|error| TextError::new(error.to_string()).within(&place))?;
    let mut session = Session::of(game, line.clone());
    session.end(record.result, record.tag(TERMINATION));
    let review = judge(session.clone(), analyst, args.quiet);
    if args.json {
        let report = Report {
            game,
            player: analyst.spec.to_string(),
            start: line.start().to_string(),
            steps: review.steps(),
            result: line.outcome().or(record.result).map(Outcome::word),
            summary: review.summary(),
        };
        return output::json(out, "analyse", &report);
    }
    print(&line, &session.result(), &review, out)
}

/// Asks whatever the review wants to know.
fn judge<G: Playable>(session: Session, analyst: &Analyst<G>, quiet: bool) -> Review {
    let mut told = Instant::now();
    let every = Duration::from_secs(if std::io::stderr().is_terminal() { 1 } else { 10 });
    let last = session.steps();
    let mut review = Review::new(analyst.query(session));
    while let Some((query, turn)) = review.question() {
        review.hear(query.answer_by(&analyst.maker, turn, analyst.seed, &Arc::default(), |_| {}));
        if !quiet && told.elapsed() >= every {
            told = Instant::now();
            output::aside(&format!("{} of {last} steps analysed", review.steps().len()));
        }
    }
    review
}

fn print<G: Game>(line: &Line<G>, result: &str, review: &Review, out: &mut impl Write) -> Result<()> {
    let steps = review.steps();
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
    for Summary { name, steps, inaccuracies, mistakes, blunders, loss, .. } in review.summary() {
        writeln!(
            out,
            "{name:<5}  steps {steps}, inaccuracies ?! {inaccuracies}, mistakes ? {mistakes}, blunders ?? {blunders}, lost a step {loss:.3}"
        )?;
    }
    Ok(out.flush()?)
}

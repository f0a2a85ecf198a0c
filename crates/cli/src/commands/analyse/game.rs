//! A whole game: the value before and after every step, and where it was thrown away.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use engine::Playable;
use engine::review::{Judged, Review, Summary};
use games::record::Record;
use games::{Outcome, Session, TextError};

use super::Analyst;
use crate::output::{self, Report};
use crate::progress::Progress;

pub fn run<G: Playable>(
    file: &Path,
    record: &Record,
    analyst: &Analyst<G>,
    out: &mut impl Write,
) -> Result<()> {
    let place = format!("{}, game {}", file.display(), analyst.args.number);
    let session = Session::replay(record);
    let session = session.map_err(|error| TextError::new(error.to_string()).within(&place))?;
    let review = judge(session.clone(), analyst);
    if analyst.args.tell.json {
        return Report::of("analyse")
            .field("game", record.game)
            .field("player", analyst.spec.to_string())
            .field("start", session.position(0))
            .field("steps", review.steps())
            // `first`, `second` or `draw`; none of an unfinished game.
            .field("result", session.outcome().map(Outcome::word))
            .field("summary", review.summary())
            .print(out);
    }
    print(&session, &review, out)
}

/// Asks whatever the review wants to know.
fn judge<G: Playable>(session: Session, analyst: &Analyst<G>) -> Review {
    let (progress, last) = (Progress::new(analyst.args.tell.quiet, 0), session.steps());
    let mut review = Review::new(analyst.query(session));
    while let Some((query, turn)) = review.question() {
        review.hear(query.answer_by(&analyst.maker, turn, analyst.args.seed, &Arc::default(), |_| {}));
        if progress.is_due() {
            output::aside(&format!("{} of {last} steps analysed", review.steps().len()));
        }
    }
    review
}

fn print(session: &Session, review: &Review, out: &mut impl Write) -> Result<()> {
    let steps = review.steps();
    let width = steps.iter().map(|step| step.step.chars().count()).max().unwrap_or(0).max(4) + 3;
    writeln!(out, "       side   {:<width$} before   after  depth  better", "step")?;
    for (made, judged) in steps.iter().enumerate() {
        let Judged { number, step, best, depth, before, after, mark, .. } = judged;
        let (name, step) = (session.game().side_name(session.mover_after(made)), format!("{step} {mark}"));
        let better = if mark.is_empty() { "" } else { best };
        let row = format!(
            "{number:>4}.  {name:<5}  {step:<width$} {before:>+6.3}  {after:>+6.3} {depth:>6}  {better}"
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out, "{}\n", session.result())?;
    for Summary { name, steps, inaccuracies, mistakes, blunders, loss, .. } in review.summary() {
        writeln!(
            out,
            "{name:<5}  steps {steps}, inaccuracies ?! {inaccuracies}, mistakes ? {mistakes}, blunders ?? {blunders}, lost a step {loss:.3}"
        )?;
    }
    Ok(out.flush()?)
}

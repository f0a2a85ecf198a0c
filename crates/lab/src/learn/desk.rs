//! What a learner works with while it learns a generation: what computes, a journal of games, and who hears of it.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use games::TextError;
use nets::{Device, Student};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Epoch;
use super::policy_iteration::selfplay::Crew;
use crate::job::Executor;
use crate::journal::Journal;
use crate::{RunError, Threads};

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// When all generations are over.
    Never,
    /// When this one is.
    AfterEpoch,
    /// At once.
    Now,
}

/// What a run tells while it goes on.
pub enum News<'a> {
    /// Games played in this session, and those that it will play, as far as it can be known.
    #[allow(missing_docs)]
    Games { played: u64, all: u64, epoch: u64 },
    /// What it does besides playing, in a few words.
    Doing(&'static str),
    /// A generation is over.
    Epoch(&'a Epoch),
}

/// What computes, and with how many hands; nothing of it changes what is learnt on a processor.
pub struct Means<'a> {
    /// Who plays jobs.
    pub executor: &'a dyn Executor,
    /// The device of a network that learns.
    pub device: &'a dyn Fn(Student) -> Result<Box<dyn Device>, TextError>,
    /// Threads and games of its self-play.
    pub crew: Crew,
}

impl Means<'_> {
    /// So many threads of the processor.
    pub fn with_threads<T>(threads: usize, work: impl FnOnce(&Means<'_>) -> T) -> T {
        let device = move |student| -> Result<Box<dyn Device>, TextError> {
            Ok(Box::new(nets::Cpu::new(student, threads)))
        };
        work(&Means { executor: &Threads::new(threads), device: &device, crew: Crew { threads, games: 16 } })
    }
}

/// A generation in progress, as its run sees it.
pub struct Desk<'a> {
    /// The folder of the run.
    pub folder: &'a Path,
    /// What computes.
    pub means: &'a Means<'a>,
    pub(crate) journal: &'a mut Journal,
    /// Games that the journal had.
    pub(crate) found: &'a mut VecDeque<String>,
    pub(crate) stop: &'a dyn Fn() -> Stop,
    pub(crate) watch: &'a mut dyn FnMut(News<'_>),
    /// The number of this generation, how many are left with it, and games that were played before it in this session.
    pub(crate) epoch: u64,
    pub(crate) left: u64,
    pub(crate) before: u64,
    /// Games that it asked for, those of them that were played now, and the seconds that took.
    pub(crate) planned: u64,
    pub(crate) played: u64,
    pub(crate) seconds: f64,
}

impl Desk<'_> {
    /// Whether it is told to stop at once.
    pub fn stopped(&self) -> bool {
        (self.stop)() == Stop::Now
    }

    /// Tells what is done now.
    pub fn tell(&mut self, doing: &'static str) {
        (self.watch)(News::Doing(doing));
    }

    /// So many games in order: from the journal as far as it goes; then `play`, which hears how many these are, plays the rest, and each is
    /// written down as it comes. None if it was stopped.
    pub fn games<P: Serialize + DeserializeOwned>(
        &mut self,
        count: usize,
        play: impl FnOnce(usize, &mut dyn FnMut(P) -> ControlFlow<()>) -> Result<(), RunError>,
    ) -> Result<Option<Vec<P>>, RunError> {
        let known = self.found.len().min(count);
        let read = |line: String| {
            serde_json::from_str(&line).map_err(|e| TextError::new(format!("games.journal: {e}")))
        };
        let mut games = self.found.drain(..known).map(read).collect::<Result<Vec<P>, TextError>>()?;
        self.planned += count as u64;
        let (all, began, mut failed) = (self.before + self.planned * self.left, Instant::now(), None);
        play(known, &mut |game| {
            let line = serde_json::to_string(&game).expect("a game is plain data");
            if let Err(error) = self.journal.append(&line) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            games.push(game);
            self.played += 1;
            let played = self.before + self.played;
            (self.watch)(News::Games { played, all: all.max(played), epoch: self.epoch });
            if self.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        failed.map_or(Ok(()), Err)?;
        self.seconds += began.elapsed().as_secs_f64();
        Ok((games.len() == count).then_some(games))
    }
}

//! A table: one game as it is played on the page, with its players, its clock, and the steps taken back.

use std::time::Duration;

use engine::PlayerSpec;
use games::record::{RESIGNATION, TERMINATION};
use games::{GameSpec, Outcome, Record, Side, TextError};
use serde::{Deserialize, Serialize};

use crate::clock::{self, Clock, Time};
use crate::line::{self, Made, Play};
use crate::scene::{Over, Scene};

/// What PGN calls the end of a game on time, and what stands here for the word of a record.
const FORFEIT: &str = "time forfeit";
const RECORDED: &str = "as recorded";

/// Something of each side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair<T> {
    pub first: T,
    pub second: T,
}

impl<T> Pair<T> {
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

/// Who sits at a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Seat {
    Human,
    /// The text that it was named by, and the player.
    Engine(String, PlayerSpec),
}

impl Seat {
    pub fn text(&self) -> &str {
        match self {
            Seat::Human => "human",
            Seat::Engine(text, _) => text,
        }
    }
}

/// How a game ended that the board did not end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stated {
    winner: Side,
    /// `resignation` or `time forfeit`, as PGN calls them.
    how: String,
}

/// What is kept of a table on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    pub game: GameSpec,
    pub start: String,
    pub steps: Vec<String>,
    pub at: usize,
    pub seats: Pair<String>,
    pub pace: u32,
    pub stated: Option<Stated>,
    pub clock: Option<clock::Kept>,
    #[serde(default)]
    pub paused: bool,
}

/// One game in progress.
pub struct Table {
    pub id: String,
    pub game: GameSpec,
    line: Box<dyn Play>,
    at: usize,
    seats: Pair<Seat>,
    pub pace: u32,
    stated: Option<Stated>,
    clock: Option<Clock>,
    pub paused: bool,
    /// Why an engine could make no step.
    trouble: Option<String>,
    pub thinking: Option<Side>,
    /// Raised with every change.
    pub version: u64,
}

/// A table as clients see it.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    is: &'static str,
    id: String,
    game: GameSpec,
    formats: Vec<&'static str>,
    title: String,
    names: Pair<&'static str>,
    seats: Pair<String>,
    start: String,
    keep: usize,
    steps: Vec<Made>,
    at: usize,
    scene: Scene,
    result: Option<Over>,
    thinking: Option<Side>,
    paused: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
    pace: u32,
    clock: Option<clock::View>,
}

/// The pace of two engines, in milliseconds, if nobody says otherwise.
pub const PACE: u32 = 600;

impl Table {
    /// A new table; the position string and the steps are checked.
    pub fn new(
        id: String,
        game: GameSpec,
        start: Option<&str>,
        steps: &[String],
        seats: Pair<Seat>,
        time: Option<Time>,
    ) -> Result<Table, TextError> {
        let mut line = line::begin(game, start)?;
        for (number, step) in steps.iter().enumerate() {
            line.push(number, step).map_err(|error| error.within(format!("step {}", number + 1)))?;
        }
        let clock = time.map(Clock::new);
        let at = line.len();
        let mut table = Table {
            id,
            game,
            line,
            at,
            seats,
            pace: PACE,
            stated: None,
            clock,
            paused: false,
            trouble: None,
            thinking: None,
            version: 0,
        };
        table.run_clock();
        Ok(table)
    }

    /// A table as it was left.
    pub fn restore(id: String, kept: &Kept, seats: Pair<Seat>) -> Result<Table, TextError> {
        let mut table = Table::new(id, kept.game, Some(&kept.start), &kept.steps, seats, None)?;
        table.at = kept.at.min(table.line.len());
        table.pace = kept.pace;
        table.stated = kept.stated.clone();
        table.clock = kept.clock.as_ref().map(Clock::restore);
        table.paused = (kept.paused || table.at < table.line.len()) && table.engine().is_some();
        Ok(table)
    }

    /// What to keep.
    pub fn kept(&self) -> Kept {
        Kept {
            game: self.game,
            start: self.line.start(),
            steps: (0..self.line.len()).map(|i| self.line.made(i).step).collect(),
            at: self.at,
            seats: self.seat_texts(),
            pace: self.pace,
            stated: self.stated.clone(),
            clock: self.clock.as_ref().map(Clock::kept),
            paused: self.paused,
        }
    }

    fn seat_texts(&self) -> Pair<String> {
        Pair { first: self.seats.first.text().into(), second: self.seats.second.text().into() }
    }

    /// How many steps there are, those taken back included, and after how many of them the table is.
    pub fn place(&self) -> (usize, usize) {
        (self.line.len(), self.at)
    }

    /// The steps as texts.
    pub fn steps(&self) -> Vec<String> {
        (0..self.line.len()).map(|i| self.line.made(i).step).collect()
    }

    pub fn start(&self) -> String {
        self.line.start()
    }

    pub fn names(&self) -> Pair<&'static str> {
        self.line.names()
    }

    pub fn mover(&self) -> Side {
        self.line.mover(self.at)
    }

    /// How the game ended, if it did where the table is.
    pub fn result(&self) -> Option<Over> {
        self.result_with(&self.line.scene(self.at))
    }

    fn result_with(&self, scene: &Scene) -> Option<Over> {
        if let Some(stated) = self.stated.as_ref().filter(|_| self.at == self.line.len()) {
            let loser = *self.line.names().of(stated.winner.other());
            let reason = match stated.how.as_str() {
                RESIGNATION => format!("{loser} resigned."),
                FORFEIT => format!("{loser} has no time left."),
                _ => "So the record says.".into(),
            };
            return Some(Over { outcome: Outcome::Win(stated.winner).word(), reason });
        }
        scene.over.clone()
    }

    /// The engine that would have to move here.
    pub fn engine(&self) -> Option<(Side, &PlayerSpec)> {
        let scene = self.line.scene(self.at);
        match self.seats.of(scene.mover) {
            Seat::Engine(_, spec) if self.result_with(&scene).is_none() => Some((scene.mover, spec)),
            _ => None,
        }
    }

    pub fn only_engines(&self) -> bool {
        self.seats.first != Seat::Human && self.seats.second != Seat::Human
    }

    /// What clients see; they know the first `keep` steps already.
    pub fn view(&self, keep: usize) -> View {
        let scene = self.line.scene(self.at);
        View {
            is: "table",
            id: self.id.clone(),
            game: self.game,
            formats: self.game.formats().iter().map(|format| format.name()).collect(),
            title: self.game.title(),
            names: self.line.names(),
            seats: self.seat_texts(),
            start: self.line.start(),
            keep,
            steps: (keep..self.line.len()).map(|i| self.line.made(i)).collect(),
            at: self.at,
            result: self.result_with(&scene),
            scene,
            thinking: self.thinking,
            paused: self.paused,
            trouble: self.trouble.clone(),
            pace: self.pace,
            clock: self.clock.as_ref().map(Clock::view),
        }
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = self.line.record(self.game);
        let [first, second] = Side::BOTH.map(|side| match self.seats.of(side) {
            Seat::Human => "a person",
            Seat::Engine(text, _) => text,
        });
        record.set_players(first, second);
        let _ = record.set_tag("Event", "a game on the page");
        if let Some(stated) = &self.stated {
            record.result = Some(Outcome::Win(stated.winner));
            let _ = record.set_tag(TERMINATION, &stated.how);
        }
        record
    }

    /// A step of a person, who cannot make one for an engine that is about to.
    pub fn person_step(&mut self, at: usize, step: &str) -> Result<(), TextError> {
        if let Some((side, _)) = self.engine().filter(|_| !self.paused) {
            let name = *self.line.names().of(side);
            return Err(TextError::new(format!("{name} is played by the program, which is thinking")));
        }
        self.step(at, step)
    }

    /// How a game ended that somebody wrote down, where the board does not say it.
    pub fn state(&mut self, result: Option<Outcome>, how: Option<&str>) {
        if let (Some(Outcome::Win(winner)), None) = (result, self.result()) {
            self.stated = Some(Stated { winner, how: how.unwrap_or(RECORDED).into() });
            self.run_clock();
        }
    }

    /// Makes a step; it must be meant for this place of the game.
    pub fn step(&mut self, at: usize, step: &str) -> Result<(), TextError> {
        self.flag();
        if at != self.at {
            return Err(TextError::new("the game has gone on; look at the board again"));
        }
        if let Some(over) = self.result() {
            return Err(TextError::new(format!("the game is over: {}", over.reason)));
        }
        let mover = self.mover();
        self.line.push(self.at, step)?;
        self.at += 1;
        self.stated = None;
        self.wait(false);
        self.stop_clock();
        if self.mover() != mover
            && let Some(clock) = &mut self.clock
        {
            clock.add_increment(mover);
        }
        self.run_clock();
        self.version += 1;
        Ok(())
    }

    /// Back to the last place where a person was to move, or by one step where there are only engines.
    pub fn undo(&mut self) -> Result<(), TextError> {
        let people =
            |at: usize| self.only_engines() || *self.seats.of(self.line.made(at).side) == Seat::Human;
        let to = (0..self.at).rev().find(|&at| people(at)).or_else(|| (self.at > 0).then_some(0));
        let to = to.ok_or_else(|| TextError::new("there is nothing to take back"))?;
        self.go(to)
    }

    /// Forward again, to the next place where a person was to move.
    pub fn redo(&mut self) -> Result<(), TextError> {
        let len = self.line.len();
        if self.at == len {
            return Err(TextError::new("there is nothing to make again"));
        }
        let people = |at: usize| {
            at == len || self.only_engines() || *self.seats.of(self.line.made(at).side) == Seat::Human
        };
        let to = (self.at + 1..=len).find(|&at| people(at)).unwrap_or(len);
        self.go(to)
    }

    /// Jumps to a place of the game. An engine that would be to move there waits until it is asked for.
    pub fn go(&mut self, at: usize) -> Result<(), TextError> {
        if at > self.line.len() {
            return Err(TextError::new(format!("the game has {} steps", self.line.len())));
        }
        self.flag();
        if let Some(clock) = &mut self.clock {
            clock.stop();
            clock.forgive();
        }
        self.at = at;
        self.wait(self.engine().is_some());
        self.run_clock();
        self.version += 1;
        Ok(())
    }

    /// Lets a paused engine go on.
    pub fn resume(&mut self) {
        if self.paused {
            self.wait(false);
            self.run_clock();
            self.version += 1;
        }
    }

    /// An engine that could make no step waits, and says why.
    pub fn pause(&mut self, why: &TextError) {
        self.stop_clock();
        self.wait(true);
        self.trouble = Some(why.to_string());
        self.version += 1;
    }

    /// Whether an engine that would be to move waits from now on. Earlier trouble is forgotten.
    fn wait(&mut self, paused: bool) {
        (self.paused, self.trouble) = (paused, None);
    }

    /// Nobody watches: an engine does not think, and its clock does not run.
    pub fn rest(&mut self) {
        if self.engine().is_some() {
            self.stop_clock();
        }
    }

    /// Somebody watches again.
    pub fn wake(&mut self) {
        self.run_clock();
    }

    /// How long an engine may think for this step by its clock.
    pub fn time_for_step(&self) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.for_step(self.mover()))
    }

    /// The person to move gives up; against an engine the only person does, whoever is to move.
    pub fn resign(&mut self) -> Result<(), TextError> {
        if self.at < self.line.len() || self.result().is_some() {
            return Err(TextError::new("a game can be given up at its end only, and while it goes on"));
        }
        let people = Side::BOTH.into_iter().filter(|&side| *self.seats.of(side) == Seat::Human);
        let loser = match people.collect::<Vec<_>>()[..] {
            [] => return Err(TextError::new("nobody is here to give up: two engines play")),
            [only] => only,
            _ => self.mover(),
        };
        self.stop_clock();
        self.stated = Some(Stated { winner: loser.other(), how: RESIGNATION.into() });
        self.version += 1;
        Ok(())
    }

    /// Milliseconds between the steps of two engines.
    pub fn set_pace(&mut self, ms: u32) {
        self.pace = ms.min(60_000);
        self.version += 1;
    }

    pub fn sit(&mut self, seats: Pair<Seat>) {
        self.seats = seats;
        // Back in a game, an engine must not replace the rest of it unasked.
        self.wait(self.at < self.line.len() && self.engine().is_some());
        self.run_clock();
        self.version += 1;
    }

    /// How long it is until a flag falls.
    pub fn until_flag(&self) -> Option<Duration> {
        Some(self.clock.as_ref()?.until_flag()?.1)
    }

    /// Ends the game of a side that has no time left.
    pub fn flag(&mut self) {
        let flag = self.clock.as_ref().and_then(Clock::until_flag);
        if let Some((loser, Duration::ZERO)) = flag {
            self.stop_clock();
            self.stated = Some(Stated { winner: loser.other(), how: FORFEIT.into() });
            self.version += 1;
        }
    }

    fn stop_clock(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
    }

    /// Clocks run at the end of a game that goes on, from its second step.
    fn run_clock(&mut self) {
        let runs = self.at == self.line.len() && self.at > 0 && !self.paused && self.result().is_none();
        let mover = self.mover();
        if let Some(clock) = &mut self.clock {
            clock.stop();
            if runs {
                clock.run(mover);
            }
        }
    }
}

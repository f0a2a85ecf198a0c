//! A table: one game as it is played on the page, with its players, its clock, and the steps taken back.

use std::time::{Duration, Instant};

use engine::PlayerSpec;
use games::record::{RESIGNATION, TERMINATION};
use games::{Game, GameSpec, Line, Outcome, Record, Side, TextError, with_game};
use serde::{Deserialize, Serialize};

use crate::scene::{self, Over, Scene, Shown};

/// What PGN calls the end of a game on time, and what stands here for the word of a record.
const FORFEIT: &str = "time forfeit";
const RECORDED: &str = "as recorded";

/// A side without time gets so much where a game is taken back.
const GRACE: Duration = Duration::from_secs(60);

/// Longer games are not kept.
pub const MAX_STEPS: usize = 4_000;

/// A line of play of any game.
trait Play: Send + Sync {
    fn len(&self) -> usize;
    /// Makes a step after so many, in the place of what followed.
    fn push(&mut self, at: usize, step: &str) -> Result<(), TextError>;
    fn made(&self, number: usize) -> Made;
    fn scene(&self, at: usize) -> Scene;
    fn mover(&self, at: usize) -> Side;
    fn record(&self, game: GameSpec) -> Record;
    fn start(&self) -> String;
    fn names(&self) -> Pair<&'static str>;
}

struct Typed<G: Shown>(Line<G>);

impl<G: Shown> Play for Typed<G> {
    fn len(&self) -> usize {
        self.0.steps().len()
    }

    fn push(&mut self, at: usize, step: &str) -> Result<(), TextError> {
        if at >= MAX_STEPS {
            return Err(TextError::new(format!("a table keeps games of at most {MAX_STEPS} steps")));
        }
        let mut line = self.0.prefix(at);
        line.read(step)?;
        self.0 = line;
        Ok(())
    }

    fn made(&self, number: usize) -> Made {
        let (position, step) = (&self.0.positions()[number], self.0.steps()[number]);
        Made {
            step: step.to_string(),
            written: position.write_step(step),
            side: position.to_move(),
            remark: position.remark(step),
        }
    }

    fn scene(&self, at: usize) -> Scene {
        Scene::of(&self.0.prefix(at))
    }

    fn mover(&self, at: usize) -> Side {
        self.0.positions()[at].to_move()
    }

    fn record(&self, game: GameSpec) -> Record {
        Record::of(game, &self.0)
    }

    fn start(&self) -> String {
        self.0.start().to_string()
    }

    fn names(&self) -> Pair<&'static str> {
        let [first, second] = Side::BOTH.map(|side| self.0.start().side_name(side));
        Pair { first, second }
    }
}

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

    fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

/// A step that was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Made {
    pub step: String,
    pub written: String,
    pub side: Side,
    pub remark: Option<String>,
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

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    pub seconds: u32,
    #[serde(default)]
    pub increment: u32,
}

/// The time left of each side.
struct Clock {
    left: Pair<Duration>,
    /// What each side was given at first.
    seconds: u32,
    increment: Duration,
    /// Since when the mover's runs.
    since: Option<Instant>,
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
    pub clock: Option<KeptClock>,
    #[serde(default)]
    pub paused: bool,
}

/// What is kept of a clock, in milliseconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptClock {
    left: Pair<u64>,
    seconds: u32,
    increment: u64,
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
    family: &'static str,
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
    pace: u32,
    clock: Option<ClockView>,
}

#[derive(Clone, Debug, Serialize)]
struct ClockView {
    first: u64,
    second: u64,
    running: Option<Side>,
    seconds: u32,
    increment: u64,
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
        let mut line: Box<dyn Play> = with_game!(game, |rules: G| {
            let start = start.map_or_else(|| Ok(G::start(&rules)), |text| G::parse(&rules, text))?;
            Box::new(Typed(Line::new(start)))
        });
        for (number, step) in steps.iter().enumerate() {
            line.push(number, step).map_err(|error| error.within(format!("step {}", number + 1)))?;
        }
        let clock = time.map(|time| {
            let all = Duration::from_secs(time.seconds.clamp(1, 86_400).into());
            let increment = Duration::from_secs(time.increment.min(3_600).into());
            let seconds = time.seconds.clamp(1, 86_400);
            Clock { left: Pair { first: all, second: all }, seconds, increment, since: None }
        });
        let at = line.len();
        let (stated, paused, thinking) = (None, false, None);
        let mut table =
            Table { id, game, line, at, seats, pace: PACE, stated, clock, paused, thinking, version: 0 };
        table.run_clock();
        Ok(table)
    }

    /// A table as it was left.
    pub fn restore(id: String, kept: &Kept, seats: Pair<Seat>) -> Result<Table, TextError> {
        let mut table = Table::new(id, kept.game, Some(&kept.start), &kept.steps, seats, None)?;
        table.at = kept.at.min(table.line.len());
        table.pace = kept.pace;
        table.stated = kept.stated.clone();
        table.clock = kept.clock.as_ref().map(|clock| Clock {
            left: Pair {
                first: Duration::from_millis(clock.left.first),
                second: Duration::from_millis(clock.left.second),
            },
            seconds: clock.seconds,
            increment: Duration::from_millis(clock.increment),
            since: None,
        });
        table.paused = (kept.paused || table.at < table.line.len()) && table.engine().is_some();
        Ok(table)
    }

    /// What to keep.
    pub fn kept(&self) -> Kept {
        let left = |side| self.time_left(side).unwrap_or_default().as_millis() as u64;
        Kept {
            game: self.game,
            start: self.line.start(),
            steps: (0..self.line.len()).map(|i| self.line.made(i).step).collect(),
            at: self.at,
            seats: self.seat_texts(),
            pace: self.pace,
            stated: self.stated.clone(),
            clock: self.clock.as_ref().map(|clock| KeptClock {
                left: Pair { first: left(Side::First), second: left(Side::Second) },
                seconds: clock.seconds,
                increment: clock.increment.as_millis() as u64,
            }),
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
        let clock = self.clock.as_ref().map(|clock| {
            let left = |side| self.time_left(side).unwrap_or_default().as_millis() as u64;
            ClockView {
                first: left(Side::First),
                second: left(Side::Second),
                running: clock.since.map(|_| scene.mover),
                seconds: clock.seconds,
                increment: clock.increment.as_millis() as u64,
            }
        });
        View {
            is: "table",
            id: self.id.clone(),
            game: self.game,
            family: scene::family(&self.game),
            title: scene::title(&self.game),
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
            pace: self.pace,
            clock,
        }
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = self.line.record(self.game);
        let names = self.line.names();
        for side in Side::BOTH {
            // Tags are for White and Black; South and North of Awari are first and second, as White and Black are in PGN.
            let tag = match *names.of(side) {
                "White" | "South" => "White",
                _ => "Black",
            };
            let player = match self.seats.of(side) {
                Seat::Human => "a person",
                Seat::Engine(text, _) => text,
            };
            let _ = record.set_tag(tag, player);
        }
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
        (self.stated, self.paused) = (None, false);
        self.stop_clock(mover);
        if self.mover() != mover
            && let Some(clock) = &mut self.clock
        {
            *clock.left.of_mut(mover) += clock.increment;
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
        self.stop_clock(self.mover());
        if let Some(clock) = &mut self.clock {
            for side in Side::BOTH {
                let left = clock.left.of_mut(side);
                *left = if left.is_zero() { GRACE } else { *left };
            }
        }
        self.at = at;
        self.paused = self.engine().is_some();
        self.run_clock();
        self.version += 1;
        Ok(())
    }

    /// Lets a paused engine go on.
    pub fn resume(&mut self) {
        if self.paused {
            self.paused = false;
            self.run_clock();
            self.version += 1;
        }
    }

    /// An engine that would be to move waits.
    pub fn pause(&mut self) {
        self.stop_clock(self.mover());
        self.paused = true;
        self.version += 1;
    }

    /// Nobody watches: an engine does not think, and its clock does not run.
    pub fn rest(&mut self) {
        if self.engine().is_some() {
            self.stop_clock(self.mover());
        }
    }

    /// Somebody watches again.
    pub fn wake(&mut self) {
        self.run_clock();
    }

    /// How long an engine may think for this step by its clock.
    pub fn time_for_step(&self) -> Option<Duration> {
        let increment = self.clock.as_ref()?.increment;
        let left = self.time_left(self.mover())?;
        Some((left / 20 + increment / 2).min(left / 2).max(Duration::from_millis(5)))
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
        self.stop_clock(self.mover());
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
        self.paused = self.at < self.line.len() && self.engine().is_some();
        self.run_clock();
        self.version += 1;
    }

    /// How long the mover has until his flag falls.
    pub fn until_flag(&self) -> Option<Duration> {
        self.clock.as_ref()?.since?;
        self.time_left(self.mover())
    }

    fn time_left(&self, side: Side) -> Option<Duration> {
        let clock = self.clock.as_ref()?;
        let used = match clock.since {
            Some(since) if self.mover() == side => since.elapsed(),
            _ => Duration::ZERO,
        };
        Some(clock.left.of(side).saturating_sub(used))
    }

    /// Ends the game of a side that has no time left; answers whether it did.
    pub fn flag(&mut self) -> bool {
        let fallen = self.until_flag().is_some_and(|left| left.is_zero());
        if fallen {
            let loser = self.mover();
            self.stop_clock(loser);
            self.stated = Some(Stated { winner: loser.other(), how: FORFEIT.into() });
            self.version += 1;
        }
        fallen
    }

    fn stop_clock(&mut self, mover: Side) {
        if let Some(clock) = &mut self.clock
            && let Some(since) = clock.since.take()
        {
            let left = clock.left.of_mut(mover);
            *left = left.saturating_sub(since.elapsed());
        }
    }

    /// Clocks run at the end of a game that goes on, from its second step.
    fn run_clock(&mut self) {
        self.stop_clock(self.mover());
        let runs = self.at == self.line.len() && self.at > 0 && !self.paused && self.result().is_none();
        if let Some(clock) = &mut self.clock {
            clock.since = runs.then(Instant::now);
        }
    }
}

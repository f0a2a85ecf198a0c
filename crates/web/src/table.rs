//! A table: one game as it is played on the page, with its players, its clock, and the steps taken back.

use std::time::Duration;

use engine::PlayerSpec;
use games::record::FORFEIT;
use games::session::{Ended, Made};
use games::{GameSpec, Outcome, Record, Session, Side, TextError};
use serde::{Deserialize, Serialize};

use crate::clock::{self, Clock, Time};
use crate::scene::{Over, Scene};

/// Longer games are not kept.
const MAX_STEPS: usize = 4_000;

/// Something of each side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair<T> {
    pub first: T,
    pub second: T,
}

impl<T> Pair<T> {
    pub fn from([first, second]: [T; 2]) -> Pair<T> {
        Pair { first, second }
    }

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
    pub stated: Option<Ended>,
    pub clock: Option<clock::Kept>,
    #[serde(default)]
    pub paused: bool,
}

/// One game in progress.
pub struct Table {
    pub id: String,
    session: Session,
    seats: Pair<Seat>,
    pub pace: u32,
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
        let mut session = Session::begin(game, start)?;
        for (number, step) in steps.iter().enumerate() {
            read(&mut session, step).map_err(|error| error.within(format!("step {}", number + 1)))?;
        }
        let clock = time.map(Clock::new);
        let mut table = Table {
            id,
            session,
            seats,
            pace: PACE,
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
        if let Some(stated) = &kept.stated {
            table.session.end(Some(stated.outcome()), Some(&stated.how));
        }
        table.session.go(kept.at.min(table.session.steps()))?;
        table.pace = kept.pace;
        table.clock = kept.clock.as_ref().map(Clock::restore);
        table.paused = (kept.paused || table.is_back()) && table.engine().is_some();
        Ok(table)
    }

    /// What to keep.
    pub fn kept(&self) -> Kept {
        Kept {
            game: *self.session.game(),
            start: self.session.position(0),
            steps: self.session.typed(),
            at: self.session.at(),
            seats: self.seat_texts(),
            pace: self.pace,
            stated: self.session.stated().cloned(),
            clock: self.clock.as_ref().map(Clock::kept),
            paused: self.paused,
        }
    }

    fn seat_texts(&self) -> Pair<String> {
        Pair { first: self.seats.first.text().into(), second: self.seats.second.text().into() }
    }

    /// The game, its steps and where it stands.
    pub fn session(&self) -> &Session {
        &self.session
    }

    pub fn game(&self) -> GameSpec {
        *self.session.game()
    }

    /// Whether steps were taken back that could be made again.
    fn is_back(&self) -> bool {
        self.session.at() < self.session.steps()
    }

    pub fn names(&self) -> Pair<&'static str> {
        Pair::from(self.game().sides().map(|marks| marks.name))
    }

    fn name(&self, side: Side) -> &'static str {
        self.session.game().side_name(side)
    }

    /// How the game ended, if it did where the table is.
    pub fn result(&self) -> Option<Over> {
        let outcome = self.session.outcome()?.word();
        Some(Over { outcome, reason: self.session.reason() })
    }

    /// The engine that would have to move here.
    pub fn engine(&self) -> Option<(Side, &PlayerSpec)> {
        let mover = self.session.mover();
        match self.seats.of(mover) {
            Seat::Engine(_, spec) if self.session.outcome().is_none() => Some((mover, spec)),
            _ => None,
        }
    }

    /// At which sides people sit.
    fn people(&self) -> [bool; 2] {
        Side::BOTH.map(|side| *self.seats.of(side) == Seat::Human)
    }

    /// Whose steps are taken back and made again: those of people, or all where there are only engines.
    fn steppers(&self) -> [bool; 2] {
        if self.only_engines() { [true; 2] } else { self.people() }
    }

    pub fn only_engines(&self) -> bool {
        self.people() == [false; 2]
    }

    /// What clients see; they know the first `keep` steps already.
    pub fn view(&self, keep: usize) -> View {
        let (session, game) = (&self.session, self.session.game());
        View {
            is: "table",
            id: self.id.clone(),
            game: *game,
            formats: game.formats().iter().map(|format| format.name()).collect(),
            title: game.title(),
            names: self.names(),
            seats: self.seat_texts(),
            start: session.position(0),
            keep,
            steps: (keep..session.steps()).map(|number| session.made(number)).collect(),
            at: session.at(),
            result: self.result(),
            scene: Scene::of(session),
            thinking: self.thinking,
            paused: self.paused,
            trouble: self.trouble.clone(),
            pace: self.pace,
            clock: self.clock.as_ref().map(Clock::view),
        }
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = self.session.record();
        let [first, second] = Side::BOTH.map(|side| match self.seats.of(side) {
            Seat::Human => "a person",
            Seat::Engine(text, _) => text,
        });
        record.set_players(first, second);
        let _ = record.set_tag("Event", "a game on the page");
        record
    }

    /// A step of a person, who cannot make one for an engine that is about to.
    pub fn person_step(&mut self, at: usize, step: &str) -> Result<(), TextError> {
        if let Some((side, _)) = self.engine().filter(|_| !self.paused) {
            let name = self.name(side);
            return Err(TextError::new(format!("{name} is played by the program, which is thinking")));
        }
        self.step(at, step)
    }

    /// How a game ended that somebody wrote down, where the board does not say it.
    pub fn state(&mut self, result: Option<Outcome>, how: Option<&str>) {
        self.session.end(result, how);
        self.run_clock();
    }

    /// Makes a step; it must be meant for this place of the game.
    pub fn step(&mut self, at: usize, step: &str) -> Result<(), TextError> {
        self.flag();
        if at != self.session.at() {
            return Err(TextError::new("the game has gone on; look at the board again"));
        }
        if self.session.outcome().is_some() {
            return Err(TextError::new(format!("the game is over: {}", self.session.reason())));
        }
        let mover = self.session.mover();
        read(&mut self.session, step)?;
        self.wait(false);
        self.stop_clock();
        if self.session.mover() != mover
            && let Some(clock) = &mut self.clock
        {
            clock.add_increment(mover);
        }
        self.run_clock();
        self.version += 1;
        Ok(())
    }

    /// Takes back how the game was given up, or goes back to the last place where a person was to move, or by one step where
    /// there are only engines.
    pub fn undo(&mut self) -> Result<(), TextError> {
        self.flag();
        self.session.undo(self.steppers())?;
        self.gone();
        Ok(())
    }

    /// Forward again, to the next place where a person was to move.
    pub fn redo(&mut self) -> Result<(), TextError> {
        self.flag();
        self.session.redo(self.steppers())?;
        self.gone();
        Ok(())
    }

    /// Jumps to a place of the game. An engine that would be to move there waits until it is asked for.
    pub fn go(&mut self, at: usize) -> Result<(), TextError> {
        self.flag();
        self.session.go(at)?;
        self.gone();
        Ok(())
    }

    /// The table stands elsewhere now.
    fn gone(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
            clock.forgive();
        }
        self.wait(self.engine().is_some());
        self.run_clock();
        self.version += 1;
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
        self.clock.as_ref().map(|clock| clock.for_step(self.session.mover()))
    }

    /// The person to move gives up; against an engine the only person does, whoever is to move.
    pub fn resign(&mut self) -> Result<(), TextError> {
        self.session.resign(self.people())?;
        self.stop_clock();
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
        self.wait(self.is_back() && self.engine().is_some());
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
            self.session.end(Some(Outcome::Win(loser.other())), Some(FORFEIT));
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
        let session = &self.session;
        let runs = !self.is_back() && session.at() > 0 && !self.paused && session.outcome().is_none();
        let mover = session.mover();
        if let Some(clock) = &mut self.clock {
            clock.stop();
            if runs {
                clock.run(mover);
            }
        }
    }
}

/// Makes a step in a game that is not too long.
fn read(session: &mut Session, step: &str) -> Result<(), TextError> {
    if session.at() >= MAX_STEPS {
        return Err(TextError::new(format!("a table keeps games of at most {MAX_STEPS} steps")));
    }
    session.read(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::DRAWN;

    fn table(seats: [&str; 2]) -> Table {
        let seat = |text: &str| match text {
            "human" => Seat::Human,
            _ => Seat::Engine(text.into(), text.parse().unwrap()),
        };
        let game = "seega:5".parse().unwrap();
        Table::new("t".into(), game, None, &[], Pair::from(seats.map(seat)), None).unwrap()
    }

    #[test]
    fn a_click_draws_one_scene_for_each_who_watches() {
        let mut table = table(["human", "level:1"]);
        let drawn = || DRAWN.with(std::cell::Cell::get);
        let before = drawn();
        table.person_step(0, "a1").unwrap();
        // What the server asks before it tells anybody: what to keep, who is to move, whether it is over, what to think about.
        assert!(table.engine().is_some() && table.result().is_none());
        let query = crate::hub::query(&table, "best".parse().unwrap(), engine::Limits::default(), 1, true);
        assert_eq!(table.kept().steps, ["a1"]);
        assert_eq!(drawn() - before, 0);
        table.view(0);
        assert_eq!(drawn() - before, 1);
        // The question has the game itself, not its texts, and keeps it as it was asked.
        table.step(1, "b1").unwrap();
        assert_eq!((query.session.steps(), table.session().steps()), (1, 2));
    }

    #[test]
    fn who_gave_up_can_take_that_back() {
        let mut table = table(["human", "human"]);
        table.person_step(0, "a1").unwrap();
        table.resign().unwrap();
        assert_eq!(table.result().unwrap().reason, "Black resigned.");
        assert_eq!(table.record().result, Some(Outcome::Win(Side::First)));
        let again = Table::restore("t".into(), &table.kept(), table.seats.clone()).unwrap();
        assert_eq!(again.result(), table.result());
        assert!(table.step(1, "b1").is_err());
        table.undo().unwrap();
        assert_eq!((table.session().at(), table.result()), (1, None));
        table.undo().unwrap();
        assert_eq!(table.session().at(), 0);
        assert!(table.undo().is_err());
    }

    #[test]
    fn a_draw_that_was_agreed_on_stays_one() {
        let mut table = table(["human", "human"]);
        table.state(Some(Outcome::Draw), Some("agreement"));
        let over = table.result().unwrap();
        assert_eq!((over.outcome, over.reason.as_str()), ("draw", "The players agreed."));
        let kept: Kept = serde_json::from_str(&serde_json::to_string(&table.kept()).unwrap()).unwrap();
        assert_eq!(kept.stated, table.kept().stated);
        // Tables of earlier versions name a winner always.
        let early: Ended = serde_json::from_str(r#"{"winner":"first","how":"time forfeit"}"#).unwrap();
        assert_eq!(early.reason(&"seega:5".parse().unwrap()), "Black has no time left.");
    }
}

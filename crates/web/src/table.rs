//! A table: one game as it is played on the page, with its players, its clock, and the steps taken back.

mod view;

use std::time::Duration;

use engine::PlayerSpec;
use games::record::FORFEIT;
use games::{GameSpec, Outcome, Session, Side, TextError};

use crate::clock::{Clock, Time};
use crate::scene::Over;
pub use crate::seats::{Pair, Seat};
pub use crate::table::view::Kept;

/// Longer games are not kept.
const MAX_STEPS: usize = 4_000;

/// One game in progress.
pub struct Table {
    pub id: String,
    session: Session,
    seats: Pair<Seat>,
    /// When the game was begun, where that is known.
    pub date: Option<String>,
    pub pace: u32,
    clock: Option<Clock>,
    pub paused: bool,
    /// Why an engine could make no step.
    trouble: Option<String>,
    pub thinking: Option<Side>,
    /// Raised with every change.
    pub version: u64,
}

/// The pace of two engines, in milliseconds, by default.
pub const PACE: u32 = 600;

impl Table {
    /// A new table for a game.
    pub fn new(
        id: String,
        session: Session,
        seats: Pair<Seat>,
        time: Option<Time>,
    ) -> Result<Table, TextError> {
        if session.steps() > MAX_STEPS {
            return Err(too_long());
        }
        let clock = time.map(Clock::new);
        let mut table = Table {
            id,
            session,
            seats,
            date: None,
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

    /// A step of a person, who cannot make one for an engine that is about to.
    pub fn person_step(&mut self, at: usize, step: &str) -> Result<(), TextError> {
        if let Some((side, _)) = self.engine().filter(|_| !self.paused) {
            let name = self.session.game().side_name(side);
            return Err(TextError::new(format!("{name} is played by the program, which is thinking")));
        }
        self.step(at, step)
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
        self.leave(Session::undo)
    }

    /// Forward again, to the next place where a person was to move.
    pub fn redo(&mut self) -> Result<(), TextError> {
        self.leave(Session::redo)
    }

    /// Jumps to a place of the game. An engine that would be to move there waits until it is asked for.
    pub fn go(&mut self, at: usize) -> Result<(), TextError> {
        self.leave(|session, _| session.go(at))
    }

    /// Goes elsewhere in the game; whose steps are taken back or made again is what `how` is told.
    fn leave(
        &mut self,
        how: impl FnOnce(&mut Session, [bool; 2]) -> Result<(), TextError>,
    ) -> Result<(), TextError> {
        self.flag();
        let steppers = self.steppers();
        how(&mut self.session, steppers)?;
        if let Some(clock) = &mut self.clock {
            clock.stop();
            clock.forgive();
        }
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

    /// Without watchers an engine does not think, and its clock does not run.
    pub fn rest(&mut self) {
        if self.engine().is_some() {
            self.stop_clock();
        }
    }

    /// How long an engine may think for this step by its clock.
    pub fn time_for_step(&self) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.for_step(self.session.mover()))
    }

    /// The person to move gives up; against an engine the only person does, also out of turn.
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
    pub fn run_clock(&mut self) {
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

/// Longer games are not kept.
fn too_long() -> TextError {
    TextError::new(format!("a table keeps games of at most {MAX_STEPS} steps"))
}

/// Makes a step in a game that is not too long.
fn read(session: &mut Session, step: &str) -> Result<(), TextError> {
    if session.at() >= MAX_STEPS { Err(too_long()) } else { session.read(step) }
}

/// A game from a position string, or from its start, and the steps in it.
pub fn play(game: GameSpec, start: Option<&str>, steps: &[String]) -> Result<Session, TextError> {
    let mut session = Session::begin(game, start)?;
    for (number, step) in steps.iter().enumerate() {
        read(&mut session, step).map_err(|error| error.within(format!("step {}", number + 1)))?;
    }
    Ok(session)
}

#[cfg(test)]
mod tests {
    use games::session::Ended;

    use super::*;
    use crate::scene::DRAWN;

    fn table(seats: [&str; 2]) -> Table {
        let seat = |text: &str| match text {
            "human" => Seat::Human,
            _ => Seat::Engine(text.into(), text.parse().unwrap()),
        };
        let session = play("seega:5".parse().unwrap(), None, &[]).unwrap();
        Table::new("t".into(), session, Pair::from(seats.map(seat)), None).unwrap()
    }

    #[test]
    fn a_click_draws_one_scene_for_each_who_watches() {
        let mut table = table(["human", "level:1"]);
        let drawn = || DRAWN.with(std::cell::Cell::get);
        let before = drawn();
        table.person_step(0, "a1").unwrap();
        // What the server asks before it tells the clients: what to keep, who is to move, whether it is over, what to think about.
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
        table.session.end(Some(Outcome::Draw), Some("agreement"));
        let over = table.result().unwrap();
        assert_eq!((over.outcome, over.reason.as_str()), ("draw", "The players agreed."));
        let kept: Kept = serde_json::from_str(&serde_json::to_string(&table.kept()).unwrap()).unwrap();
        assert_eq!(kept.stated, table.kept().stated);
        // Tables of earlier versions name a winner always.
        let early: Ended = serde_json::from_str(r#"{"winner":"first","how":"time forfeit"}"#).unwrap();
        assert_eq!(early.reason(&"seega:5".parse().unwrap()), "Black has no time left.");
    }
}

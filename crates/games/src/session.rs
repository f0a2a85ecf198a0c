//! A session: one game of any kind as it is played, with what was taken back and how people ended it.
//!
//! Outside, steps and positions are texts without types; inside is a [`Line`]. Code that needs it typed, to search or to
//! draw, asks for [`Session::line`] within [`with_game!`]: nothing is written down and read again.

use std::any::Any;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{Game, Outcome, Side};
use crate::line::Line;
use crate::record::{AGREEMENT, FORFEIT, RESIGNATION, Record, RecordError, TERMINATION};
use crate::spec::GameSpec;
use crate::text::{TextError, text_error};
use crate::with_game;

/// A step that was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Made {
    /// As it is typed.
    pub step: String,
    /// As records show it.
    pub written: String,
    /// Who made it.
    pub side: Side,
    /// What it did beyond the obvious.
    pub remark: Option<String>,
}

/// How a game ended that the board did not end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// None of a draw.
    pub winner: Option<Side>,
    /// As PGN calls it, `resignation` for instance; what a record does not say is empty.
    pub how: String,
}

impl Ended {
    /// The result.
    pub fn outcome(&self) -> Outcome {
        self.winner.map_or(Outcome::Draw, Outcome::Win)
    }

    /// Why, as a sentence.
    pub fn reason(&self, game: &GameSpec) -> String {
        let loser = self.winner.map(|winner| game.side_name(winner.other()));
        match (loser, self.how.as_str()) {
            (Some(loser), RESIGNATION) => format!("{loser} resigned."),
            (Some(loser), FORFEIT) => format!("{loser} has no time left."),
            (None, AGREEMENT) => "The players agreed.".into(),
            _ => "So the record says.".into(),
        }
    }

    /// The result and why, as one sentence.
    fn sentence(&self, game: &GameSpec) -> String {
        let winner = self.winner.map(|side| game.side_name(side));
        match (winner, self.how.as_str()) {
            (Some(winner), RESIGNATION | FORFEIT) => format!("{winner} has won: {}", self.reason(game)),
            (Some(winner), _) => format!("{winner} has won, as the record says."),
            (None, AGREEMENT) => "It is a draw, agreed by the players.".into(),
            (None, _) => "It is a draw, as the record says.".into(),
        }
    }
}

const TYPE: &str = "a session is played by the type of its game";

/// Runs code with the line of a session and the type that plays its game.
macro_rules! with_line {
    ($session:expr, |$line:ident: $G:ident| $body:expr) => {
        with_game!($session.game, |_rules: $G| {
            let $line = $session.line::<$G>().expect(TYPE);
            $body
        })
    };
}

/// One game in progress. A copy is made at once, however long the game: it shares its steps until one of the two goes on.
#[derive(Clone, Debug)]
pub struct Session {
    game: GameSpec,
    /// A line of the type that plays the game.
    line: Arc<dyn Any + Send + Sync>,
    at: usize,
    ended: Option<Ended>,
}

impl Session {
    /// A game from a position string, or from its start.
    pub fn begin(game: GameSpec, start: Option<&str>) -> Result<Session, TextError> {
        with_game!(game, |rules: G| {
            let start = start.map_or_else(|| Ok(G::start(&rules)), |text| G::parse(&rules, text))?;
            Ok(Session::of(game, Line::new(start)))
        })
    }

    /// A line of play of this game.
    pub fn of<G: Game>(game: GameSpec, line: Line<G>) -> Session {
        Session { game, at: line.steps().len(), line: Arc::new(line), ended: None }
    }

    /// The game of a record, which must obey the rules, with how it ended.
    pub fn replay(record: &Record) -> Result<Session, RecordError> {
        let (session, broken) = Session::replay_far(record)?;
        broken.map_or(Ok(session), Err)
    }

    /// The game of a record as far as it obeys the rules, and why it goes no further.
    pub fn replay_far(record: &Record) -> Result<(Session, Option<RecordError>), RecordError> {
        let (mut session, broken) = with_game!(record.game, |_rules: G| {
            let (line, broken) = record.replay_far::<G>()?;
            (Session::of(record.game, line), broken)
        });
        if broken.is_none() {
            session.end(record.result, record.tag(TERMINATION));
        }
        Ok((session, broken))
    }

    /// The game and its rules.
    pub fn game(&self) -> &GameSpec {
        &self.game
    }

    /// All steps, those taken back included, for who knows the type; none of any other type.
    pub fn line<G: Game>(&self) -> Option<&Line<G>> {
        self.line.downcast_ref()
    }

    /// How many steps there are, those taken back included.
    pub fn steps(&self) -> usize {
        with_line!(self, |line: G| line.steps().len())
    }

    /// After how many steps the game stands.
    pub fn at(&self) -> usize {
        self.at
    }

    /// A step, counted from 0.
    pub fn made(&self, number: usize) -> Made {
        with_line!(self, |line: G| {
            let (position, step) = (&line.positions()[number], line.steps()[number]);
            Made {
                step: step.to_string(),
                written: position.write_step(step),
                side: position.to_move(),
                remark: position.remark(step),
            }
        })
    }

    /// The steps as they are typed.
    pub fn typed(&self) -> Vec<String> {
        with_line!(self, |line: G| line.steps().iter().map(ToString::to_string).collect())
    }

    /// How many steps both have made in common, from the same start.
    pub fn shared(&self, other: &Session) -> usize {
        with_line!(self, |line: G| {
            let other = other.line::<G>().filter(|other| other.start() == line.start());
            let steps = other.map_or(&[][..], |other| other.steps());
            line.steps().iter().zip(steps).take_while(|(a, b)| a == b).count()
        })
    }

    /// The position string after so many steps.
    pub fn position(&self, at: usize) -> String {
        with_line!(self, |line: G| line.positions()[at].to_string())
    }

    /// Who makes the next step.
    pub fn mover(&self) -> Side {
        self.mover_after(self.at)
    }

    /// Who made the next step after so many.
    pub fn mover_after(&self, steps: usize) -> Side {
        with_line!(self, |line: G| line.positions()[steps].to_move())
    }

    /// How people ended the game, wherever it stands now.
    pub fn stated(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// How people ended the game, where it stands at its end.
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref().filter(|_| self.at == self.steps())
    }

    /// The result where the game stands.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_after(self.at).or_else(|| self.ended().map(Ended::outcome))
    }

    /// The result on the board after so many steps.
    fn outcome_after(&self, steps: usize) -> Option<Outcome> {
        with_line!(self, |line: G| line.outcome_after(steps))
    }

    /// Why the game is over, as a sentence; empty while it goes on.
    pub fn reason(&self) -> String {
        match self.ended() {
            Some(ended) => ended.reason(&self.game),
            None => with_line!(self, |line: G| line.reason_after(self.at)),
        }
    }

    /// The result and why, in a sentence or two.
    pub fn result(&self) -> String {
        if let Some(ended) = self.ended() {
            return ended.sentence(&self.game);
        }
        let who = match self.outcome() {
            Some(Outcome::Win(side)) => format!("{} has won.", self.game.side_name(side)),
            Some(Outcome::Draw) => "It is a draw.".into(),
            None => return "The game is not finished.".into(),
        };
        format!("{who} {}", self.reason())
    }

    /// Reads a step and makes it, in the place of what followed; one sentence if it is not legal here.
    pub fn read(&mut self, step: &str) -> Result<(), TextError> {
        if let Some(ended) = self.ended() {
            return Err(text_error!("the game is over: {}", ended.reason(&self.game)));
        }
        let at = self.at;
        with_game!(self.game, |_rules: G| {
            let line = self.own::<G>();
            let step = line.read_after(at, step)?;
            line.cut(at);
            line.push(step);
        });
        (self.at, self.ended) = (at + 1, None);
        Ok(())
    }

    /// The steps for this session alone.
    fn own<G: Game>(&mut self) -> &mut Line<G> {
        if Arc::get_mut(&mut self.line).is_none() {
            self.line = Arc::new(self.line::<G>().cloned().expect(TYPE));
        }
        let line = Arc::get_mut(&mut self.line).expect("nobody else knows the copy");
        line.downcast_mut().expect(TYPE)
    }

    /// Goes to a place of the game. What follows can be made again.
    pub fn go(&mut self, at: usize) -> Result<(), TextError> {
        if at > self.steps() {
            return Err(text_error!("the game has {} steps", self.steps()));
        }
        self.at = at;
        Ok(())
    }

    /// Takes back how people ended the game, or else goes back to the last step that one of these sides made.
    pub fn undo(&mut self, people: [bool; 2]) -> Result<(), TextError> {
        if self.ended().is_some() {
            self.ended = None;
            return Ok(());
        }
        let at = (0..self.at).rev().find(|&at| people[self.mover_after(at).index()]);
        self.at = at.ok_or_else(|| TextError::new("there is no move of yours to take back"))?;
        Ok(())
    }

    /// Forward again, to the next place where one of these sides made a step, or to the end.
    pub fn redo(&mut self, people: [bool; 2]) -> Result<(), TextError> {
        let steps = self.steps();
        if self.at == steps {
            return Err(TextError::new("there is nothing to make again"));
        }
        self.at = (self.at + 1..steps).find(|&at| people[self.mover_after(at).index()]).unwrap_or(steps);
        Ok(())
    }

    /// Forgets what was taken back.
    pub fn forget(&mut self) {
        let at = self.at;
        if at < self.steps() {
            with_game!(self.game, |_rules: G| self.own::<G>().cut(at));
            self.ended = None;
        }
    }

    /// Whether the game stands at its end and is not over.
    fn goes_on(&self) -> Result<(), TextError> {
        if self.at < self.steps() || self.outcome().is_some() {
            return Err(TextError::new("a game can be given up at its end only, and while it goes on"));
        }
        Ok(())
    }

    /// One of these sides gives the game up: the only one, or the one to move.
    pub fn resign(&mut self, people: [bool; 2]) -> Result<(), TextError> {
        self.goes_on()?;
        let loser = match people {
            [false, false] => return Err(TextError::new("nobody is here to give up: two engines play")),
            [true, false] => Side::First,
            [false, true] => Side::Second,
            [true, true] => self.mover(),
        };
        self.end(Some(Outcome::Win(loser.other())), Some(RESIGNATION));
        Ok(())
    }

    /// The players agree on a draw, which programs do not.
    pub fn agree(&mut self, people: [bool; 2]) -> Result<(), TextError> {
        if people != [true; 2] {
            return Err(TextError::new("the program agrees to no draw; play on, or resign"));
        }
        self.goes_on()?;
        self.end(Some(Outcome::Draw), Some(AGREEMENT));
        Ok(())
    }

    /// Ends the game in a way that the board does not know: a result that was written down, and PGN's word for how it came
    /// about. Nothing happens where the board has ended it.
    pub fn end(&mut self, result: Option<Outcome>, how: Option<&str>) {
        let (Some(result), None) = (result, self.outcome_after(self.steps())) else { return };
        let winner = if let Outcome::Win(side) = result { Some(side) } else { None };
        self.ended = Some(Ended { winner, how: how.unwrap_or_default().into() });
    }

    /// The game as it was written down, what was taken back included.
    pub fn record(&self) -> Record {
        let mut record = with_line!(self, |line: G| Record::of(self.game, line));
        if let Some(ended) = &self.ended {
            record.result = Some(ended.outcome());
            if !ended.how.is_empty() {
                record.set_tag(TERMINATION, &ended.how).expect("it is a tag that can be set");
            }
        }
        record
    }
}

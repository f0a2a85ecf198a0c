//! The dialogue in which a game is played: boards out, steps and commands in.

use std::io::BufRead;
use std::path::Path;

use anyhow::Result;
use engine::Playable;
use games::record::Record;
use games::{Game, Line, Session, Side, TextError};
use lab::date;

use super::command::{self, Command};
use super::keeper::Keeper;
use super::opponent::{self, Adviser, Opponent};
use crate::layout::wrap;
use crate::output;
use crate::talk::{self, Talk};

/// A game between two people, or one and the program.
pub struct Dialogue<G: Playable> {
    /// The game so far.
    pub session: Session,
    opponent: Option<Opponent<G>>,
    adviser: Adviser<G>,
    /// Where it is kept.
    pub keeper: Keeper,
    /// A person who quits has been told how to keep the game.
    warned: bool,
}

impl<G: Playable> Dialogue<G> {
    pub fn new(session: Session, opponent: Option<Opponent<G>>, adviser: Adviser<G>, keeper: Keeper) -> Self {
        Dialogue { session, opponent, adviser, keeper, warned: false }
    }

    /// Plays until the game is over or the person leaves. A person may also look back at a finished game.
    pub fn play(&mut self, input: &mut impl BufRead, talk: &mut Talk) -> Result<()> {
        writeln!(talk.out, "{}", self.welcome())?;
        loop {
            let programs = !self.people()[self.session.mover().index()];
            if self.session.outcome().is_some() {
                if self.session.ended().is_none() {
                    write!(talk.out, "{}", self.board())?;
                }
                writeln!(talk.out, "{}", self.session.result())?;
                if !talk.to_a_person() || !self.listen(input, talk)? {
                    return Ok(());
                }
            } else if programs {
                self.answer(talk)?;
            } else {
                write!(talk.out, "{}", self.board())?;
                if !self.listen(input, talk)? {
                    return Ok(writeln!(talk.out, "{}", self.session.result())?);
                }
            }
        }
    }

    /// The program makes its step and tells it.
    fn answer(&mut self, talk: &mut Talk) -> Result<()> {
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        if !opponent.quiet {
            talk.out.flush()?;
            output::aside(&format!("{} is thinking.", self.session.game().side_name(opponent.side)));
        }
        let line = typed::<G>(&self.session);
        let thoughts = opponent.choose(line);
        let step = thoughts.step();
        write!(talk.out, "{}", talk::step(line.position(), line.steps().len() + 1, step))?;
        if let Some(thought) = opponent::thought(thoughts.best()).filter(|_| !opponent.quiet) {
            writeln!(talk.out, "{thought}")?;
        }
        self.session.read(&step.to_string())?;
        self.keep(talk)
    }

    /// Reads lines until one of them changes something; false when the person leaves.
    fn listen(&mut self, input: &mut impl BufRead, talk: &mut Talk) -> Result<bool> {
        let over = self.session.outcome().is_some();
        let question = match over {
            true => "The game is over (undo, save FILE, quit):".into(),
            false => format!("{}, move {}:", self.name(self.session.mover()), self.session.at() + 1),
        };
        let mut done = false;
        while !done {
            let Some(line) = talk.ask(&question, input)? else { return Ok(false) };
            match Command::read(&line) {
                Command::Nothing => {}
                Command::Help => {
                    let example = self.line().moves().first().map(ToString::to_string).unwrap_or_default();
                    writeln!(talk.out, "{}", command::help(self.session.game(), &example))?;
                }
                Command::Board => write!(talk.out, "{}", self.board())?,
                Command::Position => writeln!(talk.out, "{}", self.session.position(self.session.at()))?,
                Command::Save(file) => self.save(file, talk)?,
                Command::Undo => {
                    let undo =
                        |session: &mut Session, people| session.undo(people).map(|()| session.forget());
                    done = self.change(undo, talk)?;
                }
                Command::Quit if talk.to_a_person() && self.keeper.is_loose() && !self.warned => {
                    self.warned = true;
                    writeln!(talk.out, "The game is not kept: save FILE keeps it, quit again leaves.")?;
                }
                Command::Quit => return Ok(false),
                _ if over => writeln!(talk.out, "The game is over; undo goes back into it.")?,
                Command::Legal => write!(talk.out, "{}", self.legal())?,
                Command::Hint => {
                    talk.out.flush()?;
                    writeln!(talk.out, "{}", self.adviser.hint(self.line()))?;
                }
                Command::Draw => done = self.change(Session::agree, talk)?,
                Command::Resign => done = self.change(Session::resign, talk)?,
                Command::Step(text) => match self.session.read(text) {
                    Ok(()) => {
                        self.tell(talk)?;
                        self.keep(talk)?;
                        done = true;
                    }
                    Err(error) => match command::meant(text) {
                        Some(command) => writeln!(talk.out, "{error}; did you mean {command}?")?,
                        None => writeln!(talk.out, "{error}.")?,
                    },
                },
            }
        }
        Ok(true)
    }

    /// Changes the game and keeps it, or says why nothing has changed.
    fn change(
        &mut self,
        how: impl FnOnce(&mut Session, [bool; 2]) -> Result<(), TextError>,
        talk: &mut Talk,
    ) -> Result<bool> {
        let people = self.people();
        let done = how(&mut self.session, people);
        match &done {
            Ok(()) => self.keep(talk)?,
            Err(error) => writeln!(talk.out, "{}.", talk::capital(&error.to_string()))?,
        }
        Ok(done.is_ok())
    }

    /// Writes the record after a change. What fails is said, and tried again at the next change and at the end.
    fn keep(&mut self, talk: &mut Talk) -> Result<()> {
        let record = self.record();
        self.keeper.keep(&record).or_else(|error| Ok(writeln!(talk.out, "{error:#}.")?))
    }

    fn save(&mut self, file: &str, talk: &mut Talk) -> Result<()> {
        let record = self.record();
        let said = match file {
            "" => "Name a file, such as save game.pgn.".into(),
            _ if record.steps.is_empty() => "There is no move yet that could be kept.".into(),
            _ => match self.keeper.save(Path::new(file), self.session.game(), &record) {
                Ok(()) => format!("Saved in {file}."),
                Err(error) => format!("{error:#}."),
            },
        };
        Ok(writeln!(talk.out, "{said}")?)
    }

    /// A person knows the own step, so only what it does beyond that is told.
    fn tell(&self, talk: &mut Talk) -> Result<()> {
        let line = self.line();
        let number = line.steps().len();
        let (before, step) = (&line.positions()[number - 1], line.steps()[number - 1]);
        let plain = before.write_step(step) == step.to_string() && before.remark(step).is_none();
        if !plain {
            write!(talk.out, "{}", talk::step(before, number, step))?;
        }
        Ok(())
    }

    /// At which sides people sit.
    fn people(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.opponent.as_ref().is_none_or(|opponent| opponent.side != side))
    }

    /// The game so far, as it is written down.
    pub fn record(&self) -> Record {
        let mut record = self.session.record();
        let [first, second] = Side::BOTH.map(|side| match &self.opponent {
            Some(opponent) if opponent.side == side => opponent.spec.to_string(),
            _ => "Person".into(),
        });
        record.set_players(&first, &second);
        let mut tag = |name: &str, value: &str| record.set_tag(name, value).expect("these tags are nobody's");
        tag("Date", &date::today());
        tag("Annotator", concat!("petteia ", env!("CARGO_PKG_VERSION")));
        if let Some(opponent) = &self.opponent {
            tag("Seed", &opponent.seed.to_string());
        }
        record
    }

    fn line(&self) -> &Line<G> {
        typed(&self.session)
    }

    fn name(&self, side: Side) -> &'static str {
        self.session.game().side_name(side)
    }

    fn welcome(&self) -> String {
        let players = match &self.opponent {
            None => "two people".into(),
            Some(Opponent { side, spec, seed, .. }) => {
                let (own, other) = (self.name(side.other()), self.name(*side));
                format!("you are {own}, {other} is {spec}, seed {seed}")
            }
        };
        format!("{}, {players}. Type a move, or help.", self.session.game())
    }

    fn board(&self) -> String {
        talk::board(self.line().position(), self.line().steps().last().copied())
    }

    /// The legal steps; those that take something say so where their notation does not.
    fn legal(&self) -> String {
        let position = self.line().position();
        let shown = self.line().moves().into_iter().map(|step| {
            let written = position.write_step(step);
            match position.captures(step) {
                n if n > 0 && written == step.to_string() => format!("{written} (takes {n})"),
                _ => written,
            }
        });
        wrap("", 0, shown)
    }
}

/// The steps as the players of the program need them.
fn typed<G: Game>(session: &Session) -> &Line<G> {
    session.line().expect("a session is played by the type of its game")
}

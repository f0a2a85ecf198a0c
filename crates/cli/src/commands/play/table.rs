//! The table at which a game is played: boards out, steps and commands in.

use std::io::BufRead;
use std::path::Path;

use anyhow::Result;
use games::record::{AGREEMENT, RESIGNATION, Record, TERMINATION};
use games::{Game, GameSpec, Line, Outcome, Side};

use super::command::{self, Command};
use super::keeper::Keeper;
use super::opponent::{self, Adviser, Opponent};
use crate::layout::wrap;
use crate::talk::{self, Talk};
use crate::{date, output};

/// How the people ended a game that the board did not.
#[derive(Clone, Copy)]
enum Ended {
    Resigned(Side),
    Agreed,
}

/// A game between two people, or one and the program.
pub struct Table<G: Game> {
    spec: GameSpec,
    line: Line<G>,
    opponent: Option<Opponent<G>>,
    adviser: Adviser<G>,
    keeper: Keeper,
    ended: Option<Ended>,
    /// A person who quits has been told how to keep the game.
    warned: bool,
}

impl<G: Game> Table<G> {
    pub fn new(
        spec: GameSpec,
        line: Line<G>,
        opponent: Option<Opponent<G>>,
        adviser: Adviser<G>,
        keeper: Keeper,
    ) -> Self {
        Table { spec, line, opponent, adviser, keeper, ended: None, warned: false }
    }

    /// Plays until the game is over or the person leaves. A person may also look back at a finished game.
    pub fn play(&mut self, input: &mut impl BufRead, talk: &mut Talk) -> Result<()> {
        talk.say(&self.welcome())?;
        loop {
            let programs = self.opponent.as_ref().is_some_and(|o| o.side == self.line.to_move());
            if self.outcome().is_some() {
                if self.line.outcome().is_some() {
                    talk.show(&self.board())?;
                }
                talk.say(&self.result())?;
                if !talk.to_a_person() || !self.listen(input, talk)? {
                    return Ok(());
                }
            } else if programs {
                self.answer(talk)?;
            } else {
                talk.show(&self.board())?;
                if !self.listen(input, talk)? {
                    return talk.say(&self.result());
                }
            }
        }
    }

    /// The program makes its step and tells it.
    fn answer(&mut self, talk: &mut Talk) -> Result<()> {
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        if !opponent.quiet {
            talk.flush()?;
            output::aside(&format!("{} is thinking.", self.line.position().side_name(opponent.side)));
        }
        let decision = opponent.choose(&self.line);
        talk.show(&talk::step(self.line.position(), self.line.steps().len() + 1, decision.step))?;
        if let Some(thought) = opponent::thought(&decision).filter(|_| !opponent.quiet) {
            talk.say(&thought)?;
        }
        self.line.push(decision.step);
        self.keep(talk)
    }

    /// Reads lines until one of them changes something; false when the person leaves.
    fn listen(&mut self, input: &mut impl BufRead, talk: &mut Talk) -> Result<bool> {
        let over = self.outcome().is_some();
        let question = match over {
            true => "The game is over (undo, save FILE, quit):".into(),
            false => format!("{}, step {}:", self.name(self.line.to_move()), self.line.steps().len() + 1),
        };
        loop {
            let Some(line) = talk.ask(&question, input)? else { return Ok(false) };
            match Command::read(&line) {
                Command::Nothing => {}
                Command::Help => {
                    let example = self.line.moves().first().map(ToString::to_string).unwrap_or_default();
                    talk.say(&command::help(&self.spec, &example))?;
                }
                Command::Board => talk.show(&self.board())?,
                Command::Position => talk.say(&self.line.position().to_string())?,
                Command::Save(file) => self.save(file, talk)?,
                Command::Undo if self.undo() => {
                    self.keep(talk)?;
                    return Ok(true);
                }
                Command::Undo => talk.say("There is no step of yours to take back.")?,
                Command::Quit if talk.to_a_person() && self.keeper.is_loose() && !self.warned => {
                    self.warned = true;
                    talk.say("The game is not kept: save FILE keeps it, quit again leaves.")?;
                }
                Command::Quit => return Ok(false),
                _ if over => talk.say("The game is over; undo goes back into it.")?,
                Command::Legal => talk.show(&self.legal())?,
                Command::Hint => {
                    talk.flush()?;
                    talk.say(&self.adviser.hint(&self.line))?;
                }
                Command::Draw if self.opponent.is_some() => {
                    talk.say("The program agrees to no draw; play on, or resign.")?
                }
                Command::Draw => return self.end(Ended::Agreed, talk),
                Command::Resign => return self.end(Ended::Resigned(self.line.to_move()), talk),
                Command::Step(text) => match self.line.position().read_step(text) {
                    Ok(step) => {
                        self.tell(step, talk)?;
                        self.line.push(step);
                        self.keep(talk)?;
                        return Ok(true);
                    }
                    Err(error) => talk.say(&format!("{error}."))?,
                },
            }
        }
    }

    fn end(&mut self, how: Ended, talk: &mut Talk) -> Result<bool> {
        self.ended = Some(how);
        self.keep(talk)?;
        Ok(true)
    }

    /// Writes the record after a change. What fails is said, and tried again at the next change and at the end.
    fn keep(&mut self, talk: &mut Talk) -> Result<()> {
        let record = self.record();
        self.keeper.keep(&record).or_else(|error| talk.say(&format!("{error:#}.")))
    }

    fn save(&mut self, file: &str, talk: &mut Talk) -> Result<()> {
        let record = self.record();
        let said = match file {
            "" => "Name a file, such as save game.pgn.".into(),
            _ if record.steps.is_empty() => "There is no step yet that could be kept.".into(),
            _ => match self.keeper.save(Path::new(file), &self.spec, &record) {
                Ok(()) => format!("Saved in {file}."),
                Err(error) => format!("{error:#}."),
            },
        };
        talk.say(&said)
    }

    /// A person knows the own step, so only what it does beyond that is told.
    fn tell(&self, step: G::Move, talk: &mut Talk) -> Result<()> {
        let before = self.line.position();
        let plain = before.write_step(step) == step.to_string() && before.remark(step).is_none();
        if plain { Ok(()) } else { talk.show(&talk::step(before, self.line.steps().len() + 1, step)) }
    }

    /// Takes back how the people ended the game, or one step; against the program, back to the person's own last
    /// decision.
    fn undo(&mut self) -> bool {
        if self.ended.take().is_some() {
            return true;
        }
        let mine =
            |position: &G| self.opponent.as_ref().is_none_or(|opponent| position.to_move() != opponent.side);
        let earlier = &self.line.positions()[..self.line.steps().len()];
        let Some(keep) = earlier.iter().rposition(mine) else { return false };
        while self.line.steps().len() > keep {
            self.line.undo();
        }
        true
    }

    /// The result, a given-up game included.
    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome().or(self.ended.map(|how| match how {
            Ended::Resigned(side) => Outcome::Win(side.other()),
            Ended::Agreed => Outcome::Draw,
        }))
    }

    fn termination(&self) -> Option<&'static str> {
        self.ended.map(|how| match how {
            Ended::Resigned(_) => RESIGNATION,
            Ended::Agreed => AGREEMENT,
        })
    }

    /// Who has won and why.
    pub fn result(&self) -> String {
        talk::result(&self.line, self.outcome(), self.termination())
    }

    /// The game so far, as it is written down.
    pub fn record(&self) -> Record {
        let mut record = Record::of(self.spec, &self.line);
        record.result = self.outcome();
        let [first, second] = Side::BOTH.map(|side| match &self.opponent {
            Some(opponent) if opponent.side == side => opponent.spec.to_string(),
            _ => "Person".into(),
        });
        record.set_players(&first, &second);
        let mut tag = |name: &str, value: &str| record.set_tag(name, value).expect("these tags are nobody's");
        tag("Date", &date::today());
        tag("Annotator", concat!("petteia ", env!("CARGO_PKG_VERSION")));
        if let Some(how) = self.termination() {
            tag(TERMINATION, how);
        }
        if let Some(opponent) = &self.opponent {
            tag("Seed", &opponent.seed.to_string());
        }
        record
    }

    /// The line of play so far.
    pub fn line(&self) -> &Line<G> {
        &self.line
    }

    /// Where the game is kept.
    pub fn keeper(&mut self) -> &mut Keeper {
        &mut self.keeper
    }

    fn name(&self, side: Side) -> &'static str {
        self.line.position().side_name(side)
    }

    fn welcome(&self) -> String {
        let players = match &self.opponent {
            None => "two people".into(),
            Some(opponent) => format!(
                "you are {}, {} is {}, seed {}",
                self.name(opponent.side.other()),
                self.name(opponent.side),
                opponent.spec,
                opponent.seed
            ),
        };
        format!("{}, {players}. Type a step, or help.", self.spec)
    }

    fn board(&self) -> String {
        talk::board(self.line.position(), self.line.steps().last().copied())
    }

    /// The legal steps; those that take something say so where their notation does not.
    fn legal(&self) -> String {
        let position = self.line.position();
        let shown = self.line.moves().into_iter().map(|step| {
            let written = position.write_step(step);
            match position.captures(step) {
                n if n > 0 && written == step.to_string() => format!("{written} (takes {n})"),
                _ => written,
            }
        });
        wrap("", 0, shown)
    }
}

//! The table at which a game is played: boards out, steps and commands in.

use std::io::BufRead;
use std::path::Path;

use anyhow::Result;
use games::record::Record;
use games::{Game, GameSpec, Line, Outcome, Side};

use super::opponent::{self, Opponent};
use crate::layout::wrap;
use crate::talk::{self, Talk};
use crate::{output, records};

/// A game between two people, or one and the program.
pub struct Table<G: Game> {
    spec: GameSpec,
    line: Line<G>,
    opponent: Option<Opponent<G>>,
    resigned: Option<Side>,
}

impl<G: Game> Table<G> {
    pub fn new(spec: GameSpec, line: Line<G>, opponent: Option<Opponent<G>>) -> Self {
        Table { spec, line, opponent, resigned: None }
    }

    /// Plays until the game is over or the person leaves.
    pub fn play(&mut self, input: &mut impl BufRead, talk: &mut Talk) -> Result<()> {
        talk.say(&self.welcome())?;
        while self.outcome().is_none() {
            match &mut self.opponent {
                Some(opponent) if opponent.side == self.line.to_move() => {
                    if !opponent.quiet {
                        talk.flush()?;
                        let name = self.line.position().side_name(opponent.side);
                        output::aside(&format!("{name} is thinking."));
                    }
                    let decision = opponent.choose(&self.line);
                    let number = self.line.steps().len() + 1;
                    talk.show(&talk::step(self.line.position(), number, decision.step))?;
                    if let Some(thought) = opponent::thought(&decision).filter(|_| !opponent.quiet) {
                        talk.say(&thought)?;
                    }
                    self.line.push(decision.step);
                }
                _ => {
                    talk.show(&self.board())?;
                    if !self.listen(input, talk)? {
                        break;
                    }
                }
            }
        }
        if self.line.outcome().is_some() {
            talk.show(&self.board())?;
        }
        talk.say(&self.result())
    }

    /// Reads lines until one of them changes something; false when the person leaves.
    fn listen(&mut self, input: &mut impl BufRead, talk: &mut Talk) -> Result<bool> {
        loop {
            let question =
                format!("{}, step {}:", self.name(self.line.to_move()), self.line.steps().len() + 1);
            let Some(line) = talk.ask(&question, input)? else { return Ok(false) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word.to_ascii_lowercase().as_str(), rest.trim()) {
                ("", _) => {}
                ("help" | "?", "") => talk.say(&self.help())?,
                ("legal" | "hint", "") => talk.show(&self.legal())?,
                ("board", "") => talk.show(&self.board())?,
                ("undo", "") if self.undo() => return Ok(true),
                ("undo", "") => talk.say("There is no step of yours to take back.")?,
                ("save", "") => talk.say("Name a file, such as save game.pgn.")?,
                ("save", file) => match records::write(Path::new(file), &self.record()) {
                    Ok(()) => talk.say(&format!("Saved in {file}."))?,
                    Err(error) => talk.say(&format!("{error:#}."))?,
                },
                ("resign", "") => {
                    self.resigned = Some(self.line.to_move());
                    return Ok(true);
                }
                ("quit" | "exit", "") => return Ok(false),
                _ => match self.line.position().read_step(&line) {
                    Ok(step) => {
                        self.tell(step, talk)?;
                        self.line.push(step);
                        return Ok(true);
                    }
                    Err(error) => talk.say(&format!("{error}."))?,
                },
            }
        }
    }

    /// A person knows the own step, so only what it does beyond that is told.
    fn tell(&self, step: G::Move, talk: &mut Talk) -> Result<()> {
        let before = self.line.position();
        let plain = before.write_step(step) == step.to_string() && before.remark(step).is_none();
        if plain { Ok(()) } else { talk.show(&talk::step(before, self.line.steps().len() + 1, step)) }
    }

    /// Takes back one step; against the program, back to the person's own last decision.
    fn undo(&mut self) -> bool {
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
        self.line.outcome().or(self.resigned.map(|side| Outcome::Win(side.other())))
    }

    /// Who has won and why.
    pub fn result(&self) -> String {
        talk::result(&self.line, self.outcome())
    }

    /// The game so far, as it is written down.
    pub fn record(&self) -> Record {
        let mut record = Record::of(self.spec, &self.line);
        record.result = self.outcome();
        let [first, second] = Side::BOTH.map(|side| match &self.opponent {
            Some(opponent) if opponent.side == side => opponent.spec.to_string(),
            _ => "?".into(),
        });
        record.set_players(&first, &second);
        if let Some(opponent) = &self.opponent {
            record.set_tag("Seed", &opponent.seed.to_string()).expect("Seed is a tag that can be set");
        }
        record
    }

    /// The line of play so far.
    pub fn line(&self) -> &Line<G> {
        &self.line
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

    fn legal(&self) -> String {
        wrap("", 0, self.line.moves().iter().map(|&step| self.line.position().write_step(step)))
    }

    fn help(&self) -> String {
        let example = self.line.moves().first().map(ToString::to_string).unwrap_or_default();
        format!(
            "{example:<12} a step; this one is legal now
legal        every legal step (also: hint)
undo         takes back your last step
board        the board again
save FILE    writes the game so far (.pgn, .jsonl; Capture Go also .sgf)
resign       gives the game up
quit         leaves
The rules: petteia rules '{}'",
            self.spec
        )
    }
}

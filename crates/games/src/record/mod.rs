//! Records of games: plain data, and the text formats that they are kept in.
//!
//! A [`Record`] holds the game's name, the steps as text, the result and what people noted; whether the steps obey the
//! rules shows when it is replayed. PGN-shaped text ([`pgn`]) is for people and rating programs, one JSON object a line
//! ([`jsonl`]) loses nothing, and [`sgf`] is for the boards of Go programs.

use std::collections::BTreeMap;
use std::fmt;

use crate::game::{Game, Outcome, Side};
use crate::line::Line;
use crate::spec::GameSpec;
use crate::text::{TextError, quote, text_error};
use crate::with_game;

pub mod jsonl;
pub mod pgn;
mod scan;
pub mod sgf;

/// A format that games are kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Format {
    Pgn,
    Jsonl,
    Sgf,
}

impl Format {
    /// What the names of its files end in.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Jsonl => "jsonl",
            Format::Sgf => "sgf",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Format> {
        [Format::Pgn, Format::Jsonl, Format::Sgf].into_iter().find(|format| format.name() == name)
    }

    /// The text of one game; games of all formats but SGF can be strung together.
    pub fn write(self, record: &Record) -> Result<String, RecordError> {
        match self {
            Format::Pgn => Ok(pgn::write(record)),
            Format::Jsonl => Ok(jsonl::write(record)),
            Format::Sgf => sgf::write(record),
        }
    }
}

/// One game as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game and its rules.
    pub game: GameSpec,
    /// The version of the rules that it was played by.
    pub rules_version: u32,
    /// The position string of a set-up start.
    pub start: Option<String>,
    /// The steps as text, captures included where the game's notation has them; each is one word.
    pub steps: Vec<String>,
    /// The result, also where a player resigned; none if it is not known how the game ended.
    pub result: Option<Outcome>,
    /// Comments by the number of steps made before them: 0 stands before the first step. Empty ones, and those after
    /// more steps than there are, are not written.
    pub comments: BTreeMap<usize, String>,
    tags: Vec<(String, String)>,
}

/// The tags that every PGN file has, in their order, except for the result, which is a field of its own.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// PGN's tag for how a game ended that the board does not end.
pub const TERMINATION: &str = "Termination";

/// What [`TERMINATION`] says where the loser gave the game up.
pub const RESIGNATION: &str = "resignation";

/// What [`TERMINATION`] says where the players agreed on a draw.
pub const AGREEMENT: &str = "agreement";

/// What [`TERMINATION`] says where the loser had no time left.
pub const FORFEIT: &str = "time forfeit";

/// The tags that are written from the fields of a record.
const RESERVED: [&str; 5] = ["Result", "Variant", "RulesVersion", "SetUp", "FEN"];

/// A game has at most so many tags beside the usual ones, and so many steps.
const MOST_TAGS: usize = 500;
const MOST_STEPS: usize = 100_000;

/// Why a game with too many tags is not read.
fn too_many_tags() -> TextError {
    text_error!("a game has at most {MOST_TAGS} tags")
}

/// Why a game with too many steps is not read.
fn too_many_steps() -> TextError {
    text_error!("a game has at most {MOST_STEPS} steps")
}

/// What PGN writes for an unknown tag of the roster.
fn unknown(tag: &str) -> &'static str {
    if tag == "Date" { "????.??.??" } else { "?" }
}

impl Record {
    /// A record without steps from the usual start, by the rules of today.
    pub fn new(game: GameSpec) -> Record {
        let rules_version = game.rules_version();
        Record {
            game,
            rules_version,
            start: None,
            steps: vec![],
            result: None,
            comments: BTreeMap::new(),
            tags: vec![],
        }
    }

    /// The record as one of today's rules, if it was written by an earlier version that this program knows: its game is
    /// then named by the switches that it was played by.
    fn by_version(self, version: u32) -> Record {
        match self.game.of_version(version) {
            Some(game) => Record { game, rules_version: game.rules_version(), ..self },
            None => Record { rules_version: version, ..self },
        }
    }

    /// The record of a line of play, finished or not.
    pub fn of<G: Game>(game: GameSpec, line: &Line<G>) -> Record {
        let start = line.start();
        let steps = line
            .positions()
            .iter()
            .zip(line.steps())
            .map(|(position, &mv)| position.write_step(mv))
            .collect();
        Record {
            start: (*start != G::start(start.rules())).then(|| start.to_string()),
            steps,
            result: line.outcome(),
            ..Record::new(game)
        }
    }

    /// Plays the steps. Says which one breaks the rules, and whether the result contradicts the board. A result of a
    /// game that the board has not finished is believed: one side resigned.
    pub fn replay<G: Game>(&self) -> Result<Line<G>, RecordError> {
        let (line, broken) = self.replay_far()?;
        broken.map_or(Ok(line), Err)
    }

    /// Plays the steps as far as they obey the rules, and says why they go no further.
    pub fn replay_far<G: Game>(&self) -> Result<(Line<G>, Option<RecordError>), RecordError> {
        let rules = self.game.rules_of::<G>().ok_or(RecordError::Game(self.game))?;
        if self.rules_version != G::RULES_VERSION {
            return Err(RecordError::RulesVersion { found: self.rules_version, current: G::RULES_VERSION });
        }
        let start = match &self.start {
            Some(text) => G::parse(&rules, text).map_err(RecordError::Start)?,
            None => G::start(&rules),
        };
        let mut line = Line::new(start);
        for (i, text) in self.steps.iter().enumerate() {
            if let Err(why) = line.read(text) {
                return Ok((line, Some(RecordError::Step { number: i + 1, text: text.clone(), why })));
            }
        }
        let contradicts = match (self.result, line.outcome()) {
            (Some(stated), Some(reached)) if stated != reached => {
                let names = Side::BOTH.map(|side| line.position().side_name(side));
                Some(RecordError::Result { stated, reached, names })
            }
            _ => None,
        };
        Ok((line, contradicts))
    }

    /// Whether [`Record::replay`] would find anything wrong.
    pub fn check(&self) -> Result<(), RecordError> {
        with_game!(self.game, |_rules: G| self.replay::<G>().map(|_| ()))
    }

    /// What people noted about the game, such as `Event` or the names of the players, the usual tags first.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; `?` takes a usual tag away. Names are of letters, digits and `_`, and the tags that are written from
    /// the fields of a record cannot be set.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return Err(text_error!("{} is no name of a tag: letters, digits and _", quote(name)));
        }
        if RESERVED.contains(&name) {
            return Err(text_error!("the tag {name} is written from the game itself and cannot be set"));
        }
        let place = ROSTER.iter().position(|&usual| usual == name);
        if let Some(at) = self.tags.iter().position(|(known, _)| known == name) {
            self.tags[at].1 = value.into();
            if place.is_some() && value == unknown(name) {
                self.tags.remove(at);
            }
        } else if let Some(place) = place {
            if value != unknown(name) {
                let before = |known: &str| ROSTER[..place].contains(&known);
                let at = self.tags.iter().take_while(|(known, _)| before(known)).count();
                self.tags.insert(at, (name.into(), value.into()));
            }
        } else if self.tags.len() >= MOST_TAGS {
            return Err(too_many_tags());
        } else {
            self.tags.push((name.into(), value.into()));
        }
        Ok(())
    }

    /// The comments that stand somewhere and say something.
    fn written_comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments
            .range(..=self.steps.len())
            .filter(|(_, text)| !text.is_empty())
            .map(|(&after, text)| (after, text.as_str()))
    }

    /// Names the players in the tags of their colours.
    pub fn set_players(&mut self, first: &str, second: &str) {
        for (side, name) in Side::BOTH.into_iter().zip([first, second]) {
            self.set_tag(player_tag(self.game, side), name)
                .expect("White and Black are tags that can be set");
        }
    }
}

/// The tag that names the player of a side: results are written by colour, so that `1-0` is a win of the player in the
/// White tag. The first side of Seejeh and of Capture Go is Black; South of Awari stands in the White tag.
pub fn player_tag(game: GameSpec, side: Side) -> &'static str {
    game.sides()[side.index()].tag
}

/// A game of a text, or why it cannot be read.
pub type Entry = Result<Record, TextError>;

/// Every game of a text, or why it cannot be read, one after the other, so that of a long file only one is held. The formats are
/// told apart by how the text begins: SGF with `(`, JSON lines with `{` and then `"` or `}`; everything else is read as PGN, whose
/// comments stand in `{}` too.
pub fn read_each(text: &str) -> Box<dyn Iterator<Item = Entry> + '_> {
    let start = without_mark(text).trim_start();
    match start.strip_prefix('{').map(|rest| rest.trim_start().chars().next()) {
        Some(None | Some('"' | '}')) => Box::new(jsonl::read_each(text)),
        _ if start.starts_with('(') => Box::new(std::iter::once_with(|| sgf::read(without_mark(text)))),
        _ => Box::new(pgn::read_each(text)),
    }
}

/// The text without the byte-order mark that some editors put in front.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Why a record could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// It is a game of another type.
    Game(GameSpec),
    /// It was played by another version of the rules.
    #[allow(missing_docs)]
    RulesVersion { found: u32, current: u32 },
    /// The start position cannot be read.
    Start(TextError),
    /// A step breaks the rules; steps are numbered from 1.
    #[allow(missing_docs)]
    Step { number: usize, text: String, why: TextError },
    /// The board ended the game with another result than the record states.
    #[allow(missing_docs)]
    Result { stated: Outcome, reached: Outcome, names: [&'static str; 2] },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Game(game) => {
                write!(f, "the record is of {game}, which is another game")
            }
            RecordError::RulesVersion { found, current } => {
                write!(
                    f,
                    "the record was played by version {found} of the rules; this program knows version {current}"
                )
            }
            RecordError::Start(why) => write!(f, "the start position: {why}"),
            RecordError::Step { number, text, why } => write!(f, "step {number}, {}: {why}", quote(text)),
            RecordError::Result { stated, reached, names } => {
                let words = |outcome: &Outcome| match outcome {
                    Outcome::Win(side) => format!("{} has won", names[side.index()]),
                    Outcome::Draw => "the game is drawn".into(),
                };
                write!(f, "the record says that {}, but on the board {}", words(stated), words(reached))
            }
        }
    }
}

impl std::error::Error for RecordError {}

//! Names of games, such as `seega:7`, `awari:romein` or `capture-go:5x4(territory=neutral)`; the list of all families; and the
//! one place where a name becomes types ([`with_game!`](crate::with_game)).
//!
//! A name is a family, a preset unless it is the family's first, a size where boards have one, and in parentheses the
//! switches that differ from the preset. What is printed is the shortest such name and is read back to the same rules.

use std::any::{Any, TypeId};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::{Table, Value};

use crate::family::{Family, Marks, Preset, Sizes, presets};
use crate::game::{Game, Rules, Side};
use crate::text::{TextError, from_toml, meant, plain, quote, text_error};
use crate::{awari, capture_go, kalah, seega};

/// Every family, in the order in which lists show them.
pub const FAMILIES: [&Family; 4] = [&seega::FAMILY, &awari::FAMILY, &kalah::FAMILY, &capture_go::FAMILY];

/// A game with all its rules: which types play it, and with which switches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum GameSpec {
    Seega(seega::Rules),
    Awari(awari::Rules),
    Kalah(kalah::Rules),
    CaptureGo(capture_go::Rules),
}

/// Runs one piece of code with the types of a game: `with_game!(spec, |rules: G| …)` binds the rules and the type alias
/// `G` that implements [`Game`](crate::Game). Every arm is compiled, so the compiler names every forgotten game.
#[macro_export]
macro_rules! with_game {
    ($spec:expr, |$rules:ident: $G:ident| $body:expr) => {
        match $spec {
            $crate::GameSpec::Seega($rules) if <u64 as $crate::seega::Bits>::SIZES.contains(&$rules.size) => {
                #[allow(dead_code)]
                type $G = $crate::seega::Seega<u64>;
                $body
            }
            $crate::GameSpec::Seega($rules) => {
                #[allow(dead_code)]
                type $G = $crate::seega::Seega<u128>;
                $body
            }
            $crate::GameSpec::Awari($rules) => {
                #[allow(dead_code)]
                type $G = $crate::awari::Awari;
                $body
            }
            $crate::GameSpec::Kalah($rules) => {
                #[allow(dead_code)]
                type $G = $crate::kalah::Kalah;
                $body
            }
            $crate::GameSpec::CaptureGo($rules) => {
                #[allow(dead_code)]
                type $G = $crate::capture_go::CaptureGo;
                $body
            }
        }
    };
}

impl GameSpec {
    /// The game that this type plays by these rules; none if no name has them.
    pub fn of<G: Game>(rules: &G::Rules) -> Option<GameSpec> {
        rules.game().filter(|game| game.rules_of::<G>().is_some())
    }

    /// The rules of this game for the type that plays it; none if another type does.
    pub fn rules_of<G: Game>(&self) -> Option<G::Rules> {
        with_game!(self, |rules: H| {
            let rules: &dyn Any = rules;
            (TypeId::of::<G>() == TypeId::of::<H>()).then(|| rules.downcast_ref().copied()).flatten()
        })
    }

    /// What is known about this game and those like it.
    pub fn family(&self) -> &'static Family {
        match self {
            GameSpec::Seega(_) => &seega::FAMILY,
            GameSpec::Awari(_) => &awari::FAMILY,
            GameSpec::Kalah(_) => &kalah::FAMILY,
            GameSpec::CaptureGo(_) => &capture_go::FAMILY,
        }
    }

    /// The preset that the game is called after: the one with the fewest other switches.
    pub fn preset(&self) -> &'static Preset {
        self.nearest().0
    }

    /// What people call it: `Seega 5×5`, `Seega (Ludii) 7×7, own rules`.
    pub fn title(&self) -> String {
        let (preset, _, switches) = self.nearest();
        let [rows, columns] = self.board();
        let size =
            if let Sizes::One(_) = preset.sizes { String::new() } else { format!(" {rows}×{columns}") };
        format!("{}{size}{}", preset.title, if switches.is_empty() { "" } else { ", own rules" })
    }

    /// The rows and columns of its board.
    pub fn board(&self) -> [u8; 2] {
        with_game!(self, |rules: G| rules.board())
    }

    /// What marks its sides, the first one first.
    pub fn sides(&self) -> [Marks; 2] {
        with_game!(self, |rules: G| rules.sides())
    }

    /// What the players call a side.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.sides()[side.index()].name
    }

    /// The same game with some switches set, as a rules file has them. Unknown keys are errors.
    pub fn with(self, switches: &Table) -> Result<GameSpec, TextError> {
        with_game!(self, |rules: G| Ok(overlay(rules, switches)?.game().unwrap_or(self)))
    }

    /// The same game with the switches of a rules file's text.
    pub fn with_toml(self, text: &str) -> Result<GameSpec, TextError> {
        self.with(&from_toml(text)?)
    }

    /// Every switch with its value, as a rules file would have them.
    pub fn switches(&self) -> Table {
        with_game!(self, |rules: G| to_table(rules))
    }

    /// The version of the rules of this game's type.
    pub fn rules_version(&self) -> u32 {
        with_game!(self, |_rules: G| G::RULES_VERSION)
    }

    /// What a name written by this version of the rules means by today's: the game and today's version. Nothing if this
    /// program does not know the version.
    pub fn of_version(self, version: u32) -> Option<GameSpec> {
        if !(1..=self.rules_version()).contains(&version) {
            return None;
        }
        with_game!(self, |rules: G| rules.of_version(version).game())
    }

    /// The nearest preset, its name on this board, and the switches that differ, as a name has them.
    fn nearest(&self) -> (&'static Preset, String, Vec<String>) {
        let (mine, board) = (self.switches(), self.board());
        let differing = |preset: GameSpec| {
            let theirs = preset.switches();
            let differ = mine.iter().filter(|(key, value)| theirs.get(*key) != Some(value));
            differ
                .map(|(key, value)| {
                    format!("{key}={}", value.as_str().map_or_else(|| value.to_string(), Into::into))
                })
                .collect::<Vec<_>>()
        };
        let on_board =
            |preset: &'static Preset| preset.on(board).map(|(name, game)| (preset, name, differing(game)));
        let candidates = self.family().presets.iter().filter_map(on_board);
        candidates.min_by_key(|(.., switches)| switches.len()).expect("the first preset has every board")
    }
}

fn to_table<R: Rules>(rules: &R) -> Table {
    Table::try_from(rules).expect("rules are a flat table of switches")
}

fn overlay<R: Rules>(rules: R, switches: &Table) -> Result<R, TextError> {
    let mut table = to_table(&rules);
    for (key, value) in switches {
        if !table.contains_key(key) {
            let known: Vec<&str> = table.keys().map(String::as_str).collect();
            let meant = meant(key, known.iter().copied());
            let hint = meant.map_or_else(String::new, |word| format!("; did you mean {word}?"));
            return Err(text_error!(
                "{} is no switch of this game; it has {}{hint}",
                quote(key),
                known.join(", ")
            ));
        }
        table.insert(key.clone(), value.clone());
        // One key at a time, so that the error can name it.
        let mut alone = to_table(&rules);
        alone.insert(key.clone(), value.clone());
        R::deserialize(alone).map_err(|e| {
            let why = range(&rules, key).unwrap_or_else(|| plain(e.message()));
            text_error!("{key} = {value}: {why}")
        })?;
    }
    let changed = R::deserialize(table).map_err(|e| TextError::new(plain(e.message())))?;
    changed.check()?;
    Ok(changed)
}

/// Which numbers a switch takes, where it takes numbers: what the rules say of one that is too large.
fn range<R: Rules>(rules: &R, key: &str) -> Option<String> {
    [i64::from(u16::MAX), i64::from(u8::MAX)].into_iter().find_map(|most| {
        let mut table = to_table(rules);
        table.insert(key.into(), Value::Integer(most));
        let checked = R::deserialize(table).ok()?.check();
        let why = checked.err().map(|error| error.to_string());
        let why = why.as_deref().and_then(|why| why.strip_prefix(&format!("{key} = {most}: ")));
        Some(why.map_or_else(|| format!("a number from 0 to {most} is right"), Into::into))
    })
}

/// `key=value, …` of a name, as a table.
fn read_switches(text: &str) -> Result<Table, TextError> {
    let mut table = Table::new();
    for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (key, value) = pair
            .split_once('=')
            .ok_or_else(|| text_error!("{} is no switch: key=value, such as quiet_limit=0", quote(pair)))?;
        let value = match value.trim() {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            word => word.parse::<i64>().map_or_else(|_| Value::String(word.into()), Value::Integer),
        };
        if table.insert(key.trim().into(), value).is_some() {
            return Err(text_error!("{} is set twice", quote(key.trim())));
        }
    }
    Ok(table)
}

/// The preset that a name begins with, and the size behind it.
fn split(name: &str) -> Option<(&'static Preset, Option<&str>)> {
    let after = |preset: &'static Preset, prefix: &str| {
        let rest = name.strip_prefix(prefix).filter(|_| !prefix.is_empty())?;
        let size = if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) };
        // A word behind the family's name is a preset, not a size.
        let word =
            !prefix.contains(':') && size.is_some_and(|size| size.starts_with(|c: char| c.is_alphabetic()));
        (!word).then_some((preset, size))
    };
    presets().find_map(|preset| after(preset, preset.name).or_else(|| after(preset, preset.alias)))
}

fn read_preset(name: &str) -> Result<GameSpec, TextError> {
    let text = name.to_ascii_lowercase();
    let (preset, size) = split(&text).ok_or_else(|| unknown(name, &text))?;
    let board = preset.sizes.read(size).ok_or_else(|| {
        let why = match preset.sizes {
            Sizes::One(_) => format!("{} has one board and no size", preset.name),
            sizes => format!("{} is not a board size: {sizes}", quote(size.unwrap_or_default())),
        };
        TextError::new(why).within(quote(name))
    })?;
    // The size in a name is checked like any switch.
    (preset.game)(board).with(&Table::new()).map_err(|e| e.within(quote(name)))
}

/// There is no game of that name; perhaps a similar one was meant.
fn unknown(name: &str, text: &str) -> TextError {
    let games: Vec<String> = presets().map(|preset| preset.usual().to_string()).collect();
    let bare = text.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
    let similar = meant(bare, presets().map(|preset| preset.name));
    let hint = similar.map_or_else(String::new, |similar| format!("did you mean {similar}? The games are "));
    text_error!("{} is not a game: {hint}{}", quote(name), games.join(", "))
}

impl FromStr for GameSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<GameSpec, TextError> {
        let text = text.trim();
        let Some((preset, rest)) = text.split_once('(') else { return read_preset(text) };
        let switches = rest
            .strip_suffix(')')
            .ok_or_else(|| text_error!("{}: the closing parenthesis is missing", quote(text)))?;
        read_preset(preset.trim())?.with(&read_switches(switches)?)
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name, switches) = self.nearest();
        if switches.is_empty() { f.write_str(&name) } else { write!(f, "{name}({})", switches.join(",")) }
    }
}

impl Serialize for GameSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameSpec, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests;

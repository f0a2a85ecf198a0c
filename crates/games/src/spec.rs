//! Names of games, such as `seega:7`, `awari:romein` or `capture-go:5x4(territory=neutral)`, and the one place where a
//! name becomes types ([`with_game!`](crate::with_game)).
//!
//! A name is a family, a preset unless it is the family's first, a size where boards have one, and in parentheses the
//! switches that differ from the preset. What is printed is the shortest such name and is read back to the same rules.

use std::any::{Any, TypeId};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::{Table, Value};

use crate::game::{Game, Rules};
use crate::text::{TextError, quote};
use crate::{awari, capture_go, seega};

/// A game with all its rules: which types play it, and with which switches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum GameSpec {
    Seega(seega::Rules),
    Awari(awari::Rules),
    CaptureGo(capture_go::Rules),
}

/// One line of the list of games.
pub struct Preset {
    /// The name with its default size.
    pub name: &'static str,
    /// The sizes it takes, in words; empty where it has none.
    pub sizes: &'static str,
    /// What it is and whose rules it follows.
    pub about: &'static str,
}

/// Every preset, the first of each family first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "seega:7",
        sizes: "3, 5, 7 or 9",
        about: "Seega by the rules of Abdelbar, Ragab and Mitri (2003, 2004)",
    },
    Preset { name: "seega:ludii:7", sizes: "3, 5, 7 or 9", about: "Seega as Ludii plays it" },
    Preset {
        name: "seega:egyptian:7",
        sizes: "5, 7 or 9",
        about: "Seega as Lane (1836) and Parker (1909) describe it from Egypt",
    },
    Preset {
        name: "kharbga:7",
        sizes: "7",
        about: "Kharbga of southern Tunisia, after KharbgaNet and kharbga.com",
    },
    Preset {
        name: "seejeh:7",
        sizes: "5, 7 or 9",
        about: "Seejeh after Aljaafreh and Al-Oudat (2019), in our reading",
    },
    Preset { name: "seejeh:com:7", sizes: "7", about: "Seejeh as seejeh.com plays it" },
    Preset { name: "awari", sizes: "", about: "Awari by the rules of Davis and Kendall (2002)" },
    Preset {
        name: "awari:romein",
        sizes: "",
        about: "Awari by the rules under which Romein and Bal solved it (2002)",
    },
    Preset { name: "awari:abapa", sizes: "", about: "Oware Abapa as OpenSpiel plays it" },
    Preset {
        name: "capture-go:9",
        sizes: "2 to 11, or rows x columns",
        about: "Capture Go by the rules of Cai and others (2010): passing allowed",
    },
    Preset {
        name: "capture-go:ponnuki:9",
        sizes: "2 to 11, or rows x columns",
        about: "Capture Go without passing",
    },
];

/// Runs one piece of code with the types of a game: `with_game!(spec, |rules: G| …)` binds the rules and the type alias
/// `G` that implements [`Game`](crate::Game). Every arm is compiled, so the compiler names every forgotten game.
#[macro_export]
macro_rules! with_game {
    ($spec:expr, |$rules:ident: $G:ident| $body:expr) => {
        match $spec {
            $crate::GameSpec::Seega($rules) if $rules.size <= 7 => {
                type $G = $crate::seega::Seega<u64>;
                $body
            }
            $crate::GameSpec::Seega($rules) => {
                type $G = $crate::seega::Seega<u128>;
                $body
            }
            $crate::GameSpec::Awari($rules) => {
                type $G = $crate::awari::Awari;
                $body
            }
            $crate::GameSpec::CaptureGo($rules) => {
                type $G = $crate::capture_go::CaptureGo;
                $body
            }
        }
    };
}

impl GameSpec {
    /// The game that this type plays by these rules; none if no name has them.
    pub fn of<G: Game>(rules: &G::Rules) -> Option<GameSpec> {
        let rules: &dyn Any = rules;
        let seega = rules.downcast_ref().copied().map(GameSpec::Seega);
        let awari = rules.downcast_ref().copied().map(GameSpec::Awari);
        let spec = seega.or(awari).or_else(|| rules.downcast_ref().copied().map(GameSpec::CaptureGo));
        spec.filter(|spec| spec.rules_of::<G>().is_some())
    }

    /// The rules of this game for the type that plays it; none if another type does.
    pub fn rules_of<G: Game>(&self) -> Option<G::Rules> {
        with_game!(*self, |rules: H| {
            let same = TypeId::of::<H>() == TypeId::of::<G>();
            (&rules as &dyn Any).downcast_ref::<G::Rules>().copied().filter(|_| same)
        })
    }

    /// The same game with some switches set, as a rules file has them. Unknown keys are errors.
    pub fn with(self, switches: &Table) -> Result<GameSpec, TextError> {
        Ok(match self {
            GameSpec::Seega(rules) => GameSpec::Seega(overlay(rules, switches)?),
            GameSpec::Awari(rules) => GameSpec::Awari(overlay(rules, switches)?),
            GameSpec::CaptureGo(rules) => GameSpec::CaptureGo(overlay(rules, switches)?),
        })
    }

    /// The same game with the switches of a rules file's text.
    pub fn with_toml(self, text: &str) -> Result<GameSpec, TextError> {
        let table = text.parse::<Table>().map_err(|e| {
            let line = e.span().map_or(1, |s| text[..s.start.min(text.len())].matches('\n').count() + 1);
            TextError::new(format!("line {line}: {}", e.message()))
        })?;
        self.with(&table)
    }

    /// Every switch with its value, as a rules file would have them.
    pub fn switches(&self) -> Table {
        match self {
            GameSpec::Seega(rules) => to_table(rules),
            GameSpec::Awari(rules) => to_table(rules),
            GameSpec::CaptureGo(rules) => to_table(rules),
        }
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
        Some(match self {
            GameSpec::Seega(rules) => GameSpec::Seega(rules.of_version(version)),
            GameSpec::Awari(_) | GameSpec::CaptureGo(_) => self,
        })
    }

    /// The presets of the same type and size, with their names: candidates for the shortest name.
    fn presets(&self) -> Vec<(String, GameSpec)> {
        match *self {
            GameSpec::Seega(seega::Rules { size, .. }) => {
                let mut presets = vec![
                    (format!("seega:{size}"), seega::Rules::seega(size)),
                    (format!("seega:ludii:{size}"), seega::Rules::ludii(size)),
                    (format!("seejeh:{size}"), seega::Rules::seejeh(size)),
                    (format!("seega:egyptian:{size}"), seega::Rules::egyptian(size)),
                ];
                // These games have one board.
                if size == 7 {
                    presets.push(("kharbga:7".into(), seega::Rules::kharbga(size)));
                    presets.push(("seejeh:com:7".into(), seega::Rules::seejeh_com(size)));
                }
                presets.into_iter().map(|(name, rules)| (name, GameSpec::Seega(rules))).collect()
            }
            GameSpec::Awari(_) => vec![
                ("awari".into(), GameSpec::Awari(awari::Rules::DAVIS2002)),
                ("awari:romein".into(), GameSpec::Awari(awari::Rules::ROMEIN)),
                ("awari:abapa".into(), GameSpec::Awari(awari::Rules::ABAPA)),
            ],
            GameSpec::CaptureGo(capture_go::Rules { rows, columns, .. }) => {
                let size = if rows == columns { rows.to_string() } else { format!("{rows}x{columns}") };
                vec![
                    (
                        format!("capture-go:{size}"),
                        GameSpec::CaptureGo(capture_go::Rules::cai2010(rows, columns)),
                    ),
                    (
                        format!("capture-go:ponnuki:{size}"),
                        GameSpec::CaptureGo(capture_go::Rules::ponnuki(rows, columns)),
                    ),
                ]
            }
        }
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
            return Err(TextError::new(format!(
                "{} is no switch of this game; it has {}",
                quote(key),
                known.join(", ")
            )));
        }
        table.insert(key.clone(), value.clone());
        // One key at a time, so that the error can name it.
        let mut alone = to_table(&rules);
        alone.insert(key.clone(), value.clone());
        R::deserialize(alone).map_err(|e| {
            let why = range(&rules, key).unwrap_or_else(|| one_line(e.message()));
            TextError::new(format!("{key} = {value}: {why}"))
        })?;
    }
    let changed = R::deserialize(table).map_err(|e| TextError::new(one_line(e.message())))?;
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

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "")
}

/// `key=value, …` of a name, as a table.
fn read_switches(text: &str) -> Result<Table, TextError> {
    let mut table = Table::new();
    for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').ok_or_else(|| {
            TextError::new(format!("{} is no switch: key=value, such as quiet_limit=0", quote(pair)))
        })?;
        let value = match value.trim() {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            word => word.parse::<i64>().map_or_else(|_| Value::String(word.into()), Value::Integer),
        };
        if table.insert(key.trim().into(), value).is_some() {
            return Err(TextError::new(format!("{} is set twice", quote(key.trim()))));
        }
    }
    Ok(table)
}

/// A number as it is printed, so that a board has one name.
fn read_size(text: Option<&str>, default: u8) -> Option<u8> {
    let Some(text) = text else { return Some(default) };
    text.parse().ok().filter(|size: &u8| size.to_string() == text)
}

fn read_preset(name: &str) -> Result<GameSpec, TextError> {
    let unknown = || {
        let names: Vec<&str> = PRESETS.iter().map(|p| p.name).collect();
        TextError::new(format!("{} is not a game: {}", quote(name), names.join(", ")))
    };
    let text = name.to_ascii_lowercase();
    let parts: Vec<&str> = text.split(':').collect();
    let (family, rest) = parts.split_first().ok_or_else(unknown)?;
    let preset = rest.first().copied().filter(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()));
    let size = match (preset, rest) {
        (None, []) | (Some(_), [_]) => None,
        (None, [size]) | (Some(_), [_, size]) => Some(*size),
        _ => return Err(unknown()),
    };
    let wrong = || {
        let kind = preset.map_or_else(|| format!("{family}:"), |preset| format!("{family}:{preset}:"));
        let of = |kind: &str| PRESETS.iter().find(|p| p.name.starts_with(kind));
        let sizes = of(&kind).or_else(|| of(family)).map_or("", |p| p.sizes);
        let size = quote(size.unwrap_or_default());
        TextError::new(format!("{}: {size} is not a board size: {sizes}", quote(name)))
    };
    let square = |default| read_size(size, default).ok_or_else(wrong);
    let only = |one| square(one).and_then(|size| if size == one { Ok(size) } else { Err(wrong()) });
    let spec = match (*family, preset) {
        ("seega", None) => GameSpec::Seega(seega::Rules::seega(square(7)?)),
        ("seega", Some("ludii")) => GameSpec::Seega(seega::Rules::ludii(square(7)?)),
        ("seega", Some("egyptian")) => GameSpec::Seega(seega::Rules::egyptian(square(7)?)),
        ("seejeh", None) => GameSpec::Seega(seega::Rules::seejeh(square(7)?)),
        ("seejeh", Some("com")) => GameSpec::Seega(seega::Rules::seejeh_com(only(7)?)),
        ("kharbga", None) => GameSpec::Seega(seega::Rules::kharbga(only(7)?)),
        ("awari", _) if size.is_some() => {
            return Err(TextError::new(format!("{}: awari has one board and no size", quote(name))));
        }
        ("awari", None | Some("davis2002")) => GameSpec::Awari(awari::Rules::DAVIS2002),
        ("awari", Some("romein")) => GameSpec::Awari(awari::Rules::ROMEIN),
        ("awari", Some("abapa")) => GameSpec::Awari(awari::Rules::ABAPA),
        ("capture-go", None | Some("cai2010" | "ponnuki")) => {
            let (rows, columns) = match size.and_then(|s| s.split_once(['x', '×'])) {
                Some((rows, columns)) => read_size(Some(rows), 9).zip(read_size(Some(columns), 9)),
                None => read_size(size, 9).map(|n| (n, n)),
            }
            .ok_or_else(wrong)?;
            GameSpec::CaptureGo(match preset {
                Some("ponnuki") => capture_go::Rules::ponnuki(rows, columns),
                _ => capture_go::Rules::cai2010(rows, columns),
            })
        }
        _ => return Err(unknown()),
    };
    // The size in a name is checked like any switch.
    spec.with(&Table::new()).map_err(|e| e.within(quote(name)))
}

impl FromStr for GameSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<GameSpec, TextError> {
        let text = text.trim();
        let Some((preset, rest)) = text.split_once('(') else { return read_preset(text) };
        let switches = rest
            .strip_suffix(')')
            .ok_or_else(|| TextError::new(format!("{}: the closing parenthesis is missing", quote(text))))?;
        read_preset(preset.trim())?.with(&read_switches(switches)?)
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mine = self.switches();
        let (name, differing) = self
            .presets()
            .into_iter()
            .map(|(name, preset)| {
                let theirs = preset.switches();
                let differing: Vec<String> = mine
                    .iter()
                    .filter(|(key, value)| theirs.get(*key) != Some(value))
                    .map(|(key, value)| {
                        format!("{key}={}", value.as_str().map_or_else(|| value.to_string(), Into::into))
                    })
                    .collect();
                (name, differing)
            })
            .min_by_key(|(_, differing)| differing.len())
            .expect("every family has presets");
        if differing.is_empty() { f.write_str(&name) } else { write!(f, "{name}({})", differing.join(",")) }
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

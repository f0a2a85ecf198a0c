//! What a tournament is, as a TOML file says it.
//!
//! ```text
//! kind = "round-robin"          # all against all; gauntlet: the first against all others; ladder: each against the next
//! game = "seega:5"
//! pairs = 50                    # of every meeting; a pair is two games from one opening, once with each side
//! opening = 6                   # random steps that every pair begins with
//! players = ["random", "level:3", { name = "deep", spec = "alphabeta(depth=4)" }]
//!
//! # what may be left out, with what then holds
//! seed = 2026
//! longest = 2000                # a game of more steps is a draw
//! start = "…"                   # a position instead of the usual start
//! limits = { nodes = 1000 }     # depth, nodes or ms, of every player that has none of its own
//! anchor = "random"             # who has the rating `rating`, 0; without it the first player
//! ```

use std::fmt;

use engine::{Limits, PlayerSpec};
use games::text::from_toml;
use games::{GameSpec, TextError};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::config;
use crate::job::{Entrant, Pair, Pairing};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// All meet all.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Each player meets the next.
    Ladder,
}

/// A player of a tournament: a spec alone, or a table with more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contestant {
    /// What tables call it; its spec, where a file says nothing else.
    pub name: String,
    /// Who it is, and how long it thinks.
    #[serde(flatten)]
    pub entrant: Entrant,
}

impl<'de> Deserialize<'de> for Contestant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Contestant, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Table {
            name: Option<String>,
            spec: PlayerSpec,
            #[serde(default)]
            limits: Limits,
        }
        struct SpecOrTable;
        impl<'de> Visitor<'de> for SpecOrTable {
            type Value = Table;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a player's spec, or a table with spec, and perhaps name and limits")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Table, E> {
                Ok(Table { name: None, spec: text.parse().map_err(E::custom)?, limits: Limits::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Table, A::Error> {
                Table::deserialize(MapAccessDeserializer::new(map))
            }
        }
        let Table { name, spec, limits } = deserializer.deserialize_any(SpecOrTable)?;
        let name = name.unwrap_or_else(|| spec.to_string());
        Ok(Contestant { name, entrant: Entrant::new(spec, limits) })
    }
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Who meets whom.
    pub kind: Kind,
    /// The game and its rules.
    pub game: GameSpec,
    /// Pairs of every meeting.
    pub pairs: u32,
    /// Random steps that every pair begins with.
    pub opening: u32,
    /// The players.
    pub players: Vec<Contestant>,
    /// Everything random follows from it.
    #[serde(default = "config::seed")]
    pub seed: u64,
    /// A game of more steps is a draw.
    #[serde(default = "config::longest")]
    pub longest: u32,
    /// The position that openings start from, if it is not the usual one.
    pub start: Option<String>,
    /// How long players think that have no limits of their own.
    #[serde(default)]
    pub limits: Limits,
    /// The player whose rating is given; without it the first.
    pub anchor: Option<String>,
    /// That rating.
    #[serde(default)]
    pub rating: f64,
}

impl Config {
    /// Reads the text of a file. The error names the line or the key.
    pub fn parse(text: &str) -> Result<Config, TextError> {
        if from_toml::<toml::Table>(text)?.contains_key("epochs") {
            return Err(TextError::new("this is for learning; petteia train FILE does it"));
        }
        let mut config: Config = from_toml(text)?;
        let wrong = |key: &str, why: String| Err(TextError::new(format!("{key}: {why}")));
        if config.pairs == 0 || config.players.len() < 2 {
            return wrong("players", "a tournament has at least two players and one pair of games".into());
        }
        let names: Vec<&String> = config.players.iter().map(|player| &player.name).collect();
        if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return wrong("players", format!("{name} is there twice; give one of them another name"));
        }
        if let Some(name) = config.anchor.as_ref().filter(|name| !names.contains(name)) {
            return wrong("anchor", format!("{} is none of the players", games::text::quote(name)));
        }
        for Contestant { entrant: Entrant { spec, limits, .. }, .. } in &mut config.players {
            // The nearest limits hold: the player's own, those of the file, the player's default limits.
            let given = [*limits, config.limits].into_iter().find(|limits| *limits != Limits::default());
            *limits = given.unwrap_or_else(|| spec.default_limits());
        }
        Ok(config)
    }

    /// Which player's rating is given.
    pub fn anchor(&self) -> usize {
        let is_anchor = |player: &Contestant| Some(&player.name) == self.anchor.as_ref();
        self.players.iter().position(is_anchor).unwrap_or(0)
    }

    /// Who meets whom.
    pub fn meetings(&self) -> Vec<[usize; 2]> {
        let n = self.players.len();
        match self.kind {
            Kind::RoundRobin => (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b])).collect(),
            Kind::Gauntlet => (1..n).map(|b| [0, b]).collect(),
            Kind::Ladder => (1..n).map(|b| [b - 1, b]).collect(),
        }
    }

    /// All pairs in their order.
    pub fn plan(&self) -> Vec<Pair> {
        let meetings = self.meetings();
        let round = |number| meetings.iter().map(move |&players| Pair { players, number });
        (0..u64::from(self.pairs)).flat_map(round).collect()
    }

    /// What all pairs have in common.
    pub fn pairing(&self) -> Pairing {
        Pairing {
            game: self.game,
            start: self.start.clone(),
            opening: self.opening,
            longest: self.longest,
            seed: self.seed,
        }
    }

    /// Everything that decides about the games, in one line. The number of pairs is not among it, because more of them
    /// continue the same tournament, and neither is what only the ratings know.
    pub fn identity(&self) -> String {
        let all = Config { pairs: 0, limits: Limits::default(), anchor: None, rating: 0.0, ..self.clone() };
        let all = serde_json::to_string(&all).expect("a configuration is plain data");
        format!("a tournament by rules {}: {all}", self.game.rules_version())
    }
}

#[cfg(test)]
mod tests {
    use engine::rng::DEFAULT_SEED;

    use super::*;

    const SMALL: &str = "kind = 'ladder'\ngame = 'awari'\npairs = 2\nopening = 4\n";

    fn error(rest: &str) -> String {
        Config::parse(&format!("{SMALL}{rest}")).unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_read_and_mistakes_are_named() {
        let text = format!(
            "{SMALL}limits = {{ nodes = 50 }}\nanchor = 'r'\n\
             players = ['best', {{ name = 'r', spec = 'random', limits = {{ ms = 7 }} }}, 'level:3']"
        );
        let config = Config::parse(&text).unwrap();
        assert_eq!(
            (config.anchor(), config.seed, config.players[2].name.as_str()),
            (1, DEFAULT_SEED, "level:3")
        );
        assert_eq!(config.players[0].entrant.limits.nodes, Some(50));
        assert_eq!(config.players[1].entrant.limits.time.unwrap().as_millis(), 7);
        assert_eq!(
            error("players = ['random', 'best']\npears = 3"),
            "line 6: unknown field pears, expected one of \
            kind, game, pairs, opening, players, seed, longest, start, limits, anchor, rating"
        );
        assert!(
            error("players = ['random', { spec = 'best', nmae = 'x' }]")
                .starts_with("line 5: unknown field nmae")
        );
        assert!(error("players = ['random', 'mcts(']").starts_with("line 5: at character 6, the end: "));
        assert!(error("players = ['random', 'random']").starts_with("players: random is there twice"));
        assert!(error("players = ['random', 'best']\nanchor = 'x'").starts_with("anchor: \"x\" is none"));
        assert!(error("players = ['random']").contains("at least two players"));
    }

    #[test]
    fn rounds_come_before_meetings() {
        let plan = |kind: &str| {
            let text = SMALL.replace("ladder", kind) + "players = ['random', 'greedy', 'best']";
            let pairs = Config::parse(&text).unwrap().plan();
            pairs.iter().map(|pair| (pair.number, pair.players)).collect::<Vec<_>>()
        };
        assert_eq!(plan("ladder"), [(0, [0, 1]), (0, [1, 2]), (1, [0, 1]), (1, [1, 2])]);
        assert_eq!(plan("gauntlet")[..2], [(0, [0, 1]), (0, [0, 2])]);
        assert_eq!(plan("round-robin")[..3], [(0, [0, 1]), (0, [0, 2]), (0, [1, 2])]);
    }
}

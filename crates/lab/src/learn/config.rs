//! What a learner learns, and how, as a TOML file says it.

use engine::recipe::Genome;
use engine::{Limits, PlayerSpec, Rng};
use games::text::from_toml;
use games::{GameSpec, TextError, with_game};
use serde::{Deserialize, Serialize};

use super::{Anchors, Champion, Scheme, Score, ranges};
use crate::config;
use crate::optim::{OptimConfig, Optimizer};

/// How the scores of games become the fitness of a vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fitness {
    /// They are added up, as the papers do.
    #[default]
    Sum,
    /// Their mean, where not all play equally many games.
    Mean,
}

/// How a duel between two vectors of a population is fought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Duel {
    /// Two games, once with each side; the challenger must score more than half.
    #[default]
    Both,
    /// One game, in which the challenger has the first side.
    First,
}

/// Who stands for a population when a run is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Choice {
    /// The vector that the optimiser would stand by.
    #[default]
    Optimizer,
    /// The best of a last tournament: of the last vectors and the champions of so many generations before, each with so many opponents
    /// drawn by lot, having the first side, as many games as that.
    #[allow(missing_docs)]
    Tournament { past: u16, opponents: u16 },
}

impl Choice {
    fn is_optimizer(&self) -> bool {
        *self == Choice::Optimizer
    }
}

/// A learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The game and its rules.
    pub game: GameSpec,
    /// Who plays: a spec that leaves out the FILE of its evaluator, whose numbers are learnt.
    pub player: PlayerSpec,
    /// One population that plays both sides, or two that have one side each.
    #[serde(default = "one")]
    pub populations: usize,
    /// How many generations.
    pub epochs: u64,
    /// Everything random follows from it.
    #[serde(default = "config::seed")]
    pub seed: u64,
    /// Random steps that every game begins with.
    #[serde(default)]
    pub opening: u32,
    /// A game of more steps is a draw.
    #[serde(default = "config::longest")]
    pub longest: u32,
    /// How scores become fitness.
    #[serde(default)]
    pub fitness: Fitness,
    /// How duels are fought, where the optimiser asks for them.
    #[serde(default)]
    pub duel: Duel,
    /// Players that never change, whom champions meet now and then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchors: Option<Anchors>,
    /// Who is the champion in the end.
    #[serde(default, skip_serializing_if = "Choice::is_optimizer")]
    pub choice: Choice,
    /// So many games of every generation are kept as samples.
    #[serde(default = "two")]
    pub samples: usize,
    /// The state is saved after every so many generations; the games since then are in a journal.
    #[serde(default = "every")]
    pub checkpoint: u64,
    /// How long the players think, besides what their spec says.
    #[serde(default)]
    pub limits: Limits,
    /// Who meets whom.
    pub scheme: Scheme,
    /// What a game is worth.
    pub score: Score,
    /// What improves the numbers; each population has its own.
    pub optimizer: OptimConfig,
}

fn one() -> usize {
    1
}

fn two() -> usize {
    2
}

fn every() -> u64 {
    1
}

impl Config {
    /// Reads the text of a file. The error names the line or the key.
    pub fn parse(text: &str) -> Result<Config, TextError> {
        let config: Config = from_toml(text)?;
        config.check()?;
        Ok(config)
    }

    /// That everything has its range and fits together, and that the players can be made.
    pub fn check(&self) -> Result<(), TextError> {
        ranges::check(self)?;
        self.score.check(self.game)?;
        let genome = self.genome()?;
        self.check_players(&genome)?;
        let mut optimizer = self
            .optimizer
            .build(genome.dimensions, &mut Rng::new(0))
            .map_err(|e| TextError::new(format!("optimizer: {e}")))?;
        let round = optimizer.ask(&mut Rng::new(0));
        if self.populations == 2 && self.may_duel() {
            let why = "optimizer: two of one population cannot duel where each population has one side";
            return Err(TextError::new(why));
        }
        if let Choice::Tournament { opponents, .. } = self.choice {
            if round.fresh == 0 {
                let why = "choice: a method of duels alone has no vectors that could meet; it stands by its champion";
                return Err(TextError::new(why));
            }
            let scheme = Scheme::Random { opponents: opponents.into() };
            scheme.check(self.populations, round.fresh).map_err(|e| e.within("choice"))?;
        }
        // An optimiser that decides by duels alone needs no tournament.
        if round.scored == 0 {
            return Ok(());
        }
        self.scheme.check(self.populations, round.fresh)
    }

    /// That the players can be made.
    fn check_players(&self, genome: &Genome) -> Result<(), TextError> {
        let spec = self.player.with_weights(&vec![0.0; genome.dimensions].into());
        with_game!(self.game, |rules: G| drop(spec.maker::<G>(&rules).map_err(|e| e.within("player"))?));
        let fixed = match &self.scheme {
            Scheme::Fixed { player, .. } => Some(("scheme.player", player)),
            _ => None,
        };
        let anchors = self.anchors.iter().flat_map(|anchors| &anchors.players);
        for (key, player) in fixed.into_iter().chain(anchors.map(|player| ("anchors.players", player))) {
            let wrong = |e: TextError| e.within(key);
            with_game!(self.game, |rules: G| drop(player.maker::<G>(&rules).map_err(wrong)?));
        }
        Ok(())
    }

    fn may_duel(&self) -> bool {
        use crate::optim::{Decision, Memory};
        match &self.optimizer {
            OptimConfig::Pso(pso) => pso.memory == Memory::Duel,
            OptimConfig::Breeding(breeding) => breeding.swarm.memory == Memory::Duel,
            OptimConfig::Hybrid(hybrid) => hybrid.swarm.memory == Memory::Duel,
            OptimConfig::Hill(hill) => hill.decision == Decision::Duel,
            OptimConfig::Nested(_)
            | OptimConfig::Es(_)
            | OptimConfig::Ea(_)
            | OptimConfig::Cma(_)
            | OptimConfig::OpenaiEs(_) => false,
        }
    }

    /// What is learnt.
    pub fn genome(&self) -> Result<Genome, TextError> {
        with_game!(self.game, |_rules: G| self.player.genome::<G>()).map_err(|e| e.within("player"))
    }

    /// The player that is learnt, with numbers of a population.
    pub fn champion(&self, name: &str, weights: &[f32]) -> Result<Champion, TextError> {
        let file = format!("champion-{}.{}", name.to_lowercase(), self.genome()?.extension);
        Ok(Champion { name: name.into(), file, player: self.player.with_weights(&weights.into()) })
    }

    /// The file with everything in it, also what was left out.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a configuration is plain data")
    }

    /// Everything that decides about the run, in one line, but for the number of generations: more of them continue it.
    pub fn identity(&self) -> String {
        let Config { epochs, ref game, choice, .. } = *self;
        // After a last tournament there are no more generations.
        let epochs = if choice == Choice::Optimizer { 0 } else { epochs };
        let rest = Config { epochs, ..self.clone() };
        let rest = serde_json::to_string(&rest).expect("a configuration is plain data");
        format!("rules {} {rest}", game.rules_version())
    }
}

#[cfg(test)]
mod tests {
    use engine::rng::DEFAULT_SEED;

    use super::*;

    const SMALL: &str = "game = 'awari'\nplayer = 'davis2002(depth=2)'\nepochs = 3\nscheme = { kind = 'everybody' }\n\
        score = { kind = 'points', win = 3, draw = 1, loss = 0 }\noptimizer = { kind = 'es' }\n";

    fn error(from: &str, to: &str) -> String {
        assert!(SMALL.contains(from));
        Config::parse(&SMALL.replace(from, to)).unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_read_and_written_back() {
        let config = Config::parse(SMALL).unwrap();
        assert_eq!((config.populations, config.seed, config.fitness), (1, DEFAULT_SEED, Fitness::Sum));
        assert_eq!(Config::parse(&config.to_toml()).unwrap(), config);
        let longer = Config { epochs: 9, ..config.clone() };
        assert_eq!(longer.identity(), config.identity());
        assert_ne!(Config { seed: 1, ..config.clone() }.identity(), config.identity());
        let choice = Choice::Tournament { past: 3, opponents: 2 };
        let [chosen, longer] = [config, longer].map(|config| Config { choice, ..config }.identity());
        assert_ne!(chosen, longer);
    }

    #[test]
    fn mistakes_are_named() {
        assert!(error("epochs", "epoch").starts_with("line 3: unknown field epoch, expected one of game"));
        assert!(error("'es'", "'es', step = 0.0").contains("`step` is 0, but it must be"));
        assert!(error("'es'", "'es', stop = 1").contains("unknown field stop"));
        assert!(error("'es'", "'eq'").contains("unknown variant eq"));
        assert!(
            error("davis2002(depth=2)", "random")
                .starts_with("player: at character 1, \"random\": nothing can")
        );
        assert!(error("'points', win = 3, draw = 1, loss = 0", "'abdelbar2004'").contains("awari has not"));
        assert!(error("'everybody'", "'random', opponents = 20").contains("from 1 to 19"));
        let choice = "epochs = 3\nchoice = { kind = 'tournament', past = 1, opponents = 20 }";
        assert!(error("epochs = 3", choice).starts_with("choice: scheme: opponents is 20"));
        let single = SMALL.replace("'es'", "'hill'").replace("epochs = 3", choice);
        assert!(
            Config::parse(&single).unwrap_err().to_string().starts_with("choice: a method of duels alone")
        );
        let duels = "populations = 2\nepochs = 3";
        let hill = SMALL.replace("'es'", "'hill'").replace("epochs = 3", duels);
        assert!(Config::parse(&hill).unwrap_err().to_string().contains("cannot duel"));
    }
}

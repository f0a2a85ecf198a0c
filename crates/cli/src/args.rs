//! Arguments that several commands share.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use engine::{Limits, PlayerSpec};
use games::{Game, GameSpec, TextError};

/// Which game, by which rules.
#[derive(Args)]
pub struct GameArgs {
    /// The game: a name from `petteia games` such as seega:5 or awari; switches may follow it in parentheses, as in
    /// 'seega:5(quiet_limit=0)'.
    game: String,
    /// A TOML file with switches that replace the game's own; `petteia rules GAME` prints them all.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl GameArgs {
    /// The game with the switches of the rules file on top.
    pub fn spec(&self) -> Result<GameSpec> {
        spec(&self.game, self.rules.as_deref())
    }
}

/// The game of this name with the switches of a rules file on top.
pub fn spec(name: &str, rules: Option<&Path>) -> Result<GameSpec> {
    let spec: GameSpec = name.parse()?;
    let Some(path) = rules else { return Ok(spec) };
    Ok(spec.with_toml(&read(path)?).map_err(|error| error.within(path.display()))?)
}

/// The folder that was named, or runs/NAME for a file NAME.toml.
pub fn folder(named: Option<&Path>, config: &Path) -> PathBuf {
    let usual = || Path::new("runs").join(config.file_stem().unwrap_or(config.as_os_str()));
    named.map_or_else(usual, PathBuf::from)
}

/// How long to think about a step.
#[derive(Args)]
pub struct LimitArgs {
    /// Search at most so deep, in steps.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Search at most so many positions a move; the same on every machine.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Think at most so many milliseconds a move; cannot be repeated exactly.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub time: Option<u64>,
}

impl LimitArgs {
    /// The limits that were given, or the player's default limits.
    pub fn limits(&self, player: &PlayerSpec) -> Limits {
        let given =
            Limits { depth: self.depth, nodes: self.nodes, time: self.time.map(Duration::from_millis) };
        if given == Limits::default() { player.default_limits() } else { given }
    }
}

/// What a long command tells.
#[derive(Args, Clone, Copy)]
pub struct Telling {
    /// Show no progress.
    #[arg(short, long)]
    pub quiet: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Larger files are not read.
const LARGEST: u64 = 1 << 30;

/// The text of a file; an error names it, and the place of what is no text.
pub fn read(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    if read.with_context(|| format!("cannot read {}", path.display()))? as u64 > LARGEST {
        return Err(TextError::new(format!("{}: this file has more than 1 GiB", path.display())).into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        TextError::new(format!("{}: this is no UTF-8 text from byte {byte} on", path.display())).into()
    })
}

/// The position of `--position`, or the start of the game.
pub fn position<G: Game>(rules: &G::Rules, text: Option<&str>) -> Result<G, TextError> {
    match text {
        Some(text) => G::parse(rules, text).map_err(|error| error.within("--position")),
        None => Ok(G::start(rules)),
    }
}

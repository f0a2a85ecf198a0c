//! The commands of UGI, one after the other: what each answers, and what it changes.

use std::str::SplitWhitespace;
use std::time::{Duration, Instant};

use games::game::perft_within;
use games::text::quote;
use games::{Game, GameSpec, Line, MAX_MOVES, Outcome, Side, TextError, text_error};

use super::super::MAX_STEPS;
use super::super::clock::time_share;
use super::super::respondent::Respondent;
use super::{PERFT_DEPTH, PERFT_WORK};
use crate::player::Limits;
use crate::rng::{DEFAULT_SEED, Rng};

/// `bench` looks at every tenth position of the first steps of a game, so far that it takes about a second.
const BENCH_STEPS: u64 = 60;
const BENCH_EVERY: u64 = 10;
const BENCH_LIMITS: Limits = Limits { depth: Some(4), nodes: Some(20_000), time: None };

pub(super) enum Answer {
    /// Whole lines, or nothing.
    Text(String),
    /// The player has to think.
    Go(Go),
}

/// How long to think.
pub(super) struct Go {
    pub limits: Limits,
    /// Until `stop`.
    pub infinite: bool,
}

/// What the commands change.
pub(super) struct State<G: Game> {
    /// How many of the best steps `go` tells about.
    pub best: usize,
    pub seat: Respondent<G>,
    pub line: Line<G>,
}

impl<G: Game> State<G> {
    pub fn new(rules: &G::Rules, seed: u64, mut seat: Respondent<G>) -> Self {
        seat.begin(seed);
        State { best: 1, seat, line: Line::new(G::start(rules)) }
    }

    fn rules(&self) -> &G::Rules {
        self.line.start().rules()
    }

    pub fn answer(&mut self, command: &str) -> Result<Answer, TextError> {
        let mut words = command.split_whitespace();
        let Some(verb) = words.next() else { return Ok(Answer::Text(String::new())) };
        let text = match verb {
            "ugi" => self.identify(),
            "isready" => "readyok\n".into(),
            "uginewgame" => {
                self.seat.next_game();
                self.line = Line::new(G::start(self.rules()));
                String::new()
            }
            "setoption" => self.set_option(&mut words)?,
            "position" => self.set_position(&mut words)?,
            "go" => return self.go(words),
            "stop" => String::new(),
            "query" => self.query(&mut words)?,
            "legal" => {
                self.line.moves().iter().fold("legal".to_string(), |text, mv| text + &format!(" {mv}")) + "\n"
            }
            "outcome" => format!("outcome {}\n", self.line.outcome().map_or("none", Outcome::word)),
            "perft" => self.perft(&mut words)?,
            "bench" => self.bench(),
            "show" => format!("show {}\n", self.line.position()),
            "d" => self.line.position().draw(self.line.steps().last().copied()).trim_end().to_string() + "\n",
            _ => return Err(unknown_command(verb)),
        };
        end(words)?;
        Ok(Answer::Text(text))
    }

    fn identify(&self) -> String {
        let variant = GameSpec::of::<G>(self.rules());
        format!(
            "id name petteia {}\nid author the petteia authors\n\
             option name Seed type spin default {} min 0 max {}\n\
             option name MultiPV type spin default {} min 1 max {MAX_MOVES}\n\
             option name Player type string default {}\n{}ugiok\n",
            env!("CARGO_PKG_VERSION"),
            self.seat.seed,
            u64::MAX,
            self.best,
            self.seat.spec(),
            variant
                .map_or_else(String::new, |game| format!("option name Variant type string default {game}\n")),
        )
    }

    fn set_option(&mut self, words: &mut SplitWhitespace<'_>) -> Result<String, TextError> {
        let words: Vec<&str> = words.collect();
        let ["name", name, "value", value @ ..] = words.as_slice() else {
            return Err(TextError::new("an option is set like this: setoption name Seed value 7"));
        };
        // Numbers are single words.
        let number = |what| {
            let number = number(value.first().copied(), what)?;
            end(value.iter().skip(1).copied()).map(|()| number)
        };
        match name.to_ascii_lowercase().as_str() {
            "seed" => self.seat.begin(number("a seed")?),
            "multipv" => self.best = number("a number of steps")?.clamp(1, MAX_MOVES as u64) as usize,
            // A spec may have spaces.
            "player" => self.seat.change(value.join(" ").parse()?, self.line.start().rules())?,
            // Switches in a name may be set apart by spaces too.
            "variant" => self.change_game(value.join(" ").parse()?)?,
            _ => {
                return Err(text_error!(
                    "{} is no option; there are Seed, MultiPV, Player and Variant",
                    quote(name)
                ));
            }
        }
        Ok(String::new())
    }

    /// Another size or other switches. The type of the positions stays, so that one session plays one family of games.
    fn change_game(&mut self, game: GameSpec) -> Result<(), TextError> {
        let rules = game.rules_of::<G>().ok_or_else(|| {
            text_error!("{game} is too far from this game to change to: start petteia engine '{game}'")
        })?;
        self.seat.move_to(&rules)?;
        self.line = Line::new(G::start(&rules));
        Ok(())
    }

    /// Positions looked at by the player, made anew, along a random game that is always the same.
    fn bench(&self) -> String {
        let since = Instant::now();
        let mut player = self.seat.player_of(DEFAULT_SEED, 0);
        let mut rng = Rng::new(DEFAULT_SEED).child("bench", 0);
        let mut line = Line::new(G::start(self.rules()));
        let mut nodes = 0;
        for step in 0..BENCH_STEPS {
            if line.outcome().is_some() {
                break;
            }
            if step % BENCH_EVERY == 0 {
                nodes += player.choose(&line, &BENCH_LIMITS, &mut rng.child("step", step)).nodes;
            }
            let steps = line.moves();
            line.push(steps[rng.below(steps.len())]);
        }
        let speed = (nodes as f64 / since.elapsed().as_secs_f64().max(1e-6)) as u64;
        format!("bench nps {speed} nodes {nodes}\n")
    }

    fn set_position(&mut self, words: &mut SplitWhitespace<'_>) -> Result<String, TextError> {
        let mut words = words.peekable();
        let start = match words.next() {
            Some("startpos") => G::start(self.rules()),
            Some("fen") => {
                let mut fields = Vec::new();
                while let Some(field) = words.next_if(|&word| word != "moves") {
                    fields.push(field);
                }
                G::parse(self.rules(), &fields.join(" "))?
            }
            _ => {
                return Err(TextError::new(
                    "a position is set like this: position startpos moves … or position fen … moves …",
                ));
            }
        };
        if let Some(word) = words.next().filter(|&word| word != "moves") {
            return Err(text_error!("{} stands where only moves can", quote(word)));
        }
        let mut line = Line::new(start);
        for (i, step) in words.enumerate() {
            if i == MAX_STEPS {
                return Err(text_error!("a line of play has at most {MAX_STEPS} steps"));
            }
            line.read(step).map_err(|e| e.within(format_args!("step {}", i + 1)))?;
        }
        self.line = line;
        Ok(String::new())
    }

    fn go(&mut self, mut words: SplitWhitespace<'_>) -> Result<Answer, TextError> {
        let mut limits = Limits::default();
        let mut infinite = false;
        let (mut left, mut increment) = ([None; 2], [Duration::ZERO; 2]);
        while let Some(word) = words.next() {
            let mut value = |what: &str| number(words.next(), what);
            match word {
                "p1time" | "p2time" => {
                    left[usize::from(word == "p2time")] = Some(milliseconds(value("a time")?))
                }
                "p1inc" | "p2inc" => increment[usize::from(word == "p2inc")] = milliseconds(value("a time")?),
                "movetime" => limits.time = Some(milliseconds(value("a time")?)),
                "depth" => limits.depth = Some(value("a depth")?.min(u32::MAX.into()) as u32),
                "nodes" => limits.nodes = Some(value("a number of nodes")?),
                "infinite" => infinite = true,
                _ => return Err(text_error!("{} is no limit of go", quote(word))),
            }
        }
        if self.line.outcome().is_some() {
            return Ok(Answer::Text("bestmove 0000\n".into()));
        }
        let mover = self.line.to_move().index();
        if let Some(left) = left[mover] {
            let share = time_share(left, increment[mover]);
            limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        }
        let unlimited = limits == Limits::default();
        match (infinite, unlimited) {
            // A search that nothing limits might take a limit of its own, so it is told a large one.
            (true, true) => limits.nodes = Some(u64::MAX),
            (false, true) => limits = self.seat.spec().default_limits(),
            // Where limits are given besides, they hold, and the answer does not wait for stop.
            (_, false) => infinite = false,
        }
        Ok(Answer::Go(Go { limits, infinite }))
    }

    fn query(&self, words: &mut SplitWhitespace<'_>) -> Result<String, TextError> {
        let question = words.next().unwrap_or_default();
        let outcome = self.line.outcome();
        let answer = match question {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => (self.line.to_move() == Side::First).to_string(),
            "result" => match outcome {
                None => "none".into(),
                Some(Outcome::Draw) => "draw".into(),
                Some(Outcome::Win(side)) => format!("p{}win", side.index() + 1),
            },
            _ => {
                let question = quote(question);
                return Err(text_error!("{question} cannot be asked; gameover, p1turn and result can"));
            }
        };
        Ok(format!("response {answer}\n"))
    }

    fn perft(&self, words: &mut SplitWhitespace<'_>) -> Result<String, TextError> {
        let depth = number(words.next(), "a depth")?;
        end(words.by_ref())?;
        if depth > u64::from(PERFT_DEPTH) {
            return Err(text_error!("perft {depth} is too deep; the depth is at most {PERFT_DEPTH}"));
        }
        let mut budget = PERFT_WORK;
        // A repetition is over before its first step; deeper down perft looks at positions alone, as everywhere.
        let over = depth > 0 && self.line.repeated();
        let count =
            if over { Some(0) } else { perft_within(self.line.position(), depth as u32, &mut budget) };
        let too_large = || text_error!("perft {depth} is too large to be counted here; take a smaller depth");
        let count = count.ok_or_else(too_large)?;
        Ok(format!("perft {count}\n"))
    }
}

fn unknown_command(verb: &str) -> TextError {
    let known = "ugi, isready, uginewgame, setoption, position, go, stop, query, legal, outcome, perft, bench, show, d, quit";
    text_error!("{} is no command; there are {known}", quote(verb))
}

/// Nothing may be left of the command.
fn end<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<(), TextError> {
    words.next().map_or(Ok(()), |word| Err(text_error!("{} is more than the command takes", quote(word))))
}

fn number(word: Option<&str>, what: &str) -> Result<u64, TextError> {
    let word = word.ok_or_else(|| text_error!("{what} is missing: a whole number such as 5"))?;
    let digits = Some(word).filter(|word| word.bytes().all(|b| b.is_ascii_digit()));
    digits
        .and_then(|word| word.parse().ok())
        .ok_or_else(|| text_error!("{} is not {what}: a whole number such as 5", quote(word)))
}

fn milliseconds(n: u64) -> Duration {
    Duration::from_millis(n)
}

//! What a game is worth to its players, as the papers count it.

use games::seega::{Colour, Seega};
use games::{GameSpec, Line, Outcome, Side, TextError};
use serde::{Deserialize, Serialize};

use crate::job::{GameRecord, Job};

/// How a game is scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Score {
    /// So much for a win, a draw and a loss: 3, 1 and 0 in davis2002, 1, 0 and −2 in cai2010.
    Points { win: f64, draw: f64, loss: f64 },
    /// Seega in abdelbar2003. With r = 1 if Black has won, −1 if White has and 0 after a draw, p pieces left and m moves made,
    /// s = r(1 + Δp − Δm), Δp = k·2^(−c1(p − 12)/12), Δm = k·2^(−c2(m − 25)/25). The paper gives no constants; these are ours.
    ///
    /// The text wants an upper limit to the values, and more for who lost a well-fought game than for who lost without any
    /// resistance: long, and with few pieces left to the winner. With all three positive a hard-fought loss would cost more. With k < 0, c1 > 0
    /// and c2 > 0 it costs less, and Δm goes to 0 as a game goes on, so that a win is always worth more than 1 + Δp; with c2 < 0 it would have no
    /// bound.
    Abdelbar2003 {
        #[serde(default = "minus_quarter")]
        k: f64,
        #[serde(default = "pieces_constant")]
        c1: f64,
        #[serde(default = "moves_constant")]
        c2: f64,
    },
    /// Seega in abdelbar2004: s = (b − w)³/(P − 1)³ · (1.5(B² − 1) + 500)/(m + 500) + r/2, with b and w pieces left of P each, on a board
    /// of B×B.
    Abdelbar2004 {},
    /// Quick wins and slow losses: ±(most − m), and 0 for a draw. The outer swarm of cai2010 counts so, where most is 81, "the maximum
    /// number of moves possible". With passes a game can be longer: `clip` says that it is then worth 0, and not that a late win
    /// is worth less than a loss.
    Moves {
        most: u32,
        #[serde(default = "clipped")]
        clip: bool,
    },
}

fn minus_quarter() -> f64 {
    -0.25
}

fn pieces_constant() -> f64 {
    1.0
}

fn moves_constant() -> f64 {
    0.1
}

fn clipped() -> bool {
    true
}

impl Score {
    /// That the score makes sense for a game.
    pub fn check(&self, game: GameSpec) -> Result<(), TextError> {
        let seega = matches!(game, GameSpec::Seega(_));
        match self {
            Score::Abdelbar2003 { .. } | Score::Abdelbar2004 {} if !seega => Err(TextError::new(format!(
                "score: the papers' formulas count the pieces of Seega, which {game} has not; take points or moves"
            ))),
            _ => Ok(()),
        }
    }

    /// What the game is worth to the first side and to the second. A record that does not follow the rules is an error.
    pub fn of(&self, job: &Job, record: &GameRecord) -> Result<[f64; 2], TextError> {
        let (moves, outcome) = (record.steps.len() as f64, record.outcome);
        let sided = |first: f64| [first, -first];
        Ok(match *self {
            Score::Points { win, draw, loss } => match outcome {
                Outcome::Draw => [draw; 2],
                Outcome::Win(Side::First) => [win, loss],
                Outcome::Win(Side::Second) => [loss, win],
            },
            Score::Moves { most, clip } => {
                let least = if clip { 0.0 } else { f64::NEG_INFINITY };
                sided(result(outcome) * (f64::from(most) - moves).max(least))
            }
            Score::Abdelbar2003 { k, c1, c2 } => {
                let [first, second] = End::of(job, record)?.left;
                sided(result(outcome) * abdelbar2003([k, c1, c2], first + second, moves))
            }
            Score::Abdelbar2004 {} => {
                let End { black, left: [first, second], each, cells } = End::of(job, record)?;
                let lead = black * (first - second) / (each - 1.0);
                let s = lead * lead * lead * (1.5 * (cells - 1.0) + 500.0) / (moves + 500.0)
                    + 0.5 * black * result(outcome);
                sided(black * s)
            }
        })
    }
}

/// What a win is worth that leaves so many pieces after so many moves.
fn abdelbar2003([k, c1, c2]: [f64; 3], pieces: f64, moves: f64) -> f64 {
    let margin = |c: f64, x: f64, unit: f64| k * libm::exp2(-c * (x - unit) / unit);
    1.0 + margin(c1, pieces, 12.0) - margin(c2, moves, 25.0)
}

/// 1 if the first side has won, −1 if the second has, 0 after a draw.
fn result(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Draw => 0.0,
        Outcome::Win(Side::First) => 1.0,
        Outcome::Win(Side::Second) => -1.0,
    }
}

/// The end of a game of Seega.
struct End {
    /// 1 if Black is the first side, otherwise −1.
    black: f64,
    /// The pieces left to each side, and those that each had.
    left: [f64; 2],
    each: f64,
    /// Cells of the board, the centre included.
    cells: f64,
}

impl End {
    fn of(job: &Job, record: &GameRecord) -> Result<End, TextError> {
        let GameSpec::Seega(rules) = job.game else {
            return Err(TextError::new(format!("{} has no pieces to count", job.game)));
        };
        fn left<B: games::seega::Bits>(
            rules: &games::seega::Rules,
            job: &Job,
            record: &GameRecord,
        ) -> Result<[f64; 2], TextError> {
            let mut line = Line::<Seega<B>>::new(crate::job::start(rules, job.start.as_deref())?);
            for step in &record.steps {
                line.read(step)?;
            }
            Ok(Side::BOTH.map(|side| f64::from(line.position().count(side))))
        }
        let left = match rules.size {
            ..=7 => left::<u64>(&rules, job, record)?,
            _ => left::<u128>(&rules, job, record)?,
        };
        let black = if rules.colour(Side::First) == Colour::Black { 1.0 } else { -1.0 };
        let cells = f64::from(rules.size) * f64::from(rules.size);
        Ok(End { black, left, each: f64::from(rules.pieces()), cells })
    }
}

#[cfg(test)]
mod tests {
    use engine::{Limits, Rng};

    use super::*;
    use crate::job::Entrant;

    /// The printed game of a paper.
    fn printed(game: &str, text: &str) -> (Job, GameRecord) {
        let steps =
            text.lines().filter(|l| !l.starts_with('#')).map(|l| l.split_whitespace().nth(2).unwrap().into());
        let player = Entrant::new("random".parse().unwrap(), Limits::default());
        let job = Job {
            game: game.parse().unwrap(),
            players: [player.clone(), player],
            start: None,
            opening: Vec::new(),
            longest: 1000,
            rng: Rng::new(1),
        };
        (job, GameRecord { steps: steps.collect(), outcome: Outcome::Draw, forfeit: None })
    }

    fn close(a: [f64; 2], b: f64) {
        assert!((a[0] - b).abs() < 1e-12 && (a[1] + b).abs() < 1e-12, "{a:?} is not ±{b}");
    }

    /// Both printed games are draws: on 7×7 with 15 black pieces and 7 white ones after 190 moves, on 5×5 with 10 and 12 after 67.
    #[test]
    fn printed_games_have_the_papers_scores() {
        let (job, record) =
            printed("seega:7", include_str!("../../../../tests/data/seega7-abdelbar2004.txt"));
        close(Score::Abdelbar2004 {}.of(&job, &record).unwrap(), -(8.0 / 23.0f64).powi(3) * 572.0 / 690.0);
        let of_2003 = default_2003();
        let (job, mut record) =
            printed("seega:5", include_str!("../../../../tests/data/seega5-abdelbar2003.txt"));
        close(of_2003.of(&job, &record).unwrap(), 0.0);
        record.outcome = Outcome::Win(Side::Second);
        // 22 pieces are left after 67 moves.
        let won = 1.0 - 0.25 * 2f64.powf(-10.0 / 12.0) + 0.25 * 2f64.powf(-0.1 * 42.0 / 25.0);
        close(of_2003.of(&job, &record).unwrap(), -won);
        assert!((won - 1.082).abs() < 1e-3, "{won}");
        for (most, clip, lost) in [(81, true, 14.0), (81, false, 14.0), (60, true, 0.0), (60, false, -7.0)] {
            close(Score::Moves { most, clip }.of(&job, &record).unwrap(), -lost);
        }
        let points = Score::Points { win: 1.0, draw: 0.0, loss: -2.0 };
        assert_eq!(points.of(&job, &record).unwrap(), [-2.0, 1.0]);
    }

    fn default_2003() -> Score {
        toml::from_str("kind = 'abdelbar2003'").unwrap()
    }

    /// What the text wants, for all games that there can be: a win is worth something, within limits; it is worth more the
    /// quicker it is and the more pieces are left. So a loss costs less the longer it took and the fewer pieces it left.
    ///
    /// On 5×5 a won game leaves 3 to 13 pieces: to the loser one at most, to the winner twelve at most, and at least two, or three where the
    /// last step took two, because every piece that a step takes needs another one behind it. After the 24 placements a step takes three at
    /// most, and one in forty steps takes something, or the game is drawn.
    #[test]
    fn scores_of_2003_have_limits_and_reward_a_well_fought_loss() {
        let Score::Abdelbar2003 { k, c1, c2 } = default_2003() else { panic!("another score") };
        let win = |pieces: u32, moves: u32| abdelbar2003([k, c1, c2], pieces.into(), moves.into());
        for pieces in 3..=13 {
            let taken: u32 = 24 - pieces;
            for moves in 24 + taken.div_ceil(3)..=24 + 40 * taken {
                let worth = win(pieces, moves);
                assert!((0.60..=1.02).contains(&worth), "{pieces} pieces, {moves} moves: {worth}");
                assert!(
                    win(pieces, moves + 1) < worth,
                    "{pieces} pieces, {moves} moves: a slow win is worth less"
                );
                assert!(
                    win(pieces + 1, moves) > worth,
                    "{pieces} pieces, {moves} moves: a dear win is worth less"
                );
            }
        }
        let limits = [win(3, 864), win(13, 28)];
        assert!((limits[0] - 0.604).abs() < 1e-3 && (limits[1] - 1.012).abs() < 1e-3, "{limits:?}");
    }

    /// The same on the board, as the loser sees it.
    #[test]
    fn hard_fought_losses_count_more() {
        let score = default_2003();
        let (job, record) =
            printed("seega:5", include_str!("../../../../tests/data/seega5-abdelbar2003.txt"));
        let lost = |steps: usize| {
            let record = GameRecord {
                steps: record.steps[..steps].to_vec(),
                outcome: Outcome::Win(Side::Second),
                forfeit: None,
            };
            score.of(&job, &record).unwrap()[0]
        };
        assert!(lost(67) > lost(40), "both have 22 pieces left");
        assert!(Score::Abdelbar2004 {}.check("awari".parse().unwrap()).is_err());
    }
}

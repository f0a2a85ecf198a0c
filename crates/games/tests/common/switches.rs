//! Random rules of each family: the switches in combinations that no preset has.

use games::awari::{self, GrandSlam, Repetition};
use games::capture_go::{self, Territory};
use games::seega::{self, AfterCapture, Blocked, Colour, Exchange, QuietResult};
use games::{GameSpec, Rules, Side};

use super::Random;

/// The first words of the names of games.
pub const FAMILIES: [&str; 3] = ["seega", "awari", "capture-go"];

/// A game of this family with random switches on a small board.
pub fn random_spec(family: &str, random: &mut Random) -> GameSpec {
    match family {
        "seega" => GameSpec::Seega(seega_rules(random)),
        "awari" => GameSpec::Awari(awari_rules(random)),
        "capture-go" => GameSpec::CaptureGo(capture_go_rules(random)),
        _ => panic!("{family} is not a family of games"),
    }
}

fn seega_rules(random: &mut Random) -> seega::Rules {
    loop {
        let rules = seega::Rules {
            size: random.choose(&[3, 3, 5]),
            first: random.choose(&[Colour::White, Colour::Black]),
            placements: random.choose(&[1, 2]),
            starts_moving: random.choose(&Side::BOTH),
            after_capture: random.choose(&[
                AfterCapture::TurnEnds,
                AfterCapture::AnyStep,
                AfterCapture::SamePieceForced,
                AfterCapture::SamePieceFree,
            ]),
            centre_safe: random.coin(),
            line_capture: random.coin(),
            blocked: random.choose(&[
                Blocked::Skip,
                Blocked::Pass,
                Blocked::Loses,
                Blocked::FirstLoses,
                Blocked::FirstTurnLoses,
                Blocked::LosesPiece,
                Blocked::TakesPiece,
                Blocked::GetsWay,
            ]),
            lose_at: random.choose(&[0, 1, 2, 5]),
            quiet_limit: random.choose(&[0, 1, 7, 40, 40]),
            quiet_result: random.choose(&[
                QuietResult::Draw,
                QuietResult::MorePieces,
                QuietResult::MorePiecesOrSecond,
            ]),
            turn_limit: random.choose(&[0, 0, 5, 24, 30, 100]),
            exchange: random.choose(&[Exchange::Off, Exchange::Any, Exchange::Untouchable]),
            exchange_wins: random.coin(),
            make_room: random.coin(),
        };
        if rules.check().is_ok() {
            return rules;
        }
    }
}

fn awari_rules(random: &mut Random) -> awari::Rules {
    awari::Rules {
        grand_slam: random.choose(&[GrandSlam::Wins, GrandSlam::Forbidden, GrandSlam::CapturesNothing]),
        repetition: random.choose(&[Repetition::Ignored, Repetition::OwnRow, Repetition::Split]),
        majority_ends: random.coin(),
        step_limit: random.choose(&[0, 30, 100, 250]),
    }
}

fn capture_go_rules(random: &mut Random) -> capture_go::Rules {
    capture_go::Rules {
        rows: random.choose(&[2, 3, 4, 5, 7]),
        columns: random.choose(&[2, 3, 4, 6, 11]),
        passing: random.coin(),
        territory: random.choose(&[Territory::Majority, Territory::Neutral]),
    }
}

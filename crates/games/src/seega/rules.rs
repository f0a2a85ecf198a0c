//! The switches of the Seega family. Seejeh is Seega with two placements a turn, chains by one piece, and the
//! second player's privilege of giving one piece for two.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::family::{BLACK, Marks, WHITE};
use crate::game::Side;
use crate::spec::GameSpec;
use crate::text::TextError;

/// The boards that there are.
pub const SIZES: [u8; 4] = [3, 5, 7, 9];

/// The colour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Colour {
    White,
    Black,
}

/// What a capture gives the side that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum AfterCapture {
    /// Nothing: the turn ends.
    TurnEnds,
    /// One more step: any piece, capture or not.
    AnyStep,
    /// The same piece must go on while it can capture.
    SamePieceForced,
    /// The same piece may go on while it can capture; the step `end` ends the turn.
    SamePieceFree,
}

/// What happens to a side that has no step on its turn in phase two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Blocked {
    /// Its turn passes by itself.
    Skip,
    /// It has the single step `pass`.
    Pass,
    /// It has lost.
    Loses,
    /// The first side has lost, except that at the very start of phase two the other side simply moves first;
    /// the second side's turn passes by itself (Seejeh).
    FirstLoses,
    /// Its turn passes by itself, but the first side has lost if its first turn of phase two leaves the second so (Kharbga).
    FirstTurnLoses,
    /// The other side takes off one of the blocked side's pieces (seejeh.com).
    LosesPiece,
    /// It takes off a piece of the other side's that stands beside one of its own.
    TakesPiece,
    /// The other side takes off one of its own that stands beside a piece of the blocked side's (Lane 1836).
    GetsWay,
}

impl Blocked {
    /// Whether a piece is taken off for a side that has to start a turn without a step.
    #[inline]
    pub const fn takes_off(self) -> bool {
        matches!(self, Blocked::LosesPiece | Blocked::TakesPiece | Blocked::GetsWay)
    }
}

/// The result when the quiet limit is reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum QuietResult {
    /// A draw.
    Draw,
    /// The side with more pieces wins; equal numbers draw.
    MorePieces,
    /// The side with more pieces wins, and on equal numbers the second side does (Seejeh).
    MorePiecesOrSecond,
}

/// Which of its pieces the second side may give, each for two of the first side's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Exchange {
    /// None: there is no exchange.
    Off,
    /// Any, while it has two and a step.
    Any,
    /// Untouchable ones that it can spare: pieces that can never be taken and have a step that cannot be denied them.
    Untouchable,
}

impl<'de> Deserialize<'de> for Exchange {
    /// Version 1 of the rules wrote `true` and `false`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Exchange, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Exchange;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("untouchable, any or off")
            }

            fn visit_bool<E: de::Error>(self, given: bool) -> Result<Exchange, E> {
                Ok(if given { Exchange::Any } else { Exchange::Off })
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Exchange, E> {
                match word {
                    "off" => Ok(Exchange::Off),
                    "any" => Ok(Exchange::Any),
                    "untouchable" => Ok(Exchange::Untouchable),
                    _ => Err(E::unknown_variant(word, &["off", "any", "untouchable"])),
                }
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// Size and switches of one game of the Seega family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Rows and columns: 3, 5, 7 or 9.
    pub size: u8,
    /// The colour of the side that places first.
    pub first: Colour,
    /// Pieces placed in one turn of phase one: 1 or 2.
    pub placements: u8,
    /// Who makes the first step of phase two.
    pub starts_moving: Side,
    /// What a capture gives.
    pub after_capture: AfterCapture,
    /// Whether a piece on the centre cannot be captured.
    pub centre_safe: bool,
    /// Whether a whole line of enemy pieces is captured between the piece that moved and another one.
    pub line_capture: bool,
    /// What happens to a blocked side.
    pub blocked: Blocked,
    /// A side with this many pieces or fewer has lost (phase two).
    pub lose_at: u8,
    /// Single steps of phase two without a capture or exchange that end the game; 0 for no limit.
    pub quiet_limit: u16,
    /// The result at the quiet limit.
    pub quiet_result: QuietResult,
    /// Turns after which the game is drawn; 0 for no limit.
    pub turn_limit: u16,
    /// Which of its pieces the second side may give, each for two of the first side's.
    pub exchange: Exchange,
    /// Whether the second side wins at once when it has no fewer pieces than the first after an exchange.
    pub exchange_wins: bool,
    /// Whether the first side, if its first turn of phase two leaves the other blocked, must vacate a cell beside
    /// the one that its first step started from.
    pub make_room: bool,
}

impl Rules {
    /// The papers' rules (Abdelbar, Ragab, Mitri 2003 and 2004), as settled by replaying their games.
    pub const fn seega(size: u8) -> Rules {
        Rules {
            size,
            first: Colour::White,
            placements: 1,
            starts_moving: Side::Second,
            after_capture: AfterCapture::AnyStep,
            centre_safe: false,
            line_capture: false,
            blocked: Blocked::Skip,
            lose_at: 1,
            quiet_limit: 40,
            quiet_result: QuietResult::Draw,
            turn_limit: 0,
            exchange: Exchange::Off,
            exchange_wins: false,
            make_room: false,
        }
    }

    /// As most play it: two pieces are placed in a turn, and the first side makes the first step of phase two.
    const fn pairs(size: u8) -> Rules {
        Rules { placements: 2, starts_moving: Side::First, ..Rules::seega(size) }
    }

    /// Seega as Ludii plays it.
    pub const fn ludii(size: u8) -> Rules {
        Rules {
            after_capture: AfterCapture::TurnEnds,
            blocked: Blocked::Pass,
            lose_at: 0,
            quiet_limit: 0,
            turn_limit: 2500,
            ..Rules::pairs(size)
        }
    }

    /// Seega as it was played in Egypt (Lane 1836, Parker 1909).
    pub const fn egyptian(size: u8) -> Rules {
        Rules {
            after_capture: AfterCapture::SamePieceFree,
            blocked: Blocked::GetsWay,
            lose_at: 0,
            ..Rules::pairs(size)
        }
    }

    /// Kharbga, as KharbgaNet has it from the south of Tunisia. The first side is the attacker.
    pub const fn kharbga(size: u8) -> Rules {
        Rules {
            after_capture: AfterCapture::SamePieceForced,
            blocked: Blocked::FirstTurnLoses,
            lose_at: 0,
            exchange: Exchange::Untouchable,
            ..Rules::pairs(size)
        }
    }

    /// The game of seejeh.com.
    pub const fn seejeh_com(size: u8) -> Rules {
        Rules {
            after_capture: AfterCapture::SamePieceFree,
            centre_safe: true,
            line_capture: true,
            blocked: Blocked::LosesPiece,
            lose_at: 7,
            ..Rules::pairs(size)
        }
    }

    /// Seejeh (Aljaafreh, Al-Oudat 2019), in our reading of its text.
    pub const fn seejeh(size: u8) -> Rules {
        Rules {
            first: Colour::Black,
            after_capture: AfterCapture::SamePieceForced,
            blocked: Blocked::FirstLoses,
            quiet_result: QuietResult::MorePiecesOrSecond,
            exchange: Exchange::Untouchable,
            make_room: true,
            ..Rules::pairs(size)
        }
    }

    /// The colour of a side's pieces.
    pub const fn colour(&self, side: Side) -> Colour {
        match (self.first, side) {
            (Colour::White, Side::First) | (Colour::Black, Side::Second) => Colour::White,
            _ => Colour::Black,
        }
    }

    /// The side that plays this colour.
    pub const fn side(&self, colour: Colour) -> Side {
        if self.first as u8 == colour as u8 { Side::First } else { Side::Second }
    }

    /// Whether it matters that the first side has not finished its first turn of phase two.
    #[inline]
    pub const fn keeps_opening(&self) -> bool {
        self.make_room || matches!(self.blocked, Blocked::FirstTurnLoses)
    }

    /// Pieces of one side on the full board.
    pub const fn pieces(&self) -> u32 {
        (self.size as u32 * self.size as u32 - 1) / 2
    }
}

impl crate::game::Rules for Rules {
    fn game(self) -> Option<GameSpec> {
        Some(GameSpec::Seega(self))
    }

    fn board(&self) -> [u8; 2] {
        [self.size; 2]
    }

    fn sides(&self) -> [Marks; 2] {
        Side::BOTH.map(|side| if self.colour(side) == Colour::White { WHITE } else { BLACK })
    }

    /// Version 1 let the second side of Seejeh give any piece.
    fn of_version(self, version: u32) -> Rules {
        match self.exchange {
            Exchange::Untouchable if version == 1 => Rules { exchange: Exchange::Any, ..self },
            _ => self,
        }
    }

    fn check(&self) -> Result<(), TextError> {
        let wrong = |text: String| Err(TextError::new(text));
        if !SIZES.contains(&self.size) {
            return wrong(format!("size = {}: boards have 3, 5, 7 or 9 rows", self.size));
        }
        if ![1, 2].contains(&self.placements) {
            return wrong(format!("placements = {}: a turn places 1 or 2 pieces", self.placements));
        }
        if u32::from(self.lose_at) + 1 >= self.pieces() {
            let most = self.pieces() - 2;
            return wrong(format!(
                "lose_at = {}: on this board it is a number from 0 to {most}",
                self.lose_at
            ));
        }
        Ok(())
    }
}

const _: () = assert!(std::mem::size_of::<Rules>() == 18);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules as _;

    #[test]
    fn presets_make_sense() {
        for size in SIZES {
            let all = [Rules::seega, Rules::ludii, Rules::egyptian, Rules::kharbga, Rules::seejeh]
                .map(|of| of(size));
            for rules in all {
                rules.check().unwrap();
            }
        }
        Rules::seejeh_com(7).check().unwrap();
        assert!(Rules::seega(4).check().is_err());
        assert!(Rules { lose_at: 3, ..Rules::seega(3) }.check().is_err());
    }
}

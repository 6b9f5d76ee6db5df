//! How a game of the arena can end.

use std::fmt;

use agents::Fault;
use chess::{Color, DrawReason, Outcome, WinReason};
use serde::{Deserialize, Serialize};

/// Who won.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// White.
    #[serde(rename = "1-0")]
    White,
    /// Black.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

/// Why.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Reason {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    Threefold,
    FiftyMoves,
    /// The arena saw that one side had given up hope.
    Resigned,
    /// The arena saw that both sides had given up hope.
    DrawAgreed,
    /// The endgame tables know how it would have ended.
    Tablebase,
    /// The game became too long.
    MaxPlies,
    TimeLoss,
    IllegalMove,
    Crash,
    Stall,
    Garbage,
    Panic,
    /// It could not even begin.
    Unable,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// What happened, where the reason does not say it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl GameResult {
    /// This side won.
    pub fn won_by(color: Color) -> GameResult {
        if color.is_white() { GameResult::White } else { GameResult::Black }
    }

    /// Half-points of a side: 2, 1 or 0.
    pub fn half_points(self, color: Color) -> u32 {
        match self {
            GameResult::Draw => 1,
            won => 2 * u32::from(won == GameResult::won_by(color)),
        }
    }

    /// As PGN writes it.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

impl Reason {
    /// Is it a player's fault rather than part of chess?
    pub fn is_fault(self) -> bool {
        self >= Reason::TimeLoss
    }

    /// The value of PGN's tag `Termination`.
    pub(crate) fn termination(self) -> &'static str {
        match self {
            Reason::Checkmate
            | Reason::Stalemate
            | Reason::InsufficientMaterial
            | Reason::Threefold
            | Reason::FiftyMoves => "normal",
            Reason::Resigned | Reason::DrawAgreed | Reason::Tablebase | Reason::MaxPlies => {
                "adjudication"
            }
            Reason::TimeLoss => "time forfeit",
            Reason::IllegalMove => "rules infraction",
            _ => "emergency",
        }
    }
}

impl From<Fault> for Reason {
    fn from(fault: Fault) -> Reason {
        match fault {
            Fault::Unable => Reason::Unable,
            Fault::Crash => Reason::Crash,
            Fault::Stall => Reason::Stall,
            Fault::IllegalMove => Reason::IllegalMove,
            Fault::Garbage => Reason::Garbage,
        }
    }
}

impl Ending {
    pub(crate) fn draw(reason: Reason) -> Ending {
        Ending { result: GameResult::Draw, reason, detail: String::new() }
    }

    pub(crate) fn loss(loser: Color, reason: Reason, detail: impl Into<String>) -> Ending {
        Ending { result: GameResult::won_by(!loser), reason, detail: detail.into() }
    }

    /// The end that the board shows.
    pub(crate) fn on_board(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Win { winner, reason } => {
                let reason = match reason {
                    WinReason::Checkmate => Reason::Checkmate,
                    WinReason::Resignation => Reason::Resigned,
                    WinReason::Flag => Reason::TimeLoss,
                };
                Ending::loss(!winner, reason, "")
            }
            Outcome::Draw(reason) => Ending::draw(match reason {
                DrawReason::Stalemate => Reason::Stalemate,
                DrawReason::InsufficientMaterial => Reason::InsufficientMaterial,
                DrawReason::Threefold | DrawReason::Fivefold => Reason::Threefold,
                DrawReason::FiftyMoves | DrawReason::SeventyFiveMoves => Reason::FiftyMoves,
                DrawReason::Agreement => Reason::DrawAgreed,
                DrawReason::FlagWithoutMatingMaterial => Reason::TimeLoss,
            }),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::InsufficientMaterial => "insufficient material",
            Reason::Threefold => "threefold repetition",
            Reason::FiftyMoves => "fifty moves",
            Reason::Resigned => "adjudicated win",
            Reason::DrawAgreed => "adjudicated draw",
            Reason::Tablebase => "endgame tables",
            Reason::MaxPlies => "too many moves",
            Reason::TimeLoss => "time loss",
            Reason::IllegalMove => "illegal move",
            Reason::Crash => "crash",
            Reason::Stall => "stall",
            Reason::Garbage => "garbage",
            Reason::Panic => "panic",
            Reason::Unable => "unable to play",
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            GameResult::White => write!(f, "White wins by {}", self.reason)?,
            GameResult::Black => write!(f, "Black wins by {}", self.reason)?,
            GameResult::Draw => write!(f, "draw by {}", self.reason)?,
        }
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}

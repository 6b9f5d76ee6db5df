//! How a game of the arena can end.

use std::fmt;

use ::pgn::GameResult;
use agents::Fault;
use chess::{Color, DrawReason, Outcome, WinReason};
use serde::{Deserialize, Serialize};

/// Why a game ended.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum EndReason {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    Threefold,
    FiftyMoves,
    /// Adjudicated as lost by its scores.
    Resigned,
    /// Adjudicated as drawn by its scores.
    DrawAgreed,
    /// Adjudicated by endgame tables.
    Tablebase,
    /// Adjudicated as drawn for its length.
    MaxPlies,
    TimeLoss,
    IllegalMove,
    Crash,
    Stall,
    Garbage,
    Panic,
    /// The player could not be started.
    Unable,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; never unknown.
    #[serde(with = "result_text")]
    pub result: GameResult,
    /// Why.
    pub reason: EndReason,
    /// What happened, where the reason does not say it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl EndReason {
    /// Is it a player's fault: time, rules or a broken program?
    pub fn is_fault(self) -> bool {
        self >= EndReason::TimeLoss
    }

    /// The value of PGN's tag `Termination`.
    pub(crate) fn termination(self) -> &'static str {
        match self {
            EndReason::Checkmate
            | EndReason::Stalemate
            | EndReason::InsufficientMaterial
            | EndReason::Threefold
            | EndReason::FiftyMoves => "normal",
            EndReason::Resigned
            | EndReason::DrawAgreed
            | EndReason::Tablebase
            | EndReason::MaxPlies => "adjudication",
            EndReason::TimeLoss => "time forfeit",
            EndReason::IllegalMove => "rules infraction",
            _ => "emergency",
        }
    }
}

impl From<Fault> for EndReason {
    fn from(fault: Fault) -> EndReason {
        match fault {
            Fault::Unable => EndReason::Unable,
            Fault::Crash => EndReason::Crash,
            Fault::Stall => EndReason::Stall,
            Fault::IllegalMove => EndReason::IllegalMove,
            Fault::Garbage => EndReason::Garbage,
        }
    }
}

impl Ending {
    pub(crate) fn draw(reason: EndReason) -> Ending {
        Ending { result: GameResult::Draw, reason, detail: String::new() }
    }

    pub(crate) fn loss(loser: Color, reason: EndReason, detail: impl Into<String>) -> Ending {
        Ending { result: GameResult::won_by(!loser), reason, detail: detail.into() }
    }

    /// Half-points of a side: 2, 1 or 0.
    pub fn half_points(&self, color: Color) -> u32 {
        // Unknown results are neither made nor read.
        self.result.half_points(color).unwrap_or(1)
    }

    /// The end by the rules of chess.
    pub(crate) fn on_board(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Win { winner, reason } => {
                let reason = match reason {
                    WinReason::Checkmate => EndReason::Checkmate,
                    WinReason::Resignation => EndReason::Resigned,
                    WinReason::Flag => EndReason::TimeLoss,
                };
                Ending::loss(!winner, reason, "")
            }
            Outcome::Draw(reason) => Ending::draw(match reason {
                DrawReason::Stalemate => EndReason::Stalemate,
                DrawReason::InsufficientMaterial => EndReason::InsufficientMaterial,
                DrawReason::Threefold | DrawReason::Fivefold => EndReason::Threefold,
                DrawReason::FiftyMoves | DrawReason::SeventyFiveMoves => EndReason::FiftyMoves,
                DrawReason::Agreement => EndReason::DrawAgreed,
                DrawReason::FlagWithoutMatingMaterial => EndReason::TimeLoss,
            }),
        }
    }
}

/// Results in JSON, as PGN writes them.
mod result_text {
    use ::pgn::GameResult;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(result: &GameResult, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(result.text())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameResult, D::Error> {
        let text = String::deserialize(from)?;
        let known = GameResult::from_text(&text).filter(|&result| result != GameResult::Unknown);
        known.ok_or_else(|| de::Error::custom(format!("'{text}' is no result of a finished game")))
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::InsufficientMaterial => "insufficient material",
            EndReason::Threefold => "threefold repetition",
            EndReason::FiftyMoves => "fifty moves",
            EndReason::Resigned => "adjudicated win",
            EndReason::DrawAgreed => "adjudicated draw",
            EndReason::Tablebase => "endgame tables",
            EndReason::MaxPlies => "too many moves",
            EndReason::TimeLoss => "time loss",
            EndReason::IllegalMove => "illegal move",
            EndReason::Crash => "crash",
            EndReason::Stall => "stall",
            EndReason::Garbage => "garbage",
            EndReason::Panic => "panic",
            EndReason::Unable => "unable to play",
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            GameResult::WhiteWins => write!(f, "White wins by {}", self.reason)?,
            GameResult::BlackWins => write!(f, "Black wins by {}", self.reason)?,
            GameResult::Draw | GameResult::Unknown => write!(f, "draw by {}", self.reason)?,
        }
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn json_has_results_as_pgn_has_them() {
        let ending = Ending::loss(Color::White, EndReason::Crash, "exit status 3");
        let text = serde_json::to_string(&ending).unwrap();
        assert_eq!(text, r#"{"result":"0-1","reason":"crash","detail":"exit status 3"}"#);
        assert_eq!(serde_json::from_str::<Ending>(&text).unwrap(), ending);
        let unknown = r#"{"result":"*","reason":"crash"}"#;
        let error = serde_json::from_str::<Ending>(unknown).unwrap_err().to_string();
        assert!(error.contains("no result of a finished game"), "{error}");
    }
}

//! How games end, as the page sees it.

use chess::{DrawReason, Outcome, WinReason};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::game::Color;

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Reason {
    Checkmate,
    Resignation,
    Flag,
    Stalemate,
    InsufficientMaterial,
    Threefold,
    Fivefold,
    FiftyMoves,
    SeventyFiveMoves,
    Agreement,
    FlagWithoutMatingMaterial,
    /// An imported game does not say.
    Unknown,
}

impl From<DrawReason> for Reason {
    fn from(reason: DrawReason) -> Reason {
        match reason {
            DrawReason::Stalemate => Reason::Stalemate,
            DrawReason::InsufficientMaterial => Reason::InsufficientMaterial,
            DrawReason::Threefold => Reason::Threefold,
            DrawReason::Fivefold => Reason::Fivefold,
            DrawReason::FiftyMoves => Reason::FiftyMoves,
            DrawReason::SeventyFiveMoves => Reason::SeventyFiveMoves,
            DrawReason::Agreement => Reason::Agreement,
            DrawReason::FlagWithoutMatingMaterial => Reason::FlagWithoutMatingMaterial,
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Result")]
#[schema(as = Result)]
pub struct GameEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// None: a draw.
    pub winner: Option<Color>,
    /// How.
    pub reason: Reason,
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> GameEnd {
        let reason = match outcome {
            Outcome::Win { reason: WinReason::Checkmate, .. } => Reason::Checkmate,
            Outcome::Win { reason: WinReason::Resignation, .. } => Reason::Resignation,
            Outcome::Win { reason: WinReason::Flag, .. } => Reason::Flag,
            Outcome::Draw(reason) => reason.into(),
        };
        let winner = outcome.winner().map(Color::from);
        GameEnd { score: outcome.result().to_owned(), winner, reason }
    }
}

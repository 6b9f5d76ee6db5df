//! How a game of chess can end.

use std::fmt;

use crate::Color;

/// The end of a game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Which.
        winner: Color,
        /// How.
        reason: WinReason,
    },
    /// Nobody won.
    Draw(DrawReason),
}

/// How a game was won.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The loser's king cannot escape.
    Checkmate,
    /// The loser gave up.
    Resignation,
    /// The loser's time ran out.
    Flag,
}

/// Why a game is drawn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side has the men to mate.
    InsufficientMaterial,
    /// The position occurred three times and a player claimed it.
    Threefold,
    /// The position occurred five times.
    Fivefold,
    /// Fifty moves of each side without capture or pawn move, and a claim.
    FiftyMoves,
    /// Seventy-five such moves.
    SeventyFiveMoves,
    /// The players agreed.
    Agreement,
    /// One side's time ran out, but the other could never mate.
    FlagWithoutMatingMaterial,
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) => None,
        }
    }

    /// The result as score sheets write it: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// White's points: 1, ½ or 0.
    pub fn white_points(self) -> f64 {
        match self.winner() {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Outcome::Win { winner, reason: WinReason::Checkmate } => {
                write!(f, "{winner} wins by checkmate")
            }
            Outcome::Win { winner, reason: WinReason::Resignation } => {
                write!(f, "{winner} wins, {} resigns", !winner)
            }
            Outcome::Win { winner, reason: WinReason::Flag } => {
                write!(f, "{winner} wins on time")
            }
            Outcome::Draw(reason) => write!(f, "draw {reason}"),
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawReason::Stalemate => "by stalemate",
            DrawReason::InsufficientMaterial => "by insufficient material",
            DrawReason::Threefold => "by threefold repetition",
            DrawReason::Fivefold => "by fivefold repetition",
            DrawReason::FiftyMoves => "by the fifty-move rule",
            DrawReason::SeventyFiveMoves => "by the seventy-five-move rule",
            DrawReason::Agreement => "by agreement",
            DrawReason::FlagWithoutMatingMaterial => {
                "on time: the opponent has nothing left to mate with"
            }
        })
    }
}

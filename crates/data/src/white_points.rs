//! The result of a game, as training data has it.

use chess::{Color, Outcome};

/// The points that White got from a finished game. The discriminant counts
/// half points: it is the WDL byte of the file format.
///
/// A `chess::Outcome` says why a game ended as well, and no reason is kept for
/// these games; a `pgn::GameResult` may be unknown, and here it never is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum WhitePoints {
    /// Black won: 0-1.
    Zero = 0,
    /// A draw: ½-½.
    Half = 1,
    /// White won: 1-0.
    One = 2,
}

impl WhitePoints {
    /// All three, from a loss to a win.
    pub const ALL: [WhitePoints; 3] = [WhitePoints::Zero, WhitePoints::Half, WhitePoints::One];

    /// From the WDL byte of a file: 0, 1 or 2.
    pub fn from_half_points(half_points: u8) -> Option<WhitePoints> {
        WhitePoints::ALL.get(usize::from(half_points)).copied()
    }

    /// A win for `winner`.
    pub fn won_by(winner: Color) -> WhitePoints {
        if winner.is_white() { WhitePoints::One } else { WhitePoints::Zero }
    }

    /// As a number: 1, ½ or 0.
    pub fn points(self) -> f64 {
        f64::from(self as u8) / 2.0
    }
}

impl From<Outcome> for WhitePoints {
    fn from(outcome: Outcome) -> WhitePoints {
        outcome.winner().map_or(WhitePoints::Half, WhitePoints::won_by)
    }
}

#[cfg(test)]
mod tests {
    use chess::{DrawReason, WinReason};

    use super::*;

    #[test]
    fn half_points_and_points() {
        for (half_points, result) in (0..).zip(WhitePoints::ALL) {
            assert_eq!(WhitePoints::from_half_points(half_points), Some(result));
            assert_eq!(result.points(), f64::from(half_points) / 2.0);
        }
        assert_eq!(WhitePoints::from_half_points(3), None);
    }

    #[test]
    fn outcomes_lose_their_reason() {
        let mate = |winner| Outcome::Win { winner, reason: WinReason::Checkmate };
        assert_eq!(WhitePoints::from(mate(Color::White)), WhitePoints::One);
        assert_eq!(WhitePoints::from(mate(Color::Black)), WhitePoints::Zero);
        assert_eq!(WhitePoints::from(Outcome::Draw(DrawReason::Stalemate)), WhitePoints::Half);
    }
}

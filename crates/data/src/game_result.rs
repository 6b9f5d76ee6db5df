//! Who won.

use chess::{Color, Outcome};

/// How a game ended, by the number that files have for it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    BlackWon = 0,
    /// Nobody did.
    Draw = 1,
    /// White won.
    WhiteWon = 2,
}

impl GameResult {
    /// All three, best for Black first.
    pub const ALL: [GameResult; 3] = [GameResult::BlackWon, GameResult::Draw, GameResult::WhiteWon];

    /// The result with this number.
    pub fn from_code(code: u8) -> Option<GameResult> {
        GameResult::ALL.get(usize::from(code)).copied()
    }

    /// A win for `winner`.
    pub fn won_by(winner: Color) -> GameResult {
        if winner.is_white() { GameResult::WhiteWon } else { GameResult::BlackWon }
    }

    /// White's points: 1, ½ or 0.
    pub fn white_points(self) -> f64 {
        f64::from(self as u8) / 2.0
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner().map_or(GameResult::Draw, GameResult::won_by)
    }
}

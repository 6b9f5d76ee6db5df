//! How a game ended, as far as PGN tells.

use std::fmt;

use chess::{Color, Outcome};

/// The result of a game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not over, or nobody knows.
    #[default]
    Unknown,
}

impl GameResult {
    /// As PGN writes it.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// What a text says, if it is a result; `1/2` and `½-½` are read too, and
    /// long dashes.
    pub fn from_text(text: &str) -> Option<GameResult> {
        Some(match text.trim() {
            "1-0" | "1–0" | "1—0" => GameResult::WhiteWins,
            "0-1" | "0–1" | "0—1" => GameResult::BlackWins,
            "1/2-1/2" | "1/2" | "1/2–1/2" | "½-½" | "½–½" | "½" => GameResult::Draw,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// White's points: 1, ½ or 0, if it is known.
    pub fn white_points(self) -> Option<f64> {
        match self {
            GameResult::WhiteWins => Some(1.0),
            GameResult::BlackWins => Some(0.0),
            GameResult::Draw => Some(0.5),
            GameResult::Unknown => None,
        }
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            None => GameResult::Unknown,
            Some(outcome) => match outcome.winner() {
                Some(Color::White) => GameResult::WhiteWins,
                Some(Color::Black) => GameResult::BlackWins,
                None => GameResult::Draw,
            },
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        use GameResult::*;
        for result in [WhiteWins, BlackWins, Draw, Unknown] {
            assert_eq!(GameResult::from_text(result.text()), Some(result));
        }
        assert_eq!(GameResult::from_text("½–½"), Some(Draw));
        assert_eq!(GameResult::from_text("0-0"), None);
    }
}

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

    /// A win for this side.
    pub fn won_by(color: Color) -> GameResult {
        if color.is_white() { GameResult::WhiteWins } else { GameResult::BlackWins }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// Half-points of a side: 2, 1 or 0, if the result is known.
    pub fn half_points(self, color: Color) -> Option<u32> {
        match (self, self.winner()) {
            (GameResult::Unknown, _) => None,
            (_, None) => Some(1),
            (_, Some(winner)) => Some(2 * u32::from(winner == color)),
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

    #[test]
    fn points_of_both_sides() {
        use GameResult::*;
        for (result, points) in [(WhiteWins, [2, 0]), (BlackWins, [0, 2]), (Draw, [1, 1])] {
            let found = [Color::White, Color::Black].map(|color| result.half_points(color));
            assert_eq!(found, points.map(Some));
        }
        assert_eq!(Unknown.half_points(Color::White), None);
        assert_eq!(GameResult::won_by(Color::Black), BlackWins);
    }
}

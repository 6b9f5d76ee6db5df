//! Moves as programs exchange them: `e2e4`, `e7e8q`, `e1g1`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Move, Position, Role, Square};

/// How castling is written in UCI.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// The king's two squares, `e1g1`. Chess960 castling that this cannot
    /// express is written as king takes rook all the same.
    #[default]
    Standard,
    /// King takes rook, `e1h1`, as `UCI_Chess960` demands.
    Chess960,
}

/// A move as text says it: two squares and perhaps a promotion. Only a
/// position can tell what it means, with [`Position::parse_uci`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct UciMove {
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// What the pawn becomes.
    pub promotion: Option<Role>,
}

/// Why a text is not a legal UCI move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UciMoveError {
    /// It does not look like a move.
    #[error("'{0}' is not a move (expected two squares like e2e4, e7e8q for a promotion)")]
    Syntax(String),
    /// It looks like a move, but is not legal here.
    #[error("move {0} is not legal in this position")]
    Illegal(UciMove),
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl FromStr for UciMove {
    type Err = UciMoveError;

    fn from_str(text: &str) -> Result<UciMove, UciMoveError> {
        let syntax = || UciMoveError::Syntax(text.chars().take(16).collect());
        let squares = text.get(..4).ok_or_else(syntax)?;
        if !squares.is_ascii() {
            return Err(syntax());
        }
        let from = squares[..2].parse().map_err(|_| syntax())?;
        let to = squares[2..].parse().map_err(|_| syntax())?;
        let mut rest = text[4..].chars();
        let promotion = match (rest.next(), rest.next()) {
            (None, _) => None,
            (Some(letter), None) => {
                let role = Role::from_letter(letter).filter(|r| Role::PROMOTIONS.contains(r));
                Some(role.ok_or_else(syntax)?)
            }
            _ => return Err(syntax()),
        };
        Ok(UciMove { from, to, promotion })
    }
}

impl Position {
    /// The text of a move of this position.
    pub fn to_uci(&self, mv: Move, style: CastlingStyle) -> UciMove {
        let spelled_by_king = mv.is_castle() && style == CastlingStyle::Standard && {
            // Two squares are no king's step: nothing else can be meant.
            mv.from().distance(self.king_destination(mv)) == 2
        };
        let to = if spelled_by_king { self.king_destination(mv) } else { mv.to() };
        UciMove { from: mv.from(), to, promotion: mv.promotion() }
    }

    /// The legal move that a text means, castling in either style.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        self.find_uci(text.parse()?)
    }

    /// The legal move that a UCI move means here.
    pub fn find_uci(&self, wanted: UciMove) -> Result<Move, UciMoveError> {
        let moves = self.legal_moves();
        [CastlingStyle::Chess960, CastlingStyle::Standard]
            .into_iter()
            .find_map(|style| moves.iter().find(|&&mv| self.to_uci(mv, style) == wanted))
            .copied()
            .ok_or(UciMoveError::Illegal(wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_in_both_styles() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let short = position.parse_uci("e1g1").unwrap();
        assert_eq!(position.parse_uci("e1h1"), Ok(short));
        assert_eq!(position.to_uci(short, CastlingStyle::Standard).to_string(), "e1g1");
        assert_eq!(position.to_uci(short, CastlingStyle::Chess960).to_string(), "e1h1");
        let long = position.parse_uci("e1c1").unwrap();
        assert!(long.is_castle() && long != short);
    }

    #[test]
    fn a_king_step_is_not_castling() {
        // From f1, g1 is an ordinary step, and castling needs the rook.
        let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").unwrap();
        assert!(!position.parse_uci("f1g1").unwrap().is_castle());
        let castle = position.parse_uci("f1h1").unwrap();
        assert!(castle.is_castle());
        assert_eq!(position.to_uci(castle, CastlingStyle::Standard).to_string(), "f1h1");
    }

    #[test]
    fn what_is_not_a_move() {
        let start = Position::initial();
        for text in ["", "e2", "e2e", "e2e4x", "e2e4qq", "e2e4k", "e9e4", "é2e4", "0000", "e2€"]
        {
            assert!(matches!(start.parse_uci(text), Err(UciMoveError::Syntax(_))), "{text}");
        }
        for text in ["e2e5", "e7e5", "e2e4q", "e1g1", "a1a1"] {
            assert!(matches!(start.parse_uci(text), Err(UciMoveError::Illegal(_))), "{text}");
        }
        assert!(start.parse_uci("e2e4").is_ok());
    }
}

//! A move as a person types it.

use chess::{Move, Position, SanError, UciMove, UciMoveError};
use thiserror::Error;

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum TypedMoveError {
    /// It has the form of UCI, but no legal move goes there.
    #[error("{source}")]
    Uci { squares: UciMove, source: UciMoveError },
    /// It has no other form than that of SAN.
    #[error(transparent)]
    San(#[from] SanError),
}

/// The legal move that a text means. UCI and SAN are both understood, and what
/// fingers make of them: `nf3`, `E2E4`.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, TypedMoveError> {
    if let Ok(squares) = text.to_ascii_lowercase().parse::<UciMove>() {
        return position
            .find_uci(squares)
            .map_err(|source| TypedMoveError::Uci { squares, source });
    }
    // As it stands first: `bxc3` is a pawn's capture before it is a bishop's.
    position.parse_san(text).or_else(|error| match position.parse_san(&with_capital(text)) {
        // The error of the reading that is a move at all says more.
        Err(SanError::Syntax(_)) => Err(error.into()),
        Err(other) if matches!(error, SanError::Syntax(_)) => Err(other.into()),
        Err(_) => Err(error.into()),
        Ok(mv) => Ok(mv),
    })
}

/// `nf3` as `Nf3`.
fn with_capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingers_are_forgiven() {
        let position = Position::initial();
        for text in ["Nf3", "nf3", "g1f3", "G1F3", "Ng1-f3"] {
            let mv = read(&position, text).unwrap();
            assert_eq!(position.to_san(mv), "Nf3", "{text}");
        }
        // A pawn that can take comes before a bishop that could.
        let fen = "4k3/8/8/8/3p4/2n5/1P1B4/4K3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.to_san(read(&position, "bxc3").unwrap()), "bxc3");
        assert_eq!(position.to_san(read(&position, "Bxc3").unwrap()), "Bxc3");
    }

    #[test]
    fn errors_are_of_what_was_typed() {
        let position = Position::initial();
        let error = |text: &str| read(&position, text).unwrap_err().to_string();
        assert_eq!(error("E2E5"), "move e2e5 is not legal in this position");
        assert_eq!(error("nd4"), "no legal move is 'Nd4' in this position");
        assert_eq!(error("exd5"), "no legal move is 'exd5' in this position");
        assert!(error("xyzzy").starts_with("'xyzzy' is not a move"), "{}", error("xyzzy"));
    }
}

//! A move as a person types it.

use chess::{Move, Position, SanError, UciMove, UciMoveError};

/// The legal move that a text means, or what to tell the player.
///
/// UCI and SAN are both understood, and what fingers make of them: `nf3`,
/// `E2E4`.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let lower = text.to_ascii_lowercase();
    if let Ok(squares) = lower.parse::<UciMove>() {
        return position.find_uci(squares).map_err(|error| explain_uci(position, squares, &error));
    }
    position.parse_san(text).or_else(|error| {
        let capital = with_capital(text);
        position.parse_san(&capital).map_err(|_| explain_san(position, text, &error))
    })
}

/// `nf3` as `Nf3`.
fn with_capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

fn explain_uci(position: &Position, squares: UciMove, error: &UciMoveError) -> String {
    let promotes = |letter| position.parse_uci(&format!("{squares}{letter}")).is_ok();
    if squares.promotion.is_none() && promotes('q') {
        return format!(
            "Say what the pawn becomes: {squares}q, {squares}r, {squares}b or {squares}n."
        );
    }
    match position.piece_at(squares.from) {
        None => format!("There is no piece on {}.", squares.from),
        Some(piece) if piece.color() != position.turn() => {
            format!("The {} on {} is {}'s.", piece.role(), squares.from, piece.color())
        }
        Some(_) => sentence(&error.to_string(), position),
    }
}

fn explain_san(position: &Position, text: &str, error: &SanError) -> String {
    match error {
        SanError::Syntax(excerpt) => {
            format!("'{excerpt}' is neither a move nor a command. Type help for a list.")
        }
        SanError::Illegal(_) if position.parse_san(&format!("{text}=Q")).is_ok() => {
            format!("Say what the pawn becomes: {text}=Q, {text}=R, {text}=B or {text}=N.")
        }
        SanError::Illegal(_) => sentence(&error.to_string(), position),
        SanError::Ambiguous { .. } => format!("{error}."),
    }
}

/// An error as a sentence, with the reason that players overlook.
fn sentence(error: &str, position: &Position) -> String {
    let mut chars = error.chars();
    let first = chars.next().map_or(String::new(), |first| first.to_uppercase().to_string());
    let check = if position.is_check() {
        format!(" ({} is in check)", position.turn())
    } else {
        String::new()
    };
    format!("{first}{}{check}.", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingers_are_forgiven() {
        let position = Position::initial();
        for text in ["Nf3", "nf3", "g1f3", "G1F3", "Ng1-f3"] {
            let mv = read_move(&position, text).unwrap();
            assert_eq!(position.to_san(mv), "Nf3", "{text}");
        }
        // A pawn that can take comes before a bishop that could.
        let fen = "4k3/8/8/8/3p4/2n5/1P1B4/4K3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.to_san(read_move(&position, "bxc3").unwrap()), "bxc3");
        assert_eq!(position.to_san(read_move(&position, "Bxc3").unwrap()), "Bxc3");
    }

    #[test]
    fn refusals_help() {
        let refuse =
            |fen: &str, text: &str| read_move(&Position::from_fen(fen).unwrap(), text).unwrap_err();
        let quiet = "4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(refuse(quiet, "b8"), "Say what the pawn becomes: b8=Q, b8=R, b8=B or b8=N.");
        assert!(refuse(quiet, "b7b8").starts_with("Say what the pawn becomes: b7b8q,"));
        assert_eq!(refuse(quiet, "e3e4"), "There is no piece on e3.");
        assert_eq!(refuse(quiet, "e8e7"), "The king on e8 is Black's.");
        assert_eq!(refuse(quiet, "a1b2"), "Move a1b2 is not legal in this position.");
        assert!(refuse(quiet, "xyzzy").contains("neither a move nor a command"));
        assert!(
            refuse("4k3/8/8/8/8/2b5/8/4K2R w K - 0 1", "O-O").ends_with("(White is in check).")
        );
        let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
        assert_eq!(refuse(rooks, "Rd1"), "'Rd1' may be any of Rad1, Rhd1.");
    }
}

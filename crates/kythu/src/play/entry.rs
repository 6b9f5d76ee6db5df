//! What to tell a player whose move cannot be played.

use chess::{Move, Position, SanError, UciMove, UciMoveError};

use super::command::meant;
use crate::typed_move::{self, TypedMoveError};

/// The legal move that a text means, or what to tell the player.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    typed_move::read(position, text).map_err(|error| match error {
        TypedMoveError::Uci { squares, source } => explain_uci(position, squares, &source),
        TypedMoveError::San(source) => explain_san(position, text, &source),
    })
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
            let advice = match meant(text) {
                Some(word) => format!("Did you mean {word}?"),
                None => "Type help for a list.".to_owned(),
            };
            format!("'{excerpt}' is neither a move nor a command. {advice}")
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
    fn refusals_help() {
        let refuse =
            |fen: &str, text: &str| read_move(&Position::from_fen(fen).unwrap(), text).unwrap_err();
        let quiet = "4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(refuse(quiet, "b8"), "Say what the pawn becomes: b8=Q, b8=R, b8=B or b8=N.");
        assert!(refuse(quiet, "b7b8").starts_with("Say what the pawn becomes: b7b8q,"));
        assert_eq!(refuse(quiet, "e3e4"), "There is no piece on e3.");
        assert_eq!(refuse(quiet, "e8e7"), "The king on e8 is Black's.");
        assert_eq!(refuse(quiet, "a1b2"), "Move a1b2 is not legal in this position.");
        let unknown = "'xyzzy' is neither a move nor a command. Type help for a list.";
        assert_eq!(refuse(quiet, "xyzzy"), unknown);
        assert!(refuse(quiet, "udno").ends_with("nor a command. Did you mean undo?"));
        assert!(
            refuse("4k3/8/8/8/8/2b5/8/4K2R w K - 0 1", "O-O").ends_with("(White is in check).")
        );
        let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
        assert_eq!(refuse(rooks, "Rd1"), "'Rd1' may be any of Rad1, Rhd1.");
    }
}

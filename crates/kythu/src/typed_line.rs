//! A line of moves that somebody typed on the command line.

use anyhow::{Context, Result};
use chess::{Game, Position};

use crate::typed_move;

/// Plays the moves of a text, in SAN or in UCI, with numbers between them or not.
pub(crate) fn play(start: Position, text: &str) -> Result<Game> {
    let mut game = Game::from_position(start);
    for word in text.split_whitespace().filter_map(without_number) {
        let half_move = || format!("half-move {}", game.moves().len() + 1);
        let mv = typed_move::read(game.position(), word).with_context(half_move)?;
        game.play(mv)?;
    }
    Ok(game)
}

/// What is left of `12.Nf3`, `12...Nf6` or `12`. Castling may be typed as `00`.
fn without_number(word: &str) -> Option<&str> {
    let is_number = !word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit());
    word.rsplit('.').next().filter(|mv| !mv.is_empty() && !is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_as_people_type_them() {
        let after = |moves: &str| play(Position::initial(), moves).unwrap().position().fen();
        let expected = after("e4 e5 Nf3");
        for moves in [
            "1. e4 e5 2. Nf3",
            "1.e4 e5 2.Nf3",
            "e2e4 e7e5 g1f3",
            "1. e4 1... e5 Nf3",
            "1 e4 e5 2 Nf3",
            "e4 e5 nf3",
            "1.e2e4 E7E5 2.ng1-f3",
        ] {
            assert_eq!(after(moves), expected, "{moves}");
        }
        assert_eq!(after("1."), Position::initial().fen());
        let castled = after("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O");
        for castling in ["0-0", "4.0-0", "00", "e1g1"] {
            assert_eq!(after(&format!("e4 e5 Nf3 Nf6 Bc4 Bc5 {castling}")), castled, "{castling}");
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        for (moves, message) in
            [("e4 Ke3", "half-move 2"), ("1. e4 e5 2. e1e5", "half-move 3"), ("x", "half-move 1")]
        {
            assert_eq!(play(Position::initial(), moves).unwrap_err().to_string(), message);
        }
    }
}

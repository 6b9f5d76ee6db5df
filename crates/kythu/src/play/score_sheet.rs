//! The moves of a game as they are written down.

use chess::{Color, Game, Move, Position};

/// A move with its number: `12. Nf3` or `12… Nf6`.
pub(super) fn numbered(game: &Game, ply: usize) -> String {
    let position = &game.positions()[ply];
    let dots = if position.turn().is_white() { "." } else { "…" };
    format!("{}{dots} {}", position.fullmoves(), san(game, ply))
}

/// The last move, if any was made.
pub(super) fn last(game: &Game) -> Option<String> {
    Some(numbered(game, game.moves().len().checked_sub(1)?))
}

/// One row for each full move, White's move beside Black's.
pub(super) fn rows(game: &Game) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for (ply, position) in game.positions().iter().take(game.moves().len()).enumerate() {
        let san = san(game, ply);
        match (position.turn(), rows.last_mut()) {
            (Color::Black, Some(row)) => row.push_str(&format!(" {san}")),
            (Color::Black, None) => {
                rows.push(format!("{:>3}. {:<7} {san}", position.fullmoves(), "…"));
            }
            (Color::White, _) => rows.push(format!("{:>3}. {san:<7}", position.fullmoves())),
        }
    }
    rows
}

/// The first `most` moves of a line from a position: `e4 e5 Nf3`.
pub(super) fn line(position: &Position, moves: &[Move], most: usize) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for &mv in moves.iter().take(most) {
        words.push(position.to_san(mv));
        position = position.after(mv);
    }
    words.join(" ")
}

fn san(game: &Game, ply: usize) -> String {
    game.positions()[ply].to_san(game.moves()[ply])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_start() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let mut game = Game::from_position(Position::from_fen(fen).unwrap());
        assert_eq!(last(&game), None);
        for san in ["e5", "Nf3", "Nc6", "Bb5"] {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        assert_eq!(numbered(&game, 0), "1… e5");
        assert_eq!(last(&game).as_deref(), Some("3. Bb5"));
        assert_eq!(rows(&game), ["  1. …       e5", "  2. Nf3     Nc6", "  3. Bb5    "]);
    }
    #[test]
    fn lines_end_where_told() {
        let mut position = Position::initial();
        let moves = ["e4", "e5", "Nf3"].map(|san| {
            let mv = position.parse_san(san).unwrap();
            position = position.after(mv);
            mv
        });
        assert_eq!(line(&Position::initial(), &moves, 2), "e4 e5");
        assert_eq!(line(&Position::initial(), &moves, 9), "e4 e5 Nf3");
        assert_eq!(line(&position, &[], 9), "");
    }
}

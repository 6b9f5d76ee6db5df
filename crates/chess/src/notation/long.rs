//! Long algebraic notation for people: `Ng1-f3`, `e5xd6 e.p.`, `e7-e8=Q`.

use crate::{Move, MoveKind, Position, Role};

impl Position {
    /// A legal move with both of its squares. SAN reading understands it.
    pub fn to_long_algebraic(&self, mv: Move) -> String {
        let san = self.to_san(mv);
        if mv.is_castle() {
            return san;
        }
        let role = self.piece_at(mv.from()).map_or(Role::Pawn, |piece| piece.role());
        let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
        let dash = if mv.is_capture() { 'x' } else { '-' };
        let promotion = mv.promotion().map_or(String::new(), |role| format!("={}", role.letter()));
        let en_passant = if mv.kind() == MoveKind::EnPassant { " e.p." } else { "" };
        let mark = san.trim_start_matches(|c| !matches!(c, '+' | '#'));
        format!("{letter}{}{dash}{}{promotion}{mark}{en_passant}", mv.from(), mv.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelled_out_and_read_back() {
        let fen = "r3k2r/1P6/8/3pP3/8/8/6N1/R3K2R w KQkq d6 0 1";
        let position = Position::from_fen(fen).unwrap();
        let long = |uci| position.to_long_algebraic(position.parse_uci(uci).unwrap());
        assert_eq!(long("g2f4"), "Ng2-f4");
        assert_eq!(long("e5d6"), "e5xd6 e.p.");
        assert_eq!(long("b7a8q"), "b7xa8=Q+");
        assert_eq!(long("e1g1"), "O-O");
        for mv in position.legal_moves() {
            assert_eq!(position.parse_san(&position.to_long_algebraic(mv)), Ok(mv));
        }
    }
}

//! Keys of parts of a position, kept beside it: correction histories are
//! filed under them.

use chess::{ByColor, Color, Piece, PieceChange, PieceChanges, Position, Role, piece_key};

/// One key for each part.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PartKeys {
    /// Pawns of both sides.
    pub(crate) pawns: u64,
    /// Knights, bishops and kings of both sides.
    pub(crate) minors: u64,
    /// Rooks, queens and kings of both sides.
    pub(crate) majors: u64,
    /// Everything but pawns, of one side.
    pub(crate) pieces: ByColor<u64>,
}

impl PartKeys {
    pub(crate) fn of(position: &Position) -> PartKeys {
        let mut keys = PartKeys::default();
        for (square, piece) in position.board().iter() {
            keys.toggle(piece, piece_key(piece, square));
        }
        keys
    }

    /// The keys after a move that made these changes.
    #[inline]
    pub(crate) fn after(mut self, changes: &PieceChanges) -> PartKeys {
        for &change in changes {
            let (PieceChange::Removed(piece, square) | PieceChange::Added(piece, square)) = change;
            self.toggle(piece, piece_key(piece, square));
        }
        self
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, key: u64) {
        let color: Color = piece.color();
        match piece.role() {
            Role::Pawn => {
                self.pawns ^= key;
                return;
            }
            Role::Knight | Role::Bishop => self.minors ^= key,
            Role::Rook | Role::Queen => self.majors ^= key,
            Role::King => {
                self.minors ^= key;
                self.majors ^= key;
            }
        }
        self.pieces[color] ^= key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incremental_keys_equal_fresh_ones() {
        let fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let keys = PartKeys::of(&position);
        for mv in position.legal_moves() {
            let after = position.after(mv);
            assert_eq!(keys.after(&position.changes(mv)), PartKeys::of(&after), "{mv:?}");
            for reply in after.legal_moves() {
                let fresh = PartKeys::of(&after.after(reply));
                assert_eq!(keys.after(&position.changes(mv)).after(&after.changes(reply)), fresh);
            }
        }
    }
}

//! What a move changes on the board, for whoever keeps something beside it.

use arrayvec::ArrayVec;

use crate::{Move, MoveKind, Piece, Position, Role, Square, Wing, zobrist};

/// One piece that leaves or enters one square.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PieceChange {
    /// The piece is no longer there.
    Removed(Piece, Square),
    /// The piece is there now.
    Added(Piece, Square),
}

/// The changes of one move: at most four (castling).
pub type PieceChanges = ArrayVec<PieceChange, 4>;

/// The number that a piece on a square contributes to [`Position::key`], from
/// which search and evaluation make keys of their own (pawns only, …).
#[inline]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    zobrist::piece(piece, square)
}

/// The number by which [`Position::key`] differs between the two sides to
/// move.
#[inline]
pub fn turn_key() -> u64 {
    zobrist::turn()
}

impl Position {
    /// What playing the legal move `mv` will remove from the board and add
    /// to it, removals first.
    #[inline]
    pub fn changes(&self, mv: Move) -> PieceChanges {
        use PieceChange::{Added, Removed};

        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let mut changes = PieceChanges::new();
        let Some(piece) = self.piece_at(from) else { return changes };
        changes.push(Removed(piece, from));
        if mv.is_castle() {
            let (wing, rook) = (Wing::of(from, to), Role::Rook.of(us));
            changes.push(Removed(rook, to));
            changes.push(Added(piece, wing.king_to(us)));
            changes.push(Added(rook, wing.rook_to(us)));
            return changes;
        }
        if mv.kind() == MoveKind::EnPassant {
            changes.push(Removed(Role::Pawn.of(!us), Square::new(to.file(), from.rank())));
        } else if let Some(taken) = self.piece_at(to) {
            changes.push(Removed(taken, to));
        }
        changes.push(Added(mv.promotion().map_or(piece, |role| role.of(us)), to));
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_tell_what_play_does() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            "1rkr4/8/8/8/8/8/8/1RK1R3 w EBdb - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for mv in position.legal_moves() {
                let mut board = *position.board();
                for change in position.changes(mv) {
                    match change {
                        PieceChange::Removed(piece, square) => {
                            assert_eq!(board.piece_at(square), Some(piece), "{mv:?}");
                            board.remove(square);
                        }
                        PieceChange::Added(piece, square) => {
                            assert_eq!(board.piece_at(square), None, "{mv:?}");
                            board.put(square, piece);
                        }
                    }
                }
                assert_eq!(board, *position.after(mv).board(), "{mv:?}");
            }
        }
    }
}

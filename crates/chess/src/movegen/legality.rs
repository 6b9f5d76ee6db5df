//! Is one given move legal? Faster than looking for it among all.

use super::generator::may_castle;
use crate::position::en_passant_leaves_no_check;
use crate::{Bitboard, Color, Move, MoveKind, Position, Rank, Role, Square, attacks};

impl Position {
    /// Is `mv`, which may come from a table or another position, legal here?
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else { return false };
        if piece.color() != us {
            return false;
        }
        match (mv.kind(), piece.role()) {
            (MoveKind::Castle, Role::King) => {
                return !self.is_check()
                    && self.castling.rooks_of(us).contains(to)
                    && may_castle(&self.board, us, from, to, self.occupied(), Bitboard::EMPTY);
            }
            (MoveKind::EnPassant, Role::Pawn) => {
                return self.en_passant == Some(to)
                    && attacks::pawn(us, from).contains(to)
                    && en_passant_leaves_no_check(&self.board, us, from, to);
            }
            (MoveKind::Castle | MoveKind::EnPassant, _) => return false,
            _ => {}
        }
        let target = self.piece_at(to);
        if target.is_some() != mv.is_capture() || target.is_some_and(|t| t.color() == us) {
            return false;
        }
        let reaches = match piece.role() {
            Role::Pawn => self.pawn_reaches(mv),
            // Double pushes and promotions are for pawns.
            _ if !matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture) => false,
            role => attacks::of(us, role, from, self.occupied()).contains(to),
        };
        reaches && self.leaves_king_safe(us, piece.role(), from, to)
    }

    fn pawn_reaches(&self, mv: Move) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let last = to.rank() == Rank::Eighth.relative_to(us);
        if last != mv.is_promotion() {
            return false;
        }
        if mv.is_capture() {
            return attacks::pawn(us, from).contains(to);
        }
        let single = Bitboard::of(from).forward(us);
        if mv.kind() == MoveKind::DoublePush {
            let home = from.rank() == Rank::Second.relative_to(us);
            let free = (single | to.into()).is_disjoint(self.occupied());
            home && free && single.forward(us).contains(to)
        } else {
            // The caller has seen that `to` is empty.
            single.contains(to)
        }
    }

    /// Would the own king stand safe after an ordinary move?
    pub(super) fn leaves_king_safe(&self, us: Color, role: Role, from: Square, to: Square) -> bool {
        let king = if role == Role::King { to } else { self.king(us) };
        // Most pieces hide nothing from their king, and then no move of theirs does.
        if role != Role::King && !self.is_check() && attacks::line(king, from).is_empty() {
            return true;
        }
        let occupied = self.occupied().without(from.into()) | to.into();
        self.board.attackers_of(!us, king, occupied).without(to.into()).is_empty()
    }

    /// Does a legal move give check?
    pub fn gives_check(&self, mv: Move) -> bool {
        self.after(mv).is_check()
    }
}

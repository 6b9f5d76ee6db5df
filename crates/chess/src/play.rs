//! Playing moves on a position.

use crate::castling::CastlingPath;
use crate::setup::MAX_CLOCK;
use crate::{Bitboard, Color, Move, MoveKind, Piece, Position, Role, Square, attacks, zobrist};

impl Position {
    /// Plays a legal move. An illegal one gives a meaningless position (but
    /// never undefined behaviour); [`Game::play`](crate::Game::play) and
    /// [`is_legal`](Position::is_legal) check.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else { return };
        let touched = Bitboard::of(from) | to.into();

        self.forget_en_passant();
        self.lose_castling(piece, touched);
        self.halfmoves = (self.halfmoves + 1).min(MAX_CLOCK);

        match mv.kind() {
            MoveKind::Castle => self.castle(from, to),
            MoveKind::DoublePush => {
                self.halfmoves = 0;
                self.relocate(piece, from, to);
                self.offer_en_passant(to);
            }
            MoveKind::EnPassant => {
                self.halfmoves = 0;
                self.relocate(piece, from, to);
                self.take(Square::new(to.file(), from.rank()));
            }
            _ => {
                if mv.is_capture() {
                    self.halfmoves = 0;
                    self.take(to);
                }
                self.relocate(piece, from, to);
                if piece.role() == Role::Pawn {
                    self.halfmoves = 0;
                }
                if let Some(role) = mv.promotion() {
                    self.take(to);
                    self.place(role.of(us), to);
                }
            }
        }
        self.pass_turn();
    }

    /// The position after a legal move; this one stays.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// The key of the position after a legal move, if the move changes no castling
    /// rights, offers no en passant and does nothing extraordinary itself: soon enough
    /// to fetch what a table knows of that position, before it is there.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let moved = |piece| zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        let taken = |piece| zobrist::piece(piece, to);
        self.key
            ^ zobrist::turn()
            ^ self.piece_at(from).map_or(0, moved)
            ^ self.piece_at(to).map_or(0, taken)
            ^ self.en_passant.map_or(0, |square| zobrist::en_passant(square.file()))
    }

    /// Passes the turn without moving. Not a chess move, but search learns
    /// from it. The side to move must not be in check.
    pub fn play_null(&mut self) {
        debug_assert!(!self.is_check());
        self.forget_en_passant();
        self.halfmoves = (self.halfmoves + 1).min(MAX_CLOCK);
        self.pass_turn();
    }

    fn pass_turn(&mut self) {
        let us = self.turn;
        self.turn = !us;
        self.key ^= zobrist::turn();
        if us == Color::Black {
            self.fullmoves = (self.fullmoves + 1).min(MAX_CLOCK);
        }
        self.checkers = self.board.attackers_of(us, self.king(self.turn), self.occupied());
    }

    fn forget_en_passant(&mut self) {
        self.fen_en_passant = None;
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
    }

    /// Notes the square behind the pawn on `pushed` if it can be taken there.
    #[inline]
    fn offer_en_passant(&mut self, pushed: Square) {
        let us = self.turn;
        let skipped = Square::masked(pushed as u8 ^ 8);
        let takers = attacks::pawn(us, skipped) & self.pieces(!us, Role::Pawn);
        if takers.is_empty() {
            return;
        }
        // Polyglot's key counts a taker that is pinned; ours does not.
        self.fen_en_passant = Some(skipped);
        if Position::is_en_passant_legal(&self.board, !us, skipped) {
            self.en_passant = Some(skipped);
            self.key ^= zobrist::en_passant(skipped.file());
        }
    }

    fn lose_castling(&mut self, piece: Piece, touched: Bitboard) {
        if self.castling.is_empty() {
            return;
        }
        let mut left = self.castling.without_squares(touched);
        if piece.role() == Role::King {
            left = left.without_color(self.turn);
        }
        if left != self.castling {
            self.key ^= zobrist::castling(self.castling, &self.board);
            self.key ^= zobrist::castling(left, &self.board);
            self.castling = left;
        }
    }

    fn castle(&mut self, king: Square, rook: Square) {
        let us = self.turn;
        let path = CastlingPath::new(us, king, rook);
        self.take(king);
        self.take(rook);
        self.place(Role::King.of(us), path.king_to);
        self.place(Role::Rook.of(us), path.rook_to);
    }

    #[inline]
    fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::of(from) | to.into();
        self.board.roles[piece.role()] ^= both;
        self.board.colors[piece.color()] ^= both;
        self.mailbox[from as usize] = None;
        self.mailbox[to as usize] = Some(piece);
        self.key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    #[inline]
    fn take(&mut self, square: Square) {
        if let Some(piece) = self.mailbox[square as usize].take() {
            self.board.roles[piece.role()] ^= square.into();
            self.board.colors[piece.color()] ^= square.into();
            self.key ^= zobrist::piece(piece, square);
        }
    }

    #[inline]
    fn place(&mut self, piece: Piece, square: Square) {
        self.board.roles[piece.role()] ^= square.into();
        self.board.colors[piece.color()] ^= square.into();
        self.mailbox[square as usize] = Some(piece);
        self.key ^= zobrist::piece(piece, square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likely_key_is_the_key_after_ordinary_moves() {
        let mut ordinary = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            "8/5k2/8/3Pp3/8/6K1/8/R7 w - e6 0 1",
            "1rkr4/8/8/8/8/8/4p3/1RK1R3 b EBdb - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for mv in position.legal_moves() {
                let after = position.after(mv);
                let same_rights = after.castling == position.castling;
                if same_rights && matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture) {
                    assert_eq!(position.likely_key_after(mv), after.key(), "{fen} {mv:?}");
                    ordinary += 1;
                }
            }
        }
        assert!(ordinary > 60, "{ordinary}");
    }
}

//! Position keys.
//!
//! The numbers are those of the Polyglot format, so that the key kept
//! incrementally *is* the key of opening books, but for one case: Polyglot
//! hashes the en-passant file whenever an enemy pawn stands beside, we only
//! when the capture is legal. [`Position::polyglot_key`] adds that file.
//!
//! [`Position::polyglot_key`]: crate::Position::polyglot_key

mod randoms;

use randoms::RANDOMS;

use crate::{Board, CastlingRights, Color, File, Piece, Role, Square};

/// Part of the key when White is to move.
#[inline]
pub(crate) fn turn() -> u64 {
    RANDOMS[780]
}

#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    // The format counts black pawn, white pawn, black knight, …
    let kind = piece.role() as usize * 2 + piece.color().is_white() as usize;
    RANDOMS[kind * 64 + square as usize]
}

#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    RANDOMS[772 + file as usize]
}

/// The part of the key that castling rights give. The kings must not have
/// moved yet: a right's wing is told by where its king stands.
pub(crate) fn castling(rights: CastlingRights, board: &Board) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for rook in rights.rooks_of(color) {
            let queen_side = rook < board.king(color);
            key ^= RANDOMS[768 + color as usize * 2 + queen_side as usize];
        }
    }
    key
}

/// The whole key from scratch.
pub(crate) fn key(
    board: &Board,
    turn: Color,
    rights: CastlingRights,
    legal_en_passant: Option<Square>,
) -> u64 {
    let mut key = castling(rights, board);
    for color in Color::ALL {
        for role in Role::ALL {
            for square in board.pieces(color, role) {
                key ^= piece(role.of(color), square);
            }
        }
    }
    if let Some(square) = legal_en_passant {
        key ^= en_passant(square.file());
    }
    if turn.is_white() {
        key ^= self::turn();
    }
    key
}

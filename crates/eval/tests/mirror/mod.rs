//! Positions with colours changed.

use chess::{Bitboard, Position, Setup};

/// The same with colours changed.
pub(crate) fn mirrored(position: &Position) -> Position {
    let mut setup: Setup = position.to_setup();
    let mut board = chess::Board::empty();
    for (square, piece) in setup.board.iter() {
        board.put(square.flip_vertical(), piece.role().of(!piece.color()));
    }
    setup.board = board;
    setup.turn = !setup.turn;
    let rooks: Bitboard = setup.castling.rooks().flip_vertical();
    setup.castling = chess::CastlingRights::of_rooks(rooks);
    setup.en_passant = setup.en_passant.map(chess::Square::flip_vertical);
    Position::try_from(setup).expect("as lawful as the other")
}

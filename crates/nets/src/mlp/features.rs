//! What the net sees of a position.
//!
//! Input `plane · 64 + square`, with a1 = 0 and h8 = 63. Planes 0 to 5 are White's
//! pawns, knights, bishops, rooks, queens and king, 6 to 11 are Black's: 1 where one
//! stands. All 64 inputs of plane 12 are +1 when White is to move and −1 when Black
//! is. The report of the origin system gives the planes and not their order: this
//! order is ours.

use arrayvec::ArrayVec;
use chess::{Color, Piece, Position, Square};

/// The inputs that are 1: at most one for each man of a lawful position.
pub type ActiveFeatures = ArrayVec<u16, 32>;

/// The input of a piece on a square.
#[inline]
pub const fn feature_index(piece: Piece, square: Square) -> usize {
    piece as usize * 64 + square as usize
}

/// The inputs that are 1 (the plane of the side to move aside), in ascending order
/// of their squares.
pub fn active_features(position: &Position) -> ActiveFeatures {
    let index = |(square, piece)| feature_index(piece, square) as u16;
    position.board().iter().map(index).collect()
}

/// What the plane of the side to move is filled with.
#[inline]
pub const fn side_sign(turn: Color) -> f32 {
    match turn {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mlp::PIECE_INPUTS;

    #[test]
    fn inputs_are_planes_of_squares() {
        assert_eq!(feature_index(Piece::WhitePawn, Square::A1), 0);
        assert_eq!(feature_index(Piece::WhiteKing, Square::E1), 5 * 64 + 4);
        assert_eq!(feature_index(Piece::BlackKing, Square::H8), PIECE_INPUTS - 1);
        let position = Position::from_fen("4k3/8/8/8/8/8/P7/4K3 b - - 0 1").unwrap();
        assert_eq!(active_features(&position).as_slice(), [324, 8, 11 * 64 + 60]);
        assert_eq!(active_features(&Position::initial()).len(), 32);
        assert_eq!((side_sign(Color::White), side_sign(Color::Black)), (1.0, -1.0));
    }
}

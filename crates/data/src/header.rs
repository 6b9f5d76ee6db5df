//! A position in 32 bytes, as it stands at the head of every game.
//!
//! | bytes | |
//! |---|---|
//! | 0–7 | occupied squares, little-endian, `a1` the lowest bit |
//! | 8–23 | the men on them from `a1` to `h8`, 4 bits each, the lower half of a byte first: role in bits 0–2, Black in bit 3 |
//! | 24 | Black to move in bit 7; below it the en-passant square, 64 for none |
//! | 25 | half-move clock |
//! | 26–27 | move number |
//! | 28–29 | a score, of no meaning for a whole game |
//! | 30 | the result: 0 Black won, 1 draw, 2 White won |
//! | 31 | free |
//!
//! Roles count from the pawn (0) to the king (5). A rook that may still castle
//! is a 6: that is all there is about castling rights, and enough for
//! Chess960.

use chess::{Bitboard, CastlingRights, Color, Piece, Position, PositionError, Role, Setup, Square};
use thiserror::Error;

use crate::WhitePoints;

/// Its length in bytes.
pub(crate) const LENGTH: usize = 32;

const CASTLING_ROOK: u8 = 6;
const NO_SQUARE: u8 = 64;

/// Why 32 bytes are no header.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HeaderError {
    /// More men than there is room for.
    #[error("{0} squares are occupied; there are at most 32 men")]
    TooManyMen(u32),
    /// A role that there is not.
    #[error("{code} on {square} is no piece; roles count from 0 to 6")]
    Piece {
        /// Where.
        square: Square,
        /// What stands there.
        code: u8,
    },
    /// No square of the board.
    #[error("{0} is no en-passant square; 0 to 63, or 64 for none")]
    EnPassant(u8),
    /// A result that there is not.
    #[error("{0} is no result; 0, 1 or 2")]
    Result(u8),
    /// No game can stand like this.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The header of a game that begins with `start`. A half-move clock above 255
/// is written as 255: the game was drawn long before.
pub(crate) fn pack(start: &Position, result: WhitePoints) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes[..8].copy_from_slice(&start.occupied().bits().to_le_bytes());
    for (index, (square, piece)) in start.board().iter().enumerate() {
        let castles = start.castling().rooks().contains(square);
        let role = if castles { CASTLING_ROOK } else { piece.role() as u8 };
        let code = role | u8::from(piece.color() == Color::Black) << 3;
        bytes[8 + index / 2] |= code << (index % 2 * 4);
    }
    let black = u8::from(start.turn() == Color::Black) << 7;
    bytes[24] = black | start.en_passant().map_or(NO_SQUARE, |square| square as u8);
    bytes[25] = start.halfmoves().min(255) as u8;
    bytes[26..28].copy_from_slice(&start.fullmoves().to_le_bytes());
    bytes[30] = result as u8;
    bytes
}

/// The position and the result in a header.
pub(crate) fn unpack(bytes: &[u8; LENGTH]) -> Result<(Position, WhitePoints), HeaderError> {
    let mut setup = Setup::empty();
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&bytes[..8]);
    let occupied = Bitboard::from_bits(u64::from_le_bytes(occupied));
    if occupied.len() > 32 {
        return Err(HeaderError::TooManyMen(occupied.len()));
    }
    let mut castling = Bitboard::EMPTY;
    for (index, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + index / 2] >> (index % 2 * 4) & 15;
        let role = match code & 7 {
            CASTLING_ROOK => {
                castling.insert(square);
                Role::Rook
            }
            role => *Role::ALL
                .get(usize::from(role))
                .ok_or(HeaderError::Piece { square, code: role })?,
        };
        setup.board.put(square, Piece::new(Color::from_white(code & 8 == 0), role));
    }
    setup.castling = CastlingRights::of_rooks(castling);
    setup.turn = Color::from_white(bytes[24] & 0x80 == 0);
    setup.en_passant = match bytes[24] & 0x7f {
        NO_SQUARE => None,
        index => Some(Square::from_index(index).ok_or(HeaderError::EnPassant(index))?),
    };
    setup.halfmoves = bytes[25].into();
    setup.fullmoves = u16::from_le_bytes([bytes[26], bytes[27]]);
    let result = WhitePoints::from_half_points(bytes[30]).ok_or(HeaderError::Result(bytes[30]))?;
    Ok((Position::try_from(setup)?, result))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR b HFhf - 2 9";

    #[test]
    fn round_trip() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqkbnr/pppp1pp1/2n5/4p3/4P1Pp/2N2N2/PPPP1P1P/R1BQKBR1 b Qkq g3 0 5",
            "8/8/8/8/8/k7/8/K6R w - - 99 300",
            CHESS960,
        ] {
            let position = Position::from_fen(fen).unwrap();
            for result in WhitePoints::ALL {
                let bytes = pack(&position, result);
                assert_eq!(unpack(&bytes), Ok((position, result)), "{fen}");
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let good = pack(&Position::from_fen(CHESS960).unwrap(), WhitePoints::Half);
        let fault = |index: usize, byte: u8| {
            let mut bytes = good;
            bytes[index] = byte;
            unpack(&bytes).unwrap_err()
        };
        assert_eq!(fault(30, 3), HeaderError::Result(3));
        assert_eq!(fault(24, 65), HeaderError::EnPassant(65));
        assert_eq!(fault(3, 0xff), HeaderError::TooManyMen(39));
        assert_eq!(fault(8, 0x07), HeaderError::Piece { square: Square::A1, code: 7 });
        assert_eq!(fault(26, 0), HeaderError::Position(PositionError::MoveNumber(0)));
        assert!(unpack(&[0; LENGTH]).is_err());
    }
}

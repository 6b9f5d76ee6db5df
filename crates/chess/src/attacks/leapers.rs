//! Pawns, knights and kings.

use crate::{Bitboard, Color, Square};

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 64] = table(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = table(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [table(&[(-1, 1), (1, 1)]), table(&[(-1, -1), (1, -1)])];

const fn table(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::masked(from as u8).offset(steps[step].0, steps[step].1) {
                table[from].insert(to);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

/// The squares a knight on `from` attacks.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from as usize]
}

/// The squares a king on `from` attacks.
#[inline]
pub fn king(from: Square) -> Bitboard {
    KING[from as usize]
}

/// The squares a pawn of `color` on `from` attacks.
#[inline]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color as usize][from as usize]
}

/// The squares that a set of pawns attacks together.
#[inline]
pub const fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = match color {
        Color::White => 1,
        Color::Black => -1,
    };
    let (west, east) = (pawns.shifted(-1, ahead), pawns.shifted(1, ahead));
    Bitboard::from_bits(west.bits() | east.bits())
}

/// The squares that a set of knights attacks together.
#[inline]
pub const fn knights(knights: Bitboard) -> Bitboard {
    let (west, east) = (knights.shifted(-1, 0).bits(), knights.shifted(1, 0).bits());
    let (far_west, far_east) = (knights.shifted(-2, 0).bits(), knights.shifted(2, 0).bits());
    let (near, far) = (west | east, far_west | far_east);
    Bitboard::from_bits(near << 16 | near >> 16 | far << 8 | far >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_equal_the_union_of_singles() {
        for square in Square::ALL {
            assert_eq!(knights(square.into()), knight(square));
            for color in Color::ALL {
                assert_eq!(pawns(color, square.into()), pawn(color, square));
            }
        }
        let pair: Bitboard = [Square::A1, Square::G7].into_iter().collect();
        assert_eq!(knights(pair), knight(Square::A1) | knight(Square::G7));
    }

    #[test]
    fn known_counts() {
        assert_eq!(knight(Square::A1).len(), 2);
        assert_eq!(knight(Square::E4).len(), 8);
        assert_eq!(king(Square::H8).len(), 3);
        assert_eq!(pawn(Color::White, Square::A2), Square::B3.into());
        assert!(pawn(Color::Black, Square::C1).is_empty());
    }
}

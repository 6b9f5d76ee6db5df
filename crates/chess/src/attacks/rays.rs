//! Straight lines between squares.

use super::sliders::{DIAGONAL_STEPS, ORTHOGONAL_STEPS, walk};
use crate::{Bitboard, Square};

static BETWEEN: [[Bitboard; 64]; 64] = between_table();
static LINE: [[Bitboard; 64]; 64] = line_table();

const fn between_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < 8 {
            let (files, ranks) =
                if step < 4 { ORTHOGONAL_STEPS[step] } else { DIAGONAL_STEPS[step - 4] };
            let mut passed = 0;
            let mut at = Square::masked(from as u8);
            while let Some(next) = at.offset(files, ranks) {
                table[from][next as usize] = Bitboard::from_bits(passed);
                passed |= 1 << next as u8;
                at = next;
            }
            step += 1;
        }
        from += 1;
    }
    table
}

const fn line_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let square = Square::masked(from as u8);
        let mut step = 0;
        while step < 8 {
            let (files, ranks) =
                if step < 4 { ORTHOGONAL_STEPS[step] } else { DIAGONAL_STEPS[step - 4] };
            let forth = walk(square, files, ranks, 0);
            let back = walk(square, -files, -ranks, 0);
            let whole = Bitboard::from_bits(forth | back | 1 << from);
            let mut rest = forth;
            while rest != 0 {
                table[from][rest.trailing_zeros() as usize] = whole;
                rest &= rest - 1;
            }
            step += 1;
        }
        from += 1;
    }
    table
}

/// The squares strictly between two squares of one rank, file or diagonal;
/// empty for any other two.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a as usize][b as usize]
}

/// The whole rank, file or diagonal through two different squares, from edge
/// to edge; empty if there is none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a as usize][b as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_what_lies_between() {
        assert_eq!(between(Square::A1, Square::A4).len(), 2);
        assert_eq!(between(Square::H8, Square::A1).len(), 6);
        assert!(between(Square::A1, Square::B3).is_empty());
        assert_eq!(line(Square::B1, Square::C2).len(), 7);
        assert!(line(Square::A1, Square::B3).is_empty());
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                assert!(between(a, b).is_subset(line(a, b)));
            }
        }
    }
}

//! Parts of the board.

use chess::{Bitboard, File, Rank, Square};

/// d4, e4, d5, e5.
pub(crate) const CENTER: Bitboard = Bitboard::from_bits(0x0000_0018_1800_0000);
/// The files c to f.
pub(crate) const MIDDLE_FILES: Bitboard = Bitboard::from_bits(0x3C3C_3C3C_3C3C_3C3C);
/// The own half and the rank beyond it.
pub(crate) const CAMP: Bitboard = Bitboard::from_bits(0x0000_00FF_FFFF_FFFF);
/// The two long diagonals.
pub(crate) const LONG_DIAGONALS: Bitboard = Bitboard::from_bits(0x8142_2418_1824_4281);

/// Ranks `first` to `last`, counted from 0.
pub(crate) const fn ranks(first: u8, last: u8) -> Bitboard {
    Bitboard::from_bits((!0 >> (8 * (7 - last))) & (!0 << (8 * first)))
}

/// The ranks before that of `square`.
#[inline]
pub(crate) fn ahead(square: Square) -> Bitboard {
    // Two shifts, because there may be none.
    Bitboard::from_bits(!0 << 8 << (square as u8 & 56))
}

/// The files beside `file`.
#[inline]
pub(crate) fn beside(file: File) -> Bitboard {
    let file = Bitboard::from(file);
    file.shifted(-1, 0) | file.shifted(1, 0)
}

/// The files on which some of `squares` lie.
#[inline]
pub(crate) fn files_of(squares: Bitboard) -> Bitboard {
    let mut bits = squares.bits();
    bits |= bits.rotate_left(8);
    bits |= bits.rotate_left(16);
    bits |= bits.rotate_left(32);
    Bitboard::from_bits(bits)
}

/// `squares` and everything behind them.
#[inline]
pub(crate) fn downwards(squares: Bitboard) -> Bitboard {
    let mut bits = squares.bits();
    bits |= bits >> 8;
    bits |= bits >> 16;
    bits |= bits >> 32;
    Bitboard::from_bits(bits)
}

/// Distance of a file from the nearer edge, 0 to 3.
#[inline]
pub(crate) fn edge_distance(file: File) -> usize {
    let file = file as usize;
    file.min(7 - file)
}

/// `square`, or its neighbour if it lies on the edge, so that it has eight
/// neighbours itself.
#[inline]
pub(crate) fn inner(square: Square) -> Square {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    Square::new(File::ALL[file.clamp(1, 6)], Rank::ALL[rank.clamp(1, 6)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        let e4 = Bitboard::of(Square::E4);
        assert_eq!(ahead(Square::E4), ranks(4, 7));
        assert!(ahead(Square::E8).is_empty());
        assert_eq!(ranks(0, 7), Bitboard::FULL);
        assert_eq!(files_of(e4), File::E.into());
        assert_eq!(downwards(e4), files_of(e4).without(ahead(Square::E4)));
        assert_eq!(beside(File::A), File::B.into());
        assert_eq!(inner(Square::H1), Square::G2);
        assert_eq!(inner(Square::D5), Square::D5);
    }
}

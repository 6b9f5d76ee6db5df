//! Sets of squares, one bit each.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Color, File, Rank, Square};

/// A set of squares: bit 0 is `A1`, bit 63 is `H8`.
///
/// ```
/// use chess::{Bitboard, Rank, Square};
///
/// let mut corners = Bitboard::from(Square::A1) | Square::H8.into();
/// corners.insert(Square::H1);
/// assert_eq!(corners.len(), 3);
/// assert_eq!((corners & Rank::First.into()).to_string(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . X
/// ");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The light squares.
    pub const LIGHT_SQUARES: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);
    /// The dark squares.
    pub const DARK_SQUARES: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);

    /// The set whose bits are these.
    #[inline]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits)
    }

    /// The bits, `A1` lowest.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one square, where `From` cannot be used in constants.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square as u8)
    }

    /// How many squares it holds.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is it empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Does it hold at least one square?
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Does it hold two squares or more?
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Is `square` in it?
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & (1 << square as u8) != 0
    }

    /// Do the two sets share no square?
    #[inline]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// Do the two sets share a square?
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Is every square of this also in `other`?
    #[inline]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds `square`.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square as u8;
    }

    /// Takes `square` out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square as u8);
    }

    /// This set without the squares of `other`.
    #[inline]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// The first square in the order `A1`, `B1`, … `H8`.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.trailing_zeros() as u8)) }
    }

    /// The last square in that order.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(63 - self.0.leading_zeros() as u8)) }
    }

    /// The only square of a set of one.
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// The first square of a set known not to be empty; `A1` if it is.
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        debug_assert!(self.0 != 0);
        Square::masked(self.0.trailing_zeros() as u8)
    }

    /// Every square moved `files` to the right (negative: left) and `ranks`
    /// up; those that leave the board vanish.
    #[inline]
    pub const fn shifted(self, files: i8, ranks: i8) -> Bitboard {
        let kept = match files {
            0 => self.0,
            1 => self.0 & !0x8080_8080_8080_8080,
            2 => self.0 & !0xC0C0_C0C0_C0C0_C0C0,
            -1 => self.0 & !0x0101_0101_0101_0101,
            -2 => self.0 & !0x0303_0303_0303_0303,
            _ => panic!("a set is shifted by at most two files"),
        };
        let by = ranks * 8 + files;
        Bitboard(if by >= 0 { kept << by } else { kept >> -by })
    }

    /// Every square moved one rank forward as `color` sees it.
    #[inline]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Upside down: ranks 1 and 8 change places.
    #[inline]
    pub const fn flip_vertical(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The non-empty and the empty subsets of this set, `2^len` in all.
    pub fn subsets(self) -> impl Iterator<Item = Bitboard> {
        // The "carry-rippler": subtracting the mask runs the carry through
        // the bits outside it.
        let mut next = Some(0u64);
        std::iter::from_fn(move || {
            let subset = next?;
            let following = subset.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(Bitboard(subset))
        })
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (8 * rank as u8))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $op:tt),*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                self.0 = self.0 $op other.0;
            }
        }
    )*};
}

operators!(
    BitAnd bitand BitAndAssign bitand_assign &,
    BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^
);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set from `A1` to `H8`.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for Squares {
    fn len(&self) -> usize {
        self.0.len() as usize
    }
}

/// The set as a board, rank 8 first.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                let gap = if file == File::H { "\n" } else { " " };
                write!(f, "{mark}{gap}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_do_not_wrap() {
        for square in Square::ALL {
            for files in -2..=2 {
                for ranks in -2..=2 {
                    let expected: Bitboard = square.offset(files, ranks).into_iter().collect();
                    assert_eq!(Bitboard::from(square).shifted(files, ranks), expected);
                }
            }
        }
    }

    #[test]
    fn subsets_are_all_of_them() {
        let mask = Bitboard::from_bits(0b1011_0000_1001);
        let mut all: Vec<_> = mask.subsets().collect();
        assert!(all.iter().all(|s| s.is_subset(mask)));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 1 << mask.len());
        assert_eq!(Bitboard::EMPTY.subsets().count(), 1);
    }

    #[test]
    fn square_colours() {
        assert!(Square::ALL.iter().all(|&s| s.is_light() == Bitboard::LIGHT_SQUARES.contains(s)));
        assert_eq!(Bitboard::LIGHT_SQUARES, !Bitboard::DARK_SQUARES);
    }

    #[test]
    fn ends_of_a_set() {
        let set: Bitboard = [Square::C3, Square::F6].into_iter().collect();
        assert_eq!((set.first(), set.last()), (Some(Square::C3), Some(Square::F6)));
        assert_eq!(set.single(), None);
        assert_eq!(Bitboard::of(Square::C3).single(), Some(Square::C3));
        assert_eq!(set.into_iter().len(), 2);
    }
}

//! Files, ranks and squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Color;

macro_rules! line_of_eight {
    ($(#[$doc:meta])* $name:ident { $($variant:ident),* }, $first:literal, $what:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($variant),* }

        impl $name {
            #[doc = concat!("All eight ", $what, "s in order.")]
            pub const ALL: [$name; 8] = [$($name::$variant),*];

            #[doc = concat!("The ", $what, " with this index, 0 to 7.")]
            pub const fn from_index(index: u8) -> Option<$name> {
                if index < 8 { Some($name::ALL[index as usize]) } else { None }
            }

            #[doc = concat!("The ", $what, " this character names.")]
            pub const fn from_char(c: char) -> Option<$name> {
                let first = $first as u32;
                let c = c as u32;
                if c >= first && c < first + 8 { Some($name::ALL[(c - first) as usize]) } else { None }
            }

            #[doc = concat!("The character that names this ", $what, ".")]
            pub const fn to_char(self) -> char {
                ($first + self as u8) as char
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.to_char())
            }
        }
    };
}

line_of_eight!(
    /// A column of the board, `a` to `h`.
    File { A, B, C, D, E, F, G, H }, b'a', "file"
);

line_of_eight!(
    /// A row of the board, `1` to `8`.
    Rank { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth }, b'1', "rank"
);

impl Rank {
    /// This rank as `color` counts: rank 1 is where its king starts.
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

/// A square, `A1` = 0, `B1` = 1, … `H8` = 63.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// How many squares a board has.
    pub const COUNT: usize = 64;

    /// All squares from `A1` to `H8`.
    pub const ALL: [Square; 64] = {
        let mut all = [Square::A1; 64];
        let mut i = 0;
        while i < 64 {
            all[i] = Square::masked(i as u8);
            i += 1;
        }
        all
    };

    /// The square where `file` and `rank` cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::masked(rank as u8 * 8 + file as u8)
    }

    /// The square with this index, 0 to 63.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 { Some(Square::masked(index)) } else { None }
    }

    /// The square whose index is the low six bits of `index`.
    #[inline]
    pub(crate) const fn masked(index: u8) -> Square {
        // SAFETY: `Square` is `repr(u8)` with a variant for every value 0..=63.
        unsafe { std::mem::transmute::<u8, Square>(index & 63) }
    }

    /// Its column.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[(self as u8 & 7) as usize]
    }

    /// Its row.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self as u8 >> 3) as usize]
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self as i8 & 7) + files;
        let rank = (self as i8 >> 3) + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square::masked((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// This square seen from the other side of the board (`e2` ↔ `e7`).
    #[inline]
    pub const fn flip_vertical(self) -> Square {
        Square::masked(self as u8 ^ 56)
    }

    /// This square in a mirror beside the board (`e2` ↔ `d2`).
    #[inline]
    pub const fn flip_horizontal(self) -> Square {
        Square::masked(self as u8 ^ 7)
    }

    /// This square as `color` sees it: unchanged for White, flipped for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// King steps between the two squares.
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Is it one of the light squares, like `h1`?
    pub const fn is_light(self) -> bool {
        ((self as u8 >> 3) + (self as u8 & 7)) % 2 == 1
    }
}

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// The text is not a square like `e4`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a square (expected a1 to h8)")]
pub struct SquareError(String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut chars = text.chars();
        let file = chars.next().and_then(File::from_char);
        let rank = chars.next().and_then(Rank::from_char);
        match (file, rank, chars.next()) {
            (Some(file), Some(rank), None) => Ok(Square::new(file, rank)),
            _ => Err(SquareError(text.chars().take(16).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip() {
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        for bad in ["", "e", "e9", "i1", "e4 ", "é4"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn geometry() {
        assert_eq!(Square::E2.flip_vertical(), Square::E7);
        assert_eq!(Square::E2.flip_horizontal(), Square::D2);
        assert_eq!(Square::A1.distance(Square::H3), 7);
        assert!(Square::H1.is_light() && !Square::A1.is_light());
        assert_eq!(Square::H1.offset(1, 0), None);
        assert_eq!(Square::E4.offset(-1, 2), Some(Square::D6));
        assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    }
}

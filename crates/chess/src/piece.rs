//! Roles (what a piece is) and pieces (a role with a colour).

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::Color;

/// What a piece is, whoever owns it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All six, in ascending value.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn may become, the usual choice first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The upper-case English letter: `P N B R Q K`.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    /// The role of an English letter in either case.
    pub const fn from_letter(letter: char) -> Option<Role> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Role::Pawn,
            'N' => Role::Knight,
            'B' => Role::Bishop,
            'R' => Role::Rook,
            'Q' => Role::Queen,
            'K' => Role::King,
            _ => return None,
        })
    }

    /// This role in the hands of `color`.
    pub const fn of(self, color: Color) -> Piece {
        Piece::new(color, self)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        })
    }
}

/// A role with its colour, in one byte with room for `Option`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    BlackPawn,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
}

impl Piece {
    /// All twelve: White's in the order of [`Role::ALL`], then Black's.
    pub const ALL: [Piece; 12] = {
        let mut all = [Piece::WhitePawn; 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Piece::new(Color::ALL[i / 6], Role::ALL[i % 6]);
            i += 1;
        }
        all
    };

    /// The piece of this colour and role.
    #[inline]
    pub const fn new(color: Color, role: Role) -> Piece {
        match (color, role) {
            (Color::White, Role::Pawn) => Piece::WhitePawn,
            (Color::White, Role::Knight) => Piece::WhiteKnight,
            (Color::White, Role::Bishop) => Piece::WhiteBishop,
            (Color::White, Role::Rook) => Piece::WhiteRook,
            (Color::White, Role::Queen) => Piece::WhiteQueen,
            (Color::White, Role::King) => Piece::WhiteKing,
            (Color::Black, Role::Pawn) => Piece::BlackPawn,
            (Color::Black, Role::Knight) => Piece::BlackKnight,
            (Color::Black, Role::Bishop) => Piece::BlackBishop,
            (Color::Black, Role::Rook) => Piece::BlackRook,
            (Color::Black, Role::Queen) => Piece::BlackQueen,
            (Color::Black, Role::King) => Piece::BlackKing,
        }
    }

    /// Who owns it.
    #[inline]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// What it is.
    #[inline]
    pub const fn role(self) -> Role {
        match self {
            Piece::WhitePawn | Piece::BlackPawn => Role::Pawn,
            Piece::WhiteKnight | Piece::BlackKnight => Role::Knight,
            Piece::WhiteBishop | Piece::BlackBishop => Role::Bishop,
            Piece::WhiteRook | Piece::BlackRook => Role::Rook,
            Piece::WhiteQueen | Piece::BlackQueen => Role::Queen,
            Piece::WhiteKing | Piece::BlackKing => Role::King,
        }
    }

    /// The FEN letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.role().letter(),
            Color::Black => self.role().letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        match Role::from_letter(letter) {
            Some(role) => Some(Piece::new(Color::from_white(letter.is_ascii_uppercase()), role)),
            None => None,
        }
    }

    /// The figurine, `♔` to `♟`.
    pub const fn figurine(self) -> char {
        match self {
            Piece::WhitePawn => '♙',
            Piece::WhiteKnight => '♘',
            Piece::WhiteBishop => '♗',
            Piece::WhiteRook => '♖',
            Piece::WhiteQueen => '♕',
            Piece::WhiteKing => '♔',
            Piece::BlackPawn => '♟',
            Piece::BlackKnight => '♞',
            Piece::BlackBishop => '♝',
            Piece::BlackRook => '♜',
            Piece::BlackQueen => '♛',
            Piece::BlackKing => '♚',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

/// One value for each role.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByRole<T>(pub [T; 6]);

impl<T> Index<Role> for ByRole<T> {
    type Output = T;

    #[inline]
    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    #[inline]
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_take_apart_and_together() {
        for piece in Piece::ALL {
            assert_eq!(Piece::new(piece.color(), piece.role()), piece);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(piece.role().of(piece.color()), piece);
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(Piece::ALL[7], Piece::BlackKnight);
    }
}

//! Castling rights, for chess and Chess960 alike.

use crate::{Bitboard, Color, File, Rank, Square, attacks};

/// Towards which wing a king castles.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wing {
    /// To the g-file, with the rook nearer the h-file: `O-O`.
    KingSide,
    /// To the c-file, with the rook nearer the a-file: `O-O-O`.
    QueenSide,
}

impl Wing {
    /// Both wings, king side first.
    pub const ALL: [Wing; 2] = [Wing::KingSide, Wing::QueenSide];

    /// The wing on which a rook stands as seen from its king.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Wing {
        if rook as u8 > king as u8 { Wing::KingSide } else { Wing::QueenSide }
    }

    /// Where the king ends up.
    #[inline]
    pub const fn king_to(self, color: Color) -> Square {
        let file = match self {
            Wing::KingSide => File::G,
            Wing::QueenSide => File::C,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// Where the rook ends up.
    #[inline]
    pub const fn rook_to(self, color: Color) -> Square {
        let file = match self {
            Wing::KingSide => File::F,
            Wing::QueenSide => File::D,
        };
        Square::new(file, Rank::First.relative_to(color))
    }
}

/// The rooks that may still castle, as a set of squares.
///
/// A right is lost when something moves from or to its rook's square, or when
/// the king moves; so a set of squares needs no tables for Chess960.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: CastlingRights = CastlingRights(Bitboard::EMPTY);

    /// The rights of these rooks.
    pub const fn of_rooks(rooks: Bitboard) -> CastlingRights {
        CastlingRights(rooks)
    }

    /// All rooks that may castle.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// The rooks of `color` that may castle.
    #[inline]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & Rank::First.relative_to(color).into()
    }

    /// Has nobody the right to castle?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The rook with which the king of `color`, standing on `king`, may
    /// castle on this wing.
    pub fn rook(self, color: Color, king: Square, wing: Wing) -> Option<Square> {
        self.rooks_of(color).into_iter().find(|&rook| Wing::of(king, rook) == wing)
    }

    /// What is left after something moved from or to these squares.
    #[inline]
    pub(crate) fn without_squares(self, touched: Bitboard) -> CastlingRights {
        CastlingRights(self.0.without(touched))
    }

    /// What is left after the king of `color` moved.
    #[inline]
    pub(crate) fn without_color(self, color: Color) -> CastlingRights {
        CastlingRights(self.0.without(Rank::First.relative_to(color).into()))
    }
}

/// What must hold on the board for one way of castling.
#[derive(Copy, Clone, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
    /// Squares that king and rook cross or land on. They must be empty but
    /// for those two.
    pub(crate) clear: Bitboard,
    /// Squares the king crosses between the one it stands on and the one it
    /// lands on. None of the three may be attacked.
    pub(crate) crossed: Bitboard,
}

impl CastlingPath {
    pub(crate) fn new(color: Color, king: Square, rook: Square) -> CastlingPath {
        let wing = Wing::of(king, rook);
        let (king_to, rook_to) = (wing.king_to(color), wing.rook_to(color));
        let crossed = attacks::between(king, king_to);
        let way = crossed | attacks::between(rook, rook_to) | king_to.into() | rook_to.into();
        let clear = way.without(Bitboard::of(king) | rook.into());
        CastlingPath { king_to, rook_to, clear, crossed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_paths() {
        let short = CastlingPath::new(Color::White, Square::E1, Square::H1);
        assert_eq!((short.king_to, short.rook_to), (Square::G1, Square::F1));
        assert_eq!(short.clear, [Square::F1, Square::G1].into_iter().collect());
        let long = CastlingPath::new(Color::Black, Square::E8, Square::A8);
        assert_eq!(long.clear, [Square::B8, Square::C8, Square::D8].into_iter().collect());
        assert_eq!(long.crossed, Square::D8.into());
    }

    #[test]
    fn king_that_stays_and_pieces_that_cross() {
        let stays = CastlingPath::new(Color::White, Square::G1, Square::H1);
        assert_eq!(stays.clear, Square::F1.into());
        assert!(stays.crossed.is_empty());
        let crossing = CastlingPath::new(Color::White, Square::B1, Square::A1);
        assert_eq!(crossing.clear, [Square::C1, Square::D1].into_iter().collect());
    }
}

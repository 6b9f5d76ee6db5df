//! A move in two bytes.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::{Role, Square};

/// What a move does beside going from one square to another.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing else.
    Quiet = 0,
    /// A pawn's first step of two.
    DoublePush = 1,
    /// King and rook move together; the move's `to` is the *rook's* square,
    /// which is the only form that says everything in Chess960.
    Castle = 2,
    /// Takes what stands on `to`.
    Capture = 4,
    /// Takes the pawn that has just passed `to`.
    EnPassant = 5,
    /// A pawn becomes a knight.
    PromoteKnight = 8,
    /// A pawn becomes a bishop.
    PromoteBishop = 9,
    /// A pawn becomes a rook.
    PromoteRook = 10,
    /// A pawn becomes a queen.
    PromoteQueen = 11,
    /// A pawn takes and becomes a knight.
    CapturePromoteKnight = 12,
    /// A pawn takes and becomes a bishop.
    CapturePromoteBishop = 13,
    /// A pawn takes and becomes a rook.
    CapturePromoteRook = 14,
    /// A pawn takes and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    const fn from_bits(bits: u16) -> MoveKind {
        use MoveKind::*;
        const KINDS: [MoveKind; 16] = [
            Quiet,
            DoublePush,
            Castle,
            Quiet,
            Capture,
            EnPassant,
            Capture,
            Capture,
            PromoteKnight,
            PromoteBishop,
            PromoteRook,
            PromoteQueen,
            CapturePromoteKnight,
            CapturePromoteBishop,
            CapturePromoteRook,
            CapturePromoteQueen,
        ];
        KINDS[bits as usize & 15]
    }

    /// The kind of a promotion to `role`.
    ///
    /// # Panics
    /// If no pawn can become a `role`.
    pub const fn promotion(role: Role, capture: bool) -> MoveKind {
        let bits = match role {
            Role::Knight => 8,
            Role::Bishop => 9,
            Role::Rook => 10,
            Role::Queen => 11,
            Role::Pawn | Role::King => panic!("a pawn becomes a knight, bishop, rook or queen"),
        };
        MoveKind::from_bits(bits | (capture as u16) << 2)
    }
}

/// A move of a given position.
///
/// Layout: bits 0–5 from, 6–11 to, 12–15 the [`MoveKind`]. Its capture bit is
/// 14, its promotion bit 15. No move is all zero (from `a1` to `a1`), so
/// `Option<Move>` is two bytes as well.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Puts a move together.
    ///
    /// # Panics
    /// If `from` and `to` are the same square.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        assert!(from as u8 != to as u8, "a move changes the square");
        match NonZeroU16::new(from as u16 | (to as u16) << 6 | (kind as u16) << 12) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// The move as it is stored, for compact tables.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// A move back from its bits. Whether it is legal anywhere is for
    /// [`Position::is_legal`](crate::Position::is_legal) to say.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        if bits & 63 == (bits >> 6) & 63 || MoveKind::from_bits(bits >> 12) as u16 != bits >> 12 {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::masked(self.0.get() as u8)
    }

    /// Where it goes. For castling, the square of the rook; see
    /// [`Position::king_destination`](crate::Position::king_destination).
    #[inline]
    pub const fn to(self) -> Square {
        Square::masked((self.0.get() >> 6) as u8)
    }

    /// What else it does.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        MoveKind::from_bits(self.0.get() >> 12)
    }

    /// Does it take something, en passant included?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() & (1 << 14) != 0
    }

    /// Does a pawn reach the last rank?
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & (1 << 15) != 0
    }

    /// Is it castling?
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.0.get() >> 12 == MoveKind::Castle as u16
    }

    /// Neither a capture nor a promotion.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0.get() & (0b11 << 14) == 0
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        if !self.is_promotion() {
            return None;
        }
        Some(match (self.0.get() >> 12) & 3 {
            0 => Role::Knight,
            1 => Role::Bishop,
            2 => Role::Rook,
            _ => Role::Queen,
        })
    }
}

/// From and to as squares; castling as king takes rook.
/// As UCI text, castling as king takes rook: without its position, a move does
/// not know where the king ends.
#[cfg(feature = "serde")]
impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = crate::UciMove { from: self.from(), to: self.to(), promotion: self.promotion() };
        serializer.collect_str(&text)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}:{:?}", self.from(), self.to(), self.kind())
    }
}

/// Room for the moves of any position. No position with the number of men a
/// game can bring about has more than 218, and [`Position`](crate::Position)
/// takes no other.
pub const MAX_MOVES: usize = 256;

/// Moves of one position, on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip() {
        let mut valid = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(mv.to_bits(), bits);
                assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
                valid += 1;
            }
        }
        assert_eq!(valid, 64 * 63 * 13);
    }

    #[test]
    fn promotions_say_what_they_are() {
        for role in Role::PROMOTIONS {
            for capture in [false, true] {
                let mv = Move::new(Square::B7, Square::A8, MoveKind::promotion(role, capture));
                assert_eq!(mv.promotion(), Some(role));
                assert_eq!(mv.is_capture(), capture);
                assert!(!mv.is_quiet());
            }
        }
        assert!(Move::new(Square::E5, Square::D6, MoveKind::EnPassant).is_capture());
        assert!(Move::new(Square::E1, Square::H1, MoveKind::Castle).is_quiet());
    }
}

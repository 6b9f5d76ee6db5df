//! The board as one side sees it.

use chess::{Bitboard, ByRole, Color, Position, Role, Square};

/// The men of both sides seen by one of them, whose pawns move up.
///
/// Every term is written once, for the side whose view it is given: Black
/// sees the board upside down. So both colours are treated alike by
/// construction.
#[derive(Copy, Clone, Debug)]
pub(crate) struct View {
    /// Has this side the move?
    pub(crate) to_move: bool,
    /// How many own rooks may castle.
    pub(crate) castling_rights: u32,
    ours: ByRole<Bitboard>,
    theirs: ByRole<Bitboard>,
    pub(crate) us: Bitboard,
    pub(crate) them: Bitboard,
    pub(crate) king: Square,
    pub(crate) enemy_king: Square,
}

impl View {
    #[inline]
    pub(crate) fn new(position: &Position, color: Color) -> View {
        let see = |set: Bitboard| match color {
            Color::White => set,
            Color::Black => set.flip_vertical(),
        };
        let (us, them) = (see(position.by_color(color)), see(position.by_color(!color)));
        let roles = Role::ALL.map(|role| see(position.by_role(role)));
        View {
            to_move: position.turn() == color,
            castling_rights: position.castling().rooks_of(color).len(),
            ours: ByRole(roles.map(|set| set & us)),
            theirs: ByRole(roles.map(|set| set & them)),
            us,
            them,
            king: position.king(color).relative_to(color),
            enemy_king: position.king(!color).relative_to(color),
        }
    }

    /// Own men of one role.
    #[inline(always)]
    pub(crate) fn ours(&self, role: Role) -> Bitboard {
        self.ours[role]
    }

    /// Enemy men of one role.
    #[inline(always)]
    pub(crate) fn theirs(&self, role: Role) -> Bitboard {
        self.theirs[role]
    }

    /// All men.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.us | self.them
    }

    /// All pawns.
    #[inline(always)]
    pub(crate) fn pawns(&self) -> Bitboard {
        self.ours[Role::Pawn] | self.theirs[Role::Pawn]
    }
}

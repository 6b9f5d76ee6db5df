//! Which squares one side attacks.

use chess::{Bitboard, ByRole, Color, Role, attacks};

use crate::view::View;

/// The squares that the men of one side attack, in that side's view.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct AttackMap {
    by: ByRole<Bitboard>,
    /// By any man.
    pub(crate) all: Bitboard,
    /// By two men or more.
    pub(crate) twice: Bitboard,
}

impl AttackMap {
    /// The map of king and pawns alone.
    #[inline]
    pub(crate) fn of_pawns_and_king(view: &View) -> AttackMap {
        let pawns = view.ours(Role::Pawn);
        let (west, east) = (pawns.shifted(-1, 1), pawns.shifted(1, 1));
        let mut map = AttackMap { twice: west & east, ..AttackMap::default() };
        map.by[Role::Pawn] = west | east;
        map.all = west | east;
        map.add(Role::King, attacks::king(view.king));
        map
    }

    /// Adds what one man attacks.
    #[inline(always)]
    pub(crate) fn add(&mut self, role: Role, reach: Bitboard) {
        self.by[role] |= reach;
        self.twice |= self.all & reach;
        self.all |= reach;
    }

    /// The squares that men of one role attack.
    #[inline(always)]
    pub(crate) fn by(&self, role: Role) -> Bitboard {
        self.by[role]
    }

    /// The squares that knights or bishops attack.
    #[inline(always)]
    pub(crate) fn by_minors(&self) -> Bitboard {
        self.by[Role::Knight] | self.by[Role::Bishop]
    }

    /// The map as the other side sees it.
    #[inline]
    pub(crate) fn flipped(&self) -> AttackMap {
        AttackMap {
            by: ByRole(self.by.0.map(Bitboard::flip_vertical)),
            all: self.all.flip_vertical(),
            twice: self.twice.flip_vertical(),
        }
    }
}

/// What pawns would attack after stepping to `squares`.
#[inline(always)]
pub(crate) fn pawn_attacks_from(squares: Bitboard) -> Bitboard {
    attacks::pawns(Color::White, squares)
}

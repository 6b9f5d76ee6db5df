//! Who can still give mate with what is on the board.

use crate::{Bitboard, Color, Position, Role};

impl Position {
    /// Could `color` mate by some series of legal moves, however unlikely, as
    /// far as the material tells?
    ///
    /// A lone knight needs an enemy man other than a queen to block its king;
    /// bishops of one shade need an enemy knight, pawn or bishop of the other
    /// shade to do so. Blocked pawn walls are not looked through.
    pub fn has_mating_material(&self, color: Color) -> bool {
        let own = self.by_color(color);
        let heavy = self.by_role(Role::Pawn) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        if own.intersects(heavy) {
            return true;
        }
        let knights = self.by_role(Role::Knight);
        if own.intersects(knights) {
            let blockers =
                self.by_color(!color).without(self.by_role(Role::King) | self.by_role(Role::Queen));
            return own.len() > 2 || blockers.any();
        }
        let bishops = self.by_role(Role::Bishop);
        if own.intersects(bishops) {
            let both_shades = bishops.intersects(Bitboard::LIGHT_SQUARES)
                && bishops.intersects(Bitboard::DARK_SQUARES);
            return both_shades || knights.any() || self.by_role(Role::Pawn).any();
        }
        false
    }

    /// Is the position dead because neither side could ever mate?
    pub fn is_insufficient_material(&self) -> bool {
        // Pawns and heavy pieces are the common case, and quick to see.
        let heavy = self.by_role(Role::Pawn) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        heavy.is_empty() && Color::ALL.into_iter().all(|color| !self.has_mating_material(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(board, White can mate, Black can mate)`.
    const CASES: [(&str, bool, bool); 14] = [
        ("4k3/8/8/8/8/8/8/4K3", false, false),
        ("4k3/8/8/8/8/8/8/4KN2", false, false),
        ("4k3/8/8/8/8/8/8/4KB2", false, false),
        ("4kb2/8/8/8/8/8/8/2B1K3", false, false),
        ("4kb2/8/8/8/8/8/8/4KB2", true, true),
        ("b3k3/1b6/8/8/8/8/6B1/4K2B", false, false),
        ("4k3/8/8/8/8/8/8/3NKN2", true, false),
        ("4kn2/8/8/8/8/8/8/4KN2", true, true),
        ("4kn2/8/8/8/8/8/8/4KB2", true, true),
        ("4k3/8/8/8/8/8/4P3/4K3", true, false),
        ("3qk3/8/8/8/8/8/8/4KN2", false, true),
        ("3qk3/8/8/8/8/8/8/4KB2", false, true),
        ("3rk3/8/8/8/8/8/8/4KN2", true, true),
        ("4k3/4p3/8/8/8/8/8/4KB2", true, true),
    ];

    #[test]
    fn who_can_mate() {
        for (board, white, black) in CASES {
            let position = Position::from_fen(&format!("{board} w - - 0 1")).unwrap();
            assert_eq!(position.has_mating_material(Color::White), white, "{board}");
            assert_eq!(position.has_mating_material(Color::Black), black, "{board}");
            assert_eq!(position.is_insufficient_material(), !white && !black, "{board}");
        }
    }
}

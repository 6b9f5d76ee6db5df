//! Which men hang, for one look at a position.

use chess::{Bitboard, Color, Position, Role, attacks};

/// What attacks what.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Threats {
    /// Squares that the enemy's pawns attack.
    pub(crate) by_pawns: Bitboard,
    /// Own men that are attacked by cheaper ones, or attacked and not defended.
    pub(crate) ours: Bitboard,
    /// Enemy men that nobody defends.
    pub(crate) loose: Bitboard,
}

/// Attacked squares by attackers' worth.
struct Attacked {
    pawns: Bitboard,
    minors: Bitboard,
    rooks: Bitboard,
    all: Bitboard,
}

fn attacked(position: &Position, color: Color) -> Attacked {
    let by = |role: Role| {
        position.pieces(color, role).into_iter().fold(Bitboard::EMPTY, |set, from| {
            set | attacks::of(color, role, from, position.occupied())
        })
    };
    let pawns = by(Role::Pawn);
    let minors = pawns | by(Role::Knight) | by(Role::Bishop);
    let rooks = minors | by(Role::Rook);
    Attacked { pawns, minors, rooks, all: rooks | by(Role::Queen) | by(Role::King) }
}

impl Threats {
    pub(crate) fn new(position: &Position) -> Threats {
        let us = position.turn();
        let (own, enemy) = (attacked(position, us), attacked(position, !us));
        let pieces = |role| position.pieces(us, role);
        let minors = pieces(Role::Knight) | pieces(Role::Bishop);
        let by_cheaper = (minors & enemy.pawns)
            | (pieces(Role::Rook) & enemy.minors)
            | (pieces(Role::Queen) & enemy.rooks);
        let men = position.by_color(us).without(pieces(Role::King));
        let loose = position.by_color(!us).without(position.by_role(Role::King) | enemy.all);
        Threats {
            by_pawns: enemy.pawns,
            ours: by_cheaper | (men & enemy.all).without(own.all),
            loose,
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Square;

    use super::*;

    #[test]
    fn cheaper_attackers_and_loose_men() {
        let fen = "4k3/8/2p5/3N3r/8/8/1b6/R3K2B w - - 0 1";
        let threats = Threats::new(&Position::from_fen(fen).unwrap());
        // The knight by a pawn, the rook by a bishop, the bishop by the rook.
        assert!(threats.ours.contains(Square::D5) && threats.ours.contains(Square::A1));
        assert!(threats.ours.contains(Square::H1) && threats.loose.contains(Square::B2));
        assert!(threats.by_pawns.contains(Square::B5));
    }
}

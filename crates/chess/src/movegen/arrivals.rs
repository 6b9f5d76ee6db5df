//! The moves that end on one square: what notation asks for.

use crate::{Bitboard, Move, MoveKind, Position, Role, Square, attacks};

impl Position {
    /// The legal moves of men of this role to this square, castling left out,
    /// in order of the squares they come from. Looks at no other moves: files
    /// of games ask for millions.
    pub fn moves_to(
        &self,
        role: Role,
        to: Square,
        promotion: Option<Role>,
    ) -> impl Iterator<Item = Move> + '_ {
        let us = self.turn;
        let men = match role {
            Role::Pawn => self.pawns_towards(to),
            role => attacks::of(us, role, to, self.occupied()),
        };
        let is_capture = self.piece_at(to).is_some();
        let kind = move |from: Square| match promotion {
            Some(promoted) => MoveKind::promotion(promoted, is_capture),
            None if is_capture => MoveKind::Capture,
            None if role == Role::Pawn && from.file() != to.file() => MoveKind::EnPassant,
            None if role == Role::Pawn && from.distance(to) == 2 => MoveKind::DoublePush,
            None => MoveKind::Quiet,
        };
        let is_possible = promotion
            .is_none_or(|promoted| role == Role::Pawn && Role::PROMOTIONS.contains(&promoted))
            && self.piece_at(to).is_none_or(|target| target.color() != us);
        let men = if is_possible { men & self.pieces(us, role) } else { Bitboard::EMPTY };
        let moves = men.into_iter().map(move |from| Move::new(from, to, kind(from)));
        moves.filter(move |&mv| match role {
            Role::Pawn => self.is_legal(mv),
            // Whoever is attacked from a square attacks it.
            role => self.leaves_king_safe(us, role, mv.from(), to),
        })
    }

    /// Where pawns may stand that get to `to`.
    fn pawns_towards(&self, to: Square) -> Bitboard {
        let them = !self.turn;
        if self.piece_at(to).is_some() || self.en_passant == Some(to) {
            return attacks::pawn(them, to);
        }
        let behind = Bitboard::of(to).forward(them);
        behind | behind.forward(them)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as all legal moves, looked through.
    #[test]
    fn as_among_all_moves() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 99 70",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "4k3/8/8/8/1b2r3/8/3NN3/2N1K3 w - - 0 1",
        ] {
            let start = Position::from_fen(fen).unwrap();
            let replies = start.legal_moves().into_iter().map(|mv| start.after(mv));
            for position in std::iter::once(start).chain(replies) {
                let all = position.legal_moves();
                for (role, to) in
                    Role::ALL.into_iter().flat_map(|role| Square::ALL.map(|to| (role, to)))
                {
                    for promotion in Role::ALL.into_iter().map(Some).chain([None]) {
                        let is_it = |mv: &&Move| {
                            !mv.is_castle()
                                && (mv.to(), mv.promotion()) == (to, promotion)
                                && position.piece_at(mv.from()).map(|p| p.role()) == Some(role)
                        };
                        let mut expected: Vec<Move> = all.iter().filter(is_it).copied().collect();
                        expected.sort_by_key(|mv| mv.from());
                        let found: Vec<Move> = position.moves_to(role, to, promotion).collect();
                        assert_eq!(found, expected, "{position}: {role:?} to {to}");
                    }
                }
            }
        }
    }
}

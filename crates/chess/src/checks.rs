//! Which moves give check, worked out once for a position.

use crate::{Bitboard, ByRole, Move, MoveKind, Piece, Position, Role, Square, attacks};

/// The squares from which each role of the side to move gives check.
#[derive(Clone, Debug)]
pub struct CheckSquares(ByRole<Bitboard>);

impl CheckSquares {
    /// The squares of `position`.
    pub fn new(position: &Position) -> CheckSquares {
        let (us, occupied) = (position.turn(), position.occupied());
        let king = position.king(!us);
        let bishop = attacks::bishop(king, occupied);
        let rook = attacks::rook(king, occupied);
        let none = Bitboard::EMPTY;
        let (pawn, knight) = (attacks::pawn(!us, king), attacks::knight(king));
        CheckSquares(ByRole([pawn, knight, bishop, rook, bishop | rook, none]))
    }

    /// The squares from which men of this role give check.
    #[inline]
    pub(crate) fn of(&self, role: Role) -> Bitboard {
        self.0[role]
    }

    /// Does the man who moves give check from where he arrives? Promoted pawns count as
    /// pawns here, and a rook that castles does not count.
    #[inline]
    pub fn contains(&self, position: &Position, mv: Move) -> bool {
        let role = position.piece_at(mv.from()).map_or(Role::King, Piece::role);
        !mv.is_castle() && self.0[role].contains(mv.to())
    }
}

/// All moves that check the king of the side that is not to move.
///
/// Worth its making where many moves of one position are asked about; for a single
/// one there is [`Position::gives_check`].
#[derive(Clone, Debug)]
pub struct Checks {
    direct: CheckSquares,
    /// Men of the side to move that alone keep a slider of theirs from the king.
    screens: Bitboard,
    king: Square,
}

impl Checks {
    /// The checks of `position`.
    pub fn new(position: &Position) -> Checks {
        let king = position.king(!position.turn());
        Checks { direct: CheckSquares::new(position), screens: screens(position, king), king }
    }

    /// Does a legal move of the position give check, directly or by what it uncovers?
    #[inline]
    pub fn contains(&self, position: &Position, mv: Move) -> bool {
        if mv.is_castle() || mv.is_promotion() || mv.kind() == MoveKind::EnPassant {
            return position.after(mv).is_check();
        }
        self.direct.contains(position, mv)
            || self.screens.contains(mv.from())
                && !attacks::line(self.king, mv.from()).contains(mv.to())
    }
}

fn screens(position: &Position, king: Square) -> Bitboard {
    let (us, occupied) = (position.turn(), position.occupied());
    let queens = position.pieces(us, Role::Queen);
    let rooks = attacks::rook(king, Bitboard::EMPTY) & (position.pieces(us, Role::Rook) | queens);
    let bishops =
        attacks::bishop(king, Bitboard::EMPTY) & (position.pieces(us, Role::Bishop) | queens);
    let ours = position.by_color(us);
    (rooks | bishops)
        .into_iter()
        .map(|slider| attacks::between(king, slider) & occupied)
        .filter(|between| between.len() == 1)
        .fold(Bitboard::EMPTY, |all, screen| all | screen & ours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveList;

    /// Direct and discovered checks, by castling, en passant and promotion too.
    const POSITIONS: [&str; 8] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1",
        "8/6k1/8/3pP3/8/8/1B6/4K3 w - d6 0 1",
        "1n1qk3/P1P1P3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/4N3/8/8/8/4R3/4K3 w - - 0 1",
        "4k3/4P3/8/8/2B5/2N5/8/R3K2Q w - - 0 1",
        "7k/8/5N2/8/3Q4/8/B7/K5R1 w - - 0 1",
    ];

    #[test]
    fn it_says_what_playing_the_move_shows() {
        let mut seen = 0;
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            for first in position.legal_moves() {
                for position in [position, position.after(first)] {
                    let checks = Checks::new(&position);
                    for mv in position.legal_moves() {
                        let given = position.after(mv).is_check();
                        assert_eq!(checks.contains(&position, mv), given, "{position} {mv:?}");
                        seen += u32::from(given);
                    }
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn quiet_checks_are_the_quiet_moves_that_give_check_themselves() {
        let mut seen = 0;
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let replies = |mv| position.after(mv).legal_moves().into_iter().map(move |it| (mv, it));
            for (first, reply) in position.legal_moves().into_iter().flat_map(replies) {
                let position = position.after(first).after(reply);
                let checks = CheckSquares::new(&position);
                let (mut quiets, mut found) = (MoveList::new(), MoveList::new());
                position.quiets(&mut quiets);
                position.quiet_checks(&checks, &mut found);
                let expected: Vec<Move> =
                    quiets.into_iter().filter(|&mv| checks.contains(&position, mv)).collect();
                seen += expected.len();
                assert_eq!(found.into_iter().collect::<Vec<Move>>(), expected, "{position}");
            }
        }
        assert!(seen > 100, "{seen}");
    }
}

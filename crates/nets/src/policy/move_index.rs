//! Which output is whose: moves as numbers.

use std::sync::LazyLock;

use chess::{Bitboard, Color, Move, MoveKind, Piece, Rank, Role, Square, attacks};

use super::Sight;
use crate::nnue::View;

/// Files that a pawn comes from and goes to when it promotes.
const PROMOTION_STEPS: usize = 22;

/// Where promotions begin: moves of each kind of man from any square to any other that
/// he can reach on an empty board.
const PROMOTIONS: usize = 118 + 336 + 560 + 896 + 1456 + 462;

/// Moves that there can be, not counting what they do.
pub const MOVES: usize = PROMOTIONS + 4 * PROMOTION_STEPS;

/// What a move does: each has outputs of its own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Effect {
    /// Nothing of what follows.
    Plain,
    /// It loses material by static exchange evaluation.
    Losing,
    /// It gives check, and loses nothing.
    Check,
}

/// How many effects there are.
pub(super) const EFFECTS: usize = 3;

/// The number of the first move of a role from each square, and where it can go.
static FROM: LazyLock<[[(u16, Bitboard); 64]; 6]> = LazyLock::new(|| {
    let mut next = 0;
    Role::ALL.map(|role| {
        Square::ALL.map(|from| {
            let reach = reach(role, from);
            let first = next;
            next += reach.len() as u16;
            (first, reach)
        })
    })
});

/// Where a man of the lower side can go on an empty board, but for promotions.
fn reach(role: Role, from: Square) -> Bitboard {
    let all = attacks::of(Color::White, role, from, Bitboard::EMPTY);
    match role {
        Role::Pawn if matches!(from.rank(), Rank::First | Rank::Seventh | Rank::Eighth) => {
            Bitboard::EMPTY
        }
        Role::Pawn => {
            let steps = if from.rank() == Rank::Second { 2 } else { 1 };
            (1..=steps).filter_map(|step| from.offset(0, step)).fold(all, |set, to| set | to.into())
        }
        // Castling is the king's move to his rook.
        Role::King if from.rank() == Rank::First => {
            all | (attacks::rook_rays(from) & Bitboard::from_bits(0xff))
        }
        _ => all,
    }
}

impl Sight<'_> {
    /// The output of a legal move, 0 to [`OUTPUTS`](super::OUTPUTS) − 1.
    ///
    /// Squares are those of the view of the side to move. Moves are ordered by the man
    /// (pawn to king), then by where they begin, then by where they end; castling is
    /// the king's move to his rook. Promotions follow: role (knight 0 to queen 3) · 22 +
    /// 3 · file + step − 1, where the step is 0 to the left, 1 ahead, 2 to the right.
    /// [`MOVES`] more for moves that lose material by static exchange evaluation, twice
    /// as many more for others that give check.
    pub fn index(&self, mv: Move) -> usize {
        let Sight { position, view, .. } = *self;
        let us = position.turn();
        let role = position.piece_at(mv.from()).map_or(Role::Pawn, Piece::role);
        let (from, to) = (turned(mv.from(), us, view), turned(mv.to(), us, view));
        self.effect(mv) as usize * MOVES + plain_index(role, from, to, mv.promotion())
    }

    fn effect(&self, mv: Move) -> Effect {
        match self.is_safe(mv) || self.position.see(mv, 0) {
            false => Effect::Losing,
            true if self.checks.contains(self.position, mv) => Effect::Check,
            true => Effect::Plain,
        }
    }

    /// Can nobody take the man where he arrives? Nobody attacks the square now, nor the
    /// one he leaves, so that no line to it opens behind him. An exchange need not be
    /// looked at then.
    fn is_safe(&self, mv: Move) -> bool {
        !self.theirs.contains(mv.to())
            && !self.theirs.contains(mv.from())
            && mv.kind() != MoveKind::EnPassant
    }
}

/// A square as a view has it.
fn turned(square: Square, us: Color, view: View) -> Square {
    let square = square.relative_to(us);
    if view.is_mirrored() { square.flip_horizontal() } else { square }
}

fn plain_index(role: Role, from: Square, to: Square, promotion: Option<Role>) -> usize {
    if let Some(role) = promotion {
        let step = 1 + to.file() as usize - from.file() as usize;
        let role = (role as usize).saturating_sub(Role::Knight as usize);
        return PROMOTIONS + role * PROMOTION_STEPS + 3 * from.file() as usize + step - 1;
    }
    let (first, reach) = FROM[role as usize][from as usize];
    let before = Bitboard::from_bits(reach.bits() & ((1 << to as u8) - 1));
    usize::from(first) + before.len() as usize
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;

    use chess::Position;

    use super::super::OUTPUTS;
    use super::*;

    #[test]
    fn every_move_of_every_man_has_its_own_number() {
        let mut numbers = BTreeSet::new();
        for role in Role::ALL {
            for from in Square::ALL {
                for to in FROM[role as usize][from as usize].1 {
                    assert!(numbers.insert(plain_index(role, from, to, None)));
                }
            }
        }
        assert!(numbers.iter().copied().eq(0..PROMOTIONS));
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in 0..8i8 {
                for to in (from - 1).max(0)..=(from + 1).min(7) {
                    let square = |file: i8, rank: u8| Square::from_index(rank * 8 + file as u8);
                    let (from, to) = (square(from, 6).unwrap(), square(to, 7).unwrap());
                    let index = plain_index(Role::Pawn, from, to, Some(role));
                    assert!(numbers.insert(index), "{from}{to}");
                }
            }
        }
        assert!(numbers.into_iter().eq(0..MOVES));
    }

    fn indices(fen: &str) -> Vec<usize> {
        let position = Position::from_fen(fen).unwrap();
        let moves = position.legal_moves();
        let sight = Sight::new(&position);
        let mut indices: Vec<_> = moves.iter().map(|&mv| sight.index(mv)).collect();
        indices.sort_unstable();
        indices
    }

    #[test]
    fn legal_moves_are_told_apart_whoever_moves() {
        for (one, other) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
            ),
            ("3q2k1/2P5/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/2p5/3Q2K1 b - - 0 1"),
            ("3q2k1/2P5/8/8/8/8/8/K7 w - - 0 1", "1k2q3/5P2/8/8/8/8/8/7K w - - 0 1"),
            // Chess960: the king castles with the rook beside him, in both ways.
            ("6k1/8/8/8/8/8/8/RK5R w KQ - 0 1", "rk5r/8/8/8/8/8/8/6K1 b kq - 0 1"),
        ] {
            let found = indices(one);
            assert_eq!(found, indices(other));
            assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{one}");
            assert!(found[found.len() - 1] < OUTPUTS);
        }
    }

    #[test]
    fn short_cuts_change_nothing() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4r1k1/8/8/8/4R3/8/8/4K2b w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/6k1/8/3pP3/8/8/1B6/4K3 w - d6 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for first in position.legal_moves() {
                let position = position.after(first);
                let sight = Sight::new(&position);
                for mv in position.legal_moves() {
                    let expected = match position.see(mv, 0) {
                        false => Effect::Losing,
                        true if position.gives_check(mv) => Effect::Check,
                        true => Effect::Plain,
                    };
                    assert_eq!(sight.effect(mv), expected, "{position} {mv:?}");
                }
            }
        }
    }

    #[test]
    fn what_a_move_does_counts() {
        let position = Position::from_fen("4k3/8/4p3/8/8/2N5/8/K7 w - - 0 1").unwrap();
        let effect =
            |san: &str| Sight::new(&position).index(position.parse_san(san).unwrap()) / MOVES;
        assert_eq!(effect("Ne4"), Effect::Plain as usize);
        assert_eq!(effect("Nd5"), Effect::Losing as usize);
        let position = Position::from_fen("4k3/8/8/8/8/2N5/8/K2Q4 w - - 0 1").unwrap();
        let mv = position.parse_san("Qe1+").unwrap();
        assert_eq!(Sight::new(&position).index(mv) / MOVES, Effect::Check as usize);
        assert_eq!(EFFECTS, Effect::Check as usize + 1);
    }
}

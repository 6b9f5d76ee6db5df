//! What the net of moves sees of a position.

use arrayvec::ArrayVec;
use chess::{Bitboard, Checks, Color, Position, Role};

use crate::nnue::{FEATURES, KingBuckets, View};

/// One feature for each man of a lawful position.
pub type ActiveFeatures = ArrayVec<u16, 32>;

/// A position as the net sees it: what its features and the numbers of its moves come
/// from.
#[derive(Debug)]
pub struct Sight<'a> {
    pub(super) position: &'a Position,
    pub(super) view: View,
    /// Squares that the side to move attacks.
    ours: Bitboard,
    /// Squares that the other side attacks.
    pub(super) theirs: Bitboard,
    pub(super) checks: Checks,
}

impl Sight<'_> {
    /// A look at `position`.
    pub fn new(position: &Position) -> Sight<'_> {
        let us = position.turn();
        Sight {
            position,
            view: View::of(position, us, &KingBuckets::ONE),
            ours: attacked(position, us),
            theirs: attacked(position, !us),
            checks: Checks::new(position),
        }
    }

    /// The features that are on: that of the man in the view of the side to move (0 to
    /// 767), and 768 more if the other side attacks him, and 1536 more if his own
    /// defends him. In ascending order of the squares on the board.
    pub fn features(&self) -> ActiveFeatures {
        let Sight { position, view, ours, theirs, .. } = *self;
        let us = position.turn();
        let men = position.board().iter().map(|(square, piece)| {
            let (friends, enemies) =
                if piece.color() == us { (ours, theirs) } else { (theirs, ours) };
            let attacked = usize::from(enemies.contains(square));
            let defended = usize::from(friends.contains(square));
            ((2 * defended + attacked) * FEATURES + view.feature(piece, square)) as u16
        });
        men.collect()
    }
}

/// All squares that a side attacks.
fn attacked(position: &Position, color: Color) -> Bitboard {
    let by = |role: &Role| position.board().attacked_by(color, *role);
    Role::ALL.iter().map(by).fold(Bitboard::EMPTY, |all, some| all | some)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn features(fen: &str) -> Vec<u16> {
        let mut features = Sight::new(&Position::from_fen(fen).unwrap()).features().to_vec();
        features.sort_unstable();
        features
    }

    #[test]
    fn men_know_who_attacks_and_who_defends_them() {
        // King b1 not mirrored. The pawn a2 is defended by the king and attacked by the
        // rook a8, which nobody attacks and the king b8 defends.
        let found = features("rk6/8/8/8/8/8/P7/1K6 w - - 0 1");
        let king = 5 * 64 + 1;
        let rook = 384 + 3 * 64 + 56;
        let other_king = 384 + 5 * 64 + 57;
        let mut expected = vec![8 + 3 * 768, king, rook + 2 * 768, other_king + 2 * 768]
            .into_iter()
            .collect::<Vec<u16>>();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn both_colours_and_wings_look_alike() {
        let one = features("4k2q/8/8/2n5/8/8/P7/1K6 w - - 0 1");
        assert_eq!(features("1k6/p7/8/8/2N5/8/8/4K2Q b - - 0 1"), one);
        assert_eq!(features("q2k4/8/8/5n2/8/8/7P/6K1 w - - 0 1"), one);
        assert!(one.iter().all(|&feature| usize::from(feature) < super::super::INPUTS));
    }
}

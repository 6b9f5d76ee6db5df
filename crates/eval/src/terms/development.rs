//! Pieces that have not come into play.

use chess::{Bitboard, Role, Square};

use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

const fn pair(a: Square, b: Square) -> Bitboard {
    Bitboard::from_bits(Bitboard::of(a).bits() | Bitboard::of(b).bits())
}

/// Where knights and bishops start.
const KNIGHT_HOMES: Bitboard = pair(Square::B1, Square::G1);
const BISHOP_HOMES: Bitboard = pair(Square::C1, Square::F1);

/// A king that has walked instead of castling, and the corner where it shuts
/// a rook in.
const SHUT_IN: [(Bitboard, Bitboard); 2] = [
    (pair(Square::F1, Square::G1), pair(Square::G1, Square::H1)),
    (pair(Square::B1, Square::C1), pair(Square::A1, Square::B1)),
];

/// Adds minor pieces at home, an early queen, shut-in rooks and the right to
/// castle.
#[inline]
pub(crate) fn add<R: Recorder>(view: &View, tally: &mut Tally<'_, R>) {
    let knights = (view.ours(Role::Knight) & KNIGHT_HOMES).len();
    let bishops = (view.ours(Role::Bishop) & BISHOP_HOMES).len();
    tally.add_times(Term::Development, W.undeveloped.at(0), knights);
    tally.add_times(Term::Development, W.undeveloped.at(1), bishops);
    if view.ours(Role::Queen).without(Square::D1.into()).any() {
        tally.add_times(Term::Development, W.early_queen.one(), knights + bishops);
    }
    tally.add_times(Term::Development, W.castling_right.one(), view.castling_rights);
    for (king, corner) in SHUT_IN {
        if king.contains(view.king) && corner.intersects(view.ours(Role::Rook)) {
            tally.add(Term::Development, W.shut_in_rook.one());
        }
    }
}

//! Bishops.

use chess::{Bitboard, Color, Role, attacks};

use crate::area::{CENTER, LONG_DIAGONALS, MIDDLE_FILES};
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term, Terms};

/// Adds the pair, pawns in the way, long diagonals.
#[inline]
pub(crate) fn add<T: Terms, R: Recorder>(view: &View, terms: &T, tally: &mut Tally<'_, R>) {
    let bishops = view.ours(Role::Bishop);
    let colours = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];
    if terms.has(Term::BishopPair) && colours.iter().all(|&colour| bishops.intersects(colour)) {
        tally.add(Term::BishopPair, W.bishop_pair.one());
    }
    if !terms.has(Term::Bishops) {
        return;
    }
    let pawns = view.ours(Role::Pawn);
    let blocked = pawns & view.occupied().forward(Color::Black) & MIDDLE_FILES;
    for colour in colours {
        let count = (bishops & colour).len();
        if count > 0 {
            let (all, stuck) = ((pawns & colour).len(), (blocked & colour).len());
            tally.add_times(Term::Bishops, W.bishop_pawns.at(0), count * all);
            tally.add_times(Term::Bishops, W.bishop_pawns.at(1), count * stuck);
        }
    }
    for bishop in bishops & LONG_DIAGONALS {
        if (attacks::bishop(bishop, view.pawns()) & CENTER).more_than_one() {
            tally.add(Term::Bishops, W.bishop_long_diagonal.one());
        }
    }
}

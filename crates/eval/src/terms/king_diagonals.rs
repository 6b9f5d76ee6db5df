//! Diagonals on which the enemy aims at the king.

use chess::{Role, attacks};

use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// Adds bishops and queens that see the king through pieces but not through
/// pawns, and batteries of both.
#[inline]
pub(crate) fn add<R: Recorder>(view: &View, tally: &mut Tally<'_, R>) {
    let aiming = view.theirs(Role::Bishop) | view.theirs(Role::Queen);
    if attacks::bishop_rays(view.king).is_disjoint(aiming) {
        return;
    }
    let open = attacks::bishop(view.king, view.pawns());
    let (bishops, queens) = (open & view.theirs(Role::Bishop), open & view.theirs(Role::Queen));
    tally.add_times(Term::KingDiagonals, W.king_diagonals.at(0), bishops.len());
    for queen in queens {
        tally.add(Term::KingDiagonals, W.king_diagonals.at(1));
        if attacks::line(view.king, queen).intersects(bishops) {
            tally.add(Term::KingDiagonals, W.king_diagonals.at(2));
        }
    }
}

//! Minor pieces that pawns cannot drive away.

use chess::{Color, Role};

use crate::area::{downwards, ranks};
use crate::attack_map::AttackMap;
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// Adds outposts, and minor pieces sheltered by a pawn.
#[inline]
pub(crate) fn add<R: Recorder>(
    view: &View,
    ours: &AttackMap,
    theirs: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    let (knights, bishops) = (view.ours(Role::Knight), view.ours(Role::Bishop));
    // All that an enemy pawn attacks now or after advancing.
    let contested = downwards(theirs.by(Role::Pawn));
    let squares = ranks(3, 5).without(contested);
    let defended = squares & ours.by(Role::Pawn);

    let knight = |set: chess::Bitboard| (knights & set).len();
    let bishop = |set: chess::Bitboard| (bishops & set).len();
    tally.add_times(Term::Outposts, W.knight_outpost.at(0), knight(squares.without(defended)));
    tally.add_times(Term::Outposts, W.knight_outpost.at(1), knight(defended));
    tally.add_times(Term::Outposts, W.bishop_outpost.at(0), bishop(squares.without(defended)));
    tally.add_times(Term::Outposts, W.bishop_outpost.at(1), bishop(defended));
    let reachable = (ours.by(Role::Knight) & defended).without(view.us);
    if reachable.any() {
        tally.add(Term::Outposts, W.knight_reaches_outpost.one());
    }
    let behind = view.pawns().forward(Color::Black) & ranks(1, 4);
    tally.add_times(Term::Outposts, W.minor_behind_pawn.at(0), knight(behind));
    tally.add_times(Term::Outposts, W.minor_behind_pawn.at(1), bishop(behind));
}

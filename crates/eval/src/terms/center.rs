//! The centre.

use chess::Role;

use crate::area::CENTER;
use crate::attack_map::AttackMap;
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// Adds pawns in the centre and control of it.
#[inline]
pub(crate) fn add<R: Recorder>(view: &View, ours: &AttackMap, tally: &mut Tally<'_, R>) {
    let count = (view.ours(Role::Pawn) & CENTER).len();
    tally.add_times(Term::Center, W.center_pawns.one(), count);
    let by_pawns = (ours.by(Role::Pawn) & CENTER).len();
    tally.add_times(Term::Center, W.center_attacks.at(0), by_pawns);
    let by_minors = (ours.by_minors() & CENTER).len();
    tally.add_times(Term::Center, W.center_attacks.at(1), by_minors);
}

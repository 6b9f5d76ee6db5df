//! Room behind the own pawns.

use chess::Role;

use crate::area::{MIDDLE_FILES, downwards, ranks};
use crate::attack_map::AttackMap;
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// Adds safe squares on the middle files.
#[inline]
pub(crate) fn add<R: Recorder>(view: &View, theirs: &AttackMap, tally: &mut Tally<'_, R>) {
    let pawns = view.ours(Role::Pawn);
    let safe = (MIDDLE_FILES & ranks(1, 3)).without(pawns | theirs.by(Role::Pawn));
    let behind = (safe & downwards(pawns)).without(theirs.all);
    tally.add_times(Term::Space, W.space.at(0), safe.len());
    tally.add_times(Term::Space, W.space.at(1), behind.len());
}

//! Rooks on good files and ranks, and those that have none.

use chess::{Rank, Role, Square};

use crate::area::{files_of, ranks};
use crate::attack_map::AttackMap;
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// A rook that reaches at most so many squares may be trapped.
const TRAPPED: u32 = 3;

/// Adds what all rooks of one side are seen to do at once.
#[inline]
pub(crate) fn add<R: Recorder>(view: &View, ours: &AttackMap, tally: &mut Tally<'_, R>) {
    let rooks = view.ours(Role::Rook);
    if rooks.is_empty() {
        return;
    }
    let without_own = rooks.without(files_of(view.ours(Role::Pawn)));
    let open = without_own.without(files_of(view.theirs(Role::Pawn)));
    tally.add_times(Term::Rooks, W.rook_file.at(0), open.len());
    tally.add_times(Term::Rooks, W.rook_file.at(1), without_own.without(open).len());

    let worthwhile =
        view.enemy_king.rank() == Rank::Eighth || view.theirs(Role::Pawn).intersects(ranks(6, 6));
    if worthwhile {
        let count = (rooks & ranks(6, 6)).len();
        tally.add_times(Term::Rooks, W.rook_seventh.one(), count);
    }
    if rooks.intersects(ours.by(Role::Rook)) {
        tally.add(Term::Rooks, W.rook_connected.one());
    }
}

/// Adds a rook with few squares between its king and the edge.
#[inline(always)]
pub(crate) fn add_trapped<R: Recorder>(
    view: &View,
    rook: Square,
    mobility: u32,
    tally: &mut Tally<'_, R>,
) {
    let (king, file) = (view.king.file(), rook.file());
    let outside = if (king as u8) < 4 { file < king } else { file > king };
    if mobility <= TRAPPED && outside {
        tally.add(Term::Rooks, W.rook_trapped.one());
    }
}

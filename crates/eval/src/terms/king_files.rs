//! Open and half-open files at the king.

use chess::{Bitboard, Role};

use crate::area::{beside, files_of};
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// Adds them.
pub(crate) fn add<R: Recorder>(view: &View, tally: &mut Tally<'_, R>) {
    let without_own = !files_of(view.ours(Role::Pawn));
    let open = without_own.without(files_of(view.theirs(Role::Pawn)));
    let (own_file, neighbours) = (Bitboard::from(view.king.file()), beside(view.king.file()));
    for (place, files) in [(0, open), (2, without_own.without(open))] {
        if own_file.intersects(files) {
            tally.add(Term::KingFiles, W.king_files.at(place));
        }
        let count = (neighbours & files).len() / 8;
        tally.add_times(Term::KingFiles, W.king_files.at(place + 1), count);
    }
}

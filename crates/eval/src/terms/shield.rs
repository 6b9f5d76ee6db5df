//! Own and enemy pawns before the king.

use chess::{Bitboard, File, Role};

use crate::area::{ahead, edge_distance, inner};
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term, Terms};

/// Adds shield and storm on the three files around the king.
pub(crate) fn add<T: Terms, R: Recorder>(view: &View, terms: &T, tally: &mut Tally<'_, R>) {
    let before = ahead(view.king) | view.king.rank().into();
    let middle = inner(view.king).file() as usize;
    for file in &File::ALL[middle - 1..=middle + 1] {
        let row = edge_distance(*file) * 8;
        let nearest = |pawns: Bitboard| {
            // No pawn stands on the first rank, so 0 is free for "none".
            (pawns & before & (*file).into()).first().map_or(0, |square| square.rank() as usize)
        };
        let (own, enemy) = (nearest(view.ours(Role::Pawn)), nearest(view.theirs(Role::Pawn)));
        if terms.has(Term::Shield) {
            tally.add(Term::Shield, W.shield.at(row + own));
        }
        if terms.has(Term::Storm) {
            let blocked = own != 0 && enemy == own + 1;
            let weight = if blocked { W.storm_blocked.at(enemy) } else { W.storm.at(row + enemy) };
            tally.add(Term::Storm, weight);
        }
    }
}

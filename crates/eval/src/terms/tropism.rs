//! Pieces that are near the enemy king.

use chess::{Role, Square};

use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// Adds the nearness of a knight, bishop, rook or queen.
#[inline(always)]
pub(crate) fn add<R: Recorder>(view: &View, role: Role, square: Square, tally: &mut Tally<'_, R>) {
    let nearness = 7 - square.distance(view.enemy_king) as u32;
    tally.add_times(Term::Tropism, W.tropism.at(role as usize - 1), nearness);
}

//! How many useful squares a piece reaches.

use chess::{Bitboard, Color, Role};

use crate::area::ranks;
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// The squares worth going to: not where enemy pawns take (`attacked`), nor
/// where own men stand that will hardly make room.
#[inline]
pub(crate) fn area(view: &View, attacked: Bitboard) -> Bitboard {
    let pawns = view.ours(Role::Pawn);
    let stuck = pawns & (view.occupied().forward(Color::Black) | ranks(1, 2));
    !(stuck | view.ours(Role::King) | view.ours(Role::Queen) | attacked)
}

/// Adds the mobility of one piece that reaches `count` squares.
#[inline(always)]
pub(crate) fn add<R: Recorder>(role: Role, count: u32, tally: &mut Tally<'_, R>) {
    let count = count as usize;
    let weight = match role {
        Role::Knight => W.knight_mobility.at(count),
        Role::Bishop => W.bishop_mobility.at(count),
        Role::Rook => W.rook_mobility.at(count),
        Role::Queen => W.queen_mobility.at(count),
        Role::Pawn | Role::King => return,
    };
    tally.add(Term::Mobility, weight);
}

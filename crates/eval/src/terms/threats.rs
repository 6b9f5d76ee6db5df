//! Attacks on enemy men.

use chess::{Bitboard, Color, Role, attacks};

use crate::area::ranks;
use crate::attack_map::{AttackMap, pawn_attacks_from};
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const TARGETS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Adds the threats of one side.
#[inline]
pub(crate) fn add<R: Recorder>(
    view: &View,
    ours: &AttackMap,
    theirs: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    let guarded = theirs.by(Role::Pawn) | theirs.twice.without(ours.twice);
    add_direct(view, ours, theirs, tally);
    add_pushes(view, ours, theirs, tally);
    add_on_queen(view, guarded, ours, tally);
    let restricted = (theirs.all & ours.all).without(guarded);
    tally.add_times(Term::Threats, W.restricted.one(), restricted.len());
}

/// Men that are attacked now.
#[inline]
fn add_direct<R: Recorder>(
    view: &View,
    ours: &AttackMap,
    theirs: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    for (place, role) in OFFICERS.into_iter().enumerate() {
        let count = (view.theirs(role) & ours.by(Role::Pawn)).len();
        tally.add_times(Term::Threats, W.threat_by_pawn.at(place), count);
    }
    let minors = ours.by_minors();
    let rooks = ours.by(Role::Rook);
    let hanging = ours.all.without(theirs.all);
    for (place, role) in TARGETS.into_iter().enumerate() {
        let targets = view.theirs(role);
        // To attack an equal that a pawn defends is no threat.
        let unguarded = targets.without(theirs.by(Role::Pawn));
        let (for_minor, for_rook) = match role {
            Role::Queen => (targets, targets),
            Role::Rook => (targets, unguarded),
            _ => (unguarded, unguarded),
        };
        tally.add_times(Term::Threats, W.threat_by_minor.at(place), (for_minor & minors).len());
        tally.add_times(Term::Threats, W.threat_by_rook.at(place), (for_rook & rooks).len());
        tally.add_times(Term::Threats, W.hanging.at(place), (targets & hanging).len());
    }
    if view.to_move {
        let pieces = view.them.without(view.theirs(Role::Pawn));
        let by_pawns = (pieces & ours.by(Role::Pawn)).len();
        tally.add_times(Term::Threats, W.threat_to_move.at(0), by_pawns);
        let loose = (view.them & hanging).len();
        tally.add_times(Term::Threats, W.threat_to_move.at(1), loose);
    }
    if (ours.by(Role::King) & view.them).without(theirs.all).any() {
        tally.add(Term::Threats, W.threat_by_king.one());
    }
}

/// Pawns that can step to where they attack a piece.
#[inline]
fn add_pushes<R: Recorder>(
    view: &View,
    ours: &AttackMap,
    theirs: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    let free = !view.occupied();
    let single = view.ours(Role::Pawn).forward(Color::White) & free;
    let double = (single & ranks(2, 2)).forward(Color::White) & free;
    let safe = (ours.all | !theirs.all).without(theirs.by(Role::Pawn));
    let attacked = pawn_attacks_from((single | double) & safe);
    let pieces = view.them.without(view.theirs(Role::Pawn) | view.enemy_king.into());
    let count = (attacked & pieces).without(ours.by(Role::Pawn)).len();
    tally.add_times(Term::Threats, W.threat_by_push.one(), count);
}

/// Squares from which a piece can attack the queen safely.
#[inline]
fn add_on_queen<R: Recorder>(
    view: &View,
    guarded: Bitboard,
    ours: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    let Some(queen) = view.theirs(Role::Queen).single() else { return };
    let safe = !(guarded | view.us);
    let knights = attacks::knight(queen) & ours.by(Role::Knight) & safe;
    tally.add_times(Term::Threats, W.threat_on_queen.at(0), knights.len());
    let occupied = view.occupied();
    let sliders = attacks::bishop(queen, occupied) & ours.by(Role::Bishop)
        | attacks::rook(queen, occupied) & ours.by(Role::Rook);
    let count = (sliders & safe & ours.twice).len();
    tally.add_times(Term::Threats, W.threat_on_queen.at(1), count);
}

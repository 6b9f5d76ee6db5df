//! Passed pawns.

use chess::{Bitboard, Role, Square, attacks};

use crate::area::ahead;
use crate::attack_map::AttackMap;
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// Kings are compared with passed pawns from rank 4 on.
const ADVANCED: usize = 3;

#[inline]
fn step(pawn: Square) -> Square {
    pawn.offset(0, 1).unwrap_or(pawn)
}

/// Adds what depends on pawns and kings alone.
pub(crate) fn add_fixed<R: Recorder>(view: &View, passed: Bitboard, tally: &mut Tally<'_, R>) {
    for pawn in passed {
        let rank = pawn.rank() as usize;
        tally.add(Term::Passed, W.passed_rank.at(rank));
        if rank >= ADVANCED {
            let step = step(pawn);
            let distance = |king: Square| king.distance(step) as usize;
            tally.add(Term::Passed, W.passed_own_king.at(distance(view.king)));
            tally.add(Term::Passed, W.passed_enemy_king.at(distance(view.enemy_king)));
        }
    }
}

/// Adds what depends on the pieces.
#[inline]
pub(crate) fn add_moving<R: Recorder>(
    view: &View,
    passed: Bitboard,
    ours: &AttackMap,
    theirs: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    for pawn in passed {
        let (rank, step) = (pawn.rank() as usize, step(pawn));
        let way = ahead(pawn) & pawn.file().into();
        if view.them.contains(step) {
            tally.add(Term::Passed, W.passed_blocked.at(rank));
        } else if !(theirs.all | view.us).contains(step) {
            tally.add(Term::Passed, W.passed_safe_step.at(rank));
        }
        if ours.all.contains(step) {
            tally.add(Term::Passed, W.passed_defended_step.at(rank));
        }
        if way.is_disjoint(view.occupied() | theirs.all) {
            tally.add(Term::Passed, W.passed_safe_way.at(rank));
        }
        let behind = attacks::rook(pawn, view.occupied()) & pawn.file().into();
        let behind = behind.without(way);
        if behind.intersects(view.ours(Role::Rook)) {
            tally.add(Term::Passed, W.passed_rook_behind.one());
        } else if behind.intersects(view.theirs(Role::Rook)) {
            tally.add(Term::Passed, W.passed_enemy_rook_behind.one());
        }
    }
    let enemy_pieces = view.them.without(view.theirs(Role::Pawn) | view.enemy_king.into());
    if enemy_pieces.is_empty() && passed.into_iter().any(|pawn| is_unstoppable(view, pawn)) {
        tally.add(Term::Passed, W.passed_unstoppable.one());
    }
}

/// Does the enemy king come too late to the square of promotion?
fn is_unstoppable(view: &View, pawn: Square) -> bool {
    let way = ahead(pawn) & pawn.file().into();
    let Some(goal) = way.last() else { return false };
    // From its first square a pawn makes two steps at once.
    let steps = way.len().min(5) as i32;
    let moves = view.enemy_king.distance(goal) as i32 - !view.to_move as i32;
    way.is_disjoint(view.occupied()) && moves > steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Color, Position};

    #[test]
    fn the_rule_of_the_square() {
        for (fen, expected) in [
            ("8/8/8/P3k3/8/8/8/K7 w - - 0 1", true),
            ("8/8/8/P3k3/8/8/8/K7 b - - 0 1", false),
            ("8/8/8/P2k4/8/8/8/K7 w - - 0 1", false),
            ("8/K7/P7/4k3/8/8/8/8 w - - 0 1", false),
            ("8/8/8/5k2/8/8/P7/K7 b - - 0 1", false),
            ("8/8/8/6k1/8/8/P7/K7 w - - 0 1", true),
        ] {
            let view = View::new(&Position::from_fen(fen).unwrap(), Color::White);
            let pawn = view.ours(Role::Pawn).first().unwrap();
            assert_eq!(is_unstoppable(&view, pawn), expected, "{fen}");
        }
    }
}

//! `simplified`: the terms of the system `pychess`.

use chess::{Bitboard, Role};

use super::hand_set::HandSetTerm;
use super::params::{
    AROUND_ATTACKED, AROUND_OCCUPIED, CENTER_ATTACKED, CENTER_OCCUPIED, DOUBLED, ISOLATED, PASSED,
    SHIELD,
};
use super::sight::Sight;
use super::simplified_tables::{MATERIAL, square_value};
use crate::area::{CENTER, downwards};
use crate::terms::pawns;

pub(crate) const TERMS: [HandSetTerm; 6] = [
    HandSetTerm { name: "material", about: "What the men are worth.", value: material },
    HandSetTerm { name: "squares", about: "Where each man stands.", value: squares },
    HandSetTerm { name: "pawns", about: "Doubled and isolated pawns.", value: pawn_structure },
    HandSetTerm { name: "passed", about: "Passed pawns: how far they are.", value: passed },
    HandSetTerm { name: "shield", about: "Own pawns before the king.", value: shield },
    HandSetTerm {
        name: "center",
        about: "Men in and around the centre, and which of these squares are attacked.",
        value: center,
    },
];

/// c3 to f6 without the centre itself.
const AROUND: Bitboard = Bitboard::from_bits(0x0000_3C24_243C_0000);

pub(crate) fn material(sight: &Sight<'_>) -> i32 {
    let count = |role| sight.view.ours(role).len() as i32;
    Role::ALL.into_iter().map(|role| count(role) * MATERIAL[role as usize]).sum()
}

pub(crate) fn squares(sight: &Sight<'_>) -> i32 {
    let men = Role::ALL
        .into_iter()
        .flat_map(|role| sight.view.ours(role).into_iter().map(move |square| (role, square)));
    men.map(|(role, square)| square_value(role, square, sight.endgame)).sum()
}

fn pawn_structure(sight: &Sight<'_>) -> i32 {
    let pawns = sight.view.ours(Role::Pawn);
    let doubled = (pawns & downwards(pawns.shifted(0, -1))).len() as i32;
    DOUBLED * doubled + ISOLATED * sight.isolated_pawns().len() as i32
}

fn passed(sight: &Sight<'_>) -> i32 {
    pawns::passed(&sight.view).into_iter().map(|square| PASSED[square.rank() as usize]).sum()
}

/// The two ranks before the king, three files wide.
fn shield(sight: &Sight<'_>) -> i32 {
    if sight.endgame {
        return 0;
    }
    let king = Bitboard::of(sight.view.king);
    let wide = king | king.shifted(-1, 0) | king.shifted(1, 0);
    let before = wide.shifted(0, 1) | wide.shifted(0, 2);
    SHIELD * (before & sight.view.ours(Role::Pawn)).len() as i32
}

fn center(sight: &Sight<'_>) -> i32 {
    let men = sight.view.us.without(sight.view.king.into());
    let count = |squares: Bitboard| squares.len() as i32;
    CENTER_OCCUPIED * count(men & CENTER)
        + CENTER_ATTACKED * count(sight.ours & CENTER)
        + AROUND_OCCUPIED * count(men & AROUND)
        + AROUND_ATTACKED * count(sight.ours & AROUND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origins::sight::of;

    #[test]
    fn start_position() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(of(material, fen), [4000; 2]);
        assert_eq!(of(squares, fen), [-95; 2]);
        assert_eq!(of(shield, fen), [30; 2]);
        assert_eq!(of(pawn_structure, fen), [0; 2]);
        // Knights and pawns attack c3 to f3; nobody attacks beyond.
        assert_eq!(of(center, fen), [4 * AROUND_ATTACKED; 2]);
    }

    #[test]
    fn pawns_and_king() {
        // Of doubled pawns the first one can pass.
        let fen = "4k3/8/P7/7p/4P3/4P3/8/4K3 w - - 0 1";
        assert_eq!(of(pawn_structure, fen), [DOUBLED + 3 * ISOLATED, ISOLATED]);
        assert_eq!(of(passed, fen), [PASSED[5] + PASSED[3], PASSED[3]]);
        assert_eq!(of(shield, fen), [0; 2]);
        assert!(PASSED[1..7].is_sorted_by(|a, b| a < b));
        let castled = "r2q1rk1/5p1p/6p1/8/8/8/5PPP/R2Q1RK1 w - - 0 1";
        assert_eq!(of(shield, castled), [3 * SHIELD; 2]);
    }

    #[test]
    fn centre() {
        let fen = "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1";
        // d4 and e4 are occupied; d5, e5, c5 and f5 are attacked.
        let value = 2 * CENTER_OCCUPIED + 2 * CENTER_ATTACKED + 2 * AROUND_ATTACKED;
        assert_eq!(of(center, fen), [value, 0]);
        assert_eq!((CENTER.len(), AROUND.len()), (4, 12));
    }
}

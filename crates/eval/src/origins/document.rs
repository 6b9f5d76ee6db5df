//! `document`: the terms of a design document, in tenths of a centipawn.

use chess::{Bitboard, Role};

use super::hand_set::HandSetTerm;
use super::sight::Sight;
use super::simplified;
use super::simplified_tables::MATERIAL;
use crate::area::CENTER;

/// 0.1 is the smallest weight.
pub(crate) const PER_CENTIPAWN: i32 = 10;

// The weights as the document gives them, times ten.

/// 0.1 for a legal move, a square of the centre, a minor piece at home.
const TENTH: i32 = 1;
/// 50 for an isolated pawn, and for each man that attacks the king.
const FIFTY: i32 = 50 * PER_CENTIPAWN;
/// 50 hundredths of a hanging man's value, 5 × 0.1 of that of one that attacks the
/// king.
const HALF: i32 = PER_CENTIPAWN / 2;

pub(crate) const TERMS: [HandSetTerm; 9] = [
    HandSetTerm {
        name: "material",
        about: "What the men are worth.",
        value: |sight| PER_CENTIPAWN * simplified::material(sight),
    },
    HandSetTerm {
        name: "squares",
        about: "Where each man stands.",
        value: |sight| PER_CENTIPAWN * simplified::squares(sight),
    },
    HandSetTerm { name: "mobility", about: "How many legal moves there are.", value: mobility },
    HandSetTerm { name: "center", about: "Which of d4, e4, d5, e5 are attacked.", value: center },
    HandSetTerm {
        name: "development",
        about: "Minor pieces that are still at home.",
        value: development,
    },
    HandSetTerm { name: "isolated", about: "Isolated pawns.", value: isolated },
    HandSetTerm {
        name: "king-safety",
        about: "How many men attack the own king.",
        value: king_safety,
    },
    HandSetTerm {
        name: "hanging",
        about: "Own men that are attacked and not defended, by their value.",
        value: hanging,
    },
    HandSetTerm {
        name: "king-attack",
        about: "Own men that attack the enemy king, by their value.",
        value: attack_potential,
    },
];

/// The side that waits has the moves that it would have if it were its turn. In
/// check nobody can pass the turn, and mobility is left out for both.
fn mobility(sight: &Sight<'_>) -> i32 {
    let mut position = *sight.position;
    if position.is_check() {
        return 0;
    }
    if position.turn() != sight.color {
        position.play_null();
    }
    TENTH * position.legal_moves().len() as i32
}

fn center(sight: &Sight<'_>) -> i32 {
    TENTH * (sight.ours & CENTER).len() as i32
}

/// Knights on b1 and g1, bishops on c1 and f1.
fn development(sight: &Sight<'_>) -> i32 {
    const KNIGHTS: Bitboard = Bitboard::from_bits(0x42);
    const BISHOPS: Bitboard = Bitboard::from_bits(0x24);
    let home = sight.view.ours(Role::Knight) & KNIGHTS | sight.view.ours(Role::Bishop) & BISHOPS;
    -TENTH * home.len() as i32
}

fn isolated(sight: &Sight<'_>) -> i32 {
    -FIFTY * sight.isolated_pawns().len() as i32
}

fn king_safety(sight: &Sight<'_>) -> i32 {
    // Only the side to move can be in check.
    if sight.position.turn() == sight.color {
        -FIFTY * sight.position.checkers().len() as i32
    } else {
        0
    }
}

fn hanging(sight: &Sight<'_>) -> i32 {
    let hanging = sight.theirs.without(sight.ours);
    let count = |role| (sight.view.ours(role) & hanging).len() as i32;
    // The king is worth nothing in this table, so he is left out.
    -HALF * Role::ALL.into_iter().map(|role| count(role) * MATERIAL[role as usize]).sum::<i32>()
}

fn attack_potential(sight: &Sight<'_>) -> i32 {
    HALF * sight.king_attackers().map(|role| MATERIAL[role as usize]).sum::<i32>()
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::origins::sight::of;
    use crate::{Evaluator, HandSet};

    #[test]
    fn small_terms() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(of(mobility, start), [20; 2]);
        assert_eq!(of(development, start), [-4; 2]);
        assert_eq!(of(center, start), [0; 2]);
        let opened = "rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1";
        assert_eq!(of(center, opened), [3, 0]);
        assert_eq!(of(development, opened), [-3, -4]);
        assert_eq!(of(isolated, "4k3/p1p5/8/8/8/8/PP2P3/4K3 w - - 0 1"), [-500, -1000]);
    }

    #[test]
    fn men_that_hang_and_men_that_check() {
        // The rook defends the knight…
        let fen = "4k3/8/8/3p4/4N3/8/8/K3R3 b - - 0 1";
        assert_eq!(of(hanging, fen), [0, 0]);
        // …or gives check.
        let fen = "4k3/8/8/3p4/2N5/8/8/K3R3 b - - 0 1";
        assert_eq!(of(hanging, fen), [-1600, 0]);
        assert_eq!(of(king_safety, fen), [0, -500]);
        assert_eq!(of(attack_potential, fen), [2500, 0]);
        assert_eq!(of(mobility, fen), [0, 0]);
    }

    #[test]
    fn fractions_are_added_before_they_are_rounded() {
        // Twice a tenth of a centipawn in two terms would be lost one by one.
        let position = Position::initial();
        let position = position.after(position.parse_uci("g1f3").unwrap());
        let trace = HandSet::DOCUMENT.trace(&position);
        let total = trace.total().middlegame;
        assert_ne!(total % PER_CENTIPAWN, 0, "{trace}");
        assert_eq!(trace.white, total / PER_CENTIPAWN);
        assert!(trace.to_string().contains("+0.002"), "{trace}");
        let mobility = &trace.lines[2];
        assert_eq!((mobility.term, trace.worth(mobility)), ("mobility", 0));
    }
}

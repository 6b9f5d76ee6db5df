//! Margins, reductions and bonuses: small pure functions of depth and the
//! like, apart from the search that uses them.

use std::sync::LazyLock;

use crate::params::*;

/// How far above beta the evaluation must be to give a node up.
#[inline]
pub(crate) fn reverse_futility(depth: i32, improving: bool) -> i32 {
    REVERSE_FUTILITY_MARGIN * depth - if improving { REVERSE_FUTILITY_IMPROVING } else { 0 }
}

/// How far below alpha the evaluation must be to fall into quiescence.
#[inline]
pub(crate) fn razoring(depth: i32) -> i32 {
    RAZORING_MARGIN * depth
}

/// How many plies a null move saves.
#[inline]
pub(crate) fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    NULL_MOVE_BASE
        + depth / NULL_MOVE_DIVISOR
        + (above_beta / NULL_MOVE_EVAL_STEP).clamp(0, NULL_MOVE_EVAL_MOST)
}

/// How far below alpha the evaluation must be to leave out quiet moves.
#[inline]
pub(crate) fn futility(depth: i32) -> i32 {
    FUTILITY_BASE + FUTILITY_MARGIN * depth
}

/// How many moves are looked at before quiet ones are left out.
#[inline]
pub(crate) fn late_move_count(depth: i32, improving: bool) -> i32 {
    let count = LATE_MOVE_BASE + depth * depth;
    if improving { count } else { count / 2 }
}

/// The exchange loss from which a capture is left out.
#[inline]
pub(crate) fn see_capture(depth: i32) -> i32 {
    -SEE_CAPTURE_MARGIN * depth
}

/// The exchange loss from which a quiet move is left out.
#[inline]
pub(crate) fn see_quiet(depth: i32) -> i32 {
    -SEE_QUIET_MARGIN * depth * depth
}

/// What a move gains in the histories when it causes a cut-off.
#[inline]
pub(crate) fn bonus(depth: i32) -> i32 {
    (BONUS_STEP * depth - BONUS_OFFSET).clamp(0, BONUS_MOST)
}

/// The product of the logarithms of depth and move number, in 1024ths, for
/// sixty-four of each.
static LOGARITHMS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|number| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (product * 1024.0) as i32
        })
    })
});

/// The base reduction of the `number`-th move, in 1024ths of a ply.
#[inline]
pub(crate) fn reduction(depth: i32, number: i32) -> i32 {
    let product = LOGARITHMS[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize];
    REDUCTION_BASE + product * REDUCTION_FACTOR / 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_grow_with_depth() {
        for depth in 1..20 {
            assert!(reverse_futility(depth, true) < reverse_futility(depth, false));
            assert!(reverse_futility(depth, false) < reverse_futility(depth + 1, false));
            assert!(razoring(depth) < razoring(depth + 1));
            assert!(futility(depth) < futility(depth + 1));
            assert!(late_move_count(depth, false) < late_move_count(depth, true));
            assert!(see_capture(depth) > see_capture(depth + 1));
            assert!(see_quiet(depth) > see_quiet(depth + 1));
            assert!(bonus(depth) <= bonus(depth + 1));
        }
    }

    #[test]
    fn late_moves_are_reduced_more() {
        assert!(reduction(1, 1) < 1024);
        assert!(reduction(8, 4) < reduction(8, 20));
        assert!(reduction(8, 20) < reduction(20, 20));
        assert_eq!(reduction(63, 63), reduction(200, 200));
        assert_eq!(null_move_reduction(8, 10_000), 4 + 2 + 3);
        assert_eq!(null_move_reduction(8, -50), 6);
    }
}

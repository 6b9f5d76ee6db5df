//! Margins, reductions and bonuses: small pure functions of depth and the
//! like, apart from the search that uses them.

use std::sync::LazyLock;

use crate::Techniques;
use crate::parameter::Parameter::*;
use crate::params::*;

/// Reverse futility pruning: how far above beta the evaluation must be for a cut-off.
#[inline]
pub(crate) fn reverse_futility<T: Techniques>(
    tuned: T,
    depth: i32,
    improving: bool,
    unknown_cut: bool,
) -> i32 {
    let unknown = if unknown_cut { tuned.value(ReverseFutilityUnknown) } else { 0 };
    let improved = if improving { tuned.value(ReverseFutilityImproving) } else { 0 };
    (tuned.value(ReverseFutilityMargin) - unknown) * depth - improved
}

/// Razoring: how far below alpha the evaluation must be to try quiescence instead.
#[inline]
pub(crate) fn razoring<T: Techniques>(tuned: T, depth: i32) -> i32 {
    tuned.value(RazoringMargin) * depth
}

/// Null move pruning: by how many plies the search after passing is reduced.
#[inline]
pub(crate) fn null_move_reduction<T: Techniques>(tuned: T, depth: i32, above_beta: i32) -> i32 {
    let by_depth = tuned.value(NullMoveBase) + tuned.value(NullMoveDepthFactor) * depth;
    let by_eval = above_beta / tuned.value(NullMoveEvalStep);
    by_depth / 1024 + by_eval.clamp(0, NULL_MOVE_EVAL_MOST)
}

/// For how many plies below a null move that is verified no other may be made, if its
/// verification is so deep.
#[inline]
pub(crate) fn null_move_ban(reduced: i32) -> usize {
    NULL_MOVE_BAN_QUARTERS * reduced.max(1) as usize / 4
}

/// How far below the table's value all other moves must stay for its move to be
/// singular.
#[inline]
pub(crate) fn singular<T: Techniques>(tuned: T, depth: i32) -> i32 {
    depth * tuned.value(SingularMargin) / 16
}

/// The depth of the verification search of a singular move.
#[inline]
pub(crate) fn singular_depth(depth: i32) -> i32 {
    (depth - 1) / SINGULAR_DEPTH_DIVISOR
}

/// How far above the best value a reduced move must be to be searched again one ply
/// deeper than it would have been.
#[inline]
pub(crate) fn deeper<T: Techniques>(tuned: T, depth: i32) -> i32 {
    tuned.value(DeeperMargin) + DEEPER_DEPTH_MARGIN * depth
}

/// Futility pruning: how far below alpha the evaluation must be to skip quiet moves.
#[inline]
pub(crate) fn futility<T: Techniques>(tuned: T, depth: i32) -> i32 {
    tuned.value(FutilityBase) + tuned.value(FutilityMargin) * depth
}

/// Late move pruning: the number of the move from which quiet ones are skipped.
#[inline]
pub(crate) fn late_move_count<T: Techniques>(tuned: T, depth: i32, improving: bool) -> i32 {
    let count = tuned.value(LateMoveBase) + tuned.value(LateMoveFactor) * depth * depth / 1024;
    if improving { count } else { count / LATE_MOVE_NOT_IMPROVING }
}

/// SEE pruning: the exchange value below which a capture is skipped.
#[inline]
pub(crate) fn see_capture<T: Techniques>(tuned: T, depth: i32) -> i32 {
    -tuned.value(SeeCaptureMargin) * depth
}

/// SEE pruning: the exchange value below which a quiet move is skipped.
#[inline]
pub(crate) fn see_quiet<T: Techniques>(tuned: T, depth: i32) -> i32 {
    -tuned.value(SeeQuietMargin) * depth * depth
}

/// History malus of the moves tried before one that caused a cut-off.
#[inline]
pub(crate) fn malus<T: Techniques>(tuned: T, depth: i32) -> i32 {
    bonus(tuned, depth) * tuned.value(MalusShare) / 100
}

/// History bonus of a move that causes a cut-off.
#[inline]
pub(crate) fn bonus<T: Techniques>(tuned: T, depth: i32) -> i32 {
    (tuned.value(BonusStep) * depth - tuned.value(BonusOffset)).clamp(0, tuned.value(BonusMost))
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
pub(crate) fn reduction<T: Techniques>(tuned: T, depth: i32, number: i32) -> i32 {
    let product = LOGARITHMS[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize];
    tuned.value(ReductionBase) + product * tuned.value(ReductionFactor) / 1024
}

/// What the reduction of a late move depends on.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LateMove {
    /// Depth of its node, in plies.
    pub(crate) depth: i32,
    /// The how-manieth move of its node it is, from 1.
    pub(crate) number: i32,
    /// Neither a capture nor a promotion.
    pub(crate) quiet: bool,
    /// Its side's evaluation has risen since that side's last move.
    pub(crate) improving: bool,
    /// A fail-high is expected at its node.
    pub(crate) cut_node: bool,
    /// Its node is, or once was, on a principal variation.
    pub(crate) table_pv: bool,
    /// Its node is on the principal variation now.
    pub(crate) pv: bool,
    /// It gives check.
    pub(crate) gives_check: bool,
    /// The transposition table's move is a capture or a promotion.
    pub(crate) noisy_table_move: bool,
    /// Many of its sibling moves have been refuted.
    pub(crate) refuted: bool,
    /// It is a killer move.
    pub(crate) killer: bool,
    /// It is quiet, and moves a man that is attacked.
    pub(crate) threatened: bool,
    /// One side is far ahead, and what counts is mates.
    pub(crate) lopsided: bool,
    /// What the histories say of it.
    pub(crate) history: i32,
}

/// How much less deep a late move is searched, in 1024ths of a ply; negative for moves
/// that deserve no reduction.
#[inline]
pub(crate) fn late_move_reduction<T: Techniques>(tuned: T, mv: &LateMove) -> i32 {
    let mut reduction = reduction(tuned, mv.depth, mv.number);
    reduction -= tuned.value(ReductionCapture) * i32::from(!mv.quiet);
    reduction += tuned.value(ReductionNotImproving) * i32::from(!mv.improving);
    reduction += tuned.value(ReductionCutNode) * i32::from(mv.cut_node);
    reduction -= tuned.value(ReductionTablePv) * i32::from(mv.table_pv);
    reduction -= tuned.value(ReductionPv) * i32::from(mv.pv);
    reduction -= tuned.value(ReductionCheck) * i32::from(mv.gives_check);
    reduction -= REDUCTION_LOPSIDED * i32::from(mv.lopsided);
    reduction += tuned.value(ReductionNoisyTableMove) * i32::from(mv.noisy_table_move);
    reduction += tuned.value(ReductionRefuted) * i32::from(mv.refuted);
    reduction -= tuned.value(ReductionKiller) * i32::from(mv.killer);
    reduction -= tuned.value(ReductionThreatened) * i32::from(mv.threatened);
    reduction - mv.history * 1024 / tuned.value(ReductionHistory)
}

/// The static evaluation as it fades towards a draw: by half when the fifty-move rule
/// is about to end the game.
#[inline]
pub(crate) fn fifty_fade(eval: i32, halfmoves: u16) -> i32 {
    let left = FIFTY_FADE_SPAN - i32::from(halfmoves).min(FIFTY_FADE_MOST);
    eval * left / FIFTY_FADE_SPAN
}

/// The static evaluation as it counts with so many men on the board.
#[inline]
pub(crate) fn scaled_by_men(eval: i32, men: u32) -> i32 {
    eval * (MEN_BASE + MEN_STEP * men as i32) / 1024
}

/// The aspiration window's next half-width after it has failed.
#[inline]
pub(crate) fn widened(delta: i32) -> i32 {
    delta + delta / ASPIRATION_GROWTH + ASPIRATION_STEP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AllTechniques;

    #[test]
    fn margins_grow_with_depth() {
        for depth in 1..20 {
            assert!(
                reverse_futility(AllTechniques, depth, true, false)
                    < reverse_futility(AllTechniques, depth, false, false)
            );
            assert!(
                reverse_futility(AllTechniques, depth, false, true)
                    < reverse_futility(AllTechniques, depth, false, false)
            );
            assert!(
                reverse_futility(AllTechniques, depth, false, false)
                    < reverse_futility(AllTechniques, depth + 1, false, false)
            );
            assert!(razoring(AllTechniques, depth) < razoring(AllTechniques, depth + 1));
            assert!(futility(AllTechniques, depth) < futility(AllTechniques, depth + 1));
            assert!(
                late_move_count(AllTechniques, depth, false)
                    < late_move_count(AllTechniques, depth, true)
            );
            assert!(see_capture(AllTechniques, depth) > see_capture(AllTechniques, depth + 1));
            assert!(see_quiet(AllTechniques, depth) > see_quiet(AllTechniques, depth + 1));
            assert!(bonus(AllTechniques, depth) <= bonus(AllTechniques, depth + 1));
        }
    }

    #[test]
    fn late_moves_are_reduced_more() {
        assert!(reduction(AllTechniques, 1, 1) < 1024);
        assert!(reduction(AllTechniques, 8, 4) < reduction(AllTechniques, 8, 20));
        assert!(reduction(AllTechniques, 8, 20) < reduction(AllTechniques, 20, 20));
        assert_eq!(reduction(AllTechniques, 63, 63), reduction(AllTechniques, 200, 200));
        assert_eq!(null_move_reduction(AllTechniques, 8, 10_000), 4 + 2 + 3);
        assert_eq!(null_move_reduction(AllTechniques, 8, -50), 6);
    }

    const MOVE: LateMove = LateMove {
        depth: 10,
        number: 8,
        quiet: true,
        improving: true,
        cut_node: false,
        table_pv: false,
        pv: false,
        gives_check: false,
        noisy_table_move: false,
        refuted: false,
        killer: false,
        threatened: false,
        lopsided: false,
        history: 0,
    };

    #[test]
    fn what_a_late_move_reduction_depends_on() {
        let plain = late_move_reduction(AllTechniques, &MOVE);
        assert_eq!(plain, reduction(AllTechniques, 10, 8));
        let more = [
            LateMove { depth: 14, ..MOVE },
            LateMove { number: 20, ..MOVE },
            LateMove { improving: false, ..MOVE },
            LateMove { cut_node: true, ..MOVE },
            LateMove { noisy_table_move: true, ..MOVE },
            LateMove { refuted: true, ..MOVE },
            LateMove { history: -5_000, ..MOVE },
        ];
        let less = [
            LateMove { quiet: false, ..MOVE },
            LateMove { table_pv: true, ..MOVE },
            LateMove { pv: true, ..MOVE },
            LateMove { gives_check: true, ..MOVE },
            LateMove { killer: true, ..MOVE },
            LateMove { threatened: true, ..MOVE },
            LateMove { lopsided: true, ..MOVE },
            LateMove { history: 5_000, ..MOVE },
        ];
        for mv in more {
            assert!(late_move_reduction(AllTechniques, &mv) > plain, "{mv:?}");
        }
        for mv in less {
            assert!(late_move_reduction(AllTechniques, &mv) < plain, "{mv:?}");
        }
        let ply_of_history = LateMove { history: ReductionHistory.default_value(), ..MOVE };
        assert_eq!(late_move_reduction(AllTechniques, &ply_of_history), plain - 1024);
    }

    #[test]
    fn evaluations_fade_and_windows_grow() {
        assert_eq!(fifty_fade(300, 0), 300);
        assert!(fifty_fade(300, 80) < fifty_fade(300, 20));
        assert_eq!(fifty_fade(-300, 80), -fifty_fade(300, 80));
        assert!(fifty_fade(300, u16::MAX) > 0);
        assert_eq!(scaled_by_men(-300, 18), -300);
        assert!(scaled_by_men(300, 32) > 330 && scaled_by_men(300, 4) < 280);
        assert!(widened(1) > 2 && widened(40) - 40 > widened(20) - 20);
    }
}

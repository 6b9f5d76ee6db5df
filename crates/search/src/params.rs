//! The tunable numbers of the search.
//!
//! Values are in centipawns, depths in plies, histories in units of
//! [`HISTORY_LIMIT`](crate::history::HISTORY_LIMIT). They began as ordinary
//! values of public engines; the margins, reductions and bonuses were then
//! tuned by simultaneous perturbation over 9,700 games of 3,500 nodes a move.

/// Half the width of the first aspiration window.
pub(crate) const ASPIRATION_WINDOW: i32 = 14;
/// Depth from which the window is narrowed at all.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// What endgame tables say is worth so many plies more than it took to ask.
pub(crate) const TABLEBASE_EXTRA_DEPTH: i32 = 6;

/// Reverse futility: deepest depth, margin for each ply.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 9;
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 88;
/// What a ply's margin shrinks by while the evaluation improves.
pub(crate) const REVERSE_FUTILITY_IMPROVING: i32 = 46;

/// Razoring: deepest depth, margin for each ply.
pub(crate) const RAZORING_DEPTH: i32 = 3;
pub(crate) const RAZORING_MARGIN: i32 = 262;

/// Null move: least depth, base reduction, plies of depth for one more ply of
/// reduction, centipawns above beta for one more, and at most so many of those.
pub(crate) const NULL_MOVE_DEPTH: i32 = 3;
pub(crate) const NULL_MOVE_BASE: i32 = 4;
pub(crate) const NULL_MOVE_DIVISOR: i32 = 4;
pub(crate) const NULL_MOVE_EVAL_STEP: i32 = 134;
pub(crate) const NULL_MOVE_EVAL_MOST: i32 = 3;
/// The evaluation may be below beta by the first for each ply, less the second.
pub(crate) const NULL_MOVE_DEPTH_MARGIN: i32 = 24;
pub(crate) const NULL_MOVE_MARGIN: i32 = 135;
/// From this depth on a null-move cut-off is verified by a real search.
pub(crate) const NULL_MOVE_VERIFY_DEPTH: i32 = 13;

/// ProbCut: least depth, margin above beta, less while improving, reduction.
pub(crate) const PROBCUT_DEPTH: i32 = 5;
pub(crate) const PROBCUT_MARGIN: i32 = 221;
pub(crate) const PROBCUT_IMPROVING: i32 = 40;
pub(crate) const PROBCUT_REDUCTION: i32 = 4;

/// Internal reduction: least depth.
pub(crate) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Futility of quiet moves: deepest (reduced) depth, base margin, for each ply.
pub(crate) const FUTILITY_DEPTH: i32 = 9;
pub(crate) const FUTILITY_BASE: i32 = 57;
pub(crate) const FUTILITY_MARGIN: i32 = 98;

/// History that is worth a centipawn there.
pub(crate) const FUTILITY_HISTORY: i32 = 151;

/// Late-move pruning: deepest depth; moves kept are base + depth².
pub(crate) const LATE_MOVE_DEPTH: i32 = 9;
pub(crate) const LATE_MOVE_BASE: i32 = 9;

/// SEE pruning: deepest depth, centipawns a capture may lose for each ply, and
/// a quiet move for each squared ply of reduced depth.
pub(crate) const SEE_PRUNING_DEPTH: i32 = 10;
pub(crate) const SEE_CAPTURE_MARGIN: i32 = 85;
pub(crate) const SEE_QUIET_MARGIN: i32 = 17;

/// History pruning: deepest (reduced) depth, history a quiet move may lack for
/// each ply.
pub(crate) const HISTORY_PRUNING_DEPTH: i32 = 6;
pub(crate) const HISTORY_PRUNING_MARGIN: i32 = 6_188;

/// Late-move reductions: least depth; base, and factor of the logarithms, in
/// 1024ths of a ply.
pub(crate) const REDUCTION_DEPTH: i32 = 2;
pub(crate) const REDUCTION_BASE: i32 = 987;
pub(crate) const REDUCTION_FACTOR: i32 = 404;
/// History that is worth one ply of reduction.
pub(crate) const REDUCTION_HISTORY: i32 = 13_286;

/// What else changes a reduction, in 1024ths of a ply: added where …
pub(crate) const REDUCTION_NOT_IMPROVING: i32 = 797;
pub(crate) const REDUCTION_CUT_NODE: i32 = 1_320;
pub(crate) const REDUCTION_NOISY_TABLE_MOVE: i32 = 803;
pub(crate) const REDUCTION_REFUTED: i32 = 894;
/// … and taken off where …
pub(crate) const REDUCTION_TABLE_PV: i32 = 926;
pub(crate) const REDUCTION_PV: i32 = 677;
pub(crate) const REDUCTION_CHECK: i32 = 929;
pub(crate) const REDUCTION_KILLER: i32 = 686;
pub(crate) const REDUCTION_CAPTURE: i32 = 1_049;
/// A reduced move that beats the best by this much is looked at deeper, one
/// that hardly does less deep.
pub(crate) const DEEPER_MARGIN: i32 = 48;
pub(crate) const SHALLOWER_MARGIN: i32 = 8;

/// Singular extension: least depth, how much shallower the table's entry may
/// be, and centipawns below its value (in sixteenths a ply) that all others
/// must stay.
pub(crate) const SINGULAR_DEPTH: i32 = 7;
pub(crate) const SINGULAR_TABLE_SLACK: i32 = 3;
pub(crate) const SINGULAR_MARGIN: i32 = 14;
/// Centipawns below the singular window that extend twice, and how often that
/// may happen on one line.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 16;
pub(crate) const DOUBLE_EXTENSIONS_MOST: i32 = 8;

/// Quiescence: centipawns that a capture may fall short of alpha.
pub(crate) const DELTA_MARGIN: i32 = 156;
/// Centipawns that a move there may lose by static exchange.
pub(crate) const QUIESCENCE_SEE: i32 = -23;

/// History bonus and malus: so much for each ply of depth, less a constant, at
/// most so much.
pub(crate) const BONUS_STEP: i32 = 262;
pub(crate) const BONUS_OFFSET: i32 = 80;
pub(crate) const BONUS_MOST: i32 = 1_160;

/// History that a move gains for each centipawn by which it raised the
/// evaluation, at most so much.
pub(crate) const EVAL_GAIN_FACTOR: i32 = 8;
pub(crate) const EVAL_GAIN_MOST: i32 = 900;

/// Ordering: what a quiet check is worth among histories.
pub(crate) const CHECK_BONUS: i32 = 5_219;

/// Correction: the sum of all correction entries is divided by this.
pub(crate) const CORRECTION_DIVISOR: i32 = 38;

/// Vote of threads: what the worst value weighs.
pub(crate) const VOTE_BASE: i32 = 14;

//! The numbers of the search that are not tuned.
//!
//! Values are in centipawns, depths in plies, unless it says otherwise. They are ordinary
//! values of public engines; depths were tuned once, by simultaneous perturbation over 9,700
//! games of 3,500 nodes a move. What is tuned stands in `parameter`.

use std::ops::RangeInclusive;

/// Depth from which the window is narrowed at all.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// A window that failed grows by its half-width divided by the first, plus the second.
pub(crate) const ASPIRATION_GROWTH: i32 = 2;
pub(crate) const ASPIRATION_STEP: i32 = 2;
/// Half-width beyond which the side that failed is opened altogether.
pub(crate) const ASPIRATION_WINDOW_MOST: i32 = 600;
/// Fail-highs reduce an iteration by a ply each, and by so many together.
pub(crate) const ASPIRATION_REDUCTION_MOST: i32 = 3;

/// The value has fallen if it is less than so many iterations ago, this one included.
pub(crate) const FALL_ITERATIONS: usize = 4;
/// On a clock, an only move is played after so many iterations.
pub(crate) const ONLY_MOVE_DEPTH: i32 = 4;
/// On a clock, a mate counts as proven so many plies beyond its distance.
pub(crate) const MATE_EXTRA_DEPTH: i32 = 4;

/// So many nodes of the first iteration are searched whatever the clock says: a move
/// chosen by nothing would cost more than the moment they take.
pub(crate) const FIRST_ITERATION_NODES: u64 = 2_048;
/// Nodes between two looks at the clock and at what others say; a power of two.
pub(crate) const STOP_POLL_NODES: u64 = 512;

/// Fifty-move fading: the evaluation is multiplied by the first less the half-move
/// clock, divided by the first; the clock counts up to the second.
pub(crate) const FIFTY_FADE_SPAN: i32 = 220;
pub(crate) const FIFTY_FADE_MOST: i32 = 200;

/// Scaling by men: an evaluation counts for the first and so much more for each man, in
/// 1024ths. It is as it was with 18 men.
pub(crate) const MEN_BASE: i32 = 880;
pub(crate) const MEN_STEP: i32 = 8;

/// Half-move clock from which there are no table cut-offs.
pub(crate) const TABLE_CUT_HALFMOVES: u16 = 90;
/// Table replacement: plies that an entry loses for every search since.
pub(crate) const TABLE_AGE_PLIES: i32 = 4;
/// Plies by which an entry of the same search must be deeper to stay, and those more if
/// the new one is on the principal variation.
pub(crate) const TABLE_KEEP_PLIES: i32 = 4;
pub(crate) const TABLE_KEEP_PV_PLIES: i32 = 2;

/// What endgame tables say is stored as if searched so many plies deeper.
pub(crate) const TABLEBASE_EXTRA_DEPTH: i32 = 6;

/// Centipawns from which a game counts as lopsided: there pruning by the static
/// evaluation and by null moves, and much reduction, would only hide mates.
pub(crate) const LOPSIDED: i32 = 500;

/// Plies of quiescence with quiet checks, ordinarily and in lopsided games.
pub(crate) const CHECK_PLIES: usize = 1;
pub(crate) const CHECK_PLIES_LOPSIDED: usize = 3;

/// Reverse futility: deepest depth; what is returned lies above beta by the excess
/// divided by the second.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 9;
pub(crate) const REVERSE_FUTILITY_RETURN: i32 = 3;

/// Razoring: deepest depth.
pub(crate) const RAZORING_DEPTH: i32 = 3;

/// Null move: least depth, and plies of reduction at most for an evaluation above beta.
pub(crate) const NULL_MOVE_DEPTH: i32 = 3;
pub(crate) const NULL_MOVE_EVAL_MOST: i32 = 3;
/// From this depth on a null-move cut-off is verified by a real search.
pub(crate) const NULL_MOVE_VERIFY_DEPTH: i32 = 13;
/// Quarters of the verification's depth without another null move.
pub(crate) const NULL_MOVE_BAN_QUARTERS: usize = 3;

/// ProbCut: least depth, reduction.
pub(crate) const PROBCUT_DEPTH: i32 = 5;
pub(crate) const PROBCUT_REDUCTION: i32 = 4;
/// Its result is stored as so much less deep than its node, and an entry of that depth
/// can deny it.
pub(crate) const PROBCUT_TABLE_SLACK: i32 = 3;

/// Internal iterative reduction: least depth.
pub(crate) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Depths at which a raised alpha reduces.
pub(crate) const RAISED_DEPTHS: RangeInclusive<i32> = 3..=12;

/// Futility of quiet moves: deepest (reduced) depth.
pub(crate) const FUTILITY_DEPTH: i32 = 9;

/// Late move pruning: deepest depth; the number of moves kept is divided by the second
/// while the evaluation does not improve.
pub(crate) const LATE_MOVE_DEPTH: i32 = 9;
pub(crate) const LATE_MOVE_NOT_IMPROVING: i32 = 2;

/// SEE pruning: deepest depth.
pub(crate) const SEE_PRUNING_DEPTH: i32 = 10;

/// History pruning: deepest (reduced) depth.
pub(crate) const HISTORY_PRUNING_DEPTH: i32 = 6;

/// Late move reductions: least depth.
pub(crate) const REDUCTION_DEPTH: i32 = 2;
/// Less where one side is far ahead, in 1024ths of a ply: chosen by the mates it finds.
pub(crate) const REDUCTION_LOPSIDED: i32 = 512;
/// A node's moves count as refuted after more cut-offs below it than this.
pub(crate) const REDUCTION_REFUTED_CUTS: u32 = 3;
/// The margin for searching a reduced move again a ply deeper grows so much for each ply.
pub(crate) const DEEPER_DEPTH_MARGIN: i32 = 2;

/// Singular extension: least depth, and how much shallower the table's entry may be.
pub(crate) const SINGULAR_DEPTH: i32 = 7;
pub(crate) const SINGULAR_TABLE_SLACK: i32 = 3;
/// The verification search has the depth left divided by this.
pub(crate) const SINGULAR_DEPTH_DIVISOR: i32 = 2;
/// None beyond so many times the depth of the iteration, in plies.
pub(crate) const SINGULAR_PLY_FACTOR: usize = 2;
/// How often a move may be extended twice on one line.
pub(crate) const DOUBLE_EXTENSIONS_MOST: i32 = 8;
/// A table move that is not singular is reduced by so many plies where the table
/// expects a fail-high (one less on the principal variation), and by so many at other
/// cut nodes.
pub(crate) const NEGATIVE_EXTENSION_FAIL_HIGH: i32 = 3;
pub(crate) const NEGATIVE_EXTENSION_CUT_NODE: i32 = 2;

/// Check extension: deepest depth.
pub(crate) const CHECK_EXTENSION_DEPTH: i32 = 12;

/// The move that led to a node that failed low gains so many eighths of the bonus, and
/// one that led to a fail-high by the table loses so many.
pub(crate) const FAIL_LOW_BONUS: i32 = 7;
pub(crate) const TABLE_CUT_MALUS: i32 = 6;

/// Ordering of captures: for each centipawn of the victim, and off for each rank of the
/// attacker among the roles (pawn 0 to king 5).
pub(crate) const MVV_FACTOR: i32 = 16;
pub(crate) const LVA_FACTOR: i32 = 10;
/// Queens by which underpromotions come later.
pub(crate) const UNDERPROMOTION_QUEENS: i32 = 2;
/// Capture history counts for its value divided by this.
pub(crate) const CAPTURE_HISTORY_DIVISOR: i32 = 4;
/// The continuation history of the fourth last move counts for its value divided by
/// this.
pub(crate) const FOURTH_PLY_DIVISOR: i32 = 2;

/// An error of the evaluation counts times the depth, divided by this.
pub(crate) const CORRECTION_DEPTH_DIVISOR: i32 = 8;
/// One error moves an entry by its limit divided by this at most.
pub(crate) const CORRECTION_STEP_SHARE: i32 = 4;

/// Vote of threads: what the worst value weighs.
pub(crate) const VOTE_BASE: i32 = 14;

/// Half the window around the value of the depth before, in a search for others'
/// leaves, in centipawns.
pub(crate) const LEAF_WINDOW: i32 = 60;
/// Moves played at most in one search for a leaf: about a twentieth of a second.
pub(crate) const LEAF_NODES_MOST: u64 = 50_000;

//! The tunable numbers of the search.
//!
//! Values are in centipawns, depths in plies, histories in units of
//! [`HISTORY_LIMIT`](crate::history::HISTORY_LIMIT), unless it says otherwise. They
//! began as ordinary values of public engines; the margins, reductions and bonuses
//! were then tuned by simultaneous perturbation over 9,700 games of 3,500 nodes a move,
//! and, for the net, moved by what 2,660 games of 20,000 nodes said (`docs/search.md`).
//! Those marked *untuned* are still the ordinary values.

/// Half the width of the first aspiration window.
pub(crate) const ASPIRATION_WINDOW: i32 = 14;
/// Depth from which the window is narrowed at all.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// A window that failed grows by its half-width divided by the first, plus the second.
/// Untuned.
pub(crate) const ASPIRATION_GROWTH: i32 = 2;
pub(crate) const ASPIRATION_STEP: i32 = 2;
/// Half-width beyond which the side that failed is opened altogether. Untuned.
pub(crate) const ASPIRATION_WINDOW_MOST: i32 = 600;
/// Fail-highs reduce an iteration by a ply each, and by so many together. Untuned.
pub(crate) const ASPIRATION_REDUCTION_MOST: i32 = 3;

/// The value has fallen if it is less than so many iterations ago, this one included.
/// Untuned.
pub(crate) const FALL_ITERATIONS: usize = 4;
/// On a clock, an only move is played after so many iterations. Untuned.
pub(crate) const ONLY_MOVE_DEPTH: i32 = 4;
/// On a clock, a mate counts as proven so many plies beyond its distance. Untuned.
pub(crate) const MATE_EXTRA_DEPTH: i32 = 4;

/// So many nodes of the first iteration are searched whatever the clock says: a move
/// chosen by nothing would cost more than the moment they take. Untuned.
pub(crate) const FIRST_ITERATION_NODES: u64 = 2_048;
/// Nodes between two looks at the clock and at what others say; a power of two.
/// Untuned.
pub(crate) const STOP_POLL_NODES: u64 = 512;

/// Fifty-move fading: the evaluation is multiplied by the first less the half-move
/// clock, divided by the first; the clock counts up to the second. Untuned.
pub(crate) const FIFTY_FADE_SPAN: i32 = 220;
pub(crate) const FIFTY_FADE_MOST: i32 = 200;

/// Table cut-offs: up to this depth any is taken, beyond it only one that the kind of
/// node expects. Untuned.
pub(crate) const TABLE_CUT_DEPTH: i32 = 6;
/// Half-move clock from which there are none. Untuned.
pub(crate) const TABLE_CUT_HALFMOVES: u16 = 90;
/// Table replacement: plies that an entry loses for every search since. Untuned.
pub(crate) const TABLE_AGE_PLIES: i32 = 4;
/// Plies by which an entry of the same search must be deeper to stay, and those more if
/// the new one is on the principal variation. Untuned.
pub(crate) const TABLE_KEEP_PLIES: i32 = 4;
pub(crate) const TABLE_KEEP_PV_PLIES: i32 = 2;

/// What endgame tables say is stored as if searched so many plies deeper.
pub(crate) const TABLEBASE_EXTRA_DEPTH: i32 = 6;

/// Centipawns from which a game counts as lopsided: there pruning by the static
/// evaluation and by null moves, and much reduction, would only hide mates. Untuned.
pub(crate) const LOPSIDED: i32 = 500;

/// Reverse futility: deepest depth, margin for each ply.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 9;
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 76;
/// What the margin shrinks by while the evaluation improves.
pub(crate) const REVERSE_FUTILITY_IMPROVING: i32 = 54;
/// … and for each ply, where a fail-high is expected and the table knows nothing.
pub(crate) const REVERSE_FUTILITY_UNKNOWN: i32 = 15;
/// What is returned lies above beta by the excess divided by this. Untuned.
pub(crate) const REVERSE_FUTILITY_RETURN: i32 = 3;

/// Razoring: deepest depth, margin for each ply.
pub(crate) const RAZORING_DEPTH: i32 = 3;
pub(crate) const RAZORING_MARGIN: i32 = 322;

/// Null move: least depth, base reduction, plies of depth for one more ply of
/// reduction, centipawns above beta for one more, and at most so many of those.
pub(crate) const NULL_MOVE_DEPTH: i32 = 3;
pub(crate) const NULL_MOVE_BASE: i32 = 4;
pub(crate) const NULL_MOVE_DIVISOR: i32 = 4;
pub(crate) const NULL_MOVE_EVAL_STEP: i32 = 112;
pub(crate) const NULL_MOVE_EVAL_MOST: i32 = 3;
/// The evaluation may be below beta by the first for each ply, less the second.
pub(crate) const NULL_MOVE_DEPTH_MARGIN: i32 = 20;
pub(crate) const NULL_MOVE_MARGIN: i32 = 155;
/// From this depth on a null-move cut-off is verified by a real search.
pub(crate) const NULL_MOVE_VERIFY_DEPTH: i32 = 13;
/// Quarters of the verification's depth without another null move. Untuned.
pub(crate) const NULL_MOVE_BAN_QUARTERS: usize = 3;

/// ProbCut: least depth, margin above beta, less while improving, reduction.
pub(crate) const PROBCUT_DEPTH: i32 = 5;
pub(crate) const PROBCUT_MARGIN: i32 = 186;
pub(crate) const PROBCUT_IMPROVING: i32 = 40;
pub(crate) const PROBCUT_REDUCTION: i32 = 4;
/// Its result is stored as so much less deep than its node, and an entry of that depth
/// can deny it. Untuned.
pub(crate) const PROBCUT_TABLE_SLACK: i32 = 3;

/// Hindsight: a move that was reduced and after which the two evaluations add up to
/// more than this was worse than it looked: its node is searched a ply less deep.
/// Untuned.
pub(crate) const HINDSIGHT_MARGIN: i32 = 120;

/// Internal iterative reduction: least depth.
pub(crate) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Futility of quiet moves: deepest (reduced) depth, base margin, for each ply.
pub(crate) const FUTILITY_DEPTH: i32 = 9;
pub(crate) const FUTILITY_BASE: i32 = 43;
pub(crate) const FUTILITY_MARGIN: i32 = 98;

/// History that is worth a centipawn there.
pub(crate) const FUTILITY_HISTORY: i32 = 151;

/// Late move pruning: deepest depth; moves kept are base + depth², divided by the last
/// while the evaluation does not improve (untuned).
pub(crate) const LATE_MOVE_DEPTH: i32 = 9;
pub(crate) const LATE_MOVE_BASE: i32 = 9;
pub(crate) const LATE_MOVE_NOT_IMPROVING: i32 = 2;

/// SEE pruning: deepest depth, centipawns a capture may lose for each ply, and
/// a quiet move for each squared ply of reduced depth.
pub(crate) const SEE_PRUNING_DEPTH: i32 = 10;
pub(crate) const SEE_CAPTURE_MARGIN: i32 = 95;
pub(crate) const SEE_QUIET_MARGIN: i32 = 15;

/// History pruning: deepest (reduced) depth, history a quiet move may lack for
/// each ply.
pub(crate) const HISTORY_PRUNING_DEPTH: i32 = 6;
pub(crate) const HISTORY_PRUNING_MARGIN: i32 = 5_488;

/// Late move reductions: least depth; base, and factor of the logarithms, in
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
pub(crate) const REDUCTION_REFUTED: i32 = 1_044;
/// … and taken off where …
pub(crate) const REDUCTION_TABLE_PV: i32 = 1_076;
pub(crate) const REDUCTION_PV: i32 = 677;
pub(crate) const REDUCTION_CHECK: i32 = 1_079;
pub(crate) const REDUCTION_KILLER: i32 = 686;
pub(crate) const REDUCTION_CAPTURE: i32 = 1_049;
pub(crate) const REDUCTION_THREATENED: i32 = 500;
/// Chosen by the mates it finds.
pub(crate) const REDUCTION_LOPSIDED: i32 = 512;
/// A node's moves count as refuted after more cut-offs below it than this. Untuned.
pub(crate) const REDUCTION_REFUTED_CUTS: u32 = 3;
/// A reduced move that beats the best by this much (and so much more for each ply,
/// untuned) is searched again a ply deeper, one that hardly does a ply less deep.
pub(crate) const DEEPER_MARGIN: i32 = 40;
pub(crate) const DEEPER_DEPTH_MARGIN: i32 = 2;
pub(crate) const SHALLOWER_MARGIN: i32 = 11;

/// Singular extension: least depth, how much shallower the table's entry may
/// be, and centipawns below its value (in sixteenths a ply) that all others
/// must stay.
pub(crate) const SINGULAR_DEPTH: i32 = 7;
pub(crate) const SINGULAR_TABLE_SLACK: i32 = 3;
pub(crate) const SINGULAR_MARGIN: i32 = 17;
/// The verification search has the depth left divided by this. Untuned.
pub(crate) const SINGULAR_DEPTH_DIVISOR: i32 = 2;
/// None beyond so many times the depth of the iteration, in plies. Untuned.
pub(crate) const SINGULAR_PLY_FACTOR: usize = 2;
/// Centipawns below the singular window that extend twice, and how often that
/// may happen on one line.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 16;
pub(crate) const DOUBLE_EXTENSIONS_MOST: i32 = 8;
/// A table move that is not singular is reduced by so many plies where the table
/// expects a fail-high (one less on the principal variation), and by so many at other
/// cut nodes. Untuned.
pub(crate) const NEGATIVE_EXTENSION_FAIL_HIGH: i32 = 3;
pub(crate) const NEGATIVE_EXTENSION_CUT_NODE: i32 = 2;

/// Check extension: deepest depth. Untuned.
pub(crate) const CHECK_EXTENSION_DEPTH: i32 = 12;

/// Quiescence: centipawns that a capture may fall short of alpha.
pub(crate) const DELTA_MARGIN: i32 = 186;
/// Centipawns that a move there may lose by static exchange.
pub(crate) const QUIESCENCE_SEE: i32 = -13;

/// History bonus: so much for each ply of depth, less a constant, at
/// most so much.
pub(crate) const BONUS_STEP: i32 = 322;
pub(crate) const BONUS_OFFSET: i32 = 80;
pub(crate) const BONUS_MOST: i32 = 1_160;
/// The malus, in percent of the bonus.
pub(crate) const MALUS_PERCENT: i32 = 75;
/// The move that led to a node that failed low gains so many eighths of the bonus, and
/// one that led to a fail-high by the table loses so many. Untuned.
pub(crate) const FAIL_LOW_BONUS: i32 = 7;
pub(crate) const TABLE_CUT_MALUS: i32 = 6;

/// History that a move gains for each centipawn by which it raised the
/// evaluation, at most so much.
pub(crate) const EVAL_GAIN_FACTOR: i32 = 7;
pub(crate) const EVAL_GAIN_MOST: i32 = 900;

/// Ordering of captures: for each centipawn of the victim, and off for each rank of the
/// attacker among the roles (pawn 0 to king 5). Untuned.
pub(crate) const MVV_FACTOR: i32 = 16;
pub(crate) const LVA_FACTOR: i32 = 10;
/// Queens by which underpromotions come later. Untuned.
pub(crate) const UNDERPROMOTION_QUEENS: i32 = 2;
/// Capture history counts for its value divided by this. Untuned.
pub(crate) const CAPTURE_HISTORY_DIVISOR: i32 = 4;
/// The continuation history of the fourth last move counts for its value divided by
/// this. Untuned.
pub(crate) const FOURTH_PLY_DIVISOR: i32 = 2;
/// What it is worth among histories to move a minor piece away from the attack of a
/// lesser one, and costs to move it there; half as much more for rooks, twice as much
/// for queens. Untuned.
pub(crate) const ESCAPE_BONUS: i32 = 5_000;
/// What a quiet check is worth among histories.
pub(crate) const CHECK_BONUS: i32 = 4_219;

/// Correction: the sum of all correction entries is divided by this.
pub(crate) const CORRECTION_DIVISOR: i32 = 34;
/// An error of the evaluation counts times the depth, divided by this. Untuned.
pub(crate) const CORRECTION_DEPTH_DIVISOR: i32 = 8;
/// One error moves an entry by its limit divided by this at most. Untuned.
pub(crate) const CORRECTION_STEP_SHARE: i32 = 4;

/// Vote of threads: what the worst value weighs.
pub(crate) const VOTE_BASE: i32 = 14;

/// Half the window around the value of the depth before, in a search for others'
/// leaves, in centipawns.
pub(crate) const LEAF_WINDOW: i32 = 60;
/// Moves played at most in one search for a leaf: about a twentieth of a second.
pub(crate) const LEAF_NODES_MOST: u64 = 50_000;

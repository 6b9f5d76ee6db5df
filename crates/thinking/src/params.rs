//! The tunable numbers of time management.
//!
//! Shares of the time that is left, or plain factors. Those of moves expected, increment,
//! steadiness and effort come from games whose clocks count nodes (`docs/search.md`), the
//! others were found by hand at 5+0.05 and 1+0.01.

/// Moves that a game is expected to last yet, when nobody says.
pub const MOVES_EXPECTED: f64 = 30.0;
/// Moves to the next time control that are reckoned with at most.
pub(crate) const MOVES_TO_GO_MOST: u32 = 60;
/// Moves more than announced that the time shall last for.
pub(crate) const MOVES_TO_GO_RESERVE: f64 = 0.4;
/// A time control further away than this many times the moves expected counts
/// as this far away.
pub(crate) const MOVES_TO_GO_FACTOR: f64 = 1.2;
/// The share of the increment that is spent at once.
pub(crate) const INCREMENT_SHARE: f64 = 0.7;
/// The hard limit in terms of the soft one, and of all time left.
pub(crate) const HARD_FACTOR: f64 = 4.5;
pub(crate) const HARD_SHARE: f64 = 0.5;
/// The hard limit in terms of all time left, before the last move of a control.
pub(crate) const HARD_SHARE_LAST_MOVE: f64 = 0.9;

/// What the soft limit is multiplied by when the best move is new, or has stood
/// for one, two, three, four or more iterations.
pub(crate) const STABILITY_FACTORS: [f64; 5] = [1.9, 1.375, 1.075, 0.88, 0.76];
/// … by this times what the best move's share of the nodes lacks to the second.
pub(crate) const EFFORT_FACTOR: f64 = 1.85;
pub(crate) const EFFORT_FULL: f64 = 1.29;
/// … and by one more for each so many centipawns that the value fell, within
/// these bounds.
pub(crate) const FALL_STEP: f64 = 110.0;
pub(crate) const FALL_LEAST: i32 = -20;
pub(crate) const FALL_MOST: i32 = 60;
/// What all three together may come to.
pub(crate) const SCALE_LEAST: f64 = 0.3;
pub(crate) const SCALE_MOST: f64 = 3.0;

/// The share of a fixed time for a move that is kept back at most, as overhead.
pub(crate) const OVERHEAD_SHARE: u32 = 8;

//! What the search keeps for each ply of the line it is looking at.

use arrayvec::ArrayVec;
use chess::Move;

use crate::history::Continuation;
use crate::keys::PartKeys;
use crate::ordering::Threats;
use thinking::MAX_PLY;

/// A principal variation.
pub(crate) type Line = ArrayVec<Move, MAX_PLY>;

/// Frames before the root's, so that "two plies ago" needs no question.
pub(crate) const BEFORE_ROOT: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Keys of the parts of the position.
    pub(crate) keys: PartKeys,
    /// Its evaluation, corrected; [`NO_EVAL`](crate::table::NO_EVAL) in check.
    pub(crate) eval: i32,
    /// The move being tried; none while passing.
    pub(crate) mv: Option<Move>,
    /// Where histories file that move.
    pub(crate) continuation: Continuation,
    /// The move excluded by a singular verification search.
    pub(crate) excluded: Option<Move>,
    /// Quiet moves that cut off here before.
    pub(crate) killers: [Option<Move>; 2],
    /// Plies since the last null move.
    pub(crate) since_null: usize,
    /// Plies by which the search of that move is reduced.
    pub(crate) reduction: i32,
    /// Double extensions on the way here.
    pub(crate) double_extensions: i32,
    /// What the side that is not to move attacks, once moves are ordered here.
    pub(crate) threats: Threats,
    /// Cut-offs at this ply since the one above began: so many of its moves
    /// were refuted.
    pub(crate) cuts: u32,
    /// The best line from here.
    pub(crate) line: Line,
}

impl Frame {
    pub(crate) fn new() -> Frame {
        Frame {
            keys: PartKeys::default(),
            eval: 0,
            mv: None,
            continuation: Continuation::NONE,
            excluded: None,
            killers: [None; 2],
            since_null: 0,
            reduction: 0,
            double_extensions: 0,
            threats: Threats::NONE,
            cuts: 0,
            line: Line::new(),
        }
    }
}

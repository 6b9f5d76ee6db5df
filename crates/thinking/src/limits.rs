//! How long a search may take.

use std::time::Duration;

use chess::{ByColor, Move};

/// One side's clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time won with every move.
    pub increment: Duration,
}

/// When to stop. Whatever is reached first ends the search; with nothing set
/// it goes on until told to stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search, over all threads.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Time for this move, to be used up.
    pub move_time: Option<Duration>,
    /// The clocks; the side to move's counts.
    pub clocks: ByColor<Option<Clock>>,
    /// Moves until the clock is filled up again.
    pub moves_to_go: Option<u32>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Look at these root moves only; all if empty.
    pub search_moves: Vec<Move>,
    /// Go on until told, even when all is known.
    pub infinite: bool,
    /// Think on the opponent's time: no clock runs until the move is played.
    pub ponder: bool,
}

impl Limits {
    /// A fixed depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A fixed number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A fixed time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

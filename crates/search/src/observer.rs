//! Watching the search at work: which nodes it visits and why, and what happens there.

use chess::Move;
use serde::Serialize;

use crate::Technique;
use crate::table::{Bound, Entry};

/// Why a node is visited.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The search of a move for its value.
    Main,
    /// The zero-window search by which principal variation search tests a move.
    ZeroWindow,
    /// The reduced search of a late move.
    Reduced,
    /// The search at full depth after a reduced one beat alpha.
    LmrReSearch,
    /// The search with an open window after one with a zero window beat alpha.
    PvsReSearch,
    /// The root again, after the aspiration window failed.
    AspirationReSearch,
    /// The position after passing the turn.
    NullMove,
    /// The node again without passing, to tell a null-move cut-off from zugzwang.
    NullVerification,
    /// The node again without the table's move, to see whether that is singular.
    Singular,
    /// A capture at reduced depth against a raised beta.
    ProbCut,
    /// Quiescence in the place of a search, to confirm that a node fails low.
    Razoring,
    /// Quiescence, as no depth is left.
    Quiescence,
}

impl Purpose {
    /// Is it a search that only answers a question of the node above?
    pub const fn is_verification(self) -> bool {
        use Purpose::*;
        matches!(self, NullMove | NullVerification | Singular | ProbCut | Razoring)
    }
}

/// Where the search is when it enters a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Visit {
    /// Why the node is visited.
    pub purpose: Purpose,
    /// Half-moves below the root.
    pub ply: usize,
    /// The move that led here; none at the root and after a null move.
    pub mv: Option<Move>,
    /// The move that may not be played here, while its being singular is tested.
    pub excluded: Option<Move>,
    /// Depth still to search; 0 and less is quiescence.
    pub depth: i32,
    /// The window.
    pub alpha: i32,
    /// The window's other end.
    pub beta: i32,
}

/// Why a node was left with the value it has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", content = "technique", rename_all = "snake_case")]
pub enum Reason {
    /// No move raised alpha: the value is an upper bound.
    FailLow,
    /// The best move raised alpha and stayed below beta: the value is exact.
    Exact,
    /// A move reached beta: the value is a lower bound.
    FailHigh,
    /// The static evaluation of a leaf.
    Evaluated,
    /// The static evaluation reached beta in quiescence, where nobody has to move.
    StandPat,
    /// Drawn by rule, mated, or stalemated.
    GameOver,
    /// A cut-off by the transposition table.
    Table,
    /// The endgame tables know the outcome.
    EndgameTables,
    /// A technique left the node before all its moves were searched.
    Pruned(Technique),
    /// Told to stop; the value means nothing.
    Stopped,
}

impl Reason {
    /// How a value lies in the window that its node was searched with.
    pub(crate) fn of(value: i32, alpha: i32, beta: i32) -> Reason {
        if value >= beta {
            Reason::FailHigh
        } else if value > alpha {
            Reason::Exact
        } else {
            Reason::FailLow
        }
    }
}

/// What raised alpha.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RaisedBy {
    /// A move.
    Move,
    /// The static evaluation in quiescence.
    StandPat,
    /// The distance to a mate here, were there one.
    MateDistance,
    /// A repetition that can be forced.
    UpcomingRepetition,
    /// The endgame tables.
    EndgameTables,
}

/// What the entry of a table is good for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TableUse {
    /// Its value is that of the node.
    CutOff,
    /// Its value is a better guess than the static evaluation.
    Guess,
    /// Its value is a bound of the node's.
    Bound,
}

/// What happens in a node between its being entered and left.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TreeEvent {
    /// The transposition table was probed; without an entry it was a miss.
    TableProbe {
        /// What it had.
        entry: Option<Entry>,
    },
    /// What the transposition table had was used.
    TableUsed {
        /// What for.
        as_what: TableUse,
    },
    /// The endgame tables knew the position.
    EndgameTables {
        /// The value by their outcome.
        value: i32,
        /// How it relates to the true value.
        bound: Bound,
        /// What for.
        as_what: TableUse,
    },
    /// The static evaluation.
    StaticEval {
        /// As corrected; for the side to move.
        value: i32,
    },
    /// The depth of the whole node changed.
    NodeReduced {
        /// By which technique.
        technique: Technique,
        /// To which depth.
        depth: i32,
    },
    /// In quiescence the side to move may leave it at this value.
    StandPat {
        /// The static evaluation, or the table's better guess.
        value: i32,
    },
    /// A move is not searched.
    Skipped {
        /// The move.
        mv: Move,
        /// The technique that skips it.
        technique: Technique,
    },
    /// No quiet move that is left is generated any more.
    SkippedQuiets {
        /// The technique that skips them.
        technique: Technique,
    },
    /// A move is searched deeper, or less deep where `plies` is negative.
    Extended {
        /// The move.
        mv: Move,
        /// The technique that extends it.
        technique: Technique,
        /// By so many plies.
        plies: i32,
    },
    /// A late move is searched to this depth first.
    LateMoveReduced {
        /// The move.
        mv: Move,
        /// Depth that it would have had.
        from: i32,
        /// Depth that it has.
        to: i32,
    },
    /// Alpha was raised.
    AlphaRaised {
        /// By what.
        by: RaisedBy,
        /// The move, where it was one.
        mv: Option<Move>,
        /// The new alpha.
        value: i32,
    },
    /// The node's result was stored in the transposition table.
    Stored {
        /// What is stored.
        entry: Entry,
    },
}

/// Is told of every node. Entering and leaving nest like brackets, and events between
/// them are the innermost node's.
pub trait TreeObserver: Send {
    /// Is anybody listening? If not, the search does not even prepare what it
    /// would say.
    const LISTENS: bool;

    /// A search begins.
    fn begin_search(&mut self) {}

    /// An iteration of iterative deepening begins.
    fn begin_iteration(&mut self, _depth: i32) {}

    /// The iteration ends; `finished` unless the search was stopped in its midst.
    fn end_iteration(&mut self, _depth: i32, _finished: bool) {}

    /// A node is entered.
    fn enter(&mut self, visit: &Visit);

    /// Something happens in the node entered last.
    fn event(&mut self, _event: &TreeEvent) {}

    /// The node entered last is left.
    fn leave(&mut self, value: i32, reason: Reason);
}

/// Nobody watches.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Unobserved;

impl TreeObserver for Unobserved {
    const LISTENS: bool = false;

    #[inline(always)]
    fn enter(&mut self, _visit: &Visit) {}

    #[inline(always)]
    fn leave(&mut self, _value: i32, _reason: Reason) {}
}

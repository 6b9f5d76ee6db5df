//! What an agent decided.

use std::time::Duration;

use chess::Move;
use serde::Serialize;
use thinking::{Chances, Score};

use crate::Explanation;

/// A move, and what the agent thinks of it; not every agent thinks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The move, which is legal.
    pub best: Move,
    /// Its worth for the side to move.
    pub score: Option<Score>,
    /// The chances that it gives.
    pub chances: Option<Chances>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Answers from the endgame tables.
    pub tablebase_hits: Option<u64>,
    /// Time it took.
    pub time: Option<Duration>,
    /// The moves expected, this one first; never empty.
    pub line: Vec<Move>,
    /// Was it known from an opening book, and not thought about?
    pub from_book: bool,
    /// Was the agent told to stop before it came to an end of its own?
    pub stopped: bool,
    /// Why, if that was asked for.
    pub explanation: Option<Box<Explanation>>,
}

impl Decision {
    /// A move without a thought.
    pub fn blind(best: Move) -> Decision {
        Decision {
            best,
            score: None,
            chances: None,
            depth: None,
            nodes: None,
            tablebase_hits: None,
            time: None,
            line: vec![best],
            from_book: false,
            stopped: false,
            explanation: None,
        }
    }

    /// The answer that the agent expects.
    pub fn ponder(&self) -> Option<Move> {
        self.line.get(1).copied()
    }
}

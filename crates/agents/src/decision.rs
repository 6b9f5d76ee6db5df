//! What an agent decided.

use chess::Move;

use crate::{Score, Wdl};

/// A move, and what the agent thinks of it; not every agent thinks.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The move, which is legal.
    pub best: Move,
    /// Its worth for the side to move.
    pub score: Option<Score>,
    /// The chances that it gives.
    pub wdl: Option<Wdl>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// The moves expected, this one first; never empty.
    pub line: Vec<Move>,
    /// Was it known from an opening book, and not thought about?
    pub from_book: bool,
}

impl Decision {
    /// A move without a thought.
    pub fn blind(best: Move) -> Decision {
        Decision {
            best,
            score: None,
            wdl: None,
            depth: None,
            nodes: None,
            line: vec![best],
            from_book: false,
        }
    }

    /// The answer that the agent expects.
    pub fn ponder(&self) -> Option<Move> {
        self.line.get(1).copied()
    }
}

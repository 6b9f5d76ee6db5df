//! The moves of the root.

use chess::{Game, Move};
use thinking::{INFINITE, Limits, is_mate};

use crate::frame::Line;

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Moves of a higher rank are better whatever the search thinks; without
    /// endgame tables all are equal.
    pub(crate) rank: i32,
    /// What the endgame tables say it is worth.
    pub(crate) known: Option<i32>,
    /// Its value in this iteration; `-INFINITE` while it has none.
    pub(crate) value: i32,
    /// Its value in the last iteration.
    pub(crate) previous: i32,
    pub(crate) line: Line,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            rank: 0,
            known: None,
            value: -INFINITE,
            previous: -INFINITE,
            line: Line::from_iter([mv]),
            nodes: 0,
            seldepth: 0,
        }
    }

    /// The moves to search: all legal ones, or those asked for that are legal.
    pub(crate) fn all(game: &Game, limits: &Limits) -> Vec<RootMove> {
        let mut moves = game.position().legal_moves();
        if limits.search_moves.iter().any(|mv| moves.contains(mv)) {
            moves.retain(|mv| limits.search_moves.contains(mv));
        }
        moves.into_iter().map(RootMove::new).collect()
    }

    /// Sorts the best to the front.
    pub(crate) fn order(&self) -> (i32, i32) {
        (-self.rank, -self.value)
    }

    /// The value to report: that of the endgame tables, unless a mate is found.
    pub(crate) fn final_value(&self) -> i32 {
        let value = if self.value > -INFINITE { self.value } else { self.previous };
        self.known.filter(|_| !is_mate(value)).unwrap_or(value)
    }
}

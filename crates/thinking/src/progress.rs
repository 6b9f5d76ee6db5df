//! What a thinker says while it thinks.

use std::time::Duration;

use chess::Move;
use serde::Serialize;

use crate::{Chances, Score};

/// Whether a score is the value or a bound of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreBound {
    /// This is the value.
    #[default]
    Exact,
    /// It is at least this: the search failed high.
    Lower,
    /// It is at most this: the search failed low.
    Upper,
}

/// One thought. What a thinker cannot say it leaves out.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Progress {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the longest line.
    pub seldepth: Option<u32>,
    /// Which of the best lines this is, from 0.
    pub line_index: usize,
    /// Its worth for the side to move.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Option<ScoreBound>,
    /// The chances that it gives.
    pub chances: Option<Chances>,
    /// Positions looked at so far.
    pub nodes: Option<u64>,
    /// How often its first move was tried, where moves are tried often.
    pub visits: Option<u64>,
    /// Time since it began to think.
    pub time: Option<Duration>,
    /// How full its memory is, in thousandths.
    pub hashfull: Option<u32>,
    /// Answers from the endgame tables so far.
    pub tablebase_hits: Option<u64>,
    /// The moves expected.
    pub line: Vec<Move>,
}

/// Is told what a thinker thinks. Any closure that takes a [`Progress`] will do.
pub trait Observer {
    /// A new thought.
    fn progress(&mut self, progress: &Progress);

    /// A search of more than a few seconds turns to another root move, the
    /// `index`-th, from 0, of this iteration.
    fn root_move(&mut self, _depth: u32, _mv: Move, _index: usize) {}

    /// Does it want to know at all? If not, a thinker need not prepare what it
    /// would say.
    fn listens(&self) -> bool {
        true
    }
}

/// Does not want to know.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _progress: &Progress) {}

    fn listens(&self) -> bool {
        false
    }
}

impl<F: FnMut(&Progress)> Observer for F {
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}

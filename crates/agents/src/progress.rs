//! What an agent says while it thinks.

use std::time::Duration;

use chess::Move;

use crate::{ReportBound, Score, Wdl};

/// One thought. What an agent cannot say it leaves out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the longest line.
    pub seldepth: Option<u32>,
    /// Which of the best lines this is, from 0.
    pub line_index: usize,
    /// Its worth for the side to move.
    pub score: Option<Score>,
    /// Whether the score is one, or a limit of it.
    pub bound: Option<ReportBound>,
    /// The chances that it gives.
    pub wdl: Option<Wdl>,
    /// Positions looked at so far.
    pub nodes: Option<u64>,
    /// How often its first move was tried, where moves are tried often.
    pub visits: Option<u64>,
    /// Time since it began to think.
    pub time: Option<Duration>,
    /// How full its memory is, in thousandths.
    pub hashfull: Option<u32>,
    /// The moves expected.
    pub line: Vec<Move>,
}

/// Is told what an agent thinks.
pub trait Observer {
    /// A new thought.
    fn progress(&mut self, progress: &Progress);

    /// Does it want to know at all? If not, an agent need not prepare what it
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

/// A function that wants to know.
#[derive(Copy, Clone, Debug)]
pub struct Listener<F>(pub F);

impl<F: FnMut(&Progress)> Observer for Listener<F> {
    fn progress(&mut self, progress: &Progress) {
        (self.0)(progress);
    }
}

//! How the search uses the transposition table.

use chess::{Move, Position};
use eval::Evaluator;
use thinking::INFINITE;

use crate::observer::{TreeEvent, TreeObserver};
use crate::table::{Bound, Entry};
use crate::worker::Worker;
use crate::{Technique, Techniques};

impl<E: Evaluator, T: Techniques, O: TreeObserver> Worker<'_, E, T, O> {
    /// The window for the opponent.
    #[inline]
    pub(crate) fn window_below(&self, alpha: i32, beta: i32) -> (i32, i32) {
        if self.on(Technique::AlphaBeta) { (-beta, -alpha) } else { (-INFINITE, INFINITE) }
    }

    /// What the transposition table has on this position.
    #[inline]
    pub(crate) fn probe(&mut self, position: &Position, ply: usize) -> Option<Entry> {
        if !self.on(Technique::TranspositionTable) {
            return None;
        }
        let entry = self.shared.table.probe(position.key(), ply);
        self.statistics.table_probes += 1;
        self.statistics.table_hits += u64::from(entry.is_some());
        self.tell(|| TreeEvent::TableProbe { entry });
        entry
    }

    /// Stores what was found in the transposition table.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn store(
        &mut self,
        position: &Position,
        ply: usize,
        mv: Option<Move>,
        value: i32,
        eval: i32,
        depth: i32,
        bound: Bound,
        pv: bool,
    ) {
        if self.on(Technique::TranspositionTable) {
            let entry = Entry { mv, value, eval, depth, bound, pv };
            self.shared.table.store(position.key(), ply, entry);
            self.tell(|| TreeEvent::Stored { entry });
        }
    }
}

//! How the search uses the transposition table.

use chess::{Move, Position};
use eval::Evaluator;
use thinking::{EVAL_BOUND, INFINITE, MATE, TABLEBASE, is_decided, is_mate};

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
        let mut entry = self.shared.table.probe(position.key(), ply);
        if let Some(entry) = &mut entry {
            entry.value = within_fifty_moves(entry.value, ply, position.halfmoves());
        }
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

/// A win or a loss from the table that lies beyond the fifty-move rule is not certain:
/// the entry may be from a path with a younger half-move clock.
fn within_fifty_moves(value: i32, ply: usize, halfmoves: u16) -> i32 {
    if !is_decided(value) {
        return value;
    }
    let at_root = if is_mate(value) { MATE } else { TABLEBASE };
    let plies = at_root - value.abs() - ply as i32;
    if plies + i32::from(halfmoves) <= 100 { value } else { EVAL_BOUND * value.signum() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use thinking::{mated_at, mates_at};

    #[test]
    fn a_mate_beyond_the_fifty_move_rule_is_only_an_evaluation() {
        let (ply, halfmoves) = (4, 91);
        for decided in [mates_at(ply + 9), mated_at(ply + 8), TABLEBASE - 4 - 9] {
            assert_eq!(within_fifty_moves(decided, ply, halfmoves), decided);
        }
        assert_eq!(within_fifty_moves(mates_at(ply + 11), ply, halfmoves), EVAL_BOUND);
        assert_eq!(within_fifty_moves(mated_at(ply + 10), ply, halfmoves), -EVAL_BOUND);
        assert_eq!(within_fifty_moves(TABLEBASE - 4 - 10, ply, halfmoves), EVAL_BOUND);
        assert_eq!(within_fifty_moves(1_234, ply, 100), 1_234);
    }
}

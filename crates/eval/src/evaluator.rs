//! What a search asks of an evaluation.

use chess::{PieceChanges, Position};
use thinking::Chances;

use crate::Trace;

/// Judges positions for the side to move, in centipawns.
///
/// The evaluator itself is its weights: one for all threads, never written to.
/// What a thread keeps along its path through the tree (accumulators, sums,
/// caches) is a [`State`](Evaluator::State), one for each thread.
pub trait Evaluator: Send + Sync {
    /// What one thread keeps. It belongs to the evaluator that made it.
    type State: Send;

    /// A state for one more thread.
    fn new_state(&self) -> Self::State;

    /// Starts anew from `position`.
    fn reset(&self, state: &mut Self::State, position: &Position);

    /// A move led from `before` to `after` and changed these pieces.
    ///
    /// This must be cheap: the transposition table often answers instead of
    /// [`evaluate`](Evaluator::evaluate), and the next push or pop comes at once.
    /// Note what changed, and work it out when it is asked for.
    fn push(
        &self,
        state: &mut Self::State,
        before: &Position,
        after: &Position,
        changes: &PieceChanges,
    );

    /// A null move led from `before` to `after`. As cheap as a push.
    fn push_null(&self, state: &mut Self::State, before: &Position, after: &Position);

    /// The last push is taken back.
    fn pop(&self, state: &mut Self::State);

    /// The value of `position`, to which the pushes since `reset` have led, for
    /// the side to move.
    fn evaluate(&self, state: &mut Self::State, position: &Position) -> i32;

    /// What a value of its own, or one that a search made of them, says of the
    /// chances of the side to move.
    fn chances(&self, value: i32, position: &Position) -> Chances;

    /// Judges many positions at once, without a path between them: one judgement
    /// for each, in their order. Nets have a faster way than this one.
    fn judge(&self, positions: &[Position]) -> Vec<Judgement> {
        let mut state = self.new_state();
        let judge = |position: &Position| {
            self.reset(&mut state, position);
            let value = self.evaluate(&mut state, position);
            Judgement { value, chances: self.chances(value, position) }
        };
        positions.iter().map(judge).collect()
    }

    /// Why it values a position as it does.
    fn trace(&self, position: &Position) -> Trace;
}

/// What an evaluator thinks of one position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// For the side to move, in centipawns.
    pub value: i32,
    /// What that says of its chances.
    pub chances: Chances,
}

//! What search asks of an evaluation.

use chess::{Move, Position};

/// Judges positions from the side to move's view, in centipawn-like units (a
/// pawn is about 100).
///
/// There is one for each search thread. It owns the stack of what is kept
/// beside each position of the search path, and its caches.
pub trait Evaluator: Send {
    /// Starts anew from `position`.
    fn reset(&mut self, position: &Position);

    /// `mv` is about to be played on `before`.
    fn push(&mut self, before: &Position, mv: Move);

    /// The turn is about to be passed.
    fn push_null(&mut self, before: &Position);

    /// The last push is taken back.
    fn pop(&mut self);

    /// The value of `position`, to which the pushes since `reset` have led,
    /// for the side to move.
    fn evaluate(&mut self, position: &Position) -> i32;
}

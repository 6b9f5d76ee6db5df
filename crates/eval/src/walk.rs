//! An evaluator on its way through a game, for those who need no more than one.

use chess::{Move, Position};

use crate::Evaluator;

/// An evaluator and one state of it. A search keeps the two apart, since all of
/// its threads share one evaluator.
#[derive(Clone, Debug)]
pub struct Walk<E: Evaluator> {
    evaluator: E,
    state: E::State,
}

impl<E: Evaluator> Walk<E> {
    /// Begins at the initial position.
    pub fn new(evaluator: E) -> Walk<E> {
        let state = evaluator.new_state();
        let mut walk = Walk { evaluator, state };
        walk.reset(&Position::initial());
        walk
    }

    /// Begins anew at `position`.
    pub fn reset(&mut self, position: &Position) {
        self.evaluator.reset(&mut self.state, position);
    }

    /// Plays `mv`, a move of `before`, and returns the position it leads to.
    pub fn push(&mut self, before: &Position, mv: Move) -> Position {
        let after = before.after(mv);
        self.evaluator.push(&mut self.state, before, &after, &before.changes(mv));
        after
    }

    /// Passes the turn.
    pub fn push_null(&mut self, before: &Position) -> Position {
        let mut after = *before;
        after.play_null();
        self.evaluator.push_null(&mut self.state, before, &after);
        after
    }

    /// Takes back the last push.
    pub fn pop(&mut self) {
        self.evaluator.pop(&mut self.state);
    }

    /// The value of `position`, to which the walk has led, for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluator.evaluate(&mut self.state, position)
    }
}

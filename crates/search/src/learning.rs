//! What the search learns from a node, and what it has learned of a move.

use chess::{Color, Move, Position};
use eval::Evaluator;

use crate::history::Continuation;
use crate::margins;
use crate::observer::TreeObserver;
use crate::ordering::{Context, Threats, score_quiet};
use crate::worker::Worker;
use crate::{Technique, Techniques};

impl<E: Evaluator, T: Techniques, O: TreeObserver> Worker<'_, E, T, O> {
    /// What the histories that are switched on say of a move.
    #[inline]
    pub(crate) fn history_of(&self, position: &Position, mv: Move, context: &Context) -> i32 {
        if !mv.is_quiet() {
            return match self.on(Technique::CaptureHistory) {
                true => self.histories.capture(position, mv),
                false => 0,
            };
        }
        score_quiet(self.techniques, position, self.histories, context, mv)
    }

    pub(crate) fn context(&self, ply: usize, continuations: [Continuation; 3]) -> Context {
        let mut context = Context::new(self.histories, self.frame(ply), continuations);
        if !self.on(Technique::Killers) {
            context.killers = [None; 2];
        }
        if !self.on(Technique::CounterMove) {
            context.counter = None;
        }
        context
    }

    /// Rewards the best move and blames those tried before it.
    pub(crate) fn learn(
        &mut self,
        position: &Position,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let (bonus, malus) =
            (margins::bonus(self.techniques, depth), margins::malus(self.techniques, depth));
        if best.is_quiet() {
            self.reward_quiet(position, best, bonus, ply);
            let continuations = self.continuations(ply);
            for &mv in quiets {
                self.update_quiet(position.turn(), mv, -malus, ply);
                self.update_continuations(position, mv, -malus, &continuations);
            }
        } else {
            self.update_capture(position, best, bonus);
        }
        for &mv in captures {
            self.update_capture(position, mv, -malus);
        }
    }

    /// Learns from a quiet move that caused a cut-off or raised alpha.
    pub(crate) fn reward_quiet(&mut self, position: &Position, mv: Move, bonus: i32, ply: usize) {
        let continuations = self.continuations(ply);
        if self.on(Technique::Killers) {
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if self.on(Technique::CounterMove) {
            self.histories.set_counter(continuations[0], mv);
        }
        self.update_quiet(position.turn(), mv, bonus, ply);
        self.update_continuations(position, mv, bonus, &continuations);
    }

    /// Rewards the quiet move of the opponent that led to `position`.
    pub(crate) fn reward_last(&mut self, position: &Position, bonus: i32, ply: usize) {
        if let Some(mv) = self.frame_before(ply, 1).mv
            && mv.is_quiet()
            && !mv.is_castle()
            && let Some(piece) = position.piece_at(mv.to())
        {
            self.update_quiet(piece.color(), mv, bonus, ply - 1);
            if self.on(Technique::ContinuationHistory) {
                let before = self.frame_before(ply, 2).continuation;
                self.histories.update_continuation(before, piece, mv.to(), bonus);
            }
        }
    }

    /// Finds out what the side that is not to move attacks at `ply`. What is learned
    /// of quiet moves there depends on it.
    pub(crate) fn find_threats(&mut self, position: &Position, ply: usize) {
        self.frame_mut(ply).threats = Threats::new(position);
    }

    #[inline]
    fn update_quiet(&mut self, turn: Color, mv: Move, bonus: i32, ply: usize) {
        if self.on(Technique::History) {
            let threats = self.frame(ply).threats;
            self.histories.update_quiet(turn, mv, &threats, bonus);
        }
    }

    #[inline]
    fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if self.on(Technique::CaptureHistory) {
            self.histories.update_capture(position, mv, bonus);
        }
    }

    pub(crate) fn update_continuations(
        &mut self,
        position: &Position,
        mv: Move,
        bonus: i32,
        continuations: &[Continuation; 3],
    ) {
        if self.on(Technique::ContinuationHistory)
            && let Some(piece) = position.piece_at(mv.from())
        {
            for &before in continuations {
                self.histories.update_continuation(before, piece, mv.to(), bonus);
            }
        }
    }

    /// Learns how far the static evaluation `eval` was from the value found.
    pub(crate) fn learn_correction(
        &mut self,
        position: &Position,
        value: i32,
        eval: i32,
        depth: i32,
        ply: usize,
    ) {
        if self.on(Technique::Correction) {
            let [last, second, _] = self.continuations(ply);
            let keys = self.frame(ply).keys;
            let corrections = self.histories.corrections_mut();
            corrections.learn(position.turn(), &keys, last, second, value - eval, depth);
        }
    }
}

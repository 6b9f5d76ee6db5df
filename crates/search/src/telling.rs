//! What the search tells those who watch its tree. Where nobody does, all of this is
//! compiled away.

use chess::Move;
use eval::Evaluator;

use crate::observer::{Purpose, RaisedBy, Reason, TreeEvent, TreeObserver, Visit};
use crate::picker::Picker;
use crate::worker::Worker;
use crate::{Technique, Techniques};

impl<E: Evaluator, T: Techniques, O: TreeObserver> Worker<'_, E, T, O> {
    /// Says why the next node is visited; for the observer.
    #[inline(always)]
    pub(crate) fn visiting(&mut self, purpose: Purpose) -> &mut Self {
        if O::LISTENS {
            self.purpose = purpose;
        }
        self
    }

    /// Tells the observer that a node is entered.
    pub(crate) fn enter(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32) {
        let mut purpose = std::mem::replace(&mut self.purpose, Purpose::Main);
        if depth <= 0 && !purpose.is_verification() {
            purpose = Purpose::Quiescence;
        }
        let mv = if ply == 0 { None } else { self.frame(ply - 1).mv };
        let excluded = self.frame(ply).excluded.filter(|_| purpose == Purpose::Singular);
        self.observer.enter(&Visit { purpose, ply, mv, excluded, depth, alpha, beta });
    }

    /// Tells the observer of something that happens in the present node. Nothing is
    /// prepared, and nothing costs, where nobody listens.
    #[inline(always)]
    pub(crate) fn tell(&mut self, event: impl FnOnce() -> TreeEvent) {
        if O::LISTENS {
            self.observer.event(&event());
        }
    }

    /// Says why the present node is being left; for the observer.
    #[inline(always)]
    pub(crate) fn leave(&mut self, reason: Reason) {
        if O::LISTENS {
            self.reason = reason;
        }
    }

    #[inline(always)]
    pub(crate) fn tell_raised(&mut self, by: RaisedBy, mv: Option<Move>, value: i32) {
        self.tell(|| TreeEvent::AlphaRaised { by, mv, value });
    }

    #[inline(always)]
    pub(crate) fn tell_skipped(&mut self, mv: Move, technique: Technique) {
        self.tell(|| TreeEvent::Skipped { mv, technique });
    }

    /// Told once, before the picker is told to skip them.
    #[inline(always)]
    pub(crate) fn tell_skipped_quiets(&mut self, picker: &Picker<T>, technique: Technique) {
        if O::LISTENS && !picker.skips_quiets() {
            self.tell(|| TreeEvent::SkippedQuiets { technique });
        }
    }

    #[inline(always)]
    pub(crate) fn tell_extended(&mut self, mv: Move, technique: Technique, plies: i32) {
        self.tell(|| TreeEvent::Extended { mv, technique, plies });
    }
}

//! Stopping a search from outside.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The strings on one search. Shared with whoever may pull them, even before
/// it begins.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    hit: AtomicBool,
}

impl Control {
    /// A search that nobody has stopped yet.
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search as soon as it notices.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Has the search been told to end?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The opponent played the move that was pondered on: the clock counts.
    pub fn ponder_hit(&self) {
        self.hit.store(true, Relaxed);
    }

    /// Is the opponent still thinking?
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed) && !self.hit.load(Relaxed) && !self.is_stopped()
    }

    pub(crate) fn begin(&self, pondering: bool) {
        self.pondering.store(pondering, Relaxed);
    }
}

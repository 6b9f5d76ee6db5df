//! Stopping an agent from outside.

use std::sync::Arc;

/// The strings on one decision. Clones pull the same ones.
#[derive(Clone, Debug, Default)]
pub struct Control {
    search: Arc<search::Control>,
    external: uci::Control,
}

impl Control {
    /// For a decision that nobody has stopped yet.
    pub fn new() -> Control {
        Control::default()
    }

    /// Asks for the move now.
    pub fn stop(&self) {
        self.search.stop();
        self.external.stop();
    }

    /// Has it been asked for?
    pub fn is_stopped(&self) -> bool {
        self.search.is_stopped()
    }

    /// The opponent played the move that was pondered on.
    pub fn ponder_hit(&self) {
        self.search.ponder_hit();
        self.external.ponderhit();
    }

    /// As the search of this program wants it.
    pub(crate) fn search(&self) -> &search::Control {
        &self.search
    }

    /// As the driver of external engines wants it.
    pub(crate) fn external(&self) -> &uci::Control {
        &self.external
    }
}

//! Breaking off an experiment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thinking::Signal;

/// Tells everybody to stop, once and for all. Clones are the same interruption.
#[derive(Clone, Debug, Default)]
pub struct Interruption {
    flag: Arc<AtomicBool>,
    /// All players share it: it says nothing before the end.
    signal: Signal,
}

impl Interruption {
    /// Nobody has been interrupted yet.
    pub fn new() -> Interruption {
        Interruption::default()
    }

    /// Breaks off everything. What is finished is kept.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::SeqCst);
        self.signal.stop();
    }

    /// Was everything broken off?
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// For players who are asked one by one.
    pub fn signal(&self) -> &Signal {
        &self.signal
    }

    /// For games of the arena.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }
}

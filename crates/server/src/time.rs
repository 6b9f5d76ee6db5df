//! The time of day that never goes backwards.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970 as they were when the server started, and counted
/// from there by a steady clock: setting the machine's clock flags nobody.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Time {
    started: Instant,
    started_ms: u64,
}

impl Time {
    pub(crate) fn start() -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time { started: Instant::now(), started_ms: since.as_millis() as u64 }
    }

    /// Now.
    pub(crate) fn now(&self) -> u64 {
        self.started_ms + self.started.elapsed().as_millis() as u64
    }

    /// When the server started.
    pub(crate) fn started(&self) -> u64 {
        self.started_ms
    }
}
